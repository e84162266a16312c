/**
 * A throw of five dice: how they lie, and which of their roll stay on the table.
 *
 * @typedef {object} Throw
 * @property {readonly number[]} thrown Faces in the order in which the dice lie.
 * @property {number} way Dice of the roll that stay: bit i for the i-th, ascending.
 * @property {string} [looked] Another roll, under a mouse that passes over the map.
 */

/** Dice of a throw as its roll. @param {readonly number[]} thrown */
export function rollOf(thrown) {
  return thrown.slice().sort((a, b) => a - b);
}

/** A roll as the data sets write it. @param {readonly number[]} thrown */
export function textOfRoll(thrown) {
  return rollOf(thrown).join("");
}

/** Ways in which as many dice can fall. @param {number} n_dice */
export function throwsOf(n_dice) {
  return 6 ** n_dice;
}

/**
 * Turn one die of a throw; nothing is kept of the new roll.
 * @param {Throw} state @param {number} die @param {number} face @returns {Throw}
 */
export function turnDie({thrown}, die, face) {
  return {thrown: thrown.map((old, index) => (index === die ? face : old)), way: 0};
}

/** Read a throw from a link. @param {string | null} text @returns {Throw | null} Null when the text is no throw. */
export function throwOfText(text) {
  const match = /^([1-6]{5})\.(\d{1,2})$/.exec(text ?? "");
  if (match === null || Number(match[2]) >= 2 ** match[1].length) return null;
  return {thrown: Array.from(match[1], Number), way: Number(match[2])};
}

/** Write a throw for a link. @param {Throw} state */
export function textOfThrow({thrown, way}) {
  return `${thrown.join("")}.${way}`;
}
