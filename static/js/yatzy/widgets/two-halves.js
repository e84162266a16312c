/** Two halves: what is worth more to a casual player, counting chances or knowing pars? */
import {drawHill, drawHillAxis, drawHills, readCurves} from "../parts/hills.js";
import {readPlayers} from "../parts/habits.js";
import {recordsOf} from "../parts/records.js";
import {dressed, makeFigure, percentage} from "site_builder/kit";
import {glyph} from "../parts/cast.js";
import {HIGH, plainCard, WIDE} from "../parts/plain.js";
import {drawGuess, drawVerdict, SHOWN, showVerdict} from "../parts/guess.js";
import {scandinavian} from "../game/rules/scandinavian.js";

/** @import {DataSet} from "../../engine/widget" @import {Player, Players} from "../parts/habits.js" */

// Two halves of the game: counting the chances of a turn, and knowing what the boxes usually bring.

/**
 * @typedef {{players: Players, curves: import("../parts/hills.js").Curves, pars: {category: string, par: number}[]}} Halves
 * @typedef {object} Place
 * @property {string} player The one of the four that is told about.
 * @property {string | null} guess What was guessed; null before, empty for a reader who did not want to.
 */

/** The four, row by row: without and with chances, each without and with pars. */
export const FOUR = ["none", "pars", "chances", "chances-pars"];

/** A half is worth more than the other if it brings so many points more. */
const CLEARLY = 5;
const POINTS = {right: 10, nearly: 6, wrong: 3};

/** @param {{habit_players: DataSet, habit_curves: DataSet, habit_pars: DataSet}} data @returns {Halves} */
export function readHalves({habit_players, habit_curves, habit_pars}) {
  const pars = recordsOf(habit_pars).map(({category, par}) => ({category, par}));
  return {players: readPlayers(habit_players), curves: readCurves(habit_curves), pars};
}

/** @param {Halves} halves @param {string} name @returns {Player} */
function playerCalled({players}, name) {
  const player = players.get(name);
  if (player === undefined) throw new Error(`nobody has the habits ${name}`);
  return player;
}

/** What a player scores more than the casual one. @param {Halves} halves @param {string} name */
export const gainOf = (halves, name) => playerCalled(halves, name).mean - playerCalled(halves, "none").mean;

/** Which half is worth more: "chances", "pars", or "same" where they are within a few points. @param {Halves} halves */
export function truthOf(halves) {
  const more = gainOf(halves, "pars") - gainOf(halves, "chances");
  return Math.abs(more) < CLEARLY ? "same" : more > 0 ? "pars" : "chances";
}

/** Points of a guess; where the halves are worth the same, whoever named the one that is a little ahead was nearly right. @param {Halves} halves @param {string} guess */
export function pointsOfGuess(halves, guess) {
  const truth = truthOf(halves);
  if (guess === truth) return POINTS.right;
  const ahead = gainOf(halves, "pars") > gainOf(halves, "chances") ? "pars" : "chances";
  return truth === "same" && guess === ahead ? POINTS.nearly : POINTS.wrong;
}

/** Read a place from a link. @param {string | null} text @returns {Place | null} */
export const placeOfText = (text) => (FOUR.includes(text ?? "") ? {player: String(text), guess: ""} : null);

// Two halves, drawn: a square of four players, each with its hill, and the list of pars.

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
  return `<button type="button" class="halves-player" data-press="look-${name}" aria-pressed="${name === player}"><span class="halves-title soft">${TITLES[name]}</span> <b>${mean.toFixed(1)}</b><svg class="halves-hill" aria-hidden="true">${drawHill(halves.curves, plays_as, mean)}${drawHillAxis()}</svg></button>`;
}

/** The four players, in two rows. @param {Halves} halves @param {Place} place */
const drawSquare = (halves, place) => FOUR.map((name) => drawPlayer(halves, name, place)).join("");

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
  return `<details class="halves-pars opens"><summary>The list of pars</summary><p>Write where the points lie highest above par. In the upper half, a point above or below three of the face counts threefold.</p><ul class="rows">${pars.map(({category, par}) => `<li><span>${title(category)}</span> <b>${par}</b></li>`).join("")}</ul></details>`;
}

/** @param {Halves} halves */
const frameOf = (halves) => `<div class="halves to-guess">${drawGuess(QUESTION)}
${drawVerdict()}
<div class="halves-square grid-layout tells" role="group" aria-label="Four players" data-region="square"></div>
<p class="halves-key tells" aria-hidden="true"><span><i></i>${glyph("casual")} the player</span> <span><i class="outline"></i>${glyph("perfect")} perfect play, ${playerCalled(halves, "perfect").mean.toFixed(1)}</span></p>
<p class="halves-words tells" data-region="words"></p>
${drawPars(halves)}</div>`;

/** What is asked, as a person hears it. */
const questionWords = () => QUESTION.question;

/** The four on a card, without their points. @param {Halves} halves */
function drawHalvesCard(halves) {
  const [wide, high] = [WIDE / 2 - 10, HIGH / 2 - 14];
  return plainCard(FOUR.map((name, at) => {
    const [x, y] = [(at % 2) * (WIDE / 2 + 10), Math.floor(at / 2) * (HIGH / 2 + 14)];
    const words = `<text x="${x}" y="${y + 20}" font-size="21" font-weight="600" fill="var(--ink)">${TITLES[name]}</text>`;
    return `${words}<svg x="${x}" y="${y + 28}" width="${wide}" height="${high - 28}">${drawHills(halves.curves, [playerCalled(halves, name).plays_as])}</svg>`;
  }));
}

/** @type {import("site_builder/kit").Figure<Place, Halves>} */
const halves = {
  know: readHalves,
  opening: () => ({player: "chances-pars", guess: null}),
  still: (place) => ({...place, guess: ""}),
  read: (text) => placeOfText(text),
  write: ({player, guess}) => (guess === null ? "" : player),
  frame: (_, known) => frameOf(known),
  draw: (place, known) => ({
    verdict: place.guess ? verdictOf(known, place.guess) : "",
    square: drawSquare(known, place),
    words: wordsOf(known, place),
  }),
  card: (_, known) => drawHalvesCard(known),
  words: (place, known) => (place.guess === null ? questionWords() : wordsOf(known, place)),
  /** "guess-pars", "skip" or "look-chances-pars". */
  press(key, place) {
    if (key === "skip") return {...place, guess: SHOWN};
    if (key.startsWith("guess-")) return {...place, guess: key.slice("guess-".length)};
    const player = key.slice("look-".length);
    return FOUR.includes(player) ? {player, guess: place.guess ?? ""} : null;
  },
  pressed(key, {announce, context, element, known, place: {guess}}) {
    if (key.startsWith("look-") || !guess) return announce();
    if (key !== "skip") context.record("halves", pointsOfGuess(known, guess));
    showVerdict(element);
    announce(verdictOf(known, guess));
  },
  hands: [dressed(".halves", ({guess}) => (guess === null ? "halves to-guess" : "halves"))],
};

export const {view, card, mount} = makeFigure(halves);
