/**
 * Which tab of the browser writes the game: the one in which somebody plays. All others follow it. The lock is a Web
 * Lock; without these (a page without https) it is a name in the storage.
 */

/** @import {Context} from "../../engine/widget" */

const NAME = `table ${location.pathname}`;
const KEPT_WRITER = "writer";

export class Writer {
  /** The request that holds the lock; 0 for none. */
  #holder = 0;
  /** Requests so far, and the newest one that takes the lock from others, until it has it. */
  #newest = 0;
  #stealing = 0;
  #name = `${Date.now()} ${Math.random()}`;

  /** @param {Context} context @param {AbortSignal} signal Lets the lock go. @param {(is_here: boolean) => void} changed The lock has come, or gone to another tab. */
  constructor(context, signal, changed) {
    this.context = context;
    this.signal = signal;
    this.changed = changed;
  }

  /** Whether this tab may write. */
  get is_here() {
    return navigator.locks ? this.#holder > 0 : [this.#name, null].includes(this.context.kept(KEPT_WRITER));
  }

  /** Take the lock, once it is free or at once. @param {LockOptions} [options] @returns {Promise<void>} */
  take(options = {}) {
    if (!navigator.locks) this.context.keep(KEPT_WRITER, this.#name);
    const request = ++this.#newest;
    if (options.steal) this.#stealing = request;
    return new Promise((taken) => {
      const hold = () => {
        this.#holder = request;
        this.#stealing = 0;
        this.changed(true);
        taken();
        return new Promise((release) => this.signal.addEventListener("abort", release));
      };
      const refused = (/** @type {{name: string}} */ {name}) => {
        if (name !== "AbortError") return void hold(); // A page that is given no locks at all writes.
        if (this.#holder !== request) return; // This tab has taken the lock once more.
        this.#holder = 0;
        if (this.#stealing === 0) this.changed(false);
      };
      if (navigator.locks) navigator.locks.request(NAME, options, hold).catch(refused);
      else taken();
    });
  }
}
