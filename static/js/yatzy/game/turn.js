/**
 * One turn, solved backwards: what every roll and every keep is worth with each number of rerolls in hand.
 *
 * With no reroll left a roll is worth its best category: points plus the value of the scorecard after it. One reroll
 * more is one mean sweep (what a keep is worth) and one max sweep (what a roll is worth: its best keep, or the roll
 * itself). Where unused throws are saved, scoring is worth more the more of them are left. All values are points still
 * to come, this turn's included, in float64.
 */

import {entryOf, situationOf} from "./rules/jokers.js";
import {maxSweep, meanSweep} from "./lattice.js";

/**
 * @typedef {object} State
 * @property {number} filled Set of filled categories, as bits.
 * @property {number} upper_total
 * @property {number} [extra] What the ruleset adds when the turn begins, saved throws apart: 1 if extra Yahtzees count.
 *
 * @typedef {(filled: number, upper_total: number, extra: number) => number} ValueOf Points still to come from a state.
 *
 * @typedef {(Float64Array | null)[]} Scores Per category: value of scoring each roll there, minus infinity where it may
 *   not be scored; null where the category is filled, or not next.
 *
 * @typedef {object} Turn
 * @property {number} filled Set of filled categories when the turn begins.
 * @property {number} extra
 * @property {Scores} value_of_score Scoring without a reroll in hand; with any number where throws are not saved.
 * @property {Scores[]} value_of_saving Where throws are saved: scoring with 1, 2, ... rerolls in hand.
 * @property {Float64Array[]} value_of_keep Per number of rerolls in hand before the throw (1, 2, ...; entry 0 is the
 *   value of scoring): value of holding each keep and throwing the rest.
 * @property {number} value Value of the turn before its first throw: the value of the position between turns.
 */

/**
 * @typedef {object} Outcomes What each roll writes into one category.
 * @property {number} category
 * @property {Float64Array} gain Points written; minus infinity where the roll may not be scored.
 * @property {Int16Array} upper_total Upper total afterwards.
 * @property {Int8Array} extra Extra afterwards, saved throws apart.
 */

/** @param {import("./tables.js").Game} game @param {State} state @param {number} category @returns {Outcomes} */
function outcomesOf({ruleset, lattice, points_of_roll}, state, category) {
  const {upper_total: before, extra: extra_before = 0} = state;
  const situation = situationOf(ruleset, state);
  const is_upper = ruleset.categories[category].face > 0;
  const gain = new Float64Array(lattice.n_rolls).fill(-Infinity);
  const upper_total = new Int16Array(lattice.n_rolls).fill(before);
  const extra = new Int8Array(lattice.n_rolls).fill(extra_before);
  for (let roll = 0; roll < lattice.n_rolls; roll += 1) {
    const points = points_of_roll[roll * ruleset.categories.length + category];
    const entry = entryOf(ruleset, category, lattice.dice_of_keep[lattice.first_roll + roll], situation, points);
    if (entry === null) continue;
    gain[roll] = entry.points + entry.on_top;
    if (is_upper) upper_total[roll] = Math.min(before + entry.points, ruleset.threshold);
    extra[roll] += entry.raises;
  }
  return {category, gain, upper_total, extra};
}

/**
 * Value scoring each roll in each category, with a number of rerolls in hand.
 * @param {import("./tables.js").Game} game @param {ValueOf} valueOf @param {number} filled @param {(Outcomes | null)[]} outcomes
 * @param {number} rerolls @returns {Scores}
 */
function scoreRolls({ruleset}, valueOf, filled, outcomes, rerolls) {
  return outcomes.map((outcome) => {
    if (outcome === null) return null;
    const {category, gain, upper_total, extra} = outcome;
    const after = filled | (1 << category);
    return gain.map((points, roll) =>
      points < 0 ? points : points + valueOf(after, upper_total[roll], ruleset.saves_throws ? rerolls : extra[roll]));
  });
}

/**
 * Raise the full rolls among the keeps to what scoring them is worth, in place.
 * @param {import("./lattice.js").Lattice} lattice @param {Float64Array} value_of_keep @param {Scores} scores
 */
function raiseRolls({n_rolls, first_roll}, value_of_keep, scores) {
  for (const values of scores) {
    if (values === null) continue;
    for (let roll = 0; roll < n_rolls; roll += 1) {
      value_of_keep[first_roll + roll] = Math.max(value_of_keep[first_roll + roll], values[roll]);
    }
  }
}

/** Tell whether a box may be filled: where boxes go in order, only the first open one. @param {import("./rules/scandinavian.js").Ruleset} ruleset @param {number} filled @param {number} category */
function mayFill({options}, filled, category) {
  const lower = (1 << category) - 1;
  return !(filled & (1 << category)) && (!options.in_order || (filled & lower) === lower);
}

/**
 * Solve one turn from a scorecard that has at least one open category.
 *
 * Cost: about 10,000 additions and comparisons for five dice and two rerolls.
 * @param {import("./tables.js").Game} game
 * @param {ValueOf} valueOf Points still to come from the states after the turn.
 * @param {State} state
 * @param {number} [n_rerolls] Rerolls after the first throw, saved ones included.
 * @returns {Turn}
 */
export function solveTurn(game, valueOf, state, n_rerolls = game.ruleset.n_throws - 1) {
  const {lattice, ruleset} = game;
  const {filled, extra = 0} = state;
  const outcomes = ruleset.categories.map((_, category) =>
    mayFill(ruleset, filled, category) ? outcomesOf(game, state, category) : null);
  if (outcomes.every((outcome) => outcome === null)) throw new RangeError("the game is over: no category is open");

  const value_of_score = scoreRolls(game, valueOf, filled, outcomes, 0);
  const value_of_saving = [];
  let value_of_keep = new Float64Array(lattice.n_keeps).fill(-Infinity);
  raiseRolls(lattice, value_of_keep, value_of_score);
  const value_by_rerolls = [value_of_keep];
  for (let rerolls = 1; rerolls <= n_rerolls + 1; rerolls += 1) {
    value_of_keep = value_of_keep.slice();
    meanSweep(lattice, value_of_keep);
    value_by_rerolls.push(value_of_keep);
    if (rerolls > n_rerolls) break;
    value_of_keep = value_of_keep.slice();
    maxSweep(lattice, value_of_keep);
    if (!ruleset.saves_throws) continue;
    value_of_saving.push(scoreRolls(game, valueOf, filled, outcomes, rerolls));
    raiseRolls(lattice, value_of_keep, value_of_saving[rerolls - 1]);
  }
  // The first throw of a turn is a throw of no kept dice.
  const value = value_by_rerolls[n_rerolls + 1][0];
  return {filled, extra, value_of_score, value_of_saving, value_of_keep: value_by_rerolls, value};
}

/** Return the values of scoring with a number of rerolls in hand. @param {Turn} turn @param {number} rerolls */
export function scoresWith({value_of_score, value_of_saving}, rerolls) {
  return value_of_saving[rerolls - 1] ?? value_of_score;
}
