/** Determine what is being read from positions in the window. No DOM. */

/** @typedef {{top: number, bottom: number}} Span Pixels from the top of the window. */

/**
 * Return the block that is being read: the first that extends below a line under the bar.
 * @param {readonly Span[]} boxes In reading order.
 * @param {number} line Pixels; lower edge of the bar.
 * @returns {number} Index, or -1 if all are above.
 */
export const blockAtLine = (boxes, line) => boxes.findIndex(({top, bottom}) => bottom > line && bottom > top);

/**
 * Return how far to scroll so that a block stays where it was.
 * @param {{top: number}} before @param {{top: number}} after
 * @param {number} line A replaced block that begins above the line must not be hidden by the bar.
 * @param {boolean} replaced Whether `after` belongs to another block, the summary of one that was closed.
 */
export function shiftOf(before, after, line, replaced) {
  return after.top - (replaced ? Math.max(before.top, line) : before.top);
}

/**
 * Return the step that is being read: the one that crosses the reading line, else the nearest.
 * @param {readonly Span[]} boxes @param {number} line
 * @returns {number} Index, -1 if there are no boxes.
 */
export function stepAtLine(boxes, line) {
  const inside = boxes.findIndex(({top, bottom}) => top <= line && line < bottom);
  if (inside >= 0 || boxes.length === 0) return inside;
  const distance = (/** @type {Span} */ {top, bottom}) => Math.max(top - line, line - bottom);
  const distances = boxes.map(distance);
  return distances.indexOf(Math.min(...distances));
}
