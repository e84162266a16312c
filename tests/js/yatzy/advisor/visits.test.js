import assert from "node:assert/strict";
import {test} from "node:test";

import {EDITIONS, findEdition, newPosition, rulesOf, writeGame, writePosition} from "../../../../static/js/yatzy/advisor/position.js";
import {findBeginning, press, startSession, typeText, undo} from "../../../../static/js/yatzy/advisor/session.js";
import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {told} from "../../../../static/js/yatzy/words/text.js";

/** @param {import("../../../../static/js/yatzy/words/text.js").Sentence | null} problem */
const said = (problem) => (problem === null ? "" : told(problem));

/** @typedef {import("../../../../static/js/yatzy/advisor/session.js").Session} Session */

const [edition] = EDITIONS;
const example = typeText(startSession(newPosition(scandinavian)), "55266").position;
const opening = {edition, ruleset: scandinavian, position: example};

/** Two turns and a throw. */
const played = ["55566", "score-full_house", "12345", "score-small_straight", "6"].reduce(
  (session, step) => (/^\d/.test(step) ? typeText(session, step) : press(session, step, scandinavian, Math.random)),
  startSession(newPosition(scandinavian)),
);
const kept = {last: "scandinavian", scandinavian: writeGame(edition, played)};
const [fresh, thrown, first_turn] = played.past;

/**
 * @param {Record<string, string>} texts What the browser keeps.
 * @param {string | null} [linked]
 * @param {boolean} [is_return]
 */
const begin = (texts, linked = null, is_return = false) =>
  findBeginning({linked, is_return, kept: (name) => texts[name] ?? null, opening});

/** @param {import("../../../../static/js/yatzy/advisor/position.js").Position} position */
const link = (position) => writePosition(edition, position);

test("a first visit begins at the example", async () => {
  const {session, greeting} = await begin({});
  assert.equal(session.position, example);
  assert.deepEqual([session.past, greeting], [[], {kind: "none"}]);
});

test("a game that was broken off goes on, with all that can be undone", async () => {
  const {session, greeting} = await begin(kept);
  assert.deepEqual([session.position, session.past, greeting], [played.position, played.past, {kind: "resumed"}]);
  assert.deepEqual(undo(undo(session)).position, undo(undo(played)).position);
});

test("another game goes on by its own rules", async () => {
  const maxi = /** @type {import("../../../../static/js/yatzy/advisor/position.js").Edition} */ (findEdition("maxi"));
  const session = typeText(startSession(newPosition(rulesOf(maxi))), "112266");
  const found = await begin({...kept, last: "maxi", maxi: writeGame(maxi, session)});
  assert.equal(found.edition, maxi);
  assert.deepEqual(found.session.position, session.position);
});

test("the example that was changed is an example again when all is undone", async () => {
  const changed = press(startSession(example), "new", scandinavian, Math.random);
  const {session, greeting} = await begin({...kept, scandinavian: writeGame(edition, changed)});
  assert.equal(undo(session).position, example);
  assert.deepEqual(greeting, {kind: "none"}); // of an empty card there is nothing to say
});

test("a game that is over was not broken off, but a reload finds it", async () => {
  const over = startSession({...fresh, scores: scandinavian.categories.map(() => 0)}, [thrown]);
  const texts = {...kept, scandinavian: writeGame(edition, over)};
  const {session, greeting} = await begin(texts);
  assert.equal(session.position, example);
  assert.deepEqual([undo(session).position, greeting], [over.position, {kind: "none"}]);
  assert.deepEqual((await begin(texts, null, true)).session.position, over.position);
});

test("a link wins, and the reader's own game is one undo behind it", async () => {
  const other = typeText(startSession(fresh), "11111").position;
  const {session, greeting} = await begin(kept, link(other));
  assert.deepEqual([session.position, greeting], [other, {kind: "linked", has_own: true, problem: null}]);
  assert.deepEqual(undo(session), {...played, entering: false});
  assert.deepEqual((await begin({}, link(other))).greeting, {kind: "linked", has_own: false, problem: null});
});

test("a link to where the own game stands is that game", async () => {
  const {session, greeting} = await begin(kept, link(played.position));
  assert.deepEqual([session.past, greeting], [played.past, {kind: "none"}]);
});

test("an address that was not told of the last move loses none on a reload, and is a link everywhere else", async () => {
  const behind = {...kept, behind: link(first_turn)};
  assert.deepEqual((await begin(behind, link(first_turn), true)).session, {...played, entering: false});
  assert.deepEqual((await begin(behind, link(first_turn), false)).session.position, first_turn);
  assert.deepEqual((await begin(kept, link(first_turn), true)).session.position, first_turn);
});

test("a reload goes on without a word", async () => {
  assert.deepEqual((await begin(kept, null, true)).greeting, {kind: "none"});
});

test("a link that cannot be followed is explained, and takes nothing away", async () => {
  const {session, greeting} = await begin(kept, "nonsense!");
  assert.ok(greeting.kind === "linked" && greeting.has_own);
  assert.match(said(greeting.problem), /“nonsense!” is not a scorecard/);
  assert.deepEqual(session.position, fresh);
  assert.deepEqual(undo(session).position, played.position);
});

for (const [what, text, n_places] of /** @type {[string, string, number][]} */ ([
  ["nothing", "", 0],
  ["no positions", "{\"a\": [1, 2]} \u0000", 0],
  ["another game's", "maxi:-,-:000000:2", 0],
  ["one at the end", `${kept.scandinavian} x`, played.past.length + 1],
  ["one in the middle", kept.scandinavian.replace(link(thrown), "x"), played.past.length],
])) {
  test(`kept positions that cannot be read are passed over: ${what}`, async () => {
    const {session} = await begin({last: "scandinavian", scandinavian: text});
    assert.deepEqual(session.position, n_places === 0 ? example : played.position);
    assert.equal(session.past.length, Math.max(0, n_places - 1));
  });
}

test("a game that the page does not know is passed over", async () => {
  assert.equal((await begin({...kept, last: "poker"})).session.past.at(-1)?.dice[0], 6);
});
