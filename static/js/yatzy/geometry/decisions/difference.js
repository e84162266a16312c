/** What the best option and another one lead to, side by side: points now, points later, and how the turn ends. */

import {chance, expected} from "../../words/points.js";
import {optionMarkup} from "../../parts/ranked.js";

/** @import {Ending, Endings, ExampleOption} from "../../parts/examples.js" */

/**
 * @typedef {object} Contrast
 * @property {string} title What happens.
 * @property {number} best Its chance after the best option.
 * @property {number} tempting Its chance after the tempting option.
 */

/** How many ways to end the turn are shown: those whose chances differ most. */
const SHOWN = 2;

/** Add up the chances of writing points into each category, or a zero. @param {readonly Ending[]} endings @returns {Map<string, number>} */
function chances(endings) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const {title, points, probability} of endings) {
    const what = points > 0 ? `${title} with points` : `A zero in ${title}`;
    found.set(what, (found.get(what) ?? 0) + probability);
  }
  return found;
}

/** Tell whether two chances differ by a percent or more. @param {number} one @param {number} other */
function differs(one, other) {
  return Math.abs(one - other) >= 0.01;
}

/** Find the ways to end the turn whose chances differ most. @param {Endings} endings @returns {Contrast[]} The largest difference first. */
export function contrasts(endings) {
  const [best, tempting] = [chances(endings.best), chances(endings.tempting)];
  const titles = [...new Set([...best.keys(), ...tempting.keys()])];
  return titles
    .map((title) => ({title, best: best.get(title) ?? 0, tempting: tempting.get(title) ?? 0}))
    .filter(({best: one, tempting: other}) => differs(one, other))
    .sort((a, b) => Math.abs(b.best - b.tempting) - Math.abs(a.best - a.tempting))
    .slice(0, SHOWN);
}

/**
 * Draw the comparison as a small table.
 * @param {object} compared @param {ExampleOption} compared.best
 * @param {ExampleOption} compared.other The reader's choice; when that is the best one, the greedy player's.
 * @param {{name: string, text: string}} compared.whose The mark of the other one's player.
 * @param {Endings | null} compared.endings How the turn ends after the two; null if unknown for the other.
 * @param {number} compared.written Points so far, without the bonus.
 * @param {number} compared.n_dice
 */
export function drawDifference({best, other, whose, endings, written, n_dice}) {
  const later = (/** @type {ExampleOption} */ {value, turn_points}) => expected(value - written - turn_points);
  const rows = [
    row("Points this turn, played on perfectly", expected(best.turn_points), expected(other.turn_points)),
    row("Points after it, likewise", later(best), later(other)),
  ];
  if (differs(best.prob_bonus, other.prob_bonus)) {
    rows.push(row("The bonus in the end", share(best.prob_bonus), share(other.prob_bonus)));
  }
  // Two boxes written at once end the turn for certain: there is no chance to compare.
  const is_certain = best.action === "score" && other.action === "score";
  for (const ending of is_certain || endings === null ? [] : contrasts(endings)) {
    rows.push(row(ending.title, share(ending.best), share(ending.tempting)));
  }
  return `<table class="difference"><caption>What makes the difference</caption>
<thead><tr><td></td><th scope="col">${optionMarkup(best, n_dice)} ${mark({name: "best", text: "best"})}</th><th scope="col">${optionMarkup(other, n_dice)} ${mark(whose)}</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`;
}

/** @param {{name: string, text: string}} whose */
function mark({name, text}) {
  return `<span class="mark ${name}">${text}</span>`;
}

/** @param {string} title @param {string} best @param {string} other */
function row(title, best, other) {
  return `<tr><th scope="row">${title}</th><td>${best}</td><td>${other}</td></tr>`;
}

/** A chance in figures over a bar as long. @param {number} probability */
function share(probability) {
  const bar = `<svg class="chance" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${(100 * probability).toFixed(1)}" height="1"/></svg>`;
  return chance(probability) + bar;
}
