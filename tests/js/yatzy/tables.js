/** Value tables made for tests, in the format of the published one. */

import {createHash} from "node:crypto";

import {tableFromArrays, tableToIPC} from "@uwdata/flechette";

/**
 * The metadata that a published table of a game carries.
 * @param {import("../../../static/js/yatzy/game/tables.js").Game} game
 * @param {Uint16Array} steps_of_row
 */
export function metadataOf({ruleset}, steps_of_row) {
  return {
    schema_version: "1",
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
 * Write values as an Arrow stream: differences within each set of filled categories, in two columns of bytes.
 * @param {import("../../../static/js/yatzy/game/tables.js").Game} game
 * @param {Uint16Array} steps_of_row
 * @param {Record<string, string>} [metadata]
 * @returns {ArrayBuffer}
 */
export function writeTable({states}, steps_of_row, metadata = {}) {
  const [low, high] = [new Uint8Array(steps_of_row.length), new Uint8Array(steps_of_row.length)];
  for (let row = 0; row < steps_of_row.length; ) {
    for (const totals of states.totals_of_set) {
      for (let rank = 0; rank < totals.length && row < steps_of_row.length; rank += 1, row += 1) {
        const delta = (steps_of_row[row] - (rank === 0 ? 0 : steps_of_row[row - 1])) & 0xffff;
        [low[row], high[row]] = [delta & 0xff, delta >> 8];
      }
    }
  }
  const table = tableFromArrays({low, high});
  Object.assign(table.schema, {metadata: new Map(Object.entries(metadata))});
  const bytes = /** @type {Uint8Array} */ (tableToIPC(table, {format: "stream"}));
  return /** @type {ArrayBuffer} */ (bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
