/**
 * Every option of a position, best first: each distinct set of dice to keep, each open category to score in.
 */

import {valueOfState} from "./data.js";
import {keepsOfRoll} from "./lattice.js";
import {solveTurn} from "./turn.js";

/**
 * @typedef {object} Option
 * @property {"keep" | "score"} action
 * @property {readonly number[]} dice Dice kept, ascending; for a score the whole roll.
 * @property {number} category Index in scorecard order; -1 for a keep.
 * @property {number} points Points written now; 0 for a keep.
 * @property {number} value Points still to come, this turn's included; with the points so far, the expected final score.
 * @property {number} regret The best value less this one.
 */

/** Values closer than this are the same number, computed in another order. */
const SAME_VALUE = 2 ** -30;

/**
 * Order options: value, then scoring before keeping, then scorecard order, then lexicographic dice.
 * @param {Option} a
 * @param {Option} b
 */
export function compareOptions(a, b) {
  const difference = Math.round(b.value / SAME_VALUE) - Math.round(a.value / SAME_VALUE);
  if (difference !== 0) return difference;
  if (a.action !== b.action) return a.action === "score" ? -1 : 1;
  if (a.category !== b.category) return a.category - b.category;
  const [left, right] = [a.dice.join(""), b.dice.join("")];
  return left < right ? -1 : Number(left > right);
}

/**
 * Solve the turn of a scorecard with the values of a table.
 * @param {import("./game.js").Game} game
 * @param {import("./data.js").ValueTable} table
 * @param {{filled: number, upper_total: number}} state
 */
export function openTurn(game, table, state) {
  return solveTurn(game, (filled, upper_total) => valueOfState(table, game.states, filled, upper_total), state);
}

/**
 * Rank every option that a roll leaves.
 * @param {import("./game.js").Game} game
 * @param {import("./turn.js").Turn} turn
 * @param {number} roll Index of the roll on the table.
 * @param {number} rerolls Rerolls in hand.
 * @returns {Option[]} Best first.
 */
export function rankOptions({lattice, ruleset, points_of_roll}, turn, roll, rerolls) {
  if (!(roll >= 0 && roll < lattice.n_rolls)) throw new RangeError(`roll ${roll} is outside 0..${lattice.n_rolls - 1}`);
  if (!(rerolls >= 0 && rerolls < ruleset.n_throws)) {
    throw new RangeError(`${rerolls} rerolls are outside 0..${ruleset.n_throws - 1}`);
  }
  /** @type {Option[]} */
  const options = [];
  turn.value_of_score.forEach((values, category) => {
    if (values === null) return;
    const points = points_of_roll[roll * ruleset.categories.length + category];
    const dice = lattice.dice_of_keep[lattice.first_roll + roll];
    options.push({action: "score", dice, category, points, value: values[roll], regret: 0});
  });
  const keeps = rerolls > 0 ? keepsOfRoll(lattice, roll) : [];
  for (const keep of keeps) {
    const dice = lattice.dice_of_keep[keep];
    options.push({action: "keep", dice, category: -1, points: 0, value: turn.value_of_keep[rerolls][keep], regret: 0});
  }
  options.sort(compareOptions);
  for (const option of options) option.regret = Math.max(0, options[0].value - option.value);
  return options;
}
