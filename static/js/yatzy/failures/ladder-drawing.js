/** The ladder, drawn: steps from the casual player up, which can be put into another order, and what perfect play has above. */
import {percentOf, shareOf} from "site_builder/kit";
import {WORDS_OF_HABIT} from "../parts/habits.js";
import {drawGuess, drawVerdict} from "../parts/guess.js";
import {ASKED, gainAfter, pointsOfGuess, stepsOf} from "./ladder.js";

/** @import {Habit, Players} from "../parts/habits.js" @import {Place, Step} from "./ladder.js" */

/** The steps are drawn between these scores. */
const AXIS = {from: 160, to: 252};
/** A habit that brings less has nothing to add. */
const NOTHING = 0.05;
const WHEN = ["first", "second", "third", "last"];

/** @type {import("../parts/guess.js").Question} */
const QUESTION = {
  question: "A habit is worth what it adds to those before it. When does it bring most to want three of each face, for the bonus?",
  answers: [
    {key: "first", words: "Learned first of all"},
    {key: "top", words: "After throwing for the top"},
    {key: "chances", words: "After counting chances"},
    {key: "pars", words: "After knowing the pars"},
  ],
};

/** @param {number} points */
const placeAt = (points) => percentOf(shareOf(points, AXIS));

/** Draw a step: from where the one before ends to where it ends. @param {number} mean @param {number} gain */
function drawStep(mean, gain) {
  return `<svg class="ladder-step" aria-hidden="true"><line class="rail" x2="${placeAt(mean - gain)}" y1="50%" y2="50%"/><rect x="${placeAt(mean - gain)}" width="${percentOf(gain / (AXIS.to - AXIS.from))}" height="100%"/><line class="post" x1="${placeAt(mean)}" x2="${placeAt(mean)}" y2="100%"/></svg>`;
}

/** @param {string} title @param {number} mean @param {number} gain */
function drawEnd(title, mean, gain) {
  const told = gain > 0 ? `<b>${gain.toFixed(1)}</b> left <span>${mean.toFixed(1)}</span>` : `<span>${mean.toFixed(1)}</span>`;
  return `<li class="ladder-end"><div class="ladder-row"><span class="ladder-title">${title}</span>${drawStep(mean, gain)}<span class="ladder-numbers">${told}</span></div></li>`;
}

/** @param {Step} step @param {number} row @param {number} last */
function drawHabit({habit, player, gain}, row, last) {
  const {title, does} = WORDS_OF_HABIT[habit];
  const button = (/** @type {string} */ way, /** @type {string} */ sign, /** @type {boolean} */ off) =>
    `<button type="button" data-press="${way}-${habit}" aria-label="${title}: learn it ${way === "up" ? "earlier" : "later"}"${off ? " disabled" : ""}>${sign}</button>`;
  return `<li class="habit${gain < NOTHING ? " nothing" : ""}" data-habit="${habit}"><div class="ladder-row"><span class="ladder-moves with-script">${button("up", "↑", row === 0)}${button("down", "↓", row === last)}</span><span class="ladder-title">${title}</span><span class="ladder-habit">${does}</span>${drawStep(player.mean, gain)}<span class="ladder-numbers"><b>+${gain.toFixed(1)}</b> <span>${player.mean.toFixed(1)}</span></span></div></li>`;
}

/** Draw all rungs, the first to be learned on top. @param {Players} players @param {Place} place */
export function drawLadder(players, {order}) {
  const steps = stepsOf(players, order);
  const [none, perfect, all] = [players.get("none"), players.get("perfect"), steps[steps.length - 1].player];
  if (none === undefined || perfect === undefined) throw new Error("the ladder has no ends");
  return `${drawEnd("The casual player", none.mean, 0)}${steps.map((step, row) => drawHabit(step, row, steps.length - 1)).join("")}${drawEnd("Perfect play", perfect.mean, perfect.mean - all.mean)}`;
}

/** Say what the habits bring in this order. @param {Players} players @param {Place} place */
export function wordsOfLadder(players, {order}) {
  const told = stepsOf(players, order).map(({habit, gain}, row) =>
    `${WORDS_OF_HABIT[habit].title.replace(/^./, (letter) => letter.toLowerCase())}, ${WHEN[row]}: <b>${gain < NOTHING ? "nothing" : `+${gain.toFixed(1)}`}</b>`);
  return `${told.join("; ")}.`.replace(/^./, (letter) => letter.toUpperCase());
}

/** Say what one habit brings where it stands now. @param {Players} players @param {Place} place @param {Habit} habit */
export function wordsOfMove(players, {order}, habit) {
  const row = order.indexOf(habit);
  const {gain} = stepsOf(players, order)[row];
  return `${WORDS_OF_HABIT[habit].title}, learned ${WHEN[row]}: ${gain < NOTHING ? "it adds nothing" : `it adds ${gain.toFixed(1)} points`}.`;
}

/** Say what the guess came to. @param {Players} players @param {string} guess */
export function verdictOf(players, guess) {
  const start = pointsOfGuess(players, guess) === 10 ? "Yes. " : "";
  const told = (/** @type {string} */ after) => `<b>${gainAfter(players, after).toFixed(1)}</b>`;
  const nothing = gainAfter(players, "pars") < NOTHING ? "nothing, for the list holds the bonus already" : told("pars");
  return `${start}First of all, “${WORDS_OF_HABIT[ASKED].title}” brings ${told("first")} points, after counting chances ${told("chances")}, after throwing for the top ${told("top")}. After the pars it brings ${nothing}.`;
}

/** The figure, its question first. */
export const FRAME = `<div class="ladder to-guess">${drawGuess(QUESTION)}
${drawVerdict()}
<ol class="ladder-rungs tells" data-region="rungs"></ol></div>`;

/** What is asked, as a person hears it. */
export const questionWords = () => QUESTION.question;
