/** Dice in motion: they fall, and each fall can be interrupted by the next. */

const FALL = 350;

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

/** @param {HTMLElement} die */
function stop(die) {
  for (const motion of die.getAnimations()) motion.cancel();
}
