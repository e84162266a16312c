/**
 * The keeps of one roll in columns, for a narrow screen: dice, value and colour of each.
 */
import {colourOf} from "./colours.js";
import {bestNow, frontOf, isFresh, phaseOfRing, sourcesOf, valueAt} from "./frames.js";
import {COLUMNS, stepsBetween} from "./places.js";

/** @import {Place} from "./places.js" @import {Shown} from "./fan-drawing.js" */

const HALF_WIDTH = 22;
const HALF_HEIGHT = 17;

/** Draw the columns. @param {Shown} shown @param {readonly Place[]} columns */
export function drawColumns(shown, columns) {
  const {lattice, step, keep} = shown;
  const place_of_keep = new Map(columns.map((place) => [place.keep, place]));
  const front = frontOf(step);
  const looked = lattice.dice_of_keep[keep].length;
  const sources = new Set(sourcesOf(lattice, isFresh(front, looked) ? front.phase : -1, keep));
  const lines = stepsBetween(lattice, columns.map((place) => place.keep)).map(([part, whole]) => {
    const [from, to] = [place_of_keep.get(part), place_of_keep.get(whole)];
    const used = (part === keep && sources.has(whole)) || (whole === keep && sources.has(part));
    const [left, right] = [/** @type {Place} */ (from), /** @type {Place} */ (to)];
    return {used, line: `M${left.x + HALF_WIDTH} ${left.y}L${right.x - HALF_WIDTH} ${right.y}`};
  });
  const best = bestNow(shown.sweeps, columns.map((place) => place.keep), step);
  const path = (/** @type {boolean} */ used) => lines.filter((line) => line.used === used).map(({line}) => line).join("");
  /** @param {number} one */
  function roleOf(one) {
    const role = one === keep ? "looked" : sources.has(one) ? "source" : "";
    return one === best ? `${role} best` : role;
  }
  const cells = columns.map((place) => drawCell(shown, place, roleOf(place.keep)));
  return `<path class="columns-steps" d="${path(false)}"/><path class="fan-lines" d="${path(true)}"/>${cells.join("")}`;
}

/** @param {Shown} shown @param {Place} place @param {string} role */
function drawCell({lattice, sweeps, bounds, step}, {keep, size, x, y}, role) {
  const front = frontOf(step);
  const value = valueAt(sweeps, lattice, step, keep);
  const phase = phaseOfRing(front, size);
  const state = phase < 0 ? "unknown" : isFresh(front, size) ? "fresh" : "stale";
  const dice = lattice.dice_of_keep[keep].join("") || "none";
  const [left, top] = [x - HALF_WIDTH, y - HALF_HEIGHT];
  const colour = value === null ? "" : ` v${colourOf(bounds, value)}`;
  return `<g class="cell ${state} ${role}"><rect class="cell-box" x="${left - 2}" y="${top - 1}" width="${2 * HALF_WIDTH + 4}" height="${2 * HALF_HEIGHT + 4}" rx="5"/>
<text class="cell-dice" x="${x}" y="${y - 5}">${dice}</text><text class="cell-value" x="${x}" y="${y + 9}">${value === null ? "?" : textOf(value)}</text>
<rect class="cell-colour${colour}" x="${left}" y="${y + HALF_HEIGHT - 5}" width="${2 * HALF_WIDTH}" height="5" rx="1"/></g>`;
}

/** @param {number} value */
function textOf(value) {
  return value.toFixed(value < 100 ? 2 : 1);
}

/** The box that the columns are drawn in. */
export const COLUMNS_BOX = `0 0 ${COLUMNS.width} ${COLUMNS.height}`;
