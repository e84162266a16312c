/** How likely the bonus is from cards with few filled boxes, from which there are too many games to be followed. */

import {countBits} from "../game/rules/jokers.js";
import {upperTotalsOf} from "../game/states.js";

/** @import {Game} from "../game/tables.js" */

/**
 * @typedef {object} Early
 * @property {number} n_filled Filled boxes of the cards of which it is known.
 * @property {ReadonlyMap<number, number>} chances By state: the set of filled boxes times the number of upper totals,
 *   and the upper total.
 */

/**
 * Read the chances.
 * @param {ArrayBuffer} bytes The file, inflated. @param {Game} game @returns {Early}
 * @throws {Error} For a file that is not of this game.
 */
export function readEarly(bytes, {ruleset: {categories, threshold}, states}) {
  const {n_filled, units, chances} = JSON.parse(new TextDecoder().decode(bytes));
  const cards = Array.from({length: 2 ** categories.length}, (_, filled) => filled).filter((filled) => countBits(filled) === n_filled);
  const keys = cards.flatMap((filled) => upperTotalsOf(states, filled).map((total) => filled * (threshold + 1) + total));
  if (chances?.length !== keys.length) throw new Error("The chances of the bonus belong to another version of this page.");
  return {n_filled, chances: new Map(keys.map((key, place) => [key, chances[place] / units]))};
}
