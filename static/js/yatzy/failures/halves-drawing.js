/** Two halves, drawn: a square of four players, each with its hill, and the list of pars. */
import {percentage} from "site_builder/kit";
import {glyph} from "../parts/cast.js";
import {drawHill, drawHillAxis, drawHills} from "../parts/hills.js";
import {HIGH, plainCard, WIDE} from "../parts/plain.js";
import {drawGuess, drawVerdict, SHOWN} from "../parts/guess.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {FOUR, gainOf, playerCalled, truthOf} from "./halves.js";

/** @import {Halves, Place} from "./halves.js" */

/** @type {Readonly<Record<string, string>>} */
const TITLES = {none: "Neither", chances: "Counts chances", pars: "Knows pars", "chances-pars": "Both"};

/** @type {import("../parts/guess.js").Question} */
const QUESTION = {
  question: "A casual player learns one thing: to work out every chance of a turn, or a list of fifteen numbers. Which is worth more?",
  answers: [{key: "chances", words: "The chances"}, {key: "pars", words: "The list"}, {key: "same", words: "About the same"}],
};

/** @param {Halves} halves @param {string} name @param {Place} place */
function drawPlayer(halves, name, {player}) {
  const {mean, plays_as} = playerCalled(halves, name);
  return `<button type="button" class="halves-player" data-press="look-${name}" aria-pressed="${name === player}"><span class="halves-title">${TITLES[name]}</span> <b>${mean.toFixed(1)}</b><svg class="halves-hill" aria-hidden="true">${drawHill(halves.curves, plays_as, mean)}${drawHillAxis()}</svg></button>`;
}

/** The four players, in two rows. @param {Halves} halves @param {Place} place */
export const drawSquare = (halves, place) => FOUR.map((name) => drawPlayer(halves, name, place)).join("");

/** Say what the guess came to. @param {Halves} halves @param {string} guess */
export function verdictOf(halves, guess) {
  const judged = guess === truthOf(halves) ? "Yes" : truthOf(halves) === "same" ? "Nearly the same" : "No";
  const start = guess === SHOWN ? "Chances" : `${judged}: chances`;
  const both = gainOf(halves, "chances-pars");
  return `${start} alone bring <b>${gainOf(halves, "chances").toFixed(1)}</b> points, the list alone <b>${gainOf(halves, "pars").toFixed(1)}</b>. Together they bring <b>${both.toFixed(1)}</b>, more than their sum.`;
}

/** Say what the player is like. @param {Halves} halves @param {Place} place */
export function wordsOf(halves, {player}) {
  const {mean, sd, bonus_rate, beats} = playerCalled(halves, player);
  return `<b>${TITLES[player]}</b>: ${mean.toFixed(1)} points on average, give or take ${sd.toFixed(1)}; the bonus in ${percentage(bonus_rate, 0)} of games. With dice of its own it scores more than perfect play in ${percentage(beats, 0)} of games.`;
}

/** The list. @param {Halves} halves */
function drawPars({pars}) {
  const title = (/** @type {string} */ name) => scandinavian.categories.find((box) => box.name === name)?.title ?? name;
  return `<details class="halves-pars opens"><summary>The list of pars</summary><p>Write where the points lie highest above par. In the upper half, a point above or below three of the face counts threefold.</p><ul>${pars.map(({category, par}) => `<li><span>${title(category)}</span> <b>${par}</b></li>`).join("")}</ul></details>`;
}

/** @param {Halves} halves */
export const frameOf = (halves) => `<div class="halves to-guess">${drawGuess(QUESTION)}
${drawVerdict()}
<div class="halves-square tells" role="group" aria-label="Four players" data-region="square"></div>
<p class="halves-key tells" aria-hidden="true"><span><i></i>${glyph("casual")} the player</span> <span><i class="outline"></i>${glyph("perfect")} perfect play, ${playerCalled(halves, "perfect").mean.toFixed(1)}</span></p>
<p class="halves-words tells" data-region="words"></p>
${drawPars(halves)}</div>`;

/** What is asked, as a person hears it. */
export const questionWords = () => QUESTION.question;

/** The four on a card, without their points. @param {Halves} halves */
export function drawHalvesCard(halves) {
  const [wide, high] = [WIDE / 2 - 10, HIGH / 2 - 14];
  return plainCard(FOUR.map((name, at) => {
    const [x, y] = [(at % 2) * (WIDE / 2 + 10), Math.floor(at / 2) * (HIGH / 2 + 14)];
    const words = `<text x="${x}" y="${y + 20}" font-size="21" font-weight="600" fill="var(--ink)">${TITLES[name]}</text>`;
    return `${words}<svg x="${x}" y="${y + 28}" width="${wide}" height="${high - 28}">${drawHills(halves.curves, [playerCalled(halves, name).plays_as])}</svg>`;
  }));
}
