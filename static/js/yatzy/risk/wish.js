/**
 * Percentiles of the final score for every theta, and the best theta for every percentile.
 */
import {readStops} from "./stops.js";

/** @import {Data, Ladder, Wish} from "./types" */

export const N_PERCENTILES = 99;

/** Percentiles that stand as rungs beside the picture. */
export const RUNGS = [1, 5, 10, 25, 50, 75, 90, 95, 99];

/** Read the data sets. @param {Data} data @returns {Ladder} */
export function readLadder({theta_percentiles, best_theta_for_percentile}) {
  const stops = readStops(theta_percentiles.theta);
  const n = best_theta_for_percentile.percentile.length;
  return {
    stops,
    plain: stops.indexOf(0),
    scores: stops.map((_, stop) => theta_percentiles.score.slice(stop * n, (stop + 1) * n)),
    best_stop: best_theta_for_percentile.theta.map((theta) => stops.indexOf(theta)),
    limit: best_theta_for_percentile.best_score,
  };
}

/** Points that a player for one stop has more than the player with theta 0, by percentile. @param {Ladder} ladder @param {number} stop */
export function gains({scores, plain}, stop) {
  return scores[stop].map((score, place) => score - scores[plain][place]);
}

/** Write a wish for a link. @param {Ladder} ladder @param {Wish} wish */
export const textOfWish = ({stops}, {percentile, stop}) => `${percentile}:${stops[stop]}`;

/** Read a wish from a link; null when there is none. @param {Ladder} ladder @param {string | null} text @returns {Wish | null} */
export function wishOfText({stops}, text) {
  const match = /^([1-9]\d?):(-?[\d.]+)$/.exec(text ?? "");
  const stop = match ? stops.indexOf(Number(match[2])) : -1;
  return match === null || stop === -1 ? null : {percentile: Number(match[1]), stop};
}

/** The wish for one percentile, with the dial where it is best. @param {Ladder} ladder @param {number} percentile @returns {Wish} */
export function bestWish({best_stop}, percentile) {
  return {percentile, stop: best_stop[percentile - 1]};
}
