/** The game solved by the published kernel: equal to the solver's to the last bit, with SIMD and without. */
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {fileURLToPath} from "node:url";

import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {layOutGame} from "../../../../static/js/yatzy/game/tables.js";
import {solveTurn} from "../../../../static/js/yatzy/game/turn.js";
import {drawLayers, drawPrices, readKnown, shownOf, view, wordsOf} from "../../../../static/js/yatzy/widgets/device-solve.js";
import {rulesAfter, rulesetOf, rulesOfText, textOfRules, USUAL} from "../../../../static/js/yatzy/machine/device/rules.js";
import {portable} from "../../../../static/js/yatzy/machine/device/run.js";
import {solutionOf, solveValues} from "../../../../static/js/yatzy/machine/device/solve.js";
import {answer} from "../../../../static/js/yatzy/machine/device/worker.js";
import {readRecords} from "../../../../static/js/yatzy/record/parse.js";
import {valuesIn} from "../../../../static/js/yatzy/table/device.js";
import {reviewCard} from "../../../../static/js/yatzy/table/review.js";
import {readDataSet} from "../published.js";
import {testStill} from "../stills.js";

/** @import {Kernel} from "../../../../static/js/yatzy/machine/device/solve.js" @import {Game} from "../../../../static/js/yatzy/game/tables.js" */
/** @import {Values} from "../../../../static/js/yatzy/advisor/values.js" */
/** @import {Progress} from "../../../../static/js/yatzy/machine/device/worker.js" */

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const FILES = ["yatzy.simd.wasm", "yatzy.wasm"];
const COMPILE = `
import base64, json, pathlib
from site_builder.assets.kernels import compile_kernels
kernels = compile_kernels(pathlib.Path(), ${JSON.stringify(FILES)})
print(json.dumps({name: base64.b64encode(content).decode() for name, content in kernels.items()}))
`;
const compiled = JSON.parse(execFileSync(".venv/bin/python", ["-c", COMPILE], {cwd: ROOT, encoding: "utf-8"}));
const [fast, plain] = FILES.map((name) => Uint8Array.from(Buffer.from(compiled[name], "base64")));

const [prices, counter, layers] = await Promise.all(["prices", "counter", "layers"].map(readDataSet));
const data = {prices, counter, layers};

testStill("device-solve", () => view({}, data));
testStill("device-solve, other rules", () => view({linked: "100.70.1"}, data));

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<Kernel>} */
async function kernelOf(bytes) {
  const {instance} = await WebAssembly.instantiate(bytes);
  return /** @type {Kernel} */ (/** @type {unknown} */ (instance.exports));
}

/** Return the value of each state by the advisor's turn. @param {Game} game */
function valuesOf(game) {
  const {categories, bonus, threshold} = game.ruleset;
  /** @type {Map<string, number>} */
  const known = new Map();
  const valueOf = (/** @type {number} */ filled, /** @type {number} */ upper_total) => {
    const key = `${filled} ${upper_total}`;
    if (filled === (1 << categories.length) - 1) return upper_total === threshold ? bonus : 0;
    const found = known.get(key) ?? solveTurn(game, valueOf, {filled, upper_total}).value;
    known.set(key, found);
    return found;
  };
  return valueOf;
}

test("kernels weigh less than two kilobytes", () => {
  assert.ok(fast.length < 2000 && plain.length < 2000, `${fast.length} and ${plain.length} bytes`);
  assert.notDeepEqual(fast, plain);
});

test("the whole game equals the solver's to the last bit", async () => {
  /** @type {Progress[]} */
  const told = [];
  const question = {kernel: /** @type {ArrayBuffer} */ (fast.buffer), game: structuredClone(portable(layOutGame(scandinavian))), wants_values: true};
  await answer(question, (progress) => told.push(structuredClone(progress)));
  const last = told[told.length - 1];
  await showEveryDigit(valuesIn(/** @type {Float64Array} */ (last.values), USUAL.threshold + 1));
  assert.equal(last.solution?.value, counter.start_value[0]);
  const known = readKnown(data);
  assert.deepEqual(last.solution?.prices, known.ours.prices);
  assert.deepEqual(last.done, known.states);
  assert.deepEqual(last.all, known.states);
  for (const {done, all, solution} of told.slice(0, -1)) {
    assert.equal(solution, null);
    const solving = done.findIndex((count) => count > 0);
    assert.deepEqual(done.slice(solving + 1), all.slice(solving + 1), "a layer begins when those after it are whole");
  }
});

/** Format points in tenths, a half upwards, as the solver does. @param {number} points */
function tenths(points) {
  const settled = Math.floor(points * 2 ** 30 + 0.5) / 2 ** 30;
  return (Math.floor(settled * 10 + 0.5) / 10 + 0).toFixed(1);
}

/** Check that a report from values solved on the device has the digits of `solver review`: thirty games. @param {Values} values */
async function showEveryDigit(values) {
  const game = layOutGame(scandinavian);
  /** @type {{record: string, account: string, regrets: string, best: string}[]} */
  const games = JSON.parse(readFileSync(new URL("../../../golden/reviews_exact.json", import.meta.url), "utf8"));
  assert.equal(games.length, 30);
  for (const told of games) {
    const [{players: [{turns}]}] = readRecords(told.record);
    const scores = scandinavian.categories.map(({name}) => turns.find(({box}) => box === name)?.points ?? null);
    const {start, luck, regret, final, decisions} = await reviewCard(game, values, {scores, turns, n_extra_yahtzees: 0, saved: 0, peeks: 0, made_again: 0});
    assert.equal([...[start, luck, regret].map(tenths), final].join(" "), told.account);
    assert.equal(decisions.map(({chosen}) => tenths(chosen.regret)).join(" "), told.regrets);
    const best = decisions.map(({options, chosen}) => (chosen.regret <= 2 ** -30 ? chosen : options[0]));
    assert.equal(best.map(({category, dice}) => scandinavian.categories[category]?.name ?? (dice.join("") || "none")).join(" "), told.best);
  }
}

for (const [name, bytes] of [["with vectors", fast], ["without", plain]]) {
  test(`a short game by house rules, ${name}`, async () => {
    const whole = rulesetOf({bonus: 100, threshold: 50, five: true});
    const boxes = ["fours", "fives", "sixes", "full_house", "chance"];
    const game = layOutGame({...whole, categories: whole.categories.filter((category) => boxes.includes(category.name))});
    const kernel = await kernelOf(/** @type {Uint8Array<ArrayBuffer>} */ (bytes));
    const {value, prices: found} = solutionOf(game, solveValues(kernel, game, () => {}));
    const valueOf = valuesOf(game);
    assert.ok(Math.abs(value - valueOf(0, 0)) < 1e-9, `${value} is not ${valueOf(0, 0)}`);
    assert.equal(found.length, 3 * 6 + 2);
    for (const {box, points, price} of found) {
      const after = valueOf(1 << box, game.ruleset.categories[box].face > 0 ? points : 0);
      assert.ok(Math.abs(valueOf(0, 0) - after - price) < 1e-9, `${boxes[box]} for ${points}`);
    }
  });
}

test("links name the rules that can be set, and no others", () => {
  assert.deepEqual(rulesOfText("50.63.0"), USUAL);
  for (const text of ["0.50.0", "200.100.1", "35.63.0"]) assert.equal(textOfRules(/** @type {typeof USUAL} */ (rulesOfText(text))), text);
  for (const text of ["52.63.0", "205.63.0", "50.49.0", "50.101.0", "50.63.2", "50.63", "x"]) assert.equal(rulesOfText(text), null);
  assert.deepEqual(rulesAfter("bonus=100", USUAL), {...USUAL, bonus: 100});
  assert.deepEqual(rulesAfter("five", USUAL), {...USUAL, five: true});
  assert.equal(rulesAfter("bonus=101", USUAL), null);
  assert.equal(rulesAfter("other", USUAL), null);
});

test("what is shown belongs to the rules that are set", () => {
  const known = readKnown(data);
  const other = {...USUAL, bonus: 100};
  assert.equal(shownOf(USUAL, known).stage, "ours");
  assert.equal(shownOf(other, known).stage, "asked");
  assert.match(drawPrices(USUAL, known), /<td>57\.1<\/td>/);
  assert.doesNotMatch(drawPrices(other, known), /<td>\d/);
  const all = known.states;
  known.run = {rules: other, progress: {done: all.map((count, layer) => (layer > 7 ? count : 0)), all, seconds: 1.25, solution: null}};
  assert.match(wordsOf(other, known), /^Layer 7: [\d,]+ of 1,430,528 states, 1\.[23] seconds\.$/);
  assert.equal(drawLayers(other, known).match(/height="1\.0000"/g)?.length, 8);
  assert.equal(shownOf(USUAL, known).stage, "ours");
  known.run = {rules: other, progress: {done: all, all, seconds: 2, solution: {value: known.ours.value + 40, prices: []}}};
  assert.match(wordsOf(other, known), /<b>288\.439989378<\/b> points, 40\.00 more than by the usual rules\.$/);
  known.run = {rules: USUAL, progress: {done: all, all, seconds: 2, solution: {...known.ours, value: known.ours.value + 1e-12}}};
  assert.doesNotMatch(wordsOf(USUAL, known), /to the last bit/);
});
