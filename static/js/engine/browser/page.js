import {said} from "../kit/texts.js";

/**
 * Fill the gaps of a text of the builder, in the language of the page: "{count} pages."
 * @param {string} text @param {Readonly<Record<string, string | number>>} values
 */
export const fill = (text, values) => said(text).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

// What an event has happened to.

/** The nearest element around a target that matches, itself included. @param {EventTarget | null} target @param {string} selector */
export function around(target, selector) {
  return target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(selector)) : null;
}

/** With these a reader begins to move; each comes before the page does. */
export const MOVES = ["wheel", "touchstart", "pointerdown", "keydown"];

/**
 * Call `act` once the reader has moved: scrolled, or begun to press, touch or type. A page that opens further down counts.
 * @param {() => void} act
 */
export function onceMoved(act) {
  const moved = new AbortController();
  const move = () => {
    if (moved.signal.aborted) return;
    moved.abort();
    act();
  };
  for (const type of [...MOVES, "click", "scroll"]) addEventListener(type, move, {capture: true, passive: true, signal: moved.signal});
  requestAnimationFrame(() => scrollY > 0 && move());
}
