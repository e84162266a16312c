/**
 * Reachable upper totals and dice that make them: the 64 rows of data set `upper_reachability`.
 */
import {scandinavian} from "../game/rules/scandinavian.js";
import {listed} from "site_builder/kit";

/** Dice that one box can hold. */
export const DICE = scandinavian.n_dice;

/** The upper boxes by name, Ones first. */
export const UPPER_NAMES = scandinavian.categories.filter(({face}) => face > 0).map(({title}) => title);

/**
 * One set of filled upper boxes.
 * @typedef {object} UpperSet
 * @property {number} row Its row in the data set: by number of boxes, then sum of faces.
 * @property {number} mask Bit 0 is Ones.
 * @property {number[]} faces Faces of the filled boxes, ascending.
 * @property {boolean[]} reachable Per upper total; the last one includes all above.
 * @property {boolean} capOnly Whether the last total is reached only by exceeding it.
 */

/**
 * Read the data set into one object per row.
 * @param {{upper_set: number[], reachable: string[], cap_only: boolean[]}} table @returns {UpperSet[]}
 */
export function readUpperSets(table) {
  return Array.from(table.upper_set, (mask, row) => ({
    row,
    mask,
    faces: facesOfMask(mask),
    reachable: Array.from(table.reachable[row], (cell) => cell === "1"),
    capOnly: Boolean(table.cap_only[row]),
  }));
}

/** List the faces whose bits are set, ascending. @param {number} mask */
export const facesOfMask = (mask) => [1, 2, 3, 4, 5, 6].filter((face) => mask & (1 << (face - 1)));

/** Return the runs of true cells in a row. @param {readonly boolean[]} cells @returns {{start: number, length: number}[]} */
export function runs(cells) {
  /** @type {{start: number, length: number}[]} */
  const found = [];
  cells.forEach((cell, index) => {
    if (!cell) return;
    const last = found[found.length - 1];
    if (last && last.start + last.length === index) last.length += 1;
    else found.push({start: index, length: 1});
  });
  return found;
}

/**
 * Draw rows of cells as one SVG path, a rectangle per run; cells are squares of side 1.
 * @param {readonly (readonly boolean[])[]} rows
 * @param {number} [height] Height of a cell, 1 or less.
 */
export function cellsPath(rows, height = 1) {
  // Relative coordinates repeat, so that they compress better than absolute ones.
  const from = (/** @type {number} */ start, /** @type {number} */ row, /** @type {number | undefined} */ last) =>
    (last === undefined ? `M${start} ${row}` : `m${start - last} 0`);
  return rows.map((cells, row) => runs(cells)
    .map(({start, length}, run, all) => `${from(start, row, all[run - 1]?.start)}h${length}v${height}h-${length}z`).join("")).join("");
}

/**
 * Find dice that make a total, as close as possible to three dice per box, as on an ordinary card.
 * @param {readonly number[]} faces Faces of the filled boxes.
 * @param {number} total Upper total; the threshold includes everything above.
 * @param {number} threshold
 * @returns {number[] | null} Number of dice per face, Ones first (0 for boxes that are open), or null if there are none.
 */
export function findWay(faces, total, threshold) {
  const ways = waysOfTotals(faces);
  for (let sum = total; sum < ways.length; sum += 1) {
    if (ways[sum]) return ways[sum].counts;
    if (total < threshold) return null;
  }
  return null;
}

/**
 * Return, for each sum of points, the dice closest to three per box.
 * @param {readonly number[]} faces
 * @returns {{counts: number[], distance: number}[]} Sparse, by sum.
 */
function waysOfTotals(faces) {
  /** @type {{counts: number[], distance: number}[]} */
  let ways = [{counts: [0, 0, 0, 0, 0, 0], distance: 0}];
  for (const face of faces) {
    /** @type {typeof ways} */
    const next = [];
    ways.forEach((way, sum) => {
      for (let dice = 0; dice <= DICE; dice += 1) {
        const distance = way.distance + (dice - 3) ** 2;
        const known = next[sum + dice * face];
        if (known && known.distance <= distance) continue;
        const counts = way.counts.slice();
        counts[face - 1] = dice;
        next[sum + dice * face] = {counts, distance};
      }
    });
    ways = next;
  }
  return ways;
}

/**
 * Explain why a total is impossible.
 * @param {UpperSet} set
 * @param {number} total A total that the set cannot make.
 * @param {string} [subject] Words for the boxes; by default their names.
 */
export function whyNot({faces, reachable}, total, subject = listed(faces.map((face) => UPPER_NAMES[face - 1]))) {
  if (faces.length === 0) return "No upper box is filled yet, so there are no points above.";
  const most = DICE * faces.reduce((sum, face) => sum + face, 0);
  if (total > most) return `${subject} hold ${most} points at most: ${DICE} dice in ${faces.length === 1 ? "the box" : "each box"}.`;

  const step = faces.reduce(greatestDivisor);
  if (total % step !== 0) return `${subject} only make ${step === 2 ? "even totals" : `multiples of ${step}`}.`;

  const below = reachable.lastIndexOf(true, total);
  const above = reachable.indexOf(true, total);
  const next = above === -1 || above === reachable.length - 1 ? `${reachable.length - 1} or more` : String(above);
  return `${subject} make ${below} and ${next}, but nothing between.`;
}

/** Greatest common divisor. @param {number} a @param {number} b @returns {number} */
const greatestDivisor = (a, b) => b === 0 ? a : greatestDivisor(b, a % b);
