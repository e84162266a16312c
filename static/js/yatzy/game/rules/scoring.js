/**
 * Scoring: the points of a roll in each kind of category, as pure functions of its dice, ascending.
 *
 * They work for any number of dice; the solver has a function of the same name for each.
 */

/** @import {Category, Dice} from "./scandinavian.js" */
/** @typedef {(roll: Dice) => number} Scoring */

const FACES = [1, 2, 3, 4, 5, 6];

/** @param {Dice} roll @param {number} face */
const count = (roll, face) => roll.filter((die) => die === face).length;

/** @param {Dice} roll */
export const sum = (roll) => roll.reduce((total, die) => total + die, 0);

/** Whether all dice are equal. @param {Dice} roll */
export const isEqual = (roll) => roll.every((die) => die === roll[0]);

/**
 * Score the best groups of equal dice of these sizes, each of a different face: four of a kind is not two pairs.
 * @param {...number} sizes @returns {Scoring}
 */
export const groups = (...sizes) => (roll) => Math.max(0, bestGroups(roll, sizes, FACES));

/**
 * @param {Dice} roll @param {readonly number[]} sizes
 * @param {readonly number[]} faces Faces that are still free.
 * @returns {number} Minus infinity if the roll does not contain the groups.
 */
function bestGroups(roll, [size, ...rest], faces) {
  if (size === undefined) return 0;
  const found = faces
    .filter((face) => count(roll, face) >= size)
    .map((face) => size * face + bestGroups(roll, rest, faces.filter((other) => other !== face)));
  return Math.max(-Infinity, ...found);
}

/** Score `n` dice of one face; the highest such face counts. @param {number} n */
export const ofAKind = (n) => groups(n);

/** Score the sum of the given faces if the roll contains all of them. @param {...number} faces @returns {Scoring} */
export const straight = (...faces) => (roll) => (faces.every((face) => roll.includes(face)) ? sum(faces) : 0);

/** Score fixed points if all dice are equal. @param {number} points @returns {Scoring} */
export const allEqual = (points) => (roll) => (isEqual(roll) ? points : 0);

/** @param {string} name @param {string} title @param {Scoring} points @returns {Category} */
export const lower = (name, title, points) => ({name, title, face: 0, points});

const UPPER_TITLES = ["Ones", "Twos", "Threes", "Fours", "Fives", "Sixes"];

/** The upper section, the same in all games. @type {readonly Category[]} */
export const UPPER_CATEGORIES = UPPER_TITLES.map((title, index) => {
  const face = index + 1;
  return {name: title.toLowerCase(), title, face, points: (roll) => face * count(roll, face)};
});
