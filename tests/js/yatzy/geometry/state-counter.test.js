import assert from "node:assert/strict";
import test from "node:test";

import {
  cellOfNode, cellOfSlot, countBits, countOfStep, drawSlots, drawTile, filledBoxes, HEIGHT, loupeBox, LOWER_SETS, nextNodes, nodeAt,
  pixelOf, SCORECARD, slotAt, slotOfText, textOfSlot, TILE, TURN_ROWS, turnBlocks, turnColumns, view, WIDTH, wordsOfNode, wordsOfSlot,
} from "../../../../static/js/yatzy/widgets/state-counter.js";
import {readUpperSets} from "../../../../static/js/yatzy/geometry/upper-totals.js";
import {findKeep, keepLattice} from "../../../../static/js/yatzy/game/turn.js";
import {testStill} from "../stills.js";
import {counterTable, upperReachability} from "../widget-data.js";

const data = {counter: counterTable(), upper_reachability: upperReachability()};
const sets = readUpperSets(data.upper_reachability);
const lattice = keepLattice(5);
const blocks = turnBlocks(lattice);
const slotOf = (/** @type {string} */ text) => /** @type {import("../../../../static/js/yatzy/widgets/state-counter.js").Slot} */ (slotOfText(text, sets));

for (const step of [0, 1, 2, 3, 4]) testStill(`state-counter, step ${step}`, () => view({step}, data));
testStill("state-counter on its page, with the stills of its steps", () => view({}, data) + [0, 1, 2, 3, 4].map((step) => view({step}, data)).join(""));

test("the map has a pixel for every slot, and finds each again", () => {
  assert.equal(WIDTH * HEIGHT, data.counter.slots[0]);
  assert.equal((WIDTH / SCORECARD) * (HEIGHT / SCORECARD), data.counter.scorecards[0]);
  assert.equal(LOWER_SETS.length, data.counter.lower_sets[0]);
  for (let column = 0; column < WIDTH; column += 37) {
    for (let row = 0; row < HEIGHT; row += 29) assert.deepEqual(cellOfSlot(slotAt({column, row}, true), true), {column, row});
  }
  for (let column = 0; column < WIDTH / SCORECARD; column += 1) {
    for (let row = 0; row < HEIGHT / SCORECARD; row += 7) assert.deepEqual(cellOfSlot(slotAt({column, row}, false), false), {column, row});
  }
});

test("tiles are ordered by the number of lower boxes, all sets once", () => {
  assert.equal(new Set(LOWER_SETS).size, 512);
  LOWER_SETS.forEach((mask, index) => index && assert.ok(countBits(mask) >= countBits(LOWER_SETS[index - 1])));
});

test("a scorecard keeps its tile when totals are distinguished", () => {
  const slot = slotOf("246.0.77");
  const [near, far] = [cellOfSlot(slot, false), cellOfSlot(slot, true)];
  assert.equal(Math.floor(near.column / (TILE / SCORECARD)), Math.floor(far.column / TILE));
  assert.equal(Math.floor(near.row / (TILE / SCORECARD)), Math.floor(far.row / TILE));
  assert.equal(pixelOf(slot, 0).side, SCORECARD);
});

test("the dark pixels of a tile, 512 times, are the unreachable slots", () => {
  const [, path] = /** @type {RegExpExecArray} */ (/class="slot-dark" d="([^"]*)"/.exec(drawTile(sets, "tile")));
  const dark = [...path.matchAll(/h(\d+)v/g)].reduce((sum, [, width]) => sum + Number(width), 0);
  assert.equal(data.counter.slots[0] - 512 * dark, data.counter.reachable_states[0]);
});

test("the shades cover every tile once", () => {
  const areas = [...drawSlots("tile").matchAll(/h(\d+)v(\d+)h-/g)].map(([, width, height]) => Number(width) * Number(height));
  assert.equal(areas.reduce((a, b) => a + b), WIDTH * HEIGHT);
});

test("a slot names its boxes and whether it is reachable", () => {
  const slot = slotOf("13.11.145");
  assert.deepEqual(filledBoxes(slot, sets).map(Number), [1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0]);
  assert.deepEqual(wordsOfSlot(slot, sets, 2), {card: "Ones and Threes, 11 points above; 3 of 9 boxes below.", verdict: "Games come here."});
  assert.match(wordsOfSlot(slotOf("13.40.0"), sets, 2).verdict, /^No game comes here\. They hold 20 points at most/);
  assert.deepEqual(wordsOfSlot(slotOf("1.0.0"), sets, 0), {card: "Ones; none of 9 boxes below.", verdict: "1 box filled."});
  for (const text of [null, "13.11", "13.64.0", "13.11.512", "31.1.1"]) assert.equal(slotOfText(text, sets), null);
  assert.equal(textOfSlot(slot, sets), "13.11.145");
});

test("the loupe is centred on the pixel", () => {
  const {x, y} = pixelOf(slotOf("13.11.145"), 2);
  assert.equal(loupeBox(slotOf("13.11.145"), 2), `${x - 7} ${y - 7} 15 15`);
});

test("a turn has 1,681 places: the slot, and five blocks", () => {
  const places = blocks.reduce((sum, {columns}) => sum + columns * TURN_ROWS, 1);
  assert.equal(places, data.counter.turn_nodes[0]);
  const found = new Set();
  for (let column = 0; column < turnColumns(blocks); column += 1) {
    for (let row = 0; row < TURN_ROWS; row += 1) {
      const node = nodeAt(lattice, blocks, {column, row});
      if (node === null) continue;
      assert.deepEqual(cellOfNode(lattice, blocks, node), {column, row});
      found.add(`${node.block} ${node.keep}`);
    }
  }
  assert.equal(found.size, 1680);
});

test("each place of a turn has the right number of ways out", () => {
  const node = (/** @type {number} */ block, /** @type {string} */ dice) => ({block, keep: findKeep(lattice, Array.from(dice, Number))});
  const ways = (/** @type {number} */ block, /** @type {string} */ dice) => nextNodes(lattice, blocks, node(block, dice)).length;
  assert.deepEqual([ways(0, "12556"), ways(2, "33333"), ways(0, "12345")], [24, 6, 32]);
  assert.deepEqual([ways(1, ""), ways(1, "55"), ways(3, "1234"), ways(3, "12345")], [252, 56, 6, 1]);
  assert.equal(ways(4, "12345"), 0);
  assert.equal(wordsOfNode(lattice, blocks, node(1, "55")), "Keep 5 5: 3 dice fall again, to one of 56 rolls.");
  assert.equal(wordsOfNode(lattice, blocks, node(1, "")), "Keep nothing: 5 dice fall again, to one of 252 rolls.");
  assert.equal(wordsOfNode(lattice, blocks, node(0, "12556")), "Roll 1 2 5 5 6: choose among 24 keeps.");
});

test("every step shows its number from the data", () => {
  assert.deepEqual([0, 1, 2, 3].map((step) => countOfStep(data.counter, step).number), [32768, 2097152, 1430528, 1681]);
  assert.match(view({step: 4}, data), /<b>1\.16<\/b> <span>megabytes for 1,430,528 values/);
});
