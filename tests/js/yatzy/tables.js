/** Value tables for tests, in the format of the published one. */

import {createHash} from "node:crypto";

import {tableFromArrays, tableToIPC} from "@uwdata/flechette";

/**
 * Return the metadata of a published table of a game.
 * @param {import("../../../static/js/yatzy/game/tables.js").Game} game
 * @param {Uint16Array} steps_of_row
 */
export function metadataOf({ruleset}, steps_of_row) {
  return {
    schema_version: "2",
    ruleset: ruleset.name,
    options: JSON.stringify(ruleset.options),
    theta: "0",
    step: "0.00390625",
    rows: String(steps_of_row.length),
    start_value: "248.43998937800000",
    sha256: createHash("sha256").update(steps_of_row).digest("hex"),
    n_dice: String(ruleset.n_dice),
    categories: JSON.stringify(ruleset.categories.map((category) => category.name)),
    threshold: String(ruleset.threshold),
    bonus: String(ruleset.bonus),
  };
}

/**
 * Write values as an Arrow stream: residuals along the upper totals and along every lower category, non-negative, in two
 * columns of bytes. Per cell: neighbours at an odd distance are subtracted, those at an even distance added.
 * @param {import("../../../static/js/yatzy/game/tables.js").Game} game
 * @param {Uint16Array} steps_of_row
 * @param {Record<string, string>} [metadata]
 * @returns {ArrayBuffer}
 */
export function writeTable({states}, steps_of_row, metadata = {}) {
  const [low, high] = [new Uint8Array(steps_of_row.length), new Uint8Array(steps_of_row.length)];
  const {n_lower_sets, start_of_set} = states;
  for (let row = 0; row < steps_of_row.length; row += 1) {
    const [pair, set] = [Math.floor(row / n_lower_sets), row % n_lower_sets];
    const before = start_of_set.includes(pair) ? [0] : [0, n_lower_sets];
    let left = 0;
    for (let taken = set; ; taken = (taken - 1) & set) {
      const odd = taken.toString(2).replaceAll("0", "").length % 2;
      for (const back of before) left += (odd + Number(back > 0)) % 2 === 0 ? steps_of_row[row - taken - back] : -steps_of_row[row - taken - back];
      if (taken === 0) break;
    }
    const signed = (left << 16) >> 16;
    const folded = signed < 0 ? -2 * signed - 1 : 2 * signed;
    [low[row], high[row]] = [folded & 0xff, folded >> 8];
  }
  const table = tableFromArrays({low, high});
  Object.assign(table.schema, {metadata: new Map(Object.entries(metadata))});
  const bytes = /** @type {Uint8Array} */ (tableToIPC(table, {format: "stream"}));
  return /** @type {ArrayBuffer} */ (bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
