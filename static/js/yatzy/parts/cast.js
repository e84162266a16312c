/**
 * The players of the essay: each has one colour, one line and one shape in every figure. Shapes are defined here, colours
 * and lines in `static/css/yatzy/parts/cast.css` under the same names.
 */

/** Paths of the shapes, centred, from -6 to 6. @typedef {keyof typeof SHAPES} Player */
const SHAPES = {
  perfect: "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z", // a circle
  greedy: "M-5 -5h10v10h-10z", // a square
  hopeful: "M0 -6L6 5H-6z", // a triangle
  dial: "M0 -6.5L6.5 0L0 6.5L-6.5 0z", // a diamond
  target: "M0 -7l2 5h5l-4 3l2 6l-5 -4l-5 4l2 -6l-4 -3h5z", // a star
  casual: "M0 6L6 -5H-6z", // a triangle upside down
  you: "M0 7C-1.6 3.4 -5.5 2 -5.5 -1.5a5.5 5.5 0 1 1 11 0C5.5 2 1.6 3.4 0 7z", // a map pin: a cross would mean "wrong"
};

/** Other names of the same players in data sets and figures. @type {Readonly<Record<string, Player>>} */
const ALSO = {optimal: "perfect", max: "hopeful", best: "target", yours: "you"};

/** Draw the shape of a player in its colour. @param {string} name */
function shapeOf(name) {
  const player = ALSO[name] ?? name;
  return `<path fill="var(--${player})" d="${SHAPES[/** @type {Player} */ (player)]}"/>`;
}

/** Draw a player's shape in a line of text. @param {string} name */
export const glyph = (name) => `<svg class="glyph" viewBox="-7 -7 14 14" aria-hidden="true">${shapeOf(name)}</svg>`;

/** Draw a player's shape in a picture, at coordinates given as lengths. @param {string} name @param {string} x @param {string} y */
export const glyphAt = (name, x, y) => `<svg class="glyph-at" x="${x}" y="${y}" overflow="visible">${shapeOf(name)}</svg>`;
