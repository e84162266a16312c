/**
 * A mouse that passes over a grid of cells previews them only if the figure allows it.
 */
import assert from "node:assert/strict";
import {test} from "node:test";

import {overGrid} from "../../../../static/js/engine/kit/index.js";

/** Return a minimal page with one row of ten cells. @returns {any} */
function fieldOnPage() {
  const box = {x: 0, y: 0, left: 0, top: 0, right: 10, bottom: 1, width: 10, height: 1};
  const same = {inverse: () => same};
  const knob = {classList: {toggle() {}, contains: () => false}, style: {setProperty() {}}, setAttribute() {}, addEventListener() {}};
  class Point {
    /** @param {number} x @param {number} y */
    constructor(x, y) {
      Object.assign(this, {x, y});
    }

    matrixTransform() {
      return this;
    }
  }
  Object.assign(globalThis, {Element: class {}, DOMPoint: Point, window: {addEventListener() {}}, document: {createElement: () => knob}});
  /** @type {Record<string, (event: object) => void>} */
  const heard = {};
  const area = {getBoundingClientRect: () => box, getBBox: () => box, getScreenCTM: () => same};
  const element = {
    append() {},
    setAttribute() {},
    getBoundingClientRect: () => box,
    addEventListener: (/** @type {string} */ kind, /** @type {(event: object) => void} */ listener) => (heard[kind] = listener),
  };
  return {heard, element: {querySelector: () => element, querySelectorAll: () => [area]}};
}

for (const looks of [true, false]) {
  test(`who passes ${looks ? "looks" : "sees nothing"}, who clicks goes`, () => {
    const {heard, element} = fieldOnPage();
    /** @type {unknown[]} */
    const done = [];
    const alive = /** @type {any} */ ({
      element,
      known: null,
      place: {column: 0, row: 0},
      look: (/** @type {object | null} */ place) => done.push(["look", place]),
      go: (/** @type {object} */ place) => done.push(["go", place]),
    });
    overGrid(".field", {
      label: "Cells",
      areas: ".area",
      size: () => ({columns: 10, rows: 1}),
      read: (/** @type {{column: number, row: number}} */ place) => place,
      moved: (_, cell) => cell,
      looked: (_, cell) => (looks ? cell : null),
    })(alive);
    heard.pointermove({pointerType: "mouse", x: 3.5, y: 0.5});
    heard.pointerleave({pointerType: "mouse"});
    heard.click({x: 7.5, y: 0.5, target: null});
    const seen = looks ? {column: 3, row: 0} : null;
    assert.deepEqual(done, [["look", seen], ["look", null], ["go", {column: 7, row: 0}]]);
  });
}
