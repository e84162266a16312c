import assert from "node:assert/strict";
import {test} from "node:test";

import {readouts as readPast} from "../../../../static/js/yatzy/widgets/different-past.js";
import {readouts as readHope} from "../../../../static/js/yatzy/widgets/optimist.js";
import {readouts as readTheta} from "../../../../static/js/yatzy/widgets/risk-dial.js";
import {readouts as readCurve} from "../../../../static/js/yatzy/widgets/score-curve.js";
import {readouts as readTarget} from "../../../../static/js/yatzy/widgets/score-to-beat.js";
import {readDataSet} from "../published.js";

const [optimist_dial, max_tie_rules, tie_rule_moves, score_to_beat, score_curve, theta_play, worked_example] = /** @type {any[]} */ (
  await Promise.all(["optimist_dial", "max_tie_rules", "tie_rule_moves", "score_to_beat", "score_curve", "theta_play", "worked_example"].map(readDataSet)));

const [theta_way, theta_curve, theta_boxes, risk_decisions] = await Promise.all(["theta_way", "theta_curve", "theta_boxes", "risk_decisions"].map(readDataSet));

const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)}%`;

test("the optimist has readouts of belief and score", () => {
  const data = {optimist_dial, max_tie_rules, tie_rule_moves};
  optimist_dial.hope.forEach((/** @type {number} */ hope, /** @type {number} */ row) => {
    const percent = hope === 0.999 ? "99.9" : String(Math.round(100 * hope));
    const read = readHope({linked: percent}, data);
    assert.equal(read?.hope, `${percent}%`);
    assert.equal(read?.believes, optimist_dial.believes[row].toFixed(1));
    assert.equal(read?.scores, optimist_dial.mean[row].toFixed(1));
  });
  assert.equal(readHope({}, data)?.hope, "99.9%");
  assert.equal(readHope({moment: "50"}, data)?.hope, "50%");
  assert.equal(readHope({moment: "50", linked: "31"}, data), null);
  const row = max_tie_rules.rule.indexOf("backwards");
  assert.equal(readHope({linked: "100.backwards"}, data)?.scores, max_tie_rules.mean[row].toFixed(1));
});

test("a target has readouts of the three chances", () => {
  const row = score_to_beat.score.indexOf(280);
  const {best, dial, optimal, theta} = score_to_beat;
  assert.deepEqual(readTarget({linked: "280"}, {score_to_beat}), {
    target: "280",
    best: percent(best[row]),
    dial: percent(dial[row]),
    average: percent(optimal[row]),
    theta: String(theta[row]).replace("-", "−"),
    short: percent(best[row] - dial[row]),
  });
  assert.equal(readTarget({target: "250"}, {score_to_beat})?.target, "250");
  assert.equal(readTarget({target: "250", linked: "999"}, {score_to_beat}), null);
});

test("the curve has a readout of the games that reach a score", () => {
  const row = score_curve.score.indexOf(300);
  const reach = score_curve.probability.slice(row).reduce((/** @type {number} */ sum, /** @type {number} */ one) => sum + one, 0);
  const read = readCurve({linked: "300"}, {score_curve});
  assert.deepEqual([read?.score, read?.reach, read?.miss], ["300", percent(reach), percent(1 - reach)]);
  assert.equal(readCurve({}, {score_curve})?.score, "250");
  assert.equal(readCurve({linked: "x"}, {score_curve}), null);
});

test("theta has readouts of its effect on the game", () => {
  const row = theta_play.theta.indexOf(-0.05);
  const data = {theta_play, theta_way, theta_curve, theta_boxes, risk_decisions};
  const read = readTheta({linked: "-0.05"}, data);
  assert.deepEqual([read?.theta, read?.average, read?.spread], ["−0.05", theta_play.mean[row].toFixed(1), theta_play.sd[row].toFixed(1)]);
  assert.deepEqual([read?.best, read?.worst], [theta_play.best_5_mean[row].toFixed(1), theta_play.worst_5_mean[row].toFixed(1)]);
  assert.equal(readTheta({}, data)?.price, "0.00");
  assert.equal(readTheta({linked: "0.07"}, data), null);
});

test("a past has readouts of the chances of both moves", () => {
  const chance = (/** @type {string} */ keep) => worked_example.probability.find((/** @type {number} */ _, /** @type {number} */ row) =>
    worked_example.rerolls[row] === 1 && worked_example.points_so_far[row] === 149 && worked_example.keep[row] === keep);
  const read = readPast({linked: "149.24.2"}, {worked_example});
  assert.deepEqual(read, {points: "149", needed: "13", best: percent(chance("33")), yours: percent(chance("33"))});
  assert.equal(readPast({linked: "149"}, {worked_example}), null);
});
