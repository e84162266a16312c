/** Figures that something else leads: a number of the prose, a step, a link. */

/** @import {Controller} from "../widget.d.ts" */

/** Figures that are led just now; they keep silent, since what leads them speaks. @type {WeakSet<Element>} */
const led = new WeakSet();

/** @param {Element} figure */
export const isLed = (figure) => led.has(figure);

/**
 * Show a state in a living figure, which says nothing meanwhile.
 * @param {Element} figure @param {Controller} controller @param {string} state
 */
export function lead(figure, controller, state) {
  if (controller.show === undefined) throw new Error(`The figure ${figure.id} cannot be led: it has no show.`);
  led.add(figure);
  try {
    controller.show(state);
  } finally {
    led.delete(figure);
  }
}

/**
 * What a living figure reads out in a state, as a link has it, or at a step of the text.
 * @type {WeakMap<Element, (at: {linked: string} | {step: number}) => Record<string, string> | null>}
 */
export const readouts = new WeakMap();
