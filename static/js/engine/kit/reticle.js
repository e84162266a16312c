/**
 * The reader's hand on a field of spots: one reticle for mouse, finger and keyboard.
 *
 * A mouse looks while it moves and stays where it clicks. A finger taps, or drags a knob that hangs beside the reticle
 * so that the finger does not hide what it points at; the rest of the field lets the page scroll. Arrow keys move it.
 */

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
export function overField(field, signal) {
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
export function toScreen(shape) {
  const matrix = shape.getScreenCTM();
  if (matrix === null) throw new Error("the field is not on the page");
  return matrix;
}
