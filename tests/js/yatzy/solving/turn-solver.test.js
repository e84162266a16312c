import assert from "node:assert/strict";
import {test} from "node:test";

import {momentOfText, OPENING, PRESETS, readingOf, textOfMoment, view} from "../../../../static/js/yatzy/widgets/turn-solver.js";
import {cardOf, switchFilled, totalsOf, withTotal} from "../../../../static/js/yatzy/parts/card.js";
import {
  bestKeep, boundsOf, colourOf, endOf, frontOf, isFresh, keepsWithin, LAST_STEP, layOutColumns, layOutFan, origin, phaseOfRing, PHASES,
  placeBeside, solveInSweeps, sourcesOf, stepsBetween, valueAt,
} from "../../../../static/js/yatzy/solving/fan.js";
import {nearestPlace} from "site_builder/kit";
import {layOutGame} from "../../../../static/js/yatzy/game/tables.js";
import {findKeep, keepsOfRoll} from "../../../../static/js/yatzy/game/turn.js";
import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {readDataSet} from "../published.js";
import {testStill} from "../stills.js";

const game = layOutGame(scandinavian);
const {lattice} = game;
const keepOf = (/** @type {string} */ text) => findKeep(lattice, [...text].map(Number));
const CHANCE_ONLY = 2 ** 15 - 1 - (1 << 13);
const chance = solveInSweeps(game, () => 0, {filled: CHANCE_ONLY, upper_total: 0});

const opening_turn = /** @type {any} */ (await readDataSet("opening_turn"));
const first_turn = await readDataSet("first_turn");

testStill("turn-solver", () => view({}, {opening_turn}));
testStill("turn-solver, last step", () => view({moment: `0.0.11111.${LAST_STEP}.0`}, {opening_turn}));

test("the steps score, then sweep in, out, in, out and in, one ring per step", () => {
  const rings = Array.from({length: LAST_STEP + 1}, (_, step) => frontOf(step).ring);
  assert.deepEqual(rings, [5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0]);
  assert.deepEqual(PHASES.map((_, phase) => endOf(phase)), [0, 5, 10, 15, 20, 25]);
});

test("a ring shows nothing, the previous sweep or the current one", () => {
  assert.deepEqual([phaseOfRing(frontOf(2), 3), phaseOfRing(frontOf(2), 2), phaseOfRing(frontOf(2), 5)], [1, -1, 1]);
  assert.deepEqual([phaseOfRing(frontOf(8), 3), phaseOfRing(frontOf(8), 4)], [2, 1]);
  assert.ok(isFresh(frontOf(12), 5) && !isFresh(frontOf(12), 1));
  assert.deepEqual([origin(frontOf(12), 5), origin(frontOf(12), 4), origin(frontOf(0), 5)], [2, 3, 0]);
});

test("the centre of the published opening turn shows the published values", () => {
  const markup = view({moment: `0.0.12556.${LAST_STEP}.0`}, {opening_turn});
  for (const value of first_turn.value) assert.ok(markup.includes(value.toFixed(2)), String(value));
  assert.match(markup, new RegExp(`fan-middle[^>]*>${first_turn.value[2].toFixed(2)}<`));
});

test("means and maxima are those of their sources", () => {
  for (const phase of [1, 2, 3, 4, 5]) {
    const values = chance.value_of_phase[phase];
    for (const text of ["", "5", "146", "2255"]) {
      const keep = keepOf(text);
      const sources = sourcesOf(lattice, phase, keep).map((source) => values[source]);
      if (PHASES[phase].kind === "mean") assert.ok(Math.abs(sources.reduce((a, b) => a + b, 0) / 6 - values[keep]) < 1e-9);
      else assert.equal(Math.max(chance.value_of_phase[phase - 1][keep], ...sources), values[keep]);
    }
  }
});

test("a roll ends with the best of its keeps", () => {
  const roll = keepOf("24456");
  const keeps = keepsWithin(lattice, roll);
  assert.deepEqual(keeps.slice(0, -1), keepsOfRoll(lattice, roll - lattice.first_roll));
  const best = [1, 3].map((phase) => lattice.dice_of_keep[bestKeep(chance, keeps, phase)].join(""));
  assert.deepEqual(best, ["4456", "56"]);
  assert.equal(valueAt(chance, lattice, endOf(2), roll), 22.5);
  assert.equal(valueAt(chance, lattice, endOf(4), roll), 23.75);
  assert.equal(valueAt(chance, lattice, 2, keepOf("5")), null);
});

test("the text contains the value of a place and its sources", () => {
  const shown = {lattice, sweeps: chance, bounds: boundsOf(chance.value_of_phase), places: layOutFan(lattice), roll: keepOf("24456")};
  const mean = readingOf({...shown, step: 5, keep: keepOf("56")}, game);
  assert.match(mean.words, /the last throw[^]*21\.50/);
  assert.deepEqual(mean.sources.map(({value}) => value), [19, 20, 21, 22, 23, 24]);
  const best = readingOf({...shown, step: 10, keep: keepOf("24456")}, game);
  assert.match(best.words, /one reroll in hand[^]*22\.50<\/b>: keep 4 4 5 6/);
  assert.equal(best.sources.at(-1)?.what, "as it lies");
  assert.equal(readingOf({...shown, step: 0, keep: keepOf("24456")}, game).sources[0].what, "Chance 21");
  assert.match(readingOf({...shown, step: 1, keep: 0}, game).words, /Not known yet/);
});

test("the fan has a place for every keep, and arrow keys reach all of them", () => {
  const places = layOutFan(lattice);
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((size) => places.filter((place) => place.size === size).length), [1, 6, 21, 56, 126, 252]);
  for (const place of places) assert.equal(nearestPlace(places, place).keep, place.keep);
  assert.equal(placeBeside(places, places[0], "outward").size, 1);
  assert.equal(placeBeside(places, places[0], "inward"), places[0]);
  assert.equal(placeBeside(places, places[461], "next").keep, 461);
  assert.equal(placeBeside(places, places[461], "previous", 8).keep, 453);
});

test("a roll's keeps are in columns, joined by single dice", () => {
  const roll = keepOf("12345");
  const columns = layOutColumns(lattice, roll);
  assert.equal(columns.length, 32);
  assert.equal(new Set(columns.map(({x, y}) => `${x} ${y}`)).size, 32);
  assert.equal(stepsBetween(lattice, columns.map(({keep}) => keep)).length, 80);
});

test("seven colours, each for as many values, darker for more", () => {
  const bounds = boundsOf(chance.value_of_phase);
  assert.equal(bounds.length, 6);
  assert.deepEqual(bounds, bounds.slice().sort((a, b) => a - b));
  assert.deepEqual([colourOf(bounds, 5), colourOf(bounds, 30)], [0, 6]);
});

test("boxes are filled with a possible total, and one stays open", () => {
  const empty = {filled: 0, upper_total: 0};
  const sixes = switchFilled(game, empty, 5);
  assert.deepEqual(totalsOf(game, sixes.filled), [0, 6, 12, 18, 24, 30]);
  assert.deepEqual(withTotal(game, sixes, 20), {filled: 32, upper_total: 18});
  assert.deepEqual(switchFilled(game, {filled: 32, upper_total: 18}, 5), empty);
  const last = {filled: CHANCE_ONLY, upper_total: 0};
  assert.equal(switchFilled(game, last, 13), last);
  assert.equal(cardOf(game, 32, 7), null);
  for (const {title, card} of PRESETS) assert.deepEqual(cardOf(game, card.filled, card.upper_total), card, title);
});

test("moments are preserved by links; invalid ones are rejected", () => {
  for (const text of [OPENING, "32.18.11111.25.0", "24575.63.22256.12.226"]) {
    assert.equal(textOfMoment(game, /** @type {any} */ (momentOfText(game, text))), text);
  }
  for (const text of [null, "", "32767.63.11111.0.0", "32.7.11111.0.0", "0.0.11111.26.0", "0.0.1111.0.0"]) {
    assert.equal(momentOfText(game, text), null);
  }
});
