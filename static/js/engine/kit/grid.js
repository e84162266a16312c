/**
 * A reticle on a field of cells: arrow keys move it by a cell, with Shift by a stride.
 */
import {every, find} from "./repaint.js";
import {overField, toScreen} from "./reticle.js";

/** @import {Point} from "./reticle.js" */

/**
 * @typedef {{column: number, row: number}} Cell
 * @typedef {{columns: number, rows: number, stride?: number}} Size
 */

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});

/** @param {number} value @param {number} count */
const within = (value, count) => Math.max(0, Math.min(count - 1, value));

/**
 * A hand: a reticle on a field of cells. Only arrow keys speak: who points, sees.
 * @template Place, Known
 * @param {string} selector What takes the focus and the pointer; positioned.
 * @param {object} grid
 * @param {string} grid.label What a screen reader calls it; tells the keys.
 * @param {string | ((place: Place) => string)} grid.areas Drawn in SVG. Their boxes are the field, from left to right: equal
 *   shares of its columns.
 * @param {(place: Place, known: Known) => Size} grid.size
 * @param {(place: Place, known: Known) => Cell} grid.read Where the reticle stands.
 * @param {(place: Place, cell: Cell, known: Known) => Place} grid.moved
 * @param {(place: Place, cell: Cell, known: Known) => Place | null} [grid.looked] What a cell shows to a mouse that only
 *   passes: null is where the figure stands. Without it, the same as to one that clicks.
 * @returns {(alive: import("./kit").Alive<Place, Known>) => import("./kit").Hand}
 */
export function overGrid(selector, {label, areas, size, read, moved, looked = moved}) {
  return (alive) => {
    const {known} = alive;
    const areasNow = () => every(alive.element, typeof areas === "string" ? areas : areas(alive.place));
    return overField({
      element: find(alive.element, selector),
      label,
      spotAt: (point) => cellAt(areasNow(), size(alive.place, known), point),
      centre: () => centreOf(areasNow(), size(alive.place, known), read(alive.place, known)),
      beside(key, isFar) {
        const step = STEPS[key];
        if (step === undefined) return null;
        const {columns, rows, stride = 8} = size(alive.place, known);
        const {column, row} = read(alive.place, known);
        const far = isFar ? stride : 1;
        return {column: within(column + step[0] * far, columns), row: within(row + step[1] * far, rows)};
      },
      look: (cell) => alive.look(cell && looked(alive.place, cell, known)),
      move: (cell, byKey) => alive.go(moved(alive.place, cell, known), byKey),
    }, alive.signal);
  };
}

/** Find the cell at a point of the screen, or the nearest one. @param {Element[]} areas @param {Size} size @param {Point} point @returns {Cell} */
function cellAt(areas, {columns, rows}, {x, y}) {
  const boxes = areas.map((area) => area.getBoundingClientRect());
  const distances = boxes.map((box) => Math.hypot(
    Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom)));
  const nearest = distances.indexOf(Math.min(...distances));
  const share = columns / areas.length;
  const shape = /** @type {SVGGraphicsElement} */ (areas[nearest]);
  const box = shape.getBBox();
  const at = new DOMPoint(x, y).matrixTransform(toScreen(shape).inverse());
  return {
    column: nearest * share + within(Math.floor(((at.x - box.x) / box.width) * share), share),
    row: within(Math.floor(((at.y - box.y) / box.height) * rows), rows),
  };
}

/**
 * Where a cell is on the screen. The knob hangs inwards, where only cells are: names may stand over the area and under it.
 * @param {Element[]} areas @param {Size} size @param {Cell} cell
 */
function centreOf(areas, {columns, rows}, {column, row}) {
  const share = columns / areas.length;
  const shape = /** @type {SVGGraphicsElement} */ (areas[Math.floor(column / share)]);
  const box = shape.getBBox();
  const across = box.x + (((column % share) + 0.5) / share) * box.width;
  const {x, y} = new DOMPoint(across, box.y + ((row + 0.5) / rows) * box.height).matrixTransform(toScreen(shape));
  const {top, height} = shape.getBoundingClientRect();
  return {x, y, turn: top + height / 2};
}
