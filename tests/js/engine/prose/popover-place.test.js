import assert from "node:assert/strict";
import {test} from "node:test";
import {pieceAt, placePopover} from "../../../../static/js/engine/prose/glossary.js";

const VIEW = {width: 360, height: 640, top: 56};
const POPOVER = {width: 300, height: 120};
const word = (/** @type {number} */ left, /** @type {number} */ top) => ({left, top, right: left + 60, bottom: top + 20});

test("a popover is below its word, centred", () => {
  const wide = {width: 1280, height: 800};
  assert.deepEqual(placePopover(word(600, 200), POPOVER, wide), {left: 480, top: 228, above: false});
});

test("it stays inside the window at both sides", () => {
  assert.equal(placePopover(word(5, 200), POPOVER, VIEW).left, 12);
  assert.equal(placePopover(word(290, 200), POPOVER, VIEW).left, 360 - 12 - 300);
});

test("it is above the word if there is no room below, and never under the bar", () => {
  const low = placePopover(word(100, 560), POPOVER, VIEW);
  assert.deepEqual([low.above, low.top], [true, 560 - 8 - 120]);
  const cramped = placePopover(word(100, 150), {width: 300, height: 600}, VIEW);
  assert.deepEqual([cramped.above, cramped.top], [false, 178]);
  const underBar = placePopover(word(100, 180), {width: 300, height: 440}, VIEW);
  assert.equal(underBar.above, false);
});

test("everywhere in the window, a popover that fits is wholly inside it and off its word", () => {
  for (let left = 0; left <= 300; left += 20) {
    for (let top = 60; top <= 610; top += 10) {
      const box = word(left, top);
      const place = placePopover(box, POPOVER, VIEW);
      assert.ok(place.left >= 0 && place.left + POPOVER.width <= VIEW.width);
      assert.ok(place.top >= 0 && place.top + POPOVER.height <= VIEW.height, `${left},${top}`);
      assert.ok(place.above ? place.top + POPOVER.height <= box.top : place.top >= box.bottom);
    }
  }
});

test("for a word broken over two lines, the piece under the pointer is used", () => {
  const pieces = [{left: 300, top: 100, right: 350, bottom: 120}, {left: 10, top: 130, right: 60, bottom: 150}];
  assert.equal(pieceAt(pieces, {x: 320, y: 110}), pieces[0]);
  assert.equal(pieceAt(pieces, {x: 30, y: 140}), pieces[1]);
  assert.equal(pieceAt(pieces, {x: 30, y: 126}), pieces[1]);
  assert.equal(pieceAt(pieces, null), pieces[0]);
});
