import assert from "node:assert/strict";
import {test} from "node:test";
import {numberOf, stopByHand, stopByKey, stopsOfText} from "../../../../static/js/engine/prose/stops.js";

const tens = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

test("numbers are parsed in the format in which they are printed", () => {
  assert.deepEqual(["50", " 50%", "49.5 %", "1,234.5", "−0.05", "-3", "0"].map(numberOf), [50, 50, 49.5, 1234.5, -0.05, -3, 0]);
  assert.deepEqual(["", "five", "5 m"].map(numberOf), [NaN, NaN, NaN]);
});

test("stops in equal steps are computed exactly, others are unchanged", () => {
  assert.deepEqual(stopsOfText("0:0.1:0.5"), ["0", "0.1", "0.2", "0.3", "0.4", "0.5"]);
  assert.deepEqual(stopsOfText("-1:0.5:1"), ["-1", "-0.5", "0", "0.5", "1"]);
  assert.deepEqual(stopsOfText("-0.05 0 2"), ["-0.05", "0", "2"]);
  assert.equal(stopsOfText("100:1:374").length, 275);
});

test("keys move from stop to stop within the range", () => {
  const goal = (/** @type {string} */ key, /** @type {number} */ now) => tens[/** @type {number} */ (stopByKey(key, now, tens))];
  assert.deepEqual(["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp", "PageDown", "PageUp", "Home", "End"].map((key) => goal(key, 50)), [40, 40, 60, 60, 30, 70, 0, 100]);
  assert.deepEqual([goal("ArrowLeft", 0), goal("PageDown", 10), goal("ArrowRight", 100), goal("PageUp", 90)], [0, 0, 100, 100]);
  assert.equal(stopByKey("Enter", 50, tens), null);
  assert.equal(stopByKey("Tab", 50, tens), null);
});

test("between two stops a key moves to the next one in its direction", () => {
  assert.deepEqual([stopByKey("ArrowLeft", 34, tens), stopByKey("ArrowRight", 34, tens)], [3, 4]);
  assert.deepEqual([stopByKey("ArrowLeft", 120, tens), stopByKey("ArrowRight", -3, tens)], [10, 0]);
});

test("a page is a tenth of many stops", () => {
  const many = Array.from({length: 301}, (_, index) => index);
  assert.deepEqual([stopByKey("PageUp", 100, many), stopByKey("PageDown", 100, many)], [130, 70]);
});

test("a drag starts at the current number and can reach all stops", () => {
  assert.equal(stopByHand(50, 0, tens), 5);
  assert.equal(stopByHand(50, 26, tens), 6);
  assert.equal(stopByHand(50, -52, tens), 3);
  assert.equal(stopByHand(50, 12, tens), 5);
  assert.deepEqual([stopByHand(50, 1000, tens), stopByHand(50, -1000, tens)], [10, 0]);
  const many = Array.from({length: 301}, (_, index) => index);
  assert.equal(stopByHand(100, 20, many), 110, "not less than two pixels a stop");
});
