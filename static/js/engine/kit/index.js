/**
 * The kit for figures in JavaScript, imported as `site_builder/kit`. It is independent of the subject of a project.
 *
 * A figure is a function of its place (`makeFigure`; `kit.d.ts` describes its parts). Readers move it by hands:
 * - `alongPicture`: a slider in the form of a picture, for pointer and keys.
 * - `overGrid`: a reticle on a grid of cells, for mouse, touch (a knob beside it) and arrow keys.
 * - `overNodes`: the same for places that form no grid.
 * - presses: any control with a `data-press`; fields with a `data-entry`.
 * - `byDigits`: digits typed into a row of buttons.
 * - `playing`: the figure plays until the reader uses it (`Player` is the same without a figure).
 * - `dressed`: updated like a hand: sets an element's classes by the place.
 *
 * Hands handle mouse, touch, keyboard and ARIA. `repaint` patches markup. Plots fill their box at any width (`pathOf`,
 * `levels`, `underneath`); `grouped` and related functions format numbers.
 */
/**
 * @template Place, Known
 * @typedef {import("./kit").Figure<Place, Known>} Figure
 */
/**
 * @template Place, Known
 * @typedef {import("./kit").Alive<Place, Known>} Alive
 */
/** @typedef {import("./kit").Hand} Hand */
/** @typedef {import("./reticle.js").Cell} Cell */

export {byDigits} from "./by-digits.js";
export {makeFigure} from "./figure.js";
export * from "./numbers.js";
export {Player, playing} from "./play.js";
export * from "./plot.js";
export {dressed, every, find, gathered, onPress, partsOf, plain, repaint} from "./repaint.js";
export {nearestPlace, overGrid, overNodes} from "./reticle.js";
export {alongPicture, scrub} from "./scrub.js";

/** Save a drawing as a file; its code is loaded on demand. @param {SVGSVGElement} drawing @param {string} name @param {"svg" | "png"} kind */
export async function savePicture(drawing, name, kind) {
  const {save} = await import("./save.js");
  await save(drawing, name, kind);
}
