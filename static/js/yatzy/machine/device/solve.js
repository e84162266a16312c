/**
 * The whole game, solved layer by layer from the full card to the empty one.
 *
 * A layer are all cards with the same number of filled boxes; none of them needs another of its own layer. Totals that
 * have lost all hope of the bonus are worth the same, and are solved once.
 */

/** @import {Game} from "../../game/tables.js" */

// Where everything lies in the memory of the kernel, `static/wasm/yatzy.ts`: its tables, one turn, and all values.
// Values lie page by page, a page for each set of filled boxes, a number for each upper total. A page is wider than the
// totals go: a row of sixteen may end past the last one, and with points added begin further on.

/**
 * @typedef {object} Kernel What the kernel exports; numbers are places in its memory, see there.
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
 * @property {number} first Place of the first value in the memory.
 */

const N_LANES = 16;
const NUMBER = 8;
const ROW = N_LANES * NUMBER;
const WORD = 4;
const PAGE_OF_MEMORY = 65536;
const N_FACES = 6;
/** Below lie the kernel's own constants. */
const FREE = 1024;

/** Extensions of the short keeps, the last keep first, as places in the turn. @param {Game} game */
function extensionsOf({lattice: {first_roll, extensions_of_keep}}) {
  const keeps = Array.from({length: first_roll}, (_, keep) => keep).reverse();
  return keeps.flatMap((keep) => [...extensions_of_keep.subarray(keep * N_FACES, (keep + 1) * N_FACES)].map((other) => other * ROW));
}

/** Removals of every keep but the empty one, each list behind its length. @param {Game} game */
function removalsOf({lattice: {n_keeps, start_of_subkeeps, subkeeps}}) {
  return Array.from({length: n_keeps - 1}, (_, before) => {
    const found = subkeeps.subarray(start_of_subkeeps[before + 1], start_of_subkeeps[before + 2]);
    return [found.length, ...[...found].map((keep) => keep * ROW)];
  }).flat();
}

/** What rolls can write into each box, as the kernel reads it. @param {Game} game @param {number} width */
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

/** Lay the tables of a game into the memory, and make room for all values. @param {Kernel} kernel @param {Game} game @returns {Layout} */
function layTables(kernel, game) {
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
 * @typedef {(layer: number, states: number) => void} Tell Called after each set of filled boxes: boxes filled, and how
 *   many states of that layer are done.
 *
 * @typedef {object} Solution
 * @property {number} value What the empty card is worth.
 * @property {Price[]} prices What writing these points takes from everything still to come, on the empty card.
 */

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
