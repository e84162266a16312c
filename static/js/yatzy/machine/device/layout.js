/**
 * Where everything lies in the memory of the kernel, `static/wasm/yatzy.ts`: its tables, one turn, and all values.
 *
 * Values lie page by page, a page for each set of filled boxes, a number for each upper total. A page is wider than the
 * totals go: a row of sixteen may end past the last one, and with points added begin further on.
 */

/** @import {Game} from "../../game/tables.js" */

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

export const N_LANES = 16;
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
export function layTables(kernel, game) {
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
