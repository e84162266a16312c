/** Lift the dice that an option keeps while the hand is on it: what the words say is seen on the table. */

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
