/** A queue of presses and entries made before a figure is mounted, to be replayed in order. No DOM. */

export class Presses {
  /** @type {string[]} */
  #keys = [];

  /** Add a press. @param {string} key The `data-press` of the control. */
  add(key) {
    this.#keys.push(key);
  }

  /**
   * Add an entry into a field; it replaces an entry into the same field directly before it.
   * @param {string} name The `data-entry` of the field.
   * @param {string} value
   */
  enter(name, value) {
    if (this.#keys.at(-1)?.startsWith(`${name}=`)) this.#keys.pop();
    this.#keys.push(`${name}=${value}`);
  }

  /**
   * Replay the presses, oldest first, and clear the queue.
   * @param {{press?(key: string): void}} controller
   * @returns {number} Number of presses.
   */
  replay(controller) {
    const keys = this.#keys;
    this.#keys = [];
    for (const key of keys) controller.press?.(key);
    return keys.length;
  }
}
