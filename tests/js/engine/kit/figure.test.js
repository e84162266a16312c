/**
 * The life cycle of a figure, on a minimal element without regions.
 */
import assert from "node:assert/strict";
import test from "node:test";

import {makeFigure} from "site_builder/kit";

/** @typedef {{at: number, loud: boolean}} Place */

/** A well: its place is a depth and an echo, which links omit. Each step of the text adds ten to the depth. */
const WELL = /** @type {import("site_builder/kit").Figure<Place, {most: number}>} */ ({
  know: () => ({most: 99}),
  opening: ({at = 3}) => ({at, loud: false}),
  read: (text, {most}, from) => (/^\d+$/.test(text) && Number(text) <= most ? {...from, at: Number(text)} : null),
  write: ({at}) => String(at),
  frame: "<p></p>",
  draw: () => ({}),
  words: ({at, loud}) => `<b>${at}</b> deep${loud ? "!" : ""}`,
  readouts: ({at}) => ({at: String(at)}),
  press: (key, place) => (key === "shout" ? {...place, loud: true} : key === "down" ? {...place, at: place.at + 1} : key === "up" ? {...place, at: place.at - 1} : null),
  step: (step, place) => ({...place, at: 10 * step}),
});

const missing = () => assert.fail("the figure makes no such function");

/**
 * @param {Partial<typeof WELL>} [more]
 * @param {string | null} [address]
 */
function waken(more = {}, address = null) {
  /** @type {{address: (string | null)[], said: string[], told: Place[]}} */
  const log = {address: [], said: [], told: []};
  const context = /** @type {any} */ ({
    state: {}, readState: () => address, writeState: (/** @type {string | null} */ text) => log.address.push(text),
    announce: (/** @type {string} */ text) => log.said.push(text),
  });
  const element = /** @type {any} */ ({querySelectorAll: () => [], addEventListener: () => {}});
  const hand = (/** @type {import("site_builder/kit").Alive<Place, any>} */ alive) => ({tell: () => log.told.push(alive.place)});
  const figure = makeFigure({...WELL, hands: [hand], ...more});
  const controller = figure.mount(element, {}, context);
  const {press = missing, show = missing, step = missing, reset} = controller;
  return {log, press, show, step, reset, at: () => log.told[log.told.length - 1]};
}

test("the address is empty at the opening unless a link requested it, and an unknown place changes nothing", () => {
  const {log, press, show} = waken();
  assert.deepEqual(log, {address: [], said: [], told: []}, "the still stands as it is");
  press("nowhere");
  show("deep");
  assert.deepEqual(log, {address: [], said: [], told: []});
  press("down");
  show("3");
  press("down");
  press("up");
  assert.deepEqual(log.address, ["4", "3", "4", null]);
  assert.deepEqual(log.said, ["4 deep", "3 deep", "4 deep", "3 deep"]);
});

test("a link to the opening is drawn, since the still may show a question", () => {
  assert.deepEqual(waken({}, "3").log.told, [{at: 3, loud: false}]);
  assert.deepEqual(waken({}, "x").log.told, []);
});

test("links leave unspecified parts of the place unchanged", () => {
  const {press, show, at} = waken();
  press("shout");
  show("7");
  assert.deepEqual(at(), {at: 7, loud: true});
});

test("Reset returns to the last step of the text", () => {
  const {log, press, step, reset, at} = waken();
  step(2);
  press("down");
  assert.deepEqual(at(), {at: 21, loud: false});
  reset();
  assert.deepEqual(at(), {at: 20, loud: false});
  assert.deepEqual(log.address, [null, "21", null]);
});

test("a figure's own lead handles steps, and places on the way are not in the address", () => {
  const {log, step, at} = waken({wake: (alive) => ({
    lead(next) {
      for (let down = alive.place.at + 1; down <= next.at; down += 1) alive.pass({...next, at: down});
    },
  })});
  step(1);
  assert.deepEqual(log.told.map((place) => place.at), [4, 5, 6, 7, 8, 9, 10]);
  assert.deepEqual(at(), {at: 10, loud: false});
  assert.deepEqual(log.address, []);
});

test("pressed receives the previous place and makes its own announcement", () => {
  const {log, press} = waken({
    pressed: (key, {announce, place}, before) => (key === "down" ? announce(`from <i>${before.at}</i> to ${place.at}`) : announce()),
  });
  press("down");
  press("shout");
  assert.deepEqual(log.said, ["from 3 to 4", "4 deep!"]);
});

test("readouts are those of the place, and null for an unknown place", () => {
  const {readouts = missing} = makeFigure(WELL);
  assert.deepEqual([{}, {linked: "12"}, {linked: "100"}].map((state) => readouts(state, {})), [{at: "3"}, {at: "12"}, null]);
});
