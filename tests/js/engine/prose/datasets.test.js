import assert from "node:assert/strict";
import {test} from "node:test";

import {matches} from "../../../../static/js/engine/prose/datasets.js";

test("all words must occur, in any order, underscores and capitals aside", () => {
  const texts = ["joint_events 16 rows Tell how four events come together.", "score_curve A final score"];
  assert.deepEqual(matches(texts, "events JOINT"), [true, false]);
  assert.deepEqual(matches(texts, "score_curve"), [false, true]);
  assert.deepEqual(matches(texts, "score four"), [false, false]);
  assert.deepEqual(matches(texts, "  "), [true, true]);
});
