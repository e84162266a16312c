import assert from "node:assert/strict";
import {test} from "node:test";

import {possiblePoints, totalsOfScores} from "../../../../../static/js/yatzy/game/tables.js";
import {scandinavian} from "../../../../../static/js/yatzy/game/rules/scandinavian.js";

/** Points of each category for one roll, from the printed rules. @type {[string, Record<string, number>][]} */
const ROLLS = [
  ["11111", {ones: 5, one_pair: 2, two_pairs: 0, three_of_a_kind: 3, four_of_a_kind: 4, full_house: 0, chance: 5, yatzy: 50}],
  ["11122", {ones: 3, twos: 4, one_pair: 4, two_pairs: 6, three_of_a_kind: 3, full_house: 7, chance: 7}],
  ["12345", {ones: 1, twos: 2, threes: 3, fours: 4, fives: 5, small_straight: 15, chance: 15}],
  ["23456", {twos: 2, threes: 3, fours: 4, fives: 5, sixes: 6, large_straight: 20, chance: 20}],
  ["13456", {ones: 1, threes: 3, fours: 4, fives: 5, sixes: 6, chance: 19}],
  ["14444", {ones: 1, fours: 16, one_pair: 8, two_pairs: 0, three_of_a_kind: 12, four_of_a_kind: 16, chance: 17}],
  ["33444", {threes: 6, fours: 12, one_pair: 8, two_pairs: 14, three_of_a_kind: 12, full_house: 18, chance: 18}],
  ["22556", {twos: 4, fives: 10, sixes: 6, one_pair: 10, two_pairs: 14, chance: 20}],
  ["66666", {sixes: 30, one_pair: 12, three_of_a_kind: 18, four_of_a_kind: 24, chance: 30, yatzy: 50}],
];

for (const [text, expected] of ROLLS) {
  test(`points of ${text}`, () => {
    const roll = [...text].map(Number);
    const points = Object.fromEntries(
      scandinavian.categories.map((category) => [category.name, category.points(roll)]).filter(([, brought]) => brought !== 0),
    );
    assert.deepEqual(points, Object.fromEntries(Object.entries(expected).filter(([, brought]) => brought !== 0)));
  });
}

test("possible points of a category", () => {
  const points = Object.fromEntries(scandinavian.categories.map(({name}, category) => [name, possiblePoints(scandinavian, category)]));
  assert.deepEqual(points.threes, [0, 3, 6, 9, 12, 15]);
  assert.deepEqual(points.one_pair, [0, 2, 4, 6, 8, 10, 12]);
  assert.deepEqual(points.two_pairs, [0, 6, 8, 10, 12, 14, 16, 18, 20, 22]);
  assert.deepEqual(points.small_straight, [0, 15]);
  assert.deepEqual(points.yatzy, [0, 50]);
  // From 1+1+1+2+2 to 5+5+6+6+6. Five of a kind alone makes 10 and 25; 15 is also 1+1+1+6+6, 20 is also 6+6+6+1+1.
  assert.deepEqual(points.full_house, [0, 7, 8, 9, ...Array.from({length: 14}, (_, index) => index + 11), 26, 27, 28]);
  // Any box can be filled with zero, though no roll has fewer than five points.
  assert.deepEqual(points.chance, [0, ...Array.from({length: 26}, (_, index) => index + 5)]);
});

test("totals of a scorecard, before and after the bonus", () => {
  /** @param {Record<string, number>} scored */
  const scores = (scored) => scandinavian.categories.map(({name}) => scored[name] ?? null);
  const early = totalsOfScores(scandinavian, scores({ones: 3, sixes: 24, chance: 20}));
  assert.deepEqual(early, {
    filled: 0b010000000100001, upper: 27, upper_total: 27, extra: 0, on_top: 0, bonus: 0, written: 47, total: 47, over: false,
  });
  const upper = {ones: 5, twos: 10, threes: 9, fours: 12, fives: 15, sixes: 18};
  const earned = totalsOfScores(scandinavian, scores(upper));
  assert.deepEqual([earned.upper, earned.upper_total, earned.bonus, earned.written, earned.total], [69, 63, 50, 69, 119]);
  assert.equal(totalsOfScores(scandinavian, scandinavian.categories.map(() => 0)).over, true);
});
