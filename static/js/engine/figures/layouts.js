/** Which drawing of a figure fits its stage; the same 37rem as in static/css/engine/figures.css. */

/** @import {Layout} from "../widget.d.ts" */

const NARROW_BELOW_REM = 37;

/** Choose the layout for a stage. @param {number} width Pixels. @param {number} rem Pixels of the root's type. @returns {Layout} */
export function layoutFor(width, rem) {
  return width < NARROW_BELOW_REM * rem ? "narrow" : "wide";
}

/**
 * Watch a stage cross from one layout to the other.
 * @param {HTMLElement} stage @returns {{current: () => Layout, onChange: (callback: (layout: Layout) => void) => void, stop: () => void}}
 */
export function watchLayout(stage) {
  const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
  const measure = () => layoutFor(stage.getBoundingClientRect().width, rem());
  let layout = measure();
  /** @type {((layout: Layout) => void)[]} */
  const callbacks = [];
  const observer = new ResizeObserver(() => {
    const now = measure();
    if (now === layout) return;
    layout = now;
    for (const callback of callbacks) callback(now);
  });
  observer.observe(stage);
  return {current: () => layout, onChange: (callback) => callbacks.push(callback), stop: () => observer.disconnect()};
}
