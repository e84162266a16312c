/**
 * The reader's hand on a drawing of places that stand in no grid: a reticle for mouse, finger and keyboard.
 *
 * A mouse looks while it moves and stays where it clicks; a finger taps, or drags a knob beside the reticle where places
 * are smaller than it; arrow keys go from place to place.
 */
import {dragKnob, hangKnob} from "./knob.js";

/** @typedef {{x: number, y: number}} Point */

/**
 * @template {Point} Place
 * @typedef {object} Nodes
 * @property {HTMLElement} element Takes the focus and the pointer; positioned, so that the knob can hang in it.
 * @property {SVGSVGElement} svg The drawing, in whose units places stand.
 * @property {string} label What a screen reader calls it; tells the keys.
 * @property {boolean} [isLarge] Whether each place is as large as a finger: a knob would only hide what is written there.
 * @property {(from: Place, key: string, stride: number) => Place | null} beside Where an arrow key leads; null for other keys.
 * @property {() => readonly Place[]} places
 * @property {() => Place} read Where the reticle stands.
 * @property {(place: Place) => void} look Show a place for the moment.
 * @property {() => void} leave Show the place again where the reticle was left.
 * @property {(place: Place, byKey: boolean) => void} move Move the reticle to stay.
 */

/** Places that an arrow key with Shift goes along. */
const STRIDE = 8;
/** Share of the field's height below which the knob hangs above the reticle. */
const FLIP = 0.6;

/**
 * Bring a field to life.
 * @template {Point} Place
 * @param {Nodes<Place>} field
 * @returns {{place(): void, destroy(): void}} `place` hangs the knob beside the reticle after it was moved by other means.
 */
export function overNodes(field) {
  const stop = new AbortController();
  const {signal} = stop;
  const {element} = field;
  const knob = field.isLarge ? null : hangKnob(element);
  element.tabIndex = 0;
  element.setAttribute("role", "application");
  element.setAttribute("aria-label", field.label);

  function place() {
    const outer = element.getBoundingClientRect();
    if (knob === null || outer.height === 0) return;
    const {x, y} = onScreen(field);
    knob.classList.toggle("above", y > outer.top + outer.height * FLIP);
    knob.style.setProperty("left", `${x - outer.left}px`);
    knob.style.setProperty("top", `${y - outer.top}px`);
  }

  /** @param {Place} to @param {boolean} byKey */
  function move(to, byKey) {
    field.move(to, byKey);
    place();
  }

  followPointer(field, (to) => move(to, false), signal);
  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = field.beside(field.read(), event.key, event.shiftKey ? STRIDE : 1);
    if (next === null) return;
    event.preventDefault();
    move(next, true);
  }, {signal});
  const drag = (/** @type {{x: number, y: number}} */ point) => field.move(placeAt(field, point), false);
  if (knob !== null) dragKnob(knob, {signal, centre: () => onScreen(field), drag, drop: place});
  window.addEventListener("resize", place, {signal});
  place();
  return {place, destroy: () => (stop.abort(), knob?.remove())};
}

/**
 * Look where the mouse is, and go where it clicks or a finger taps.
 * @template {Point} Place
 * @param {Nodes<Place>} field
 * @param {(place: Place) => void} move
 * @param {AbortSignal} signal
 */
function followPointer(field, move, signal) {
  const {element} = field;
  element.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") field.look(placeAt(field, event));
  }, {signal});
  element.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") field.leave();
  }, {signal});
  element.addEventListener("click", (event) => {
    const onKnob = event.target instanceof Element && event.target.matches(".knob");
    if (!onKnob) move(placeAt(field, event));
  }, {signal});
}

/** What leads from the drawing's units to the screen. @param {{svg: SVGSVGElement}} field */
function toScreen({svg}) {
  const matrix = svg.getScreenCTM();
  if (matrix === null) throw new Error("the field is not on the page");
  return matrix;
}

/** @template {Point} Place @param {Nodes<Place>} field @param {Point} point */
function placeAt(field, {x, y}) {
  return nearestPlace(field.places(), new DOMPoint(x, y).matrixTransform(toScreen(field).inverse()));
}

/** @template {Point} Place @param {Nodes<Place>} field */
function onScreen(field) {
  const {x, y} = field.read();
  return new DOMPoint(x, y).matrixTransform(toScreen(field));
}

/**
 * Find the place nearest to a point.
 * @template {Point} Place
 * @param {readonly Place[]} places
 * @param {Point} point
 */
export function nearestPlace(places, {x, y}) {
  const distance = (/** @type {Place} */ place) => (place.x - x) ** 2 + (place.y - y) ** 2;
  return places.reduce((best, place) => (distance(place) < distance(best) ? place : best));
}
