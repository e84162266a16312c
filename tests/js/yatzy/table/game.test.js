import assert from "node:assert/strict";
import {test} from "node:test";

import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {maxi, saved, yahtzee} from "../../../../static/js/yatzy/game/rules/other-games.js";
import {faceOf, newSeed} from "../../../../static/js/yatzy/table/dice.js";
import {hasValues, isEdition, rulesFor} from "../../../../static/js/yatzy/table/editions.js";
import {choiceOf, choicesOfKind, EMPTY_FORM, enterField, readForm, setupOf, withRules} from "../../../../static/js/yatzy/table/form.js";
import {beginGame, EventError, hold, offersAt, placesOf, playedOf, pointsOfBox, record, step} from "../../../../static/js/yatzy/table/game.js";
import {pageThrow} from "../../../../static/js/yatzy/table/machine.js";
import {PLAYS} from "../../../../static/js/yatzy/record/played.js";
import {asText, readGame} from "../../../../static/js/yatzy/table/records.js";
import {readStored, StoreError, writeStored} from "../../../../static/js/yatzy/table/store.js";

/** @typedef {import("../../../../static/js/yatzy/table/game.js").Event} Event */
/** @typedef {import("../../../../static/js/yatzy/record/played.js").Kind} Kind */

/** @param {...Kind} kinds @returns {import("../../../../static/js/yatzy/table/game.js").Setup} */
const setup = (...kinds) => ({edition: "scandinavian", players: kinds.map((kind, n) => ({name: `P${n}`, kind})), dice: "page", seed: "S"});

/** A throw as it is written in tests: dice, and how many of the first ones were held. @param {string} faces @param {number} [n_held] @returns {Event} */
const thrown = (faces, n_held = 0) => ({kind: "throw", dice: [...faces].map(Number), held: [...faces].map((_, place) => place < n_held)});

/** @param {number} box @param {number} points @returns {Event} */
const written = (box, points) => ({kind: "write", box, points});

/** @param {number} box @param {number | null} points @param {number} [player] @returns {Event} */
const corrected = (box, points, player = 0) => ({kind: "correct", player, box, points});

/** @param {readonly Event[]} events @param {Kind[]} kinds @param {import("../../../../static/js/yatzy/game/rules/scandinavian.js").Ruleset} [ruleset] */
const after = (events, kinds = ["pen"], ruleset = scandinavian) => /** @type {import("../../../../static/js/yatzy/table/game.js").Played} */ (placesOf({setup: setup(...kinds), events}, ruleset).at(-1));

const [FIVES, YATZY] = [4, 14];

test("a game that goes on is told as if it were told anew, wherever it parts from the one before", () => {
  const events = [thrown("55266"), thrown("55513", 2), written(FIVES, 15), thrown("12345"), written(0, 1)];
  const game = events.reduce(record, beginGame(setup("pen", "pen")));
  const others = [{...game}, record({...game, at: 3}, written(1, 4)), record({...game, at: 0}, thrown("66666")), beginGame(game.setup), game];
  for (const other of others) {
    const going_on = placesOf(other, scandinavian);
    assert.equal(going_on.length, other.events.length + 1);
    assert.deepEqual(going_on, placesOf({...other, setup: {...other.setup}}, scandinavian)); // of another setup nothing is known
    placesOf(game, scandinavian);
  }
});

test("a turn: throws, holds, a box; then the next player", () => {
  const events = [thrown("55266"), thrown("55513", 2), thrown("55535", 3), written(FIVES, 20)];
  const played = after(events, ["pen", "pen"]);
  assert.deepEqual([played.player, played.dice, played.rerolls], [1, [], 2]);
  assert.deepEqual(played.cards[0].turns, [
    {box: "fives", points: 20, on_top: 0, throws: [[5, 5, 2, 6, 6], [5, 5, 5, 1, 3], [5, 5, 5, 3, 5]], keeps: [[5, 5], [5, 5, 5]]},
  ]);
  assert.equal(after([...events, thrown("11111"), written(0, 5)], ["pen", "pen"]).player, 0);
});

/** What cannot happen, and behind which events. @type {[string, Event[], Event][]} */
const IMPOSSIBLE = [
  ["a held die that changes", [thrown("55266")], thrown("45266", 1)],
  ["a fourth throw", [thrown("55266"), thrown("55266"), thrown("55266")], thrown("55266")],
  ["a throw of no dice", [thrown("55266")], thrown("55266", 5)],
  ["dice held before the first throw", [], thrown("55266", 1)],
  ["four dice", [], thrown("5526")],
  ["a seven", [], thrown("55267")],
  ["other points than the dice bring", [thrown("55266")], written(FIVES, 15)],
  ["points that no dice bring", [], written(FIVES, 7)],
  ["a box twice", [written(FIVES, 5), thrown("55266")], written(FIVES, 10)],
  ["a box that is not there", [], written(15, 0)],
  ["a correction to points that no dice bring", [], corrected(YATZY, 49)],
  ["a player who is not there", [], corrected(YATZY, 50, 1)],
  ["an extra Yahtzee in a game without", [], {kind: "extra", player: 0, count: 1}],
];

for (const [name, before, event] of IMPOSSIBLE) {
  test(`cannot happen: ${name}`, () => {
    after(before);
    assert.throws(() => after([...before, event]), EventError);
  });
}

test("only points that a box can have are offered", () => {
  assert.deepEqual(pointsOfBox(scandinavian, FIVES), [0, 5, 10, 15, 20, 25]);
  assert.deepEqual(pointsOfBox(scandinavian, YATZY), [0, 50]);
  assert.deepEqual(pointsOfBox(scandinavian, 10), [0, 15]);
});

test("a corrected turn is unknown; behind a box that opens nothing is known, and its player is next", () => {
  const turns = [thrown("55266"), written(FIVES, 10), thrown("66612"), written(5, 18)];
  const points = after([...turns, corrected(FIVES, 15)]).cards[0];
  assert.deepEqual([points.scores[FIVES], points.turns[0], points.turns[1].throws?.length], [15, {box: "fives", points: 15}, 1]);
  const opened = after([...turns, corrected(FIVES, null)]).cards[0];
  assert.deepEqual([opened.scores[FIVES], opened.turns], [null, [{box: "sixes", points: 18}]]);
  const two = after([thrown("55266"), written(FIVES, 10), thrown("66612"), written(5, 18), corrected(FIVES, null)], ["pen", "pen"]);
  assert.equal(two.player, 0);
});

test("a card from paper: whoever has fewest boxes is next", () => {
  const paper = [corrected(0, 3), corrected(1, 6), corrected(0, 2, 1), corrected(1, 4, 1), corrected(2, 0, 1)];
  assert.equal(after(paper, ["pen", "pen"]).player, 0);
  assert.equal(after([...paper, corrected(3, 8)], ["pen", "pen"]).player, 0);
  assert.equal(after([...paper, corrected(3, 8), corrected(2, 9)], ["pen", "pen"]).player, 1);
});

test("a game is over when all cards are full, and goes on when a box is opened", () => {
  const full = scandinavian.categories.map((_, box) => written(box, 0));
  assert.equal(after(full).player, -1);
  assert.equal(after([...full, corrected(3, null)]).player, 0);
});

test("saved throws are carried on, and a turn without dice takes none of them", () => {
  assert.equal(after([thrown("55266"), written(FIVES, 10)], ["pen"], saved).rerolls, 4);
  assert.equal(after([thrown("55266"), written(FIVES, 10), written(0, 0)], ["pen"], saved).rerolls, 4);
});

test("an extra Yahtzee pays by itself, or is counted by hand", () => {
  const box = yahtzee.categories.findIndex(({name}) => name === "yahtzee");
  const events = [written(box, 50), thrown("66666"), written(5, 30)];
  assert.equal(after(events, ["pen"], yahtzee).cards[0].n_extra_yahtzees, 1);
  assert.equal(after([...events, {kind: "extra", player: 0, count: 0}], ["pen"], yahtzee).cards[0].n_extra_yahtzees, 0);
});

test("six dice are six dice", () => {
  assert.deepEqual(after([{kind: "throw", dice: [1, 2, 3, 4, 5, 6], held: Array(6).fill(false)}, written(14, 21)], ["pen"], maxi).dice, []);
});

test("undo goes through the whole game, back and forth, and takes along what came of itself", () => {
  const events = [thrown("55266"), thrown("55513", 2), written(FIVES, 15), thrown("12345"), written(0, 1), thrown("66666"), written(YATZY, 50)];
  let game = events.reduce(record, beginGame(setup("pen")));
  const ats = [];
  for (let next = step(game, scandinavian, -1); next !== null; next = step(game, scandinavian, -1)) ats.push((game = next).at);
  assert.deepEqual(ats, [6, 4, 2, 1, 0]); // a box with the throw that follows it is one step
  for (let next = step(game, scandinavian, 1); next !== null; next = step(game, scandinavian, 1)) game = next;
  assert.equal(game.at, events.length);
  const elsewhere = record(/** @type {any} */ (step(game, scandinavian, -1)), written(5, 30));
  assert.equal(elsewhere.events.length, events.length);
  assert.equal(playedOf(elsewhere, scandinavian).cards[0].scores[5], 30);
});

test("a first throw that was pressed is a step of its own", () => {
  const events = [{...thrown("55266"), pressed: true}, written(FIVES, 10), {...thrown("12345"), pressed: true}];
  const game = events.reduce(record, beginGame(setup("pen")));
  const back = /** @type {any} */ (step(game, scandinavian, -1));
  assert.deepEqual([back.at, step(back, scandinavian, -1)?.at, step(back, scandinavian, 1)?.at], [2, 1, 3]);
});

test("undo never rests inside a machine's turn", () => {
  const events = [thrown("55266"), written(FIVES, 10), thrown("12345"), written(10, 15), thrown("66666")];
  const game = events.reduce(record, beginGame(setup("coach", "machine")));
  const ats = [step(game, scandinavian, -1)?.at];
  ats.push(step({...game, at: 4}, scandinavian, -1)?.at);
  assert.deepEqual(ats, [4, 1]);
});

/** @param {number} player @param {string} name @param {Partial<import("../../../../static/js/yatzy/table/game.js").Player>} [more] @returns {Event} */
const person = (player, name, more = {}) => ({kind: "person", player, person: {name, kind: "pen", ...more}});

test("people come and go: who leaves holds nobody up, who joins catches up, and every step can be undone", () => {
  const round = [written(0, 1), written(1, 4)];
  const left = [...round, thrown("55266"), person(0, "P0", {is_gone: true})];
  assert.deepEqual([after(left, ["pen", "pen"]).player, after(left, ["pen", "pen"]).dice], [1, []]);
  assert.equal(after([...left, written(2, 6), written(3, 8), person(0, "P0")], ["pen", "pen"]).player, 0);
  // The cards of those who left are not waited for at the end, either.
  const full = scandinavian.categories.map((_, box) => written(box, 0));
  const ended = after([person(0, "P0", {is_gone: true}), ...full], ["pen", "pen"]);
  assert.deepEqual([ended.player, ended.cards.map(({turns}) => turns.length)], [-1, [0, 15]]);
  // A newcomer plays until their card is as long as the others'; dice on the table are played first.
  const joined = after([...round, thrown("55266"), person(2, "Cy"), written(FIVES, 10)], ["pen", "pen"]);
  assert.deepEqual([joined.player, joined.players[2].name, joined.cards[2].turns], [2, "Cy", []]);
  // One of six has left and another has joined, as a record tells it.
  const people = ["A", "B", "C", "D", "E", "F", "G"].map((name) => `player ${name}\n${name === "A" ? "went home\n" : ""}`).join("");
  assert.equal(readGame(`yatzy 2\nbegan 6\n${people}`)?.events.length, 2);
  assert.equal(readGame(`yatzy 2\nbegan 6\n${people.replace("went home\n", "")}`), null);
  // Another order, a name and a help; the numbers stay.
  const ordered = after([{kind: "order", order: [1, 0]}, person(1, "Bo", {kind: "coach"})], ["pen", "pen"]);
  assert.deepEqual([ordered.player, ordered.players[1]], [1, {name: "Bo", kind: "coach"}]);
  // Dice stay held when somebody is renamed, and each change is a step of undo.
  const game = [thrown("55266"), thrown("55513", 2), person(0, "Anna")].reduce(record, beginGame(setup("pen")));
  assert.deepEqual([game.draft.held.slice(0, 3), step(game, scandinavian, -1)?.at], [[true, true, false], 2]);
  assert.deepEqual(readStored(writeStored(game)), game);
  for (const event of /** @type {Event[]} */ ([person(2, "Cy"), person(0, ""), person(0, "A", {kind: /** @type {any} */ ("oracle")}), {kind: "order", order: [1]}, {kind: "turn", player: 1}])) {
    assert.throws(() => after([event]), EventError);
  }
});

test("held dice lie held still after a throw; a die is held and let go", () => {
  const game = [thrown("55266"), thrown("55513", 2)].reduce(record, beginGame(setup("pen")));
  assert.deepEqual(game.draft.held, [true, true, false, false, false]);
  assert.deepEqual(hold(hold(game, 2, 5), 0, 5).draft.held, [false, true, true, false, false]);
});

test("a game is kept whole, and one that cannot have been played is damaged", async () => {
  const game = [thrown("55266"), thrown("55513", 2)].reduce(record, beginGame(setup("coach", "machine")));
  assert.deepEqual(readStored(writeStored(game)), game);
  const text = writeStored(game);
  const texts = {
    damaged: [text.slice(0, -9), "null", "7", "{}", text.replace('"at":2', '"at":3'), text.replace("[5,5,5,1,3]", "[5,4,5,1,3]"), text.replace('"coach"', "7"),
      text.replace('"kind":"throw"', '"kind":"fly"'), text.replace('"dice":[5,5,2,6,6]', '"dice":null'), text.replace('"entered":[]', '"entered":[9]')],
    foreign_version: [
      text.replace('"version":1', '"version":2'), text.replace('"coach"', '"oracle"'), text.replace('"scandinavian"', '"chess"'),
      text.replace('"kind":"machine"', '"kind":"machine","plays":"newest_rung"'),
    ],
  };
  for (const [words, all] of Object.entries(texts)) {
    for (const one of all) {
      assert.notEqual(one, text);
      assert.throws(() => readStored(one), (error) => error instanceof StoreError && error.words === words, one);
    }
  }
});

test("the page's dice are those of the seed, each face as often as the others", () => {
  const dice = Array.from({length: 6000}, (_, place) => faceOf("SEED", place % 90, place % 3, place));
  assert.deepEqual(dice, Array.from({length: 6000}, (_, place) => faceOf("SEED", place % 90, place % 3, place)));
  const counts = [1, 2, 3, 4, 5, 6].map((face) => dice.filter((one) => one === face).length);
  assert.ok(counts.every((count) => Math.abs(count - 1000) < 150), String(counts));
  assert.notEqual(newSeed(() => 0.1), newSeed(() => 0.9));
});

test("dice of new games follow from the player and their own turn; games of older pages keep their rule", () => {
  const alone = beginGame({...setup("pen"), dice_rule: 2});
  const two = record(record(beginGame({...setup("pen", "pen"), dice_rule: 2}), thrown("55266")), written(FIVES, 10));
  const older = record(record(beginGame(setup("pen", "pen")), thrown("55266")), written(FIVES, 10));
  const dice = [alone, two, older].map((game) => pageThrow(game, scandinavian, []).dice);
  assert.deepEqual(dice, ["0 0", "1 0", "1"].map((turn) => [0, 1, 2, 3, 4].map((place) => faceOf("S", turn, 0, place))));
  assert.equal(setupOf(EMPTY_FORM, String, () => "S").dice_rule, 2);
  assert.deepEqual([readGame("yatzy 2\nseed S\ndice 2\n1 chance 20\n")?.setup.dice_rule, readGame("yatzy 1\nseed S\n1 chance 20\n")?.setup.dice_rule], [2, undefined]);
});

test("a game without values is played with pens, by the sums of its sheet", () => {
  const form = {edition: "maxi-75", players: [{name: "  ", kind: /** @type {const} */ ("coach")}], dice: /** @type {const} */ ("real"), seed: ""};
  const made = setupOf(form, (n) => `Player ${n}`, () => "SEED");
  assert.deepEqual([made.players, made.seed, hasValues("maxi-75"), hasValues("maxi")], [[{name: "Player 1", kind: "pen"}], "SEED", false, true]);
  const rules = rulesFor("maxi-75");
  assert.deepEqual([rules.threshold, rules.bonus, rules.categories.length], [75, 50, 20]);
});

test("house rules are those that a device can solve; where it cannot, only the score is kept", async () => {
  const house = "scandinavian:100.63.1";
  assert.deepEqual(["scandinavian", house, "maxi-75", "scandinavian:101.63.1", "scandinavian:50.49.0", "maxi:100.63.1"].map(isEdition), [true, true, true, false, false, false]);
  const ruleset = rulesFor(house);
  assert.deepEqual([ruleset.bonus, ruleset.threshold, ruleset.categories[12].points([4, 4, 4, 4, 4])], [100, 63, 20]);
  let form = withRules({...EMPTY_FORM, players: [{name: "A", kind: "coach"}]}, {bonus: 100, five: true});
  assert.equal(form.edition, house);
  assert.equal(enterField(form, "threshold", "49"), form);
  assert.equal(enterField(enterField(withRules(form, {five: false}), "bonus", "50"), "threshold", "63").edition, "scandinavian");
  assert.deepEqual(choicesOfKind(house), [{kind: "pen"}]); // Here no worker can be started.
  assert.equal(setupOf(form, String, () => "S").players[0].kind, "pen");
  const scope = /** @type {{Worker?: unknown}} */ (globalThis);
  scope.Worker = function Worker() {};
  assert.deepEqual(choicesOfKind(house).map(choiceOf), ["pen", "peek", "coach", "machine", ...PLAYS.slice(1).map((plays) => `machine:${plays}`)]);
  assert.equal(setupOf(form, String, () => "S").players[0].kind, "coach");
  delete scope.Worker;
  // As a record and back; rules that nobody could set here are another house's.
  const text = `yatzy 1\ngame scandinavian\nrule bonus=100\nrule five_of_a_kind_is_full_house=true\nplayer A\n1 44444 full house 20\nbroken off 20\n`;
  const game = readGame(text);
  assert.ok(game !== null && game.setup.edition === house);
  assert.equal(asText(game.setup, playedOf(game, ruleset)), text);
  for (const rule of ["bonus=101", "threshold=20", "four_of_a_kind_is_two_pairs=true"]) {
    assert.equal(readGame(text.replace("five_of_a_kind_is_full_house=true", rule).replace("rule bonus=100\n", "").replace("44444", "44455").replace(/20/g, "22")), null, rule);
  }
});

test("boxes in order: the first open one is next, with dice and without, and as a record", async () => {
  const ruleset = rulesFor("in-order");
  const table = {...beginGame({edition: "in-order", players: [{name: "A", kind: "pen"}], dice: "real", seed: "S"})};
  assert.equal(hasValues("in-order"), true);
  const first = record(record(table, thrown("66666")), {kind: "write", box: 0, points: 0});
  assert.deepEqual(offersAt(playedOf(record(first, thrown("22345")), ruleset), ruleset).map((offer) => offer?.points ?? null).slice(0, 4), [null, 4, null, null]);
  for (const events of [[thrown("66666"), {kind: "write", box: 14, points: 50}], [{kind: "write", box: 1, points: 4}]]) {
    assert.throws(() => placesOf({...table, events: /** @type {Event[]} */ (events)}, ruleset), EventError);
  }
  const text = asText(first.setup, playedOf(first, ruleset));
  assert.match(text, /^rule in_order=true$/m);
  assert.equal((readGame(text))?.setup.edition, "in-order");
});

test("the form is as it was left; what is no form is an empty one", () => {
  const form = {edition: "maxi", players: [{name: "A", kind: /** @type {const} */ ("peek")}, {name: "B", kind: /** @type {const} */ ("pen")}], dice: /** @type {const} */ ("real"), seed: "X"};
  assert.deepEqual(readForm(JSON.stringify(form), "X"), form);
  const machines = {...form, edition: "scandinavian", players: [{name: "A", kind: /** @type {const} */ ("machine"), plays: /** @type {const} */ ("casual")}, {name: "B", kind: /** @type {const} */ ("machine")}]};
  assert.deepEqual(readForm(JSON.stringify(machines), "X"), machines);
  const setup = (/** @type {string} */ edition) => setupOf({...machines, edition}, String, () => "S").players;
  assert.deepEqual([setup("scandinavian"), setup("maxi")[0], setup("maxi-75")[0]], [machines.players, {name: "A", kind: "machine"}, {name: "A", kind: "pen"}]);
  for (const text of [null, "", "{", "null", '{"players":[]}', '{"players":7}', JSON.stringify({...form, players: Array(7).fill(form.players[0])})]) {
    assert.deepEqual(readForm(text, "S"), {...EMPTY_FORM, seed: "S"}, String(text));
  }
  const odd = readForm('{"edition":"chess","dice":"none","players":[{"name":"A","kind":"cheat"}]}', "S");
  assert.deepEqual(odd, {...EMPTY_FORM, seed: "S", players: [{name: "A", kind: "pen"}]});
});
