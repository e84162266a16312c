/** The first roll of a game: all rolls by pattern, what perfect play does with each, and how close the runner-up is. */
import {countOrders} from "../game/lattice.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {countsOf, layOutRolls} from "../parts/roll-map.js";
import {gamesToSee} from "./score-curve.js";

/**
 * @typedef {object} Rows
 * @property {string[]} dice
 * @property {string[]} option The dice kept, or the category scored.
 * @property {string[]} second_option
 * @property {number[]} value
 * @property {number[]} gap
 *
 * @typedef {object} Options All that the roll offers that is asked about.
 * @property {string[]} dice
 * @property {string[]} option As in `Rows`.
 * @property {number[]} value
 * @property {number[]} loss
 *
 * @typedef {{opening_rolls: Rows, first_roll_options: Options}} Data
 * @typedef {"gap" | "kept"} Ink What the colour of a roll says.
 * @typedef {{roll: number, ink: Ink, found: readonly number[]}} Place `found`: places of the close calls, from 0.
 */

/** Losses of the runner-up at which the colour grows paler. */
export const GAPS = [0.1, 0.25, 0.5, 1, 2, 5];
const THROWS = 7776;
const CALLS = 5;
/** What the reader may answer, and points of a guess that every point given away costs. */
export const ANSWERS = ["full_house", "111", "66", ""];
const PRICE = 2;

/** Lay out the rolls by pattern, as in the figure of all rolls. @param {Rows} rows */
export function layOut(rows) {
  const pattern = rows.dice.map((dice) => countsOf(dice).filter((count) => count > 0).sort((a, b) => b - a).join("-"));
  return layOutRolls({roll: rows.dice, pattern, orders: rows.dice.map(ordersOf), distinct_keeps: []});
}

/** Count the throws that are one roll. @param {string} dice Ascending. */
export const ordersOf = (dice) => countOrders([...dice].map(Number));

/** Tell whether an option scores: it is a category then, not dice. @param {string} option */
export const scores = (option) => !/^[1-6]*$/.test(option);

/**
 * Colour of a roll, 0 to 6: the closer the call, or the more dice are kept, the stronger.
 * @param {Rows} rows @param {number} roll @param {Ink} ink
 */
export function stepOf(rows, roll, ink) {
  if (ink === "gap") return 6 - GAPS.filter((gap) => rows.gap[roll] >= gap).length;
  return scores(rows.option[roll]) ? 6 : rows.option[roll].length;
}

/** Name the question that a roll poses: its best options, both. @param {Rows} rows @param {number} roll */
const questionOf = (rows, roll) => `${rows.option[roll]},${rows.second_option[roll]}`;

/**
 * Find the closest calls; rolls that pose the same question are one.
 * @param {Rows} rows
 * @returns {{roll: number, rolls: number[]}[]} The closest first.
 */
export function closestCalls(rows) {
  const order = rows.gap.map((_, roll) => roll).sort((a, b) => rows.gap[a] - rows.gap[b] || a - b);
  /** @type {Map<string, {roll: number, rolls: number[]}>} */
  const calls = new Map();
  for (const roll of order) {
    const question = questionOf(rows, roll);
    const call = calls.get(question);
    if (call) call.rolls.push(roll);
    else if (calls.size < CALLS) calls.set(question, {roll, rolls: [roll]});
  }
  return [...calls.values()];
}

/** Note a close call that the reader has come to. @param {Rows} rows @param {Place} place @returns {Place} */
export function noteFound(rows, place) {
  const at = closestCalls(rows).findIndex(({rolls}) => rolls.includes(place.roll));
  return at === -1 || place.found.includes(at) ? place : {...place, found: [...place.found, at]};
}

/** An option of a roll, as the ranking of options draws it. @param {Rows} rows @param {number} roll @param {boolean} second */
export function optionOf(rows, roll, second) {
  return optionNamed(rows.dice[roll], (second ? rows.second_option : rows.option)[roll]);
}

/** @param {string} roll Its dice. @param {string} name The dice kept, or the category scored. */
export function optionNamed(roll, name) {
  const category = scandinavian.categories.find((one) => one.name === name);
  const dice = (category === undefined ? name : roll).split("").map(Number);
  if (category === undefined) return {action: /** @type {const} */ ("keep"), dice, title: "", points: 0};
  return {action: /** @type {const} */ ("score"), dice, title: category.title, points: category.points(dice)};
}

/** What an answer gives away. @param {Options} options @param {string} name */
export const lossOf = ({option, loss}, name) => loss[option.indexOf(name)];

/** Points of an answer, nothing to ten. @param {number} loss */
export const pointsOfLoss = (loss) => Math.max(0, 10 - Math.round(PRICE * loss));

/** @param {Rows} rows @param {number} roll */
export function wordsOfChance(rows, roll) {
  return `This roll opens one game in <b>${gamesToSee(ordersOf(rows.dice[roll]) / THROWS)}</b>.`;
}

/** What a game brings on average: that of all first rolls. @param {Rows} rows */
const averageOf = (rows) => rows.dice.reduce((sum, dice, roll) => sum + (ordersOf(dice) / THROWS) * rows.value[roll], 0);

/**
 * Points less price after an option of a roll: of what is scored, or on average of what comes of the dice that are kept.
 * @param {Rows} rows @param {number} roll @param {boolean} second
 */
export function differenceOf(rows, roll, second) {
  return rows.value[roll] - (second ? rows.gap[roll] : 0) - averageOf(rows);
}

/** Read a place from a link: "11256", or "11256.kept"; the dice may stand in any order. @param {string | null} text @param {Rows} rows @returns {Place | null} */
export function placeOfText(text, rows) {
  const [dice, ink = "gap"] = (text ?? "").split(".");
  const roll = rows.dice.indexOf([...dice].sort().join(""));
  return roll >= 0 && (ink === "gap" || ink === "kept") ? {roll, ink, found: []} : null;
}

/** @param {Rows} rows @param {Place} place */
export function textOfPlace(rows, {roll, ink}) {
  return ink === "gap" ? rows.dice[roll] : `${rows.dice[roll]}.${ink}`;
}
