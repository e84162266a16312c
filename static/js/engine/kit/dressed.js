/**
 * Classes that follow the place, on an element that is in no region: its children are drawn, it stays.
 */
import {find} from "./repaint.js";

/**
 * Told like a hand: an element has the classes of the place.
 * @template Place, Known
 * @param {string} selector
 * @param {(place: Place, known: Known) => string} classes All of them.
 * @returns {(alive: import("./kit").Alive<Place, Known>) => import("./kit").Hand}
 */
export function dressed(selector, classes) {
  return (alive) => {
    const element = find(alive.element, selector);
    return {tell: () => (element.className = classes(alive.place, alive.known))};
  };
}
