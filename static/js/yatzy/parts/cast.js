/**
 * The cast: whoever plays has one colour, one line and one shape in every figure. The shapes are told here, colours and
 * lines by the same names in `static/css/yatzy/parts/cast.css`.
 */

/** A shape around its middle, six units to every side. @typedef {keyof typeof SHAPES} Player */
const SHAPES = {
  perfect: "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z", // a circle
  greedy: "M-5 -5h10v10h-10z", // a square
  hopeful: "M0 -6L6 5H-6z", // a triangle
  dial: "M0 -6.5L6.5 0L0 6.5L-6.5 0z", // a diamond
  target: "M0 -7l2 5h5l-4 3l2 6l-5 -4l-5 4l2 -6l-4 -3h5z", // a star
  casual: "M0 6L6 -5H-6z", // a triangle on its head
  you: "M0 7C-1.6 3.4 -5.5 2 -5.5 -1.5a5.5 5.5 0 1 1 11 0C5.5 2 1.6 3.4 0 7z", // a pin, as where one stands on a map; a cross would say no
};

/** What data sets and figures call the same players. @type {Readonly<Record<string, Player>>} */
const ALSO = {optimal: "perfect", max: "hopeful", best: "target", yours: "you"};

/** The shape of a player, in its colour. @param {string} name */
function shapeOf(name) {
  const player = ALSO[name] ?? name;
  return `<path fill="var(--${player})" d="${SHAPES[/** @type {Player} */ (player)]}"/>`;
}

/** A player's shape in a line of words. @param {string} name */
export const glyph = (name) => `<svg class="glyph" viewBox="-7 -7 14 14" aria-hidden="true">${shapeOf(name)}</svg>`;

/** A player's shape at a place of a picture, as lengths. @param {string} name @param {string} x @param {string} y */
export const glyphAt = (name, x, y) => `<svg class="glyph-at" x="${x}" y="${y}" overflow="visible">${shapeOf(name)}</svg>`;
