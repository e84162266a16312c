/**
 * The whole game, solved layer by layer from the full card to the empty one.
 *
 * A layer are all cards with the same number of filled boxes; none of them needs another of its own layer. Totals that
 * have lost all hope of the bonus are worth the same, and are solved once.
 */

import {layTables, N_LANES} from "./layout.js";

/** @import {Game} from "../../game/tables.js" @import {Kernel, Layout} from "./layout.js" */

/**
 * @typedef {object} Price
 * @property {number} box @property {number} points @property {number} price
 *
 * @typedef {(layer: number, states: number) => void} Tell Called after each set of filled boxes: boxes filled, and how
 *   many states of that layer are done.
 *
 * @typedef {object} Solution
 * @property {number} value What the empty card is worth.
 * @property {Price[]} prices What writing these points takes from everything still to come, on the empty card.
 */

const NUMBER = 8;

/** @param {number} set */
function countFilled(set) {
  let count = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) count += 1;
  return count;
}

/** The sets of filled boxes by how many there are. @param {number} n_boxes */
function setsByLayer(n_boxes) {
  /** @type {number[][]} */
  const layers = Array.from({length: n_boxes + 1}, () => []);
  for (let set = 0; set < 1 << n_boxes; set += 1) layers[countFilled(set)].push(set);
  return layers;
}

/** How many states each layer has, from the empty card to the full one. @param {Game} game */
export function statesOfLayers({ruleset, states}) {
  const upper = 2 ** states.n_upper - 1;
  return setsByLayer(ruleset.categories.length).map((sets) =>
    sets.reduce((count, set) => count + states.totals_of_set[set & upper].length, 0));
}

/** The most points that a set of upper boxes can bring. @param {Game} game @param {number} upper_set */
function mostOf({ruleset}, upper_set) {
  return ruleset.n_dice * ruleset.categories.reduce((sum, {face}, box) => sum + (upper_set & (1 << box) ? face : 0), 0);
}

/**
 * Solve one page: the rows from the last total without hope, or the best one if all are, to the best one.
 * @param {Kernel} kernel @param {Layout} layout @param {Game} game @param {number} set
 */
function solvePage(kernel, {values, width, first}, game, set) {
  const {threshold, categories} = game.ruleset;
  const upper = 2 ** game.states.n_upper - 1;
  const best = Math.min(threshold, mostOf(game, set & upper));
  const hopeless = threshold - 1 - mostOf(game, upper & ~set);
  const start = Math.min(best, Math.max(0, hopeless));
  const page = set * width;
  if (set === (1 << categories.length) - 1) {
    values[page + threshold] = game.ruleset.bonus;
  } else {
    for (let lane = start; lane <= best; lane += N_LANES) kernel.solve(first + (page + lane) * NUMBER, set);
  }
  values.fill(values[page + start], page, page + start);
  if (best === threshold) values.fill(values[page + threshold], page + threshold + 1, page + width);
}

/** @param {Game} game @param {Layout} layout @returns {Solution} */
export function solutionOf({ruleset}, {values, width}) {
  const value = values[0];
  const prices = ruleset.categories.flatMap(({face}, box) => {
    const written = face > 0 ? Array.from({length: ruleset.n_dice + 1}, (_, count) => count * face) : [0];
    return written.map((points) => ({box, points, price: value - values[width * (1 << box) + points]}));
  });
  return {value, prices};
}

/** List all values: a page for each set of filled boxes, a number for each upper total. @param {Game} game @param {Layout} layout */
export function tableOf({ruleset: {threshold, categories}}, {values, width}) {
  const table = new Float64Array((threshold + 1) << categories.length);
  for (let set = 0; set < 1 << categories.length; set += 1) table.set(values.subarray(set * width, set * width + threshold + 1), set * (threshold + 1));
  return table;
}

/**
 * Solve a game.
 * @param {Kernel} kernel @param {Game} game @param {Tell} tell @returns {Layout} Where all values lie now.
 */
export function solveValues(kernel, game, tell) {
  const layout = layTables(kernel, game);
  const layers = setsByLayer(game.ruleset.categories.length);
  const upper = 2 ** game.states.n_upper - 1;
  for (let layer = layers.length - 1; layer >= 0; layer -= 1) {
    let states = 0;
    for (const set of layers[layer]) {
      solvePage(kernel, layout, game, set);
      states += game.states.totals_of_set[set & upper].length;
      tell(layer, states);
    }
  }
  return layout;
}
