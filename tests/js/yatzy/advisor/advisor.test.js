import assert from "node:assert/strict";
import {test} from "node:test";

import {EDITIONS, newPosition, typeDice, writePosition} from "../../../../static/js/yatzy/advisor/position.js";
import {
  chooseScore, enterFace, eraseDie, LinkError, press, readPosition, startSession, turnDie, typeText, undo,
} from "../../../../static/js/yatzy/advisor/session.js";
import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {told} from "../../../../static/js/yatzy/words/text.js";

/** @param {import("../../../../static/js/yatzy/words/text.js").Sentence | null} problem */
const said = (problem) => (problem === null ? "" : told(problem));

/** @typedef {import("../../../../static/js/yatzy/advisor/session.js").Session} Session */

const opening = startSession(newPosition(scandinavian));

/** @param {string} name */
const category = (name) => scandinavian.categories.findIndex((other) => other.name === name);

/** @param {Session} session @param {...string} keys */
function pressed(session, ...keys) {
  return keys.reduce((before, key) => press(before, key, scandinavian, () => 0.5), session);
}

/** @param {string} text @param {Session} [session] */
function typed(text, session = opening) {
  return typeText(session, text);
}

test("a turn as it is played: enter, keep, enter the new dice, score", () => {
  const thrown = typed("55266");
  assert.deepEqual(thrown.position.dice, [5, 5, 2, 6, 6]);
  const kept = pressed(thrown, "keep-55");
  assert.deepEqual(kept.position, {...opening.position, dice: [5, 5, 0, 0, 0], kept: 2, rerolls: 1});
  const again = pressed(kept, "face-5", "face-1", "face-5");
  assert.deepEqual(again.position.dice, [5, 5, 5, 1, 5]);
  const scored = pressed(again, "score-fives");
  assert.equal(scored.position.scores[category("fives")], 20);
  assert.deepEqual({...scored.position, scores: []}, {...opening.position, scores: []});
});

test("undo takes back a throw at once, and each option by itself", () => {
  const scored = pressed(typed("55566"), "keep-555", "face-1", "face-2", "score-chance");
  const kept = undo(undo(scored)).position;
  assert.deepEqual([kept.dice, kept.rerolls], [[5, 5, 5, 0, 0], 1]);
  assert.deepEqual(undo(undo(undo(undo(scored)))).position, opening.position);
  assert.match(said(undo(opening).problem), /nothing to undo/);
});

test("throwing all dice again keeps none", () => {
  const none = pressed(typed("11246"), "keep-");
  assert.deepEqual([none.position.dice, none.position.kept, none.position.rerolls], [[0, 0, 0, 0, 0], 0, 1]);
});

test("the page throws only the dice that are missing", () => {
  assert.deepEqual(pressed(typed("55566"), "keep-555", "throw").position.dice, [5, 5, 5, 4, 4]);
});

test("one die is changed: chosen and replaced, turned by a face, erased", () => {
  const thrown = typed("55566");
  assert.deepEqual(pressed(thrown, "die-3", "face-1").position.dice, [5, 5, 5, 1, 6]);
  assert.equal(pressed(thrown, "die-3", "die-3").selected, -1);
  assert.deepEqual(turnDie(thrown, 4, 1).position.dice, [5, 5, 5, 6, 1]);
  assert.deepEqual(turnDie(typed("1"), 0, -1).position.dice, [6, 0, 0, 0, 0]);
  assert.deepEqual(eraseDie(thrown, -1).position.dice, [5, 5, 5, 6, 0]);
  assert.deepEqual(eraseDie(thrown, 0).position.dice, [0, 5, 5, 6, 6]);
});

test("a kept die that is changed was not kept", () => {
  const changed = pressed(typed("55566"), "keep-555", "die-1", "face-2");
  assert.deepEqual([changed.position.dice, changed.position.kept], [[5, 2, 5, 0, 0], 0]);
});

test("rerolls are set by hand; before the first throw nothing was kept", () => {
  const kept = pressed(typed("55566"), "keep-555");
  assert.deepEqual([pressed(kept, "rerolls-0").position.rerolls, pressed(kept, "rerolls-0").position.kept], [0, 3]);
  assert.deepEqual(pressed(kept, "rerolls-2").position, {...kept.position, rerolls: 2, kept: 0});
});

test("after a keep the new dice may be typed alone, or with the kept ones", () => {
  const kept = pressed(typed("55566"), "keep-555");
  assert.deepEqual(typed("26", kept).position.dice, [5, 5, 5, 2, 6]);
  assert.deepEqual(typed("25565", kept).position.dice, [5, 5, 5, 2, 6]);
  assert.deepEqual(typed("5, 5", kept).position.dice, [5, 5, 5, 5, 5]);
});

for (const [text, problem] of /** @type {[string, RegExp][]} */ ([
  ["5557", /No die shows 7.*1 to 6/],
  ["0", /No die shows 0/],
  ["five", /“f” is no die/],
  ["555666", /6 dice; the game has 5/],
])) {
  test(`impossible dice are explained and change nothing: ${text}`, () => {
    const session = typed(text, typed("12"));
    assert.match(said(session.problem), problem);
    assert.deepEqual(session.position.dice, [1, 2, 0, 0, 0]);
  });
}

test("new dice that do not hold the kept ones are explained", () => {
  const kept = pressed(typed("55566"), "keep-555");
  const entered = typeDice(kept.position, "1234");
  assert.ok("problem" in entered);
  assert.match(said(entered.problem), /You kept 5 5 5 and threw 2/);
});

test("keys that cannot be followed are explained", () => {
  assert.match(said(enterFace(opening, 9).problem), /No die shows 9/);
  assert.match(said(enterFace(typed("55566"), 1).problem), /All dice are entered/);
  assert.throws(() => pressed(typed("55566"), "keep-1"), /1 cannot be kept of 55566/);
  assert.throws(() => pressed(typed("55566"), "rerolls-0", "keep-5"), /with 0 rerolls/);
});

test("boxes are written and opened without touching the dice", () => {
  const written = chooseScore(typed("555"), scandinavian, category("yatzy"), 50);
  assert.deepEqual(written.position.dice, [5, 5, 5, 0, 0]);
  assert.equal(chooseScore(written, scandinavian, category("yatzy"), null).position.scores[category("yatzy")], null);
});

test("a position goes through the address unchanged", () => {
  const sessions = [opening, typed("555"), pressed(typed("55566"), "keep-555"), pressed(typed("55566"), "score-full_house")];
  for (const {position} of sessions) assert.deepEqual(readPosition(writePosition(EDITIONS[0], position), scandinavian), position);
  const text = "3,-,9,12,-,18,-,22,-,-,0,-,-,-,-:55566:2";
  assert.equal(writePosition(EDITIONS[0], readPosition(text, scandinavian)), text);
});

const EMPTY = Array(15).fill("-").join(",");
for (const [text, problem] of /** @type {[string, RegExp][]} */ ([
  ["abc", /“abc” is not a scorecard, dice and rerolls/],
  ["1,2:55566:2", /names 2 boxes where the scorecard has 15/],
  [`${EMPTY.replace("-", "6")}:55566:2`, /no roll brings “6” points in Ones/],
  [`${EMPTY.replace("-", "<b>")}:55566:2`, /no roll brings “<b>” points/],
  [`${EMPTY}:5556:2`, /“5556” is not 5 dice/],
  [`${EMPTY}:55576:2`, /“55576” is not 5 dice/],
  [`${EMPTY}:55566:3`, /“3” rerolls are not from 0 to 2/],
  [`${EMPTY}:55566:2:3`, /keeps dice that were never thrown/],
  [`${EMPTY}:55000:1:3`, /keeps dice that were never thrown/],
  [`${EMPTY}:55566:1:5`, /“5” kept dice are not from 0 to 4/],
])) {
  test(`a link that cannot be followed is explained: ${text.replace(EMPTY, "…")}`, () => {
    assert.throws(() => readPosition(text, scandinavian), (error) => {
      assert.ok(error instanceof LinkError);
      assert.match(error.message, problem);
      assert.match(error.message, /Here is a new game instead/);
      return true;
    });
  });
}
