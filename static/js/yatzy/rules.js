/**
 * The rules of Scandinavian Yatzy: fifteen categories as small pure functions, and the ruleset as data.
 *
 * A roll is its dice in ascending order. Nothing here depends on the number of dice; a further variant of the game is
 * a further Ruleset.
 */

/**
 * @typedef {readonly number[]} Dice Faces, ascending.
 *
 * @typedef {object} Category
 * @property {string} name Name in data sets and on the command line.
 * @property {string} title Name on the scorecard.
 * @property {number} face Face that an upper category counts; 0 in the lower section.
 * @property {(roll: Dice) => number} points What a roll brings in this category.
 *
 * @typedef {object} Ruleset
 * @property {string} name
 * @property {number} n_dice
 * @property {number} n_throws Throws in a turn, the first one included.
 * @property {number} threshold Upper total that earns the bonus.
 * @property {number} bonus Points of the bonus.
 * @property {readonly Category[]} categories In scorecard order, the upper section first.
 */

const FACES = [1, 2, 3, 4, 5, 6];

/**
 * @param {Dice} roll
 * @param {number} face
 */
function count(roll, face) {
  return roll.filter((die) => die === face).length;
}

/** @param {Dice} roll */
function sum(roll) {
  return roll.reduce((total, die) => total + die, 0);
}

/**
 * Faces that a roll shows at least `n` times, ascending.
 * @param {Dice} roll
 * @param {number} n
 */
function facesShown(roll, n) {
  return FACES.filter((face) => count(roll, face) >= n);
}

/**
 * Score `n` dice of one face; the highest such face counts.
 * @param {number} n
 * @returns {(roll: Dice) => number}
 */
function ofAKind(n) {
  return (roll) => n * (facesShown(roll, n).at(-1) ?? 0);
}

/**
 * Score two pairs of different faces; four of a kind is not two pairs.
 * @param {Dice} roll
 */
function twoPairs(roll) {
  const faces = facesShown(roll, 2);
  return faces.length >= 2 ? 2 * sum(faces.slice(-2)) : 0;
}

/**
 * Score a straight that holds exactly the given faces.
 * @param {Dice} faces
 * @returns {(roll: Dice) => number}
 */
function straight(faces) {
  return (roll) => (faces.every((face) => roll.includes(face)) ? sum(faces) : 0);
}

/**
 * Score three of one face and two of another; five of a kind is not a full house.
 * @param {Dice} roll
 */
function fullHouse(roll) {
  const threes = facesShown(roll, 3);
  const pairs = facesShown(roll, 2);
  return threes.length === 1 && pairs.length === 2 ? sum(roll) : 0;
}

/**
 * Score 50 when all dice show the same face.
 * @param {Dice} roll
 */
function yatzy(roll) {
  return roll.every((die) => die === roll[0]) ? 50 : 0;
}

/**
 * @param {string} name
 * @param {string} title
 * @param {number} face
 * @returns {Category}
 */
function upper(name, title, face) {
  return {name, title, face, points: (roll) => face * count(roll, face)};
}

/**
 * @param {string} name
 * @param {string} title
 * @param {(roll: Dice) => number} points
 * @returns {Category}
 */
function lower(name, title, points) {
  return {name, title, face: 0, points};
}

/** @type {Ruleset} */
export const scandinavian = {
  name: "scandinavian",
  n_dice: 5,
  n_throws: 3,
  threshold: 63,
  bonus: 50,
  categories: [
    upper("ones", "Ones", 1),
    upper("twos", "Twos", 2),
    upper("threes", "Threes", 3),
    upper("fours", "Fours", 4),
    upper("fives", "Fives", 5),
    upper("sixes", "Sixes", 6),
    lower("one_pair", "One pair", ofAKind(2)),
    lower("two_pairs", "Two pairs", twoPairs),
    lower("three_of_a_kind", "Three of a kind", ofAKind(3)),
    lower("four_of_a_kind", "Four of a kind", ofAKind(4)),
    lower("small_straight", "Small straight", straight([1, 2, 3, 4, 5])),
    lower("large_straight", "Large straight", straight([2, 3, 4, 5, 6])),
    lower("full_house", "Full house", fullHouse),
    lower("chance", "Chance", sum),
    lower("yatzy", "Yatzy", yatzy),
  ],
};

/** @type {Readonly<Record<string, Ruleset>>} */
const RULESETS = {scandinavian};

/**
 * Return the ruleset called `name`.
 * @param {string} name
 */
export function findRuleset(name) {
  const ruleset = RULESETS[name];
  if (ruleset === undefined) {
    throw new RangeError(`unknown ruleset "${name}"; choose one of ${Object.keys(RULESETS).join(", ")}`);
  }
  return ruleset;
}

/**
 * Number of upper categories: those come first and count towards the bonus.
 * @param {Ruleset} ruleset
 */
export function countUpper(ruleset) {
  return ruleset.categories.filter((category) => category.face > 0).length;
}
