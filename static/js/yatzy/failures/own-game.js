/**
 * The reader's own game with the dice of the duel: own choices at some moments, perfect play at all others.
 *
 * Exact: values come from the table of all cards and the solved turn; dice from the same queues as everyone's.
 */
import {findKeep} from "../game/lattice.js";
import {optionKey} from "../parts/examples.js";
import {rankOptions} from "../game/ranking.js";
import {solveTurn} from "../game/turn.js";
import {momentsOf, stepOf, whenOf, wordsOfDecision, YOU} from "./duel.js";
import {counted, listed, numberWord} from "site_builder/kit";
import {dieButton} from "../parts/dice.js";
import {scandinavian} from "../game/rules/scandinavian.js";

/**
 * @import {DataSet} from "../../engine/widget" @import {Game} from "../game/tables.js" @import {Option} from "../game/ranking.js"
 * @import {ValueOf} from "../parts/fetched-values.js" @import {Contestant, Decision, Duel, Place} from "./duel.js"
 */

/** @typedef {{turn: number, throw: number}} Moment */

/**
 * @typedef {object} Asked A decision that waits for the reader.
 * @property {number} turn
 * @property {number} throw
 * @property {readonly number[]} dice Each in its place.
 * @property {readonly Option[]} options Best first.
 *
 * @typedef {Contestant & {asked: Asked | null, answers: readonly Decision[]}} Own `answers`: the decisions that were the reader's own.
 *
 * @typedef {object} Rules
 * @property {Game} game
 * @property {ValueOf} valueOf
 * @property {readonly (readonly number[])[]} queues Faces of each die, in the order in which it shows them.
 * @property {readonly Moment[]} stops Where the reader is asked, in order; in a turn that perfect play ends before, at its end.
 */

/** Read the queues. @param {DataSet} table */
export const readQueues = ({faces}) => faces.map((/** @type {string} */ one) => Array.from(one, Number));

/**
 * Play the game up to its end, or to the first question that has no answer.
 * @param {Rules} rules @param {readonly string[]} answers Options by name, "keep-44" or "score-ones", in the order of the questions.
 * @returns {Own | null} Null where an answer is no option of its question.
 */
export function playOwn(rules, answers) {
  const {game: {ruleset}, queues} = rules;
  /** @type {Table} */
  const table = {filled: 0, upper: 0, written: 0, thrown: queues.map(() => 0), answers: []};
  /** @type {Decision[]} */
  const decisions = [];
  for (let turn = 1; turn <= ruleset.categories.length; turn += 1) {
    const played = playTurn(rules, answers, table, turn);
    if (played === null) return null;
    decisions.push(...played.decisions);
    if (played.asked !== null) return {...own(decisions), asked: played.asked, answers: table.answers};
  }
  return answers.length > table.answers.length ? null : {...own(decisions), asked: null, answers: table.answers};
}

/** @param {Decision[]} decisions @returns {Contestant} */
const own = (decisions) => ({name: YOU, title: "You", decisions, final_score: decisions.at(-1)?.total ?? 0});

/**
 * @typedef {object} Table What lies on the table between turns; it changes as the game goes on.
 * @property {number} filled
 * @property {number} upper
 * @property {number} written
 * @property {number[]} thrown How many faces of each queue were shown.
 * @property {Decision[]} answers Decisions that were the reader's own so far.
 */

/**
 * @param {Rules} rules @param {readonly string[]} answers @param {Table} table @param {number} turn
 * @returns {{decisions: Decision[], asked: Asked | null} | null}
 */
function playTurn(rules, answers, table, turn) {
  const {game, valueOf, queues, stops} = rules;
  const {ruleset, lattice} = game;
  const solved = solveTurn(game, valueOf, {filled: table.filled, upper_total: Math.min(table.upper, ruleset.threshold)});
  const stop = stops.find((one) => one.turn === turn);
  /** @type {Decision[]} */
  const decisions = [];
  let [dice, stays] = [queues.map(() => 0), queues.map(() => false)];
  for (let throws = 1; throws <= ruleset.n_throws; throws += 1) {
    dice = dice.map((face, die) => (stays[die] ? face : queues[die][table.thrown[die]++]));
    const options = rankOptions(game, solved, findKeep(lattice, dice) - lattice.first_roll, ruleset.n_throws - throws);
    let [taken] = options;
    const is_asked = stop !== undefined && (throws === stop.throw || (throws < stop.throw && taken.action === "score"));
    if (is_asked) {
      const answer = answers[table.answers.length];
      if (answer === undefined) return {decisions, asked: {turn, throw: throws, dice, options}};
      const chosen = options.find((option) => keyOf(game, option) === answer);
      if (chosen === undefined) return null;
      taken = chosen;
    }
    stays = staysOf(dice, taken);
    const decision = decisionOf(game, table, {turn, throw: throws, dice, stays}, taken);
    decisions.push(decision);
    if (is_asked) table.answers.push(decision);
    if (taken.action === "score") break;
  }
  return {decisions, asked: null};
}

/** Name an option. @param {Game} game @param {Option} option */
export const keyOf = ({ruleset}, {action, dice, category}) => optionKey({action, dice, category: ruleset.categories[category]?.name ?? ""});

/** Which dice stay: of equal ones those further left; all of them where the roll is written. @param {readonly number[]} dice @param {Option} option */
function staysOf(dice, {action, dice: kept}) {
  if (action === "score") return dice.map(() => true);
  const wanted = [...kept];
  return dice.map((face) => {
    const found = wanted.indexOf(face);
    if (found >= 0) wanted.splice(found, 1);
    return found >= 0;
  });
}

/**
 * Note a decision, and write what it writes.
 * @param {Game} game @param {Table} table @param {Pick<Decision, "turn" | "throw" | "dice" | "stays">} lie @param {Option} taken @returns {Decision}
 */
function decisionOf({ruleset}, table, lie, {action, category, points, value, regret}) {
  const expected = table.written + value;
  if (action === "score") {
    table.filled |= 1 << category;
    table.written += points;
    if (ruleset.categories[category].face > 0) table.upper += points;
  }
  const total = table.written + (table.upper >= ruleset.threshold ? ruleset.bonus : 0);
  return {...lie, category: action === "score" ? category : null, points: action === "score" ? points : 0, total, value: expected, regret};
}

// The reader at the table: the game as it stands with the reader in it, and the question that waits.

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
<div class="duel-own-dice" role="group" aria-label="Your dice">${buttons.join("")}</div>${button}<div class="duel-own-boxes choices" role="group" aria-label="Write into">${boxes.join("")}</div><p class="duel-own-card soft">${wordsOfCard(you)}</p>`;
}
