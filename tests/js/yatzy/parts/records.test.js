import assert from "node:assert/strict";
import test from "node:test";

import {groupsOf, recordsOf} from "../../../../static/js/yatzy/parts/records.js";

const table = {player: ["b", "a", "b"], points: [1, 2, 3]};

test("a data set is read by rows, and groups keep the order of rows", () => {
  assert.deepEqual(recordsOf(table), [{player: "b", points: 1}, {player: "a", points: 2}, {player: "b", points: 3}]);
  assert.deepEqual(groupsOf(table, "player").map((rows) => rows.map(({points}) => points)), [[1, 3], [2]]);
});
