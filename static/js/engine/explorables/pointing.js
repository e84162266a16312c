/**
 * The picture as a control: a mark that holds values of parameters (`data-at`, "0:3 2:1": of which parameter, and which
 * stop) sets them when it is pressed, and while the pointer is dragged over it. The marks of the state are marked so.
 */
import {nearestMark} from "../kit/marks.js";
import {every} from "../kit/repaint.js";

const HELD = "[data-at]";

/** @param {string} text @returns {[number, number][]} */
const pairsOf = (text) => text.split(" ").map((pair) => /** @type {[number, number]} */ (pair.split(":").map(Number)));

/** Whether a mark is one of the state. @param {string} text @param {readonly number[]} place */
const isChosen = (text, place) => pairsOf(text).every(([one, stop]) => place[one] === stop);

/** Mark the marks of a state. @param {Element} picture @param {readonly number[]} place */
export function choose(picture, place) {
  for (const mark of every(picture, HELD)) mark.toggleAttribute("data-chosen", isChosen(mark.dataset.at ?? "", place));
}

/** The drawing of a still with the marks of its state marked. @param {string} drawing @param {readonly number[]} place */
export const chosenIn = (drawing, place) => drawing.replace(/ data-at="([^"]*)"/g, (held, text) => (isChosen(text, place) ? `${held} data-chosen=""` : held));

/**
 * Let the picture be pressed and dragged over.
 * @param {import("../kit/kit").Alive<number[], {allowed: (place: number[]) => boolean}>} alive @returns {import("../kit/kit").Hand}
 */
export function byPicture(alive) {
  const picture = alive.element.querySelector(".explorable-picture");
  const {signal} = alive;
  let isHeld = false;

  /** @param {Element | null} mark @param {boolean} spoken */
  function go(mark, spoken) {
    const next = [...alive.place];
    for (const [one, stop] of mark ? pairsOf(mark.getAttribute("data-at") ?? "") : []) next[one] = stop;
    const isNew = next.some((stop, one) => stop !== alive.place[one]) && alive.known.allowed(next);
    if (isNew || spoken) alive.go(isNew ? next : alive.place, spoken);
  }

  /** @param {Event} event */
  const markAt = (event) => nearestMark(/** @type {Element} */ (picture), HELD, /** @type {PointerEvent} */ (event));

  picture?.addEventListener("pointerdown", (event) => {
    const {button, target} = /** @type {PointerEvent} */ (event);
    isHeld = button === 0 && target instanceof Element && target.closest("svg") !== null && picture.querySelector(HELD) !== null;
  }, {signal});
  picture?.addEventListener("pointermove", (event) => {
    if (isHeld) go(markAt(event), false);
  }, {signal});
  picture?.addEventListener("click", (event) => {
    isHeld = false;
    if (event.target instanceof Element && event.target.closest("svg") && picture.querySelector(HELD)) go(markAt(event), true);
  }, {signal});
  for (const end of ["pointerleave", "pointercancel"]) picture?.addEventListener(end, () => { isHeld = false; }, {signal});
  picture?.addEventListener("choose", ({target}) => go(/** @type {Element} */ (target).closest(HELD), true), {signal});
  return {tell: () => picture && choose(picture, alive.place)};
}
