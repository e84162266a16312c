/**
 * What the place under the hand says: what it is worth, and what that is made of.
 */
import {diceImage} from "../../parts/dice.js";
import {escaped} from "../../words/text.js";
import {counted, numberWord} from "site_builder/kit";
import {bestKeep, frontOf, isFresh, origin, PHASES, sourcesOf, valueAt} from "./frames.js";

/** @import {Shown} from "./fan-drawing.js" @import {Game} from "../../game/tables.js" */

/** @typedef {{what: string, value: number, best: boolean}} Source */

/** As many sources are listed as a keep has extensions. */
const MOST = 6;

/**
 * Say what the place under the hand is worth.
 * @param {Shown} shown @param {Game} game @returns {{title: string, words: string, sources: Source[]}}
 */
export function readingOf(shown, game) {
  const {lattice, sweeps, step, keep} = shown;
  const size = lattice.dice_of_keep[keep].length;
  const front = frontOf(step);
  const phase = origin(front, size);
  const value = valueAt(sweeps, lattice, step, keep);
  const title = titleOf(shown);
  if (value === null) return {title, words: "Not known yet: the sweep has not come this far.", sources: []};
  const is_known = isFresh(front, size);
  const sources = is_known ? listSources(shown, game, phase) : [];
  const words = is_known ? explain(shown, phase, value) : `<b>${points(value)}</b>, from the sweep before. This one has not come here yet.`;
  return {title, words, sources};
}

/** Draw the same. @param {Shown} shown @param {Game} game */
export function drawReading(shown, game) {
  const {title, words, sources} = readingOf(shown, game);
  const items = sources.map(({what, value, best}) => `<li${best ? ' class="best"' : ""}><span>${what}</span> <b>${points(value)}</b></li>`);
  return `<p class="turn-title">${title}</p><p class="turn-words">${words}</p><ul class="turn-sources">${items.join("")}</ul>`;
}

/** @param {Shown} shown */
function titleOf({lattice, keep}) {
  const dice = lattice.dice_of_keep[keep];
  if (dice.length === 0) return "Nothing kept, all five dice to throw";
  return dice.length === lattice.n_dice ? `The roll ${diceImage(dice)}` : `Keep ${diceImage(dice)}`;
}

/** @param {Shown} shown @param {number} phase @param {number} value */
function explain(shown, phase, value) {
  const {lattice, sweeps, keep} = shown;
  const {kind, throws} = PHASES[phase];
  const size = lattice.dice_of_keep[keep].length;
  if (kind === "score") return `No throw is left. In its best box it is worth <b>${points(value)}</b>: points now, and points to come.`;
  if (kind === "mean") {
    const left = throws === 1 ? "the last throw" : `${numberWord(throws)} throws left`;
    return `The next die shows one of six faces. With ${left}, this keep is worth their mean, <b>${points(value)}</b>.`;
  }
  const best = lattice.dice_of_keep[bestKeep(sweeps, partsOf(lattice, keep), phase - 1)];
  const choice = best.length === 0 ? "throw all of it again" : best.length === size ? "keep all of it" : `keep ${best.join(" ")}`;
  const left = counted(throws, "reroll").replace(/^\d/, numberWord(throws));
  if (size === 0) return `With ${left} in hand there is nothing to choose: <b>${points(value)}</b>.`;
  return `With ${left} in hand, the best part of it is worth <b>${points(value)}</b>: ${choice}.`;
}

/** All parts of a keep, small ones first, itself last. @param {Shown["lattice"]} lattice @param {number} keep */
function partsOf({start_of_subkeeps, subkeeps}, keep) {
  const found = new Set([keep]);
  for (const part of found) for (const less of subkeeps.subarray(start_of_subkeeps[part], start_of_subkeeps[part + 1])) found.add(less);
  return [...found].sort((a, b) => a - b);
}

/** List what a value is made of. @param {Shown} shown @param {Game} game @param {number} phase @returns {Source[]} */
function listSources({lattice, sweeps, keep}, game, phase) {
  const {kind} = PHASES[phase];
  if (kind === "score") return boxesFor(game, sweeps, keep);
  const values = sweeps.value_of_phase[phase];
  const sources = sourcesOf(lattice, phase, keep).map((source) => ({keep: source, value: values[source], own: false}));
  if (kind === "best" && sources.length > 0) sources.push({keep, value: sweeps.value_of_phase[phase - 1][keep], own: true});
  const most = sources.reduce((best, {value}) => Math.max(best, value), -Infinity);
  return sources.map(({keep: source, value, own}) => ({
    what: own ? "as it lies" : diceImage(lattice.dice_of_keep[source], lattice.dice_of_keep[source].join(" ") || "nothing") + (source === 0 ? "nothing" : ""),
    value,
    best: kind === "best" && value > most - 1e-9,
  }));
}

/** List the best boxes for a roll. @param {Game} game @param {Shown["sweeps"]} sweeps @param {number} keep @returns {Source[]} */
function boxesFor({ruleset, lattice, points_of_roll}, {turn}, keep) {
  const roll = keep - lattice.first_roll;
  const options = turn.value_of_score.flatMap((values, category) => (values === null ? [] : [{category, value: values[roll]}]));
  options.sort((a, b) => b.value - a.value || a.category - b.category);
  return options.slice(0, MOST).map(({category, value}, place) => ({
    what: `${escaped(ruleset.categories[category].title)} ${points_of_roll[roll * ruleset.categories.length + category]}`,
    value,
    best: place === 0,
  }));
}

/** @param {number} value */
function points(value) {
  return value.toFixed(2);
}
