/**
 * Which tab of the browser writes the game: the one in which somebody plays. All others follow it. The lock is a Web
 * Lock; without these (a page without https) it is a name in the storage.
 */

/** @import {Context} from "../../engine/widget" */

const NAME = `table ${location.pathname}`;
const KEPT_WRITER = "writer";

export class Writer {
  #holds = false;
  #name = `${Date.now()} ${Math.random()}`;

  /** @param {Context} context @param {AbortSignal} signal Lets the lock go. @param {() => void} lost Another tab has taken the lock. */
  constructor(context, signal, lost) {
    this.context = context;
    this.signal = signal;
    this.lost = lost;
  }

  /** Whether this tab may write. */
  get is_here() {
    return navigator.locks ? this.#holds : [this.#name, null].includes(this.context.kept(KEPT_WRITER));
  }

  /** Take the lock, once it is free or at once. @param {LockOptions} [options] @returns {Promise<void>} */
  take(options = {}) {
    if (!navigator.locks) this.context.keep(KEPT_WRITER, this.#name);
    return new Promise((taken) => {
      const hold = () => {
        this.#holds = true;
        taken();
        return new Promise((release) => this.signal.addEventListener("abort", release));
      };
      const refused = (/** @type {{name: string}} */ {name}) => {
        this.#holds = name !== "AbortError"; // A page that is given no locks at all writes.
        if (this.#holds) taken();
        else this.lost();
      };
      if (navigator.locks) navigator.locks.request(NAME, options, hold).catch(refused);
      else taken();
    });
  }
}
