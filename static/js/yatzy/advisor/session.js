/**
 * Sessions of the advisor: the position, the selected die, the undo history and the error message. Sessions are
 * immutable; each action returns a new one. No DOM.
 */
import {
  countFilled, countMissing, EDITIONS, findEdition, isOver, keepDice, mostExtraYahtzees, mostRerolls, newPosition, nextDie, rulesOf,
  scoreRoll, setDie, throwDice, typeDice, writePosition, writeScore,
} from "./position.js";
import {possiblePoints} from "../game/tables.js";
import {sentence, SentenceError} from "../words/text.js";

/** @import {Edition, Position} from "./position.js" @import {Ruleset} from "../game/rules/scandinavian.js" */

/**
 *
 * @typedef {object} Session
 * @property {Position} position
 * @property {number} selected Die whose face is being changed, -1 for none.
 * @property {readonly Position[]} past Undo history, the latest last.
 * @property {boolean} entering Whether the last step entered dice; entering more is the same undo step.
 * @property {import("../words/text.js").Sentence | null} problem Why the last entry is invalid; null if it is valid.
 */

const LONGEST_PAST = 500;

/** Begin with a position. @param {Position} position @param {readonly Position[]} [past] Undo history. @returns {Session} */
export function startSession(position, past = []) {
  return {position, selected: -1, past: past.slice(-LONGEST_PAST), entering: false, problem: null};
}

/** Go on to a position. @param {Session} session @param {Position} position @param {boolean} [entering] @returns {Session} */
function goOn(session, position, entering = false) {
  const same_step = entering && session.entering;
  const past = same_step ? session.past : [...session.past, session.position].slice(-LONGEST_PAST);
  return {position, selected: -1, past, entering, problem: null};
}

/**
 * Set the face of the selected die, or of the next empty one; report a digit that is no face.
 * @param {Session} session @param {number} face @returns {Session}
 */
export function enterFace(session, face) {
  if (!(face >= 1 && face <= 6)) return {...session, problem: sentence`No die shows ${face}. Enter a digit from 1 to 6.`};
  const die = session.selected >= 0 ? session.selected : nextDie(session.position);
  if (die < 0) return {...session, problem: sentence`All dice are entered. Choose a die first to change it, or take an option.`};
  return goOn(session, setDie(session.position, die, face), true);
}

/** Increase or decrease the face of a die. @param {Session} session @param {number} die @param {1 | -1} step @returns {Session} */
export function turnDie(session, die, step) {
  const face = session.position.dice[die];
  const next = face === 0 ? (step > 0 ? 1 : 6) : ((face - 1 + step + 6) % 6) + 1;
  return goOn(session, setDie(session.position, die, next), true);
}

/**
 * Clear a die, or the last one that is entered.
 * @param {Session} session
 * @param {number} die -1 for the last.
 * @returns {Session}
 */
export function eraseDie(session, die) {
  const {position} = session;
  const last = position.dice.map((face) => face > 0).lastIndexOf(true);
  const target = die >= 0 && position.dice[die] > 0 ? die : last;
  return target < 0 ? session : goOn(session, setDie(position, target, 0), true);
}

/** Set all dice from typed text. @param {Session} session @param {string} text @returns {Session} */
export function typeText(session, text) {
  const entered = typeDice(session.position, text);
  return "problem" in entered ? {...session, problem: entered.problem} : goOn(session, entered.position, true);
}

/**
 * Write points into a box, or reopen it.
 * @param {Session} session @param {Ruleset} ruleset @param {number} category @param {number | null} points @returns {Session}
 */
export function chooseScore(session, ruleset, category, points) {
  return goOn(session, writeScore(session.position, ruleset, category, points));
}

/** Undo a step. @param {Session} session @returns {Session} */
export function undo(session) {
  const before = session.past.at(-1);
  if (before === undefined) return {...session, problem: sentence`There is nothing to undo.`};
  return startSession(before, session.past.slice(0, -1));
}

/** Return the category that the last step filled; -1 for none. @param {Session} session */
export function latestScore({position, past}) {
  const before = past.at(-1)?.scores ?? position.scores;
  const changed = [...position.scores.keys()].filter((category) => position.scores[category] !== before[category]);
  return changed.length === 1 && position.scores[changed[0]] !== null ? changed[0] : -1; // Links and Reset change several.
}

/** Select a die, or deselect it. @param {Session} session @param {number} die @returns {Session} */
function selectDie(session, die) {
  const selected = session.selected === die ? -1 : die;
  return {...session, selected, problem: null};
}

/**
 * Set the number of rerolls left, up to the maximum; with the maximum, no dice are kept yet.
 * @param {Position} position @param {number} rerolls @param {Ruleset} ruleset @returns {Position}
 */
function holdRerolls(position, rerolls, ruleset) {
  const most = mostRerolls(ruleset, position.scores);
  const held = within(rerolls, most);
  return {...position, rerolls: held, kept: held === most ? 0 : position.kept};
}

/**
 * Set the number of extra Yahtzees, up to the maximum.
 * @param {Position} position @param {number} count @param {Ruleset} ruleset @returns {Position}
 */
function countYahtzees(position, count, ruleset) {
  return {...position, n_extra_yahtzees: within(count, mostExtraYahtzees(ruleset, position.scores))};
}

/** @param {number} count @param {number} most */
const within = (count, most) => Math.max(0, Math.min(count, most));

/**
 * Take an option: keep dice, or write the roll into a box.
 * @param {Session} session @param {string} action
 * @param {string} what Dice, or the name of a category.
 * @param {Ruleset} ruleset @returns {Session}
 */
function takeOption(session, action, what, ruleset) {
  const {position} = session;
  if (action === "keep") return goOn(session, keepDice(position, [...what].map(Number)));
  return goOn(session, scoreRoll(position, ruleset, ruleset.categories.findIndex(({name}) => name === what)));
}

/**
 * Handle a press on a control by its key: "die-0", "face-5", "throw", "rerolls-1", "rerolls-more",
 * "extra-less", "keep-555", "score-chance", "undo", "new".
 * @param {Session} session @param {string} key @param {Ruleset} ruleset
 * @param {() => number} random Uniform in [0, 1), for dice that the page throws.
 * @returns {Session}
 */
export function press(session, key, ruleset, random) {
  const [action, what = ""] = key.split("-");
  const {position} = session;
  if (action === "die") return selectDie(session, Number(what));
  if (action === "face") return enterFace(session, Number(what));
  if (action === "rerolls") return goOn(session, holdRerolls(position, countOf(what, position.rerolls), ruleset));
  if (action === "extra") return goOn(session, countYahtzees(position, countOf(what, position.n_extra_yahtzees), ruleset));
  if (action === "throw") return goOn(session, throwDice(position, random));
  if (action === "new") return goOn(session, newPosition(ruleset));
  if (action === "undo") return undo(session);
  if ((action === "keep" || action === "score") && countMissing(position) === 0) return takeOption(session, action, what, ruleset);
  return session;
}

/** Read a count from a key: "more", "less", or the number itself. @param {string} what @param {number} now */
const countOf = (what, now) => ({more: now + 1, less: now - 1}[what] ?? Number(what));

// The beginning of a visit: the position of the link, or else the unfinished game in this browser. With a link, undo
// returns to the own game.

// Read positions from the page's address, which readers may have edited; `position.js` writes and describes them.

/** An invalid link; the message is for readers. */
export class LinkError extends SentenceError {
  /** @param {import("../words/text.js").Sentence} what */
  constructor(what) {
    super(sentence`This link cannot be followed: ${what}. Here is a new game instead; enter your position below.`);
  }
}

/** Split a text into its game and the rest; without a name, the game is the essay's. @param {string} text @returns {{edition: Edition, rest: string}} */
export function readEdition(text) {
  const [name] = text.split(":", 1);
  const edition = findEdition(name);
  return edition === undefined ? {edition: EDITIONS[0], rest: text} : {edition, rest: text.slice(name.length + 1)};
}

/**
 * Read a position from text without the name of its game.
 * @param {string} text @param {Ruleset} ruleset @returns {Position}
 * @throws {LinkError} If the text is malformed, or the position is impossible.
 */
export function readPosition(text, ruleset) {
  const [scored, thrown, rerolls, kept = "0", extra = "0", ...more] = text.split(":");
  if (rerolls === undefined || more.length > 0) {
    throw new LinkError(sentence`“${text.slice(0, 60)}” is not a scorecard, dice and rerolls, with a colon between them`);
  }
  const scores = readScores(scored, ruleset);
  const dice = readDice(thrown, ruleset);
  const most = mostRerolls(ruleset, scores);
  const n_rerolls = readCount(rerolls, most, sentence`rerolls`);
  const n_kept = readCount(kept, ruleset.n_dice - 1, sentence`kept dice`);
  const n_extra_yahtzees = readCount(extra, mostExtraYahtzees(ruleset, scores), sentence`extra Yahtzees`);
  if (n_kept > 0 && (n_rerolls === most || dice.slice(0, n_kept).includes(0))) {
    throw new LinkError(sentence`it keeps dice that were never thrown`);
  }
  return {scores, dice, rerolls: n_rerolls, kept: n_kept, n_extra_yahtzees};
}

/** @param {string} text @param {Ruleset} ruleset */
function readScores(text, ruleset) {
  const {categories} = ruleset;
  const entries = text.split(",");
  if (entries.length !== categories.length) {
    throw new LinkError(sentence`it names ${entries.length} boxes where the scorecard has ${categories.length}`);
  }
  return entries.map((entry, category) => {
    if (entry === "-") return null;
    const points = /^\d{1,3}$/.test(entry) ? Number(entry) : NaN;
    if (!possiblePoints(ruleset, category).includes(points)) {
      throw new LinkError(sentence`no roll brings “${entry.slice(0, 12)}” points in ${{form: categories[category].title, gaps: []}}`);
    }
    return points;
  });
}

/** @param {string} text @param {Ruleset} ruleset */
function readDice(text, {n_dice}) {
  if (text.length !== n_dice || !/^[0-6]*$/.test(text)) {
    throw new LinkError(sentence`“${text.slice(0, 12)}” is not ${n_dice} dice (1 to 6, or 0 for one that is not thrown yet)`);
  }
  return [...text].map(Number);
}

/** @param {string} text @param {number} most @param {import("../words/text.js").Sentence} what */
function readCount(text, most, what) {
  if (!/^\d{1,2}$/.test(text) || Number(text) > most) {
    throw new LinkError(sentence`“${text.slice(0, 12)}” ${what} are not from 0 to ${most}`);
  }
  return Number(text);
}

/**
 *
 * @typedef {object} Arrival
 * @property {string | null} linked The position in the page's address; null for none.
 * @property {boolean} is_return Whether the page was reloaded or reached by the back button.
 * @property {(name: string) => string | null} kept Reads texts stored in this browser: "last" is the name of the game, each
 *   game's name has its positions, and "behind" is the address at the last move, because the address is updated later.
 * @property {{edition: Edition, ruleset: Ruleset, position: Position}} opening The page's own example.
 *
 * @typedef {{edition: Edition, ruleset: Ruleset, session: Session, greeting: import("./drawing.js").Greeting}} Beginning
 */

/**
 * Return the beginning of a visit. A finished game is not resumed; the page then opens with its example.
 * @param {Arrival} arrival @returns {Beginning}
 */
export function findBeginning(arrival) {
  const is_behind = arrival.is_return && arrival.linked === arrival.kept("behind");
  if (arrival.linked !== null && !is_behind) return followLink(arrival, arrival.linked);
  const edition = findEdition(arrival.kept("last") ?? "");
  if (edition === undefined) return beginAtOpening(arrival);
  const ruleset = rulesOf(edition);
  const session = readGame(arrival, edition, ruleset);
  if (session === null || (isOver(session.position) && !arrival.is_return)) return beginAtOpening(arrival);
  const is_news = isBegun(session) && !arrival.is_return;
  return {edition, ruleset, session, greeting: {kind: is_news ? "resumed" : "none"}};
}

/** @param {Arrival} arrival @returns {Beginning} */
function beginAtOpening(arrival) {
  const {edition, ruleset, position} = arrival.opening;
  const session = startSession(position, wholePast(readGame(arrival, edition, ruleset)));
  return {edition, ruleset, session, greeting: {kind: "none"}};
}

/** @param {Session | null} own The own game, to which undo returns. */
const wholePast = (own) => (own === null ? [] : [...own.past, own.position]);

/** @param {Arrival} arrival @param {string} linked @returns {Beginning} */
function followLink(arrival, linked) {
  const {edition, rest} = readEdition(linked);
  const ruleset = rulesOf(edition);
  const own = readGame(arrival, edition, ruleset);
  if (own !== null && writePosition(edition, own.position) === linked) {
    return {edition, ruleset, session: own, greeting: {kind: "none"}};
  }
  const past = wholePast(own);
  const has_own = own !== null && isBegun(own) && !isOver(own.position);
  try {
    const session = startSession(readPosition(rest, ruleset), past);
    return {edition, ruleset, session, greeting: {kind: "linked", has_own, problem: null}};
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    const session = startSession(newPosition(ruleset), past);
    return {edition, ruleset, session, greeting: {kind: "linked", has_own, problem: error.sentence}};
  }
}

/**
 * Read a stored game, skipping unreadable positions; null if there is none.
 * @param {Pick<Arrival, "kept" | "opening">} arrival @param {Edition} edition @param {Ruleset} ruleset @returns {Session | null}
 */
export function readGame({kept, opening}, edition, ruleset) {
  const example = writePosition(opening.edition, opening.position);
  const read = (/** @type {string} */ text) => (text === example ? opening.position : readPlace(text, edition, ruleset));
  const places = (kept(edition.name) ?? "").split(" ").map(read).filter((place) => place !== null);
  const position = places.pop();
  return position === undefined ? null : startSession(position, places);
}

/**
 * @param {string} text @param {Edition} edition @param {Ruleset} ruleset
 * @returns {Position | null} Null if the text is no position of this game.
 */
function readPlace(text, edition, ruleset) {
  const {edition: named, rest} = readEdition(text);
  try {
    return named === edition ? readPosition(rest, ruleset) : null;
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    return null;
  }
}

/** @param {Session} session A game of which something is known. */
const isBegun = ({position}) => countFilled(position.scores) > 0 || countMissing(position) < position.dice.length;
