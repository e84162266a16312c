import assert from "node:assert/strict";
import test from "node:test";
import {isAllowed, nearestStop, playedAmong, read, write} from "../../../../static/js/engine/explorables/states.js";
import {chosenIn} from "../../../../static/js/engine/explorables/pictures.js";

const numbers = (/** @type {string} */ name) => ({name, kind: /** @type {const} */ ("slider"), label: name, unit: "", start: 0, stops: ["1", "2", "3"], labels: ["1", "2", "3"]});
const PARAMETERS = [numbers("a"), numbers("b")];
const START = [0, 1];
/** b is larger than a. */
const ONLY = {on: [0, 1], allowed: "011001000"};

test("links of former days lead where they led", () => {
  const former = {texts: {old: "a-2.b-3"}, pattern: "(?<a>\\d)_(?<b>\\d)"};
  assert.deepEqual(read("old", PARAMETERS, START, former), [1, 2]);
  assert.deepEqual(read("3_1", PARAMETERS, START, former), [2, 0]);
  assert.deepEqual(read("a-3.b-2", PARAMETERS, START, former), [2, 1]);
  assert.equal(read("neither", PARAMETERS, START, former), null);
  assert.equal(read("toString", PARAMETERS, START, former), null);
  assert.equal(write([2, 0], PARAMETERS), "a-3");
});

test("names may be any identifiers of Python, in any form of Unicode", () => {
  const named = ["höjd", "длина", "高さ", "हिन्दी", "μ", "_x1"].map(numbers);
  for (const [one, {name}] of named.entries()) {
    const place = named.map((_, index) => (index === one ? 2 : 0));
    for (const form of ["NFC", "NFD"]) assert.deepEqual(read(`${name}-3`.normalize(form), named, START), place);
    assert.deepEqual(read(`~${write(place, named)}`, named, named.map(() => 0)), place);
  }
  assert.deepEqual(read("höjd-2.µ-3", named, START), [1, 0, 0, 0, 2, 0], "the micro sign is the Greek letter");
});

test("a state that makes no sense gives way, what was named last", () => {
  assert.ok(isAllowed(null, [2, 0], PARAMETERS) && !isAllowed(ONLY, [2, 0], PARAMETERS));
  assert.deepEqual(read("a-2", PARAMETERS, START, null, ONLY), [1, 2]);
  assert.deepEqual(read("~b-2", PARAMETERS, [1, 2], null, ONLY), [0, 1]);
  assert.equal(nearestStop(ONLY, [0, 2], 0, 2, PARAMETERS), 1);
  assert.equal(nearestStop(ONLY, [1, 2], 1, 0, PARAMETERS), 2);
});

test("marks of the state are marked in a still", () => {
  const drawing = '<path data-at="0:1"/><path data-at="0:1 1:2"/><path data-at="1:0"/>';
  assert.equal(chosenIn(drawing, [1, 2]), '<path data-at="0:1" data-chosen=""/><path data-at="0:1 1:2" data-chosen=""/><path data-at="1:0"/>');
});

test("a slider is played, else numbers to choose from, and never words", () => {
  const one = (/** @type {"slider" | "choice" | "toggle"} */ kind, /** @type {string} */ labels) => ({kind, labels: labels.split(" ")});
  const toggle = one("toggle", "no yes");
  const words = one("choice", "north south west");
  const counts = one("choice", "−1 2 4");
  const slider = one("slider", "1 2 3");
  assert.equal(playedAmong([toggle, words]), undefined);
  assert.equal(playedAmong([toggle, words, counts]), counts);
  assert.equal(playedAmong([counts, one("slider", "1 2"), slider]), slider);
});
