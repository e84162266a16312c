/** The last figure, drawn: the card of guesses, the questions, and the players who answer as the reader does. */
import {counted, listed, numberWord, percentage} from "site_builder/kit";
import {glyph} from "../parts/cast.js";
import {diceImage, dieImage} from "../parts/dice.js";
import {WORDS_OF_HABIT, habitsOfSet} from "../parts/habits.js";
import {drawHills} from "../parts/hills.js";
import {plainCard, plainField, plainWords} from "../parts/plain.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {askedBefore, askedNow, countDone, differentPlayers, fitOf, titleOf} from "./fit.js";

/** @import {Card} from "../../engine/widget" @import {Answers, Fit, Known, Option, Question} from "./fit.js" */

/** Units of the picture to keep. */
const [WIDE, HIGH] = [480, 290];
const HILL = {x: 20, y: 86, wide: 440, high: 150};

/** A range of numbers, "199 and 213", or one if both round to it. @param {readonly number[]} numbers @param {string} between @param {string} and */
function range(numbers, between, and) {
  const [least, most] = [Math.round(Math.min(...numbers)), Math.round(Math.max(...numbers))];
  return least === most ? `about <b>${least}</b>` : `${between}<b>${least}</b> ${and} <b>${most}</b>`;
}

/** The card of guesses, a row a chapter; this one asks for none. @param {Card | null} card */
export function drawCard(card) {
  if (card === null) return "";
  const row = (/** @type {string} */ name, /** @type {string} */ points, /** @type {string} */ look) => `<tr${look}><th scope="row">${name}</th><td>${points}</td></tr>`;
  const asking = card.rows.filter(({isHere, points}) => !isHere || points !== null);
  const rows = asking.map(({title, points}) => row(title, points === null ? `<span class="visually-hidden">nothing yet</span>` : String(points), points === null ? ' class="open"' : ""));
  if (card.reward) {
    const {name, after, points} = card.reward;
    const canCome = card.rows.slice(0, after).some((one) => one.points === null);
    const [told, look] = points !== null ? [String(points), "earned"] : canCome ? [`<span class="visually-hidden">nothing yet</span>`, "open"] : ["<s>0</s>", "struck"];
    rows.splice(after, 0, row(name, told, ` class="${look}"`));
  }
  return `<table class="own-card"><caption>Your guesses</caption><tbody>${rows.join("")}</tbody><tfoot>${row("All of it", String(card.total), "")}</tfoot></table>`;
}

/** @param {Option} option @param {Question} question */
function drawOption({action, option}, {dice}) {
  if (action === "keep") return `Keep ${diceImage(Array.from(option, Number))}`;
  const points = scandinavian.categories.find(({name}) => name === option)?.points(dice) ?? 0;
  return `Write ${points} in ${titleOf(option)}`;
}

/** @param {Question} question */
function drawPlace({filled, rerolls}) {
  const written = filled.length === 0 ? "The card is empty" : `${listed(filled.map(({title, points}) => `${title} (${points})`))} are written, nothing else`;
  return `${written}. ${rerolls === 0 ? "That was the last throw." : `You may throw ${rerolls === 1 ? "once" : "twice"} more.`}`;
}

/** Ask the next question. @param {Known} known @param {Answers} answers */
export function drawQuestion({questions}, answers) {
  const now = askedNow(answers);
  const back = askedBefore(answers) === undefined ? "" : `<button type="button" class="button" data-press="back">Back</button>`;
  if (now === questions.length) return `<p class="own-again">${back} <button type="button" class="button" data-press="over">Answer anew</button></p>`;
  const question = questions[now];
  const options = question.options.map((option, place) => `<button type="button" class="own-option" data-press="answer-${place}">${drawOption(option, question)}</button>`);
  return `<p class="own-place"><b>${countDone(answers) + 1} of ${questions.length}.</b> ${drawPlace(question)}</p>
<p class="own-dice">${question.dice.map((face) => dieImage(face)).join("")}</p>
<div class="own-options" role="group" aria-label="What do you do?">${options.join("")}<button type="button" class="own-option" data-press="answer-${options.length}">Something else</button></div>${back && `<p>${back}</p>`}`;
}

/** Say who answers so. @param {Fit} fit */
function rangeWords({players}) {
  return `Players who answer as you do average ${range(players.map(({mean}) => mean), "between ", "and")} points`;
}

/** Say what the answers come to. @param {Known} known @param {Answers} answers */
export function wordsOfFit(known, answers) {
  const {questions} = known;
  const done = countDone(answers);
  if (done < questions.length) return `Who are you? ${counted(questions.length, "throw")} to decide${done === 0 ? "" : `, ${done} done`}.`;
  const fit = fitOf(known, answers);
  const hundred = (/** @type {"bonus_rate" | "beats"} */ what) => range(fit.players.map((player) => 100 * player[what]), "", "to");
  const far = 2 * fit.alike <= questions.length ? ` None of our players is much like you: the nearest gives ${fit.alike === 0 ? "none" : numberWord(fit.alike)} of your answers.` : "";
  return `${rangeWords(fit)}. Of a hundred games they have the bonus in ${hundred("bonus_rate")}, and score more than the perfect player, who has dice of its own, in ${hundred("beats")}.${far}`;
}

/** Say who is most like the reader. @param {Fit} fit */
function nearestWords({nearest}) {
  const habits = habitsOfSet(nearest.habits).map((habit) => WORDS_OF_HABIT[habit].said);
  return `The nearest of them ${listed(habits) || "is the casual player, with none of the four habits"}.`;
}

/** Say which answers are those of perfect play. @param {Fit} fit @param {number} of How many there are. */
function bestWords({best}, of) {
  if (best.length === of) return `All ${of} answers are those of perfect play.`;
  if (best.length === 0) return `None of your ${of} answers is that of perfect play.`;
  if (best.length === 1) return `Of your ${of} answers that to throw ${best[0]} is perfect play’s.`;
  return `Of your ${of} answers those to throws ${listed(best.map(String))} are perfect play’s.`;
}

/** Say who is nearest, what is missing most, and what the answers were. @param {Known} known @param {Answers} answers */
export function adviceOf(known, answers) {
  if (askedNow(answers) < known.questions.length) return "";
  const fit = fitOf(known, answers);
  const {missing, players} = fit;
  const perfect = known.players.get("perfect");
  const left = perfect === undefined ? 0 : perfect.mean - Math.max(...players.map(({mean}) => mean));
  const advice = missing
    ? `The dearest habit that they lack is ${WORDS_OF_HABIT[missing.habit].phrase}: it is worth <b>${missing.gain.toFixed(0)}</b> points a game to the nearest of them.`
    : `They have all four habits that we know. What is left to perfect play, about <b>${left.toFixed(0)}</b> points, is that prices change with the card.`;
  return `${nearestWords(fit)} ${advice} ${bestWords(fit, known.questions.length)} The players are exact, followed through every game that there is; that you are one of them is a guess from ${numberWord(known.questions.length)} answers.`;
}

/** Draw the picture to keep; colours and letters are told in it, so that a file has them. @param {Known} known @param {Answers} answers */
export function drawKeepsake(known, answers) {
  if (askedNow(answers) < known.questions.length) return "";
  const fit = fitOf(known, answers);
  const [means, beats] = [fit.players.map(({mean}) => Math.round(mean)), fit.players.map((player) => Math.round(100 * player.beats))];
  const whole = (/** @type {number[]} */ numbers) => (Math.min(...numbers) === Math.max(...numbers) ? String(numbers[0]) : `${Math.min(...numbers)} to ${Math.max(...numbers)}`);
  const text = (/** @type {number} */ y, /** @type {string} */ words, /** @type {string} */ look) => `<text x="${WIDE / 2}" y="${y}" text-anchor="middle" ${look}>${words}</text>`;
  const [large, small] = ['class="own-number" fill="var(--ink)" font-size="44" font-weight="650"', 'class="own-small" fill="var(--soft)" font-size="19"'];
  const hills = drawHills(known.curves, fit.players.map(({plays_as}) => plays_as));
  return `<svg class="own-picture" viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label="The curves of these players, and that of perfect play.">${text(52, whole(means), large)}${text(76, "points a game, playing as I do", small)}
<svg x="${HILL.x}" y="${HILL.y}" width="${HILL.wide}" height="${HILL.high}">${hills}</svg>
${text(262, `beats perfect play in ${whole(beats)} games of 100`, small)}</svg>
<p class="own-key">${glyph("casual")} <span>who answers as you do</span> ${glyph("perfect")} <span>perfect play</span></p>`;
}

/** All players, for those without scripts. @param {Known} known */
function drawTable(known) {
  const name = (/** @type {string} */ habits) => listed(habitsOfSet(habits).map((habit) => WORDS_OF_HABIT[habit].phrase)) || "no habit but a casual player’s";
  const rows = differentPlayers(known).sort((a, b) => a.mean - b.mean).map(({habits, mean, bonus_rate, beats}) =>
    `<tr><th scope="row">${name(habits).replace(/^./, (letter) => letter.toUpperCase())}</th><td>${mean.toFixed(1)}</td><td>${percentage(bonus_rate, 0)}</td><td>${percentage(beats, 0)}</td></tr>`);
  return `<table><thead><tr><th scope="col">Habits</th><th scope="col">Mean</th><th scope="col">Bonus</th><th scope="col">Beats perfect play</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

/** All of these players on a card: which of them is the reader? @param {Known} known */
export function drawPlayersCard(known) {
  const hills = drawHills(known.curves, differentPlayers(known).map(({plays_as}) => plays_as)).replaceAll('fill-opacity="0.28"', 'fill-opacity="0.1"');
  return plainCard([plainWords("Whom do you play like?", 40, 32), plainField(60, 310, hills)]);
}

/** @param {Known} known */
export const frameOf = (known) => `<div class="own"><div class="own-guesses with-script" data-region="card"></div>
<div class="own-who with-script"><p class="own-words" tabindex="-1" data-region="words"></p><div class="own-keepsake" data-region="picture"></div>
<div class="own-save"><button type="button" class="button" data-press="svg">Keep the picture (SVG)</button><button type="button" class="button" data-press="png">Keep it as PNG</button></div>
<p class="own-advice" data-region="advice"></p><div class="own-question" data-region="question"></div></div>
<div class="without-script"><p>Answers to a few throws would tell which of these players you are most like. That needs JavaScript; the players need none.</p>${drawTable(known)}</div></div>`;
