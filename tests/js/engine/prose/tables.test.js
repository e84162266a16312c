import assert from "node:assert/strict";
import {test} from "node:test";

import {compareCells} from "../../../../static/js/engine/prose/tables.js";

/** @param {string[]} cells @param {boolean} isNumber @param {1 | -1} direction */
const sorted = (cells, isNumber, direction) => [...cells].sort((one, other) => compareCells(one, other, isNumber, direction));

test("numbers are sorted by size, words as words, and what is empty comes last both ways", () => {
  assert.deepEqual(sorted(["10", "", "-3.5", "9", "2e3"], true, 1), ["-3.5", "9", "10", "2e3", ""]);
  assert.deepEqual(sorted(["10", "", "-3.5", "9"], true, -1), ["10", "9", "-3.5", ""]);
  assert.deepEqual(sorted(["pier 10", "", "Pier 9", "mole"], false, 1), ["mole", "Pier 9", "pier 10", ""]);
  assert.deepEqual(sorted(["2026-11-03", "2025-12-24"], false, -1), ["2026-11-03", "2025-12-24"]);
});
