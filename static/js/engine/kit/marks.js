/** Find marks of a picture by pointer position. */

/**
 * Return the mark under the pointer, or else the nearest one.
 * @param {Element} picture @param {string} selector @param {{clientX: number, clientY: number, target: EventTarget | null}} event
 * @param {number} [reach] Maximum distance in pixels.
 * @returns {Element | null}
 */
export function nearestMark(picture, selector, {clientX, clientY, target}, reach = Infinity) {
  const hit = target instanceof Element ? target.closest(selector) : null;
  if (hit && picture.contains(hit)) return hit;
  /** @type {Element | null} */
  let found = null;
  let least = reach;
  for (const mark of picture.querySelectorAll(selector)) {
    const {left, right, top, bottom} = mark.getBoundingClientRect();
    if (left === right && top === bottom && left === 0) continue; // in the hidden layout
    const away = Math.hypot(Math.max(left - clientX, 0, clientX - right), Math.max(top - clientY, 0, clientY - bottom));
    if (away < least) [found, least] = [mark, away];
  }
  return found;
}
