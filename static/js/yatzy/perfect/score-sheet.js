/** The sheet on which a reader draws a hill: drag along to draw, drag a handle up or down, tap, or use the arrow keys. */
import {every, find, repaint} from "site_builder/kit";
import {drawnTo, emptyHeights, handleNear, HANDLES, lifted, N_BINS} from "./score-guess.js";
import {drawReading, drawSheet} from "./score-guess-drawing.js";

/** @import {Heights, Point} from "./score-guess.js" */

/** Pixels before a press becomes a drag, and across before lifting a handle becomes drawing a line. */
const [SLACK, ASIDE] = [4, 16];
/** What a key adds to a handle's height. */
const STEPS = /** @type {Record<string, number>} */ ({ArrowUp: 0.05, ArrowDown: -0.05, PageUp: 0.2, PageDown: -0.2});

/** @typedef {{x: number, y: number, point: Point, mode: "press" | "lift" | "draw"}} Gesture Where it began, the last point, and what it does. */

export class Sheet {
  #field;
  #reading;
  #changed;
  #held = Math.floor(HANDLES.length / 2);
  /** @type {Gesture | null} */
  #gesture = null;
  /** @type {Heights} */
  heights = emptyHeights();

  /**
   * Bring the sheet of a figure to life.
   * @param {HTMLElement} element Holds `.ends-sheet` and `.ends-reading`.
   * @param {() => void} changed Called after every stroke.
   * @param {AbortSignal} signal
   */
  constructor(element, changed, signal) {
    this.#field = find(element, ".ends-sheet");
    this.#reading = find(element, ".ends-reading");
    this.#changed = changed;
    const field = this.#field;
    field.addEventListener("pointerdown", (event) => this.#begin(event), {signal});
    field.addEventListener("pointermove", (event) => this.#follow(event), {signal});
    field.addEventListener("pointerup", (event) => this.#end(event), {signal});
    field.addEventListener("pointercancel", () => (this.#gesture = null), {signal});
    field.addEventListener("mousedown", (event) => event.preventDefault(), {signal}); // It would take the focus away.
    field.addEventListener("keydown", (event) => this.#press(event), {signal});
  }

  /** Begin with an empty sheet. */
  clear() {
    this.#show(emptyHeights());
  }

  /** @param {Heights} heights */
  #show(heights) {
    this.heights = heights;
    repaint(find(this.#field, "svg"), drawSheet(heights, this.#held));
    repaint(this.#reading, drawReading(heights));
    this.#changed();
  }

  /** @param {PointerEvent} event @returns {Point} */
  #pointAt({clientX, clientY}) {
    const box = find(this.#field, "svg").getBoundingClientRect();
    const bin = Math.floor((N_BINS * (clientX - box.left)) / box.width);
    return {bin: Math.max(0, Math.min(N_BINS - 1, bin)), height: Math.max(0, Math.min(1, 1 - (clientY - box.top) / box.height))};
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (event.button !== 0) return;
    this.#field.setPointerCapture(event.pointerId);
    const point = this.#pointAt(event);
    this.#gesture = {x: event.clientX, y: event.clientY, point, mode: "press"};
    this.#held = handleNear(point.bin);
    this.#show(this.heights);
  }

  /** @param {PointerEvent} event */
  #follow(event) {
    const gesture = this.#gesture;
    if (gesture === null) return;
    const [aside, upright] = [Math.abs(event.clientX - gesture.x), Math.abs(event.clientY - gesture.y)];
    if (gesture.mode === "press" && Math.max(aside, upright) > SLACK) gesture.mode = aside > upright ? "draw" : "lift";
    if (gesture.mode === "lift" && aside > ASIDE) gesture.mode = "draw";
    const point = this.#pointAt(event);
    if (gesture.mode === "lift") this.#show(lifted(this.heights, this.#held, point.height));
    if (gesture.mode === "draw") this.#show(drawnTo(this.heights, gesture.point, point));
    if (gesture.mode !== "press") gesture.point = point;
  }

  /** A press that was no drag brings the nearest handle there. @param {PointerEvent} event */
  #end(event) {
    if (this.#gesture?.mode === "press") this.#show(lifted(this.heights, this.#held, this.#pointAt(event).height));
    this.#gesture = null;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const aside = {ArrowLeft: -1, ArrowRight: 1}[event.key] ?? 0;
    const step = STEPS[event.key] ?? 0;
    if (aside === 0 && step === 0) return;
    event.preventDefault();
    this.#held = Math.max(0, Math.min(HANDLES.length - 1, this.#held + aside));
    this.#show(step === 0 ? this.heights : lifted(this.heights, this.#held, this.heights[HANDLES[this.#held]] + step));
    every(this.#field, ".sheet-handle")[this.#held].focus({preventScroll: true});
  }
}
