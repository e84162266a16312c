/**
 * The kit: what figures are made of, for any project, under the one name `site_builder/kit`. Nothing in it knows what a
 * figure is about.
 *
 * A figure is a function of its place (`makeFigure`; its parts are told in `kit.d.ts`). Readers move it by hands:
 * - `alongPicture`: a slider that is its own picture; drag along it, or use the keys.
 * - `overGrid`: a reticle on a field of cells, for mouse, finger (a knob beside it) and arrow keys.
 * - `overNodes`: the same on a drawing of places that stand in no grid.
 * - presses: any control with a `data-press`; fields with a `data-entry`.
 * - `byDigits`: digits that are typed into a row of buttons.
 * - `playing`: the figure plays beat by beat, until the reader takes hold of it (`Player` alone knows no figure).
 * - `dressed`: not a hand, but told like one: an element's classes follow the place.
 *
 * Mouse, touch, keyboard and ARIA are the hands' own. Markup is brought to the page by difference (`repaint`). Plots
 * fill their box at any width (`pathOf`, `levels`, `underneath`); numbers are written one way (`grouped` and its kin).
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

/** Save a drawing as a file; the code for it comes when it is asked for. @param {SVGSVGElement} drawing @param {string} name @param {"svg" | "png"} kind */
export async function savePicture(drawing, name, kind) {
  const {save} = await import("./save.js");
  await save(drawing, name, kind);
}
