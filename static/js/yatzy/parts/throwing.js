/** Dice in motion: they fall, and they slide into the order of their roll. Each motion can be interrupted by the next. */

const FALL = 350;
const SLIDE = 400;

/** Throw dice anew. @param {number} n_dice @returns {number[]} Faces in the order in which the dice lie. */
export function throwDice(n_dice) {
  return Array.from({length: n_dice}, () => 1 + Math.floor(6 * Math.random()));
}

/** Let dice fall into their places. @param {readonly HTMLElement[]} dice */
export function tumble(dice) {
  dice.forEach((die, index) => {
    stop(die);
    const turn = 120 + 360 * Math.random();
    die.animate([
      {transform: `translate(${10 - 20 * Math.random()}px, -2.5rem) rotate(${index % 2 ? turn : -turn}deg)`, opacity: 0.2},
      {transform: "none", opacity: 1},
    ], {duration: FALL, easing: "cubic-bezier(.2, .8, .3, 1)"});
  });
}

/**
 * Slide dice from where they fell to their places in ascending order, and let their colours fade.
 * @param {readonly HTMLElement[]} fallen Dice in the order in which they lie.
 * @param {readonly HTMLElement[]} ordered The same dice in ascending order.
 * @param {readonly number[]} thrown Faces in the order in which the dice lie.
 * @param {number} [delay] Milliseconds until they start.
 */
export function meltOrder(fallen, ordered, thrown, delay = FALL) {
  ordered.forEach((die, place) => {
    stop(die);
    const source = fallen[ascending(thrown)[place]];
    const from = source.getBoundingClientRect();
    const to = die.getBoundingClientRect();
    const colour = getComputedStyle(source).backgroundColor;
    die.animate([
      {transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)`, backgroundColor: colour, opacity: 0},
      {opacity: 1, offset: 0.1},
      {transform: "none", backgroundColor: colour, offset: 0.85},
      {transform: "none"},
    ], {duration: SLIDE, delay, easing: "ease-in-out", fill: "backwards"});
  });
}

/** List which die comes at each place of the ascending order; equal dice keep theirs. @param {readonly number[]} thrown */
export function ascending(thrown) {
  return thrown.map((_, index) => index).sort((a, b) => thrown[a] - thrown[b] || a - b);
}

/** @param {HTMLElement} die */
function stop(die) {
  for (const motion of die.getAnimations()) motion.cancel();
}
