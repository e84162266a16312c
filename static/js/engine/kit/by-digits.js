import {find} from "./repaint.js";

/**
 * A hand: type digits into a row of buttons, or change them with arrow keys. A typed digit is entered in the focused
 * button, and the focus moves to the next one.
 * @template Place, Known
 * @param {string} selector The element that contains a button for each digit.
 * @param {number} last The largest digit, up to 9.
 * @param {(place: Place, at: number, digit: (old: number) => number, known: Known) => Place} moved `at`: index of the button.
 * @param {(place: Place, known: Known) => string} [words] The announcement; by default the figure's sentence.
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
 * Handle keys: a digit sets a button and moves to the next; up and down change the digit; left and right move the focus.
 * @param {HTMLElement} row Contains a button for each digit.
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
