/**
 * Enter dice from the keyboard: digits set a face and go on to the next die, arrows turn a die or go to its neighbour.
 */

/**
 * @param {HTMLElement} row Holds one button a die.
 * @param {(die: number, face: (old: number) => number) => void} turn
 * @param {AbortSignal} signal
 */
export function enterFaces(row, turn, signal) {
  row.addEventListener("keydown", (event) => {
    const dice = [...row.querySelectorAll("button")];
    const die = dice.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (die === -1 || event.altKey || event.ctrlKey || event.metaKey) return;
    const face = /^[1-6]$/.test(event.key) ? Number(event.key) : 0;
    const step = {ArrowUp: 1, ArrowDown: -1}[event.key] ?? 0;
    const side = {ArrowRight: 1, ArrowLeft: -1}[event.key] ?? (face ? 1 : 0);
    if (face === 0 && step === 0 && side === 0) return;

    event.preventDefault();
    if (face) turn(die, () => face);
    if (step) turn(die, (old) => ((old - 1 + step + 6) % 6) + 1);
    dice[Math.max(0, Math.min(dice.length - 1, die + side))].focus();
  }, {signal});
}
