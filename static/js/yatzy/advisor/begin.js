/**
 * Where a visit begins: at the position of its link, or else at the game that was broken off in this browser.
 *
 * A linked position always wins, but it takes nothing away: the reader's own game is one undo behind it.
 */

import {findEdition, rulesOf} from "./editions.js";
import {writePosition} from "./address.js";
import {LinkError, readEdition, readPosition} from "./links.js";
import {countFilled, countMissing, isOver, newPosition} from "./position.js";
import {startSession} from "./session.js";

/**
 * @typedef {import("./editions.js").Edition} Edition
 * @typedef {import("../game/rules/scandinavian.js").Ruleset} Ruleset
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./session.js").Session} Session
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
