/** Figures moved from outside: by a number of the prose, a step or a link. */

/** @import {Controller} from "../widget.d.ts" */

/** Figures being moved from outside; they make no announcements of their own. @type {WeakSet<Element>} */
const led = new WeakSet();

/** @param {Element} figure */
export const isLed = (figure) => led.has(figure);

/**
 * Show a state in a mounted figure without an announcement by the figure.
 * @param {Element} figure @param {Controller} controller @param {string} state
 */
export function lead(figure, controller, state) {
  if (controller.show === undefined) throw new Error(`The controller of the figure ${figure.id} has no function show.`);
  led.add(figure);
  try {
    controller.show(state);
  } finally {
    led.delete(figure);
  }
}

/**
 * Quantities of a mounted figure for a state, in the form of a link, or for a step of the text.
 * @type {WeakMap<Element, (at: {linked: string} | {step: number}) => Record<string, string> | null>}
 */
export const readouts = new WeakMap();
