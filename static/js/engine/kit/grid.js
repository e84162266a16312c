/**
 * The reader's hand on a field of cells: one reticle for mouse, finger and keyboard.
 *
 * A mouse looks while it moves and stays where it clicks. A finger taps, or drags a knob that hangs beside the reticle
 * so that the finger does not hide what it points at; the rest of the field lets the page scroll. Arrow keys move by a
 * cell, with Shift by a stride.
 */
import {dragKnob, hangKnob, isHeld} from "./knob.js";
import {every, find} from "./repaint.js";

/**
 * @typedef {{column: number, row: number}} Cell
 *
 * @typedef {object} Field
 * @property {HTMLElement} element Takes the focus and the pointer; positioned, so that the knob can hang in it.
 * @property {string} label What a screen reader calls it; tells the keys.
 * @property {readonly Element[]} areas Drawn in SVG. Their boxes are the field, from left to right: equal shares of its columns.
 * @property {number} columns
 * @property {number} rows
 * @property {number} [stride] Cells that an arrow key with Shift moves.
 * @property {() => Cell} read Where the reticle stands now.
 * @property {(cell: Cell) => void} look Show a cell for the moment.
 * @property {() => void} leave Show the place again where the reticle was left.
 * @property {(cell: Cell, byKey: boolean) => void} move Move the reticle to stay.
 */

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});

/** Half the width of the knob, in pixels: it stays where a finger can take it. */
const KNOB = 22;


/** @param {number} value @param {number} count */
const within = (value, count) => Math.max(0, Math.min(count - 1, value));

/**
 * Bring a field to life.
 * @param {Field} field
 * @returns {{place(): void, destroy(): void}} `place` hangs the knob beside the reticle after it was moved by other means.
 */
export function followHand(field) {
  const stop = new AbortController();
  const {signal} = stop;
  const knob = hangKnob(field.element);
  field.element.tabIndex = 0;
  field.element.setAttribute("role", "application");
  field.element.setAttribute("aria-label", field.label);

  function place() {
    if (isHeld(knob)) return; // It follows the finger; where it is dropped, it is hung anew.
    const {x, y, area} = centreOf(field);
    const [outer, inner] = [field.element, area].map((one) => one.getBoundingClientRect());
    // It hangs inwards, where only cells are: names may stand over the area and under it.
    knob.classList.toggle("above", y > inner.top + inner.height / 2);
    const reach = Math.max(KNOB, Math.min(outer.width - KNOB, x - outer.left));
    knob.style.setProperty("left", `${reach}px`);
    knob.style.setProperty("top", `${y - outer.top}px`);
  }

  /** @param {Cell} cell @param {boolean} byKey */
  function move(cell, byKey) {
    field.move(cell, byKey);
    place();
  }

  followPointer(field, move, signal);
  followKeys(field, move, signal);
  dragKnob(knob, {signal, centre: () => centreOf(field), drag: (point) => field.move(cellOf(field, point), false), drop: place});
  window.addEventListener("resize", place, {signal});
  place();
  return {place, destroy: () => (stop.abort(), knob.remove())};
}

/**
 * Look where the mouse is, and go where it clicks or a finger taps.
 * @param {Field} field @param {(cell: Cell, byKey: boolean) => void} move @param {AbortSignal} signal
 */
function followPointer(field, move, signal) {
  const {element} = field;
  element.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") field.look(cellOf(field, event));
  }, {signal});
  element.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") field.leave();
  }, {signal});
  element.addEventListener("click", (event) => {
    const onKnob = event.target instanceof Element && event.target.matches(".knob");
    if (!onKnob) move(cellOf(field, event), false);
  }, {signal});
}

/** Go where the arrow keys lead. @param {Field} field @param {(cell: Cell, byKey: boolean) => void} move @param {AbortSignal} signal */
function followKeys(field, move, signal) {
  field.element.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const {columns, rows, stride = 8} = field;
    const {column, row} = field.read();
    const far = event.shiftKey ? stride : 1;
    move({column: within(column + step[0] * far, columns), row: within(row + step[1] * far, rows)}, true);
  }, {signal});
}

/**
 * Find the cell at a point of the screen, or the nearest one.
 * @param {Field} field @param {{x: number, y: number}} point @returns {Cell}
 */
function cellOf({areas, columns, rows}, {x, y}) {
  const boxes = areas.map((area) => area.getBoundingClientRect());
  const distances = boxes.map((box) => Math.hypot(
    Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom)));
  const nearest = distances.indexOf(Math.min(...distances));
  const share = columns / areas.length;
  const {box, toScreen} = drawn(areas[nearest]);
  const at = new DOMPoint(x, y).matrixTransform(toScreen.inverse());
  return {
    column: nearest * share + within(Math.floor(((at.x - box.x) / box.width) * share), share),
    row: within(Math.floor(((at.y - box.y) / box.height) * rows), rows),
  };
}

/** The box of an area in its own units, and what leads from them to the screen, turned areas included. @param {Element} area */
function drawn(area) {
  const shape = /** @type {SVGGraphicsElement} */ (area);
  const toScreen = shape.getScreenCTM();
  if (toScreen === null) throw new Error("the field is not on the page");
  return {box: shape.getBBox(), toScreen};
}

/** Where the reticle is on the screen, and the area that it lies in. @param {Field} field */
function centreOf({areas, columns, rows, read}) {
  const share = columns / areas.length;
  const {column, row} = read();
  const area = areas[Math.floor(column / share)];
  const {box, toScreen} = drawn(area);
  const across = box.x + (((column % share) + 0.5) / share) * box.width;
  const {x, y} = new DOMPoint(across, box.y + ((row + 0.5) / rows) * box.height).matrixTransform(toScreen);
  return {x, y, area};
}

/**
 * A hand: a reticle on a field of cells. Only arrow keys speak: who points, sees.
 * @template Place, Known
 * @param {string} selector What takes the focus and the pointer; positioned.
 * @param {object} grid
 * @param {string} grid.label What a screen reader calls it; tells the keys.
 * @param {string | ((place: Place) => string)} grid.areas Drawn in SVG. Their boxes are the field, from left to right: equal
 *   shares of its columns.
 * @param {(place: Place, known: Known) => {columns: number, rows: number, stride?: number}} grid.size
 * @param {(place: Place, known: Known) => Cell} grid.read Where the reticle stands.
 * @param {(place: Place, cell: Cell, known: Known) => Place} grid.moved
 * @param {(place: Place, cell: Cell, known: Known) => Place | null} [grid.looked] What a cell shows to a mouse that only
 *   passes: null is where the figure stands. Without it, the same as to one that clicks.
 * @returns {(alive: import("./kit").Alive<Place, Known>) => import("./kit").Hand}
 */
export function overGrid(selector, {label, areas, size, read, moved, looked = moved}) {
  return (alive) => {
    const {known} = alive;
    const sized = () => size(alive.place, known);
    const hand = followHand({
      element: find(alive.element, selector),
      label,
      get areas() { return every(alive.element, typeof areas === "string" ? areas : areas(alive.place)); },
      get columns() { return sized().columns; },
      get rows() { return sized().rows; },
      get stride() { return sized().stride; },
      read: () => read(alive.place, known),
      look: (cell) => alive.look(looked(alive.place, cell, known)),
      leave: () => alive.look(null),
      move: (cell, byKey) => alive.go(moved(alive.place, cell, known), byKey),
    });
    return {tell: hand.place, destroy: hand.destroy};
  };
}
