/** What the browser knows of a ruleset before any value is loaded: its keeps, its states and the points of every roll. */

import {keepLattice, multisets} from "./lattice.js";
import {reachableStates} from "./states.js";

/**
 * @typedef {object} Game
 * @property {import("./rules/scandinavian.js").Ruleset} ruleset
 * @property {import("./lattice.js").Lattice} lattice
 * @property {import("./states.js").States} states
 * @property {Int16Array} points_of_roll Points of each roll in each category: [n_rolls x n_categories].
 */

/** What was laid out, by its ruleset, which does not change. @type {WeakMap<import("./rules/scandinavian.js").Ruleset, Game>} */
const laid_out = new WeakMap();

/** Lay out the tables of a ruleset, once; a few milliseconds. @param {import("./rules/scandinavian.js").Ruleset} ruleset @returns {Game} */
export function layOutGame(ruleset) {
  const known = laid_out.get(ruleset) ?? layOut(ruleset);
  laid_out.set(ruleset, known);
  return known;
}

/** @param {import("./rules/scandinavian.js").Ruleset} ruleset @returns {Game} */
function layOut(ruleset) {
  const lattice = keepLattice(ruleset.n_dice);
  const rolls = lattice.dice_of_keep.slice(lattice.first_roll);
  const points = rolls.flatMap((roll) => ruleset.categories.map((category) => category.points(roll)));
  return {ruleset, lattice, states: reachableStates(ruleset), points_of_roll: Int16Array.from(points)};
}

/**
 * List the points that a category can bring, ascending; zero can be written into every box.
 * @param {import("./rules/scandinavian.js").Ruleset} ruleset
 * @param {number} category Index in scorecard order.
 */
export function possiblePoints({categories, n_dice}, category) {
  const found = new Set(multisets(n_dice).map(categories[category].points));
  return [...found.add(0)].sort((a, b) => a - b);
}

/**
 * @typedef {readonly (number | null)[]} Scores Points written per category; null where nothing is written.
 *
 * @typedef {object} Totals
 * @property {number} filled Set of filled categories, as bits.
 * @property {number} upper Points of the upper section, not capped.
 * @property {number} upper_total The same, capped at the threshold.
 * @property {number} extra 1 if extra Yahtzees count from now on, else 0.
 * @property {number} on_top Points for extra Yahtzees.
 * @property {number} bonus The bonus, if it is earned already, else 0.
 * @property {number} written All points written, without the bonus for the upper section.
 * @property {number} total All points written, with the bonus.
 * @property {boolean} over No category is open.
 */

/**
 * Add up a scorecard.
 * @param {import("./rules/scandinavian.js").Ruleset} ruleset @param {Scores} scores
 * @param {number} [n_extra_yahtzees] Yahtzees that were paid for on top.
 * @returns {Totals}
 */
export function totalsOfScores({categories, threshold, bonus, extra_yahtzees}, scores, n_extra_yahtzees = 0) {
  const on_top = n_extra_yahtzees * (extra_yahtzees?.bonus ?? 0);
  let [filled, upper, written, extra] = [0, 0, on_top, 0];
  scores.forEach((points, category) => {
    if (points === null) return;
    filled |= 1 << category;
    written += points;
    if (categories[category].face > 0) upper += points;
    if (categories[category].name === extra_yahtzees?.box && points > 0) extra = 1;
  });
  const earned = upper >= threshold ? bonus : 0;
  return {
    filled,
    upper,
    upper_total: Math.min(upper, threshold),
    extra,
    on_top,
    bonus: earned,
    written,
    total: written + earned,
    over: filled === 2 ** categories.length - 1,
  };
}
