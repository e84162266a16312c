import assert from "node:assert/strict";
import {test} from "node:test";

import {
  chanceOfMove, isRight, momentOfText as pastOfText, moveOfDial, moveOfMask, readPasts, rightMove, textOfMoment as textOfPast, THETAS,
  titleOf, view as viewPast, wordsOf as wordsOfPast, worthOfDie, WRITE,
} from "../../../../static/js/yatzy/widgets/different-past.js";
import {pathOf, percentOf, shareOf, stairsOf} from "../../../../static/js/engine/kit/plot.js";
import {
  indexOfText, placeOnDial, questionOf, readTargets, verdictOf, view as viewTargets, widestGap, wordsOf,
} from "../../../../static/js/yatzy/widgets/score-to-beat.js";
import {chanceOf, drawWays} from "../../../../static/js/yatzy/parts/ways.js";
import {readDataSet} from "../published.js";
import {testStill} from "../stills.js";

const [score_to_beat, dial_verdict, worked_example] = /** @type {any[]} */ (
  await Promise.all(["score_to_beat", "dial_verdict", "worked_example"].map(readDataSet)));

testStill("score-to-beat", () => viewTargets({}, {score_to_beat}));
testStill("score-to-beat, easy", () => viewTargets({target: "100"}, {score_to_beat}));
testStill("different-past", () => viewPast({}, {worked_example}));
testStill("different-past, all kept", () => viewPast({moment: "149.31.0"}, {worked_example}));

test("positions are shares, and steps are constant over a cell", () => {
  assert.equal(shareOf(150, {from: 100, to: 200}), 0.5);
  assert.equal(percentOf(1 / 3), "33.33%");
  assert.equal(pathOf([[0, 0], [1, 1]]), "M0 1000l1000 -1000");
  assert.equal(stairsOf([1, 0.5]), "M0 0l500 0l0 500l500 0");
});

test("chances are formatted with reasonable precision, and differences are hatched", () => {
  assert.deepEqual([0, 0.0001, 0.5603, 0.9999, 1].map(chanceOf), ["0.0%", "under 0.05%", "56.0%", "over 99.9%", "100.0%"]);
  const drawn = drawWays([{name: "best", title: "a", chance: 0.5}, {name: "dial", title: "b", chance: 0.4}], "x");
  assert.match(drawn, /x="40%" width="10%" height="100%" fill="url\(#x-hatch-dial\)"/);
});

test("more information never loses, and the gap is widest where the solver's is", () => {
  const targets = readTargets({score_to_beat});
  for (const {best, dial, optimal, score} of targets) assert.ok(best >= dial && dial >= optimal, String(score));
  const widest = widestGap(targets);
  assert.equal(widest.score, dial_verdict.widest_score[0]);
  assert.ok(Math.abs(widest.best - widest.dial - dial_verdict.widest_gap[0]) < 2e-6);
  const index = /** @type {number} */ (indexOfText(String(widest.score), targets));
  assert.match(wordsOf(targets, index), /At no other target is it more/);
  assert.match(wordsOf(targets, 0), /no difference/);
  for (const text of [null, "", "99", "1000", "x"]) assert.equal(indexOfText(text, targets), null);
});

test("a guess is requested and judged", () => {
  const targets = readTargets({score_to_beat});
  const index = /** @type {number} */ (indexOfText("250", targets));
  assert.match(questionOf(targets[index]), /wants <b>250<\/b>/);
  assert.match(verdictOf(targets, index, 55), /^You said 55%. Close: it is <b>56.0%<\/b>/);
  assert.match(verdictOf(targets, index, 45), /More than that/);
  assert.match(verdictOf(targets, index, 80), /Less than that/);
});

test("the dial's strip is even about the average and ends at its outermost settings", () => {
  assert.equal(placeOnDial(0), 0);
  assert.equal(placeOnDial(3), 1);
  assert.equal(placeOnDial(-3), -1);
  assert.ok(placeOnDial(0.004) > 0.05);
});

test("the right move flips twice, and no setting of the dial follows it", () => {
  const pasts = readPasts({worked_example});
  const right = pasts.map(rightMove);
  assert.deepEqual([...new Set(right)], ["", "33", WRITE]);
  assert.deepEqual(pasts.filter((_, index) => right[index] === "33").map(({points}) => points), [149]);
  for (const theta of THETAS) assert.ok(pasts.some((past) => !isRight(past, moveOfDial(theta))), String(theta));
  assert.deepEqual(THETAS.map(moveOfDial), [WRITE, "33", "", ""]);
  assert.equal(titleOf("33"), "keep 3 3, throw three");
});

test("the dial prices a die, and the study's move wins one game in twelve", () => {
  assert.equal(worthOfDie(0), 3.5);
  assert.ok(worthOfDie(-3) < 2 && worthOfDie(-0.5) > 2 && worthOfDie(-0.5) < 3 && worthOfDie(0.5) > 3.5);
  const past = readPasts({worked_example}).find(({points}) => points === 145);
  assert.ok(past);
  assert.ok(Math.abs(chanceOfMove(past, moveOfMask(7)) - 3 / 36) < 1e-12);
  assert.throws(() => chanceOfMove(past, "66"), RangeError);
});

test("pasts have links, and their text contains the dial's verdict", () => {
  const pasts = readPasts({worked_example});
  const moment = pastOfText("149.24.2", pasts);
  assert.ok(moment);
  assert.equal(textOfPast(moment, pasts), "149.24.2");
  assert.match(wordsOfPast(pasts, moment), /wrong here, for it would throw all five/);
  for (const text of [null, "1.1.1", "149.32.0", "149.0.9"]) assert.equal(pastOfText(text, pasts), null);
});

