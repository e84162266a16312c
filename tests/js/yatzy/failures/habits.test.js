import assert from "node:assert/strict";
import {test} from "node:test";

import {
  FOUR, gainOf, placeOfText as halfOfText, pointsOfGuess as pointsOfHalf, readHalves, truthOf, verdictOf as verdictOfHalves,
  view as viewHalves, wordsOf,
} from "../../../../static/js/yatzy/widgets/two-halves.js";
import {
  drawLadder, gainAfter, movedTo, OPENING, orderOfGuess, placeOfText, pointsOfGuess, stepsOf, textOfPlace, verdictOf, view as viewLadder,
  wordsOfMove,
} from "../../../../static/js/yatzy/widgets/ladder.js";
import {HABITS, habitsOfSet, nameOfSet, readPlayers} from "../../../../static/js/yatzy/parts/habits.js";
import {readDataSet} from "../published.js";
import {testStill} from "../stills.js";

const [habit_players, habit_curves, habit_pars] = /** @type {any[]} */ (await Promise.all(["habit_players", "habit_curves", "habit_pars"].map(readDataSet)));
const players = readPlayers(habit_players);
const halves = readHalves({habit_players, habit_curves, habit_pars});

testStill("two-halves", () => viewHalves({}, {habit_players, habit_curves, habit_pars}));
testStill("ladder", () => viewLadder({}, {habit_players}));

/** Return all permutations. @template T @param {readonly T[]} things @returns {T[][]} */
const orders = (things) => (things.length === 0 ? [[]] : things.flatMap((one) => orders(things.filter((other) => other !== one)).map((rest) => [one, ...rest])));

test("in every order the steps lead from the casual player to the same sum, and none decreases", () => {
  const all = orders(HABITS);
  assert.equal(all.length, 24);
  const whole = Number(players.get("chances-pars-bonus-top")?.mean) - Number(players.get("none")?.mean);
  for (const order of all) {
    const steps = stepsOf(players, order);
    assert.ok(Math.abs(steps.reduce((sum, {gain}) => sum + gain, 0) - whole) < 1e-9);
    assert.ok(steps.every(({gain}) => gain > -1e-9), order.join());
    assert.deepEqual(placeOfText(textOfPlace({order, guess: ""})), {order, guess: ""});
  }
});

test("links to the former ladder open this one; others are rejected", () => {
  for (const rung of ["bonus_aim", "counting", "patterns"]) assert.deepEqual(placeOfText(rung), {order: OPENING, guess: ""});
  assert.equal(placeOfText("par")?.guess, "");
  for (const text of ["casual", "", "bonus-top", "bonus-bonus-top-pars", null]) assert.equal(placeOfText(text), null);
});

test("a moved habit stays in the list", () => {
  assert.deepEqual(movedTo(["bonus", "top", "chances", "pars"], "pars", 0), ["pars", "bonus", "top", "chances"]);
  assert.deepEqual(movedTo(["bonus", "top", "chances", "pars"], "bonus", 9), ["top", "chances", "pars", "bonus"]);
  assert.deepEqual(orderOfGuess("pars").slice(0, 2), ["pars", "bonus"]);
  assert.equal(orderOfGuess("first")[0], "bonus");
  assert.equal(nameOfSet(["top", "chances"]), "chances-top");
  assert.deepEqual(habitsOfSet("chances-top"), ["chances", "top"]);
});

test("the guess at the bonus habit is scored by its effect", () => {
  assert.equal(pointsOfGuess(players, "top"), 10);
  assert.equal(pointsOfGuess(players, "pars"), 0);
  assert.ok(pointsOfGuess(players, "first") > 0 && pointsOfGuess(players, "first") < pointsOfGuess(players, "chances"));
  assert.match(verdictOf(players, "top"), /^Yes\. .*nothing, for the list holds the bonus already/);
  assert.doesNotMatch(verdictOf(players, "first"), /^Yes/);
  const place = {order: orderOfGuess("pars"), guess: ""};
  assert.match(wordsOfMove(players, place, "bonus"), /learned second: it adds nothing/);
  assert.match(drawLadder(players, place), /class="habit nothing" data-habit="bonus"/);
  assert.ok(drawLadder(players, place).includes(`<b>+${gainOf(halves, "pars").toFixed(1)}</b>`));
  assert.ok(gainAfter(players, "first") > 0);
});

test("the two halves have about the same value, and more together than their sum", () => {
  assert.equal(truthOf(halves), "same");
  assert.deepEqual(["same", "pars", "chances"].map((guess) => pointsOfHalf(halves, guess)), [10, 6, 3]);
  assert.ok(gainOf(halves, "chances-pars") > gainOf(halves, "chances") + gainOf(halves, "pars"));
  assert.match(verdictOfHalves(halves, "same"), /^Yes: /);
  assert.match(verdictOfHalves(halves, "pars"), /^Nearly the same: /);
  for (const player of FOUR) {
    assert.deepEqual(halfOfText(player), {player, guess: ""});
    assert.match(wordsOf(halves, {player, guess: ""}), new RegExp(Number(players.get(player)?.mean).toFixed(1)));
  }
  assert.equal(halfOfText("bonus"), null);
});

test("the curves for drawing have the means of the exact ones", () => {
  for (const [name, {plays_as, mean}] of players) {
    const chances = halves.curves.chances(plays_as);
    const drawn = chances.reduce((sum, chance, bin) => sum + (chance * (halves.curves.score[bin] + 0.5)) / 1e5, 0);
    assert.ok(Math.abs(drawn - mean) < 0.6, name);
  }
});
