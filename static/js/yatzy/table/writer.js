/**
 * Which tab of the browser writes the game: the one in which somebody plays. All others follow it. The lock is a Web
 * Lock; without these (a page without https) it is a name in the storage.
 */

/** @import {Context} from "../../engine/widget" */

const NAME = location.pathname;
const KEPT_WRITER = "writer";

export class Writer {
  /** Requests that hold the lock. */
  #n_held = 0;
  #name = String(Math.random());

  /** @param {Context} context @param {AbortSignal} signal Lets the lock go. @param {(is_here: boolean) => void} changed The lock has come, or gone to another tab. */
  constructor(context, signal, changed) {
    this.context = context;
    this.signal = signal;
    this.changed = changed;
  }

  /** Whether this tab may write. */
  get is_here() {
    return navigator.locks ? this.#n_held > 0 : [this.#name, null].includes(this.context.kept(KEPT_WRITER));
  }

  /** Take the lock, once it is free or at once. @param {LockOptions} [options] */
  async take(options = {}) {
    if (!navigator.locks) this.context.keep(KEPT_WRITER, this.#name);
    if (this.is_here) return;
    await new Promise((/** @type {(value?: unknown) => void} */ taken) => {
      const turn = (/** @type {1 | -1} */ step) => {
        this.#n_held += step;
        this.changed(this.is_here);
        taken();
      };
      const hold = () => {
        turn(1);
        return new Promise((release) => this.signal.addEventListener("abort", release));
      };
      // The lock was taken away; or this page is given none at all, and writes.
      navigator.locks.request(NAME, options, hold).catch(({name}) => turn(name === "AbortError" ? -1 : 1));
    });
  }
}
