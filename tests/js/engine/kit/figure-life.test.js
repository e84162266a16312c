import assert from "node:assert/strict";
import {test} from "node:test";

import {dressed} from "../../../../static/js/engine/kit/repaint.js";
import {makeFigure} from "../../../../static/js/engine/kit/figure.js";

/**
 * Mount a figure of one number with a question, on an element without regions; its effects are recorded.
 * @param {Partial<import("../../../../static/js/engine/kit/kit").Figure<{at: number, asks: boolean}, number>>} parts
 * @param {string | null} linked
 */
function alive(parts = {}, linked = null) {
  /** @type {[string, string | null][]} */
  const told = [];
  const root = {className: "still"};
  const element = Object.assign(new EventTarget(), {querySelectorAll: () => [], querySelector: () => root});
  const context = {
    state: {at: 3},
    reducedMotion: false,
    readState: () => linked,
    writeState: (/** @type {string | null} */ text) => told.push(["address", text]),
    announce: (/** @type {string} */ text) => told.push(["said", text]),
  };
  const {mount} = makeFigure({
    know: () => 9,
    opening: ({at}) => ({at, asks: true}),
    still: (opening) => ({...opening, asks: false}),
    read: (text, last, from) => (Number(text) > 0 && Number(text) <= last ? {at: Number(text), asks: from.asks} : null),
    write: ({at}) => String(at),
    frame: "",
    draw: () => ({}),
    words: ({at, asks}) => (asks ? "Guess." : `<b>${at}</b> it is.`),
    press: (key, now) => (key === "none" ? null : {at: now.at, asks: false, ...(key.startsWith("level=") && {at: Number(key.slice(6))})}),
    hands: [dressed(".root", ({asks}) => (asks ? "guessing" : "telling"))],
    ...parts,
  });
  const controller = /** @type {import("../../../../static/js/engine/widget").Controller} */ (mount(/** @type {any} */ (element), {}, /** @type {any} */ (context)));
  return {controller, element, root, told: () => told.splice(0)};
}

test("a figure with a question asks it after mounting and after a reset, and never for a link", () => {
  const {controller, root, told} = alive();
  assert.equal(root.className, "guessing");
  assert.deepEqual(told(), []);
  controller.press?.("answer");
  assert.equal(root.className, "telling");
  assert.deepEqual(told(), [["address", null], ["said", "3 it is."]]);
  controller.reset();
  assert.equal(root.className, "guessing");
  assert.deepEqual(told(), [["address", null]]);
  const read = (/** @type {string} */ text) => (text === "3" ? {at: 3, asks: false} : null);
  assert.equal(alive({read}, "3").root.className, "telling");
  assert.equal(alive({still: undefined}).root.className, "still", "what the still shows is not drawn again");
});

test("a partial link keeps the rest of the place, and its state is in the address", () => {
  const {controller, told} = alive();
  controller.show?.("5");
  assert.deepEqual(told(), [["address", "5"], ["said", "Guess."]]);
  controller.press?.("answer");
  controller.show?.("3");
  controller.show?.("99");
  assert.deepEqual(told().slice(2), [["address", "3"], ["said", "3 it is."]]);
});

test("pressed runs after the place has changed, and makes its own announcement", () => {
  /** @type {string[]} */
  const pressed = [];
  const {controller, told} = alive({
    pressed(key, {place, announce}, before) {
      pressed.push(`${key} from ${before.at} to ${place.at}`);
      announce("<b>Right.</b>");
    },
  });
  for (const key of ["none", "level=8"]) controller.press?.(key);
  assert.deepEqual(pressed, ["level=8 from 3 to 8"]);
  assert.deepEqual(told(), [["address", "8"], ["said", "Right."]]);
});

/** @param {EventTarget} element @param {string} type @param {object} target */
function send(element, type, target) {
  element.dispatchEvent(Object.defineProperty(new Event(type), "target", {value: target}));
}

test("a named field presses its key during input, and is announced when committed", () => {
  const {element, told} = alive();
  const field = {dataset: {entry: "level"}, value: "7"};
  send(element, "input", field);
  assert.deepEqual(told(), [["address", "7"]]);
  send(element, "change", field);
  assert.deepEqual(told(), [["said", "7 it is."]]);
  for (const type of ["input", "change"]) send(element, type, {dataset: {}, value: "8"});
  assert.deepEqual(told(), []);
});

test("a field is silent if the figure announces presses itself", () => {
  const {element, told} = alive({pressed: () => {}});
  const field = {dataset: {entry: "level"}, value: "7"};
  for (const type of ["input", "change"]) send(element, type, field);
  assert.deepEqual(told(), [["address", "7"]]);
});

test("a figure's own code handles presses, and leaves unknown ones to the figure", () => {
  /** @type {string[]} */
  const own = [];
  const {controller, told} = alive({wake: () => ({press: (key) => (key === "play" ? void own.push(key) : false)})});
  controller.press?.("play");
  assert.deepEqual([own, told()], [["play"], []]);
  controller.press?.("level=8");
  assert.deepEqual(told(), [["address", "8"], ["said", "8 it is."]]);
});

test("a press that leads nowhere changes nothing", () => {
  const {controller, told} = alive();
  controller.press?.("none");
  assert.deepEqual(told(), []);
});

test("a transition passes through places between, and a preview ends it", (context) => {
  /** @type {((time: number) => void)[]} */
  let frames = [];
  const global = /** @type {Record<string, any>} */ (globalThis);
  context.mock.method(performance, "now", () => 1000);
  global.requestAnimationFrame = (/** @type {(time: number) => void} */ tick) => frames.push(tick);
  global.cancelAnimationFrame = (/** @type {number} */ frame) => delete frames[frame - 1];
  /** @type {number[]} */
  const drawn = [];
  /** @type {import("../../../../static/js/engine/kit/kit").Alive<{at: number, asks: boolean}, number> | undefined} */
  let known;
  const {controller} = alive({
    still: undefined,
    draw: ({at}) => (drawn.push(at), {}),
    between: (from, to, part) => ({...to, at: from.at + (to.at - from.at) * part}),
    wake: (one) => void (known = one),
  });
  const run = (/** @type {number} */ time) => frames.splice(0).forEach((tick) => tick?.(time));
  controller.show?.("7");
  assert.deepEqual(drawn, []);
  for (const time of [990, 1110, 1300]) run(time);
  assert.deepEqual(drawn, [3, 6, 7]); // slower towards the end
  run(1400);
  controller.show?.("5");
  known?.look({at: 8, asks: false});
  run(1400);
  assert.deepEqual(drawn, [3, 6, 7, 8]);
  controller.show?.("5"); // from the place of the preview
  for (const time of [1000, 2000]) run(time);
  assert.deepEqual(drawn.slice(4), [8, 5]);
  controller.show?.("6");
  controller.destroy?.();
  run(2000);
  assert.equal(drawn.length, 6);
});
