/** Where a popover stands: under or over its word, always inside the window. No DOM. */

const MARGIN = 12;
const DISTANCE = 8;

/**
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box Pixels from the window's corner.
 * @typedef {{width: number, height: number}} Size
 */

/**
 * Place a popover near a word.
 * @param {Box} word @param {Size} popover
 * @param {Size & {top?: number}} view Width and height of the window; `top` is covered by the bar.
 * @returns {{left: number, top: number, above: boolean}} Its corner, pixels from the window's corner.
 */
export function placePopover(word, popover, view) {
  const ceiling = (view.top ?? 0) + MARGIN;
  const below = word.bottom + DISTANCE;
  const over = word.top - DISTANCE - popover.height;
  const fitsBelow = below + popover.height + MARGIN <= view.height;
  // Where neither side has room, the larger one is taken; the page can be scrolled down, but not up past its start.
  const above = !fitsBelow && over >= ceiling;
  const middle = (word.left + word.right - popover.width) / 2;
  const rightmost = view.width - MARGIN - popover.width;
  return {left: Math.round(Math.max(MARGIN, Math.min(middle, rightmost))), top: Math.round(above ? over : below), above};
}

/**
 * Choose the piece of a word that the pointer is on; a word may be broken over two lines.
 * @param {readonly Box[]} pieces At least one.
 * @param {{x: number, y: number} | null} pointer @returns {Box}
 */
export function pieceAt(pieces, pointer) {
  if (!pointer) return pieces[0];
  const distance = (/** @type {Box} */ piece) =>
    Math.max(piece.left - pointer.x, pointer.x - piece.right, 0) + Math.max(piece.top - pointer.y, pointer.y - piece.bottom, 0);
  return pieces.reduce((best, piece) => (distance(piece) < distance(best) ? piece : best));
}
