/** What an event has happened to. */

/** The nearest element around a target that matches, itself included. @param {EventTarget | null} target @param {string} selector */
export function around(target, selector) {
  return target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(selector)) : null;
}
