/** The distribution of the final score: its shares, its peaks, and its moving average. */
import {grouped, percentOf} from "site_builder/kit";

/**
 * @typedef {object} Curve
 * @property {number[]} chances Probability of each score, from 0.
 * @property {number[]} at_least Probability of each score or more; one entry longer.
 * @property {number} best Highest score.
 */

/** Range of scores drawn; nearly all games end in it. */
export const DRAWN = {from: 80, to: 375};
export const WIDTH = DRAWN.to - DRAWN.from + 1;
/** Scores labelled under the drawing. */
export const TICKS = [100, 150, 200, 250, 300, 350];
/** Probability at the top of the drawing, slightly above the highest peak. */
export const TOP = 0.0135;

/** Read the data set. @param {{score: number[], probability: number[]}} rows @returns {Curve} */
export function readCurve({score, probability}) {
  const best = score[score.length - 1];
  /** @type {number[]} */
  const chances = Array.from({length: best + 1}, () => 0);
  score.forEach((points, row) => (chances[points] = probability[row]));
  return {chances, at_least: sumsFromTheTop(chances), best};
}

/** @param {number[]} chances */
function sumsFromTheTop(chances) {
  const sums = [...chances, 0];
  for (let score = chances.length - 1; score >= 0; score -= 1) sums[score] += sums[score + 1];
  return sums;
}

/** Average every score with its neighbours. @param {readonly number[]} chances @param {number} window Scores averaged; odd. */
export function blurred(chances, window) {
  const reach = (window - 1) / 2;
  return chances.map((_, score) => {
    let sum = 0;
    for (let other = score - reach; other <= score + reach; other += 1) sum += chances[other] ?? 0;
    return sum / window;
  });
}

/** Return the scores that are likelier than both neighbours. @param {readonly number[]} chances */
export function peaksOf(chances) {
  return chances.flatMap((chance, score) => {
    const inside = score > 0 && score < chances.length - 1;
    return inside && chance > chances[score - 1] && chance > chances[score + 1] ? [score] : [];
  });
}

/** Describe the average number of games until an event. @param {number} chance */
export function gamesToSee(chance) {
  const games = 1 / chance;
  if (games < 10) return games.toFixed(1);
  if (games < 1e6) return grouped(Number(games.toPrecision(3)));
  if (games < 1e9) return `${(games / 1e6).toPrecision(3)} million`;
  return games < 1e12 ? `${grouped(Number((games / 1e6).toPrecision(3)))} million` : `${grouped(Number((games / 1e12).toPrecision(3)))} million million`;
}

/** Describe how long that takes with one game an evening; empty if it is short. @param {number} chance */
export function eveningsToSee(chance) {
  const evenings = 1 / chance;
  if (evenings < 14) return "";
  if (evenings < 90) return `one game an evening: about ${Math.round(evenings / 7)} weeks`;
  if (evenings < 730) return `one game an evening: about ${Math.round(evenings / 30.4)} months`;
  const years = evenings / 365.25;
  if (years < 1e6) return `one game an evening: about ${grouped(Number(years.toPrecision(2)))} years`;
  return `one game an evening: about ${grouped(Number((years / 1e6).toPrecision(2)))} million years`;
}

/**
 * Outline chances as an area over the drawn scores, one unit a score, in a box of height 100.
 * @param {readonly number[]} chances
 * @param {number} top Probability at the top of the box.
 * @param {number} from @param {number} to
 */
export function areaOf(chances, top, from = DRAWN.from, to = DRAWN.to) {
  const heightOf = (/** @type {number} */ score) => Math.round(1e3 * (chances[score] ?? 0) / top);
  let before = 0;
  let steps = "";
  for (let score = from; score <= to; score += 1) {
    const step = before - heightOf(score);
    steps += `${score === from ? "l0" : "l1"} ${step / 10}`;
    before = heightOf(score);
  }
  return `M${from - DRAWN.from + 0.5} 100${steps}L${to - DRAWN.from + 0.5} 100Z`;
}

/** Stretch paths to fill the drawing. @param {string} paths */
export function stretched(paths) {
  return `<svg viewBox="0 0 ${WIDTH} 100" width="100%" height="100%" preserveAspectRatio="none">${paths}</svg>`;
}

/** Return the horizontal position of a score, as a percentage for SVG. @param {number} score */
export function across(score) {
  const share = (score - DRAWN.from + 0.5) / WIDTH;
  return percentOf(Math.max(0, Math.min(1, share)));
}

/** Return the score at a share of the drawing's width. @param {number} share */
export const scoreAt = (share) => DRAWN.from + Math.floor(share * WIDTH);
