import assert from "node:assert/strict";
import {test} from "node:test";
import {placeBeside, samePlace, placeOfStrip, seenOf} from "../../../../static/js/engine/prose/dock-place.js";

const [BAR, HEIGHT] = [56, 800];
const WORDS = {left: 128, right: 736, top: 300, bottom: 400};
const PAGE = {left: 128, right: 1152, top: -2000, bottom: 4000};

/** Return a block as wide as the page. @param {number} top @param {number} bottom */
const wide = (top, bottom) => ({left: 128, right: 1152, top, bottom});

test("visible share of a stage: of its height, or of the window if it is taller", () => {
  assert.equal(seenOf({top: 100, bottom: 300}, BAR, HEIGHT), 1);
  assert.equal(seenOf({top: -144, bottom: 256}, BAR, HEIGHT), 0.5);
  assert.equal(seenOf({top: -500, bottom: 900}, BAR, HEIGHT), 1);
  assert.equal(seenOf({top: 900, bottom: 1200}, BAR, HEIGHT), 0);
  assert.equal(seenOf({top: 100, bottom: 100}, BAR, HEIGHT), 0);
});

test("the column beside the text, as far as it is free", () => {
  assert.deepEqual(placeBeside(WORDS, PAGE, BAR, HEIGHT, []), {top: 68, start: 760, width: 392, most: 720});
  const narrow = {left: 128, right: 700, top: 200, bottom: 600};
  assert.equal(placeBeside(WORDS, PAGE, BAR, HEIGHT, [narrow])?.most, 720, "what is as narrow as the words leaves it free");
  assert.deepEqual(placeBeside(WORDS, PAGE, BAR, HEIGHT, [wide(-300, 200)]), {top: 212, start: 760, width: 392, most: 576});
  assert.deepEqual(placeBeside(WORDS, PAGE, BAR, HEIGHT, [wide(600, 1000), wide(-300, 100)]), {top: 112, start: 760, width: 392, most: 476});
  assert.equal(placeBeside(WORDS, PAGE, BAR, HEIGHT, [wide(300, 500)]), null, "too little above it, and below");
  assert.equal(placeBeside({...WORDS, right: 900}, PAGE, BAR, HEIGHT, []), null, "too narrow");
});

test("a figure keeps its place as long as possible, and becomes lower from below", () => {
  const place = {top: 212, start: 760, width: 392, most: 576};
  assert.deepEqual(samePlace(place, HEIGHT, [wide(-900, 100)]), place);
  assert.deepEqual(samePlace(place, HEIGHT, [wide(612, 900)]), {...place, most: 388});
  assert.equal(samePlace(place, HEIGHT, [wide(500, 900)]), null);
  assert.equal(samePlace(place, HEIGHT, [wide(100, 300)]), null, "something has come over it");
});

test("a strip takes a third of the window, if that is high enough", () => {
  assert.equal(placeOfStrip(BAR, 740, 360), null);
  assert.deepEqual(placeOfStrip(BAR, 390, 844), {top: 56, start: 0, width: 390, most: 281});
});
