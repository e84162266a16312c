/**
 * Where a visit begins: at the position of its link, or else at the game that was broken off in this browser.
 *
 * A linked position always wins, but it takes nothing away: the reader's own game is one undo behind it.
 */
import {possiblePoints} from "../game/tables.js";
import {
  countFilled, countMissing, EDITIONS, findEdition, isOver, mostExtraYahtzees, mostRerolls, newPosition, rulesOf, writePosition,
} from "./position.js";
import {startSession} from "./session.js";

/** @import {Ruleset} from "../game/rules/scandinavian.js" @import {Edition, Position} from "./position.js" @import {Session} from "./session.js" */

// A position read from the page's address, which readers may have changed by hand; address.js says how it is written.

const REMEDY = "Here is a new game instead; enter your position below.";

/** A link whose position cannot be; the message is written for the reader. */
export class LinkError extends Error {
  /** @param {string} what */
  constructor(what) {
    super(`This link cannot be followed: ${what}. ${REMEDY}`);
    this.name = "LinkError";
  }
}

/** Read which game a text speaks of; the essay's, where it names none. @param {string} text @returns {{edition: Edition, rest: string}} */
export function readEdition(text) {
  const [name] = text.split(":", 1);
  const edition = findEdition(name);
  return edition === undefined ? {edition: EDITIONS[0], rest: text} : {edition, rest: text.slice(name.length + 1)};
}

/**
 * Read a position from text without the name of its game.
 * @param {string} text @param {Ruleset} ruleset @returns {Position}
 * @throws {LinkError} When the text is malformed, or the position cannot occur.
 */
export function readPosition(text, ruleset) {
  const [scored, thrown, rerolls, kept = "0", extra = "0", ...more] = text.split(":");
  if (rerolls === undefined || more.length > 0) {
    throw new LinkError(`“${text.slice(0, 60)}” is not a scorecard, dice and rerolls, with a colon between them`);
  }
  const scores = readScores(scored, ruleset);
  const dice = readDice(thrown, ruleset);
  const most = mostRerolls(ruleset, scores);
  const n_rerolls = readCount(rerolls, most, "rerolls");
  const n_kept = readCount(kept, ruleset.n_dice - 1, "kept dice");
  const n_extra_yahtzees = readCount(extra, mostExtraYahtzees(ruleset, scores), "extra Yahtzees");
  if (n_kept > 0 && (n_rerolls === most || dice.slice(0, n_kept).includes(0))) {
    throw new LinkError("it keeps dice that were never thrown");
  }
  return {scores, dice, rerolls: n_rerolls, kept: n_kept, n_extra_yahtzees};
}

/** @param {string} text @param {Ruleset} ruleset */
function readScores(text, ruleset) {
  const {categories} = ruleset;
  const entries = text.split(",");
  if (entries.length !== categories.length) {
    throw new LinkError(`it names ${entries.length} boxes where the scorecard has ${categories.length}`);
  }
  return entries.map((entry, category) => {
    if (entry === "-") return null;
    const points = /^\d{1,3}$/.test(entry) ? Number(entry) : NaN;
    if (!possiblePoints(ruleset, category).includes(points)) {
      throw new LinkError(`no roll brings “${entry.slice(0, 12)}” points in ${categories[category].title}`);
    }
    return points;
  });
}

/** @param {string} text @param {Ruleset} ruleset */
function readDice(text, {n_dice}) {
  if (text.length !== n_dice || !/^[0-6]*$/.test(text)) {
    throw new LinkError(`“${text.slice(0, 12)}” is not ${n_dice} dice (1 to 6, or 0 for one that is not thrown yet)`);
  }
  return [...text].map(Number);
}

/** @param {string} text @param {number} most @param {string} what */
function readCount(text, most, what) {
  if (!/^\d{1,2}$/.test(text) || Number(text) > most) {
    throw new LinkError(`“${text.slice(0, 12)}” ${what} are not from 0 to ${most}`);
  }
  return Number(text);
}

/**
 *
 * @typedef {object} Arrival
 * @property {string | null} linked The position in the page's address; null for none.
 * @property {boolean} is_return The page was reloaded or gone back to.
 * @property {(name: string) => string | null} kept Texts kept in this browser: "last" names the game, each name its
 *   positions; "behind" is what the address held at the last move, which it is told a moment later.
 * @property {{edition: Edition, ruleset: Ruleset, position: Position}} opening The page's own example.
 *
 * @typedef {{edition: Edition, ruleset: Ruleset, session: Session, greeting: import("./drawing.js").Greeting}} Beginning
 */

/**
 * Find where a visit begins: a game that is over was not broken off, so after it the page opens on its own example.
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

/** @param {Session | null} own What undo leads back to from a position that is not of this game. */
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
    return {edition, ruleset, session, greeting: {kind: "linked", has_own, problem: ""}};
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    const session = startSession(newPosition(ruleset), past);
    return {edition, ruleset, session, greeting: {kind: "linked", has_own, problem: error.message}};
  }
}

/**
 * Read a game that was kept; positions that cannot be read are passed over. Null for none.
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
 * @returns {Position | null} Null where the text is no position of this game.
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
function isBegun({position}) {
  return countFilled(position.scores) > 0 || countMissing(position) < position.dice.length;
}
