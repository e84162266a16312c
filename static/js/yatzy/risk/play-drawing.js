/**
 * The dial's three pictures: the curve of final scores, the frontier of mean and spread, and the sources of points.
 */
import {percentage, percentOf} from "site_builder/kit";
import {between, thetaText} from "./stops.js";
import {CURVE, characterOf} from "./play.js";

/** @import {Play} from "./types" */

/** Chance of a bin at the top of the curve. */
const TALLEST = 0.075;
const SCORES = [100, 150, 200, 250, 300, 350];
/** The frontier's axes: spread across, mean upward, in points. */
const SPREADS = {low: 34, high: 50, ticks: [35, 40, 45]};
const MEANS = {low: 180, high: 256, ticks: [200, 220, 240]};
/** Change of a source, in points, that fills the way from zero to the edge of its track. */
const LARGEST_CHANGE = 8;
const ROW = 24;
/** The share of a row above its bar, and below. */
const BETWEEN = 0.17;

/** @param {number} number */
const rounded = (number) => Math.round(number * 100) / 100;
/** @param {number} score */
const across = (score) => (score - CURVE.low) / (CURVE.high - CURVE.low);

/** Write a change of points with its sign. @param {number} points */
export function changeText(points) {
  const size = Math.abs(points).toFixed(1);
  if (size === "0.0") return "0.0";
  return `${points < 0 ? "−" : "+"}${size}`;
}

/** Outline of a curve, from bin to bin. @param {Play} play @param {number} place */
function outline({curve}, place) {
  return Array.from(curve[0], (_, bin) => {
    const chance = between([curve[Math.floor(place)][bin], curve[Math.ceil(place)][bin]], place % 1);
    return `${bin + 0.5} ${rounded(100 * (1 - chance / TALLEST))}`;
  }).join("L");
}

/** Draw the curve of a place on the dial over that of theta 0. @param {Play} play @param {number} place */
export function drawCurve(play, place) {
  const n_bins = play.curve[0].length;
  const plain = play.stops.indexOf(0);
  const ticks = SCORES.map((score) => {
    const x = percentOf(across(score));
    return `<line class="grid" x1="${x}" x2="${x}" y2="100%"/><text class="tick" x="${x}" y="100%" dy="1.35em" text-anchor="middle">${score}</text>`;
  });
  const mean = percentOf(across(between(play.mean, place)));
  const settled = Number.isInteger(place);
  const label = settled ? `<text class="risk-mean-label" x="${mean}" y="0" dy="-.4em" text-anchor="middle">average ${play.mean[place].toFixed(1)}</text>` : "";
  const now = outline(play, place);
  return `${ticks.join("")}<svg viewBox="0 0 ${n_bins} 100" width="100%" height="100%" preserveAspectRatio="none"><path class="risk-area" d="M0.5 100L${now}L${n_bins - 0.5} 100z"/><path class="risk-ghost" d="M${outline(play, plain)}"/><path class="risk-line" d="M${now}"/></svg>
<line class="base" x2="100%" y1="100%" y2="100%"/><line class="risk-mean" x1="${mean}" x2="${mean}" y2="100%"/>${label}`;
}

/** Place of a spread and of a mean on the frontier's picture. @param {number} sd */
const x = (sd) => (sd - SPREADS.low) / (SPREADS.high - SPREADS.low);
/** @param {number} mean */
const y = (mean) => 1 - (mean - MEANS.low) / (MEANS.high - MEANS.low);

/** Draw where mean and spread lead as the dial turns; this stays as it is. @param {Play} play */
export function drawFrontier(play) {
  const columns = SPREADS.ticks.map((sd) => `<line class="grid" x1="${percentOf(x(sd))}" x2="${percentOf(x(sd))}" y2="100%"/><text class="tick" x="${percentOf(x(sd))}" y="100%" dy="1.35em" text-anchor="middle">${sd}</text>`);
  const rows = MEANS.ticks.map((mean) => `<line class="grid" x2="100%" y1="${percentOf(y(mean))}" y2="${percentOf(y(mean))}"/><text class="tick" x="100%" y="${percentOf(y(mean))}" dy="-.35em" text-anchor="end">${mean}</text>`);
  const way = play.way.sd.map((sd, place) => `${rounded(100 * x(sd))} ${rounded(100 * y(play.way.mean[place]))}`).join("L");
  const dots = play.stops.map((theta, stop) => `<circle class="${theta < 0 ? "careful" : "bold"}" cx="${percentOf(x(play.sd[stop]))}" cy="${percentOf(y(play.mean[stop]))}" r="3.5"/>`);
  return `${columns.join("")}${rows.join("")}<svg viewBox="0 0 100 100" width="100%" height="100%" preserveAspectRatio="none"><path class="risk-way" d="M${way}"/></svg>${dots.join("")}`;
}

/** Draw where on the frontier the dial stands. @param {Play} play @param {number} place */
export function drawHere({sd, mean}, place) {
  return `<circle class="risk-here" cx="${percentOf(x(between(sd, place)))}" cy="${percentOf(y(between(mean, place)))}" r="8"/>`;
}

/** Draw how many points every source brings more or fewer than with theta 0; what is lost is hollow. @param {Play} play @param {number} place */
export function drawSources({sources}, place) {
  const settled = Number.isInteger(place);
  const zero = 0.67;
  const reach = 0.185;
  const rows = sources.map(({title, points: means, change}, row) => {
    const points = between(change, place);
    const long = Math.min(1, Math.abs(points) / LARGEST_CHANGE) * reach;
    const x = points < 0 ? zero - long : zero;
    const [y, high, middle] = [row + BETWEEN, 1 - 2 * BETWEEN, row + 0.5].map((rows) => percentOf(rows / sources.length));
    const text = settled ? `<text x="44%" y="${middle}" dy=".35em" text-anchor="end">${means[place].toFixed(1)}</text><text class="number" x="100%" y="${middle}" dy=".35em" text-anchor="end">${changeText(points)}</text>` : "";
    const beyond = Math.abs(points) > LARGEST_CHANGE ? `<text x="${percentOf(x)}" y="${middle}" dx="-3" dy=".35em" text-anchor="end">‹</text>` : "";
    return `<text class="name" x="0" y="${middle}" dy=".35em">${title}</text>${beyond}<rect class="${points < 0 ? "risk-loss" : "risk-gain"}" x="${percentOf(x)}" y="${y}" width="${percentOf(long)}" height="${high}"/>${text}`;
  });
  return `<line class="base" x1="${percentOf(zero)}" x2="${percentOf(zero)}" y2="100%"/>${rows.join("")}`;
}

/** Height of the drawing of sources. @param {Play} play */
export const heightOfSources = ({sources}) => sources.length * ROW;

/** Say where the dial stands and what follows from it. @param {Play} play @param {number} place */
export function wordsOfPlay(play, place) {
  if (!Number.isInteger(place)) return `<span class="risk-theta">theta …</span> Between two computed values.`;
  const theta = play.stops[place];
  const {mean, sd, bonus_rate, worst, best} = play;
  return `<span class="risk-theta">theta ${thetaText(theta)}</span> ${characterOf(theta)}. <span class="risk-line">Average <b>${mean[place].toFixed(1)}</b>, spread <b>${sd[place].toFixed(1)}</b>.</span> `
    + `<span class="risk-more">The worst twentieth of the games averages <b>${worst[place].toFixed(1)}</b>, the best <b>${best[place].toFixed(1)}</b>; bonus in <b>${percentage(bonus_rate[place])}</b> of them.</span>`;
}
