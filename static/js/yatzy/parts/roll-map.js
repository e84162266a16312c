/**
 * A map of all rolls, grouped by pattern: six rows, and for each pattern a column per choice of the remaining dice.
 *
 * With five dice and six faces every pattern fills its columns exactly: 1 + 5 + 5 + 10 + 10 + 10 + 1 columns of six.
 */

/**
 * @typedef {object} Pattern
 * @property {string} key As in data set `rolls`: "2-1-1-1".
 * @property {string} name
 * @property {number} column First column of the pattern.
 * @property {number} columns
 * @property {number} orders Number of throws that give one such roll.
 *
 * @typedef {object} RollMap
 * @property {Pattern[]} patterns From left to right.
 * @property {number} columns
 * @property {(roll: string) => {column: number, row: number}} cellOf
 * @property {(cell: {column: number, row: number}) => number} indexAt Row of the data set at a cell.
 *
 * @typedef {{roll: string[], pattern: string[], orders: number[], distinct_keeps: number[]}} RollTable
 */

/** Rows of the map: one per face. */
export const ROWS = 6;

const NAMES = /** @type {Record<string, string>} */ ({
  "5": "five of a kind",
  "4-1": "four of a kind",
  "3-2": "full house",
  "3-1-1": "three of a kind",
  "2-2-1": "two pairs",
  "2-1-1-1": "one pair",
  "1-1-1-1-1": "all different",
});

/** Lay out the rolls of the data set. @param {RollTable} table @returns {RollMap} */
export function layOutRolls(table) {
  const keys = [...new Set(table.pattern)].sort().reverse();
  /** @type {Map<string, {column: number, row: number}>} */
  const cells = new Map();
  /** @type {Map<number, number>} */
  const indices = new Map();
  let column = 0;
  const patterns = keys.map((key) => {
    const members = table.roll.map((roll, index) => ({roll, index})).filter(({index}) => table.pattern[index] === key);
    const columns = members.length / ROWS;
    const seen = new Array(ROWS).fill(0);
    for (const {roll, index} of members) {
      const row = leadingFace(roll) - 1;
      const cell = {column: column + seen[row], row};
      seen[row] += 1;
      cells.set(roll, cell);
      indices.set(cell.column * ROWS + row, index);
    }
    const pattern = {key, name: NAMES[key] ?? key, column, columns, orders: table.orders[members[0].index]};
    column += columns;
    return pattern;
  });
  return {
    patterns,
    columns: column,
    cellOf: (roll) => /** @type {{column: number, row: number}} */ (cells.get(roll)),
    indexAt: (cell) => /** @type {number} */ (indices.get(cell.column * ROWS + cell.row)),
  };
}

/** Count the dice of each face. @param {string} roll */
export const countsOf = (roll) => [1, 2, 3, 4, 5, 6].map((face) => roll.split(String(face)).length - 1);

/**
 * Return the face that determines a roll's row: the one whose number of dice no other face shares. For five different dice
 * it is the missing face.
 * @param {string} roll
 */
function leadingFace(roll) {
  const counts = countsOf(roll);
  const alone = [5, 4, 3, 2, 1, 0].filter((count) => counts.filter((other) => other === count).length === 1);
  return counts.indexOf(alone[0]) + 1;
}
