/** The dice of a seed are the same in the page as in the solver, so that a game can be replayed and checked. */
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";

import {faceOf} from "../../../../static/js/yatzy/table/dice.js";

/** @type {[string, number, number, number, number][]} */
const FACES = JSON.parse(readFileSync(new URL("../../../golden/seeded_dice.json", import.meta.url), "utf8"));

test("the faces are those of the solver", () => {
  assert.ok(FACES.length > 50);
  for (const [seed, turn, throw_, place, face] of FACES) assert.equal(faceOf(seed, turn, throw_, place), face, `${seed} ${turn} ${throw_} ${place}`);
});
