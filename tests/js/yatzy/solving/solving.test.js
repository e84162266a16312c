import assert from "node:assert/strict";
import {test} from "node:test";

import {
  bestHand, drawBars, judge, keptDice, meansOfBoxes, meansOfChoices, nameOfKeep, outlook, solveBox, verdictOf, view as viewBox, wordsOfHand,
} from "../../../../static/js/yatzy/widgets/last-box.js";
import {
  countSolved, drawWave, frontOfStep, frontOfText, readLayers, spanOf, timeWork, view as viewWave, widthOf, wordsOfLayer,
} from "../../../../static/js/yatzy/widgets/wave.js";
import {drawField, view as viewWork, wordsOfWork} from "../../../../static/js/yatzy/widgets/turn-work.js";
import {layOutGame} from "../../../../static/js/yatzy/game/tables.js";
import {keepLattice} from "../../../../static/js/yatzy/game/turn.js";
import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {readDataSet} from "../published.js";
import {testStill} from "../stills.js";

const game = layOutGame(scandinavian);
const names = scandinavian.categories.map(({name}) => name);
const [last_box, chance_keeps, layers, layer_values, sweep_work] = /** @type {any[]} */ (
  await Promise.all(["last_box", "chance_keeps", "layers", "layer_values", "sweep_work"].map(readDataSet)));

testStill("last-box", () => viewBox({}));
testStill("last-box, Yatzy", () => viewBox({moment: "yatzy.33321.1.7"}));
testStill("wave", () => viewWave({}, {layers, layer_values}));
testStill("wave, solved", () => viewWave({front: "0"}, {layers, layer_values}));
testStill("wave, at a step", () => viewWave({step: 2}, {layers, layer_values}));
testStill("turn-work", () => viewWork({}, {sweep_work}));

test("the means of all boxes are the solver's", () => {
  const means = meansOfBoxes(game);
  last_box.category.forEach((/** @type {string} */ name, /** @type {number} */ row) => {
    assert.ok(Math.abs(means[names.indexOf(name)][last_box.rerolls[row]] - last_box.mean[row]) < 1e-9, name);
  });
});

test("the chance of points in a box is the solver's", () => {
  last_box.category.forEach((/** @type {string} */ name, /** @type {number} */ row) => {
    const box = solveBox(game, names.indexOf(name));
    const chances = box.chances_of_keep[last_box.rerolls[row] + 1][0];
    const chance = chances.reduce((/** @type {number} */ sum, /** @type {number} */ one, /** @type {number} */ place) => sum + (box.points[place] > 0 ? one : 0), 0);
    assert.ok(Math.abs(chance - last_box.chance[row]) < 1e-9, name);
  });
});

test("every keep of a hand has the solver's value, and the best is found", () => {
  const box = solveBox(game, names.indexOf("chance"));
  const dice = [2, 4, 4, 5, 6];
  for (let kept = 0; kept < 31; kept += 1) {
    for (const rerolls of [1, 2]) {
      const keep = keptDice({dice, kept, rerolls}).join("") || "none";
      const row = chance_keeps.keep.findIndex((/** @type {string} */ one, /** @type {number} */ index) => one === keep && chance_keeps.rerolls[index] === rerolls);
      assert.ok(Math.abs(outlook(game.lattice, box, {dice, kept, rerolls}).mean - chance_keeps.mean[row]) < 1e-9);
    }
  }
  assert.deepEqual(keptDice(bestHand(game.lattice, box, {dice, kept: 0, rerolls: 2})), [5, 6]);
  assert.deepEqual(keptDice(bestHand(game.lattice, box, {dice, kept: 0, rerolls: 1})), [4, 4, 5, 6]);
  assert.equal(bestHand(game.lattice, box, {dice, kept: 0, rerolls: 0}).kept, 31);
  assert.ok(outlook(game.lattice, box, {dice, kept: 31, rerolls: 2}).writes);
  const means = meansOfChoices(game.lattice, box, {dice, kept: 0, rerolls: 2});
  assert.deepEqual([means.length, means[0].toFixed(6), means[23].toFixed(6)], [24, "20.000000", "23.750000"]);
  assert.deepEqual(meansOfChoices(game.lattice, box, {dice, kept: 0, rerolls: 0}), [21]);
});

test("bars and words of a hand", () => {
  const box = solveBox(game, names.indexOf("yatzy"));
  const hand = {dice: [3, 3, 3, 3, 1], kept: 15, rerolls: 1};
  const leads = outlook(game.lattice, box, hand);
  assert.match(drawBars(box, leads), /83%<\/text>[^]*17%<\/text>[^]*mean 8\.33/);
  assert.equal(wordsOfHand(hand, leads, leads.mean, "Yatzy"), "Keep 3 3 3 3, throw one: <b>8.33</b> points on average. No choice is worth more.");
  assert.equal(wordsOfHand({...hand, rerolls: 0}, {...leads, mean: 0, writes: true}, 0, "Yatzy"), "Write <b>0</b> into Yatzy.");
});

test("the wave counts solved states and describes a layer", () => {
  const read = readLayers({layers, layer_values});
  assert.deepEqual([countSolved(read, 0), countSolved(read, 14), countSolved(read, 15)], [1430528, 1023, 64]);
  for (const {bins, states} of read) assert.equal(bins.reduce((sum, bin) => sum + bin.states, 0), states);
  assert.match(wordsOfLayer(read, 14, 14), /959 states,<\/span> <span>worth <b>2\.1<\/b> to <b>73\.3<\/b>/);
  assert.match(wordsOfLayer(read, 0, 0), /<b>248\.44<\/b>/);
  assert.match(wordsOfLayer(read, 3, 9), /Not known yet/);
  assert.match(drawWave(read, 0), />248\.44</);
  assert.doesNotMatch(drawWave(read, 1), />248\.44</);
  assert.deepEqual([0, 1, 2, 3, 4, 5].map(frontOfStep), [15, 14, 8, 1, 0, 0]);
  assert.match(viewWave({step: 1}, {layers, layer_values}), /<b>1,023<\/b>/);
  assert.deepEqual([frontOfText("7", read), frontOfText("16", read), frontOfText("x", read), frontOfText(null, read)], [7, null, null, null]);
});

test("ten times as many states add the same width", () => {
  const [a, b, c] = [9, 99, 999].map((states) => widthOf(states, 9999));
  assert.ok(Math.abs(2 * b - a - c) < 1e-12);
});

test("work is timed by running it", () => {
  let [clock, done] = [0, 0];
  const {times, each} = timeWork(() => { done += 1; clock += 5; }, () => clock, 20);
  assert.deepEqual([times, each, done], [4, 5, 5]);
  assert.deepEqual([9_000, 60_000, 480_000].map(spanOf), ["9.0 seconds", "60 seconds", "8 minutes"]);
});

test("the formulas of the work count pairs and steps", () => {
  sweep_work.n_dice.slice(0, 4).forEach((/** @type {number} */ n_dice, /** @type {number} */ row) => {
    const lattice = keepLattice(n_dice);
    assert.equal(lattice.n_keeps, sweep_work.keeps[row]);
    assert.equal(lattice.extensions_of_keep.length, sweep_work.steps[row]);
    assert.equal(lattice.subkeeps.length, sweep_work.steps[row]);
    assert.equal(lattice.first_roll, sweep_work.short_keeps[row]);
    const rolls = lattice.dice_of_keep.slice(lattice.first_roll);
    const parts = rolls.map((dice) => [1, 2, 3, 4, 5, 6].reduce((product, face) => product * (1 + dice.filter((die) => die === face).length), 1));
    assert.equal(parts.reduce((a, b) => a + b, 0), sweep_work.pairs[row]);
  });
});

test("a field has as many dots as there are operations", () => {
  const lengths = [...drawField(1260, 67).matchAll(/h(\d+)/g)].map(([, length]) => Number(length));
  assert.equal(lengths.reduce((a, b) => a + b, 0), 1260);
  assert.match(wordsOfWork(sweep_work, 3), /^Five dice: 462 keeps[^]*<b>3\.5 times<\/b>[^]*17,472 operations against 5,040/);
});

test("a first answer loses a point for each quarter lost", () => {
  const chance = solveBox(game, names.indexOf("chance"));
  const opening = {dice: [2, 4, 4, 5, 6], kept: 0, rerolls: 2};
  const hands = Array.from({length: 32}, (_, kept) => ({...opening, kept}));
  const best = Math.max(...chance_keeps.mean.filter((/** @type {number} */ _, /** @type {number} */ row) => chance_keeps.rerolls[row] === 2));
  for (const hand of hands.slice(0, -1)) {
    const keep = keptDice(hand).sort((a, b) => a - b).join("") || "none";
    const row = chance_keeps.keep.findIndex((/** @type {string} */ one, /** @type {number} */ at) => one === keep && chance_keeps.rerolls[at] === 2);
    const {loss, better, points} = judge(game.lattice, chance, hand);
    assert.ok(Math.abs(loss - (best - chance_keeps.mean[row])) < 1e-9, keep);
    assert.equal(points, Math.max(0, 10 - Math.round(4 * loss)));
    assert.equal(better === 0, loss < 1e-9);
  }
  const fives = hands[0b11000];
  assert.equal(nameOfKeep(fives), "Keep 5 6");
  assert.match(verdictOf(fives, judge(game.lattice, chance, fives)), /is the best there is/);
  assert.match(verdictOf(hands[0b11100], judge(game.lattice, chance, hands[0b11100])), /Keep 4 5 6.*One other choice is better.*0\.25/);
  assert.equal(nameOfKeep(hands[0]), "Throw all five");
  assert.equal(nameOfKeep(hands[31]), "Keep all five");
});
