/**
 * One turn, solved backwards: what every roll and every keep is worth with each number of rerolls in hand.
 *
 * With no reroll left a roll is worth its best category: points plus the value of the scorecard after it. One reroll
 * more is one mean sweep (what a keep is worth) and one max sweep (what a roll is worth: its best keep, or the roll
 * itself). All values are points still to come, this turn's included, in float64.
 */

import {maxSweep, meanSweep} from "./lattice.js";

/**
 * @typedef {object} Turn
 * @property {number} filled Set of filled categories when the turn begins.
 * @property {(Float64Array | null)[]} value_of_score Per category: value of scoring each roll there; null where filled.
 * @property {Float64Array[]} value_of_keep Per number of rerolls in hand before the throw (1, 2, ...; entry 0 is the
 *   value of scoring): value of holding each keep and throwing the rest.
 * @property {number} value Value of the turn before its first throw: the value of the position between turns.
 */

/**
 * Value scoring each roll in one category.
 * @param {import("./game.js").Game} game
 * @param {(filled: number, upper_total: number) => number} valueOf Points to come after the turn.
 * @param {{filled: number, upper_total: number}} state
 * @param {number} category
 */
function scoreRolls({ruleset, lattice, points_of_roll}, valueOf, {filled, upper_total}, category) {
  const {categories, threshold} = ruleset;
  const after = filled | (1 << category);
  const values = new Float64Array(lattice.n_rolls);
  for (let roll = 0; roll < lattice.n_rolls; roll += 1) {
    const points = points_of_roll[roll * categories.length + category];
    const total = categories[category].face > 0 ? Math.min(upper_total + points, threshold) : upper_total;
    values[roll] = points + valueOf(after, total);
  }
  return values;
}

/**
 * Solve one turn from a scorecard that has at least one open category.
 *
 * Cost: about 10,000 additions and comparisons for five dice and two rerolls.
 * @param {import("./game.js").Game} game
 * @param {(filled: number, upper_total: number) => number} valueOf Points still to come from the states after the turn.
 * @param {{filled: number, upper_total: number}} state
 * @returns {Turn}
 */
export function solveTurn(game, valueOf, state) {
  const {lattice, ruleset} = game;
  const value_of_score = ruleset.categories.map((_, category) =>
    state.filled & (1 << category) ? null : scoreRolls(game, valueOf, state, category),
  );
  const open = value_of_score.filter((values) => values !== null);
  if (open.length === 0) throw new RangeError("the game is over: no category is open");

  let value_of_keep = new Float64Array(lattice.n_keeps).fill(-Infinity);
  for (let roll = 0; roll < lattice.n_rolls; roll += 1) {
    for (const values of open) {
      value_of_keep[lattice.first_roll + roll] = Math.max(value_of_keep[lattice.first_roll + roll], values[roll]);
    }
  }
  const value_by_rerolls = [value_of_keep];
  for (let rerolls = 1; rerolls <= ruleset.n_throws; rerolls += 1) {
    value_of_keep = value_of_keep.slice();
    meanSweep(lattice, value_of_keep);
    value_by_rerolls.push(value_of_keep);
    value_of_keep = value_of_keep.slice();
    maxSweep(lattice, value_of_keep);
  }
  // The first throw of a turn is a throw of no kept dice.
  return {filled: state.filled, value_of_score, value_of_keep: value_by_rerolls, value: value_by_rerolls[ruleset.n_throws][0]};
}
