/**
 * The worker that solves the game on the reader's device, so that the page stays responsive. It receives one message with a
 * kernel and a game, and posts its progress, then the solution.
 */

import {solutionOf, solveValues, statesOfLayers, tableOf} from "./solve.js";

/** @import {Game} from "../../game/tables.js" @import {Kernel, Solution} from "./solve.js" */

/**
 * @typedef {{kernel: ArrayBuffer, game: Game, wants_values?: boolean}} Question `game` as returned by `portable`.
 * @typedef {object} Progress
 * @property {readonly number[]} done Number of solved states, by the number of filled boxes.
 * @property {readonly number[]} all Number of states.
 * @property {number} seconds Since the kernel was ready.
 * @property {Solution | null} solution Null until the end.
 * @property {Float64Array<ArrayBuffer>} [values] All of them, at the end, if requested.
 */

/** Published address of this module, for the page that starts the worker. */
export const ADDRESS = import.meta.url;

/** Milliseconds between progress messages. */
const PAUSE_MS = 50;

/** @param {Question} question @param {(progress: Progress) => void} tell */
export async function answer({kernel, game, wants_values = false}, tell) {
  const {instance} = await WebAssembly.instantiate(kernel);
  const all = statesOfLayers(game);
  const done = all.map(() => 0);
  const begun = performance.now();
  const secondsNow = () => (performance.now() - begun) / 1000;
  let told = begun;
  const layout = solveValues(/** @type {Kernel} */ (/** @type {unknown} */ (instance.exports)), game, (layer, states) => {
    done[layer] = states;
    if (performance.now() - told < PAUSE_MS) return;
    told = performance.now();
    tell({done, all, seconds: secondsNow(), solution: null});
  });
  const values = wants_values ? {values: tableOf(game, layout)} : {};
  tell({done, all, seconds: secondsNow(), solution: solutionOf(game, layout), ...values});
}

if ("WorkerGlobalScope" in globalThis) {
  const worker = /** @type {{onmessage: unknown, postMessage(message: Progress, given: Transferable[]): void}} */ (/** @type {unknown} */ (globalThis));
  worker.onmessage = (/** @type {MessageEvent<Question>} */ {data}) => {
    // Report as an error event: the page does not receive unhandled rejections of a worker.
    answer(data, (progress) => worker.postMessage(progress, progress.values ? [progress.values.buffer] : [])).catch((error) => setTimeout(() => { throw error; }));
  };
}
