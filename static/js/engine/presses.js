/** Presses that came before a figure was alive: kept in order and played to it afterwards. No DOM. */

export class Presses {
  /** @type {string[]} */
  #keys = [];

  /**
   * Keep a press.
   * @param {string} key The `data-press` of what was pressed.
   */
  add(key) {
    this.#keys.push(key);
  }

  /**
   * Play the kept presses, oldest first, and forget them.
   * @param {{press?(key: string): void}} controller
   * @returns {number} How many were played.
   */
  replay(controller) {
    const keys = this.#keys;
    this.#keys = [];
    for (const key of keys) controller.press?.(key);
    return keys.length;
  }
}
