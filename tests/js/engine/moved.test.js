import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import vm from "node:vm";

const script = readFileSync(new URL("../../../static/js/engine/moved.js", import.meta.url), "utf-8");
const MOVED = JSON.stringify({"": "../tides.html", "noon": "../tides.html#day", "late": "../moon.html?moon=full#moon"});

/** Where the script leads from an address. @param {string} address @param {string} moved */
function leadsTo(address, moved = MOVED) {
  const {href, hash, search} = new URL(address);
  let place = "";
  const location = {href, hash, search, replace: (/** @type {URL} */ to) => (place = to.href)};
  vm.runInNewContext(script, {document: {documentElement: {dataset: {moved}}}, location, URL});
  return place;
}

test("a page that has moved leads on, and takes along what the address names of it", () => {
  const old = "https://example.org/essay/2020/flood.html";
  const site = "https://example.org/essay";
  assert.equal(leadsTo(old), `${site}/tides.html`);
  assert.equal(leadsTo(`${old}#noon`), `${site}/tides.html#day`);
  assert.equal(leadsTo(`${old}#boat`), `${site}/tides.html#boat`);
  assert.equal(leadsTo(`${old}?boat=6#boat`), `${site}/tides.html?boat=6#boat`);
  assert.equal(leadsTo(`${old}?boat=6#noon`), `${site}/tides.html?boat=6#day`);
  assert.equal(leadsTo(`${old}#late`), `${site}/moon.html?moon=full#moon`);
});

test("another site is an address like any other", () => {
  const elsewhere = JSON.stringify({"": "https://other.org/almanac"});
  assert.equal(leadsTo("https://example.org/almanac.html#noon", elsewhere), "https://other.org/almanac#noon");
});
