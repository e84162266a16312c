/**
 * A number that runs from one value to the next.
 */
import {fixed, grouped} from "./numbers.js";

/** Milliseconds from one number to the next. */
const RUN = 400;

/** Write a count. @param {{number: number, decimals: number}} count */
export function textOfCount({number, decimals}) {
  return decimals ? fixed(number, decimals) : grouped(number);
}

/**
 * Let a number run to the next one; numbers with decimals are of another kind, and jump.
 * @param {HTMLElement} element @param {boolean} still @returns {(reached: {number: number, decimals: number}) => void}
 */
export function runNumber(element, still) {
  let shown = 0;
  let frame = 0;
  return ({number, decimals}) => {
    const from = shown;
    const begun = performance.now();
    shown = decimals ? 0 : number;
    cancelAnimationFrame(frame);
    const tick = (/** @type {number} */ time) => {
      const part = still || decimals ? 1 : Math.min(1, Math.max(0, (time - begun) / RUN));
      element.textContent = textOfCount({number: from + (number - from) * part, decimals});
      if (part < 1) frame = requestAnimationFrame(tick);
    };
    tick(begun);
  };
}
