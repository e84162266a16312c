/** Your card: what the guesses have brought, and whom the reader plays like. */
import {HABITS, habitsOfSet, playerWith, readPlayers, WORDS_OF_HABIT} from "../parts/habits.js";
import {drawHills, readCurves} from "../parts/hills.js";
import {groupsOf} from "../parts/records.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {counted, dressed, every, find, listed, makeFigure, numberWord, percentage, savePicture} from "site_builder/kit";
import {glyph} from "../parts/cast.js";
import {diceImage, dieImage} from "../parts/dice.js";
import {plainCard, plainField, plainWords} from "../parts/plain.js";

/** @import {Card, DataSet} from "../../engine/widget" @import {Habit, Player, Players} from "../parts/habits.js" */

// Who plays like the reader? The players with habits who answer some questions as the reader does.

/**
 * @typedef {{action: "keep" | "score", option: string, regret: number, players: string[]}} Option
 * @typedef {object} Question
 * @property {number[]} dice
 * @property {number} rerolls
 * @property {{title: string, points: number}[]} filled
 * @property {Option[]} options In an order that tells nothing: keeps by their dice, boxes as on the card.
 *
 * @typedef {{questions: Question[], players: Players, curves: import("../parts/hills.js").Curves}} Known
 * @typedef {readonly (number | null)[]} Answers The option of each question; their number for something else; null for none yet.
 * @typedef {{players: Player[], nearest: Player, alike: number, answered: number, best: number[], missing: {habit: Habit, gain: number} | null}} Fit `best`: which of the answers, in the order in which they were asked, are those of perfect play.
 */

/** Whoever answers so many questions less alike than the nearest player still fits. */
const SLACK = 1;

const boxOf = (/** @type {string} */ name) => scandinavian.categories.findIndex((box) => box.name === name);

/** Title of a box. @param {string} name */
const titleOf = (name) => scandinavian.categories[boxOf(name)].title;

/** @param {Option} one @param {Option} other */
function inOrder(one, other) {
  if (one.action !== other.action) return one.action === "keep" ? -1 : 1;
  if (one.action === "keep") return one.option.length - other.option.length || (one.option < other.option ? -1 : 1);
  return boxOf(one.option) - boxOf(other.option);
}

/** Read the data sets. @param {{habit_questions: DataSet, habit_players: DataSet, habit_curves: DataSet}} data @returns {Known} */
export function readKnown({habit_questions, habit_players, habit_curves}) {
  const questions = groupsOf(habit_questions, "question").map((rows) => {
    const [{dice, rerolls, filled}] = rows;
    const written = filled === "" ? [] : String(filled).split(",").map((entry) => entry.split("="));
    return {
      dice: Array.from(String(dice), Number),
      rerolls,
      filled: written.map(([name, points]) => ({title: titleOf(name), points: Number(points)})),
      options: rows.map((row) => ({action: row.action, option: row.option, regret: row.regret, players: String(row.players).split(" ")})).sort(inOrder),
    };
  });
  return {questions, players: readPlayers(habit_players), curves: readCurves(habit_curves)};
}

/** The players that differ, each by its fewest habits; perfect play is none of them. @param {Known} known @returns {Player[]} */
export function differentPlayers({players}) {
  return [...players.values()].filter(({habits, plays_as}) => habits === plays_as && habits !== "perfect");
}

/** How many answers a player gives as the reader does. @param {Known} known @param {Answers} answers @param {Player} player */
function alikeIn({questions}, answers, {habits}) {
  return questions.filter(({options}, place) => options[answers[place] ?? -1]?.players.includes(habits)).length;
}

/** The habit whose want costs a player most; null for who has all that matter. @param {Players} players @param {Player} player */
function dearestMissing(players, player) {
  const have = habitsOfSet(player.habits);
  const gains = HABITS.map((habit) => ({habit, gain: playerWith(players, [...have, habit]).mean - player.mean}));
  const dearest = gains.reduce((best, one) => (one.gain > best.gain ? one : best));
  return dearest.gain > 0 ? dearest : null;
}

/** Those that are asked first, by their places in the data, in whose order links hold the answers: first one that divides a table. */
const FIRST = [2, 3, 1, 4];

/** In which order they are asked. @param {Answers} answers */
const orderOf = (answers) => [...new Set([...FIRST, ...answers.keys()])].filter((place) => place < answers.length);

/** Find the players who answer as the reader does, from the lowest mean up. @param {Known} known @param {Answers} answers @returns {Fit} */
export function fitOf(known, answers) {
  const rated = differentPlayers(known).map((player) => ({player, alike: alikeIn(known, answers, player)}));
  const most = Math.max(...rated.map(({alike}) => alike));
  const fitting = rated.filter(({alike}) => alike >= most - SLACK).map(({player}) => player).sort((a, b) => a.mean - b.mean);
  const nearest = rated.filter(({alike}) => alike === most).map(({player}) => player).sort((a, b) => b.mean - a.mean)[0];
  return {
    players: fitting,
    nearest,
    alike: most,
    answered: countDone(answers),
    best: orderOf(answers).flatMap((place, asked) => (known.questions[place].options[answers[place] ?? -1]?.regret === 0 ? [asked + 1] : [])),
    missing: dearestMissing(known.players, nearest),
  };
}

/** The question that is asked now; their number when all are answered. @param {Answers} answers */
export const askedNow = (answers) => orderOf(answers).find((place) => answers[place] === null) ?? answers.length;

/** The question that was asked before; none before the first. @param {Answers} answers */
export const askedBefore = (answers) => orderOf(answers).filter((place) => answers[place] !== null).at(-1);

/** How many are answered. @param {Answers} answers */
const countDone = (answers) => answers.filter((answer) => answer !== null).length;

/** Write answers for a link: a digit each, "x" for none yet. @param {Answers} answers */
export const textOfAnswers = (answers) => answers.map((answer) => answer ?? "x").join("").replace(/x+$/, "");

/** Read answers from a link; null for a text that holds none. @param {Known} known @param {string | null} text @returns {Answers | null} */
export function answersOfText({questions}, text) {
  const digits = Array.from(text ?? "");
  const isRead = digits.some((digit) => digit !== "x") && digits.length <= questions.length && digits.every((digit, place) => digit === "x" || (/\d/.test(digit) && Number(digit) <= questions[place].options.length));
  return isRead ? questions.map((_, place) => (digits[place] ?? "x") === "x" ? null : Number(digits[place])) : null;
}

// The last figure, drawn: the card of guesses, the questions, and the players who answer as the reader does.

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
<div class="own-options grid-layout" role="group" aria-label="What do you do?">${options.join("")}<button type="button" class="own-option" data-press="answer-${options.length}">Something else</button></div>${back && `<p>${back}</p>`}`;
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
  return habits.length === 0 ? "You play most like the casual player, with none of the four habits." : `You play most like one who ${listed(habits)}.`;
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
    ? `What such a player lacks most is ${WORDS_OF_HABIT[missing.habit].phrase}: it is worth <b>${missing.gain.toFixed(0)}</b> points a game.`
    : `Such a player has all four habits that we know. What is left to perfect play, about <b>${left.toFixed(0)}</b> points, is that prices change with the card.`;
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
<p class="own-key quiet">${glyph("casual")} <span>who answers as you do</span> ${glyph("perfect")} <span>perfect play</span></p>`;
}

/** All players, for those without scripts. @param {Known} known */
function drawTable(known) {
  const name = (/** @type {string} */ habits) => listed(habitsOfSet(habits).map((habit) => WORDS_OF_HABIT[habit].phrase)) || "no habit but a casual player’s";
  const rows = differentPlayers(known).sort((a, b) => a.mean - b.mean).map(({habits, mean, bonus_rate, beats}) =>
    `<tr><th scope="row">${name(habits).replace(/^./, (letter) => letter.toUpperCase())}</th><td>${mean.toFixed(1)}</td><td>${percentage(bonus_rate, 0)}</td><td>${percentage(beats, 0)}</td></tr>`);
  return `<table><thead><tr><th scope="col">Habits</th><th scope="col">Mean</th><th scope="col">Bonus</th><th scope="col">Beats perfect play</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

/** All of these players on a card: which of them is the reader? @param {Known} known */
function drawPlayersCard(known) {
  const hills = drawHills(known.curves, differentPlayers(known).map(({plays_as}) => plays_as)).replaceAll('fill-opacity="0.28"', 'fill-opacity="0.1"');
  return plainCard([plainWords("Whom do you play like?", 40, 32), plainField(60, 310, hills)]);
}

/** @param {Known} known */
const frameOf = (known) => `<div class="own"><div class="own-guesses with-script" data-region="card"></div>
<div class="own-who grid-layout with-script"><p class="own-words" tabindex="-1" data-region="words"></p><div class="own-keepsake" data-region="picture"></div>
<div class="own-save wraps"><button type="button" class="button" data-press="svg">Keep the picture (SVG)</button><button type="button" class="button" data-press="png">Keep it as PNG</button></div>
<p class="own-advice soft" data-region="advice"></p><div class="own-question grid-layout" data-region="question"></div></div>
<div class="without-script"><p>Answers to a few throws would tell which of these players you are most like. That needs JavaScript; the players need none.</p>${drawTable(known)}</div></div>`;

/** @typedef {{answers: Answers, card: Card | null}} Place */

/** What is kept in the browser for the next visit. */
const KEPT = "answers";

/** @param {Place} place */
const isDone = ({answers}) => askedNow(answers) === answers.length;

/** @param {Answers} answers @param {number | undefined} place @param {number | null} answer */
const answered = (answers, place, answer) => answers.map((one, at) => (at === place ? answer : one));

/** @type {import("site_builder/kit").Figure<Place, Known>} */
const figure = {
  know: readKnown,
  opening: (_, {questions}) => ({answers: questions.map(() => null), card: null}),
  read(text, known, {card}) {
    const answers = answersOfText(known, text);
    return answers && {answers, card};
  },
  write: ({answers}) => textOfAnswers(answers),
  frame: (_, known) => frameOf(known),
  draw: ({answers, card}, known) => ({
    card: drawCard(card),
    words: wordsOfFit(known, answers),
    picture: drawKeepsake(known, answers),
    advice: adviceOf(known, answers),
    question: drawQuestion(known, answers),
  }),
  card: (_, known) => drawPlayersCard(known),
  words: ({answers}, known) => wordsOfFit(known, answers),
  /** "answer-2", "back" or "over"; "svg" and "png" lead nowhere. */
  press(key, place, {questions}) {
    if (key === "over") return {...place, answers: questions.map(() => null)};
    if (key === "back") return {...place, answers: answered(place.answers, askedBefore(place.answers), null)};
    return key.startsWith("answer-") ? {...place, answers: answered(place.answers, askedNow(place.answers), Number(key.split("-")[1]))} : null;
  },
  pressed(_, {announce, context, element, place}) {
    context.keep(KEPT, textOfAnswers(place.answers));
    const next = isDone(place) ? find(element, ".own-words") : every(element, ".own-option")[0];
    next?.focus({preventScroll: true});
    announce();
  },
  hands: [dressed(".own", (place) => (isDone(place) ? "own done" : "own"))],
  wake(alive) {
    const {context, element, known} = alive;
    const before = context.readState() === null ? answersOfText(known, context.kept(KEPT)) : null;
    alive.pass({answers: before ?? alive.place.answers, card: context.card()});
    return {
      press(key) {
        if (key !== "svg" && key !== "png") return false;
        const drawing = /** @type {SVGSVGElement | null} */ (element.querySelector(".own-picture"));
        const keep = () => drawing && savePicture(drawing, "yatzy", key).catch((error) => context.fail(error, keep));
        keep();
      },
      reset: () => context.keep(KEPT, ""),
    };
  },
};

export const {view, card, mount} = makeFigure(figure);
