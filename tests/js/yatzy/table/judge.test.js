/** Decisions at the table by the published values: verdicts, machines, and what of a score was luck. */
import assert from "node:assert/strict";
import {test} from "node:test";

import {adviser} from "../../../../static/js/yatzy/advisor/answer.js";
import {EDITIONS} from "../../../../static/js/yatzy/advisor/position.js";
import {openValues} from "../../../../static/js/yatzy/advisor/values.js";
import {saved, yahtzee} from "../../../../static/js/yatzy/game/rules/other-games.js";
import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {layOutGame, totalsOfScores} from "../../../../static/js/yatzy/game/tables.js";
import {faceOf, turnOfDice} from "../../../../static/js/yatzy/table/dice.js";
import {beginGame, onlyBox, placesOf, playedOf, record} from "../../../../static/js/yatzy/table/game.js";
import {bestEvent, gradeOf, judge, lastDecision, positionOf} from "../../../../static/js/yatzy/table/judge.js";
import {asText, readGame, writeGame} from "../../../../static/js/yatzy/table/records.js";
import {choicesOf, costliest, costly, reviewCard} from "../../../../static/js/yatzy/table/review.js";
import {drawReview} from "../../../../static/js/yatzy/table/archive.js";
import {readPublishedFile} from "../published.js";
import {ENGLISH} from "./texts.js";

/** @typedef {import("../../../../static/js/yatzy/table/game.js").Event} Event */
/** @typedef {import("../../../../static/js/yatzy/table/game.js").Game} Game */
/** @typedef {import("../../../../static/js/yatzy/game/rules/scandinavian.js").Ruleset} Ruleset */

/** @type {Map<string, Promise<{game: import("../../../../static/js/yatzy/game/tables.js").Game, values: import("../../../../static/js/yatzy/advisor/values.js").Values, answer: ReturnType<typeof adviser>}>>} */
const desks = new Map();

/** @param {string} name @param {Ruleset} ruleset */
async function layDesk(name, ruleset) {
  const edition = /** @type {any} */ (EDITIONS.find((one) => one.name === name));
  const game = layOutGame(ruleset);
  const values = await openValues(edition, game, async (file) => readPublishedFile(file));
  return {game, values, answer: adviser(game, values)};
}

/** @param {string} name @param {Ruleset} ruleset */
function deskOf(name, ruleset) {
  const desk = desks.get(name) ?? layDesk(name, ruleset);
  desks.set(name, desk);
  return desk;
}

/**
 * Play a game to its end.
 * @param {Ruleset} ruleset @param {string} seed @param {string} edition @param {number} [worst] How far down the list of options every third decision goes.
 */
async function playGame(ruleset, seed, edition, worst = 0) {
  const {values, answer} = await deskOf(edition, ruleset);
  let game = beginGame({edition, players: [{name: "P", kind: "coach"}], dice: "page", seed});
  for (let played = playedOf(game, ruleset); played.player >= 0; played = playedOf(game, ruleset)) {
    const turn = turnOfDice(game.setup, played);
    const thrown = (/** @type {boolean[]} */ held) => Array.from({length: ruleset.n_dice}, (_, place) => (held[place] ? played.dice[place] : faceOf(seed, turn, played.throws.length, place)));
    const none = Array(ruleset.n_dice).fill(false);
    const position = positionOf(played, ruleset);
    await values.fetch(values.missing(totalsOfScores(ruleset, position.scores).filled));
    const asked = (/** @type {any} */ at) => {
      const answered = answer(at);
      if (answered.kind !== "options" || game.events.length % 3 > 0) return answered;
      return {...answered, options: answered.options.slice(Math.min(worst, answered.options.length - 1))};
    };
    const event = played.dice.length === 0 ? /** @type {Event} */ ({kind: "throw", dice: thrown(none), held: none}) : bestEvent(played, ruleset, asked, thrown, game.draft.held);
    assert.ok(event !== null, JSON.stringify(position));
    game = record(game, event);
  }
  return game;
}

/** Count the taps that a game of the page's dice takes: each throw, a hold each that changes, a box if there is a choice, and the button. @param {Game} game */
function countTaps(game) {
  const places = placesOf(game, scandinavian);
  let [taps, held] = [0, /** @type {boolean[]} */ ([])];
  for (const [index, event] of game.events.entries()) {
    if (event.kind === "write") [taps, held] = [taps + (onlyBox(places[index], scandinavian) < 0 ? 2 : 1), []];
    else if (event.kind === "throw" && event.held.includes(true)) {
      taps += 1 + event.held.filter((is_held, place) => is_held !== (held[place] ?? false)).length;
      held = event.held;
    } else if (event.kind === "throw") [taps, held] = [taps + 1 + held.filter(Boolean).length, []];
  }
  return taps;
}

test("twenty games of best play take at most 8.6 taps a turn, and 7.6 where the page throws first", async (told) => {
  let taps = 0;
  for (let n = 0; n < 20; n += 1) taps += countTaps(await playGame(scandinavian, `TAPS${n}`, "scandinavian"));
  const a_turn = taps / 20 / 15;
  told.diagnostic(`${a_turn.toFixed(2)} taps a turn, and ${(a_turn - 1).toFixed(2)} where the page throws first`);
  assert.ok(a_turn <= 8.6);
});

/** @type {[string, Ruleset, number][]} */
const GAMES = [["scandinavian", scandinavian, 0], ["scandinavian", scandinavian, 3], ["saved", saved, 2], ["yahtzee", yahtzee, 2]];

for (const [edition, ruleset, worst] of GAMES) {
  test(`a score is start, luck and what was given away: ${edition}, option ${worst}`, async () => {
    const {game: tables, values} = await deskOf(edition, ruleset);
    const game = await playGame(ruleset, "LUCK", edition, worst);
    const [card] = playedOf(game, ruleset).cards;
    const {start, luck, regret, unknown, final, decisions, steps} = await reviewCard(tables, values, card);
    assert.ok(Math.abs(start + luck - regret - final) < 1e-9, `${start} + ${luck} - ${regret} is not ${final}`);
    assert.deepEqual([unknown, steps.length], [0, ruleset.categories.length]);
    assert.equal(decisions.length, game.events.filter(({kind}) => kind === "throw").length);
    assert.equal(regret > 1, worst > 0);
    assert.ok(Math.abs((steps.at(-1)?.value ?? 0) - final) < 1e-9);
  });
}

test("turns that are not known stand apart, and the sum still closes", async () => {
  const {game: tables, values} = await deskOf("scandinavian", scandinavian);
  const played = await playGame(scandinavian, "LUCK", "scandinavian", 2);
  const scores = playedOf(played, scandinavian).cards[0].scores;
  const game = record(played, {kind: "correct", player: 0, box: 5, points: scores[5] === 6 ? 12 : 6});
  const [card] = playedOf(game, scandinavian).cards;
  const {start, luck, regret, unknown, final, steps} = await reviewCard(tables, values, card);
  assert.ok(unknown !== 0 && Math.abs(start + luck - regret + unknown - final) < 1e-9);
  assert.equal(steps.filter(({known}) => !known).length, 1);
});

test("of a turn with its last dice alone only the box is judged, in the report and by the coach", async () => {
  const {game: tables, values, answer} = await deskOf("scandinavian", scandinavian);
  /** @type {(faces: string) => Event} */
  const thrown = (faces) => ({kind: "throw", dice: [...faces].map(Number), held: [...faces].map(() => false)});
  const [FIVES, CHANCE] = [4, 13];
  const events = [thrown("55524"), {kind: "write", box: FIVES, points: 15}, thrown("66666"), {kind: "write", box: CHANCE, points: 30}];
  for (const dice of /** @type {const} */ (["real", "page"])) {
    const setup = {edition: "scandinavian", players: [{name: "A", kind: /** @type {const} */ ("coach")}], dice, seed: "S"};
    const game = /** @type {Event[]} */ (events).reduce(record, beginGame(setup));
    const [card] = playedOf(game, scandinavian).cards;
    const {start, luck, regret, unknown, decisions, steps} = await reviewCard(tables, values, card);
    assert.ok(Math.abs(start + luck - regret + unknown - (steps.at(-1)?.value ?? 0)) < 1e-9);
    assert.deepEqual(decisions.map(({rerolls}) => rerolls), dice === "real" ? [0, 0] : [2, 2]);
    assert.deepEqual([unknown !== 0, luck !== 0, steps.some(({known}) => known)], dice === "real" ? [true, false, false] : [false, true, true]);
    // To keep 555 is better only for somebody who may throw again.
    const last = lastDecision({...game, at: 2}, scandinavian);
    assert.ok(last !== null);
    const judged = answer(positionOf(last.before, scandinavian));
    assert.ok(judged.kind === "options");
    assert.equal(judge(last.before, judged.options, last.key)?.grade === "best", dice === "real");
  }
});

test("of a player who has left the account closes on what the card was worth, and says nothing of an average", async () => {
  const {game: tables, values} = await deskOf("scandinavian", scandinavian);
  const game = await playGame(scandinavian, "LEFT", "scandinavian", 2);
  const places = placesOf(game, scandinavian);
  const played = places[places.findIndex(({cards: [{turns}]}) => turns.length === 7)];
  const {start, luck, regret, is_full, final, steps} = await reviewCard(tables, values, played.cards[0]);
  assert.ok(!is_full && Math.abs(start + luck - regret - final) < 1e-9);
  const shown = /** @type {any} */ ({voice: ENGLISH, ruleset: scandinavian, played});
  const drawn = drawReview(shown, 0, {start, luck, regret, is_full, final, steps, unknown: 0, decisions: []}, [], null, "offered");
  assert.match(drawn, /went home after 7 turns/);
  assert.doesNotMatch(drawn, /decides like this/);
});

test("which throw the only real dice are can be said: then the box is judged by the throws that were left", async () => {
  const {game: tables, values} = await deskOf("scandinavian", scandinavian);
  const dice = [5, 5, 5, 2, 4];
  const judged = [];
  for (const said of [1, 2, 3, undefined]) {
    const events = /** @type {Event[]} */ ([{kind: "throw", dice, held: dice.map(() => false)}, {kind: "write", box: 4, points: 15, ...(said && {throw: said})}]);
    const game = events.reduce(record, beginGame({edition: "scandinavian", players: [{name: "A", kind: "coach"}], dice: "real", seed: ""}));
    const [card] = playedOf(game, scandinavian).cards;
    const {decisions: [{rerolls}], unknown, steps: [{last_only}]} = await reviewCard(tables, values, card);
    judged.push([rerolls, unknown !== 0, last_only, lastDecision(game, scandinavian)?.before.rerolls]);
    const back = readGame(asText(game.setup, playedOf(game, scandinavian)));
    assert.deepEqual(back && playedOf(back, scandinavian).cards, [card]);
  }
  assert.deepEqual(judged, [[2, false, false, 2], [1, true, true, 1], [0, true, true, 0], [0, true, true, 0]]);
});

test("the three costliest decisions are asked with the best option and the one that was played", async () => {
  const {game: tables, values} = await deskOf("scandinavian", scandinavian);
  const [card] = playedOf(await playGame(scandinavian, "ASK", "scandinavian", 4), scandinavian).cards;
  const review = await reviewCard(tables, values, card);
  const asked = costliest(review);
  const losses = costly(review).map(({chosen}) => chosen.regret);
  assert.ok(losses.length > 3 && losses.every((loss) => loss >= 0.25));
  assert.deepEqual(asked.map(({chosen}) => chosen.regret), losses.sort((a, b) => b - a).slice(0, 3));
  for (const decision of asked) {
    const choices = choicesOf(decision);
    assert.ok(choices.length <= 4 && choices.includes(decision.options[0]) && choices.includes(decision.chosen));
  }
});

test("a game goes out as text and as a link, and comes back as it was played", async () => {
  for (const worst of [0, 3]) {
    const game = await playGame(scandinavian, "TAKEME", "scandinavian", worst);
    const played = playedOf(game, scandinavian);
    const {text, link} = writeGame(game.setup, played);
    for (const taken of [text, `https://host/table.html?game=${encodeURIComponent(link)}#table`]) {
      const back = readGame(taken);
      assert.ok(back !== null);
      const [card] = playedOf(back, scandinavian).cards;
      assert.deepEqual(card.scores, played.cards[0].scores);
      assert.deepEqual(card.turns.map(sorted), played.cards[0].turns.map(sorted));
      // The seed tells where the dice lay.
      assert.equal(asText(back.setup, playedOf(back, scandinavian)), text);
    }
  }
});

/** A turn without the places where its dice lay. @param {import("../../../../static/js/yatzy/table/game.js").TurnRecord} turn */
function sorted({box, points, throws = [], keeps = []}) {
  const texts = (/** @type {number[][]} */ all) => all.map((dice) => [...dice].sort().join(""));
  return {box, points, throws: texts(throws), keeps: texts(keeps)};
}

test("games of several come back turn by turn, also when one has left; a foreign one is told", async () => {
  const head = "yatzy 1\ngame scandinavian\n";
  const [a, b] = ["player A\n1 22655 keep 55, 55513 keep 555, 55524 fives 15\n2 11111 yatzy 50\nbroken off 65\n", "player B\n1 chance 20\nbroken off 20\n"];
  const game = readGame(head + a + b);
  assert.deepEqual(game?.events.map(({kind}) => kind), ["throw", "throw", "throw", "write", "write", "throw", "write"]);
  const alone = readGame(head + b + a);
  assert.deepEqual(alone?.events.map(({kind}) => kind), ["write", "throw", "throw", "throw", "write", "turn", "throw", "write"]);
  assert.equal(readGame(`yatzy 1\ngame scandinavian\nrule bonus=101\n${b}`), null);
  assert.throws(() => readGame("yatzy 1\nplayer A\n1 11111 fives 5\n"), /line 3, column \d+/);
  assert.throws(() => readGame("?game=1:x"), /link/);
});

test("grades end where they say, and a tie is none of them", () => {
  const grades = [0, 1 / 256, 0.004, 0.24, 0.25, 0.99, 1, 2.99, 3, 40].map(gradeOf);
  assert.deepEqual(grades, ["best", "best", "tossup", "tossup", "close", "close", "solid", "solid", "clear", "clear"]);
});

test("the coach speaks of the last decision of its own player, past machines and throws that came of themselves", async () => {
  const {answer} = await deskOf("scandinavian", scandinavian);
  /** @param {string} faces @param {number} [n_held] @returns {Event} */
  const thrown = (faces, n_held = 0) => ({kind: "throw", dice: [...faces].map(Number), held: [...faces].map((_, place) => place < n_held)});
  const setup = /** @type {const} */ ({edition: "scandinavian", players: [{name: "A", kind: "coach"}, {name: "M", kind: "machine"}], dice: "page", seed: ""});
  const events = /** @type {Event[]} */ ([thrown("55266"), thrown("55513", 2), {kind: "write", box: 4, points: 15}, thrown("12345"), {kind: "write", box: 10, points: 15}, thrown("66621"), {kind: "peek"}]);
  const spoken = events.map((_, index) => {
    const game = events.slice(0, index + 1).reduce(record, beginGame(setup));
    return lastDecision(game, scandinavian)?.key ?? null;
  });
  assert.deepEqual(spoken, [null, "keep-55", "score-fives", "score-fives", "score-fives", "score-fives", "score-fives"]);
  const before = playedOf(events.slice(0, 1).reduce(record, beginGame(setup)), scandinavian);
  const answered = answer(positionOf(before, scandinavian));
  assert.ok(answered.kind === "options");
  const verdict = judge(before, answered.options, "keep-55");
  assert.deepEqual([verdict?.best.key, verdict?.grade, verdict?.chosen.key], ["keep-5566", "solid", "keep-55"]);
  const pen = {...setup, players: [{name: "A", kind: /** @type {const} */ ("pen")}]};
  assert.equal(lastDecision(events.slice(0, 2).reduce(record, beginGame(pen)), scandinavian), null);
});
