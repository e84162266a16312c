/**
 * A guess before Maxi Yatzy is on the stage: does a sixth die make the bonus easier, or harder?
 */
import {percentage} from "site_builder/kit";
import {plainCard, plainChoices, plainDice, plainWords} from "../parts/plain.js";
import {SHOWN} from "../parts/guess.js";
import {gameOf} from "./games.js";
import {titleOfGame} from "./titles.js";

/** @import {Game} from "./games.js" */

/** The game that answers, and the one that it is compared with. */
export const ANSWERS = "maxi";
const KNOWN = "scandinavian";
const [EASIER, HARDER] = ["easier", "harder"];
/** Points of the right answer. */
const POINTS = 10;

/** How often the bonus comes, as text. @param {readonly Game[]} games @param {string} name */
const rateOf = (games, name) => percentage(gameOf(games, name).bonus_rate);

export const QUESTION = {
  question: "Three of each face with five dice, four of each with six: does the bonus become <b>easier</b>, or <b>harder</b>?",
  answers: [{key: EASIER, words: "Easier"}, {key: HARDER, words: "Harder"}],
};

/** The question on a card. */
export const drawBonusCard = () =>
  plainCard([plainDice([1, 2, 3, 4, 5, 6], 14, 56), plainWords("Six dice: is the bonus", 132, 27), plainChoices(QUESTION.answers.map(({words}) => words))]);

/** @param {readonly Game[]} games */
function answerOf(games) {
  return gameOf(games, ANSWERS).bonus_rate > gameOf(games, KNOWN).bonus_rate ? EASIER : HARDER;
}

/** Points of a guess. @param {readonly Game[]} games @param {string} guess */
export function pointsOfGuess(games, guess) {
  return guess === answerOf(games) ? POINTS : 0;
}

/** Answer a guess. @param {readonly Game[]} games @param {string} guess */
export function verdictOf(games, guess) {
  const answer = answerOf(games);
  const start = guess === SHOWN ? "It" : guess === answer ? "Yes, it" : "No, it";
  return `${start} is <b>${answer}</b>: in ${titleOfGame(ANSWERS)} the bonus comes in <b>${rateOf(games, ANSWERS)}</b> of perfect games.`;
}
