/** Marks of a picture, found where a pointer is. */

/**
 * The mark that a pointer is on, or the nearest one.
 * @param {Element} picture @param {string} selector @param {{clientX: number, clientY: number, target: EventTarget | null}} event
 * @param {number} [reach] How far off it may be, in pixels.
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
    if (left === right && top === bottom && left === 0) continue; // of the layout that is not shown
    const away = Math.hypot(Math.max(left - clientX, 0, clientX - right), Math.max(top - clientY, 0, clientY - bottom));
    if (away < least) [found, least] = [mark, away];
  }
  return found;
}
