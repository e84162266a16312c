/**
 * Where a reader stands on the grid of upper totals: a row, a total, and the dice that lead there.
 */
import {listed} from "site_builder/kit";
import {DICE, UPPER_NAMES, facesOfMask, findWay, whyNot} from "./upper-totals.js";

/** Dice that a box is filled with by its switch: three of each face are the threshold. */
const USUAL_DICE = 3;

/** @import {UpperSet} from "./upper-totals.js" */

/**
 * @typedef {object} Place
 * @property {UpperSet} set
 * @property {number} total Upper total, capped at the threshold.
 * @property {number[] | null} counts Dice per face, Ones first, that make it; null where no dice do.
 */

/** Largest upper total that is told apart: it stands for all above. @param {UpperSet} set */
export function thresholdOf(set) {
  return set.reachable.length - 1;
}

/** Points of dice. @param {readonly number[]} counts Dice per face, Ones first. */
export function pointsOf(counts) {
  return counts.reduce((sum, dice, index) => sum + dice * (index + 1), 0);
}

/** Stand on a cell of the grid. @param {UpperSet} set @param {number} total @returns {Place} */
export function placeAt(set, total) {
  return {set, total, counts: findWay(set.faces, total, thresholdOf(set))};
}

/**
 * Stand where the given dice lead.
 * @param {readonly UpperSet[]} sets
 * @param {number} mask Boxes that are filled.
 * @param {number[]} counts @returns {Place}
 */
function placeOf(sets, mask, counts) {
  const set = /** @type {UpperSet} */ (sets.find((one) => one.mask === mask));
  return {set, total: Math.min(pointsOf(counts), thresholdOf(set)), counts};
}

/** Fill an open box with three dice, or empty a filled one. @param {readonly UpperSet[]} sets @param {Place} place @param {number} face */
export function switchBox(sets, {set, counts}, face) {
  const filled = (set.mask >> (face - 1)) & 1;
  const changed = counts ? counts.slice() : set.faces.reduce(withUsualDice, [0, 0, 0, 0, 0, 0]);
  changed[face - 1] = filled ? 0 : USUAL_DICE;
  return placeOf(sets, set.mask ^ (1 << (face - 1)), changed);
}

/**
 * Put one die more into a box; after the last comes none. An open box is filled by it.
 * @param {readonly UpperSet[]} sets @param {Place} place @param {number} face
 */
export function addDie(sets, {set, counts}, face) {
  const changed = counts ? counts.slice() : [0, 0, 0, 0, 0, 0];
  changed[face - 1] = (changed[face - 1] + 1) % (DICE + 1);
  return placeOf(sets, set.mask | (1 << (face - 1)), changed);
}

/** @param {number[]} counts @param {number} face */
function withUsualDice(counts, face) {
  return counts.map((dice, index) => (index === face - 1 ? USUAL_DICE : dice));
}

/** Write a place for a link: the faces and the total, "13.11". @param {Place} place */
export function textOfPlace({set, total}) {
  return `${set.faces.join("")}.${total}`;
}

/**
 * Read a place from a link.
 * @param {readonly UpperSet[]} sets @param {string | null} text
 * @returns {Place | null} Null when the text names no cell of the grid.
 */
export function placeOfText(sets, text) {
  const match = /^([1-6]*)\.(\d+)$/.exec(text ?? "");
  const set = match && sets.find(({faces}) => faces.join("") === match[1]);
  return set && Number(match[2]) <= thresholdOf(set) ? placeAt(set, Number(match[2])) : null;
}

/** Name the filled boxes: "Ones and Threes". @param {number} mask */
export function namesOfMask(mask) {
  return listed(facesOfMask(mask).map((face) => UPPER_NAMES[face - 1])) || "No box filled";
}

/** A total in words; the last one stands for all above. @param {Place} place */
export function titleOf({set, total}) {
  if (total === thresholdOf(set)) return `${total} points or more`;
  return total === 1 ? "1 point" : `${total} points`;
}

/** Say how a place is reached, or why it is not. @param {Place} place */
export function reasonOf({set, total, counts}) {
  if (counts === null) return whyNot(set, total);
  if (set.faces.length === 0) return "Nothing is written above.";
  const points = pointsOf(counts);
  if (points === 0) return `${set.faces.length === 1 ? "The box was" : "The boxes were"} filled with zero.`;
  const sum = set.faces.filter((face) => counts[face - 1] > 0).map((face) => `${counts[face - 1]} × ${face}`).join(" + ");
  const bonus = total === thresholdOf(set) ? ". The bonus is earned" : "";
  const skipped = set.capOnly && bonus ? `; no dice in these boxes make ${total} itself` : "";
  return `${sum} = ${points}${bonus}${skipped}.`;
}

/**
 * Tell after how many dice of a face each total of a row is first met, counting from another row.
 * @param {readonly boolean[]} before Totals of the smaller set.
 * @param {number} face Box that is added.
 * @returns {(number | null)[]} Dice needed per total; null where there is no way.
 */
export function diceToReach(before, face) {
  const cap = before.length - 1;
  return before.map((_, total) => {
    for (let dice = 0; dice <= DICE; dice += 1) {
      const from = total - dice * face;
      const passed = total === cap && before.some((met, earlier) => met && earlier >= Math.max(from, 0));
      if (passed || before[from]) return dice;
    }
    return null;
  });
}
