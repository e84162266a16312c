/** Where a recorded game can still end: the exact distribution of its final score at every moment, read and drawn. */
import {groupsOf} from "../parts/records.js";
import {timeAfter} from "./replay.js";

/** @import {DataSet} from "../../engine/widget" */
/** @import {Decision} from "./replay.js" */

/**
 * @typedef {object} Span Where a game ends as a rule, at one moment, in points.
 * @property {number} low A tenth of all games that stand like this end lower, or there.
 * @property {number} lower The same for a quarter.
 * @property {number} upper The same for three quarters.
 * @property {number} high The same for nine tenths.
 * @property {number} share Chance of an end from `low` to `high`.
 *
 * @typedef {object} Ridge A distribution of final scores, in bins.
 * @property {number} bin Points that share a number.
 * @property {number} first The first bin that has a number.
 * @property {readonly number[]} shares Chances of the bins, in any unit.
 */

/** Points that share a bin in `half_way_curves`. */
const HALF_WAY_BIN = 2;
/** Width of the drawing of a ridge, in units of its own; what cannot happen lies just outside, where it is cut off. */
const ACROSS = 100;
const OUTSIDE = 2;

/** Read the ranges into games. @param {DataSet} table For each game a row per number of decisions seen. @returns {Span[][]} */
export function readRanges(table) {
  return groupsOf(table, "game").map((rows) => rows.map((row) => {
    const {percentile_10: low, percentile_25: lower, percentile_75: upper, percentile_90: high, share} = row;
    return {low, lower, upper, high, share};
  }));
}

/** Read the distribution half way through each game. @param {DataSet} table `half_way_curves` @returns {Ridge[]} */
export function readHalfWay(table) {
  return groupsOf(table, "game").map((rows) => {
    const [first, last] = [rows[0], rows[rows.length - 1]].map(({score}) => score / HALF_WAY_BIN);
    /** @type {number[]} */
    const shares = new Array(last - first + 1).fill(0);
    for (const {score, share} of rows) shares[score / HALF_WAY_BIN - first] = share;
    return {bin: HALF_WAY_BIN, first, shares};
  });
}

/**
 * Read the file of all distributions.
 * @param {ArrayBuffer} bytes @param {readonly Decision[][]} games
 * @returns {Ridge[][]} By game and number of decisions seen.
 */
export function readCurves(bytes, games) {
  const {bin, first, shares} = JSON.parse(new TextDecoder().decode(bytes));
  const n_moments = games.reduce((sum, game) => sum + game.length + 1, 0);
  if (!Array.isArray(first) || first.length !== n_moments || shares?.length !== n_moments) {
    throw new Error("The curves that came do not belong to these games. The line goes on without them.");
  }
  let row = 0;
  return games.map((game) => Array.from({length: game.length + 1}, () => {
    const ridge = {bin, first: first[row], shares: shares[row]};
    row += 1;
    return ridge;
  }));
}

/** Say where the game ends as a rule. @param {Span} span */
export function rangeWords({low, high, share}) {
  if (share === 1 && low === high) return "It cannot end anywhere else.";
  const percent = Math.round(share * 100);
  const games = share === 1 ? "All" : percent === 100 ? "More than 99%" : `${percent}%`;
  const where = low === high ? `with exactly <b>${low}</b>` : `between <b>${low}</b> and <b>${high}</b>`;
  return `${games} of the games that stand like this end ${where}.`;
}

/**
 * Outline of a distribution lying on its side, as wide as the drawing at its peak. It always has the same number of
 * points, so that one can glide into the next.
 * @param {Ridge} ridge
 * @param {number} top Height of the picture, in points.
 * @param {number} per_point Units of the drawing.
 */
export function ridgePath({bin, first, shares}, top, per_point) {
  const peak = Math.max(...shares);
  const n_bins = Math.ceil(top / bin);
  const points = Array.from({length: n_bins}, (_, place) => {
    const across = ((shares[place - first] ?? 0) / peak) * ACROSS - OUTSIDE;
    return `L${Math.round(across * 10) / 10} ${Math.round((top - (place + 0.5) * bin) * per_point)}`;
  });
  return `M${-OUTSIDE} ${top * per_point}${points.join("")}L${-OUTSIDE} 0`;
}

/**
 * Area between two percentiles, up to a moment.
 * @param {readonly Decision[]} game @param {readonly Span[]} spans
 * @param {number} count Decisions seen.
 * @param {["low", "high"] | ["lower", "upper"]} between @param {(time: number, points: number) => string} point
 */
export function fanPath(game, spans, count, [below, above], point) {
  const moments = spans.slice(0, count + 1);
  const up = moments.map((span, index) => point(timeAfter(game, index), span[above]));
  const down = moments.map((span, index) => point(timeAfter(game, index), span[below])).reverse();
  return `M${[...up, ...down].join("L")}z`;
}

/**
 * Area from a moment to where the distribution stands, at the heights of its range.
 * @param {number} time @param {number} end @param {Span} span @param {(time: number, points: number) => string} point
 */
export function aheadPath(time, end, {low, high}, point) {
  return `M${point(time, high)}L${point(end, high)}L${point(end, low)}L${point(time, low)}z`;
}

/**
 * Draw the distribution at the end of the time axis, over that of all games.
 * @param {Ridge | null} ridge @param {Ridge | null} start @param {number} top @param {number} per_point
 * @param {{x: string, width: string}} place
 */
export function drawRidge(ridge, start, top, per_point, {x, width}) {
  const path = (/** @type {Ridge | null} */ one) => (one === null ? "M0 0" : ridgePath(one, top, per_point));
  return `<svg class="endings" x="${x}" width="${width}" height="100%" viewBox="0 0 ${ACROSS} ${top * per_point}" preserveAspectRatio="none">`
    + `<path class="ridge-start" d="${path(start)}"/><path class="ridge" d="${path(ridge)}"/></svg>`;
}
