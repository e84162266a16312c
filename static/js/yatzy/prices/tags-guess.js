/** A guess before the tags are turned over: which box of the lower half has the highest price on an empty card? */

import {SHOWN} from "../parts/guess.js";
import {EMPTY, priceOf} from "./tags.js";

/** @import {Known} from "./tags.js" */

const ASKED = ["yatzy", "full_house", "two_pairs", "chance"];
/** Points of the best answer; each point of price below it costs one. */
const BEST = 10;

/** @param {Known} known @returns {import("../parts/guess.js").Question} */
export function questionOf({game}) {
  const titles = new Map(game.ruleset.categories.map(({name, title}) => [name, title]));
  return {
    question: "The card is empty. Which of these boxes has the highest price?",
    answers: ASKED.map((name) => ({key: name, words: titles.get(name) ?? ""})),
  };
}

/** The price of a box of the lower half on an empty card. @param {Known} known @param {string} name */
function priceNamed(known, name) {
  const box = known.game.ruleset.categories.findIndex((one) => one.name === name);
  return {title: known.game.ruleset.categories[box].title, price: /** @type {number} */ (priceOf(known, EMPTY, box, 0))};
}

/** @param {Known} known */
const dearestAsked = (known) => ASKED.map((name) => priceNamed(known, name)).reduce((best, one) => (one.price > best.price ? one : best));

/** Points of a guess. @param {Known} known @param {string} guess */
export const pointsOfGuess = (known, guess) => Math.max(0, Math.round(BEST - (dearestAsked(known).price - priceNamed(known, guess).price)));

/** Answer a guess. @param {Known} known @param {string} guess */
export function verdictOf(known, guess) {
  const best = dearestAsked(known);
  const answer = `${best.title} costs <b>${best.price.toFixed(1)}</b>`;
  if (guess === SHOWN) return `${answer}, the most in the lower half.`;
  const own = priceNamed(known, guess);
  return own.title === best.title ? `Yes: ${answer}, the most in the lower half.` : `${own.title} costs ${own.price.toFixed(1)}; ${answer}.`;
}
