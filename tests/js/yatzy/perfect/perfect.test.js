import {shareText} from "site_builder/kit";
import assert from "node:assert/strict";
import {test} from "node:test";

import {
  ANSWERS, closestCalls, layOut, lossOf, noteFound, ordersOf, placeOfText as placeOfRoll, pointsOfLoss, questionOf, stepOf as stepOfRoll,
  verdictOf as verdictOfRoll, view as viewFirst,
} from "../../../../static/js/yatzy/widgets/first-roll.js";
import {
  COUNT, entryOf, NAMES, outcomesOf as outcomesOfPair, stepOf, view as viewPairs, wordsOfPair,
} from "../../../../static/js/yatzy/widgets/pair-map.js";
import {areaOf, blurred, eveningsToSee, gamesToSee, peaksOf, readCurve} from "../../../../static/js/yatzy/perfect/score-curve.js";
import {meanOf, nextWindow, placeOfText, textOfPlace, view as viewCurve, wordsOfPlace} from "../../../../static/js/yatzy/widgets/score-curve.js";
import {likeliestPart, nameOfPart, partsOf, view as viewEvents} from "../../../../static/js/yatzy/widgets/score-events.js";
import {orderOf, outcomesOf, pointsOfGuess, rankOf, richestOf, titleOf} from "../../../../static/js/yatzy/perfect/score-parts.js";
import {drawRows, verdictOf, view as viewParts} from "../../../../static/js/yatzy/widgets/score-parts.js";
import {optionText} from "../../../../static/js/yatzy/parts/ranked.js";
import {readDataSet} from "../published.js";
import {testStill} from "../stills.js";

const SETS = ["score_curve", "score_peaks", "score_events", "joint_events", "score_parts", "box_points", "fill_map", "pair_ties",
  "pair_shifts", "opening_rolls", "first_roll_options", "optimal_distribution", "optimal_summary", "event_groups", "first_roll_calls", "category_covariance"];
const data = /** @type {Record<string, any>} */ (
  Object.fromEntries(await Promise.all(SETS.map(async (name) => [name, await readDataSet(name)]))));
const curve = readCurve(data.score_curve);

testStill("score-curve", () => viewCurve({}, /** @type {any} */ (data)));
testStill("score-curve with a score of one's own, averaged", () => viewCurve({place: "300.187.9"}, /** @type {any} */ (data)));
testStill("score-events", () => viewEvents({}, /** @type {any} */ (data)));
testStill("score-events, all and none", () => viewEvents({place: "15.9"}, /** @type {any} */ (data)) + viewEvents({place: "0.0"}, /** @type {any} */ (data)));
testStill("score-parts", () => viewParts({}, /** @type {any} */ (data)));
testStill("score-parts, the bonus", () => viewParts({place: "zero_rate.size.15"}, /** @type {any} */ (data)));
testStill("pair-map", () => viewPairs({}, /** @type {any} */ (data)));
testStill("pair-map, the diagonal", () => viewPairs({place: "yatzy.yatzy"}, /** @type {any} */ (data)));
testStill("first-roll", () => viewFirst({}, /** @type {any} */ (data)));

test("the curve preserves the mean and the shares of the exact distribution", () => {
  assert.ok(Math.abs(meanOf(curve) - data.optimal_summary.mean[0]) < 1e-3);
  data.optimal_distribution.score.forEach((/** @type {number} */ score, /** @type {number} */ row) => {
    const exact = data.optimal_distribution.at_least[row];
    assert.ok(Math.abs(curve.at_least[score] - exact) < 1e-5 * exact + 1e-18, `${score}`);
  });
});

test("averaging gives the peaks that the solver counts", () => {
  data.score_peaks.window.forEach((/** @type {number} */ window, /** @type {number} */ row) => {
    const peaks = peaksOf(blurred(curve.chances, window));
    assert.equal(peaks.length, data.score_peaks.peaks[row]);
    assert.equal(peaks[data.score_peaks.peak[row] - 1], data.score_peaks.score[row]);
  });
  assert.equal(nextWindow(21, 1), 21);
  assert.equal(nextWindow(1, -1), 1);
});

test("rare events have readable descriptions", () => {
  assert.equal(gamesToSee(0.5), "2.0");
  assert.equal(gamesToSee(1 / 131034), "131,000");
  assert.equal(gamesToSee(curve.chances[374]), "117 million million");
  assert.equal(eveningsToSee(0.5), "");
  assert.match(eveningsToSee(1 / 131034), /about 360 years/);
  assert.equal(shareText(0), "0%");
  assert.equal(shareText(0.4913), "49.1%");
  assert.equal(shareText(4.3e-8), "under 0.0001%");
  assert.equal(shareText(0.9999999), "nearly 100%");
});

test("places on the curve have links, and invalid links are rejected", () => {
  for (const text of ["250", "300.187", "300.187.9", "300..9"]) {
    assert.equal(textOfPlace(/** @type {any} */ (placeOfText(text, curve))), text);
  }
  for (const text of ["", "999", "abc", null]) assert.equal(placeOfText(text, curve), null);
  assert.equal(placeOfText("250..8", curve)?.window, 1);
  assert.match(wordsOfPlace(curve, {score: 250, own: 400, window: 1, drawn: null}), /ends higher than 374/);
});

test("an area begins and ends on the baseline", () => {
  const steps = areaOf([0, 0.5, 0], 1, 80, 82);
  assert.match(steps, /^M0.5 100l0 /);
  assert.match(steps, /100Z$/);
});

test("groups of games have the solver's shares and means, whatever splits them", () => {
  const {split, has, share, mean, sd} = data.event_groups;
  split.forEach((/** @type {string} */ name, /** @type {number} */ row) => {
    const bits = name === "all" ? 15 : name.split("+").reduce((sum, one) => sum + {bonus: 1, yatzy: 2}[/** @type {"bonus"} */ (one)], 0);
    const events = has[row] === "none" ? 0 : has[row].split("+").reduce((/** @type {number} */ sum, /** @type {string} */ one) =>
      sum + (/** @type {Record<string, number>} */ ({bonus: 1, yatzy: 2, small_straight: 4, large_straight: 8}))[one], 0);
    const part = /** @type {any} */ (partsOf(/** @type {any} */ (data), bits).find((one) => one.events === events));
    assert.ok(Math.abs(part.share - share[row]) < 1e-12);
    assert.ok(Math.abs(part.mean - mean[row]) < 1e-9);
    assert.ok(Math.abs(part.sd - sd[row]) < 1e-9);
    const drawn = part.chances.reduce((/** @type {number} */ sum, /** @type {number} */ chance) => sum + chance, 0);
    assert.ok(Math.abs(drawn - share[row]) < 2e-4);
  });
  assert.equal(likeliestPart(partsOf(/** @type {any} */ (data), 3), 290), 3);
  assert.equal(nameOfPart(1, 3), "bonus, no Yatzy");
  assert.equal(nameOfPart(0, 0), "all games");
});

test("the chances of a box give its mean", () => {
  data.score_parts.category.forEach((/** @type {string} */ name, /** @type {number} */ row) => {
    const mean = outcomesOf(/** @type {any} */ (data), row).reduce((sum, {points, chance}) => sum + points * chance, 0);
    assert.ok(Math.abs(mean - data.score_parts.mean[row]) < 1e-3, name);
    assert.notEqual(titleOf(name), name);
  });
  const order = orderOf(data.score_parts, {measure: 1, sorted: true, chosen: 0});
  assert.equal(data.score_parts.category[order[0]], "yatzy");
  assert.equal(data.score_parts.category[order[15]], "ones");
});

test("a pair has the covariance that its conditional means give", () => {
  const yatzy = NAMES.indexOf("yatzy");
  const four = NAMES.indexOf("four_of_a_kind");
  assert.equal(entryOf(/** @type {any} */ (data), {known: yatzy, other: four}), entryOf(/** @type {any} */ (data), {known: four, other: yatzy}));
  for (const [known, other] of [[four, yatzy], [5, COUNT - 1], [0, 5]]) {
    const outcomes = outcomesOfPair(/** @type {any} */ (data), {known, other});
    const mean = outcomes.reduce((sum, {points, chance}) => sum + points * chance, 0);
    const covariance = outcomes.reduce((sum, {points, chance, shift}) => sum + chance * (points - mean) * shift, 0);
    assert.ok(Math.abs(covariance - data.pair_ties.covariance[entryOf(/** @type {any} */ (data), {known, other})]) < 0.05);
  }
  assert.equal(stepOf(0), 3);
  assert.equal(stepOf(0.33), 6);
  assert.equal(stepOf(-0.13), 0);
  assert.match(wordsOfPair(/** @type {any} */ (data), {known: four, other: yatzy}), /−11\.44/);
});

test("the closest calls are the solver's, and are mentioned at their place", () => {
  const rows = data.opening_rolls;
  const calls = closestCalls(rows);
  calls.forEach(({roll, rolls}, at) => {
    assert.equal(rows.dice[roll], data.first_roll_calls.dice[at]);
    assert.equal(rolls.length, data.first_roll_calls.rolls[at]);
  });
  const place = noteFound(rows, {roll: calls[0].rolls[3], ink: "gap", found: []});
  assert.deepEqual(place.found, [0]);
  assert.equal(noteFound(rows, place), place);
  assert.equal(rows.dice.reduce((/** @type {number} */ sum, /** @type {string} */ dice) => sum + ordersOf(dice), 0), 7776);
  const map = layOut(rows);
  rows.dice.forEach((/** @type {string} */ dice, /** @type {number} */ roll) => assert.equal(map.indexAt(map.cellOf(dice)), roll));
  assert.equal(stepOfRoll(rows, rows.dice.indexOf("11256"), "gap"), 6);
  assert.equal(stepOfRoll(rows, rows.dice.indexOf("12345"), "kept"), 6);
  assert.equal(placeOfRoll("99999", rows), null);
});

test("a guess at the richest row scores its share of the maximum", () => {
  const parts = data.score_parts;
  const most = richestOf(parts);
  assert.equal(parts.category[most], "bonus");
  assert.equal(pointsOfGuess(parts, most), 10);
  assert.equal(rankOf(parts, most), 1);
  parts.category.forEach((/** @type {string} */ category, /** @type {number} */ row) => {
    assert.ok(row === most || (pointsOfGuess(parts, row) < 10 && rankOf(parts, row) > 1), category);
    assert.equal(/You found it/.test(verdictOf(parts, row)), row === most);
  });
  const place = {measure: 0, sorted: false, chosen: most};
  assert.equal(drawRows(/** @type {any} */ (data), place, true).includes('aria-pressed="true"'), false);
  assert.equal(drawRows(/** @type {any} */ (data), place).includes('aria-pressed="true"'), true);
});

test("the answers to the first roll are options of that roll, one of them the best", () => {
  const options = data.first_roll_options;
  const losses = ANSWERS.map((name) => lossOf(options, name));
  assert.equal(losses.filter((loss) => loss === 0).length, 1);
  assert.deepEqual(losses.filter((loss) => !(loss >= 0)), []);
  const row = data.opening_rolls.dice.indexOf(options.dice[0]);
  assert.equal(lossOf(options, data.opening_rolls.option[row]), 0);
  assert.equal(lossOf(options, data.opening_rolls.second_option[row]), data.opening_rolls.gap[row]);
  assert.deepEqual([0, 0.2, 1.4, 7.8].map(pointsOfLoss), [10, 10, 7, 0]);
  assert.equal(questionOf(options).answers?.length, ANSWERS.length);
  assert.equal(verdictOfRoll(options, "66", optionText), "Your answer, <b>Keep 6\u00a06</b>, is the best there is.");
  assert.match(verdictOfRoll(options, "", optionText), /Throw all 5 dice<\/b>, gives away <b>4\.62/);
});
