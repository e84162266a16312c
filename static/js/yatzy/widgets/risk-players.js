/**
 * Seven players with the same dice and different tastes: guess what each of them writes, before the dial is turned.
 */
import {diceImage} from "../parts/dice.js";
import {dressed, find, listed, makeFigure, numberWord} from "site_builder/kit";
import {plainCard, plainChoices, plainDice, plainWords} from "../parts/plain.js";
import {optionText, readFlips, readStops} from "../risk/stops.js";
import {characterOf} from "./risk-dial.js";

/** @import {Data} from "../risk/stops.js" */
/**
 * @typedef {object} Player
 * @property {number} theta
 * @property {string} name
 * @property {number} best Option that this player takes.
 * @property {number[]} loss What each option gives away, in points of this player.
 *
 * @typedef {object} LineUp
 * @property {number[]} dice
 * @property {string[]} options
 * @property {Player[]} players
 *
 * @typedef {object} Guesses Option guessed by player, and whether the truth is shown.
 * @property {(number | null)[]} guesses
 * @property {boolean} told
 */

// Seven players, from the most cautious to the boldest, before one decision: which option does each of them take?

/** The decision, and the thetas of the players. */
const DECISION = "first-box";
const THETAS = [-1, -0.2, -0.05, 0, 0.05, 0.2, 1];
/** Points that a wrong guess takes: a tossed coin is right half the time, and gets a few. */
const WRONG = 2.5;

/** Read the decision. @param {Data["risk_decisions"]} table @returns {LineUp} */
export function readLineUp(table) {
  const stops = readStops(table.theta);
  const flip = readFlips(table).find(({name}) => name === DECISION);
  if (flip === undefined) throw new Error(`the data set holds no decision ${DECISION}`);
  const players = THETAS.map((theta) => {
    const stop = stops.indexOf(theta);
    return {theta, name: theta === 0 ? "plain" : characterOf(theta), best: flip.best[stop], loss: flip.options.map(({loss}) => loss[stop])};
  });
  return {dice: flip.dice, options: flip.options.map(optionText), players};
}

/** Nobody is guessed yet but the plain player, who is told. @param {LineUp} line_up @returns {Guesses} */
export function startOf({players}) {
  return {guesses: players.map(({theta, best}) => (theta === 0 ? best : null)), told: false};
}

/** Guess an option for a player; what is told stays, and so does the plain player. @param {LineUp} line_up @param {Guesses} moment @param {number} player @param {number} option @returns {Guesses} */
export function guessed({players}, moment, player, option) {
  if (moment.told || players[player].theta === 0) return moment;
  return {...moment, guesses: moment.guesses.map((guess, index) => (index === player ? option : guess))};
}

/** How many are not guessed yet. @param {Guesses} moment */
const openOf = ({guesses}) => guesses.filter((guess) => guess === null).length;

/** Whether everybody is guessed. @param {Guesses} moment */
export const isComplete = (moment) => openOf(moment) === 0;

/** Whether anybody is guessed; the plain player is told. @param {LineUp} line_up @param {Guesses} moment */
export const hasGuessed = ({players}, moment) => openOf(moment) < players.length - 1;

/** Count the guesses that were right; the plain player is none. @param {LineUp} line_up @param {Guesses} moment */
export function rightOf({players}, {guesses}) {
  return players.filter(({theta, best}, index) => theta !== 0 && guesses[index] === best).length;
}

/** Points of a guess, nothing to ten; who is left open counts as wrong. @param {LineUp} line_up @param {Guesses} moment */
export function pointsOf(line_up, moment) {
  return Math.max(0, 10 - Math.round(WRONG * (line_up.players.length - 1 - rightOf(line_up, moment))));
}

/** Write a guess for a link: an option for each player. @param {Guesses} moment */
export const textOfGuesses = ({guesses}) => guesses.join("");

/** Read a guess from a link; null for none. @param {LineUp} line_up @param {string | null} text @returns {Guesses | null} */
export function momentOfText(line_up, text) {
  if (text === null || !/^[01]+$/.test(text) || text.length !== line_up.players.length) return null;
  const start = startOf(line_up);
  return {guesses: start.guesses.map((told, player) => told ?? Number(text[player])), told: true};
}

/** Ask. @param {LineUp} line_up */
function drawQuestion({dice, options}) {
  return `${diceImage(dice)} Five sixes in the first turn: <b>${options[0]}</b>, or <b>${options[1]}</b>? Press what you think each of them writes.`;
}

/** The decision on a card. @param {LineUp} line_up */
const drawPlayersCard = ({dice, options}) => plainCard([plainDice(dice, 14, 62), plainWords("Who takes which?", 132, 27), plainChoices(options)]);

/** Say what the guesses came to; nothing before the truth is shown. @param {LineUp} line_up @param {Guesses} moment */
export function verdictOf(line_up, moment) {
  const {options, players} = line_up;
  if (!moment.told) return "";
  const takers = listed(players.filter(({best}) => best === 1).map(({name}) => `<b>${name}</b>`));
  const open = openOf(moment);
  const left = open === 0 ? "" : `, and left ${numberWord(open)} open`;
  const right = hasGuessed(line_up, moment) ? `You knew <b>${rightOf(line_up, moment)} of ${players.length - 1}</b>${left}. ` : "";
  return `${right}The players who are ${takers} write ${options[1]}; all others ${options[0]}.`;
}

/** Draw the players. @param {LineUp} line_up @param {Guesses} moment */
function drawPlayers(line_up, moment) {
  return line_up.players.map((player, index) => drawPlayer(line_up, moment, player, index)).join("");
}

/** @param {LineUp} line_up @param {Guesses} moment @param {Player} player @param {number} index */
function drawPlayer({options}, {guesses, told}, {theta, name, best, loss}, index) {
  const fixed = told || theta === 0;
  const buttons = options.map((option, choice) => {
    const names = ["lineup-option", fixed && choice === best ? "best" : "", told && guesses[index] === choice && choice !== best ? "wrong" : ""].filter(Boolean).join(" ");
    return `<button type="button" class="${names}" aria-pressed="${guesses[index] === choice}"${fixed ? ' aria-disabled="true"' : ""} data-press="say-${index}-${choice}">${option}</button>`;
  });
  return `<li><p class="lineup-name strong">${name.charAt(0).toUpperCase()}${name.slice(1)}</p>
<div class="lineup-options choices" role="group" aria-label="What the player writes who is ${name}">${buttons.join("")}</div><p class="lineup-why quiet">${whyOf({options, best, loss, guess: guesses[index], told, theta})}</p></li>`;
}

/** @param {{options: string[], best: number, loss: number[], guess: number | null, told: boolean, theta: number}} about */
function whyOf({options, best, loss, guess, told, theta}) {
  if (!told) return theta === 0 ? "Plays for the average." : "";
  const verdict = guess === null || theta === 0 ? "" : guess === best ? "<b>Right.</b> " : "<b>No.</b> ";
  const other = 1 - best;
  return `${verdict}${options[other].split(" ")[0]} would be worth ${loss[other].toFixed(2)} points less to this player.`;
}

/** Draw what ends the guessing, whenever a reader likes. */
const drawControls = () => `<button type="button" class="button lineup-reveal strong" data-press="reveal">Show the answer</button>`;

/** Rows of a table with the answers. @param {LineUp} line_up */
function drawAnswers({options, players}) {
  return players.map(({name, best, loss}) => `<tr><th scope="row">${name}</th><td>${options[best]}</td><td>${loss[1 - best].toFixed(2)}</td></tr>`).join("");
}

/** For readers without JavaScript the answers stand below. @param {LineUp} line_up */
const frameOf = (line_up) => `<div class="lineup">
<p class="lineup-words">${drawQuestion(line_up)}</p>
<p class="lineup-ends apart quiet" aria-hidden="true"><span>← dreads a bad game</span><span>longs for a great one →</span></p>
<ol class="lineup-players grid-layout rows" data-region="players"></ol>
<p class="lineup-verdict" tabindex="-1" data-region="verdict"></p>
<p class="lineup-controls with-script">${drawControls()}</p>
<details class="without-script"><summary>What each of them writes</summary><table><thead><tr><th scope="col">Player</th><th scope="col">Writes</th><th scope="col">The other would be worse by</th></tr></thead><tbody>${drawAnswers(line_up)}</tbody></table></details></div>`;

/** @type {import("site_builder/kit").Figure<Guesses, LineUp>} */
const figure = {
  know: ({risk_decisions}) => readLineUp(risk_decisions),
  opening: ({guess = ""}, line_up) => momentOfText(line_up, guess) ?? startOf(line_up),
  read: (text, line_up) => momentOfText(line_up, text),
  write: (now) => (now.told && isComplete(now) ? textOfGuesses(now) : ""),
  frame: (_now, line_up) => frameOf(line_up),
  draw: (now, line_up) => ({
    players: drawPlayers(line_up, now),
    verdict: verdictOf(line_up, now),
  }),
  card: (_now, line_up) => drawPlayersCard(line_up),
  words: (now, line_up) => verdictOf(line_up, now),
  /** "say-0-1" or "reveal". */
  press(key, now, line_up) {
    const [, player, option] = key.split("-").map(Number);
    if (now.told) return null;
    return key === "reveal" ? {...now, told: true} : guessed(line_up, now, player, option);
  },
  pressed(_, alive) {
    if (!alive.place.told) return;
    if (hasGuessed(alive.known, alive.place)) alive.context.record("players", pointsOf(alive.known, alive.place));
    find(alive.element, ".lineup-verdict").focus({preventScroll: true}); // The button that had the focus is gone.
    alive.announce();
  },
  hands: [dressed(".lineup", ({told}) => (told ? "lineup told" : "lineup"))],
};

export const {view, card, mount} = makeFigure(figure);
