/** Run a worker that solves the game. */

import {sentence, SentenceError} from "../../words/text.js";

/** @import {Game} from "../../game/tables.js" @import {Progress} from "./worker.js" */

const FAST = "yatzy.simd.wasm";
const PLAIN = "yatzy.wasm";

/** Whether this browser supports WebAssembly and workers, so that the page stays responsive. */
export const canRun = () => typeof WebAssembly === "object" && typeof Worker === "function";

/** Fetch the kernel for this browser: with or without SIMD. @param {(name: string) => Promise<ArrayBuffer>} file */
async function fetchKernel(file) {
  const fast = await file(FAST);
  return WebAssembly.validate(fast) ? fast : file(PLAIN);
}

/** Return a game that can be posted to a worker: of its boxes only the faces, no functions. @param {Game} game */
export const portable = ({ruleset: {categories, ...rules}, ...tables}) => /** @type {Game} */ (/** @type {unknown} */ (
  {...tables, ruleset: {...rules, categories: categories.map(({face}) => ({face}))}}));

/**
 * Solve a game in a worker.
 * @param {(name: string) => Promise<ArrayBuffer>} file Fetches a file of the figure.
 * @param {Game} game
 * @param {(progress: Progress) => void} tell Progress callback.
 * @param {(error: unknown) => void} fail
 * @param {AbortSignal} signal Terminates the worker.
 * @param {boolean} [wants_values] Whether the last progress contains all values.
 */
export async function startRun(file, game, tell, fail, signal, wants_values = false) {
  try {
    const [kernel, {ADDRESS}] = await Promise.all([fetchKernel(file), import("./worker.js")]);
    if (signal.aborted) return;
    const worker = new Worker(ADDRESS, {type: "module"});
    const end = () => worker.terminate();
    signal.addEventListener("abort", end, {once: true});
    worker.addEventListener("message", ({data}) => {
      if (signal.aborted) return;
      if (data.solution !== null) end();
      tell(data);
    });
    worker.addEventListener("error", ({message}) => {
      end();
      if (!signal.aborted) fail(new SentenceError(message ? sentence`This device could not solve the game (${message}).` : sentence`This device could not solve the game.`));
    }, {once: true});
    worker.postMessage({kernel, game: portable(game), wants_values});
  } catch (error) {
    if (!signal.aborted) fail(error);
  }
}
