/**
 * Digits that are typed into a figure, and said: each goes into the button that has the focus, and the next one has it then.
 */
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

/**
 * Enter digits: one sets a button and goes on to the next, arrows up and down turn it, left and right go to its neighbour.
 * @param {HTMLElement} row Holds a button for each digit.
 * @param {number} last The largest digit, up to 9; the smallest is 1, and it follows the largest.
 * @param {(place: number, digit: (old: number) => number) => void} turn @param {AbortSignal} signal
 */
function enterDigits(row, last, turn, signal) {
  row.addEventListener("keydown", (event) => {
    const buttons = [...row.querySelectorAll("button")];
    const place = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (place === -1 || event.altKey || event.ctrlKey || event.metaKey) return;
    const digit = /^[1-9]$/.test(event.key) && Number(event.key) <= last ? Number(event.key) : 0;
    const step = {ArrowUp: 1, ArrowDown: -1}[event.key] ?? 0;
    const side = {ArrowRight: 1, ArrowLeft: -1}[event.key] ?? (digit ? 1 : 0);
    if (digit === 0 && step === 0 && side === 0) return;

    event.preventDefault();
    if (digit) turn(place, () => digit);
    if (step) turn(place, (old) => ((old - 1 + step + last) % last) + 1);
    buttons[Math.max(0, Math.min(buttons.length - 1, place + side))].focus();
  }, {signal});
}
