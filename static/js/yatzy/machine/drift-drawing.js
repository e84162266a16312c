/**
 * Drift, drawn: a line for each way to use short numbers, and the digits of the answer that are wrong.
 */
import {rightDigits, WAYS} from "./drift.js";
import {counted, levels, pathOf, percentOf, stretched, underneath} from "site_builder/kit";

/** @import {Drift, DriftMoment as Moment, Layer} from "./types" */

/** Top of the plot, in thousandths of a point. */
const TOP = 0.65;
const DECIMALS = 9;

/** @param {Moment} moment */
export function drawWays({way}) {
  return WAYS.map(([name, title]) => `<button type="button" class="button printed drift-way way-${name}" aria-pressed="${name === way}" data-press="way-${name}"><i></i>${title}</button>`).join("");
}

/** Draw the lines, and the hand at the turn that was solved last. @param {Drift} drift @param {Moment} moment */
export function drawLines(drift, {way, turns}) {
  const last = layersOf(drift, way).length - 1;
  const upOf = (/** @type {Layer} */ {thousandths}) => Math.max(0, thousandths) / TOP;
  const lines = WAYS.map(([name]) => {
    const points = layersOf(drift, name).map((layer, place) => /** @type {[number, number]} */ ([place / last, upOf(layer)]));
    const far = name === way ? points.slice(0, turns + 1) : points;
    return `<path class="drift-line way-${name}${name === way ? " chosen" : ""}" d="${pathOf(far)}"/>`;
  });
  const [x, y] = [percentOf(turns / last), percentOf(1 - upOf(layersOf(drift, way)[turns]))];
  const ticks = [0, 3, 6, 9, 12, 15].map((turn) => ({share: turn / last, label: String(turn)}));
  const marks = [0, 0.2, 0.4, 0.6].map((level) => ({share: level / TOP, label: level === 0 ? "" : level.toFixed(1)}));
  return `${levels(marks)}${stretched(lines.join(""))}<line class="beat-hand" x1="${x}" x2="${x}" y1="-5%" y2="100%"/><circle class="beat-grip" cx="${x}" cy="-5%" r="9"/><circle class="drift-dot way-${way}" cx="${x}" cy="${y}" r="6"/>${underneath(ticks)}`;
}

/** @param {Drift} drift @param {string} way */
function layersOf(drift, way) {
  return /** @type {Layer[]} */ (drift.get(way));
}

/** The value as the program finds it, over the exact one. @param {Drift} drift @param {Moment} moment */
export function drawDigits(drift, {way, turns}) {
  const {value, drift: error} = layersOf(drift, way)[turns];
  const exact = value - error;
  const [right, wrong] = rightDigits(value, exact, DECIMALS);
  return `<p><span>it says</span> <b>${right}<del>${wrong}</del></b></p><p><span>true</span> <b>${exact.toFixed(DECIMALS)}</b></p>`;
}

/** @param {Drift} drift @param {Moment} moment */
export function wordsOf(drift, {way, turns}) {
  const {thousandths} = layersOf(drift, way)[turns];
  const title = /** @type {readonly string[]} */ (WAYS.find(([name]) => name === way))[1];
  if (turns === 0) return `Nothing is solved yet. Short numbers for ${title}.`;
  const size = Math.abs(thousandths) < 0.0005 ? "less than a millionth of a point" : `${Math.abs(thousandths).toFixed(3)} thousandths of a point`;
  const side = Math.abs(thousandths) < 0.0005 ? "off by" : thousandths > 0 ? "too large by" : "too small by";
  return `Short numbers for ${title}. After ${counted(turns, "turn")} solved backwards, the values are ${side} <b>${size}</b>.`;
}
