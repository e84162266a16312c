/**
 * Serialize a game for the database. A stored text may be damaged, edited, or from another version of the page; errors
 * name the message for the reader.
 */

import {isEdition, rulesFor} from "./editions.js";
import {KINDS, PLAYS} from "../record/played.js";
import {EventError, MOST_PLAYERS, placesOf} from "./game.js";

/** @import {Game, Setup} from "./game.js" */

const VERSION = 1;
const LONGEST_NAME = 24;
/** An unreadable text; the message is the name of the text for readers. */
export class StoreError extends Error {
  /** @param {"damaged" | "damaged_games" | "foreign_version"} name @param {unknown} [cause] */
  constructor(name, cause) {
    super(name, {cause});
    this.name = "StoreError";
    /** @type {"damaged" | "damaged_games" | "foreign_version"} */
    this.words = name;
  }
}

/** Write a game as text. @param {Game} game */
export const writeStored = (game) => JSON.stringify({version: VERSION, ...game});

/** Shorten a name to fit a column; drop half a character left by older pages. @param {string} name */
export const tidyName = (name) => [...name.replace(/[\s\p{Cs}]+/gu, " ").trim()].slice(0, LONGEST_NAME).join("").trim();

/** Return whether a record can contain a seed. @param {string} seed */
export const isSeed = (seed) => /^[A-Z0-9]{1,32}$/i.test(seed);

/** @param {unknown} setup @returns {setup is Setup} */
function isSetup(setup) {
  if (typeof setup !== "object" || setup === null) return false;
  const {edition, players, dice, seed, begun} = /** @type {Record<string, any>} */ (setup);
  return typeof edition === "string" && ["page", "real"].includes(dice) && typeof seed === "string" && (begun === undefined || Number.isFinite(begun))
    && Array.isArray(players) && players.length >= 1 && players.length <= MOST_PLAYERS
    && players.every((player) => [player?.name, player?.kind, player?.plays ?? ""].every((word) => typeof word === "string"));
}

/** Return whether this version of the page supports the game and its players. @param {Setup} setup */
const isKnown = ({edition, players, dice_rule = 1}) => isEdition(edition) && [1, 2].includes(dice_rule)
  && players.every(({kind, plays}) => KINDS.includes(kind) && (plays === undefined || PLAYS.includes(plays)));

/** @param {any} draft @param {number} n_dice */
function isDraft(draft, n_dice) {
  return [undefined, 1, 2, 3].includes(draft?.throw) && Array.isArray(draft?.held) && draft.held.length <= n_dice && draft.held.every((/** @type {unknown} */ held) => typeof held === "boolean")
    && Array.isArray(draft.entered) && draft.entered.length < n_dice
    && draft.entered.every((/** @type {unknown} */ face) => Number.isInteger(face) && Number(face) >= 1 && Number(face) <= 6);
}

/**
 * Read a game and replay it; a game with an impossible event is damaged.
 * @param {string} text @returns {Game}
 * @throws {StoreError}
 */
export function readStored(text) {
  const {version, setup, events, at, draft} = parsed(text);
  if (typeof version === "number" && version > VERSION) throw new StoreError("foreign_version");
  const is_sound = version === VERSION && isSetup(setup) && Array.isArray(events) && Number.isInteger(at) && at >= 0 && at <= events.length;
  if (!is_sound) throw new StoreError("damaged");
  if (!isKnown(setup)) throw new StoreError("foreign_version");
  const ruleset = rulesFor(setup.edition);
  if (!isDraft(draft, ruleset.n_dice)) throw new StoreError("damaged");
  try {
    placesOf({setup, events}, ruleset);
  } catch (error) {
    // TypeError: events of an edited text may have any shape.
    if (error instanceof EventError || error instanceof TypeError) throw new StoreError("damaged", error);
    throw error;
  }
  return {setup, events, at, draft};
}

/** @param {string} text @returns {Record<string, any>} */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch (error) {
    throw new StoreError("damaged", error);
  }
  throw new StoreError("damaged");
}
