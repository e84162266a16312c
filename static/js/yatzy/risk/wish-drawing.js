/**
 * The percentile ladder against the plain player's, drawn: what one setting of the dial brings and takes.
 */
import {counted, percentOf} from "site_builder/kit";
import {gains, N_PERCENTILES as N, RUNGS} from "./wish.js";
import {thetaText} from "./stops.js";

/** @import {Ladder, Wish} from "./types" */

/** Points from the bottom of the picture to its top. */
const [BOTTOM, TOP] = [-24, 20];
const TICKS = [-20, -10, 0, 10];

/** @param {number} points */
const height = (points) => (TOP - points) / (TOP - BOTTOM);
/** Where a percentile stands, as a share of the width. @param {number} percentile */
const acrossOf = (percentile) => (percentile - 0.5) / N;

/** Write a gain in points with its sign. @param {number} points */
export const gainText = (points) => (points === 0 ? "±0" : `${points < 0 ? "−" : "+"}${Math.abs(points)}`);

/** Ordinal of a percentile: "5th". @param {number} number */
export function ordinal(number) {
  const teen = number % 100 > 10 && number % 100 < 14;
  return `${number}${teen ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th")}`;
}

/** @param {readonly number[]} points By percentile. */
const lineOf = (points) => points.map((one, place) => `${place + 0.5} ${TOP - one}`).join("L");

/** Draw the picture. @param {Ladder} ladder @param {Wish} wish */
export function drawLadder(ladder, {percentile, stop}) {
  const now = gains(ladder, stop);
  const plain = ladder.scores[ladder.plain];
  const best = ladder.best_stop.map((one, place) => ladder.scores[one][place] - plain[place]);
  const limit = ladder.limit.map((score, place) => score - plain[place]);
  const rows = TICKS.map((points) => {
    const y = percentOf(height(points));
    return `<line class="${points === 0 ? "base" : "grid"}" x2="100%" y1="${y}" y2="${y}"/><text class="tick" x="-8" y="${y}" dy=".35em" text-anchor="end">${gainText(points)}</text>`;
  });
  const columns = RUNGS.map((one) => `<text class="tick${[1, 25, 75, 99].includes(one) ? "" : " rare"}" x="${percentOf(acrossOf(one))}" y="100%" dy="1.9em" text-anchor="middle">${one}</text>`);
  const x = percentOf(acrossOf(percentile));
  const y = percentOf(Math.min(1, height(now[percentile - 1])));
  const loss = now.map((one, place) => (one < 0 ? `M${place + 0.5} ${TOP}V${TOP - one}` : "")).join("");
  return `${rows.join("")}${columns.join("")}
<svg viewBox="0 0 ${N} ${TOP - BOTTOM}" width="100%" height="100%" preserveAspectRatio="none"><path class="wish-best" d="M0.5 ${TOP}L${lineOf(best)}L${N - 0.5} ${TOP}z"/><path class="wish-under" d="${loss}"/><path class="wish-limit" d="M${lineOf(limit)}"/><path class="wish-line" d="M${lineOf(now)}"/></svg>
<line class="wish-hand" x1="${x}" x2="${x}" y2="100%"/><circle class="wish-point" cx="${x}" cy="${y}" r="6"/><circle class="risk-knob" cx="${x}" cy="100%" r="9"/>`;
}

/** Draw the rungs: nine percentiles as buttons, each with its score. @param {Ladder} ladder @param {Wish} wish */
export function drawRungs(ladder, {percentile, stop}) {
  const now = gains(ladder, stop);
  return RUNGS.map((one) => `<button type="button" class="wish-rung" data-press="rung:${one}" aria-pressed="${one === percentile}"><span>${ordinal(one)}</span><b>${ladder.scores[stop][one - 1]}</b><span class="gain">${gainText(now[one - 1])}</span></button>`).join("");
}

/** Say what the wish brings. @param {Ladder} ladder @param {Wish} wish */
export function wordsOfWish(ladder, {percentile, stop}) {
  const place = percentile - 1;
  const [score, plain, limit] = [ladder.scores[stop][place], ladder.scores[ladder.plain][place], ladder.limit[place]];
  const best = ladder.best_stop[place];
  const verdict = ladder.scores[best][place] === score
    ? "No other setting brings more here."
    : `The best setting here is theta ${thetaText(ladder.stops[best])}, with ${ladder.scores[best][place]}.`;
  return `<span class="risk-theta">${score}</span> is the ${ordinal(percentile)} percentile with theta <b>${thetaText(ladder.stops[stop])}</b>: ${counted(percentile, "game")} in a hundred end there or lower. `
    + `With theta 0 it is <b>${plain}</b>. ${verdict} A player who also looks at the points written can have <b>${limit}</b>.`;
}
