/**
 * The map of all slots: one pixel for each set of filled boxes and upper total.
 *
 * A tile holds the upper half of the card, its 64 sets down and its 64 totals across; there is one tile for each set of
 * lower boxes, ordered by their number, row by row. Before the totals are told apart, a tile is 8 by 8 pixels, one for
 * each upper set.
 */
import {scandinavian} from "../game/rules/scandinavian.js";
import {facesOfMask} from "./upper-totals.js";

/** @import {UpperSet} from "./upper-totals.js" */

/** Side of a tile, in slots. */
export const TILE = 64;
/** Tiles beside each other. */
export const TILES_ACROSS = 32;
/** Tiles below each other. */
export const TILES_DOWN = 16;
/** Side of the square that stands for a scorecard before totals are told apart, in slots. */
export const SCORECARD = 8;

export const WIDTH = TILE * TILES_ACROSS;
export const HEIGHT = TILE * TILES_DOWN;

const N_UPPER = scandinavian.categories.filter(({face}) => face > 0).length;
const N_LOWER = scandinavian.categories.length - N_UPPER;

/**
 * A pixel of the map.
 * @typedef {object} Slot
 * @property {number} lower Mask of the filled lower boxes, the first of them bit 0.
 * @property {number} row Row of the upper set in data set `upper_reachability`.
 * @property {number} total Upper total.
 */

/** Number of set bits. @param {number} mask */
export function countBits(mask) {
  let bits = 0;
  for (let rest = mask; rest > 0; rest &= rest - 1) bits += 1;
  return bits;
}

/** Lower sets in the order of their tiles. */
export const LOWER_SETS = Array.from({length: 2 ** N_LOWER}, (_, mask) => mask)
  .sort((a, b) => countBits(a) - countBits(b) || a - b);

/**
 * Find the slot of a pixel.
 * @param {{column: number, row: number}} cell
 * @param {boolean} apart Whether totals are told apart.
 * @returns {Slot}
 */
export function slotAt({column, row}, apart) {
  const side = apart ? TILE : TILE / SCORECARD;
  const tile = Math.floor(row / side) * TILES_ACROSS + Math.floor(column / side);
  const [across, down] = [column % side, row % side];
  return apart
    ? {lower: LOWER_SETS[tile], row: down, total: across}
    : {lower: LOWER_SETS[tile], row: down * side + across, total: 0};
}

/** Find the pixel of a slot. @param {Slot} slot @param {boolean} apart */
export function cellOfSlot({lower, row, total}, apart) {
  const tile = LOWER_SETS.indexOf(lower);
  const [across, down] = [tile % TILES_ACROSS, Math.floor(tile / TILES_ACROSS)];
  const side = apart ? TILE : TILE / SCORECARD;
  return apart
    ? {column: across * side + total, row: down * side + row}
    : {column: across * side + (row % side), row: down * side + Math.floor(row / side)};
}

/** Write a slot for a link: upper faces, upper total, mask of the lower boxes. @param {Slot} slot @param {readonly UpperSet[]} sets */
export function textOfSlot({lower, row, total}, sets) {
  return `${sets[row].faces.join("")}.${total}.${lower}`;
}

/**
 * Read a slot from a link.
 * @param {unknown} text @param {readonly UpperSet[]} sets
 * @returns {Slot | null} Null when the text names no slot.
 */
export function slotOfText(text, sets) {
  const match = /^([1-6]*)\.(\d{1,2})\.(\d{1,3})$/.exec(String(text));
  const set = match && sets.find(({faces}) => faces.join("") === match[1]);
  if (!set || Number(match[2]) >= TILE || Number(match[3]) >= LOWER_SETS.length) return null;
  return {lower: Number(match[3]), row: set.row, total: Number(match[2])};
}

/** List which of the fifteen boxes are filled, in scorecard order. @param {Slot} slot @param {readonly UpperSet[]} sets */
export function filledBoxes({lower, row}, sets) {
  const faces = facesOfMask(sets[row].mask);
  return scandinavian.categories.map(({face}, index) => (face > 0 ? faces.includes(face) : Boolean(lower & (1 << (index - N_UPPER)))));
}

/** Number of lower boxes. */
export const LOWER_BOXES = N_LOWER;
