/**
 * A position as text for the page's address: "3,-,9,12,-,18,-,-,-,-,0,-,-,22,-:55566:2", points by category, dice,
 * rerolls; and a fourth part after a keep, how many of the dice were kept.
 */

import {possiblePoints} from "../game.js";

/** @typedef {import("./position.js").Position} Position */

const REMEDY = "Here is a new game instead; enter your position below.";

/** A link whose position cannot be; the message is written for the reader. */
export class LinkError extends Error {
  /** @param {string} what */
  constructor(what) {
    super(`This link cannot be followed: ${what}. ${REMEDY}`);
    this.name = "LinkError";
  }
}

/**
 * Write a position as text.
 * @param {Position} position
 */
export function writePosition({scores, dice, kept, rerolls}) {
  const parts = [scores.map((points) => points ?? "-").join(","), dice.join(""), rerolls];
  return (kept > 0 ? [...parts, kept] : parts).join(":");
}

/**
 * Read a position from text.
 * @param {string} text
 * @param {import("../rules.js").Ruleset} ruleset
 * @returns {Position}
 * @throws {LinkError} When the text is malformed, or the position cannot occur.
 */
export function readPosition(text, ruleset) {
  const [scored, thrown, rerolls, kept = "0", ...more] = text.split(":");
  if (rerolls === undefined || more.length > 0) {
    throw new LinkError(`“${text.slice(0, 60)}” is not a scorecard, dice and rerolls, with a colon between them`);
  }
  const scores = readScores(scored, ruleset);
  const dice = readDice(thrown, ruleset);
  const n_rerolls = readCount(rerolls, ruleset.n_throws - 1, "rerolls");
  const n_kept = readCount(kept, ruleset.n_dice - 1, "kept dice");
  if (n_kept > 0 && (n_rerolls === ruleset.n_throws - 1 || dice.slice(0, n_kept).includes(0))) {
    throw new LinkError("it keeps dice that were never thrown");
  }
  return {scores, dice, rerolls: n_rerolls, kept: n_kept};
}

/**
 * @param {string} text
 * @param {import("../rules.js").Ruleset} ruleset
 */
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

/**
 * @param {string} text
 * @param {import("../rules.js").Ruleset} ruleset
 */
function readDice(text, {n_dice}) {
  if (text.length !== n_dice || !/^[0-6]*$/.test(text)) {
    throw new LinkError(`“${text.slice(0, 12)}” is not ${n_dice} dice (1 to 6, or 0 for one that is not thrown yet)`);
  }
  return [...text].map(Number);
}

/**
 * @param {string} text
 * @param {number} most
 * @param {string} what
 */
function readCount(text, most, what) {
  if (!/^\d$/.test(text) || Number(text) > most) {
    throw new LinkError(`“${text.slice(0, 12)}” ${what} are not from 0 to ${most}`);
  }
  return Number(text);
}
