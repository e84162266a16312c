import {translated} from "../kit/texts.js";

/**
 * Fill the placeholders of a text of the builder, in the language of the page: "{count} pages."
 * @param {string} text @param {Readonly<Record<string, string | number>>} values
 */
export const fill = (text, values) => translated(text).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** Return the nearest ancestor that matches, or the target itself. @param {EventTarget | null} target @param {string} selector */
export function around(target, selector) {
  return target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(selector)) : null;
}

/** Events by which a reader starts to scroll; each comes before the scrolling. */
export const SCROLL_EVENTS = ["wheel", "touchstart", "pointerdown", "keydown"];

/**
 * Call `act` once the reader has scrolled, pressed, touched or typed, or at once on a page opened further down.
 * @param {() => void} act
 */
export function onFirstInteraction(act) {
  const moved = new AbortController();
  const move = () => {
    if (moved.signal.aborted) return;
    moved.abort();
    act();
  };
  for (const type of [...SCROLL_EVENTS, "click", "scroll"]) addEventListener(type, move, {capture: true, passive: true, signal: moved.signal});
  requestAnimationFrame(() => scrollY > 0 && move());
}
