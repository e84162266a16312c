/**
 * Nearly how games end from any card, known at once. Of each shape that curves are mixed of, the amounts are sums of few
 * products, of a number of the upper half and one of the set of lower boxes; so is the chance of the bonus.
 */

import {otherVersion, unfolded} from "./early.js";

/** @import {Game} from "../game/tables.js" */
/** @import {ValueOf} from "../game/turn.js" */
/** @import {Curves} from "./early.js" */
/** @import {Way} from "./course.js" */

/** @typedef {(ways: readonly Pick<Way, "chance" | "points" | "state">[], shares: readonly number[]) => {bonus: number, ends: number[]}} Rough */

/** No game brings more points. */
const MOST_POINTS = 512;

/**
 * Number upper halves: all totals from which the bonus cannot be earned are one.
 * @param {Game} game @returns {{n_rows: number, row_of_pair: Int16Array, first_live: number[]}}
 */
function upperRows({ruleset: {categories, n_dice, threshold}, states: {totals_of_set}}) {
  const row_of_pair = new Int16Array(totals_of_set.length * (threshold + 1));
  let row = -1;
  const first_live = totals_of_set.map((totals, set) => {
    const open = categories.reduce((sum, {face}, box) => (face > 0 && !(set & (1 << box)) ? sum + face * n_dice : sum), 0);
    totals.forEach((total, rank) => {
      if (rank === 0 || total >= threshold - open) row += 1;
      row_of_pair[set * (threshold + 1) + total] = row;
    });
    return threshold - open;
  });
  return {n_rows: row + 1, row_of_pair, first_live};
}

/**
 * Read what is known; what it makes of the ways that lead to cards tells the chance of the bonus, and with how many
 * points to come the given shares of games end.
 * @param {ArrayBuffer} bytes The file, inflated. @param {Game} game @param {ValueOf} valueOf @param {Curves} curves
 * @returns {Rough} @throws {Error} For a file that is not of this game.
 */
export function readRough(bytes, game, valueOf, {reach, mean, shapes}) {
  const {ruleset: {threshold}, states: {n_upper, n_lower_sets}} = game;
  const {n_rows, row_of_pair, first_live} = upperRows(game);
  const numbers = unfolded(bytes);
  const [n_shapes, n_products, n_rows_there, n_columns, units] = numbers;
  const first = 5 + 2 * n_products;
  if (n_rows !== n_rows_there || n_columns !== n_lower_sets || numbers.length !== first + n_products * (n_rows + n_columns)) throw otherVersion();
  const shape_of_product = numbers.subarray(5, 5 + n_products);
  const [rows, columns] = [new Float32Array(n_rows * n_products), new Float32Array(n_columns * n_products)];
  for (let product = 0; product < n_products; product += 1) {
    let sum = 0;
    for (let row = 0; row < n_rows; row += 1) rows[row * n_products + product] = sum += numbers[first + product * n_rows + row];
    const scale = 1 / units / numbers[5 + n_products + product];
    for (let at = 0; at < n_columns; at += 1) columns[at * n_products + product] = scale * numbers[first + n_products * n_rows + product * n_columns + at];
  }

  return (ways, shares) => {
    /** By where curves have their middle: how likely that is, and the amounts of the shapes. @type {Map<number, Float64Array>} */
    const mixed = new Map();
    let bonus = 0;
    for (const {chance, points, state} of ways) {
      const [filled, total] = [Math.floor(state / (threshold + 1)), state % (threshold + 1)];
      const set = filled & (2 ** n_upper - 1);
      const middle = points + Math.round(valueOf(filled, total, 0));
      const amounts = mixed.get(middle) ?? new Float64Array(n_shapes + 2);
      mixed.set(middle, amounts);
      const [row, column] = [row_of_pair[set * (threshold + 1) + total] * n_products, (filled >> n_upper) * n_products];
      const bonus_before = amounts[n_shapes];
      for (let at = 0; at < n_products; at += 1) amounts[shape_of_product[at]] += chance * rows[row + at] * columns[column + at];
      const likely = total === threshold ? 1 : total < first_live[set] ? 0 : (amounts[n_shapes] - bonus_before) / chance;
      bonus += chance * Math.min(1, Math.max(0, likely));
      amounts[n_shapes + 1] += chance;
    }
    const sumAt = (/** @type {number} */ points) => {
      let sum = 0;
      for (const [middle, amounts] of mixed) {
        const at = points - middle + reach;
        if (at < 0) continue;
        const is_inside = at < 2 * reach;
        sum += amounts[n_shapes + 1] * (is_inside ? mean[at] : 1);
        for (let shape = 0; is_inside && shape < n_shapes; shape += 1) sum += amounts[shape] * shapes[shape * 2 * reach + at];
      }
      return sum;
    };
    const ends = shares.map((share) => {
      let [below, end] = [-1, MOST_POINTS];
      while (end - below > 1) {
        const middle = (below + end) >> 1;
        if (sumAt(middle) >= share) end = middle;
        else below = middle;
      }
      return end;
    });
    return {bonus, ends};
  };
}
