/**
 * A score to beat: how often each way to play gets there, and what is lost by the two that do not look at the score.
 */

/** @import {Target} from "./types" */

/** Read the data set, by ascending score. @param {Record<string, Record<string, any[]>>} data @returns {Target[]} */
export function readTargets({score_to_beat: {score, best, dial, theta, optimal}}) {
  return score.map((points, row) => ({score: points, best: best[row], dial: dial[row], theta: theta[row], optimal: optimal[row]}));
}

/** Find the target that a link names; null when it names none. @param {string | null} text @param {readonly Target[]} targets */
export function indexOfText(text, targets) {
  if (!/^\d{1,3}$/.test(text ?? "")) return null;
  const index = targets.findIndex(({score}) => score === Number(text));
  return index === -1 ? null : index;
}

/** Find the target at which most is lost. @param {readonly Target[]} targets */
export function widestGap(targets) {
  return targets.reduce((widest, target) => (target.best - target.dial > widest.best - widest.dial ? target : widest));
}

/** Points of a guess of the best chance, nothing to ten. @param {Target} target @param {number} guess In percent. */
export function pointsOfGuess({best}, guess) {
  return Math.max(0, 10 - Math.round(Math.abs(guess - 100 * best)));
}

/** Where a setting of the dial stands on its strip, -1 to 1: dense near zero, where the play changes most. @param {number} theta */
export function placeOnDial(theta) {
  return Math.asinh(theta / 0.01) / Math.asinh(3 / 0.01);
}
