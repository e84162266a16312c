import assert from "node:assert/strict";
import {test} from "node:test";
import {chooseDepth, flipTheme, isOpenAt, remember, remembered} from "../../../../static/js/engine/browser/preferences.js";

test("the depth comes from the address, else from storage, else it is the story", () => {
  for (const [search, stored, depth] of /** @type {const} */ ([
    ["", null, 1],
    ["", "2", 2],
    ["?depth=3", null, 3],
    ["?depth=1", "3", 1],
    ["?depth=4", "2", 2],
    ["?depth=22", null, 1],
    ["?depth=", "code", 1],
    ["?x=1&depth=2", null, 2],
  ])) {
    assert.equal(chooseDepth(search, stored), depth, `${search} ${stored}`);
  }
});

test("depth is cumulative", () => {
  assert.deepEqual([1, 2, 3].map((depth) => isOpenAt("2", depth)), [false, true, true]);
  assert.deepEqual([1, 2, 3].map((depth) => isOpenAt("3", depth)), [false, false, true]);
  assert.equal(isOpenAt(undefined, 3), false);
});

test("the switch changes the theme, and choosing the system's theme follows the system again", () => {
  assert.deepEqual(flipTheme(undefined, false), {theme: "dark", stored: "dark"});
  assert.deepEqual(flipTheme(undefined, true), {theme: "light", stored: "light"});
  assert.deepEqual(flipTheme("dark", false), {theme: "light", stored: null});
  assert.deepEqual(flipTheme("light", true), {theme: "dark", stored: null});
  assert.deepEqual(flipTheme("dark", true), {theme: "light", stored: "light"});
});

test("without storage nothing is stored and nothing fails", () => {
  const forbidden = () => {
    throw new DOMException("denied", "SecurityError");
  };
  Object.defineProperty(globalThis, "localStorage", {configurable: true, get: forbidden});
  assert.equal(remembered("theme"), null);
  remember("theme", "dark");
  remember("theme", null);
});
