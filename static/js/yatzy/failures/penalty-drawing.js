/** Greed with a penalty, drawn: the offers of a roll, and the score of whole games over the scale. */
import {percent, percentage} from "site_builder/kit";
import {dieButton} from "../parts/dice.js";
import {offersOf, takenOf, textOfScale} from "./penalty.js";

/** @import {Moment, Scales} from "./penalty.js" */

/** Free space left and right, in percent; lowest and highest score of the picture. */
const [LEFT, RIGHT] = [5, 4];
const [LOW, HIGH] = [185, 255];
const GRID = [200, 220, 240];
const TICKS = [5, 10, 20, 50, 100, 200, 500];

/** @param {number} points */
const heightOf = (points) => (100 * (HIGH - points)) / (HIGH - LOW);

/** Place of a scale, in percent, on a logarithmic axis. @param {Scales} scales @param {number} scale */
function placeOf({stops}, scale) {
  const [first, last] = [stops[0].scale, stops[stops.length - 1].scale].map(Math.log);
  return LEFT + ((100 - LEFT - RIGHT) * (Math.log(scale) - first)) / (last - first);
}

/** Find the stop nearest to a share of the width. @param {Scales} scales @param {number} share */
export function stopAt(scales, share) {
  const far = scales.stops.map(({scale}) => Math.abs(placeOf(scales, scale) - 100 * share));
  return far.indexOf(Math.min(...far));
}

/** Draw the dice of the roll as buttons that turn them. @param {readonly number[]} dice */
export function drawDice(dice) {
  return dice.map((face, die) => dieButton({face, press: `die-${die}`, label: `die showing ${face}, press to turn`})).join("");
}

/** Draw every offer: its points as the whole bar, the part that is counted inked. @param {Scales} scales @param {Moment} moment */
export function drawOffers({stops}, {stop, dice}) {
  const offers = offersOf(dice, stops[stop].scale);
  const [taken, most] = [takenOf(offers), Math.max(...offers.map(({points}) => points))];
  return offers.map((offer) => {
    const {title, points, worth} = offer;
    const mark = offer === taken ? `<span class="offer-mark">writes</span>` : "";
    return `<li class="${offer === taken ? "taken" : ""}"><span class="offer-title">${title}${mark}</span><svg aria-hidden="true"><rect fill="url(#penalty-hatch)" width="${percent((100 * points) / most)}" height="100%"/><rect class="counted" width="${percent((100 * worth) / most)}" height="100%"/></svg><span class="offer-worth">${points}<span class="visually-hidden"> points count</span> <span aria-hidden="true">→</span> <b>${worth.toFixed(1)}</b></span></li>`;
  }).join("");
}

/**
 * Draw the mean of every scale that was computed, and the hand at one. They are dots and no line: from one scale to the
 * next the mean goes up and down in small jumps.
 * @param {Scales} scales @param {Moment} moment
 */
export function drawCurve(scales, {stop}) {
  const {stops, greedy, perfect} = scales;
  const ends = [placeOf(scales, stops[0].scale), placeOf(scales, stops[stops.length - 1].scale)];
  const grid = GRID.map((points) => `<line class="grid" x2="100%" y1="${percent(heightOf(points))}" y2="${percent(heightOf(points))}"/><text class="tick" y="${percent(heightOf(points))}" dx="-.6em" dy=".35em" text-anchor="end">${points}</text>`);
  const ticks = TICKS.map((scale) => `<text class="tick" x="${percent(placeOf(scales, scale))}" y="100%" dy="1.35em" text-anchor="middle">${scale}</text>`);
  const levels = /** @type {const} */ ([["perfect", perfect, "-.45em"], ["greedy", greedy, "-1.1em"]]); // The knob runs along greed.
  const lines = levels.map(([name, points]) => `<line class="level ${name}" x1="${percent(ends[0])}" x2="${percent(ends[1])}" y1="${percent(heightOf(points))}" y2="${percent(heightOf(points))}"/>`);
  const names = levels.map(([name, points, dy]) => `<text class="level-text" x="${percent(ends[1])}" y="${percent(heightOf(points))}" dy="${dy}" text-anchor="end">${name} ${points.toFixed(1)}</text>`);
  const [x, y] = [percent(placeOf(scales, stops[stop].scale)), percent(heightOf(stops[stop].mean))];
  const top = percent(heightOf(perfect));
  const dots = stops.map(({scale, mean, best, published}) =>
    `<circle class="${best || published ? "special" : "dot"}" cx="${percent(placeOf(scales, scale))}" cy="${percent(heightOf(mean))}" r="${best || published ? 5 : 2}"/>`);
  return `<defs><pattern id="penalty-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch" y2="6"/></pattern></defs>
${grid.join("")}<line class="base" x2="100%" y1="100%" y2="100%"/>${ticks.join("")}${lines.join("")}
${dots.join("")}
<rect class="missing" fill="url(#penalty-hatch)" x="${x}" y="${top}" width="12" height="${percent(heightOf(stops[stop].mean) - heightOf(perfect))}" transform="translate(-6 0)"/>${names.join("")}
<line class="now" x1="${x}" x2="${x}" y1="${y}" y2="100%"/><circle class="grip" cx="${x}" cy="${y}" r="9"/>
<text class="value" x="${x}" y="${y}" dy="1.9em" ${placeOf(scales, stops[stop].scale) > 55 ? 'text-anchor="end" dx="-.6em"' : 'dx=".6em"'}>${stops[stop].mean.toFixed(1)}</text>`;
}

/** Say what the scale does. @param {Scales} scales @param {Moment} moment */
export function wordsOfScale({stops, greedy, perfect}, {stop}) {
  const {scale, mean, bonus_rate, best, published} = stops[stop];
  const change = mean - greedy;
  const against = `${Math.abs(change).toFixed(1)} ${change < 0 ? "less" : "more"} than plain greed`;
  const name = best ? " (the best that was tried)" : published ? " (the published one)" : "";
  return `Scale ${textOfScale(scale)}${name}: <b>${mean.toFixed(1)}</b> points on average, ${against}. Still missing: <b>${(perfect - mean).toFixed(1)}</b>. The bonus comes in ${percentage(bonus_rate)} of the games.`;
}
