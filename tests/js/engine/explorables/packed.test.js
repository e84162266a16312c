/**
 * Texts that the build has packed, and states as the address has them.
 */
import assert from "node:assert/strict";
import test from "node:test";

import {filledAt, indexOf, read, textAt, write} from "../../../../static/js/engine/explorables/states.js";

const ONE = {text: ["<a x=\"", "\">", "</a>"], kinds: "gj", places: [[1, 2.5], ["p", "q"]]};
const OTHER = {text: ["<b/>"], kinds: "", places: []};

test("a text is its template with what stands in its places", () => {
  const packed = {templates: [ONE, OTHER], of: [0, 1, 0, 1]};
  const texts = [0, 1, 2, 3].map((index) => textAt(packed, index));
  assert.deepEqual(texts, ['<a x="1">p</a>', "<b/>", '<a x="2.5">q</a>', "<b/>"]);
  assert.deepEqual(filledAt({templates: [ONE], of: []}, 1), {template: ONE, values: [2.5, "q"]});
});

/** @type {import("../../../../static/js/engine/explorables/states.js").Parameter[]} */
const PARAMETERS = [
  {name: "load", kind: "slider", label: "", unit: "", start: 1, stops: ["-5", "0", "0.5"], labels: []},
  {name: "day", kind: "slider", label: "", unit: "", start: 0, stops: ["2026-11-22", "2026-12-01"], labels: []},
  {name: "kind", kind: "choice", label: "", unit: "", start: 0, stops: ["fish-chips", "ham"], labels: []},
];

test("a part stands where its own parameters say; what splits it into files does not count", () => {
  assert.equal(indexOf([0, 2], [2, 0, 1], PARAMETERS), 5);
  assert.equal(indexOf([], [2, 0, 1], PARAMETERS), 0);
  assert.equal(indexOf([0, 1, 2], [2, 1, 1], PARAMETERS, 1), 5);
});

test("the address leaves out what is at its start, and is read in any order", () => {
  assert.equal(write([1, 0, 0], PARAMETERS), "");
  assert.equal(write([2, 1, 1], PARAMETERS), "load-0.5.day-2026-12-01.kind-ham");
  assert.deepEqual(read("kind-ham.load--5", PARAMETERS, [2, 1, 0]), [0, 0, 1]);
  for (const place of [[0, 0, 0], [2, 1, 1], [1, 1, 0]]) assert.deepEqual(read(write(place, PARAMETERS), PARAMETERS, [0, 0, 1]), place);
});

test("a partial text leaves the rest as it is", () => {
  assert.deepEqual(read("~kind-ham", PARAMETERS, [2, 1, 0]), [2, 1, 1]);
});

test("numbers and days go to the nearest stop, unknown names are passed over, other texts name no state", () => {
  assert.deepEqual(read("load-0.4.colour-red.day-2026-11-29", PARAMETERS, [0, 0, 0]), [2, 1, 0]);
  for (const text of ["95", "load-much", "kind-fish", "load-"]) assert.equal(read(text, PARAMETERS, [0, 0, 0]), null, text);
});
