/** Presses and entries that came before a figure was alive: kept in order and played to it afterwards. No DOM. */

export class Presses {
  /** @type {string[]} */
  #keys = [];

  /** Keep a press. @param {string} key The `data-press` of what was pressed. */
  add(key) {
    this.#keys.push(key);
  }

  /**
   * Keep what was entered into a field; of one that is still being filled only the last text counts.
   * @param {string} name The `data-entry` of the field.
   * @param {string} value
   */
  enter(name, value) {
    if (this.#keys.at(-1)?.startsWith(`${name}=`)) this.#keys.pop();
    this.#keys.push(`${name}=${value}`);
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
