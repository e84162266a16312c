import assert from "node:assert/strict";
import test from "node:test";

import {
  dearest, drawBoxes, drawLook, drawRule, EMPTY, frameOf, isWaiting, ladderOf, openTags, placeOfText, pointsOfGuess, pressTags, priceOf,
  questionOf, readPrices, tagsOf, textOfPlace, verdictOf, view,
} from "../../../../static/js/yatzy/widgets/price-tags.js";
import {solveTurn} from "../../../../static/js/yatzy/game/turn.js";
import {readValueTable, valueOfState} from "../../../../static/js/yatzy/game/values/table.js";
import {readDataSet, readPublishedTable} from "../published.js";
import {testStill} from "../stills.js";

const data = {prices: await readDataSet("prices")};
const known = readPrices(data);
const table = await readValueTable(await readPublishedTable(), known.game);
const full = {...known, all: (/** @type {number} */ filled, /** @type {number} */ total) => valueOfState(table, known.game.states, filled, total)};
const opening = openTags();
const names = known.game.ruleset.categories.map(({name}) => name);
const [THREES, FULL_HOUSE, CHANCE] = ["threes", "full_house", "chance"].map((name) => names.indexOf(name));
/** @typedef {import("../../../../static/js/yatzy/widgets/price-tags.js").Place} Place */

testStill("price-tags", () => view({}, data));
testStill("price-tags on a card whose prices are fetched", () => view({linked: "8196.9.33366.5"}, data));

test("a tag of an upper box names its number of dice", () => {
  const counts = [...drawBoxes(opening, known).matchAll(/<small class="tells">× (\d)</g)].map(([, count]) => Number(count));
  assert.deepEqual(counts, [2, 0, 3, 0, 0, 0]);
});

test("the largest difference is the best choice of the solved turn, on many cards", () => {
  let checked = 0;
  for (let filled = 5; filled < 2 ** 15 - 1; filled += 1009) {
    const totals = known.game.states.totals_of_set[filled & 63];
    const card = {filled, upper_total: totals[Math.floor(totals.length / 2)]};
    const turn = solveTurn(known.game, full.all, {filled, upper_total: card.upper_total});
    for (const dice of [[1, 1, 3, 3, 3], [2, 3, 4, 5, 6], [6, 6, 6, 6, 6], [1, 2, 2, 5, 6]]) {
      const best = dearest(tagsOf({...opening, card, dice}, full));
      assert.ok(best !== null);
      const roll = /** @type {number} */ (known.game.lattice.keep_of_text.get(dice.join(""))) - known.game.lattice.first_roll;
      const most = Math.max(...turn.value_of_score.map((values) => values?.[roll] ?? -Infinity));
      assert.ok(Math.abs(best.difference + full.all(filled, card.upper_total) - most) < 1e-9);
      checked += 1;
    }
  }
  assert.ok(checked > 100);
});

test("the prices of the page and those of the table are the same", () => {
  for (const [box, points] of [[CHANCE, 11], [THREES, 9], [THREES, 0], [FULL_HOUSE, 11]]) {
    const shipped = /** @type {number} */ (priceOf(known, EMPTY, box, points));
    const filled = full.all(0, 0) - full.all(1 << box, box < 6 ? points : 0);
    assert.ok(Math.abs(shipped - filled) <= 1 / 256, `${names[box]} ${shipped} ${filled}`);
  }
});

test("a box is filled with the points of the roll, and opened again; one stays open", () => {
  const looked = /** @type {Place} */ (pressTags(`box-${THREES}`, {...opening, guess: ""}, known));
  const written = /** @type {Place} */ (pressTags("write", looked, known));
  assert.deepEqual(written.card, {filled: 1 << THREES, upper_total: 9});
  assert.ok(isWaiting(written, known) && !isWaiting(written, full));
  assert.equal(dearest(tagsOf(written, known)), null);
  assert.equal(tagsOf(written, full).length, 14);
  assert.deepEqual(pressTags("write", written, known)?.card, EMPTY);
  assert.deepEqual(pressTags("write", opening, known), {...opening, card: written.card}, "where nobody presses a box, the one that the rule takes");
  assert.equal(pressTags("write", {...written, box: -1}, known), null, "while prices are on their way no box is taken");
  const last = {...opening, card: {filled: 2 ** 15 - 1 - (1 << CHANCE), upper_total: 40}, box: CHANCE};
  assert.deepEqual(pressTags("write", last, known)?.card, last.card);
  assert.deepEqual(pressTags("total=0", written, known)?.card, {filled: 1 << THREES, upper_total: 0});
});

test("during the question, a lower box of the card is an answer, and an upper one is ignored", () => {
  assert.equal(pressTags(`box-${CHANCE}`, opening, known)?.guess, "chance");
  assert.equal(pressTags(`box-${THREES}`, opening, known), null);
});

test("an upper box has six prices, a lower one has one", () => {
  assert.deepEqual(ladderOf(opening, THREES, known).map(({points}) => points), [0, 3, 6, 9, 12, 15]);
  assert.equal(ladderOf(opening, CHANCE, known).length, 1);
  assert.match(drawLook(opening, known), /Threes<\/b> has six prices/);
  assert.match(drawLook({...opening, box: CHANCE}, known), /Chance<\/b> has one price/);
  assert.equal(drawLook({...opening, card: {filled: 1, upper_total: 3}}, known), "");
  assert.match(drawRule(opening, known), /Threes<\/b>: 9 − 12\.8 = <b>−3\.8/);
  assert.match(drawRule({...opening, card: {filled: 1, upper_total: 3}}, known), /on their way/);
});

test("before the guess nothing reveals the highest tag: all numbers are covered", () => {
  const boxes = drawBoxes(opening, known);
  assert.doesNotMatch(boxes.replace(/<span class="tags-(?:price strong|sum quiet) tells">(?:<span[^>]*>[^<]*<\/span>|<b>[^<]*<\/b>|[^<])*<\/span>/g, ""), /\d\.\d|largest|aria-label/);
  assert.doesNotMatch(frameOf(opening, known), /\d\.\d/);
});

test("the guess is judged by the prices: ten for the highest, one less for each point", () => {
  const points = questionOf(known).answers?.map(({key}) => [key, pointsOfGuess(known, key)]);
  assert.deepEqual(points, [["yatzy", 0], ["full_house", 1], ["two_pairs", 4], ["chance", 10]]);
  assert.match(verdictOf(known, "chance"), /^Yes: Chance costs <b>30\.8/);
  assert.match(verdictOf(known, "yatzy"), /^Yatzy costs 18\.3; Chance/);
});

test("links preserve card, dice and box, and unreachable cards are rejected", () => {
  for (const text of ["0.0.11333", "8196.9.33366.5"]) {
    const place = placeOfText(text, known, opening);
    assert.ok(place !== null);
    assert.equal(textOfPlace(place), text);
    assert.equal(place.guess, "");
  }
  for (const text of ["", "0.3.11333", "32767.63.11333", "0.0.11337", "0.0.1133", "0.0.11333.15"]) assert.equal(placeOfText(text, known, opening), null, text);
});
