/** The reader's hill, drawn: on an empty field while it is a guess, and beside the true curve afterwards. */
import {shareText} from "site_builder/kit";
import {across, DRAWN, stretched, TICKS, WIDTH} from "./score-curve.js";
import {BIN, HANDLES, isDrawn, N_BINS, overlapOf, percentileOf, scoreOf, sharesOf, summaryOf} from "./score-guess.js";
import {hatching} from "../parts/ways.js";

/** @import {Curve} from "./score-curve.js" */
/** @import {Heights} from "./score-guess.js" */

/** @param {number} number */
const rounded = (number) => Math.round(number * 100) / 100;

/** Outline heights, bin by bin, in a box as wide as the scores drawn and 100 high. @param {Heights} heights */
function outline(heights) {
  return heights.map((height, bin) => `${rounded(scoreOf(bin) - DRAWN.from + 0.5)} ${rounded(100 * (1 - height))}`).join("L");
}

/** Draw the ground under the sheet and under the curve, and its ticks. */
export function drawAxis() {
  const ticks = TICKS.map((score) => `<line class="ends-grid" x1="${across(score)}" x2="${across(score)}" y1="100%" y2="98%"/><text class="ends-tick" x="${across(score)}" y="100%" dy="2em">${score}</text>`);
  return `<line class="ends-base" x2="100%" y1="100%" y2="100%"/>${ticks.join("")}`;
}

/**
 * Draw the sheet on which the reader draws: the axis, the hill, and its handles.
 * @param {Heights} heights
 * @param {number} held Handle that the keys move.
 */
export function drawSheet(heights, held) {
  const first = scoreOf(0) - DRAWN.from + 0.5;
  const last = scoreOf(N_BINS - 1) - DRAWN.from + 0.5;
  const hill = stretched(`<path class="sheet-area" d="M${first} 100L${outline(heights)}L${last} 100Z"/><path class="sheet-line" d="M${outline(heights)}"/>`);
  const ask = `<text class="sheet-ask" x="50%" y="45%">${isDrawn(heights) ? "" : "Draw the hill here"}</text>`; // Never gone, or handles would change places.
  const handles = HANDLES.map((bin, handle) => {
    const y = `${rounded(100 * (1 - heights[bin]))}%`;
    const height = Math.round(100 * heights[bin]);
    return `<g class="sheet-handle" tabindex="${handle === held ? 0 : -1}" role="slider" aria-orientation="vertical" aria-label="Height of the hill at ${Math.round(scoreOf(bin))} points" aria-valuemin="0" aria-valuemax="100" aria-valuenow="${height}"><circle class="sheet-ring" cx="${across(scoreOf(bin))}" cy="${y}" r="16"/><circle class="sheet-dot" cx="${across(scoreOf(bin))}" cy="${y}" r="6"/></g>`;
  });
  return `${drawAxis()}<text class="sheet-more" x="0" y="0" dy=".9em">↑ more games</text>${ask}${hill}${handles.join("")}`;
}

/** What the hill says so far. @param {Heights} heights */
export function drawReading(heights) {
  if (!isDrawn(heights)) return `<span class="sheet-mean">your average: <b>?</b></span><span class="sheet-half">half of the games: <b>?</b></span>`;
  const {mean, low, high} = summaryOf(heights);
  return `<span class="sheet-mean">your average: <b>${mean.toFixed(0)}</b></span><span class="sheet-half">half of the games: <b>${low.toFixed(0)} to ${high.toFixed(0)}</b></span>`;
}

/** Height of a drawing's bins once it holds all games, in the units of the curve. @param {Heights} heights */
export const densitiesOf = (heights) => sharesOf(heights).map((share) => share / BIN);

/**
 * Draw the reader's hill over the true curve, and hatch what lies beside it.
 * @param {Heights} heights
 * @param {readonly number[]} chances Of each score, as drawn.
 * @param {number} top Chance at the top of the field.
 */
export function drawGuess(heights, chances, top) {
  const densities = densitiesOf(heights);
  const columns = chances.slice(DRAWN.from, DRAWN.to).map((chance, score) => {
    const beside = Math.min(top, densityAt(densities, score)) - chance;
    if (beside <= top / 200) return "";
    return `<rect x="${rounded((100 * score) / WIDTH)}%" y="${rounded(100 * (1 - (chance + beside) / top))}%" width="${rounded(120 / WIDTH)}%" height="${rounded((100 * beside) / top)}%" fill="url(#ends-hatch)"/>`;
  });
  const line = outline(densities.map((density) => density / top));
  return `${hatching("ends-hatch")}<g class="ends-beside">${columns.join("")}</g>${stretched(`<path class="ends-guess under" d="M${line}"/><path class="ends-guess" d="M${line}"/>`)}`;
}

/** Height of the outline at a score, counted from the first one drawn. @param {readonly number[]} densities @param {number} score */
function densityAt(densities, score) {
  const place = Math.max(0, Math.min(N_BINS - 1, (score - (BIN - 1) / 2) / BIN));
  const [left, right] = [densities[Math.floor(place)], densities[Math.ceil(place)]];
  return left + (right - left) * (place % 1);
}

/** Say how much of a guess lies where games truly end. @param {Curve} curve @param {number} mean Of the curve. @param {Heights} heights */
export function verdictOf(curve, mean, heights) {
  const {mean: guessed, low, high} = summaryOf(heights);
  const [true_low, true_high] = [percentileOf(curve, 0.25), percentileOf(curve, 0.75)];
  const wider = (high - low) / (true_high - true_low);
  const width = wider > 1.15 ? "wider apart than perfect play keeps them" : wider < 0.87 ? "closer together than perfect play can keep them" : "as far apart as in truth";
  return `<b>${shareText(overlapOf(heights, curve))}</b> of your hill lies within the true one; the rest is hatched. Your average is ${guessed.toFixed(0)}, the true one ${mean.toFixed(2)}. `
    + `Half of your hill lies between ${low.toFixed(0)} and ${high.toFixed(0)}, half of the true one between ${true_low} and ${true_high}: yours are ${width}.`;
}
