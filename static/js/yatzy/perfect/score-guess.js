/**
 * A guess at the curve of final scores: a hill that the reader draws, and how much of it lies where games truly end.
 *
 * Only the shape of the hill counts. It is drawn as one height for each five scores and then taken to hold all games.
 */
import {DRAWN} from "./score-curve.js";

/** @import {Curve} from "./score-curve.js" */

/** Scores of one bin, and bins of the drawing. */
export const BIN = 5;
export const N_BINS = Math.floor((DRAWN.to - DRAWN.from) / BIN);
/** Bins of the handles, and how many bins lie between two of them. */
const REACH = 7;
export const HANDLES = Array.from({length: 9}, (_, handle) => 1 + REACH * handle);
/** Overlap that brings no points, and overlap that brings all ten: a level line has the one, a good bell the other. */
const [NOTHING, ALL] = [0.5, 0.95];
/** Heights are linked to in so many steps, a digit each. */
const STEPS = 35;

/** @typedef {readonly number[]} Heights Of the bins, each a share of the field's height. */
/** @typedef {{bin: number, height: number}} Point */

/** @returns {number[]} */
export const emptyHeights = () => Array.from({length: N_BINS}, () => 0);

/** Whether anything is drawn at all. @param {Heights} heights */
export const isDrawn = (heights) => heights.some((height) => height > 0);

/** @param {number} height */
const within = (height) => Math.max(0, Math.min(1, height));

/** Score in the middle of a bin. @param {number} bin */
export const scoreOf = (bin) => DRAWN.from + BIN * bin + (BIN - 1) / 2;

/** Draw a line from point to point; what lies outside stays. @param {Heights} heights @param {Point} from @param {Point} to */
export function drawnTo(heights, from, to) {
  const [left, right] = from.bin <= to.bin ? [from, to] : [to, from];
  return heights.map((height, bin) => {
    if (bin < left.bin || bin > right.bin) return height;
    if (left.bin === right.bin) return within(to.height);
    return within(left.height + ((right.height - left.height) * (bin - left.bin)) / (right.bin - left.bin));
  });
}

/**
 * Bring a handle to a height; the line bends up to its neighbours.
 * @param {Heights} heights @param {number} handle @param {number} height
 */
export function lifted(heights, handle, height) {
  const at = HANDLES[handle];
  const change = within(height) - heights[at];
  return heights.map((before, bin) => within(before + change * Math.max(0, 1 - Math.abs(bin - at) / REACH)));
}

/** The handle next to a bin. @param {number} bin */
export function handleNear(bin) {
  return Math.max(0, Math.min(HANDLES.length - 1, Math.round((bin - HANDLES[0]) / REACH)));
}

/** The share of games in each bin of a drawing. @param {Heights} heights */
export function sharesOf(heights) {
  const sum = heights.reduce((total, height) => total + height, 0);
  return heights.map((height) => height / sum);
}

/** The true share of games in each bin. @param {Curve} curve */
export function trueShares({at_least}) {
  return emptyHeights().map((_, bin) => {
    const from = DRAWN.from + BIN * bin;
    return at_least[from] - (at_least[from + BIN] ?? 0);
  });
}

/** How much of a drawing lies under the true curve, from nothing to the whole. @param {Heights} heights @param {Curve} curve */
export function overlapOf(heights, curve) {
  const truth = trueShares(curve);
  return sharesOf(heights).reduce((sum, share, bin) => sum + Math.min(share, truth[bin]), 0);
}

/** Points of a guess, nothing to ten. @param {number} overlap */
export function pointsOfOverlap(overlap) {
  return Math.round(10 * within((overlap - NOTHING) / (ALL - NOTHING)));
}

/**
 * Read the average from a drawing, and where its middle half begins and ends.
 * @param {Heights} heights @returns {{mean: number, low: number, high: number}}
 */
export function summaryOf(heights) {
  const shares = sharesOf(heights);
  const mean = shares.reduce((sum, share, bin) => sum + share * scoreOf(bin), 0);
  return {mean, low: scoreBelow(shares, 0.25), high: scoreBelow(shares, 0.75)};
}

/** The score with a share of the games below it. @param {readonly number[]} shares @param {number} wanted */
function scoreBelow(shares, wanted) {
  let below = 0;
  for (let bin = 0; bin < shares.length; bin += 1) {
    if (below + shares[bin] >= wanted) return DRAWN.from + BIN * (bin + (wanted - below) / shares[bin]);
    below += shares[bin];
  }
  return DRAWN.to;
}

/** The lowest score that so large a share of all games does not exceed. @param {Curve} curve @param {number} share */
export function percentileOf({at_least}, share) {
  return at_least.findIndex((_, score) => 1 - (at_least[score + 1] ?? 0) >= share);
}

/** Write a drawing for a link. @param {Heights} heights */
export function textOfHeights(heights) {
  const highest = Math.max(...heights);
  return heights.map((height) => Math.round((STEPS * height) / highest).toString(STEPS + 1)).join("");
}

/** Read a drawing from a link; null when nothing is drawn. @param {string | undefined} text @returns {number[] | null} */
export function heightsOfText(text) {
  if (text === undefined || text.length !== N_BINS) return null;
  const heights = Array.from(text, (digit) => parseInt(digit, STEPS + 1) / STEPS);
  return isDrawn(heights) ? heights : null;
}
