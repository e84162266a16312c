import assert from "node:assert/strict";
import {test} from "node:test";

import {readCurve} from "../../../../static/js/yatzy/perfect/score-curve.js";
import {
  drawnTo, emptyHeights, handleNear, HANDLES, heightsOfText, isDrawn, lifted, N_BINS, overlapOf, percentileOf, placeOfText, pointsOfOverlap,
  scoreOf, sharesOf, summaryOf, textOfHeights, textOfPlace, trueShares, verdictOf, view,
} from "../../../../static/js/yatzy/widgets/score-curve.js";
import {readDataSet} from "../published.js";
import {testStill} from "../stills.js";

const score_curve = /** @type {any} */ (await readDataSet("score_curve"));
const {mean, percentile_25, percentile_75} = /** @type {any} */ (await readDataSet("optimal_summary"));
const curve = readCurve(score_curve);
const truth = trueShares(curve);
const level = emptyHeights().map(() => 0.3);
const bell = emptyHeights().map((_, bin) => Math.exp(-(((scoreOf(bin) - 250) / 40) ** 2) / 2));

testStill("score-curve with a drawing", () => view({place: `250~${textOfHeights(bell)}`}, {score_curve}));

test("a line is drawn from point to point in either direction, and nothing beside it", () => {
  const right = drawnTo(emptyHeights(), {bin: 10, height: 0.2}, {bin: 14, height: 0.6});
  assert.deepEqual(right.slice(9, 16).map((height) => Math.round(10 * height)), [0, 2, 3, 4, 5, 6, 0]);
  assert.deepEqual(drawnTo(emptyHeights(), {bin: 14, height: 0.6}, {bin: 10, height: 0.2}), right);
  assert.equal(drawnTo(emptyHeights(), {bin: 3, height: 0}, {bin: 3, height: 2})[3], 1);
});

test("a handle moves its neighbourhood up to the next handles", () => {
  const peak = lifted(emptyHeights(), 4, 0.7);
  assert.equal(peak[HANDLES[4]], 0.7);
  assert.ok(Math.abs(peak[HANDLES[4] + 1] - 0.6) < 1e-12);
  assert.equal(peak[HANDLES[5]], 0);
  assert.ok(!isDrawn(lifted(peak, 4, -1)));
  assert.equal(handleNear(0), 0);
  assert.equal(handleNear(N_BINS - 1), HANDLES.length - 1);
  for (const [handle, bin] of HANDLES.entries()) assert.equal(handleNear(bin), handle);
});

test("the exact curve overlaps itself completely at any scale, and disjoint curves not at all", () => {
  assert.ok(Math.abs(truth.reduce((sum, share) => sum + share, 0) - 1) < 1e-3);
  assert.ok(overlapOf(truth, curve) > 0.999);
  assert.ok(Math.abs(overlapOf(truth.map((share) => 3 * share), curve) - overlapOf(truth, curve)) < 1e-12);
  assert.ok(overlapOf(lifted(emptyHeights(), 0, 1), curve) < 0.03);
});

test("overlap is the sum of the minima", () => {
  const [first, last] = [45, 46];
  const two = emptyHeights().map((_, bin) => Number(bin === first || bin === last));
  assert.ok(Math.abs(overlapOf(two, curve) - truth[first] - truth[last]) < 1e-12);
});

test("points follow the overlap: none for a level line, ten for nearly all", () => {
  assert.equal(pointsOfOverlap(overlapOf(level, curve)), 0);
  assert.equal(pointsOfOverlap(1), 10);
  assert.equal(pointsOfOverlap(0.1), 0);
  const points = pointsOfOverlap(overlapOf(bell, curve));
  assert.ok(points >= 7 && points <= 10);
  assert.ok(pointsOfOverlap(overlapOf(bell.map((height) => height ** 8), curve)) < points);
});

test("a drawing of the truth has the solver's average and middle half", () => {
  const summary = summaryOf(truth);
  assert.ok(Math.abs(summary.mean - mean[0]) < 0.5);
  assert.ok(Math.abs(summary.low - percentile_25[0]) < 2);
  assert.ok(Math.abs(summary.high - percentile_75[0]) < 2);
  assert.equal(percentileOf(curve, 0.25), percentile_25[0]);
  assert.equal(percentileOf(curve, 0.75), percentile_75[0]);
});

test("the verdict names the overlap and the error of the width", () => {
  assert.match(verdictOf(curve, mean[0], level), /51\.0%.*wider apart/);
  assert.match(verdictOf(curve, mean[0], lifted(emptyHeights(), 4, 1)), /closer together/);
  assert.match(verdictOf(curve, mean[0], bell), /the true one 248\.44.*between 225 and 276.*as far apart/);
});

test("drawings have links, and invalid links are rejected", () => {
  const text = `260.187~${textOfHeights(bell)}`;
  const place = placeOfText(text, curve);
  assert.equal(textOfPlace(/** @type {any} */ (place)), text);
  assert.ok(Math.abs(overlapOf(/** @type {any} */ (place?.drawn), curve) - overlapOf(bell, curve)) < 0.01);
  assert.ok(sharesOf(/** @type {any} */ (place?.drawn)).every((share) => share >= 0));
  for (const wrong of ["", "123", "0".repeat(N_BINS)]) assert.equal(heightsOfText(wrong), null);
  assert.equal(placeOfText("250~123", curve)?.drawn, null);
});
