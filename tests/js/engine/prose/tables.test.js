import assert from "node:assert/strict";
import {test} from "node:test";

import {compareRanks} from "../../../../static/js/engine/prose/tables.js";

/** @param {string[]} ranks @param {1 | -1} direction */
const sorted = (ranks, direction) => [...ranks].sort((one, other) => compareRanks(one, other, direction));

test("cells are sorted by their ranks, and cells without one are last in both directions", () => {
  assert.deepEqual(sorted(["10", "", "0", "9"], 1), ["0", "9", "10", ""]);
  assert.deepEqual(sorted(["10", "", "0", "9"], -1), ["10", "9", "0", ""]);
});
