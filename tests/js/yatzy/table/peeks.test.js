/** Looks at the options count as a referee counts them: what was seen was seen, also if it is taken back. */
import assert from "node:assert/strict";
import {test} from "node:test";

import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {beginGame, isMadeAgain, isTouched, playedOf, record, step} from "../../../../static/js/yatzy/table/game.js";
import {readStored, writeStored} from "../../../../static/js/yatzy/table/store.js";

/** @import {Event, Game} from "../../../../static/js/yatzy/table/game.js" */

const SETUP = {edition: "scandinavian", players: [{name: "A", kind: /** @type {const} */ ("peek")}, {name: "B", kind: /** @type {const} */ ("peek")}], dice: /** @type {const} */ ("real"), seed: "S"};

/** @param {string} dice @param {number} [n_held] @returns {Event} */
const thrown = (dice, n_held = 0) => ({kind: "throw", dice: [...dice].map(Number), held: [...dice].map((_, place) => place < n_held)});

/** @param {number} player @returns {Event} */
const peek = (player) => ({kind: "peek", player});

/** @param {Game} game */
const counts = (game) => playedOf(game, scandinavian).cards.map(({peeks}) => peeks);

/** @param {Game} game @param {1 | -1} way */
const went = (game, way) => /** @type {Game} */ (step(game, scandinavian, way));

/** @param {readonly Event[]} events */
const gameOf = (events) => events.reduce(record, beginGame(SETUP));

test("a look stays counted when its dice are taken back, and when others are thrown instead", async () => {
  const game = gameOf([thrown("55266"), thrown("55513", 2), peek(0)]);
  assert.deepEqual(counts(game), [1, 0]);
  // One step leads before the throw that was looked at: the look is no step of its own.
  const back = went(game, -1);
  assert.deepEqual([back.at, counts(back), playedOf(back, scandinavian).dice], [1, [1, 0], [5, 5, 2, 6, 6]]);
  assert.deepEqual([went(back, 1).at, counts(went(back, 1))], [3, [1, 0]]);
  const other = record(record(back, thrown("55112", 2)), peek(0));
  assert.deepEqual(counts(other), [2, 0]);
  // Back to the first throw of the game and on another way: both looks count still, and are kept with the game.
  const start = went(went(other, -1), -1);
  assert.equal(start.at, 0);
  const fresh = record(record(start, thrown("11111")), {kind: "write", box: 0, points: 5});
  assert.deepEqual(counts(fresh), [2, 0]);
  const kept = readStored(writeStored(fresh));
  assert.deepEqual(counts(kept), [2, 0]);
});

test("a look that is gone says nothing of the dice that lie there now, and holds nothing", () => {
  const game = gameOf([thrown("55266"), thrown("55513", 2), peek(0)]);
  const again = record(went(game, -1), peek(0));
  assert.deepEqual([counts(again), playedOf(again, scandinavian).peeked], [[2, 0], true]);
  assert.deepEqual(counts(record(again, peek(0))), [2, 0]);
  // Back at the first throw its dice are held again as they were for the second.
  assert.deepEqual([game, went(game, -1)].map((one) => isTouched(one, playedOf(one, scandinavian))), [false, true]);
  assert.deepEqual([game, went(game, -1)].map(({draft}) => draft.held), [[true, true, false, false, false], [true, true, false, false, false]]);
  const written = record(again, {kind: "write", box: 4, points: 10});
  assert.deepEqual(counts(record(record(written, thrown("12345")), peek(1))), [2, 1]);
});

test("games that were kept before looks had players are read as they were", () => {
  const game = gameOf([thrown("55266"), {kind: "peek"}]);
  assert.deepEqual([counts(game), counts(record(went(game, -1), thrown("11111")))], [[1, 0], [0, 0]]);
});

test("a decision that is changed after its dice were seen is counted, also when it is taken back", () => {
  const setup = {...SETUP, dice: /** @type {const} */ ("page")};
  const writes = /** @type {Event} */ ({kind: "write", box: 5, points: 12});
  const game = [thrown("55266"), thrown("55513", 2)].reduce(record, beginGame(setup));
  const decide = (/** @type {Game} */ from, /** @type {Event} */ event) => {
    const again = isMadeAgain(from, event, scandinavian);
    return record(again ? record(from, {kind: "again", player: 0}) : from, event);
  };
  const made = (/** @type {Game} */ one) => playedOf(one, scandinavian).cards.map(({made_again}) => made_again);
  const back = went(game, -1);
  assert.deepEqual([made(decide(back, thrown("55513", 2))), made(decide(back, thrown("51111", 1))), made(decide(back, writes))], [[0, 0], [1, 0], [1, 0]]);
  // With real dice nobody knows what comes; dice of another player tell nothing either.
  assert.equal(isMadeAgain({...back, setup: SETUP}, writes, scandinavian), false);
  const other = [thrown("55266"), writes, thrown("11111")].reduce(record, beginGame(setup));
  assert.equal(isMadeAgain({...other, at: 1}, {kind: "write", box: 4, points: 10}, scandinavian), false);
  const twice = decide(went(decide(back, writes), -1), thrown("55112", 2));
  assert.deepEqual([made(twice), made(readStored(writeStored(twice)))], [[1, 0], [1, 0]]);
});
