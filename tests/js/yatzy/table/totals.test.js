/** The total on a card is that of its record, of the archive and of the link, whatever happened in the game. */
import assert from "node:assert/strict";
import {test} from "node:test";

import {cardAfter, totalOf} from "../../../../static/js/yatzy/record/played.js";
import {readGame, readLink, writeGame} from "../../../../static/js/yatzy/table/records.js";
import {readRecords} from "../../../../static/js/yatzy/record/parse.js";
import {rulesetOf} from "../../../../static/js/yatzy/record/rulesets.js";
import {EMPTY_ARCHIVE, recordTexts, takeGames, titleOfGame} from "../../../../static/js/yatzy/table/archive.js";
import {rulesFor} from "../../../../static/js/yatzy/table/editions.js";
import {EMPTY_FORM, setupOf} from "../../../../static/js/yatzy/table/form.js";
import {beginGame, playedOf, pointsOfBox, record} from "../../../../static/js/yatzy/table/game.js";
import {tidyName} from "../../../../static/js/yatzy/table/store.js";
import {EDITIONS, randomGame, totalsOnCards} from "./random-games.js";

/** @typedef {import("../../../../static/js/yatzy/table/game.js").Event} Event */

const N_GAMES = Number(process.env.RANDOM_GAMES ?? 3);

/** Totals of a recorded game. @param {import("../../../../static/js/yatzy/record/played.js").PlayedGame} played */
const totalsOf = ({game, rules, players}) => players.map(({turns}) => totalOf(rulesetOf(game, rules), cardAfter(rulesetOf(game, rules), turns)));

/** A record without the places where the dice of its turns lay: a link does not have them. @param {string} text */
const withoutPlaces = (text) => text.replace(/(?<!now.*)\b[1-6]{5,6}\b/g, (dice) => [...dice].sort().join(""));

/** @param {import("../../../../static/js/yatzy/table/game.js").Game} game @param {import("../../../../static/js/yatzy/game/rules/scandinavian.js").Ruleset} ruleset */
async function check(game, ruleset) {
  const totals = totalsOnCards(game, ruleset);
  const {text, link} = writeGame(game.setup, playedOf(game, ruleset), game.draft.held);
  assert.deepEqual([...text.matchAll(/^(?:end|broken off|went home) (\d+)$/gm)].map(([, end]) => Number(end)), totals, text);
  const [told] = readRecords(text); // refuses what cannot have been played, and other sums than it finds
  assert.deepEqual(totalsOf(told), totals);
  assert.deepEqual(totalsOf(readLink(link)), totals, text);
  const {archive: {games}} = takeGames(EMPTY_ARCHIVE, recordTexts(text));
  assert.equal(games[0].text, text);
  for (const total of totals) assert.ok(titleOfGame(text).includes(` ${total}`), titleOfGame(text));
  for (const one of [text, `#game=${encodeURIComponent(link)}`]) {
    const read = readGame(one);
    assert.ok(read !== null);
    const rules = rulesFor(read.setup.edition);
    assert.deepEqual(totalsOnCards(read, rules), totals, text);
    const again = writeGame(read.setup, playedOf(read, rules), read.draft.held);
    assert.equal(withoutPlaces(again.text), withoutPlaces(text));
    if (one === text) assert.equal(again.text, text);
  }
}

for (const edition of EDITIONS) {
  test(`total on the card = record = archive = link: ${edition}`, async () => {
    for (let seed = 0; seed < N_GAMES; seed += 1) {
      const {game, ruleset} = await randomGame(edition, seed);
      await check(game, ruleset);
    }
  });
}

/** A game of Yahtzee after events. @param {Event[]} events */
const yahtzeeAfter = async (...events) => {
  const setup = {edition: "yahtzee", players: [{name: "A", kind: /** @type {const} */ ("pen")}], dice: /** @type {const} */ ("real"), seed: ""};
  const game = events.reduce(record, beginGame(setup));
  const ruleset = rulesFor("yahtzee");
  await check(game, ruleset);
  const {turns, scores} = playedOf(game, ruleset).cards[0];
  return {turns, total: totalsOnCards(game, ruleset)[0], scores, ruleset};
};

/** @param {string} faces @returns {Event} */
const thrown = (faces) => ({kind: "throw", dice: [...faces].map(Number), held: [...faces].map(() => false)});

test("extra Yahtzees stay in the record: entered without dice, of a box that was corrected, and counted once more", async () => {
  const ruleset = rulesFor("yahtzee");
  const [YAHTZEE, FOURS, CHANCE, ONES] = ["yahtzee", "fours", "chance", "ones"].map((box) => ruleset.categories.findIndex(({name}) => name === box));
  /** @type {(box: number, points: number) => Event} */
  const write = (box, points) => ({kind: "write", box, points});
  /** @type {(count: number) => Event} */
  const extra = (count) => ({kind: "extra", player: 0, count});
  const joker = [thrown("66666"), write(YAHTZEE, 50), thrown("44444"), write(FOURS, 20), thrown("12345"), write(CHANCE, 15)];
  // The count that is there already changes nothing, and one more costs the dice of one turn.
  const before = await yahtzeeAfter(...joker);
  assert.deepEqual(await yahtzeeAfter(...joker, extra(1)), before);
  assert.equal(before.total, 185);
  const two = await yahtzeeAfter(...joker, extra(2));
  assert.deepEqual([two.total, two.turns.map(({throws}) => throws?.length ?? 0)], [285, [1, 1, 0]]);
  assert.deepEqual((await yahtzeeAfter(...joker, extra(0))).turns.map(({throws}) => throws?.length ?? 0), [1, 0, 1]);
  // Without dice, also where the box for five equal dice was written last.
  assert.equal((await yahtzeeAfter(write(YAHTZEE, 50), write(ONES, 3), extra(1))).total, 153);
  assert.equal((await yahtzeeAfter(write(ONES, 3), write(CHANCE, 20), write(YAHTZEE, 50), extra(2))).total, 273);
  // The box of the joker is corrected, is opened, and the Yahtzee itself is struck.
  assert.equal((await yahtzeeAfter(...joker, {kind: "correct", player: 0, box: FOURS, points: 16})).total, 181);
  assert.equal((await yahtzeeAfter(...joker, {kind: "correct", player: 0, box: FOURS, points: null})).total, 65);
  const struck = await yahtzeeAfter(...joker, {kind: "correct", player: 0, box: YAHTZEE, points: 0});
  assert.deepEqual([struck.total, struck.turns[1].throws], [35, [[4, 4, 4, 4, 4]]]);
});

test("games with other dice in one page have points of their own", async () => {
  const [scandinavian, maxi] = [rulesFor("scandinavian"), rulesFor("maxi")];
  assert.deepEqual([pointsOfBox(scandinavian, 2), pointsOfBox(maxi, 2)].map((points) => points.at(-1)), [15, 18]);
});

test("names and seeds that a record cannot hold are left out of it, and the game is not lost", async () => {
  const ruleset = rulesFor("scandinavian");
  // As older pages cut a name after 24 units, in the middle of a sign.
  const players = [{name: `${"A".repeat(23)}\ud83c`, kind: /** @type {const} */ ("pen")}];
  for (const [seed, told] of [["MY SEED", ""], ["ÅSA-1", ""], ["AB12", "AB12"]]) {
    const game = record(beginGame({edition: "scandinavian", players, dice: "page", seed}), {kind: "write", box: 0, points: 3});
    await check(game, ruleset);
    const [{seed: read, players: [{name}]}] = readRecords(writeGame(game.setup, playedOf(game, ruleset)).text);
    assert.deepEqual([read, name], [told, "A".repeat(23)]);
  }
  assert.equal(setupOf({...EMPTY_FORM, seed: "å b-1"}, String, () => "S").seed, "B1");
  assert.equal(tidyName(`${"A".repeat(23)}🎲🎲`), `${"A".repeat(23)}🎲`);
});
