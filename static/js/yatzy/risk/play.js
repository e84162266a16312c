/**
 * What each theta makes of the game: the curve of final scores, its mean and spread, and the points of every box.
 */
import {scandinavian} from "../game/rules/scandinavian.js";
import {readStops} from "./stops.js";

/** @import {Data, Play} from "./types" */

/** Bonus of the upper section, as one more source of points. */
export const BONUS = "Bonus";
/** Scores that the curve shows, and the points of one bin. */
export const CURVE = {low: 60, high: 360, bin: 5};

/** Read the data sets. @param {Data} data @returns {Play} */
export function readPlay({theta_play, theta_way, theta_curve, theta_boxes}) {
  const stops = readStops(theta_play.theta);
  const n_bins = (CURVE.high - CURVE.low) / CURVE.bin;
  const curve = stops.map(() => new Float64Array(n_bins));
  theta_curve.theta.forEach((theta, row) => {
    const bin = (theta_curve.low[row] - CURVE.low) / CURVE.bin;
    if (bin >= 0 && bin < n_bins) curve[stops.indexOf(theta)][bin] = theta_curve.probability[row];
  });
  return {
    stops,
    mean: theta_play.mean,
    sd: theta_play.sd,
    way: {mean: theta_way.mean, sd: theta_way.sd},
    bonus_rate: theta_play.bonus_rate,
    worst: theta_play.worst_5_mean,
    best: theta_play.best_5_mean,
    curve,
    sources: readSources(stops, theta_play.bonus_rate, theta_boxes),
  };
}

/** @param {readonly number[]} stops @param {readonly number[]} bonus_rate @param {Data["theta_boxes"]} theta_boxes */
function readSources(stops, bonus_rate, theta_boxes) {
  const plain = stops.indexOf(0);
  const from_zero = (/** @type {number[]} */ points) => points.map((one) => one - points[plain]);
  const boxes = scandinavian.categories.map(({name, title}) => {
    const points = theta_boxes.mean.filter((_, row) => theta_boxes.category[row] === name);
    return {title, points, change: from_zero(points)};
  });
  const points_of_bonus = bonus_rate.map((rate) => scandinavian.bonus * rate);
  const bonus = {title: BONUS, points: points_of_bonus, change: from_zero(points_of_bonus)};
  return [...boxes.slice(0, 6), bonus, ...boxes.slice(6)];
}

/** Name a player by its theta. @param {number} theta */
export function characterOf(theta) {
  const size = Math.abs(theta);
  if (size === 0) return "the plain average";
  const degree = size < 0.01 ? "a shade" : size < 0.03 ? "a little" : size < 0.1 ? "clearly" : size < 0.5 ? "very" : "madly";
  return `${degree} ${theta < 0 ? "cautious" : "bold"}`;
}
