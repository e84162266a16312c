/** Every option of a position, best first: each distinct set of dice to keep, each open category to score in. */

import {entryOf, situationOf} from "./rules/jokers.js";
import {keepsOfRoll} from "./lattice.js";
import {scoresWith} from "./turn.js";

/**
 * @typedef {object} Option
 * @property {"keep" | "score"} action
 * @property {readonly number[]} dice Dice kept, ascending; for a score the whole roll.
 * @property {number} category Index in scorecard order; -1 for a keep.
 * @property {number} points Points written into the box now; 0 for a keep.
 * @property {number} on_top Points written on top of them.
 * @property {number} value Points still to come, this turn's included; with the points so far, the expected final score.
 * @property {number} regret The best value less this one.
 */

/** Values closer than this are the same number, computed in another order. */
const SAME_VALUE = 2 ** -30;

/** Order options: value, then scoring before keeping, then scorecard order, then lexicographic dice. @param {Option} a @param {Option} b */
function compareOptions(a, b) {
  const difference = Math.round(b.value / SAME_VALUE) - Math.round(a.value / SAME_VALUE);
  if (difference !== 0) return difference;
  if (a.action !== b.action) return a.action === "score" ? -1 : 1;
  if (a.category !== b.category) return a.category - b.category;
  const [left, right] = [a.dice.join(""), b.dice.join("")];
  return left < right ? -1 : Number(left > right);
}

/**
 * Rank every option that a roll leaves.
 * @param {import("./tables.js").Game} game @param {import("./turn.js").Turn} turn
 * @param {number} roll Index of the roll on the table.
 * @param {number} rerolls Rerolls in hand.
 * @returns {Option[]} Best first.
 */
export function rankOptions({lattice, ruleset, points_of_roll}, turn, roll, rerolls) {
  const most = turn.value_of_keep.length - 2;
  if (!(roll >= 0 && roll < lattice.n_rolls)) throw new RangeError(`roll ${roll} is outside 0..${lattice.n_rolls - 1}`);
  if (!(rerolls >= 0 && rerolls <= most)) throw new RangeError(`${rerolls} rerolls are outside 0..${most}`);
  const dice = lattice.dice_of_keep[lattice.first_roll + roll];
  const situation = situationOf(ruleset, turn);
  /** @type {Option[]} */
  const options = [];
  scoresWith(turn, rerolls).forEach((values, category) => {
    if (values === null) return;
    const entry = entryOf(ruleset, category, dice, situation, points_of_roll[roll * ruleset.categories.length + category]);
    if (entry === null) return;
    options.push({action: "score", dice, category, points: entry.points, on_top: entry.on_top, value: values[roll], regret: 0});
  });
  const keeps = rerolls > 0 ? keepsOfRoll(lattice, roll) : [];
  for (const keep of keeps) {
    const value = turn.value_of_keep[rerolls][keep];
    options.push({action: "keep", dice: lattice.dice_of_keep[keep], category: -1, points: 0, on_top: 0, value, regret: 0});
  }
  options.sort(compareOptions);
  for (const option of options) option.regret = Math.max(0, options[0].value - option.value);
  return options;
}
