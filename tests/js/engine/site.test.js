import assert from "node:assert/strict";
import {test} from "node:test";
import {pageOf, readMarks, record, sumOf, withPoints} from "../../../static/js/engine/frame/ledger.js";
import {migrateMarks} from "../../../static/js/engine/frame/card-migration.js";
import {mergeByRarity, knownPlace, plain, wordsOf} from "../../../static/js/engine/frame/search-index.js";
import {bestPart, countWords, withKnownPlace} from "../../../static/js/engine/frame/search.js";

test("invalid marks are ignored", () => {
  assert.deepEqual(readMarks(null), {});
  assert.deepEqual(readMarks("not json"), {});
  assert.deepEqual(readMarks("null"), {});
  const stored = '{"a.html": "", "b.html": {"read": true, "points": {"one": 7, "two": -3, "three": "x"}}, "c.html": {"points": null}}';
  assert.deepEqual(readMarks(stored), {"b.html": {read: true, points: {one: 7}}, "c.html": {read: false, points: {}}});
});

test("a card stored before the settings were renamed is read unchanged", () => {
  const stored = '{"geometry.html":{"read":true,"points":{"decisions.0":3,"decisions.1":10}},"risk.html":{"read":false,"points":{}}}';
  const marks = readMarks(stored);
  assert.equal(JSON.stringify(marks), stored);
  assert.equal(sumOf(marks["geometry.html"]), 13);
});

test("a guess on a site without a card is not stored, and a warning is printed", (context) => {
  const warn = context.mock.method(console, "warn", () => {});
  Object.assign(globalThis, {document: {querySelector: () => null}});
  record("a.html", "cup.first", 7);
  Reflect.deleteProperty(globalThis, "document");
  assert.match(warn.mock.calls[0].arguments[0], /cup\.first.*\[guesses\]/);
});

test("only the first answer to a guess counts, and a page adds up its guesses", () => {
  const marks = withPoints(withPoints(withPoints({}, "a.html", "one", 7), "a.html", "one", 10), "a.html", "two", 0);
  assert.equal(sumOf(marks["a.html"]), 7);
  assert.deepEqual(marks["a.html"], {read: false, points: {one: 7, two: 0}});
  assert.equal(sumOf(marks["b.html"]), null);
  assert.equal(sumOf({read: true, points: {}}), null);
});

const LED = {
  "geometry.html": {"": "prices.html#top", counter: "solving.html#slots"},
  "solving.html": {wave: "perfect.html#wave"},
};

test("points move to the current pages of their figures, ticks to the successor of their page, and none is lost", () => {
  const marks = {
    "geometry.html": {read: true, points: {"decisions.1": 3, "counter.total": 10}},
    "solving.html": {read: false, points: {"wave.height": 5, "last-box.keep": 8}},
    "perfect.html": {read: true, points: {"score-curve.curve": 2}},
  };
  const moved = migrateMarks(marks, LED);
  assert.deepEqual(moved, {
    "prices.html": {read: true, points: {"decisions.1": 3}},
    "solving.html": {read: false, points: {"slots.total": 10, "last-box.keep": 8}},
    "perfect.html": {read: true, points: {"wave.height": 5, "score-curve.curve": 2}},
  });
  assert.deepEqual(migrateMarks(moved, LED), moved, "a second time nothing moves");
  assert.deepEqual(migrateMarks(marks, {}), marks);
});

test("a page is named by its file, at any address of the site", () => {
  assert.equal(pageOf("https://example.org/essay/geometry.html?depth=2#totals"), "geometry.html");
  assert.equal(pageOf("https://example.org/essay/"), "index.html");
});

test("a search shows the best section of a page", () => {
  const part = {title: "Rolls", url: "geometry.html#rolls", excerpt: "five <mark>dice</mark>"};
  const found = {url: "geometry.html", excerpt: "…", meta: {title: "Geometry"}, sub_results: [part]};
  assert.deepEqual(bestPart(found), {title: "Rolls", place: "Geometry", url: "geometry.html#rolls", excerpt: "five <mark>dice</mark>"});
  assert.deepEqual(
    bestPart({...found, sub_results: [{...part, title: "Geometry", url: "geometry.html"}]}),
    {title: "Geometry", place: "", url: "geometry.html", excerpt: "five <mark>dice</mark>"},
  );
  const heavy = {...part, title: "Keeps", weighted_locations: [{balanced_score: 2}, {balanced_score: 9}]};
  const light = {...part, weighted_locations: [{balanced_score: 10}]};
  assert.equal(bestPart({...found, sub_results: [light, heavy, light]}).title, "Keeps");
  assert.equal(bestPart({...found, sub_results: []}).title, "Geometry");
  assert.deepEqual(bestPart({url: "a.html", excerpt: "x", meta: {}}), {title: "a.html", place: "", url: "a.html", excerpt: "x"});
});

test("the number of results is a sentence", () => {
  assert.equal(countWords(0, "dice"), "Nothing found for “dice”.");
  assert.equal(countWords(1, "dice"), "One page.");
  assert.equal(countWords(3, "dice"), "3 pages.");
  assert.equal(countWords(12, "dice"), "12 pages, the first 8 of them here.");
});

test("if no page contains all words, the rarest have the largest weight", () => {
  const [a, b, c] = ["a", "b", "c"].map((id) => ({id}));
  assert.deepEqual(mergeByRarity([[a, b, c], [], [c, b]]), [c, b, a]);
  assert.deepEqual(mergeByRarity([[a, b, c], [b]]), [b, a, c]);
  assert.deepEqual(mergeByRarity([]), []);
});

test("the place of known words is first, and listed once", () => {
  const part = {title: "Rolls", place: "Dice", url: "/essay/dice.html#rolls", excerpt: "five <mark>dice</mark>"};
  const other = {...part, url: "/essay/tides.html"};
  assert.deepEqual(withKnownPlace([other, part], undefined), [other, part]);
  assert.deepEqual(withKnownPlace([other, part], ["dice.html#throws", "Dice"]), [
    {title: "Dice", place: "", url: "dice.html#throws", excerpt: part.excerpt},
    other,
  ]);
  assert.deepEqual(withKnownPlace([], ["dice.html", "Dice"]), [{title: "Dice", place: "", url: "dice.html", excerpt: ""}]);
  assert.equal(plain("  Small   STRAIGHT "), "small straight");
});

test("a query finds the place of an exact match, or of known words in it", () => {
  const known = /** @type {Record<string, [string, string]>} */ ({
    "saved throws": ["more.html", "More"], throws: ["dice.html", "Dice"], "the risk": ["rules.html", "Rules"], risk: ["risk.html", "Risk"], luck: ["luck.html", "Luck"], "what now": ["now.html", "Now"],
  });
  const at = (/** @type {string} */ question) => knownPlace(known, question, "a is it or the what")?.[0];
  assert.equal(at("What  now"), "now.html");
  assert.equal(at("is it luck, or skill?"), "luck.html");
  assert.equal(at("saving a throw"), "more.html", "the most words go before");
  assert.equal(at("the throw"), "dice.html");
  assert.equal(at("risky throws?"), "dice.html");
  assert.equal(at("is it risky?"), "risk.html", "words that say nothing go behind");
  assert.equal(at("luck by number of players"), undefined, "one word of four is not what it is about");
  assert.equal(knownPlace(known, "luck sheet phone", "")?.[0], undefined);
  assert.equal(knownPlace(known, "luck sheet phone", "", true)?.[0], "luck.html", "but one of three is, where no page holds them all");
  assert.equal(at("constructor"), undefined);
  assert.deepEqual(wordsOf("What is it?", "is it what"), ["what", "is", "it"]);
  assert.deepEqual(wordsOf("The dice", "the"), ["dice"]);
});
