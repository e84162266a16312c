/**
 * A card in the solver's terms: the set of filled boxes, and the upper total.
 */

/** @import {Game} from "../game/tables.js" */

/** @typedef {{filled: number, upper_total: number}} Card */

/** @param {Card} one @param {Card} other */
export const isSameCard = (one, other) => one.filled === other.filled && one.upper_total === other.upper_total;

/** @param {Game} game @param {number} filled */
export const totalsOf = ({states}, filled) => states.totals_of_set[filled & (2 ** states.n_upper - 1)];

/**
 * Fill or open a box; the upper total changes to the nearest possible one. One box stays open.
 * @param {Game} game @param {Card} card @param {number} category @returns {Card}
 */
export function switchFilled(game, card, category) {
  const filled = card.filled ^ (1 << category);
  return filled === 2 ** game.ruleset.categories.length - 1 ? card : withTotal(game, {...card, filled}, card.upper_total);
}

/**
 * Set the upper total of a card, or the nearest possible one.
 * @param {Game} game @param {Card} card @param {number} total @returns {Card}
 */
export function withTotal(game, card, total) {
  const totals = totalsOf(game, card.filled);
  const nearest = totals.reduce((best, one) => (Math.abs(one - total) < Math.abs(best - total) ? one : best));
  return {filled: card.filled, upper_total: nearest};
}

/**
 * Read a card from a link.
 * @param {Game} game @param {number} filled @param {number} upper_total
 * @returns {Card | null} Null if no game can reach it, or the game is over.
 */
export function cardOf(game, filled, upper_total) {
  const n_sets = 2 ** game.ruleset.categories.length;
  if (!(filled >= 0 && filled < n_sets - 1)) return null;
  return totalsOf(game, filled).includes(upper_total) ? {filled, upper_total} : null;
}
