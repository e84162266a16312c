/**
 * Compute the values of a game whose boxes are filled in order: it has so few states that no table is needed. All upper
 * totals of a set of filled boxes are computed together, from the last box of the card to the first.
 */

import {upperTotalsOf} from "../game/tables.js";
import {solveTurn} from "../game/turn.js";

/** @import {Game} from "../game/tables.js" @import {Values} from "../advisor/values.js" */

/** Interval between pauses in which the page can respond. */
const BREATH_MS = 8;

/** List the sets of filled boxes from a given one to the full card. @param {Game} game @param {number} filled */
function setsFrom({ruleset: {categories}}, filled) {
  const sets = [filled];
  for (let set = filled; set !== 2 ** categories.length - 1; sets.push(set)) set |= set + 1; // The lowest open box.
  return sets;
}

/** Compute the values of all states. @param {Game} game @returns {Promise<Values>} */
export async function valuesInOrder(game) {
  const {states, ruleset: {bonus, threshold, categories}} = game;
  const full = 2 ** categories.length - 1;
  /** By set of filled boxes and upper total. @type {Map<number, Map<number, number>>} */
  const known = new Map([[full, new Map(upperTotalsOf(states, full).map((total) => [total, total === threshold ? bonus : 0]))]]);

  /** @param {number} filled @param {number} upper_total */
  const valueOf = (filled, upper_total) => known.get(filled)?.get(upper_total) ?? NaN;

  /** Compute the values from a set on; cards begun on paper may have other boxes filled than the first ones. @param {number} filled */
  async function value(filled) {
    let breathed = performance.now();
    for (const set of setsFrom(game, filled).filter((one) => !known.has(one)).reverse()) {
      const values = new Map();
      for (const upper_total of upperTotalsOf(states, set)) {
        values.set(upper_total, solveTurn(game, valueOf, {filled: set, upper_total}).value);
        if (performance.now() - breathed < BREATH_MS) continue;
        await new Promise((resolve) => setTimeout(resolve));
        breathed = performance.now();
      }
      known.set(set, values);
    }
  }

  await value(0);
  return {
    start_value: valueOf(0, 0),
    missing: (filled) => (known.has(filled) ? [] : [String(filled)]),
    bytes: () => 0,
    fetch: async (sets) => { for (const set of sets) await value(Number(set)); },
    valueOf,
  };
}
