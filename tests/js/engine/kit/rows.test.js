/**
 * Parsing of texts and columns.
 */
import assert from "node:assert/strict";
import test from "node:test";

import {alongPicture, gathered, partsOf} from "site_builder/kit";

test("rows are grouped by a column, in the order of first occurrence", () => {
  const points = [3, 1, 4, 1];
  const found = gathered(["b", "a", "b", "a"], (row) => points[row]);
  assert.deepEqual([...found], [["b", [3, 4]], ["a", [1, 1]]]);
});

test("the parts of a key are a word and numbers", () => {
  for (const [key, parts] of /** @type {const} */ ([["skip", ["skip"]], ["box-13", ["box", 13]], ["say-0-1", ["say", 0, 1]], ["total=5", ["total", 5]]])) {
    assert.deepEqual(partsOf(key), parts);
  }
});

test("a slider announces its own words if it has any, and its steps extend from edge to edge", () => {
  const [heard, attributes] = /** @type {Record<string, any>[]} */ ([{}, {}]);
  const element = /** @type {any} */ ({
    querySelector: () => element,
    setAttribute: (/** @type {string} */ name, /** @type {string} */ value) => (attributes[name] = value),
    addEventListener: (/** @type {string} */ kind, /** @type {unknown} */ listener) => (heard[kind] = listener),
    setPointerCapture() {},
    getBoundingClientRect: () => ({left: 0, width: 100}),
  });
  /** @type {number[]} */
  const gone = [];
  const alive = /** @type {any} */ ({element, place: 2, words: () => "the figure's", go: (/** @type {number} */ next) => gone.push(next)});
  const along = {label: "Step", stride: 5, now: Number, last: () => 4, moved: (/** @type {number} */ _, /** @type {number} */ step) => step};
  alongPicture(".track", along)(alive);
  assert.equal(attributes["aria-valuetext"], "the figure's");
  alongPicture(".track", {...along, words: (step) => `step ${step}`})(alive);
  assert.equal(attributes["aria-valuetext"], "step 2");
  for (const clientX of [0, 37, 38, 100]) heard.pointerdown({button: 0, clientX});
  assert.deepEqual(gone, [0, 1, 2, 4]);
});
