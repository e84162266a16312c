/**
 * The layers of the game: how many states each has, what they are worth, and how far a wave of solving has come.
 */

/**
 * @typedef {object} Layer
 * @property {number} filled
 * @property {number} states
 * @property {number} lowest Smallest value of a state, in points still to come.
 * @property {number} highest
 * @property {number} perfect Mean value where perfect games come by.
 * @property {number} operations Additions and comparisons that solve the layer.
 * @property {{bin: number, states: number}[]} bins States by value, a few points a bin.
 *
 * @typedef {{front: number, looked?: number}} Place Filled boxes of the layer that the wave has reached, and of the layer under a mouse
 *   that passes.
 *
 * @typedef {object} Data
 * @property {{filled: number[], states: number[], lowest: number[], highest: number[], perfect: number[], operations: number[]}} layers
 * @property {{filled: number[], bin: number[], states: number[]}} layer_values
 */

/** Read the data sets. @param {Data} data @returns {Layer[]} By number of filled boxes. */
export function readLayers({layers, layer_values}) {
  /** @type {Layer[]} */
  const found = layers.filled.map((filled, row) => ({
    filled,
    states: layers.states[row],
    lowest: layers.lowest[row],
    highest: layers.highest[row],
    perfect: layers.perfect[row],
    operations: layers.operations[row],
    bins: [],
  }));
  layer_values.filled.forEach((filled, row) => {
    found[filled].bins.push({bin: layer_values.bin[row], states: layer_values.states[row]});
  });
  return found;
}

/** Count the states that are solved when the wave has reached a layer. @param {readonly Layer[]} layers @param {number} front */
export function countSolved(layers, front) {
  return layers.slice(front).reduce((sum, {states}) => sum + states, 0);
}

/** Read a place of the wave from a link; null when there is none. @param {string | null} text @param {readonly Layer[]} layers */
export function frontOfText(text, layers) {
  const front = /^\d{1,2}$/.test(text ?? "") ? Number(text) : -1;
  return front >= 0 && front < layers.length ? front : null;
}

/** Where the wave stands at each step of the text, in filled boxes: the full card, one box open, the widest layer, the first turn behind, the empty card. */
const FRONTS_OF_STEPS = [15, 14, 8, 1, 0];

/**
 * Filled boxes of the layer that the wave has reached at a step of the text.
 * @param {number} step Counted from zero; beyond the last it stays there.
 */
export function frontOfStep(step) {
  return FRONTS_OF_STEPS[Math.max(0, Math.min(FRONTS_OF_STEPS.length - 1, step))];
}

/**
 * Time something by doing it again and again.
 * @param {() => void} work
 * @param {() => number} clock Milliseconds.
 * @param {number} patience Milliseconds to go on for.
 * @returns {{times: number, each: number}} How often it was done, and the milliseconds each took.
 */
export function timeWork(work, clock, patience) {
  work(); // The first time is slower: the browser compiles.
  const begun = clock();
  let times = 0;
  let passed = 0;
  while (passed < patience) {
    work();
    times += 1;
    passed = clock() - begun;
  }
  return {times, each: passed / times};
}

/** Say a span of time. @param {number} milliseconds */
export function spanOf(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 100) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}
