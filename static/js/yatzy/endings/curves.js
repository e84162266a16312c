/**
 * How games end from any card, as far as it is known at once: to the point from cards with few filled boxes, nearly from
 * all others. All curves are mixed of the same shapes. Of the former each has its own amounts; of the latter amounts are
 * sums of few products, of a number of the upper half and one of the set of lower boxes. So is the chance of the bonus.
 */

import {countBits} from "../game/rules/jokers.js";
import {upperTotalsOf} from "../game/states.js";
import {unfold} from "../game/values/table.js";

/** @import {Game} from "../game/tables.js" */
/** @import {ValueOf} from "../game/turn.js" */
/** @import {Way} from "./course.js" */

/** @typedef {(ways: readonly Pick<Way, "chance" | "points" | "state">[], shares: readonly number[]) => {bonus: number, ends: number[]}} Curves */

const [MEAN_UNITS, SHAPE_UNITS, CHANCE_UNITS, STEP] = [2 ** 15, 2 ** 16, 10_000, 1e-4];
/** No game brings more points. */
const MOST_POINTS = 512;

/** Unfold numbers of 16 bits. @param {ArrayBuffer} bytes Upper ones, then lower ones. */
function unfolded(bytes) {
  const [upper, lower] = [new Uint8Array(bytes, 0, bytes.byteLength >> 1), new Uint8Array(bytes, bytes.byteLength >> 1)];
  const numbers = new Int16Array(lower.length);
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = unfold(lower[at], upper[at]);
  return numbers;
}

/** List the cards with few filled boxes, in their order. @param {Game} game @param {number} n_filled At most. */
function earlyCards({ruleset: {categories, threshold}, states}, n_filled) {
  const filled = Array.from({length: 2 ** categories.length}, (_, set) => set).filter((set) => countBits(set) > 0 && countBits(set) <= n_filled);
  filled.sort((a, b) => countBits(a) - countBits(b) || a - b);
  return filled.flatMap((set) => upperTotalsOf(states, set).map((total) => set * (threshold + 1) + total));
}

/** Number upper halves: all totals from which the bonus cannot be earned are one. @param {Game} game */
function upperRows({ruleset: {categories, n_dice, threshold}, states: {totals_of_set}}) {
  const row_of_pair = new Int16Array(totals_of_set.length * (threshold + 1));
  let n_rows = 0;
  const first_live = totals_of_set.map((totals, set) => {
    const live = categories.reduce((rest, {face}, box) => (face > 0 && !(set & (1 << box)) ? rest - face * n_dice : rest), threshold);
    totals.forEach((total, rank) => {
      if (rank === 0 || total >= live) n_rows += 1;
      row_of_pair[set * (threshold + 1) + total] = n_rows - 1;
    });
    return live;
  });
  return {n_rows, row_of_pair, first_live};
}

/** @param {boolean} is_other */
function check(is_other) {
  if (is_other) throw new Error("Where games end belongs to another version of this page.");
}

/**
 * Read what is known; what it makes of the ways that lead to cards tells the chance of the bonus, and with how many
 * points to come the given shares of games end.
 * @param {Game} game @param {ValueOf} valueOf
 * @param {ArrayBuffer} early The file of cards with few filled boxes, inflated. @param {ArrayBuffer} rough That of all.
 * @param {() => Promise<void>} breathe
 * @returns {Promise<Curves>} Rejects for a file that is not of this game.
 */
export async function readCurves(game, valueOf, early, rough, breathe) {
  const {ruleset: {threshold}, states: {n_upper, n_lower_sets}} = game;
  const known = unfolded(early);
  const [n_filled, rank, reach, n_cards] = known;
  const cards = earlyCards(game, n_filled);
  const [width, bonuses] = [2 * reach, 4 + (rank + 1) * 2 * reach];
  check(cards.length !== n_cards || known.length !== bonuses + (rank + 1) * n_cards);
  const place_of_card = new Map(cards.map((card, place) => [card, place]));
  const mean = Float64Array.from(known.subarray(4, 4 + width), (number) => number / MEAN_UNITS);
  const shapes = Float64Array.from(known.subarray(4 + width, bonuses), (number) => number / SHAPE_UNITS);
  await breathe();

  const {n_rows, row_of_pair, first_live} = upperRows(game);
  const numbers = unfolded(rough);
  const [n_shapes, n_products, n_rows_there, n_columns, units] = numbers;
  const first = 5 + 2 * n_products;
  check(n_rows !== n_rows_there || n_columns !== n_lower_sets || numbers.length !== first + n_products * (n_rows + n_columns));
  const [rows, columns] = [new Float32Array(n_rows * n_products), new Float32Array(n_columns * n_products)];
  for (let product = 0; product < n_products; product += 1) {
    let sum = 0;
    for (let row = 0; row < n_rows; row += 1) rows[row * n_products + product] = sum += numbers[first + product * n_rows + row];
    const scale = 1 / units / numbers[5 + n_products + product];
    for (let at = 0; at < n_columns; at += 1) columns[at * n_products + product] = scale * numbers[first + n_products * n_rows + product * n_columns + at];
  }

  /**
   * Add the amounts of a card; returns its chance of the bonus.
   * @param {number} state @param {number} filled @param {number} total @param {number} chance @param {Float64Array} amounts
   */
  function add(state, filled, total, chance, amounts) {
    const place = place_of_card.get(state);
    if (place !== undefined) {
      for (let shape = 0; shape < rank; shape += 1) amounts[shape] += chance * STEP * known[bonuses + (shape + 1) * n_cards + place];
      return known[bonuses + place] / CHANCE_UNITS;
    }
    const set = filled & (2 ** n_upper - 1);
    const [row, column] = [row_of_pair[set * (threshold + 1) + total] * n_products, (filled >> n_upper) * n_products];
    let likely = 0;
    for (let at = 0; at < n_products; at += 1) {
      const amount = rows[row + at] * columns[column + at];
      if (numbers[5 + at] === n_shapes) likely += amount;
      else amounts[numbers[5 + at]] += chance * amount;
    }
    return total === threshold ? 1 : total < first_live[set] ? 0 : Math.min(1, Math.max(0, likely));
  }

  return (ways, shares) => {
    /** By where curves have their middle: the amounts of the shapes, and how likely that is. @type {Map<number, Float64Array>} */
    const mixed = new Map();
    let bonus = 0;
    for (const {chance, points, state} of ways) {
      const [filled, total] = [Math.floor(state / (threshold + 1)), state % (threshold + 1)];
      const middle = points + Math.round(valueOf(filled, total, 0));
      const amounts = mixed.get(middle) ?? new Float64Array(rank + 1);
      mixed.set(middle, amounts);
      bonus += chance * add(state, filled, total, chance, amounts);
      amounts[rank] += chance;
    }
    const sumAt = (/** @type {number} */ points) => {
      let sum = 0;
      for (const [middle, amounts] of mixed) {
        const at = points - middle + reach;
        if (at < 0) continue;
        sum += amounts[rank] * (at < width ? mean[at] : 1);
        for (let shape = 0; at < width && shape < rank; shape += 1) sum += amounts[shape] * shapes[shape * width + at];
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
