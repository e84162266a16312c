import assert from "node:assert/strict";
import {test} from "node:test";

import {
  accountOf, dearestOf, decidesAt, drawAccounts, drawCurves, madeAt, meanOf, momentsOf, partingOf, placeOfText, readDuel, shareBelow,
  stepAt, stepOfText, textOfPlace, textOfStep, view as viewDuel, wordsOfDecision,
} from "../../../../static/js/yatzy/widgets/same-dice.js";
import {
  askedStop, drawCurve as drawDial, momentOfText, pointsOfGuess, questionOf, readDial, stopAt, textOfMoment, THROW, truthOf, verdictOf,
  view as viewOptimist, wordsOfDial, worthOfThrow,
} from "../../../../static/js/yatzy/widgets/optimist.js";
import {scoresAfter} from "../../../../static/js/yatzy/parts/scorecard.js";
import {totalsOfScores} from "../../../../static/js/yatzy/game/tables.js";
import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {readDataSet} from "../published.js";
import {testStill} from "../stills.js";

const [optimist_dial, max_tie_rules, tie_rule_moves, duel_games, duel_queues, duel_accounts, failure_curves, counter, penalty_scale, policies] = /** @type {any[]} */ (
  await Promise.all(["optimist_dial", "max_tie_rules", "tie_rule_moves", "duel_games", "duel_queues", "duel_accounts", "failure_curves", "counter", "penalty_scale", "policies"].map(readDataSet)));

testStill("optimist", () => viewOptimist({}, {optimist_dial, max_tie_rules, tie_rule_moves}));
testStill("optimist, nothing but hope", () => viewOptimist({moment: "100.backwards"}, {optimist_dial, max_tie_rules, tie_rule_moves}));
testStill("same-dice", () => viewDuel({}, {duel_games, duel_queues, failure_curves, counter}));
testStill("same-dice, greed's dearest", () => viewDuel({moment: "13.3"}, {duel_games, duel_queues, failure_curves, counter}));

const dial = readDial({optimist_dial, max_tie_rules, tie_rule_moves});
const duel = readDuel(duel_games, counter.start_value[0]);

test("the believed score rises to the highest score; the true mean falls, becomes constant, and changes at pure hope", () => {
  const last = dial.stops.length - 1;
  dial.stops.slice(1).forEach((stop, row) => {
    assert.ok(stop.believes > dial.stops[row].believes);
    assert.ok(stop.hope > 0.9 || stop.mean < dial.stops[row].mean);
  });
  const level = dial.stops.filter(({hope}) => hope >= 0.9 && hope < 1).map(({mean}) => mean);
  assert.ok(level.length > 3 && Math.max(...level) - Math.min(...level) < 0.5);
  assert.ok(dial.stops[last].believes - dial.stops[last - 1].believes < 1e-6 && dial.stops[last].mean < level[0] - 90);
  const highest = 5 * 21 + 50 + 12 + 22 + 18 + 24 + 15 + 20 + 28 + 30 + 50;
  assert.equal(dial.stops[last].believes, highest);
  for (const {mean} of dial.ties) assert.ok(dial.worst <= mean && mean <= dial.best);
  assert.ok(Math.abs(truthOf(dial, {stop: last, tie: 0}).mean - dial.stops[last].mean) < 1e-9);
});

test("the line of the true mean ends level in an open dot, and the tie rules are dots", () => {
  for (const tie of [0, 4]) {
    const drawn = drawDial(dial, {stop: 3, tie});
    const line = (/^M(.*)$/.exec(/class="scored" d="([^"]*)"/.exec(drawn)?.[1] ?? "")?.[1] ?? "").split("L").map((pair) => pair.split(" ").map(Number));
    const [before, end] = line.slice(-2);
    assert.equal(line.length, dial.stops.length);
    assert.equal(drawn.match(/class="fan"/g)?.length, dial.ties.length, "from the open dot to each tie rule");
    assert.ok(end[0] > before[0] && end[1] === before[1], "it is level up to the end");
    const height = (/** @type {string} */ name) => Number(new RegExp(`class="${name}"[^>]* ${name === "jump" ? "y1" : "cy"}="([\\d.]+)%"`).exec(drawn)?.[1]);
    assert.ok(Math.abs(height("open-dot") - end[1] / 10) < 0.1 && Math.abs(height("jump") - end[1] / 10) < 0.1);
  }
});

test("the question asks for the score with one part in a thousand of the average", () => {
  assert.match(questionOf(dial), /the best that can fall, but for <b>one part in a thousand/);
  const {mean} = dial.stops[askedStop(dial)];
  assert.deepEqual([mean, mean + 4, mean - 60, mean + 200].map((guess) => pointsOfGuess(dial, guess)), [10, 10, 4, 0]);
  assert.match(verdictOf(dial, 190), /Close/);
  assert.match(verdictOf(dial, 100), /More than that/);
});

test("the tie rules choose differently for the example rolls", () => {
  assert.equal(new Set(dial.ties.map(({moves}) => moves.map(({text}) => text).join())).size, dial.ties.length);
  const told = Object.fromEntries(dial.ties.map(({rule, moves}) => [rule, moves.map(({text}) => text)]));
  assert.deepEqual(told.project, ["throws all five", "writes 30 in Sixes"]);
  assert.deepEqual(told["bottom-up"], ["throws all five", "writes 50 in Yatzy"]);
  assert.deepEqual(told["throw-first"], ["throws all five", "throws all five"]);
});

test("the value of one throw is between its mean and its best", () => {
  assert.deepEqual([THROW.mean.toFixed(4), THROW.best, worthOfThrow(1), worthOfThrow(0).toFixed(4)], ["8.3333", 50, 50, "8.3333"]);
  assert.match(wordsOfDial(dial, {stop: 0, tie: 0}), /that is perfect play/);
});

test("moments of the dial survive a link", () => {
  for (let stop = 0; stop < dial.stops.length; stop += 1) {
    const moment = {stop, tie: stop === dial.stops.length - 1 ? 3 : 0};
    assert.deepEqual(momentOfText(dial, textOfMoment(dial, moment)), moment);
  }
  assert.deepEqual(["99", "99.9", "100", "100.backwards"].map((text) => momentOfText(dial, text)?.stop), [10, 11, 12, 12]);
  assert.deepEqual([momentOfText(dial, "31"), momentOfText(dial, "100.none"), momentOfText(dial, null)], [null, null, null]);
  assert.deepEqual([stopAt(dial, 0), stopAt(dial, 1)], [0, dial.stops.length - 1]);
});

test("price, luck and losses add up to the score of every player", () => {
  duel.players.forEach((player, row) => {
    const {lost, luck, value} = accountOf(duel, player, player.decisions.length);
    assert.equal(value, player.final_score);
    assert.ok(Math.abs(lost - duel_accounts.lost[row]) < 1e-9 && Math.abs(luck - duel_accounts.luck[row]) < 1e-9, player.name);
    const scores = scoresAfter(player.decisions, player.decisions.length);
    assert.equal(totalsOfScores(scandinavian, scores).total, player.final_score);
    assert.equal(totalsOfScores(scandinavian, scores).upper, duel_accounts.upper_points[row]);
    assert.deepEqual(accountOf(duel, player, 0), {value: duel.start, lost: 0, luck: 0});
  });
});

test("players with the same choice see the same dice", () => {
  const [first, ...others] = duel.players;
  for (const player of others) assert.deepEqual(player.decisions[0].dice, first.decisions[0].dice);
});

test("the first different decision and the costliest ones equal the data set", () => {
  duel.players.slice(1).forEach((player, index) => {
    const [parting, dearest] = [partingOf(duel, player), dearestOf(duel, player)].map((step) => textOfStep(duel, Number(step)));
    const row = index + 1;
    assert.equal(parting, `${duel_accounts.parting_turn[row]}.${duel_accounts.parting_throw[row]}`);
    assert.equal(dearest, `${duel_accounts.dearest_turn[row]}.${duel_accounts.dearest_throw[row]}`);
  });
  assert.equal(partingOf(duel, duel.players[0]), null);
  const stops = momentsOf(duel);
  assert.equal(stops.length, 5);
  const {step: lucky} = stops[1];
  const lead = (/** @type {number} */ step) => duel.players.slice(0, 2).map((player) => accountOf(duel, player, madeAt(duel, player, step)).luck).reduce((first, greedy) => greedy - first);
  duel.steps.forEach((_, step) => assert.ok(lead(step) <= lead(lucky)));
});

test("steps survive a link, and are found in the picture", () => {
  duel.steps.forEach((_, step) => assert.equal(stepOfText(duel, textOfStep(duel, step)), step));
  for (const text of ["13.3", "13.3.max", "1.1.optimal"]) assert.equal(textOfPlace(duel, /** @type {any} */ (placeOfText(duel, text))), text);
  assert.equal(placeOfText(duel, "13.3")?.who, "greedy");
  for (const text of ["13.3.nobody", "16.1.max", "13", ""]) assert.equal(placeOfText(duel, text), null);
  assert.deepEqual([stepOfText(duel, "16.1"), stepOfText(duel, "x"), stepOfText(duel, null)], [null, null, null]);
  assert.deepEqual([stepAt(duel, 0), stepAt(duel, 1)], [0, duel.steps.length - 1]);
  const player = duel.players[1];
  const waiting = duel.steps.findIndex((_, step) => !decidesAt(duel, player, step));
  assert.ok(waiting > 0 && player.decisions[madeAt(duel, player, waiting) - 1].category !== null);
  assert.match(drawCurves(duel, waiting), /class="label greedy"/);
  assert.match(drawAccounts(duel, duel.steps.length - 1), new RegExp(`<b>${player.final_score}\\.0</b>`));
  assert.match(wordsOfDecision({...player.decisions[0], stays: [false, false, false, false, false], regret: 0}), /Throws all five again\. Nothing is better/);
});

test("the curves for drawing have the means of the exact ones", () => {
  for (const name of ["optimal", "greedy", "max", "random"]) {
    const exact = policies.mean[policies.policy.indexOf(name)];
    assert.ok(Math.abs(meanOf(failure_curves[name]) - exact) < 0.02, name);
    assert.ok(Math.abs(shareBelow(failure_curves[name], 400) - 1) < 1e-3, name);
  }
});

test("the story that the chapter tells is the game of the data set", () => {
  const [perfect, greedy, optimist] = duel.players;
  assert.deepEqual([...perfect.decisions[0].dice].sort(), [2, 2, 4, 4, 5]);
  assert.match(wordsOfDecision(perfect.decisions[0]), /^Keeps 4 4\./);
  assert.match(wordsOfDecision(greedy.decisions[0]), /^Keeps 5\./);
  assert.match(wordsOfDecision(optimist.decisions[0]), /^Throws all five again/);
  const step = dearestOf(duel, greedy);
  const made = madeAt(duel, greedy, step);
  const before = scoresAfter(greedy.decisions, made - 1);
  assert.equal(totalsOfScores(scandinavian, before).upper, 61, "two more points would earn the bonus");
  assert.match(wordsOfDecision(greedy.decisions[made - 1]), /^Writes <b>1<\/b> into Ones/);
  const roll = [...greedy.decisions[made - 1].dice].sort();
  const others = scandinavian.categories.filter(({name}, category) => before[category] === null && name !== "ones");
  assert.deepEqual(others.map(({points}) => points(roll)), others.map(() => 0), "nothing else fits");
  const [, lead] = [perfect, greedy].map((player) => accountOf(duel, player, player.decisions.length).luck);
  assert.ok(lead > accountOf(duel, perfect, perfect.decisions.length).luck && greedy.final_score < perfect.final_score);
});

test("the qualities that the chapter names hold at every scale and stop", () => {
  const greedy = policies.bonus_rate[policies.policy.indexOf("greedy")];
  for (const rate of penalty_scale.bonus_rate) assert.ok(rate < greedy);
  assert.ok(dial.stops[0].mean - dial.stops[1].mean < 1);
  assert.ok(dial.worst > policies.mean[policies.policy.indexOf("random")]);
});
