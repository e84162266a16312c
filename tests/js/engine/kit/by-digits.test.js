import assert from "node:assert/strict";
import test from "node:test";

import {byDigits} from "site_builder/kit";

/** Return a function that types into a button of a row of five, whose digits are the place of a figure. @param {(place: any) => string} [words] */
function row(words) {
  /** @type {(event: any) => void} */
  let type = () => {};
  const buttons = [0, 1, 2, 3, 4].map((at) => ({at, focus: () => (log.focused = at)}));
  const element = /** @type {any} */ ({
    querySelector: () => element,
    querySelectorAll: () => buttons,
    addEventListener: (/** @type {string} */ _name, /** @type {typeof type} */ listener) => (type = listener),
  });
  const log = {focused: 0, spoken: true, said: "", prevented: 0};
  const alive = /** @type {any} */ ({
    element, known: null, place: "12345", signal: new AbortController().signal,
    go(/** @type {string} */ next, /** @type {boolean} */ spoken) {
      this.place = next;
      log.spoken = spoken;
    },
    announce: (/** @type {string} */ text) => (log.said = text),
  });
  byDigits(".row", 6, (digits, at, digit) =>
    [...String(digits)].map((old, one) => (one === at ? digit(Number(old)) : old)).join(""), words)(alive);
  const press = (/** @type {number} */ at, /** @type {string} */ key, more = {}) =>
    type({target: buttons[at], key, preventDefault: () => (log.prevented += 1), ...more});
  return {alive, log, press};
}

test("a digit is set and announced, and the next button gets the focus", () => {
  const {alive, log, press} = row();
  press(1, "6");
  assert.equal(alive.place, "16345");
  assert.deepEqual(log, {focused: 2, spoken: true, said: "", prevented: 1});
  press(4, "1");
  assert.deepEqual([alive.place, log.focused], ["16341", 4]);
});

test("a row with its own words announces them", () => {
  const {log, press} = row((digits) => `Now ${digits}.`);
  press(1, "6");
  assert.deepEqual([log.spoken, log.said], [false, "Now 16345."]);
});

test("arrow keys change a digit, and move to its neighbours", () => {
  const {alive, log, press} = row();
  press(0, "ArrowDown");
  assert.deepEqual([alive.place, log.focused], ["62345", 0]);
  press(0, "ArrowUp");
  press(0, "ArrowRight");
  assert.deepEqual([alive.place, log.focused], ["12345", 1]);
});

test("invalid digits and shortcuts of the browser are ignored", () => {
  const {alive, log, press} = row();
  press(0, "7");
  press(0, "0");
  press(0, "3", {ctrlKey: true});
  assert.deepEqual([alive.place, log.prevented], ["12345", 0]);
});
