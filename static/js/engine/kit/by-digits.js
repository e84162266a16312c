/**
 * Digits that are typed into a figure, and said: each goes into the button that has the focus, and the next one has it then.
 */
import {enterDigits} from "./digits.js";
import {find} from "./repaint.js";

/**
 * A hand: type digits into a row of buttons, or turn them by arrow keys.
 * @template Place, Known
 * @param {string} selector Holds a button for each digit.
 * @param {number} last The largest digit, up to 9.
 * @param {(place: Place, at: number, digit: (old: number) => number, known: Known) => Place} moved `at`: which button.
 * @param {(place: Place, known: Known) => string} [words] What is said, where it is not the figure's sentence.
 * @returns {(alive: import("./kit").Alive<Place, Known>) => import("./kit").Hand}
 */
export function byDigits(selector, last, moved, words) {
  return (alive) => {
    enterDigits(find(alive.element, selector), last, (at, digit) => {
      alive.go(moved(alive.place, at, digit, alive.known), words === undefined);
      if (words !== undefined) alive.announce(words(alive.place, alive.known));
    }, alive.signal);
    return {tell: () => {}};
  };
}
