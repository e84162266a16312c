/** A position read from the page's address, which readers may have changed by hand; address.js says how it is written. */

import {possiblePoints} from "../game/tables.js";
import {EDITIONS, findEdition} from "./editions.js";
import {mostExtraYahtzees, mostRerolls} from "./position.js";

/** @import {Ruleset} from "../game/rules/scandinavian.js" */
/** @import {Position} from "./position.js" */
/** @import {Edition} from "./editions.js" */

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
