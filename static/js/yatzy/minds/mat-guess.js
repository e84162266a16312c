/** A guess before the mat tells what it scores. */

import {SHOWN} from "../parts/guess.js";

/** @import {Mat} from "./mat.js" */

/** Scores to choose from, far enough apart. */
const CHOICES = [180, 205, 230, 245];
/** Points of the nearest, and of the one beside it. */
const [NEAREST, BESIDE] = [10, 4];

/** @type {import("../parts/guess.js").Question} */
export const QUESTION = {
  question: "Whoever follows this mat, and knows no chances, scores on average about…",
  answers: CHOICES.map((score) => ({key: String(score), words: String(score)})),
};

/** How many choices lie between a guess and the nearest one. @param {Mat} mat @param {string} guess */
function stepsOff({mean}, guess) {
  const nearest = CHOICES.reduce((best, score) => (Math.abs(score - mean) < Math.abs(best - mean) ? score : best));
  return Math.abs(CHOICES.indexOf(nearest) - CHOICES.indexOf(Number(guess)));
}

/** Points of a guess. @param {Mat} mat @param {string} guess */
export const pointsOfGuess = (mat, guess) => [NEAREST, BESIDE][stepsOff(mat, guess)] ?? 0;

/** Answer a guess. @param {Mat} mat @param {string} guess */
export function verdictOf(mat, guess) {
  const judged = stepsOff(mat, guess) === 0 ? "Yes" : Number(guess) > mat.mean ? "Less" : "More";
  return `${guess === SHOWN ? "It" : `${judged}: it`} scores <b>${mat.mean.toFixed(1)}</b> points, followed through the whole game.`;
}
