import assert from "node:assert/strict";
import {test} from "node:test";
import {flushAddress, readParameter, withParameter, writeParameter} from "../../../../static/js/engine/browser/address.js";

const PAGE = "https://example.org/essay/geometry.html";

test("a parameter is set, replaced and removed; the others and the fragment stay", () => {
  assert.equal(withParameter(`${PAGE}#totals`, "depth", "2"), `${PAGE}?depth=2#totals`);
  assert.equal(withParameter(`${PAGE}?depth=2&grid=1.3#totals`, "depth", "3"), `${PAGE}?depth=3&grid=1.3#totals`);
  assert.equal(withParameter(`${PAGE}?depth=2&grid=1.3`, "depth", null), `${PAGE}?grid=1.3`);
  assert.equal(withParameter(`${PAGE}?depth=2`, "depth", null), PAGE);
});

test("a readable state stays readable, and any state survives", () => {
  assert.equal(withParameter(PAGE, "advisor", "55566:2,ones"), `${PAGE}?advisor=55566:2,ones`);
  for (const state of ["a&b=c", "50%", "é ö", "1+2", "#", "%2C", "a,b:c%3A"]) {
    assert.equal(new URL(withParameter(PAGE, "s", state)).searchParams.get("s"), state);
  }
});

test("pending parameters can be read, and are written together", () => {
  /** @type {string[]} */
  const written = [];
  Object.assign(globalThis, {
    location: new URL(`${PAGE}?depth=2`),
    history: {state: null, replaceState: (/** @type {unknown} */ _state, /** @type {string} */ _title, /** @type {string} */ url) => written.push(url)},
  });
  assert.equal(readParameter("depth"), "2");
  writeParameter("grid", "1.3");
  writeParameter("grid", "1.4");
  writeParameter("depth", null);
  assert.equal(readParameter("grid"), "1.4");
  assert.equal(readParameter("depth"), null);
  assert.deepEqual(written, []);
  assert.equal(flushAddress(), `${PAGE}?grid=1.4`);
  assert.deepEqual(written, [`${PAGE}?grid=1.4`]);
});

test("parameters rejected by the browser stay pending and readable", () => {
  /** @type {string[]} */
  const written = [];
  let isRefusing = true;
  const replaceState = (/** @type {unknown} */ _state, /** @type {string} */ _title, /** @type {string} */ url) => {
    if (isRefusing) throw new Error("SecurityError");
    written.push(url);
  };
  Object.assign(globalThis, {location: new URL(PAGE), history: {state: null, replaceState}});
  writeParameter("grid", "1.3");
  assert.equal(flushAddress(), `${PAGE}?grid=1.3`);
  assert.equal(readParameter("grid"), "1.3");
  isRefusing = false;
  writeParameter("dial", "2");
  assert.equal(flushAddress(), `${PAGE}?grid=1.3&dial=2`);
  assert.deepEqual(written, [`${PAGE}?grid=1.3&dial=2`]);
});
