/**
 * What holds of a place, told to styles.
 */
import {find} from "./repaint.js";

/**
 * A hand that nobody moves: an element of the frame has a class while something holds of the place. Frames are drawn
 * once, so what their own elements show of a place is told so: that the figure still asks, that its answer is told.
 * @template Place, Known
 * @param {string} selector
 * @param {string} name The class.
 * @param {(place: Place, known: Known) => boolean} holds
 * @returns {(alive: import("./kit").Alive<Place, Known>) => import("./kit").Hand}
 */
export function marked(selector, name, holds) {
  return (alive) => ({
    tell: () => find(alive.element, selector).classList.toggle(name, holds(alive.place, alive.known)),
  });
}
