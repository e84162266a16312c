/**
 * The ways to point at dice, and the keeps that they come to.
 */

/**
 * A keep and all the ways to point at it.
 * @typedef {object} Keep
 * @property {string} dice Faces that stay, ascending.
 * @property {number[]} ways Bit i of a way: the i-th die of the roll stays.
 */

/**
 * Gather the ways to keep dice of a roll by the keep that they come to.
 * @param {readonly number[]} roll Ascending.
 * @returns {Keep[][]} By number of dice kept; within a size in the order of the dice kept, from the left.
 */
export function keepsBySize(roll) {
  /** @type {Map<string, Keep>[]} */
  const sizes = Array.from({length: roll.length + 1}, () => new Map());
  for (let way = 0; way < 2 ** roll.length; way += 1) {
    const dice = keptDice(roll, way);
    const size = sizes[dice.length];
    const keep = size.get(dice) ?? {dice, ways: []};
    keep.ways.push(way);
    size.set(dice, keep);
  }
  return sizes.map((size) => [...size.values()].sort((a, b) => (a.dice < b.dice ? -1 : 1)));
}

/** Write the dice that a way keeps. @param {readonly number[]} roll Ascending. @param {number} way */
export function keptDice(roll, way) {
  return roll.filter((_, index) => way & (1 << index)).join("");
}

/** Write a way with the dice in their places: "1··5·". @param {readonly number[]} roll Ascending. @param {number} way */
export function textOfWay(roll, way) {
  return roll.map((face, index) => (way & (1 << index) ? String(face) : "·")).join("");
}

/** Count the distinct keeps. @param {readonly Keep[][]} sizes */
export function countKeeps(sizes) {
  return sizes.reduce((sum, keeps) => sum + keeps.length, 0);
}
