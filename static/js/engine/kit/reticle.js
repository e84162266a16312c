/**
 * The reader's hand on a field of spots: one reticle for mouse, finger and keyboard.
 *
 * A mouse looks while it moves and stays where it clicks. A finger taps, or drags a knob that hangs beside the reticle
 * so that the finger does not hide what it points at; the rest of the field lets the page scroll. Arrow keys move it.
 */
import {every, find} from "./repaint.js";

/** @typedef {{x: number, y: number}} Point On the screen. */

/**
 * @template Spot
 * @typedef {object} Field
 * @property {HTMLElement} element Takes the focus and the pointer; positioned, so that the knob can hang in it.
 * @property {string} label What a screen reader calls it; tells the keys.
 * @property {boolean} [isLarge] Whether each spot is as large as a finger: a knob would only hide what is written there.
 * @property {(point: Point) => Spot} spotAt The spot at a point, or the nearest one.
 * @property {() => Point & {turn: number}} centre Where the reticle is now; lower than `turn`, the knob hangs above it.
 * @property {(key: string, isFar: boolean) => Spot | null} beside Where an arrow key leads, with Shift far; null for other keys.
 * @property {(spot: Spot | null) => void} look Show a spot for the moment; null is where the reticle was left.
 * @property {(spot: Spot, byKey: boolean) => void} move Move the reticle to stay.
 */

/** Half the width of the knob, in pixels: it stays where a finger can take it. */
const KNOB = 22;

/** Bring a field to life. @template Spot @param {Field<Spot>} field @param {AbortSignal} signal @returns {import("./kit").Hand} */
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

  /** Hang the knob beside the reticle. One that a finger has follows that; where it is dropped, it is hung anew. */
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

/** Look where the mouse is, and go where it clicks or a finger taps. @template Spot @param {Field<Spot>} field @param {AbortSignal} signal */
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
 * Let the knob be dragged; the reticle keeps its distance from the finger.
 * @template Spot
 * @param {HTMLElement} knob @param {Field<Spot>} field @param {() => void} drop @param {AbortSignal} signal
 */
function dragKnob(knob, {centre, spotAt, move}, drop, signal) {
  /** Where the finger took the knob, and where the reticle was then. @type {{finger: Point, reticle: Point} | null} */
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

/** What leads from a drawing's units to the screen, turned drawings included. @param {SVGGraphicsElement} shape */
function toScreen(shape) {
  const matrix = shape.getScreenCTM();
  if (matrix === null) throw new Error("the field is not on the page");
  return matrix;
}

// A reticle on a field of cells: arrow keys move it by a cell, with Shift by a stride.

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

// A reticle on a drawing of nodes that stand in no grid: arrow keys go from node to node.

/** Nodes that an arrow key with Shift goes along. */
const STRIDE = 8;
/** Share of the field's height below which the knob hangs above the reticle. */
const FLIP = 0.6;

/**
 * A hand: a reticle on nodes. Only arrow keys speak: who points, sees.
 * @template Place, Known
 * @template {Point} Node
 * @param {string} selector What takes the focus and the pointer, and holds the drawing first of all; positioned.
 * @param {object} field
 * @param {string} field.label What a screen reader calls it; tells the keys.
 * @param {boolean} [field.isLarge] Whether each node is as large as a finger: then there is no knob.
 * @param {(place: Place, known: Known) => readonly Node[]} field.nodes In the drawing's units.
 * @param {(place: Place, known: Known) => Node} field.read Where the reticle stands.
 * @param {(from: Node, key: string, stride: number, nodes: readonly Node[]) => Node | null} field.beside Where an arrow key
 *   leads; null for other keys.
 * @param {(place: Place, node: Node, known: Known) => Place} field.looked What a node shows to a mouse that only passes.
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

/** Find the place nearest to a point. @template {Point} Place @param {readonly Place[]} places @param {Point} point */
export function nearestPlace(places, {x, y}) {
  const distance = (/** @type {Place} */ place) => (place.x - x) ** 2 + (place.y - y) ** 2;
  return places.reduce((best, place) => (distance(place) < distance(best) ? place : best));
}
