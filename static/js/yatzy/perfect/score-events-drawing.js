/** The groups of games, drawn: a hump for each under the curve of all, and a table of their shares and means. */
import {shareText} from "site_builder/kit";
import {across, areaOf, stretched, TICKS, TOP} from "./score-curve.js";
import {EVENTS, nameOfPart} from "./score-events.js";

/** @import {Part, Place} from "./score-events.js" */

const STRAIGHTS = 12;
const OTHERS = 3;

/** Switches for the events. @param {Place} place */
export function drawSwitches({split}) {
  return EVENTS.map(({bit, title}) => `<button type="button" class="button humps-switch" aria-pressed="${(split & bit) !== 0}" data-press="event-${bit}"><i aria-hidden="true"></i>${title}</button>`).join("");
}

/** @param {readonly Part[]} parts @param {Place} place */
export function drawHumps(parts, {chosen}) {
  const all = parts[0].chances.map((_, score) => parts.reduce((sum, {chances}) => sum + chances[score], 0));
  const humps = parts.filter(({events}) => events !== chosen)
    .map(({chances}) => `<path class="humps-part" d="${areaOf(chances, TOP)}"/>`);
  const part = /** @type {Part} */ (parts.find(({events}) => events === chosen));
  const ticks = TICKS.map((score) => `<text class="humps-tick" x="${across(score)}" y="100%" dy="1.5em">${score}</text>`);
  const mean = across(part.mean);
  return `<line class="humps-base" x2="100%" y1="100%" y2="100%"/>${ticks.join("")}
${stretched(`<path class="humps-all" d="${areaOf(all, TOP)}"/>${humps.join("")}<path class="humps-chosen" d="${areaOf(part.chances, TOP)}"/>`)}
<line class="humps-mean" x1="${mean}" x2="${mean}" y1="6%" y2="100%"/><text class="humps-mean-text" x="${mean}" y="0" dy=".9em" text-anchor="${part.mean > 300 ? "end" : part.mean < 160 ? "start" : "middle"}">mean ${part.mean.toFixed(1)}</text>`;
}

/** All ways that some events can come. @param {number} bits */
function subsets(bits) {
  return [0, 1, 2, 3, 4, 8, 12].filter((one) => (one & bits) === one && (one & ~bits) === 0);
}

/** A table of the groups: straights down, the bonus and Yatzy across. @param {readonly Part[]} parts @param {Place} place */
export function drawTable(parts, {split, chosen}) {
  const columns = subsets(split & OTHERS);
  const rows = subsets(split & STRAIGHTS);
  const most = Math.max(...parts.map(({share}) => share));
  const head = split & OTHERS ? `<tr><td class="humps-corner">mean<br>share</td>${columns.map((events) => `<th scope="col">${nameOfPart(events, split & OTHERS)}</th>`).join("")}</tr>` : "";
  const body = rows.map((lower) => {
    const name = split & STRAIGHTS ? nameOfPart(lower, split & STRAIGHTS) : "";
    const cells = columns.map((upper) => cellOf(/** @type {Part} */ (parts.find(({events}) => events === (lower | upper))), {split, chosen}, most));
    return `<tr>${name ? `<th scope="row">${name}</th>` : `<td class="humps-corner">${split & OTHERS ? "" : "mean<br>share"}</td>`}${cells.join("")}</tr>`;
  });
  return `<table class="humps-table"><tbody>${head}${body.join("")}</tbody></table>`;
}

/** @param {Part} part @param {Place} place @param {number} most */
function cellOf({events, share, mean}, {split, chosen}, most) {
  const bar = `<svg class="humps-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.round(100 * share / most)}" height="4"/></svg>`;
  return `<td><button type="button" class="humps-cell" aria-pressed="${events === chosen}" data-press="part-${events}" aria-label="${nameOfPart(events, split)}: ${shareText(share)} of games, mean ${mean.toFixed(1)}"><b>${mean.toFixed(1)}</b><span>${shareText(share)}</span>${bar}</button></td>`;
}

/** @param {readonly Part[]} parts @param {Place} place */
export function wordsOfPart(parts, {split, chosen}) {
  const {share, mean, sd} = /** @type {Part} */ (parts.find(({events}) => events === chosen));
  const name = nameOfPart(chosen, split);
  return `<b>${name[0].toUpperCase()}${name.slice(1)}</b>: ${shareText(share)} of perfect games, <b>${mean.toFixed(2)}</b> on average, with a spread of ${sd.toFixed(1)} points.`;
}
