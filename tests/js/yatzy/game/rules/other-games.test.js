/** The other games in the advisor: jokers, extra Yahtzees, saved throws; options, scores and links. */

import assert from "node:assert/strict";
import {test} from "node:test";

import {
  EDITIONS, findEdition, mostRerolls, newPosition, offersOf, rulesOf, writePosition, writeScore,
} from "../../../../../static/js/yatzy/advisor/position.js";
import {drawAnswer, drawCard} from "../../../../../static/js/yatzy/advisor/drawing.js";
import {englishVoice} from "../../../../../static/js/yatzy/words/voice.js";
import {press, readEdition, readPosition, startSession, typeText} from "../../../../../static/js/yatzy/advisor/session.js";
import {forced, maxi, saved, yahtzee} from "../../../../../static/js/yatzy/game/rules/other-games.js";

/** @typedef {import("../../../../../static/js/yatzy/game/rules/scandinavian.js").Ruleset} Ruleset */

/**
 * @param {Ruleset} ruleset
 * @param {Record<string, number>} written
 * @param {string} dice
 */
function sessionOf(ruleset, written, dice) {
  const scores = ruleset.categories.map(({name}) => written[name] ?? null);
  return typeText(startSession({...newPosition(ruleset), scores}), dice);
}

/** @param {Ruleset} ruleset @param {Record<string, number>} written @param {string} dice */
function offered(ruleset, written, dice) {
  const offers = offersOf(ruleset, sessionOf(ruleset, written, dice).position);
  return Object.fromEntries(ruleset.categories.flatMap(({name}, category) => {
    const entry = offers[category];
    return entry === null ? [] : [[name, [entry.points, entry.on_top]]];
  }));
}

test("before its box is filled, a Yahtzee is like any other roll", () => {
  assert.deepEqual(offered(yahtzee, {fours: 8}, "44444").yahtzee, [50, 0]);
  assert.deepEqual(offered(yahtzee, {fours: 8}, "44444").full_house, [0, 0]);
});

test("a free joker may take any box, and earns the bonus if the box contains points", () => {
  const paid = offered(yahtzee, {fours: 8, yahtzee: 50}, "44444");
  assert.deepEqual([paid.full_house, paid.large_straight, paid.ones, paid.chance], [[25, 100], [40, 100], [0, 100], [20, 100]]);
  assert.deepEqual(offered(yahtzee, {fours: 8, yahtzee: 0}, "44444").small_straight, [30, 0]);
  // Its upper box is open: no joker yet.
  assert.deepEqual(offered(yahtzee, {yahtzee: 50}, "44444").large_straight, [0, 100]);
});

test("a forced joker takes its upper box first, then a lower one, and only then another", () => {
  assert.deepEqual(offered(forced, {yahtzee: 50}, "44444"), {fours: [20, 100]});
  assert.ok(!("ones" in offered(forced, {fours: 8, yahtzee: 50}, "44444")));
  const lower = {three_of_a_kind: 0, four_of_a_kind: 0, full_house: 0, small_straight: 0, large_straight: 0, chance: 20};
  assert.deepEqual(Object.keys(offered(forced, {...lower, fours: 8, yahtzee: 50}, "44444")), ["ones", "twos", "threes", "fives", "sixes"]);
});

test("extra Yahtzees are counted when scored, within the maximum for the card", () => {
  const before = sessionOf(yahtzee, {sixes: 18, yahtzee: 50}, "66666");
  const after = press(before, "score-chance", yahtzee, Math.random).position;
  assert.equal(after.n_extra_yahtzees, 1);
  const more = press(startSession(after), "extra-more", yahtzee, Math.random).position;
  assert.equal(more.n_extra_yahtzees, 2);
  assert.equal(press(startSession(more), "extra-more", yahtzee, Math.random).position.n_extra_yahtzees, 2);
  const box = yahtzee.categories.findIndex(({name}) => name === "yahtzee");
  assert.equal(writeScore(more, yahtzee, box, 0).n_extra_yahtzees, 0);
});

test("unused throws are carried to the next turn, up to the maximum", () => {
  const thrown = sessionOf(saved, {}, "12345");
  const next = press(thrown, "score-small_straight", saved, Math.random).position;
  assert.deepEqual([next.rerolls, mostRerolls(saved, next.scores)], [4, 4]);
  assert.equal(press(startSession(next), "rerolls-more", saved, Math.random).position.rerolls, 4);
  assert.equal(press(startSession(next), "rerolls-less", saved, Math.random).position.rerolls, 3);
  const opened = writeScore(next, saved, saved.categories.findIndex(({name}) => name === "small_straight"), null);
  assert.equal(opened.rerolls, 2);
  assert.equal(press(sessionOf(maxi, {}, "123456"), "score-chance", maxi, Math.random).position.rerolls, 2);
});

test("positions of every game are preserved by their links", async () => {
  for (const edition of EDITIONS) {
    const ruleset = rulesOf(edition);
    const position = {...newPosition(ruleset), dice: Array(ruleset.n_dice).fill(6), rerolls: 1, kept: 2};
    const found = readEdition(writePosition(edition, position));
    assert.equal(found.edition, edition);
    assert.deepEqual(readPosition(found.rest, ruleset), position);
  }
  const [, , , american] = EDITIONS;
  const rich = press(sessionOf(yahtzee, {sixes: 18, yahtzee: 50}, "66666"), "score-chance", yahtzee, Math.random).position;
  assert.equal(writePosition(american, rich), "yahtzee:-,-,-,-,-,18,-,-,-,-,-,50,30:00000:2:0:1");
  assert.deepEqual(readPosition(readEdition(writePosition(american, rich)).rest, yahtzee), rich);
  assert.equal(findEdition("chess"), undefined);
});

test("a link with too many extra Yahtzees or throws is reported", () => {
  assert.throws(() => readPosition("-,-,-,-,-,18,-,-,-,-,-,50,-:00000:2:0:2", yahtzee), /“2” extra Yahtzees are not from 0 to 1/);
  assert.throws(() => readPosition(`5${",-".repeat(14)}:00000:5`, saved), /“5” rerolls are not from 0 to 4/);
});

test("the card offers legal scores and shows bonuses", () => {
  const {position} = sessionOf(forced, {yahtzee: 50}, "44444");
  const card = drawCard({voice: englishVoice(), edition: EDITIONS[4], ruleset: forced, position, selected: -1, answer: {kind: "waiting"}});
  assert.equal(card.match(/class="offer/g)?.length, 1);
  assert.match(card, /aria-label="Score 20 in Fours and 100 on top"/);
  const words = drawAnswer({voice: englishVoice(), edition: EDITIONS[2], ruleset: maxi, position: newPosition(maxi), selected: -1, answer: {kind: "fetching", names: ["0-0"], bytes: 467_410}});
  assert.match(words, /The part of the table for this position is being fetched \(467 KB\)/);
});
