/**
 * Your throw: three decisions, each with the box to write asked first, and where games can end after every answer.
 *
 * A place is a frozen value; what the reader does leads to the next one. No DOM.
 */

import {groupsOf} from "../parts/records.js";
import {scandinavian} from "../game/rules/scandinavian.js";

/** @import {DataSet} from "../../engine/widget" */

/**
 * @typedef {object} Option
 * @property {"keep" | "score"} action
 * @property {string} title Title of the box; "" where dice are kept.
 * @property {readonly number[]} kept Dice kept; none where the roll is scored.
 * @property {number} points
 * @property {number} price
 * @property {number} difference Points less price, or what keeping brings of that on average.
 * @property {number} value
 * @property {number} regret
 * @property {boolean} greedy
 *
 * @typedef {object} Throw
 * @property {number} example Which of the five decisions of the first chapter it is, from 0 as there.
 * @property {number} turn From 1.
 * @property {readonly number[]} dice
 * @property {number} rerolls
 * @property {number} upper_total
 * @property {readonly string[]} open Titles of the open boxes.
 * @property {number} before Expected final score before the turn.
 * @property {readonly Option[]} options
 * @property {readonly (readonly number[])[]} curves Chance of each bin of final scores: before the turn, then after each option.
 * @property {number} first Lowest score of the first bin that is drawn.
 * @property {number} bin Scores in a bin.
 *
 * @typedef {object} Place
 * @property {number} at Which throw, from 0.
 * @property {readonly number[]} answers By throw the number of the option chosen, from 1; 0 before.
 * @property {number} shown The option whose hill is drawn, from 1; 0 for the hill before the turn.
 */

/** Empty bins that are drawn beside the hills of a throw. */
const MARGIN = 3;
/** Chances that are too small to see: the ends of the hills. */
const UNSEEN = 2e-4;

/** @param {Record<string, DataSet>} data @returns {readonly Throw[]} */
export function readThrows({throw_options, throw_curves}) {
  const hills = groupsOf(throw_curves, "throw");
  return groupsOf(throw_options, "throw").map((rows, at) => readThrow(rows, hills[at]));
}

/** @param {Record<string, any>[]} rows @param {Record<string, any>[]} hills @returns {Throw} */
function readThrow(rows, hills) {
  const [{example, turn, dice, rerolls, upper_total, open, value, difference}] = rows;
  const titles = new Map(scandinavian.categories.map(({name, title}) => [name, title]));
  const titleOf = (/** @type {string} */ name) => titles.get(name) ?? "";
  return {
    example, turn, rerolls, upper_total,
    dice: facesOf(dice),
    open: open.split(",").map(titleOf),
    before: value - difference,
    options: rows.map((row) => ({
      action: row.action, title: titleOf(row.category), kept: facesOf(row.keep), points: row.points, price: row.price,
      difference: row.difference, value: row.value, regret: row.regret, greedy: row.greedy,
    })),
    ...layOut(hills, rows.length + 1),
  };
}

/** @param {string} text */
const facesOf = (text) => [...text].map(Number);

/** Lay the hills of a throw on one axis. @param {Record<string, any>[]} hills @param {number} count */
function layOut(hills, count) {
  const scores = hills.filter(({share}) => share >= UNSEEN).map(({score}) => score);
  const bin = Math.min(...hills.slice(1).map(({score}, at) => score - hills[at].score).filter((step) => step > 0));
  const first = Math.min(...scores) - MARGIN * bin;
  const n_bins = (Math.max(...scores) - first) / bin + 1 + MARGIN;
  const curves = Array.from({length: count}, () => new Array(n_bins).fill(0));
  for (const {option, score, share} of hills) {
    const cell = (score - first) / bin;
    if (cell >= 0 && cell < n_bins) curves[option][cell] = share;
  }
  return {curves, first, bin};
}

/** @param {readonly Throw[]} throws @returns {Place} */
export const openThrows = (throws) => ({at: 0, answers: throws.map(() => 0), shown: 0});

/** Write a place for a link: throw, option shown, answers. @param {Place} place */
export const textOfPlace = ({at, answers, shown}) => `${at + 1}.${shown}.${answers.join("")}`;

/** Read a place from a link; null for a text that names none. @param {string} text @param {readonly Throw[]} throws @returns {Place | null} */
export function placeOfText(text, throws) {
  const match = /^(\d)\.(\d)\.(\d+)$/.exec(text);
  if (match === null) return null;
  const [at, shown, answers] = [Number(match[1]) - 1, Number(match[2]), facesOf(match[3])];
  if (throws[at] === undefined || answers.length !== throws.length) return null;
  if (answers.some((answer, one) => answer > throws[one].options.length) || shown > throws[at].options.length) return null;
  return answers[at] === 0 && shown > 0 ? null : {at, answers, shown};
}

/** Follow a press: "option-2" or "next". @param {string} key @param {Place} place @param {readonly Throw[]} throws @returns {Place | null} */
export function pressThrow(key, place, throws) {
  if (key === "next") {
    const at = Math.min(place.at + 1, throws.length - 1);
    return {...place, at, shown: place.answers[at]};
  }
  const option = Number(key.replace("option-", ""));
  if (!(option >= 1 && option <= throws[place.at].options.length)) return null;
  const answers = place.answers.map((answer, at) => (at === place.at && answer === 0 ? option : answer));
  return {...place, answers, shown: option};
}

/** The option chosen in a throw; undefined before. @param {Throw} asked @param {number} answer @returns {Option | undefined} */
export const chosenIn = ({options}, answer) => options[answer - 1];

/** The option that perfect play takes. @param {Throw} asked */
export const bestOf = ({options}) => /** @type {Option} */ (options.find(({regret}) => regret === 0));

/** The option that greed takes. @param {Throw} asked */
export const greedyOf = ({options}) => /** @type {Option} */ (options.find(({greedy}) => greedy));

/**
 * Points given away so far, by the reader and by greed, over the throws that are answered.
 * @param {Place} place @param {readonly Throw[]} throws
 */
export function givenAway({answers}, throws) {
  const answered = throws.filter((_, at) => answers[at] > 0);
  return {
    answered: answered.length,
    you: throws.reduce((sum, asked, at) => sum + (chosenIn(asked, answers[at])?.regret ?? 0), 0),
    greedy: answered.reduce((sum, asked) => sum + greedyOf(asked).regret, 0),
  };
}
