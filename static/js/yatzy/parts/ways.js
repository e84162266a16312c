/** Bars with the chances of several ways to play, on one scale; the difference to the first is hatched. */
import {percentage, percentOf} from "site_builder/kit";
import {glyph} from "./cast.js";

/**
 * @typedef {object} Way
 * @property {string} name Class of its colours: best, dial, optimal, greedy or yours.
 * @property {string} title
 * @property {number} chance
 */

/** Format a chance in percent with reasonable precision. @param {number} share */
export function chanceOf(share) {
  if (share > 0.9995 && share < 1) return "over 99.9%";
  if (share > 0 && share < 0.0005) return "under 0.05%";
  return percentage(share);
}

/** Return an SVG pattern of hatching for losses. @param {string} id */
export function hatching(id) {
  return `<defs><pattern id="${id}" width="6" height="6" patternUnits="userSpaceOnUse"><path class="hatch" d="M0 6L6 0"/></pattern></defs>`;
}

/** Draw a player's line and shape, as in the picture. @param {string} name */
const lineOf = (name) => `<svg class="chance-line" aria-hidden="true"><line class="curve ${name}" x2="26" y1="2" y2="2"/></svg>${glyph(name)} `;

/** Draw the ways, the best one first. @param {readonly Way[]} ways @param {string} figure Prefix of the ids of patterns. */
export function drawWays(ways, figure) {
  const most = ways[0].chance;
  return ways.map(({name, title, chance}) => {
    const id = `${figure}-hatch-${name}`;
    const lost = `<rect x="${percentOf(chance)}" width="${percentOf(Math.max(0, most - chance))}" height="100%" fill="url(#${id})"/>`;
    return `<li class="chance-way grid-layout ${name}"><span class="chance-name">${lineOf(name)}${title}</span> <b>${chanceOf(chance)}</b>
<svg aria-hidden="true">${hatching(id)}<rect class="track" width="100%" height="100%"/>${lost}<rect class="bar" width="${percentOf(chance)}" height="100%"/></svg></li>`;
  }).join("");
}
