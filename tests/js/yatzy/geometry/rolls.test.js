import assert from "node:assert/strict";
import test from "node:test";

import {countKeeps, keepsBySize, keptDice, textOfWay} from "../../../../static/js/yatzy/geometry/keep-ways.js";
import {drawMap, drawWays, wordsOfKeep, wordsOfRoll} from "../../../../static/js/yatzy/geometry/roll-drawing.js";
import {layOutRolls, ROWS} from "../../../../static/js/yatzy/parts/roll-map.js";
import {rollOf, textOfThrow, throwOfText, turnDie} from "../../../../static/js/yatzy/geometry/throw.js";
import {ascending} from "../../../../static/js/yatzy/parts/throwing.js";
import {view} from "../../../../static/js/yatzy/widgets/rolls.js";
import {testStill} from "../stills.js";
import {rollTable} from "../widget-data.js";

const table = rollTable();
const map = layOutRolls(table);
const dice = (/** @type {string} */ text) => Array.from(text, Number);

testStill("rolls", () => view({}, {rolls: table}));
testStill("rolls, five of a kind", () => view({throw: "33333.31"}, {rolls: table}));

test("every roll has a cell of its own, in the columns of its pattern", () => {
  const cells = new Set();
  table.roll.forEach((roll, index) => {
    const {column, row} = map.cellOf(roll);
    assert.ok(row >= 0 && row < ROWS && column >= 0 && column < map.columns, roll);
    const pattern = map.patterns.find((one) => one.key === table.pattern[index]);
    assert.ok(pattern && column >= pattern.column && column < pattern.column + pattern.columns, roll);
    assert.equal(map.indexAt({column, row}), index);
    cells.add(`${column} ${row}`);
  });
  assert.equal(cells.size, 252);
  assert.equal(map.columns * ROWS, 252);
});

test("the areas of the map add up to all throws", () => {
  const throws = map.patterns.reduce((sum, {columns, orders}) => sum + ROWS * columns * orders, 0);
  assert.equal(throws, 6 ** 5);
  const sides = [...drawMap(map).matchAll(/stroke-width="([\d.]+)"/g)].map(([, side]) => Number(side));
  const areas = map.patterns.map(({orders}) => orders / 120);
  sides.forEach((side, index) => assert.ok(Math.abs((side / sides[6]) ** 2 - areas[index]) < 2e-3));
});

test("no mark of the map is without length, which paper would leave out", () => {
  const dots = drawMap(map).match(/d="M[^"]+"/g) ?? [];
  assert.ok(dots.length > 0);
  for (const path of dots) assert.doesNotMatch(path, /[hv]0(?![.\d])/);
});

test("the 32 ways of every roll come to its distinct keeps", () => {
  table.roll.forEach((roll, index) => {
    const sizes = keepsBySize(dice(roll));
    assert.equal(countKeeps(sizes), table.distinct_keeps[index], roll);
    const ways = sizes.flat().flatMap((keep) => keep.ways);
    assert.deepEqual(ways.sort((a, b) => a - b), Array.from({length: 32}, (_, way) => way));
    for (const keep of sizes.flat()) for (const way of keep.ways) assert.equal(keptDice(dice(roll), way), keep.dice);
  });
});

test("over all rolls there are 462 keeps", () => {
  const keeps = new Set(table.roll.flatMap((roll) => keepsBySize(dice(roll)).flat().map((keep) => keep.dice)));
  assert.equal(keeps.size, 462);
});

test("equal ways share a frame, and the chosen one is marked", () => {
  const drawn = drawWays({thrown: dice("61525"), way: 8});
  assert.match(drawn, /<span class="keep chosen"><span class="way" data-press="way-4">··5··<\/span><span class="way mine" data-press="way-8">···5·<\/span><\/span>/);
  assert.equal(drawn.match(/class="keep/g)?.length, 24);
  assert.equal(textOfWay(dice("12556"), 25), "1··56");
});

test("the words tell the chance of a roll and the ways to a keep", () => {
  assert.equal(wordsOfRoll(map, "12556"), "<b>1 2 5 5 6</b>, one pair: 60 throws are this roll. Its chance is 60 in 7,776, or 0.77%.");
  assert.match(wordsOfRoll(map, "44444"), /five of a kind: 1 throw is this roll/);
  assert.equal(wordsOfKeep({thrown: dice("61525"), way: 8}), "Keep <b>5</b>: 2 ways do this.");
  assert.equal(wordsOfKeep({thrown: dice("61525"), way: 0}), "Keep nothing: only one way does this.");
});

test("throws survive the way through a link; nonsense is no throw", () => {
  assert.equal(textOfThrow(/** @type {any} */ (throwOfText("61525.24"))), "61525.24");
  for (const text of [null, "", "61525", "71525.0", "61525.32", "6152.1"]) assert.equal(throwOfText(text), null);
});

test("turning a die gives another roll, of which nothing is kept", () => {
  assert.deepEqual(turnDie({thrown: dice("61525"), way: 8}, 0, 1), {thrown: dice("11525"), way: 0});
  assert.deepEqual(rollOf(dice("61525")), dice("12556"));
  assert.deepEqual(ascending(dice("61525")), [1, 3, 2, 4, 0]);
});
