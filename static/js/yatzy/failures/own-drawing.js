/** The reader at the table: the game as it stands with the reader in it, and the question that waits. */

import {counted, listed, numberWord} from "site_builder/kit";
import {dieButton} from "../parts/dice.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {momentsOf} from "./duel-drawing.js";
import {playOwn} from "./own-game.js";
import {stepOf, whenOf, wordsOfDecision, YOU} from "./duel.js";

/** @import {Game} from "../game/tables.js" @import {ValueOf} from "../parts/fetched-values.js" */
/** @import {Duel, Place} from "./duel.js" @import {Asked, Own} from "./own-game.js" */

/** @typedef {Duel & {game: Game, queues: readonly (readonly number[])[], valueOf: ValueOf | null, seat?: {own: string, valueOf: ValueOf | null, you: Own}}} Seats */

/** A reader who has not played yet, or cannot: the values are on their way. @type {Own} */
const NOBODY = {name: YOU, title: "You", decisions: [], final_score: 0, asked: null, answers: []};

/** Moments at which the reader is asked: those that tell the game, one in a turn. @param {Duel} duel */
function questionsOf(duel) {
  const moments = momentsOf(duel).slice(0, -1).map(({step}) => duel.steps[step]).sort((a, b) => a.turn - b.turn || a.throw - b.throw);
  return moments.filter(({turn}, at) => turn !== moments[at - 1]?.turn);
}

/** The reader's game as it stands; answers that lead nowhere count as none. @param {Seats} seats @param {readonly string[]} own @returns {Own} */
function played(seats, own) {
  const {game, queues, valueOf} = seats;
  if (valueOf === null) return NOBODY;
  const rules = {game, valueOf, queues, stops: questionsOf(seats)};
  return playOwn(rules, own) ?? playOwn(rules, []) ?? NOBODY;
}

/** The reader's game at a place, played once. @param {Seats} seats @param {Place} place @returns {Own} */
export function youAt(seats, {own}) {
  const name = own.join("~");
  if (seats.seat?.own !== name || seats.seat.valueOf !== seats.valueOf) seats.seat = {own: name, valueOf: seats.valueOf, you: played(seats, own)};
  return seats.seat.you;
}

/** All who play at a place: the reader too, once she sits down. @template {Seats} T @param {T} seats @param {Place} place @returns {T} */
export function tableAt(seats, place) {
  if (place.who !== YOU && place.own.length === 0) return seats;
  return {...seats, players: [...seats.players, youAt(seats, place)]};
}

/** The question that waits at a place, if the reader looks at it. @param {Seats} seats @param {Place} place @returns {Asked | null} */
export function askedAt(seats, place) {
  const {asked} = place.who === YOU ? youAt(seats, place) : NOBODY;
  return asked !== null && place.step >= stepOf(seats, asked) ? asked : null;
}

/** Go to where the reader is asked, or to the end. @param {Seats} seats @param {Place} place @returns {Place} */
export function atQuestion(seats, place) {
  const {asked} = youAt(seats, place);
  if (seats.valueOf === null) return place;
  return {...place, picked: [], step: asked === null ? seats.steps.length - 1 : stepOf(seats, asked)};
}

/** Faces of the dice that the reader is about to keep, as the answer to a question. @param {Asked} asked @param {readonly number[]} picked */
const keepOf = ({dice}, picked) => `keep-${picked.map((die) => dice[die]).sort().join("")}`;

/**
 * Follow a press of the reader: "own-die-2", "own-throw" or "own-score-chance".
 * @param {string} key @param {Seats} seats @param {Place} place @returns {Place | null}
 */
export function pressOwn(key, seats, place) {
  const asked = askedAt(seats, place);
  if (asked === null) return null;
  const [, what, name] = key.split("-");
  if (what === "die") {
    const die = Number(name);
    return {...place, picked: place.picked.includes(die) ? place.picked.filter((one) => one !== die) : [...place.picked, die].sort()};
  }
  const answer = what === "throw" ? keepOf(asked, place.picked) : `score-${name}`;
  return atQuestion(seats, {...place, own: [...place.own, answer]});
}

/** Say what the last answer came to. @param {Own} you */
export function wordsOfAnswer({answers}) {
  const last = answers[answers.length - 1];
  return last === undefined ? "" : `Turn ${last.turn}: ${wordsOfDecision(last)} `;
}

/** Say what stands on the reader's card, and who plays between the questions. @param {Own} you */
function wordsOfCard({decisions}) {
  const {categories, threshold} = scandinavian;
  const written = decisions.flatMap(({category, points}) => (category === null ? [] : [{...categories[category], points}]));
  if (written.length === 0) return "You are asked in the turns that tell the game; the others perfect play plays for you.";
  const upper = written.reduce((sum, {face, points}) => sum + (face > 0 ? points : 0), 0);
  return `Perfect play has gone on for you where you were not asked. Your card: ${listed(written.map(({title, points}) => `${title}&nbsp;${points}`))}; upper half ${upper} of ${threshold}.`;
}

/** What the reader is asked, with dice to keep and boxes to write. @param {Seats} seats @param {Place} place @param {Asked} asked */
export function drawQuestion(seats, place, asked) {
  const {dice, options} = asked;
  const throws = scandinavian.n_throws - asked.throw;
  const buttons = dice.map((face, die) => dieButton({face, kept: place.picked.includes(die), pressed: place.picked.includes(die), label: `die showing ${face}`, press: `own-die-${die}`}));
  const others = dice.length - place.picked.length;
  const button = throws === 0 || others === 0 ? ""
    : `<button type="button" class="button" data-press="own-throw">Throw ${others === dice.length ? "all" : `the other ${others === 1 ? "die" : numberWord(others)}`}</button>`;
  const boxes = options.filter(({action}) => action === "score").sort((a, b) => a.category - b.category).map(({category, points}) => {
    const {name, title} = scandinavian.categories[category];
    return `<button type="button" class="button" data-press="own-score-${name}">${title} <b>${points}</b></button>`;
  });
  const task = throws === 0 ? "Which box?" : `${counted(throws, "throw")} left: keep some dice and throw the others, or write.`;
  const you = youAt(seats, place);
  return `<p class="duel-words">${wordsOfAnswer(you)}<b>${whenOf(seats, stepOf(seats, asked))}: your dice.</b> ${task}</p>
<div class="duel-own-dice" role="group" aria-label="Your dice">${buttons.join("")}</div>${button}<div class="duel-own-boxes" role="group" aria-label="Write into">${boxes.join("")}</div><p class="duel-own-card">${wordsOfCard(you)}</p>`;
}
