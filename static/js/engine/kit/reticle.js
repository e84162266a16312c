/**
 * A reticle on a field of spots, for mouse, touch and keyboard.
 *
 * A mouse previews while it moves, and a click moves the reticle. On a touch screen, tap a spot or drag a knob beside the
 * reticle, so that the finger does not cover it; the rest of the field scrolls the page. Arrow keys move the reticle.
 */
import {every, find} from "./repaint.js";

/** @typedef {{x: number, y: number}} Point In pixels of the window. */

/**
 * @template Spot
 * @typedef {object} Field
 * @property {HTMLElement} element Receives focus and pointer events; positioned, as the knob's container.
 * @property {string} label For screen readers; describes the keys.
 * @property {boolean} [isLarge] Whether each spot is as large as a fingertip: then there is no knob, which would cover labels.
 * @property {(point: Point) => Spot} spotAt The spot at a point, or the nearest one.
 * @property {() => Point & {turn: number}} centre Position of the reticle; below the height `turn` the knob is placed above it.
 * @property {(key: string, isFar: boolean) => Spot | null} beside The spot to which an arrow key leads, far with Shift; null for other keys.
 * @property {(spot: Spot | null) => void} look Preview a spot; null returns to the position of the reticle.
 * @property {(spot: Spot, byKey: boolean) => void} move Move the reticle to a spot.
 */

/** Half the width of the knob in pixels; its centre stays this far from the edges, so that it can be grabbed. */
const KNOB = 22;

/** Attach a reticle to a field. @template Spot @param {Field<Spot>} field @param {AbortSignal} signal @returns {import("./kit").Hand} */
function overField(field, signal) {
  const {element, label, isLarge, centre} = field;
  element.tabIndex = 0;
  element.setAttribute("role", "application");
  element.setAttribute("aria-label", label);
  followPointer(field, signal);
  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = field.beside(event.key, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    field.move(next, true);
  }, {signal});
  if (isLarge) return {tell: () => {}};

  const knob = document.createElement("span");
  knob.className = "knob";
  knob.setAttribute("aria-hidden", "true");
  element.append(knob);

  /** Place the knob beside the reticle, unless it is being dragged. */
  function tell() {
    const {left, top, width, height} = element.getBoundingClientRect();
    if (height === 0 || knob.classList.contains("held")) return;
    const {x, y, turn} = centre();
    knob.classList.toggle("above", y > turn);
    knob.style.setProperty("left", `${Math.max(KNOB, Math.min(width - KNOB, x - left))}px`);
    knob.style.setProperty("top", `${y - top}px`);
  }
  dragKnob(knob, field, tell, signal);
  window.addEventListener("resize", tell, {signal});
  tell();
  return {tell, destroy: () => knob.remove()};
}

/** Preview under the mouse; move on click or tap. @template Spot @param {Field<Spot>} field @param {AbortSignal} signal */
function followPointer({element, spotAt, look, move}, signal) {
  element.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") look(spotAt(event));
  }, {signal});
  element.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") look(null);
  }, {signal});
  element.addEventListener("click", (event) => {
    const onKnob = event.target instanceof Element && event.target.matches(".knob");
    if (!onKnob) move(spotAt(event), false);
  }, {signal});
}

/**
 * Make the knob draggable; the reticle keeps its distance from the finger.
 * @template Spot
 * @param {HTMLElement} knob @param {Field<Spot>} field @param {() => void} drop @param {AbortSignal} signal
 */
function dragKnob(knob, {centre, spotAt, move}, drop, signal) {
  /** Positions of the finger and of the reticle when the drag began. @type {{finger: Point, reticle: Point} | null} */
  let held = null;
  knob.addEventListener("pointerdown", (event) => {
    held = {finger: {x: event.clientX, y: event.clientY}, reticle: centre()};
    knob.setPointerCapture(event.pointerId);
    knob.classList.add("held");
    event.preventDefault();
  }, {signal});
  knob.addEventListener("pointermove", ({clientX, clientY}) => {
    if (held === null) return;
    const [across, down] = [clientX - held.finger.x, clientY - held.finger.y];
    move(spotAt({x: held.reticle.x + across, y: held.reticle.y + down}), false);
    knob.style.setProperty("transform", `translate(${across}px, ${down}px)`);
  }, {signal});
  for (const end of ["pointerup", "pointercancel"]) {
    knob.addEventListener(end, () => {
      held = null;
      knob.classList.remove("held");
      knob.style.removeProperty("transform");
      drop();
    }, {signal});
  }
}

/** Return the matrix from a drawing's units to the screen, rotation included. @param {SVGGraphicsElement} shape */
function toScreen(shape) {
  const matrix = shape.getScreenCTM();
  if (matrix === null) throw new Error("the field of the reticle is not in the document");
  return matrix;
}

// Grids: arrow keys move the reticle by a cell, with Shift by a stride.

/**
 * @typedef {{column: number, row: number}} Cell
 * @typedef {{columns: number, rows: number, stride?: number}} Size
 */

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});

/** @param {number} value @param {number} count */
const clamp = (value, count) => Math.max(0, Math.min(count - 1, value));

/**
 * A hand: a reticle on a grid of cells. Only moves by arrow keys are announced: with a pointer the reader sees the result.
 * @template Place, Known
 * @param {string} selector Element that receives focus and pointer events; positioned.
 * @param {object} grid
 * @param {string} grid.label For screen readers; describes the keys.
 * @param {string | ((place: Place) => string)} grid.areas Selector of SVG shapes whose boxes are the field, from left to right; each
 *   covers an equal share of the columns.
 * @param {(place: Place, known: Known) => Size} grid.size
 * @param {(place: Place, known: Known) => Cell} grid.read Cell of the reticle.
 * @param {(place: Place, cell: Cell, known: Known) => Place} grid.moved
 * @param {(place: Place, cell: Cell, known: Known) => Place | null} [grid.looked] Place previewed under the mouse; null previews
 *   the current place. By default `moved`.
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
        return {column: clamp(column + step[0] * far, columns), row: clamp(row + step[1] * far, rows)};
      },
      look: (cell) => alive.look(cell && looked(alive.place, cell, known)),
      move: (cell, byKey) => alive.go(moved(alive.place, cell, known), byKey),
    }, alive.signal);
  };
}

/** Return the cell at a point of the screen, or the nearest one. @param {Element[]} areas @param {Size} size @param {Point} point @returns {Cell} */
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
    column: nearest * share + clamp(Math.floor(((at.x - box.x) / box.width) * share), share),
    row: clamp(Math.floor(((at.y - box.y) / box.height) * rows), rows),
  };
}

/**
 * Return the position of a cell on the screen. `turn` keeps the knob over cells: labels may be above or below the area.
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

// Nodes that form no grid: arrow keys move from node to node.

/** Nodes skipped by an arrow key with Shift. */
const STRIDE = 8;
/** Share of the field's height below which the knob is placed above the reticle. */
const FLIP = 0.6;

/**
 * A hand: a reticle on nodes. Only moves by arrow keys are announced: with a pointer the reader sees the result.
 * @template Place, Known
 * @template {Point} Node
 * @param {string} selector Element that receives focus and pointer events; positioned. Its first `svg` is the drawing.
 * @param {object} field
 * @param {string} field.label For screen readers; describes the keys.
 * @param {boolean} [field.isLarge] Whether each node is as large as a fingertip: then there is no knob.
 * @param {(place: Place, known: Known) => readonly Node[]} field.nodes In the drawing's units.
 * @param {(place: Place, known: Known) => Node} field.read Node of the reticle.
 * @param {(from: Node, key: string, stride: number, nodes: readonly Node[]) => Node | null} field.beside Node to which an arrow key
 *   leads; null for other keys.
 * @param {(place: Place, node: Node, known: Known) => Place} field.looked Place previewed under the mouse.
 * @param {(place: Place, node: Node, known: Known) => Place} field.moved
 * @returns {(alive: import("./kit").Alive<Place, Known>) => import("./kit").Hand}
 */
export function overNodes(selector, {label, isLarge, nodes, read, beside, looked, moved}) {
  return (alive) => {
    const {known} = alive;
    const element = find(alive.element, selector);
    const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (find(element, "svg")));
    const readNow = () => read(alive.place, known);
    const nodesNow = () => nodes(alive.place, known);
    return overField({
      element,
      label,
      isLarge,
      spotAt: ({x, y}) => nearestPlace(nodesNow(), new DOMPoint(x, y).matrixTransform(toScreen(svg).inverse())),
      centre() {
        const {top, height} = element.getBoundingClientRect();
        const {x, y} = new DOMPoint(readNow().x, readNow().y).matrixTransform(toScreen(svg));
        return {x, y, turn: top + height * FLIP};
      },
      beside: (key, isFar) => beside(readNow(), key, isFar ? STRIDE : 1, nodesNow()),
      look: (node) => alive.look(node && looked(alive.place, node, known)),
      move: (node, byKey) => alive.go(moved(alive.place, node, known), byKey),
    }, alive.signal);
  };
}

/** Return the place nearest to a point. @template {Point} Place @param {readonly Place[]} places @param {Point} point */
export function nearestPlace(places, {x, y}) {
  const distance = (/** @type {Place} */ place) => (place.x - x) ** 2 + (place.y - y) ** 2;
  return places.reduce((best, place) => (distance(place) < distance(best) ? place : best));
}
