/** The browser's core against the solver: the same orders, the same points, the same ranking of 10,000 positions. */

import assert from "node:assert/strict";
import {before, test} from "node:test";

import {openTurn, rankOptions} from "../../../static/js/yatzy/advice.js";
import {readValueTable} from "../../../static/js/yatzy/data.js";
import {layOutGame} from "../../../static/js/yatzy/game.js";
import {findKeep} from "../../../static/js/yatzy/lattice.js";
import {scandinavian} from "../../../static/js/yatzy/rules.js";
import {readPublishedTable, readVectors} from "./published.js";

const game = layOutGame(scandinavian);
const {lattice, states} = game;

/** @type {import("./published.js").Vectors} */
let vectors;
/** @type {import("../../../static/js/yatzy/data.js").ValueTable} */
let table;

before(async () => {
  vectors = await readVectors();
  table = await readValueTable(await readPublishedTable(), game);
});

test("rolls, keeps, categories, points and upper totals are in the solver's order", () => {
  const texts = lattice.dice_of_keep.map((dice) => dice.join(""));
  assert.deepEqual([vectors.schema_version, vectors.ruleset], [1, scandinavian.name]);
  assert.deepEqual(vectors.keeps, texts);
  assert.deepEqual(vectors.rolls, texts.slice(lattice.first_roll));
  assert.deepEqual(vectors.categories, scandinavian.categories.map(({name}) => name));
  assert.deepEqual(vectors.points.flat(), [...game.points_of_roll]);
  assert.deepEqual(vectors.upper_totals_of_set, states.totals_of_set);
});

test("a new game is worth what the table says, within one rounding", () => {
  const {value} = openTurn(game, table, {filled: 0, upper_total: 0});
  assert.ok(Math.abs(value - table.start_value) <= table.step / 2, `${value} against ${table.start_value}`);
});

test("the positions cover every layer of the game and every number of rerolls", () => {
  const filled = new Set(vectors.positions.map((position) => position.filled.toString(2).replaceAll("0", "").length));
  assert.equal(vectors.positions.length, 10_000);
  assert.deepEqual([...filled].sort((a, b) => a - b), Array.from({length: 15}, (_, count) => count));
  assert.deepEqual([...new Set(vectors.positions.map(({rerolls}) => rerolls))].sort(), [0, 1, 2]);
});

test("10,000 positions: the same options, values within the rounding, the same order wherever it can tell", () => {
  // A value is off by half a step at most, and averages and maxima of values are off by no more; JSON has six decimals.
  const bound = table.step / 2 + 1e-6;
  for (const position of vectors.positions) {
    const where = `set ${position.filled}, upper ${position.upper}, ${position.dice}, ${position.rerolls} rerolls`;
    const exact = new Map(position.options.map((option) => [nameOfVector(option), /** @type {number} */ (option.at(-1))]));
    const ranked = rank(position);
    assert.equal(ranked.length, exact.size, where);
    let least = Infinity;
    for (const option of ranked) {
      const expected = exact.get(nameOfOption(option));
      assert.ok(expected !== undefined, `${where}: ${nameOfOption(option)} is no option of the solver's`);
      assert.ok(Math.abs(option.value - expected) <= bound, `${where}: ${nameOfOption(option)} is ${option.value}, not ${expected}`);
      assert.ok(expected <= least + 2 * bound, `${where}: ${nameOfOption(option)} stands too low`);
      assert.ok(Math.abs(option.regret - (ranked[0].value - option.value)) < 1e-9);
      least = Math.min(least, expected);
    }
  }
});

/** @param {import("./published.js").VectorPosition} position */
function rank({filled, upper, dice, rerolls}) {
  const turn = openTurn(game, table, {filled, upper_total: upper});
  const roll = findKeep(lattice, [...dice].map(Number)) - lattice.first_roll;
  return rankOptions(game, turn, roll, rerolls);
}

/** @param {import("./published.js").VectorOption} option */
function nameOfVector(option) {
  return option[0] === "keep" ? `keep ${option[1]}` : `score ${option[1]} ${option[2]}`;
}

/** @param {import("../../../static/js/yatzy/advice.js").Option} option */
function nameOfOption({action, dice, category, points}) {
  return action === "keep" ? `keep ${dice.join("")}` : `score ${scandinavian.categories[category].name} ${points}`;
}
