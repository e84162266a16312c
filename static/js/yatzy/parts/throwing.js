/** Dice in motion: they fall, and each fall can be interrupted by the next. */

// Lift the dice that an option keeps while the hand is on it: what the words say is seen on the table.

/**
 * Follow mouse and focus over options (`data-option="keep-555"`) and lift their dice (`.dice-row .die[data-face]`).
 * @param {HTMLElement} element @param {AbortSignal} signal
 */
export function liftDiceUnderHand(element, signal) {
  for (const kind of ["pointerover", "focusin"]) {
    element.addEventListener(kind, ({target}) => {
      lift(element, target instanceof Element ? target.closest("[data-option]") : null);
    }, {signal});
  }
  element.addEventListener("pointerleave", () => lift(element, null), {signal});
}

/** @param {HTMLElement} element @param {Element | null} option */
function lift(element, option) {
  const kept = /^keep-(\d*)$/.exec(option?.getAttribute("data-option") ?? "")?.[1] ?? "";
  const wanted = [...kept];
  for (const die of element.querySelectorAll(".dice-row .die")) {
    const found = wanted.indexOf(die.getAttribute("data-face") ?? "");
    if (found >= 0) wanted.splice(found, 1);
    die.classList.toggle("lifted", found >= 0);
  }
}

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
