/**
 * A slider in the form of a picture: drag along it, or use the keys.
 */
import {find} from "./repaint.js";

/**
 * @typedef {object} Scrubber
 * @property {HTMLElement} element Becomes the slider.
 * @property {string} label
 * @property {number} stride Steps of Page Up and Page Down.
 * @property {() => {now: number, last: number, words: string}} read
 * @property {(share: number) => number} stepAt Step at a share of the width.
 * @property {(step: number, byKey: boolean) => void} seek
 */

const KEYS = /** @type {Record<string, (now: number, stride: number, last: number) => number>} */ ({
  ArrowLeft: (now) => now - 1,
  ArrowDown: (now) => now - 1,
  ArrowRight: (now) => now + 1,
  ArrowUp: (now) => now + 1,
  PageDown: (now, stride) => now - stride,
  PageUp: (now, stride) => now + stride,
  Home: () => 0,
  End: (_now, _stride, last) => last,
});

/**
 * Make a picture a slider.
 * @param {Scrubber} scrubber @param {AbortSignal} signal
 * @returns {() => void} Updates the ARIA attributes to the current step.
 */
export function scrub({element, label, stride, read, stepAt, seek}, signal) {
  element.tabIndex = 0;
  element.setAttribute("role", "slider");
  element.setAttribute("aria-label", label);

  function tell() {
    const {now, last, words} = read();
    const values = {valuemin: 0, valuemax: last, valuenow: now, valuetext: words};
    for (const [name, value] of Object.entries(values)) element.setAttribute(`aria-${name}`, String(value));
  }

  const follow = (/** @type {PointerEvent} */ event) => {
    const box = element.getBoundingClientRect();
    seek(stepAt(Math.max(0, Math.min(1, (event.clientX - box.left) / box.width))), false);
  };
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    follow(event);
  }, {signal});
  element.addEventListener("pointermove", (event) => {
    if (element.hasPointerCapture(event.pointerId)) follow(event);
  }, {signal});
  element.addEventListener("keydown", (event) => {
    const key = KEYS[event.key];
    if (key === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const {now, last} = read();
    seek(Math.max(0, Math.min(last, key(now, stride, last))), true);
  }, {signal});
  tell();
  return tell;
}

/**
 * A hand: drag along a picture, or use the keys of a slider.
 * @template Place, Known
 * @param {string} selector The element that becomes the slider.
 * @param {object} along
 * @param {string} along.label Name of the slider.
 * @param {number} along.stride Steps of Page Up and Page Down.
 * @param {(place: Place, known: Known) => number} along.now Step at a place.
 * @param {(place: Place, known: Known) => number} along.last The last step.
 * @param {(place: Place, step: number, known: Known) => Place} along.moved
 * @param {(share: number, place: Place, known: Known) => number} [along.stepAt] Step at a share of the width; by default
 *   the first step is at the left edge, and the last one at the right.
 * @param {(place: Place, known: Known) => string} [along.words] Value text of the slider; by default the figure's sentence.
 * @param {boolean} [along.spoken] Whether moves by key are also announced; for a figure that plays and announces little otherwise.
 * @returns {(alive: import("./kit").Alive<Place, Known>) => import("./kit").Hand}
 */
export function alongPicture(selector, {label, stride, now, last, moved, stepAt, words, spoken = false}) {
  return (alive) => {
    const {known} = alive;
    const tell = scrub({
      element: find(alive.element, selector),
      label,
      stride,
      read: () => ({now: now(alive.place, known), last: last(alive.place, known), words: words?.(alive.place, known) ?? alive.words()}),
      stepAt: (share) => stepAt?.(share, alive.place, known) ?? Math.round(share * last(alive.place, known)),
      seek: (step, byKey) => alive.go(moved(alive.place, step, known), spoken && byKey),
    }, alive.signal);
    return {tell};
  };
}
