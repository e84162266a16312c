/** How games end from cards with few filled boxes, from which there are too many games to be followed. */

import {countBits} from "../game/rules/jokers.js";
import {upperTotalsOf} from "../game/states.js";
import {unfold} from "../game/values/table.js";

/** @import {Game} from "../game/tables.js" */
/** @import {ValueOf} from "../game/turn.js" */
/** @import {Ending} from "./course.js" */

/**
 * @typedef {object} Curves What curves are mixed of: chances that at most so many points come.
 * @property {number} reach A curve begins so many points below what the card is worth, rounded, and ends as many above.
 * @property {Float64Array} mean
 * @property {Float64Array} shapes One after the other.
 *
 * @typedef {{endingOf: (state: number) => Ending | null, curves: Curves}} Early Null for other cards.
 */

const [MEAN_UNITS, SHAPE_UNITS, CHANCE_UNITS, STEP] = [2 ** 15, 2 ** 16, 10_000, 1e-4];

/** Unfold numbers of 16 bits. @param {ArrayBuffer} bytes Upper ones, then lower ones. */
export function unfolded(bytes) {
  const [upper, lower] = [new Uint8Array(bytes, 0, bytes.byteLength >> 1), new Uint8Array(bytes, bytes.byteLength >> 1)];
  const numbers = new Int16Array(lower.length);
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = unfold(lower[at], upper[at]);
  return numbers;
}

/** A file that is not of this game. */
export const otherVersion = () => new Error("Where games end belongs to another version of this page.");

/**
 * Read what is known: all curves are mixed of the same shapes.
 * @param {ArrayBuffer} bytes The file, inflated. @param {Game} game @param {ValueOf} valueOf
 * @returns {Early} @throws {Error} For a file that is not of this game.
 */
export function readEarly(bytes, {ruleset: {categories, threshold}, states}, valueOf) {
  const numbers = unfolded(bytes);
  const [n_filled, rank, reach, n_cards] = numbers;
  const filled = Array.from({length: 2 ** categories.length}, (_, set) => set).filter((set) => countBits(set) > 0 && countBits(set) <= n_filled);
  const cards = filled.sort((a, b) => countBits(a) - countBits(b) || a - b).flatMap((set) => upperTotalsOf(states, set).map((total) => set * (threshold + 1) + total));
  const width = 2 * reach;
  const amounts = 4 + width + rank * width + n_cards;
  if (cards.length !== n_cards || numbers.length !== amounts + rank * n_cards) throw otherVersion();
  const place_of_card = new Map(cards.map((card, place) => [card, place]));
  const mean = Float64Array.from(numbers.subarray(4, 4 + width), (number) => number / MEAN_UNITS);
  const shapes = Float64Array.from(numbers.subarray(4 + width, amounts - n_cards), (number) => number / SHAPE_UNITS);

  const endingOf = (/** @type {number} */ state) => {
    const place = place_of_card.get(state);
    if (place === undefined) return null;
    const sums = mean.slice();
    for (let shape = 0; shape < rank; shape += 1) {
      const amount = numbers[amounts + shape * n_cards + place] * STEP;
      for (let at = 0; amount !== 0 && at < width; at += 1) sums[at] += amount * shapes[shape * width + at];
    }
    const value = valueOf(Math.floor(state / (threshold + 1)), state % (threshold + 1), 0);
    return {bonus: numbers[amounts - n_cards + place] / CHANCE_UNITS, from: Math.round(value) - reach, chances: Float32Array.from(sums, (sum, at) => sum - (sums[at - 1] ?? 0))};
  };
  return {endingOf, curves: {reach, mean, shapes}};
}
