/**
 * The scorecard as a table: a row per category, open rows hatched, a meter for the bonus, a total.
 *
 * Returns text, so that the build can draw it; its styles are in `static/css/yatzy/parts/scorecard.css`.
 */

import {totalsOfScores} from "../game/tables.js";
import {countUpper, scandinavian} from "../game/rules/scandinavian.js";
import {englishVoice} from "../words/voice.js";

/**
 * @typedef {object} Scorecard
 * @property {import("../game/rules/scandinavian.js").Ruleset} ruleset
 * @property {import("../game/tables.js").Scores} scores
 * @property {string} [caption]
 * @property {boolean} [hide_caption] Show the caption to screen readers only.
 * @property {(category: number) => string} [cell] Markup of a category's points, instead of the number.
 * @property {(category: number) => string} [row] Further classes of a category's row.
 * @property {number} [n_extra_yahtzees] Number of extra Yahtzees with a bonus.
 * @property {string} [extra_cell] Markup of their points, instead of the number.
 * @property {import("../words/voice.js").Voice} [voice] Language.
 */

/**
 * Return the card after the first decisions of a recorded game.
 * @param {readonly {category: number | null, points: number}[]} decisions @param {number} made
 * @returns {(number | null)[]} Points per category, null if open.
 */
export function scoresAfter(decisions, made) {
  /** @type {(number | null)[]} */
  const scores = new Array(scandinavian.categories.length).fill(null);
  for (const {category, points} of decisions.slice(0, made)) if (category !== null) scores[category] = points;
  return scores;
}

/**
 * Draw the progress of the upper section towards the bonus.
 * @param {import("../game/rules/scandinavian.js").Ruleset} ruleset
 * @param {number} upper Points of the upper section. @param {import("../words/voice.js").Voice} voice
 */
function bonusMeter({threshold}, upper, voice) {
  const full = Math.min(upper, threshold);
  return `<svg class="meter" viewBox="0 0 ${threshold} 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${full}" height="1"/></svg><small>${voice.t`${upper} of ${threshold}`}</small>`;
}

/** @param {Scorecard} card @param {number} category @param {import("../words/voice.js").Voice} voice */
function categoryRow({ruleset, scores, cell, row}, category, voice) {
  const points = scores[category];
  const names = [points === null ? "open" : "filled", row?.(category) ?? ""].filter(Boolean).join(" ");
  const {name} = ruleset.categories[category];
  const inside = cell === undefined ? String(points ?? "") : cell(category);
  return `<tr class="${names}" data-category="${name}"><th scope="row">${voice.box(ruleset, category)}</th><td>${inside}</td></tr>`;
}

/** @param {Scorecard} card @param {number} on_top Points for extra Yahtzees. @param {import("../words/voice.js").Voice} voice */
function extraRow({ruleset, extra_cell}, on_top, voice) {
  if (ruleset.extra_yahtzees === null) return "";
  return `\n<tr class="extra-yahtzees"><th scope="row">${voice.t`Extra Yahtzees`}</th><td>${extra_cell ?? on_top}</td></tr>`;
}

/** Draw a scorecard. @param {Scorecard} card */
export function scorecard(card) {
  const {voice = englishVoice()} = card;
  const {ruleset, scores, caption = voice.t`Scorecard`, hide_caption = false, n_extra_yahtzees = 0} = card;
  const n_upper = countUpper(ruleset);
  const rows = scores.map((_, category) => categoryRow(card, category, voice));
  const {upper, bonus, on_top, total} = totalsOfScores(ruleset, scores, n_extra_yahtzees);
  const earned = bonus > 0 ? `<b>${bonus}</b>` : "";
  const title = hide_caption ? ` class="visually-hidden"` : "";
  return `<table class="scorecard"><caption${title}>${caption}</caption>
<tbody>${rows.slice(0, n_upper).join("\n")}
<tr class="bonus${bonus > 0 ? " earned" : ""}"><th scope="row">${voice.t`Bonus`}</th><td><span class="box">${bonusMeter(ruleset, upper, voice)}${earned}</span></td></tr>
${rows.slice(n_upper).join("\n")}${extraRow(card, on_top, voice)}</tbody>
<tfoot><tr class="total"><th scope="row">${voice.t`Total`}</th><td>${total}</td></tr></tfoot></table>`;
}
