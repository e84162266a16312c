import assert from "node:assert/strict";
import {test} from "node:test";

import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {reachableStates, rowOfState} from "../../../../static/js/yatzy/game/tables.js";

const states = reachableStates(scandinavian);

test("2,794 upper pairs and 1,430,528 states are reachable", () => {
  assert.equal(states.start_of_set.at(-1), 2794);
  assert.equal(states.n_rows, 1430528);
});

test("upper totals by hand", () => {
  assert.deepEqual(states.totals_of_set[0], [0]);
  assert.deepEqual(states.totals_of_set[0b000100], [0, 3, 6, 9, 12, 15]);
  // Fives and Sixes: 5a + 6b; 55 is 25 + 30.
  assert.deepEqual(states.totals_of_set[0b110000].slice(0, 8), [0, 5, 6, 10, 11, 12, 15, 16]);
  assert.equal(states.totals_of_set[0b110000].at(-1), 55);
  assert.equal(states.totals_of_set[0b111111].length, 64);
});

test("two sets reach the cap only by passing it", () => {
  const passing = states.totals_of_set.flatMap((totals, set) => (totals.includes(63) && !sums(set).has(63) ? [set] : []));
  assert.equal(passing.length, 2);
});

/** Return every uncapped total of an upper set. @param {number} set */
function sums(set) {
  let found = new Set([0]);
  for (let face = 1; face <= 6; face += 1) {
    if (!(set & (1 << (face - 1)))) continue;
    found = new Set([...found].flatMap((total) => [0, 1, 2, 3, 4, 5].map((n) => total + n * face)));
  }
  return found;
}

test("rows count through the states in order, without a gap", () => {
  assert.equal(rowOfState(states, 0, 0), 0);
  let row = 0;
  for (const upper_set of [0, 1, 2]) {
    for (const total of states.totals_of_set[upper_set]) {
      for (let filled = upper_set; filled < 2 ** 15; filled += 2 ** 6) assert.equal(rowOfState(states, filled, total), row++);
    }
  }
  assert.equal(rowOfState(states, 2 ** 15 - 1, 63), states.n_rows - 1);
});

test("an unreachable state has no row", () => {
  assert.throws(() => rowOfState(states, 0b000001, 6), /no game has 6 points/);
  assert.throws(() => rowOfState(states, 0, 64), RangeError);
});
