/**
 * Figures with a question: the support of the kit.
 */
import assert from "node:assert/strict";
import {test} from "node:test";

import {dressed, makeFigure} from "../../../../static/js/engine/kit/index.js";

/**
 * Guess a number; the first press is the guess, later ones show other numbers.
 * @type {import("../../../../static/js/engine/kit/kit.js").Figure<{asks: boolean, number: number}, null>}
 */
const guessing = {
  know: () => null,
  opening: () => ({asks: true, number: 5}),
  still: (opening) => ({...opening, asks: false}),
  read: (text) => (/^\d$/.test(text) ? {asks: false, number: Number(text)} : null),
  write: ({asks, number}) => (asks ? "" : String(number)),
  frame: `<p class="root" data-region="words"></p>`,
  draw: ({asks, number}) => ({words: asks ? "?" : String(number)}),
  words: ({number}) => `it is <b>${number}</b>`,
  press: (key, place) => (key === "nowhere" ? null : {asks: false, number: key === "skip" ? place.number : Number(key)}),
  pressed(key, {context, announce}, before) {
    if (before.asks) context.record("number", Number(key));
    announce(before.asks ? "<b>guessed</b>" : undefined);
  },
};

/**
 * Mount a figure without a page; calls of its context are recorded.
 * @param {import("../../../../static/js/engine/kit/kit.js").Figure<{asks: boolean, number: number}, null>} figure
 * @param {string | null} linked
 * @param {object[]} regions
 */
function liveOn(figure, linked = null, regions = []) {
  /** @type {unknown[]} */
  const told = [];
  const root = {className: "root"};
  const element = /** @type {any} */ ({addEventListener() {}, querySelector: () => root, querySelectorAll: (/** @type {string} */ selector) => (selector === "[data-region]" ? regions : [])});
  const context = /** @type {any} */ ({
    state: {},
    readState: () => linked,
    writeState: (/** @type {string | null} */ text) => told.push({address: text}),
    announce: (/** @type {string} */ text) => told.push(text),
    record: (/** @type {string} */ name, /** @type {number} */ points) => told.push({[name]: points}),
  });
  const controller = /** @type {import("../../../../static/js/engine/widget.js").Controller} */ (makeFigure(figure).mount(element, {}, context));
  return {controller, told: () => told.splice(0), root};
}

test("the still shows the answer that the mounted figure asks for", () => {
  const {view} = makeFigure(guessing);
  assert.equal(view({}, {}), `<p class="root" data-region="words">5</p>`);
  assert.match(view({linked: "7"}, {}), />7</);
  assert.match(makeFigure({...guessing, still: undefined}).view({}, {}), />\?</);
});

test("a press changes the place, then runs its own code and announcement", () => {
  const {controller, told} = liveOn(guessing);
  controller.press?.("nowhere");
  assert.deepEqual(told(), []);
  controller.press?.("3");
  assert.deepEqual(told(), [{address: "3"}, {number: 3}, "guessed"]);
  controller.press?.("4");
  assert.deepEqual(told(), [{address: "4"}, "it is 4"]);
});

test("a revealed opening has an address, an unrevealed one has none", () => {
  const {controller, told} = liveOn({...guessing, pressed: undefined});
  controller.press?.("skip");
  assert.deepEqual(told(), [{address: "5"}, "it is 5"]);
  controller.reset();
  assert.deepEqual(told(), [{address: null}]);
});

test("a figure's own show handles states requested by links", () => {
  const {controller, told} = liveOn(guessing);
  controller.show?.("x");
  controller.show?.("8");
  assert.deepEqual(told(), [{address: "8"}, "it is 8"]);
  const own = liveOn({...guessing, wake: (alive) => ({show: (text) => alive.announce(`${text}, ${alive.place.number}`)})});
  own.controller.show?.("8");
  assert.deepEqual(own.told(), ["8, 5"]);
});

test("a link to the opening writes its state into the address; a press that leads there removes it", () => {
  const {controller, told} = liveOn({...guessing, pressed: undefined, opening: () => ({asks: false, number: 5})});
  controller.show?.("5");
  assert.deepEqual(told(), [{address: "5"}, "it is 5"]);
  controller.press?.("5");
  assert.deepEqual(told(), [{address: null}, "it is 5"]);
});

test("classes follow the place from the start", () => {
  const figure = {...guessing, hands: [dressed(".root", (/** @type {{asks: boolean}} */ {asks}) => (asks ? "root to-guess" : "root"))]};
  const {controller, root} = liveOn(figure);
  assert.equal(root.className, "root to-guess");
  controller.press?.("3");
  assert.equal(root.className, "root");
  assert.equal(liveOn(figure, "6").root.className, "root");
});

test("a region with unchanged markup is not patched", () => {
  /** @type {string[]} */
  const painted = [];
  const template = {content: {childNodes: []}, set innerHTML(/** @type {string} */ markup) { painted.push(markup); }};
  Object.assign(globalThis, {SVGElement: class {}, document: {createElement: () => template}});
  const regions = ["words", "title"].map((region) => ({dataset: {region}, childNodes: []}));
  const figure = {...guessing, draw: (/** @type {{number: number}} */ {number}) => ({words: String(number), title: "Guess"})};
  const {controller} = liveOn(figure, "6", regions);
  assert.deepEqual(painted.splice(0), ["6", "Guess"], "the still may show another place");
  controller.press?.("7");
  assert.deepEqual(painted, ["7"]);
});
