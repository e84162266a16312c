import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import vm from "node:vm";

const script = readFileSync(new URL("../../../static/js/engine/moved.js", import.meta.url), "utf-8");
const MOVED = JSON.stringify({"": "../tides.html", "noon": "../tides.html#day", "late": "../moon.html?moon=full#moon"});

/** Return the target of the script for an address; empty if it stays. @param {string} address @param {string} moved */
function leadsTo(address, moved = MOVED) {
  const {href, hash, search} = new URL(address);
  let place = "";
  const location = {href, hash, search, replace: (/** @type {URL} */ to) => (place = to.href)};
  /** @type {Function[]} */
  const heard = [];
  const addEventListener = (/** @type {string} */ type, /** @type {Function} */ listener) => type === "hashchange" && heard.push(listener);
  vm.runInNewContext(script, {document: {documentElement: {dataset: {moved}}}, location, URL, URLSearchParams, addEventListener});
  const first = place;
  place = "";
  for (const listener of heard) listener();
  assert.equal(place, first, "an address that is typed later leads on alike");
  return place;
}

test("a moved page redirects and preserves the part and states in the address", () => {
  const old = "https://example.org/essay/2020/flood.html";
  const site = "https://example.org/essay";
  assert.equal(leadsTo(old), `${site}/tides.html`);
  assert.equal(leadsTo(`${old}#noon`), `${site}/tides.html#day`);
  assert.equal(leadsTo(`${old}#boat`), `${site}/tides.html#boat`);
  assert.equal(leadsTo(`${old}?boat=6#boat`), `${site}/tides.html?boat=6#boat`);
  assert.equal(leadsTo(`${old}?boat=6#noon`), `${site}/tides.html?boat=6#day`);
  assert.equal(leadsTo(`${old}#late`), `${site}/moon.html?moon=full#moon`);
});

test("a target may be on another site", () => {
  const elsewhere = JSON.stringify({"": "https://other.org/almanac"});
  assert.equal(leadsTo("https://example.org/almanac.html#noon", elsewhere), "https://other.org/almanac#noon");
});

const LEFT = JSON.stringify({rolls: "dice.html#rolls", grid: "tides.html#totals", "old-part": "tides.html#part"});

test("a moved part redirects; the page itself and its other parts do not", () => {
  const page = "https://example.org/essay/tides.html";
  const dice = "https://example.org/essay/dice.html";
  assert.equal(leadsTo(page, LEFT), "");
  assert.equal(leadsTo(`${page}#boat`, LEFT), "");
  assert.equal(leadsTo(`${page}?boat=6#boat`, LEFT), "");
  assert.equal(leadsTo(`${page}#constructor`, LEFT), "");
  assert.equal(leadsTo(`${page}#rolls`, LEFT), `${dice}#rolls`);
  assert.equal(leadsTo(`${page}?depth=2&rolls=1,2:3#rolls`, LEFT), `${dice}?depth=2&rolls=1,2:3#rolls`);
  assert.equal(leadsTo(`${page}#old-part`, LEFT), `${page}#part`);
});

test("fragments are percent-decoded; a malformed one names no part", () => {
  const page = "https://example.org/essay/tides.html";
  const left = JSON.stringify({"förr": "dice.html#øvelse"});
  assert.equal(leadsTo(`${page}#f%C3%B6rr`, left), "https://example.org/essay/dice.html#%C3%B8velse");
  assert.equal(leadsTo(`${page}#förr`, left), "https://example.org/essay/dice.html#%C3%B8velse");
  assert.equal(leadsTo(`${page}#f%C3%`, left), "");
});

test("states redirect to their figure under its current name", () => {
  const page = "https://example.org/essay/tides.html";
  const dice = "https://example.org/essay/dice.html";
  assert.equal(leadsTo(`${page}?rolls=66`, LEFT), `${dice}?rolls=66#rolls`);
  assert.equal(leadsTo(`${page}?depth=2&rolls=66`, LEFT), `${dice}?depth=2&rolls=66#rolls`);
  assert.equal(leadsTo(`${page}?boat=6&rolls=66`, LEFT), "", "a figure of the page is named, too");
  assert.equal(leadsTo(`${page}?depth=2`, LEFT), "");
  assert.equal(leadsTo(`${page}?grid=3,4#grid`, LEFT), `${page}?totals=3,4#totals`);
  const gone = JSON.stringify({"": "moon.html", rolls: "dice.html#rolls"});
  assert.equal(leadsTo("https://example.org/essay/flood.html?boat=6&rolls=66", gone), "https://example.org/essay/dice.html?boat=6&rolls=66#rolls");
  assert.equal(leadsTo("https://example.org/essay/flood.html?boat=6", gone), "https://example.org/essay/moon.html?boat=6");
});
