import assert from "node:assert/strict";
import {test} from "node:test";
import {blockAtLine, shiftOf, stepAtLine} from "../../../../static/js/engine/prose/reading.js";

test("the current block is the first that extends below the bar", () => {
  const boxes = [{top: -300, bottom: -20}, {top: -20, bottom: 40}, {top: 50, bottom: 50}, {top: 50, bottom: 200}, {top: 200, bottom: 900}];
  assert.equal(blockAtLine(boxes, 56), 3);
  assert.equal(blockAtLine(boxes, 30), 1);
  assert.equal(blockAtLine(boxes, 1000), -1);
  assert.equal(blockAtLine([], 56), -1);
});

test("a block that was pushed down is followed", () => {
  assert.equal(shiftOf({top: 100}, {top: 740}, 56, false), 640);
  assert.equal(shiftOf({top: -80}, {top: -80}, 56, false), 0);
});

test("a summary that replaces a closed block is not hidden by the bar", () => {
  assert.equal(shiftOf({top: -500}, {top: -900}, 72, true), -972);
  assert.equal(shiftOf({top: 300}, {top: 100}, 72, true), -200);
});

test("the step on the reading line is shown, or else the nearest", () => {
  const boxes = [{top: -600, bottom: -200}, {top: 100, bottom: 500}, {top: 640, bottom: 1000}];
  assert.equal(stepAtLine(boxes, 300), 1);
  assert.equal(stepAtLine(boxes, 560), 1);
  assert.equal(stepAtLine(boxes, 600), 2);
  assert.equal(stepAtLine(boxes, 5000), 2);
  assert.equal(stepAtLine(boxes, -5000), 0);
  assert.equal(stepAtLine([], 300), -1);
});
