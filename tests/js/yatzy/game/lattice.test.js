import assert from "node:assert/strict";
import {test} from "node:test";

import {countOrders, findKeep, keepLattice, keepsOfRoll, maxSweep, meanSweep} from "../../../../static/js/yatzy/game/turn.js";

/** @param {number} n_dice @returns {number[][]} Every ordered throw. */
function throws(n_dice) {
  if (n_dice === 0) return [[]];
  return throws(n_dice - 1).flatMap((rest) => [1, 2, 3, 4, 5, 6].map((face) => [...rest, face]));
}

test("five dice have 462 keeps, the last 252 of them rolls, ordered by size and then by dice", () => {
  const lattice = keepLattice(5);
  assert.deepEqual([lattice.n_keeps, lattice.n_rolls, lattice.first_roll], [462, 252, 210]);
  const texts = lattice.dice_of_keep.map((dice) => dice.join(""));
  assert.deepEqual(texts.slice(0, 10), ["", "1", "2", "3", "4", "5", "6", "11", "12", "13"]);
  assert.deepEqual(texts, [...texts].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)));
  assert.equal(texts.at(-1), "66666");
});

test("extensions and sub-keeps of a keep", () => {
  const lattice = keepLattice(5);
  const text = (/** @type {number} */ keep) => lattice.dice_of_keep[keep].join("");
  const keep = findKeep(lattice, [6, 2, 2]);
  const extensions = lattice.extensions_of_keep.slice(6 * keep, 6 * keep + 6);
  assert.deepEqual([...extensions].map(text), ["1226", "2226", "2236", "2246", "2256", "2266"]);
  const [start, end] = [lattice.start_of_subkeeps[keep], lattice.start_of_subkeeps[keep + 1]];
  assert.deepEqual([...lattice.subkeeps.slice(start, end)].map(text), ["26", "22"]);
});

test("the chance of a roll is the share of its orders among all throws", () => {
  const lattice = keepLattice(3);
  const counted = new Float64Array(lattice.n_rolls);
  for (const dice of throws(3)) counted[findKeep(lattice, dice) - lattice.first_roll] += 1 / 216;
  lattice.prob_of_roll.forEach((prob, roll) => assert.ok(Math.abs(prob - counted[roll]) < 1e-12));
  assert.equal(countOrders([1, 1, 2, 5, 6]), 60);
  assert.equal(countOrders([4, 4, 4, 4, 4]), 1);
});

test("keeps of a roll are its distinct proper sub-multisets", () => {
  const lattice = keepLattice(5);
  const roll = (/** @type {string} */ text) => findKeep(lattice, [...text].map(Number)) - lattice.first_roll;
  const keeps = keepsOfRoll(lattice, roll("55566")).map((keep) => lattice.dice_of_keep[keep].join(""));
  assert.deepEqual(keeps, ["", "5", "6", "55", "56", "66", "555", "556", "566", "5556", "5566"]);
  assert.equal(keepsOfRoll(lattice, roll("12345")).length, 31);
  assert.equal(keepsOfRoll(lattice, roll("33333")).length, 5);
});

test("invalid keeps are rejected", () => {
  const lattice = keepLattice(5);
  assert.throws(() => findKeep(lattice, [1, 2, 7]), /1 2 7 are not at most 5 dice that show 1 to 6/);
  assert.throws(() => findKeep(lattice, [1, 1, 1, 1, 1, 1]), RangeError);
});

for (const [name, value] of Object.entries({
  sum: (/** @type {readonly number[]} */ dice) => dice.reduce((a, b) => a + b, 0),
  max: (/** @type {readonly number[]} */ dice) => Math.max(...dice),
  sixes: (/** @type {readonly number[]} */ dice) => dice.filter((die) => die === 6).length ** 2,
})) {
  test(`sweeps equal their definition (${name})`, () => {
    const lattice = keepLattice(3);
    const values = new Float64Array(lattice.n_keeps).fill(NaN);
    for (let keep = lattice.first_roll; keep < lattice.n_keeps; keep += 1) values[keep] = value(lattice.dice_of_keep[keep]);
    meanSweep(lattice, values);
    lattice.dice_of_keep.forEach((dice, keep) => {
      const ends = throws(3 - dice.length).map((thrown) => value([...dice, ...thrown]));
      assert.ok(Math.abs(values[keep] - ends.reduce((a, b) => a + b, 0) / ends.length) < 1e-12);
    });
    const swept = values.slice();
    maxSweep(lattice, swept);
    lattice.dice_of_keep.forEach((dice, keep) => {
      const within = lattice.dice_of_keep.flatMap((other, index) => (holds(dice, other) ? [values[index]] : []));
      assert.equal(swept[keep], Math.max(...within));
    });
  });
}

/** @param {readonly number[]} dice @param {readonly number[]} part */
function holds(dice, part) {
  const rest = [...dice];
  return part.every((die) => rest.includes(die) && rest.splice(rest.indexOf(die), 1).length === 1);
}
