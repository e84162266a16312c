/** Solve a game on the reader's device: house rules without a published table, or full precision. */

import {layOutGame} from "../game/tables.js";
import {rulesetOf} from "../machine/device/rules.js";
import {startRun} from "../machine/device/run.js";

/** @import {Rules} from "../machine/device/rules.js" @import {Values} from "../advisor/values.js" */

/**
 * Solve a game, and return its values.
 * @param {Rules} rules @param {(name: string) => Promise<ArrayBuffer>} file @returns {Promise<Values>}
 */
export async function solvedValues(rules, file) {
  const table = await new Promise((/** @type {(table: Float64Array) => void} */ give, refuse) => {
    const stop = new AbortController();
    startRun(file, layOutGame(rulesetOf(rules)), ({values}) => values && give(values), refuse, stop.signal, true);
  });
  return valuesIn(table, rules.threshold + 1);
}

/** Read a solved table: a row for each set of filled boxes, a number for each upper total. @param {Float64Array} table @param {number} width @returns {Values} */
export function valuesIn(table, width) {
  return {
    start_value: table[0],
    missing: () => [],
    bytes: () => 0,
    fetch: async () => {},
    valueOf: (filled, upper_total) => table[filled * width + upper_total],
  };
}
