/** Starts a worker that solves the game, and stops it. */

import {sentence, SentenceError} from "../../words/text.js";

/** @import {Game} from "../../game/tables.js" @import {Progress} from "./worker.js" */

const FAST = "yatzy.simd.wasm";
const PLAIN = "yatzy.wasm";

/** Whether this browser can run kernels, and in a worker, where they do not hold up the page. */
export const canRun = () => typeof WebAssembly === "object" && typeof Worker === "function";

/** Fetch the kernel that this browser understands. @param {(name: string) => Promise<ArrayBuffer>} file */
async function fetchKernel(file) {
  const fast = await file(FAST);
  return WebAssembly.validate(fast) ? fast : file(PLAIN);
}

/** A game as a worker can be given it: of its boxes the faces alone, no functions. @param {Game} game */
export const portable = ({ruleset: {categories, ...rules}, ...tables}) => /** @type {Game} */ (/** @type {unknown} */ (
  {...tables, ruleset: {...rules, categories: categories.map(({face}) => ({face}))}}));

/**
 * Solve a game beside the page.
 * @param {(name: string) => Promise<ArrayBuffer>} file Fetches a file of the figure.
 * @param {Game} game
 * @param {(progress: Progress) => void} tell
 * @param {(error: unknown) => void} fail
 * @param {AbortSignal} signal Ends it.
 * @param {boolean} [wants_values] The last progress brings all values.
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
