import assert from "node:assert/strict";
import {test} from "node:test";

import {readValueTable, valueOfState, ValueTableError} from "../../../../../static/js/yatzy/game/values/table.js";
import {layOutGame} from "../../../../../static/js/yatzy/game/tables.js";
import {scandinavian} from "../../../../../static/js/yatzy/game/rules/scandinavian.js";
import {metadataOf, writeTable} from "../../tables.js";

const small = layOutGame({...scandinavian, name: "small", categories: [...scandinavian.categories.slice(0, 6), ...scandinavian.categories.slice(12)]});
const steps_of_row = Uint16Array.from({length: small.states.n_rows}, (_, row) => (row * 40503) % 65536);
const metadata = metadataOf(small, steps_of_row);
const whole = writeTable(small, steps_of_row, metadata);

/**
 * Check that a file is rejected with a message for readers.
 * @param {ArrayBuffer} file
 * @param {RegExp} message
 */
async function refused(file, message) {
  await assert.rejects(readValueTable(file, small), (error) => {
    assert.ok(error instanceof ValueTableError, String(error));
    assert.match(error.message, message);
    assert.match(error.message, /Reload the page/);
    return true;
  });
}

test("a complete table decodes every value, including wrapped differences", async () => {
  const table = await readValueTable(whole, small);
  assert.deepEqual(table.steps_of_row, steps_of_row);
  assert.equal(table.step, 1 / 256);
  assert.equal(table.start_value, 248.439989378);
  // Second lower set, no upper category: the second row.
  assert.equal(valueOfState(table, small.states, 0b1000000, 0), steps_of_row[1] / 256);
});

test("a file that is no Arrow stream", async () => {
  await refused(new ArrayBuffer(0), /cannot be read: it is damaged, or was cut off/);
  await refused(new TextEncoder().encode("<!doctype html><title>404</title>").buffer, /cannot be read/);
});

test("a table cut off anywhere", async () => {
  for (const share of [0.01, 0.2, 0.5, 0.9, 0.999]) {
    await refused(whole.slice(0, Math.floor(whole.byteLength * share)), /cut off|rows|checksum/);
  }
});

test("a single changed byte among the values", async () => {
  const changed = whole.slice(0);
  new Uint8Array(changed)[changed.byteLength - 600] ^= 1;
  await refused(changed, /its checksum does not fit/);
});

test("a table of another format version", async () => {
  await refused(writeTable(small, steps_of_row, {...metadata, schema_version: "1"}), /format version 1; this page reads version 2. One of them is out of date/);
  await refused(writeTable(small, steps_of_row, {...metadata, schema_version: "3"}), /format version 3; this page reads version 2/);
  await refused(writeTable(small, steps_of_row, {}), /gives no format version/);
});

for (const [key, value] of Object.entries({ruleset: "maxi", n_dice: "6", threshold: "84", bonus: "100", theta: "0.05", categories: '["ones"]'})) {
  test(`a table of a game with another ${key}`, async () => {
    await refused(writeTable(small, steps_of_row, {...metadata, [key]: value}), new RegExp(`belongs to another game: its ${key} is`));
  });
}

test("a table with too few rows, or without a step", async () => {
  const fewer = steps_of_row.slice(0, 4000);
  await refused(writeTable(small, fewer, metadataOf(small, fewer)), /has 4,000 rows where 22,352 are needed/);
  await refused(writeTable(small, steps_of_row, {...metadata, step: ""}), /does not say how large its steps are/);
});

test("values that belong to another solve", async () => {
  await refused(writeTable(small, steps_of_row, {...metadata, sha256: "0".repeat(64)}), /its checksum does not fit/);
});
