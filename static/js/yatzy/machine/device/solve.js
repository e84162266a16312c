/**
 * Solve a whole game, layer by layer from the full card to the empty one.
 *
 * A layer consists of all cards with the same number of filled boxes, which do not depend on each other. All totals from
 * which the bonus is out of reach have the same value, which is computed once.
 */

/** @import {Game} from "../../game/tables.js" */

// Layout of the memory of the kernel, `static/wasm/yatzy.ts`: its tables, one turn, and all values. Values are stored in
// pages, one for each set of filled boxes, with a number for each upper total. A page is wider than the totals require: a
// vector of sixteen may extend past the last one, and begin further on when points are added.

/**
 * @typedef {object} Kernel Exports of the kernel; numbers are addresses in its memory, see `yatzy.ts`.
 * @property {WebAssembly.Memory} memory
 * @property {(pages: number) => void} reserve
 * @property {(row: number, filled: number) => void} solve
 * @property {WebAssembly.Global} extensions
 * @property {WebAssembly.Global} removals
 * @property {WebAssembly.Global} chances
 * @property {WebAssembly.Global} boxes
 * @property {WebAssembly.Global} boxes_end
 * @property {WebAssembly.Global} turn
 * @property {WebAssembly.Global} rolls
 * @property {WebAssembly.Global} turn_end
 *
 * @typedef {object} Layout
 * @property {Float64Array} values All values.
 * @property {number} width Numbers in a page.
 * @property {number} first Address of the first value.
 */

const N_LANES = 16;
const NUMBER = 8;
const ROW = N_LANES * NUMBER;
const WORD = 4;
const PAGE_OF_MEMORY = 65536;
const N_FACES = 6;
/** First free address; the kernel's constants are below. */
const FREE = 1024;

/** Return the extensions of the short keeps, the last keep first, as offsets in the turn. @param {Game} game */
function extensionsOf({lattice: {first_roll, extensions_of_keep}}) {
  const keeps = Array.from({length: first_roll}, (_, keep) => keep).reverse();
  return keeps.flatMap((keep) => [...extensions_of_keep.subarray(keep * N_FACES, (keep + 1) * N_FACES)].map((other) => other * ROW));
}

/** Return the removals of every keep but the empty one, each list preceded by its length. @param {Game} game */
function removalsOf({lattice: {n_keeps, start_of_subkeeps, subkeeps}}) {
  return Array.from({length: n_keeps - 1}, (_, before) => {
    const found = subkeeps.subarray(start_of_subkeeps[before + 1], start_of_subkeeps[before + 2]);
    return [found.length, ...[...found].map((keep) => keep * ROW)];
  }).flat();
}

/** Return what rolls can score in each box, in the kernel's format. @param {Game} game @param {number} width */
function boxesOf({ruleset, lattice, points_of_roll}, width) {
  /** @type {number[]} */
  const words = [];
  ruleset.categories.forEach(({face}, box) => {
    const head = words.push(1 << box, (width * NUMBER) << box, 0) - 1;
    /** @type {Map<number, number[]>} */
    const rolls_of_points = new Map();
    for (let roll = 0; roll < lattice.n_rolls; roll += 1) {
      const points = points_of_roll[roll * ruleset.categories.length + box];
      if (points > 0) rolls_of_points.set(points, [...(rolls_of_points.get(points) ?? []), (lattice.first_roll + roll) * ROW]);
    }
    for (const [points, rolls] of rolls_of_points) words.push(points, face > 0 ? points * NUMBER : 0, rolls.length, ...rolls);
    words[head] = words.length * WORD;
  });
  return words;
}

/** Write the tables of a game into the memory, and reserve space for all values. @param {Kernel} kernel @param {Game} game @returns {Layout} */
function writeTables(kernel, game) {
  const {ruleset, lattice} = game;
  const width = ruleset.threshold + 3 * N_LANES;
  const tables = {extensions: extensionsOf(game), removals: removalsOf(game), boxes: boxesOf(game, width)};
  let end = FREE;
  /** @param {number} size Bytes. */
  const take = (size) => {
    const start = Math.ceil(end / ROW) * ROW;
    end = start + size;
    return start;
  };
  const chances = take(lattice.n_rolls * NUMBER);
  const places = Object.entries(tables).map(([name, words]) => ({name, words, start: take(words.length * WORD)}));
  const turn = take(lattice.n_keeps * ROW);
  const n_values = width << ruleset.categories.length;
  const first = take(n_values * NUMBER);
  kernel.reserve(Math.ceil(end / PAGE_OF_MEMORY));
  const {buffer} = kernel.memory;
  for (const {name, words, start} of places) {
    new Int32Array(buffer, start, words.length).set(words);
    kernel[/** @type {keyof typeof tables} */ (name)].value = start;
  }
  new Float64Array(buffer, chances, lattice.n_rolls).set(lattice.prob_of_roll);
  kernel.chances.value = chances;
  kernel.boxes_end.value = kernel.boxes.value + tables.boxes.length * WORD;
  kernel.turn.value = turn;
  kernel.rolls.value = turn + lattice.first_roll * ROW;
  kernel.turn_end.value = turn + lattice.n_keeps * ROW;
  return {values: new Float64Array(buffer, first, n_values), width, first};
}

/**
 * @typedef {object} Price
 * @property {number} box @property {number} points @property {number} price
 *
 * @typedef {(layer: number, states: number) => void} Tell Called after each set of filled boxes with their number, and the
 *   number of solved states of that layer.
 *
 * @typedef {object} Solution
 * @property {number} value Value of the empty card.
 * @property {Price[]} prices Cost of scoring these points on the empty card, in points still to come.
 */

/** @param {number} set */
function countFilled(set) {
  let count = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) count += 1;
  return count;
}

/** Group the sets of filled boxes by size. @param {number} n_boxes */
function setsByLayer(n_boxes) {
  /** @type {number[][]} */
  const layers = Array.from({length: n_boxes + 1}, () => []);
  for (let set = 0; set < 1 << n_boxes; set += 1) layers[countFilled(set)].push(set);
  return layers;
}

/** Return the number of states of each layer, from the empty card to the full one. @param {Game} game */
export function statesOfLayers({ruleset, states}) {
  const upper = 2 ** states.n_upper - 1;
  return setsByLayer(ruleset.categories.length).map((sets) =>
    sets.reduce((count, set) => count + states.totals_of_set[set & upper].length, 0));
}

/** Return the maximum points of a set of upper boxes. @param {Game} game @param {number} upper_set */
function maximumOf({ruleset}, upper_set) {
  return ruleset.n_dice * ruleset.categories.reduce((sum, {face}, box) => sum + (upper_set & (1 << box) ? face : 0), 0);
}

/**
 * Solve one page: from the highest total without a chance of the bonus (or the highest of all, if none has one) up.
 * @param {Kernel} kernel @param {Layout} layout @param {Game} game @param {number} set
 */
function solvePage(kernel, {values, width, first}, game, set) {
  const {threshold, categories} = game.ruleset;
  const upper = 2 ** game.states.n_upper - 1;
  const best = Math.min(threshold, maximumOf(game, set & upper));
  const hopeless = threshold - 1 - maximumOf(game, upper & ~set);
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
 * @param {Kernel} kernel @param {Game} game @param {Tell} tell @returns {Layout} Layout of all values.
 */
export function solveValues(kernel, game, tell) {
  const layout = writeTables(kernel, game);
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
