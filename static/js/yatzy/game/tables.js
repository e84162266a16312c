/** Tables of a ruleset that need no values: its keeps, its states and the points of every roll. */
import {countUpper} from "./rules/scandinavian.js";
import {keepLattice, multisets} from "./turn.js";

// The scorecards that can occur in a game, in the order of the value table's rows. A state is the set of filled
// categories (bit i for the i-th in scorecard order) and the upper total, capped at the threshold. Rows are ordered by
// the upper set as a number, then by the upper total, then by the lower set; only reachable states have a row. Points of
// the lower section do not matter, so each reachable pair of upper set and upper total has a row for every lower set.

/**
 * @typedef {object} States
 * @property {number} n_upper Number of upper categories.
 * @property {number} n_lower_sets Number of sets of lower categories.
 * @property {number} n_rows Number of reachable states.
 * @property {number} threshold
 * @property {readonly (readonly number[])[]} totals_of_set Reachable upper totals of each upper set, ascending.
 * @property {Int32Array} start_of_set Place of each upper set's first total among all reachable pairs.
 * @property {Int16Array} rank_of_pair Position of a total among its set's totals, -1 where unreachable:
 *   [n_upper_sets x (threshold + 1)].
 */

/**
 * Find the upper totals that each set of upper categories can have, adding one category at a time.
 * @param {import("./rules/scandinavian.js").Ruleset} ruleset
 * @returns {number[][]} Ascending totals per upper set, capped at the threshold.
 */
function reachableTotals({categories, n_dice, threshold}) {
  const faces = categories.filter((category) => category.face > 0).map((category) => category.face);
  /** @type {Set<number>[]} */
  const totals_of_set = Array.from({length: 2 ** faces.length}, () => new Set());
  totals_of_set[0].add(0);
  for (let set = 0; set < totals_of_set.length; set += 1) {
    faces.forEach((face, bit) => {
      if (set & (1 << bit)) return;
      const larger = totals_of_set[set | (1 << bit)];
      for (const total of totals_of_set[set]) {
        for (let n = 0; n <= n_dice; n += 1) larger.add(Math.min(total + n * face, threshold));
      }
    });
  }
  return totals_of_set.map((totals) => [...totals].sort((a, b) => a - b));
}

/** Number the reachable states of a ruleset. @param {import("./rules/scandinavian.js").Ruleset} ruleset @returns {States} */
export function reachableStates(ruleset) {
  const {categories, threshold} = ruleset;
  const n_upper = countUpper(ruleset);
  const totals_of_set = reachableTotals(ruleset);
  const start_of_set = new Int32Array(totals_of_set.length + 1);
  const rank_of_pair = new Int16Array(totals_of_set.length * (threshold + 1)).fill(-1);
  totals_of_set.forEach((totals, set) => {
    start_of_set[set + 1] = start_of_set[set] + totals.length;
    totals.forEach((total, rank) => (rank_of_pair[set * (threshold + 1) + total] = rank));
  });
  const n_lower_sets = 2 ** (categories.length - n_upper);
  const n_rows = n_lower_sets * start_of_set[totals_of_set.length];
  return {n_upper, n_lower_sets, n_rows, threshold, totals_of_set, start_of_set, rank_of_pair};
}

/**
 * Return the rank of an upper total among those that an upper set can have.
 * @param {States} states @param {number} upper_set
 * @param {number} upper_total 0 to the threshold.
 */
export function rankOfTotal({threshold, rank_of_pair}, upper_set, upper_total) {
  const rank = rank_of_pair[upper_set * (threshold + 1) + upper_total] ?? -1;
  if (rank < 0 || upper_total > threshold) {
    throw new RangeError(`no game has ${upper_total} points in the upper categories of set ${upper_set}`);
  }
  return rank;
}

/** List the upper totals that a card with these filled boxes can have, ascending. @param {States} states @param {number} filled */
export const upperTotalsOf = ({n_upper, totals_of_set}, filled) => totals_of_set[filled & (2 ** n_upper - 1)];

/**
 * Return the row of a state in the value table of a game whose states have no extra.
 * @param {States} states
 * @param {number} filled Set of filled categories, as bits.
 * @param {number} upper_total 0 to the threshold.
 */
export function rowOfState(states, filled, upper_total) {
  const {n_upper, n_lower_sets, start_of_set} = states;
  const upper_set = filled & (2 ** n_upper - 1);
  return (start_of_set[upper_set] + rankOfTotal(states, upper_set, upper_total)) * n_lower_sets + (filled >> n_upper);
}

/**
 * @typedef {object} Game
 * @property {import("./rules/scandinavian.js").Ruleset} ruleset
 * @property {import("./turn.js").Lattice} lattice
 * @property {States} states
 * @property {Int16Array} points_of_roll Points of each roll in each category: [n_rolls x n_categories].
 */

/** Cached games by ruleset. @type {WeakMap<import("./rules/scandinavian.js").Ruleset, Game>} */
const laid_out = new WeakMap();

/** Return the tables of a ruleset, computed once in a few milliseconds. @param {import("./rules/scandinavian.js").Ruleset} ruleset @returns {Game} */
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
 * List the points that a category can score, ascending; every box can be filled with zero.
 * @param {import("./rules/scandinavian.js").Ruleset} ruleset
 * @param {number} category Index in scorecard order.
 */
export function possiblePoints({categories, n_dice}, category) {
  const found = new Set(multisets(n_dice).map(categories[category].points));
  return [...found.add(0)].sort((a, b) => a - b);
}

/**
 * @typedef {readonly (number | null)[]} Scores Points per category; null if it is open.
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
 * @param {number} [n_extra_yahtzees] Number of extra Yahtzees with a bonus.
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
