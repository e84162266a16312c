/**
 * Where the keeps of a turn are drawn: all of them as a fan, or those of one roll in columns for a narrow screen.
 */
import {nearestPlace} from "site_builder/kit";
import {keepsOfRoll} from "../../game/lattice.js";

/** @import {Lattice} from "../../game/lattice.js" */

/** @typedef {{keep: number, size: number, x: number, y: number}} Place A keep, its number of dice, and where it is drawn. */

/** The fan's drawing: its sides and the point that it opens from. */
export const FAN = {width: 1000, height: 532, x: 500, y: 500};
/** Distance of each ring from that point. */
const RADII = [0, 94, 184, 276, 370, 466];

/** The columns' drawing: room for the ten keeps of two dice of a roll, and of three. */
export const COLUMNS = {width: 318, height: 380, across: 53, down: 38};

/**
 * Lay out all keeps as a fan: a ring for each number of dice, ones at the left, sixes at the right.
 * @param {Lattice} lattice
 * @returns {Place[]} In the order of the keeps.
 */
export function layOutFan({dice_of_keep}) {
  const count_of_size = RADII.map((_, size) => dice_of_keep.filter((dice) => dice.length === size).length);
  const first_of_size = RADII.map((_, size) => dice_of_keep.findIndex((dice) => dice.length === size));
  return dice_of_keep.map((dice, keep) => {
    const size = dice.length;
    const angle = Math.PI * (1 - (keep - first_of_size[size] + 0.5) / count_of_size[size]);
    return {keep, size, x: FAN.x + RADII[size] * Math.cos(angle), y: FAN.y - RADII[size] * Math.sin(angle)};
  });
}

/**
 * Lay out the keeps of a roll in columns: no die at the left, all of them at the right.
 * @param {Lattice} lattice
 * @param {number} roll Index of the roll as a keep.
 * @returns {Place[]} Small keeps first, the roll last.
 */
export function layOutColumns(lattice, roll) {
  const keeps = keepsWithin(lattice, roll);
  const sizeOf = (/** @type {number} */ keep) => lattice.dice_of_keep[keep].length;
  return keeps.map((keep) => {
    const size = sizeOf(keep);
    const column = keeps.filter((other) => sizeOf(other) === size);
    const row = column.indexOf(keep) - (column.length - 1) / 2;
    return {keep, size, x: (size + 0.5) * COLUMNS.across, y: COLUMNS.height / 2 + row * COLUMNS.down};
  });
}

/**
 * List the keeps of a roll, small ones first, the roll itself last.
 * @param {Lattice} lattice
 * @param {number} roll Index of the roll as a keep.
 */
export function keepsWithin(lattice, roll) {
  return [...keepsOfRoll(lattice, roll - lattice.first_roll), roll];
}

/**
 * List the single-die steps between keeps.
 * @param {Lattice} lattice @param {readonly number[]} keeps
 * @returns {[number, number][]} Each from the smaller keep to the larger one.
 */
export function stepsBetween({start_of_subkeeps, subkeeps}, keeps) {
  const wanted = new Set(keeps);
  return keeps.flatMap((keep) => [...subkeeps.subarray(start_of_subkeeps[keep], start_of_subkeeps[keep + 1])]
    .filter((part) => wanted.has(part))
    .map((part) => /** @type {[number, number]} */ ([part, keep])));
}

/** Where arrow keys lead: along a ring, and from ring to ring. */
const ALONG = /** @type {Record<string, number>} */ ({previous: -1, next: 1});

/**
 * Find the place that a step leads to: the neighbour in the same ring, or the nearest place of the next ring.
 * @param {readonly Place[]} places @param {Place} from @param {"previous" | "next" | "inward" | "outward"} way
 * @param {number} [stride] Places to go along a ring.
 */
export function placeBeside(places, from, way, stride = 1) {
  const size = from.size + (way === "outward" ? 1 : 0) - (way === "inward" ? 1 : 0);
  const ring = places.filter((place) => place.size === size);
  if (ring.length === 0) return from;
  if (size !== from.size) return nearestPlace(ring, from);
  const index = ring.findIndex(({keep}) => keep === from.keep) + ALONG[way] * stride;
  return ring[Math.max(0, Math.min(ring.length - 1, index))];
}
