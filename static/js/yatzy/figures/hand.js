/**
 * The reader's hand on a field of cells: one reticle for mouse, finger and keyboard.
 *
 * A mouse looks while it moves and stays where it clicks. A finger taps, or drags a knob that hangs beside the reticle
 * so that the finger does not hide what it points at; the rest of the field lets the page scroll. Arrow keys move by a
 * cell, with Shift by a stride.
 */

/**
 * @typedef {{column: number, row: number}} Cell
 *
 * @typedef {object} Field
 * @property {HTMLElement} element Takes the focus and the pointer; positioned, so that the knob can hang in it.
 * @property {Element} area Its box is the field: columns by rows of equal cells.
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

/** Share of the field's height below which the knob hangs under the reticle, not above it. */
const FLIP = 0.6;

/** @param {number} value @param {number} count */
const within = (value, count) => Math.max(0, Math.min(count - 1, value));

/**
 * Bring a field to life.
 * @param {Field} field
 * @returns {{place(): void, destroy(): void}} `place` hangs the knob beside the reticle after it was moved by other means.
 */
export function followHand(field) {
  const {element, area, columns, rows, stride = 8} = field;
  const stop = new AbortController();
  const {signal} = stop;
  const knob = hangKnob(element);

  /** @param {number} x @param {number} y @returns {Cell} */
  function cellAt(x, y) {
    const box = area.getBoundingClientRect();
    return {
      column: within(Math.floor(((x - box.left) / box.width) * columns), columns),
      row: within(Math.floor(((y - box.top) / box.height) * rows), rows),
    };
  }

  function place() {
    const {column, row} = field.read();
    const box = area.getBoundingClientRect();
    const outer = element.getBoundingClientRect();
    knob.classList.toggle("above", row > rows * FLIP);
    knob.style.setProperty("left", `${box.left - outer.left + ((column + 0.5) / columns) * box.width}px`);
    knob.style.setProperty("top", `${box.top - outer.top + ((row + 0.5) / rows) * box.height}px`);
  }

  element.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") field.look(cellAt(event.clientX, event.clientY));
  }, {signal});
  element.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") field.leave();
  }, {signal});
  element.addEventListener("click", (event) => {
    if (event.target === knob) return;
    field.move(cellAt(event.clientX, event.clientY), false);
    place();
  }, {signal});
  element.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const {column, row} = field.read();
    const far = event.shiftKey ? stride : 1;
    field.move({column: within(column + step[0] * far, columns), row: within(row + step[1] * far, rows)}, true);
    place();
  }, {signal});
  dragKnob(knob, {signal, centre: () => centreOf(area, field), drag: (x, y) => field.move(cellAt(x, y), false), drop: place});
  window.addEventListener("resize", place, {signal});
  place();
  return {place, destroy: () => (stop.abort(), knob.remove())};
}

/** @param {HTMLElement} element */
function hangKnob(element) {
  const knob = document.createElement("span");
  knob.className = "knob";
  knob.setAttribute("aria-hidden", "true");
  element.append(knob);
  return knob;
}

/** Where the reticle is on the screen. @param {Element} area @param {Field} field */
function centreOf(area, {columns, rows, read}) {
  const box = area.getBoundingClientRect();
  const {column, row} = read();
  return {x: box.left + ((column + 0.5) / columns) * box.width, y: box.top + ((row + 0.5) / rows) * box.height};
}

/**
 * Let the knob be dragged; the reticle keeps its distance from the finger.
 * @param {HTMLElement} knob
 * @param {{signal: AbortSignal, centre: () => {x: number, y: number}, drag: (x: number, y: number) => void, drop: () => void}} hand
 */
function dragKnob(knob, {signal, centre, drag, drop}) {
  /** @type {{x: number, y: number} | null} */
  let offset = null;
  /** @type {{x: number, y: number}} */
  let start = {x: 0, y: 0};
  knob.addEventListener("pointerdown", (event) => {
    const from = centre();
    offset = {x: from.x - event.clientX, y: from.y - event.clientY};
    start = {x: event.clientX, y: event.clientY};
    knob.setPointerCapture(event.pointerId);
    knob.classList.add("held");
    event.preventDefault();
  }, {signal});
  knob.addEventListener("pointermove", (event) => {
    if (offset === null) return;
    drag(event.clientX + offset.x, event.clientY + offset.y);
    knob.style.setProperty("transform", `translate(${event.clientX - start.x}px, ${event.clientY - start.y}px)`);
  }, {signal});
  for (const end of ["pointerup", "pointercancel"]) {
    knob.addEventListener(end, () => {
      offset = null;
      knob.classList.remove("held");
      knob.style.removeProperty("transform");
      drop();
    }, {signal});
  }
}
