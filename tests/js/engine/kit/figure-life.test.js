import assert from "node:assert/strict";
import {test} from "node:test";

import {makeFigure} from "../../../../static/js/engine/kit/figure.js";
import {marked} from "../../../../static/js/engine/kit/marks.js";

/**
 * A figure of one number that asks before it tells, on an element without regions; what it does to the page is told.
 * @param {Partial<import("../../../../static/js/engine/kit/kit").Figure<{at: number, asks: boolean}, number>>} parts
 * @param {string | null} linked
 */
function alive(parts = {}, linked = null) {
  /** @type {[string, string | null][]} */
  const told = [];
  const classes = new Set();
  const root = {classList: {toggle: (/** @type {string} */ name, /** @type {boolean} */ on) => (on ? classes.add(name) : classes.delete(name))}};
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
    opening: ({at}) => ({at, asks: false}),
    asking: (opening) => ({...opening, asks: true}),
    read: (text, last, _opening, now) => (Number(text) > 0 && Number(text) <= last ? {at: Number(text), asks: now.asks} : null),
    write: ({at}) => String(at),
    frame: "",
    draw: () => ({}),
    words: ({at, asks}) => (asks ? "Guess." : `<b>${at}</b> it is.`),
    press: (key, now) => (key === "none" ? null : {at: now.at, asks: false, ...(key.startsWith("level=") && {at: Number(key.slice(6))})}),
    hands: [marked(".root", "guessing", ({asks}) => asks)],
    ...parts,
  });
  const controller = /** @type {import("../../../../static/js/engine/widget").Controller} */ (mount(/** @type {any} */ (element), {}, /** @type {any} */ (context)));
  return {controller, element, classes, told: () => told.splice(0)};
}

test("a figure that asks does so when it lives and after a reset, and never when a link tells where to stand", () => {
  const {controller, classes, told} = alive();
  assert.deepEqual([...classes], ["guessing"]);
  assert.deepEqual(told(), []);
  controller.press?.("answer");
  assert.deepEqual([...classes], []);
  assert.deepEqual(told(), [["address", null], ["said", "3 it is."]]);
  controller.reset();
  assert.deepEqual([...classes], ["guessing"]);
  assert.deepEqual(told(), [["address", null]]);
  const read = (/** @type {string} */ text) => (text === "3" ? {at: 3, asks: false} : null);
  assert.deepEqual([...alive({read}, "3").classes], []);
});

test("what a link leaves open stays as it stands", () => {
  const {controller, told} = alive();
  controller.show?.("5");
  assert.deepEqual(told(), [["address", "5"], ["said", "Guess."]]);
  controller.press?.("answer");
  controller.show?.("6");
  controller.show?.("99");
  assert.deepEqual(told().slice(2), [["address", "6"], ["said", "6 it is."]]);
});

/** @param {EventTarget} element @param {string} type @param {object} target */
function send(element, type, target) {
  element.dispatchEvent(Object.defineProperty(new Event(type), "target", {value: target}));
}

test("a field with a name is a press while it is set, and is heard once it is left", () => {
  const {element, told} = alive();
  const field = {dataset: {entry: "level"}, value: "7"};
  send(element, "input", field);
  assert.deepEqual(told(), [["address", "7"]]);
  send(element, "change", field);
  assert.deepEqual(told(), [["said", "7 it is."]]);
  for (const type of ["input", "change"]) send(element, type, {dataset: {}, value: "8"});
  assert.deepEqual(told(), []);
});

test("a press that leads nowhere changes nothing", () => {
  const {controller, told} = alive();
  controller.press?.("none");
  assert.deepEqual(told(), []);
});

test("a figure glides to where it goes by way of the places between, and a look ends it", (context) => {
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
    asking: (opening) => opening,
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
  controller.show?.("5"); // from where it looked
  for (const time of [1000, 2000]) run(time);
  assert.deepEqual(drawn.slice(4), [8, 5]);
  controller.show?.("6");
  controller.destroy?.();
  run(2000);
  assert.equal(drawn.length, 6);
});
