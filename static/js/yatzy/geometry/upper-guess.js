/**
 * A guess before the grid is shown: which of a few totals can never stand above?
 */
import {namesOfMask, placeAt, reasonOf} from "./upper-place.js";

/** @import {UpperSet} from "./upper-totals.js" @import {Place} from "./upper-place.js" */

/** Boxes that are filled, and the totals to choose from: dice make all of them but one. */
const FACES = "35";
export const TOTALS = [14, 29, 36, 37];
/** Points of the right answer; all others bring none. */
const POINTS = 10;

/** The row that is asked about. @param {readonly UpperSet[]} sets */
export function askedRow(sets) {
  return /** @type {UpperSet} */ (sets.find(({faces}) => faces.join("") === FACES));
}

/** The cell that answers: no dice lead there. @param {readonly UpperSet[]} sets @returns {Place} */
export function answerOf(sets) {
  const row = askedRow(sets);
  return placeAt(row, /** @type {number} */ (TOTALS.find((total) => !row.reachable[total])));
}

/** @param {readonly UpperSet[]} sets @returns {import("../parts/guess.js").Question} */
export function questionOf(sets) {
  const answers = TOTALS.map((total) => ({key: String(total), words: String(total)}));
  return {question: `Only ${namesOfMask(askedRow(sets).mask)} are filled. Which of these totals can <b>never</b> stand in the upper half?`, answers};
}

/** Points of a guess. @param {readonly UpperSet[]} sets @param {number} total */
export function pointsOfTotal(sets, total) {
  return total === answerOf(sets).total ? POINTS : 0;
}

/** Answer a guess; why no dice make the right one stands beside the grid. @param {readonly UpperSet[]} sets @param {number} total */
export function verdictOf(sets, total) {
  const answer = answerOf(sets);
  if (total < 0) return `<b>${answer.total}</b> never happens.`;
  if (total === answer.total) return `Right: <b>${total}</b> never happens.`;
  return `<b>${total}</b> can happen: ${reasonOf(placeAt(answer.set, total))} What never happens is <b>${answer.total}</b>.`;
}
