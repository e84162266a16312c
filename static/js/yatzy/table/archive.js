/**
 * Games that have ended, as the browser keeps them, with what each player gave away; and mistakes that can be asked again.
 * A game is kept as its record, so that what goes out as a file is what is kept, and any file of records can come in.
 */

import {recordText} from "../record/format.js";
import {readRecords} from "../record/parse.js";
import {StoreError} from "./store.js";

/** @import {Scores} from "../game/tables.js" */
/** @import {Review} from "./review.js" */

/**
 * @typedef {object} Ended
 * @property {number} begun When, in milliseconds; 0 where nobody knows.
 * @property {string} text The record.
 * @property {Record<string, number>} given Points that players gave away, by their names, where all was known of them.
 * @property {boolean} [fresh] It came from a file, and nobody has looked yet at what was given away.
 *
 * @typedef {object} Mistake
 * @property {string} edition
 * @property {number} turn
 * @property {readonly number[]} dice
 * @property {number} rerolls
 * @property {Scores} scores
 * @property {number} n_extra Extra Yahtzees of the card.
 * @property {string} key Of the option that was taken.
 *
 * @typedef {{games: readonly Ended[], mistakes: readonly Mistake[]}} Archive The newest last.
 */

const ARCHIVE_VERSION = 1;
export const MOST_MISTAKES = 20;
/** A loss that is asked again. */
const WORTH_ASKING = 1;
/** Signs of all records together; a browser keeps some five million. */
const MOST_SIGNS = 900_000;

/** @type {Archive} */
export const EMPTY_ARCHIVE = {games: [], mistakes: []};

/** @param {Archive} archive */
export const writeArchive = (archive) => JSON.stringify({version: ARCHIVE_VERSION, ...archive});

/** @param {any} game @returns {game is Ended} */
const isEnded = (game) => Number.isFinite(game?.begun) && typeof game.text === "string" && typeof game.given === "object"
  && game.given !== null && Object.values(game.given).every((points) => typeof points === "number");

/** @param {unknown} numbers @returns {numbers is number[]} */
const areWhole = (numbers) => Array.isArray(numbers) && numbers.every((number) => Number.isInteger(number) && number >= 0);

/** @param {any} mistake @returns {mistake is Mistake} */
const isMistake = (mistake) => typeof mistake?.edition === "string" && typeof mistake.key === "string" && areWhole(mistake.dice)
  && Array.isArray(mistake.scores) && areWhole(mistake.scores.map((/** @type {unknown} */ points) => points ?? 0))
  && areWhole([mistake.turn, mistake.rerolls, mistake.n_extra]);

/** Read what was kept; "" for nothing. @param {string} text @returns {Archive} @throws {StoreError} */
export function readArchive(text) {
  if (text === "") return EMPTY_ARCHIVE;
  let kept;
  try {
    kept = JSON.parse(text);
  } catch (error) {
    throw new StoreError("damaged_games", error);
  }
  if (kept?.version > ARCHIVE_VERSION) throw new StoreError("foreign_version");
  const {version, games, mistakes} = kept ?? {};
  const is_sound = version === ARCHIVE_VERSION && Array.isArray(games) && games.every(isEnded) && Array.isArray(mistakes) && mistakes.every(isMistake);
  if (!is_sound) throw new StoreError("damaged_games");
  return {games, mistakes};
}

/** Leave out the oldest games where there are too many to be kept. @param {readonly Ended[]} games */
function newest(games) {
  let room = MOST_SIGNS;
  return [...games].reverse().filter(({text}) => (room -= text.length) >= 0).reverse();
}

/** Take in a game that has ended, also one that has ended before and was corrected. @param {Archive} archive @param {Ended} ended @returns {Archive} */
export function withGame(archive, ended) {
  const others = archive.games.filter(({begun, text}) => text !== ended.text && (begun === 0 || begun !== ended.begun));
  return {...archive, games: newest([...others, ended])};
}

/** Take in what players of a game gave away that came from a file. @param {Archive} archive @param {Ended} game @param {Ended["given"]} given @returns {Archive} */
export function withGiven(archive, game, given) {
  return {...archive, games: archive.games.map((other) => (other === game ? {begun: game.begun, text: game.text, given} : other))};
}

/** Write all games as one file of records. @param {Archive} archive @param {string} [running] The record of a game that has not ended. */
export const textOfGames = ({games}, running = "") => [...games.map(({text}) => text), running].filter(Boolean).join("\n");

/**
 * Take in the games of a file; those that are here stay as they are, and of a file with a mistake nothing is taken.
 * @param {Archive} archive @param {string} text
 * @throws {import("../record/words.js").RecordError}
 */
export function takeGames(archive, text) {
  const texts = [...new Set(readRecords(text).map(recordText))];
  const known = new Set(archive.games.map((game) => game.text));
  const fresh = texts.filter((one) => !known.has(one));
  const games = newest([...fresh.map((one) => ({begun: 0, text: one, given: {}, fresh: true})), ...archive.games]);
  return {archive: {...archive, games}, n_new: fresh.length, n_known: texts.length - fresh.length};
}

/**
 * Take in the mistakes of a review, the newest of all staying; a decision that stands there already stands once.
 * @param {Archive} archive @param {string} edition @param {Review} review @param {(option: import("../game/ranking.js").Option) => string} keyOf
 * @returns {Archive}
 */
export function withMistakes(archive, edition, {decisions}, keyOf) {
  const found = decisions.filter(({chosen}) => chosen.regret >= WORTH_ASKING)
    .map(({turn, dice, rerolls, scores, n_extra, chosen}) => ({edition, turn, dice: [...dice], rerolls, scores: [...scores], n_extra, key: keyOf(chosen)}));
  const texts = new Set(found.map((mistake) => JSON.stringify(mistake)));
  const others = archive.mistakes.filter((mistake) => !texts.has(JSON.stringify(mistake)));
  return {...archive, mistakes: [...others, ...found].slice(-MOST_MISTAKES)};
}

/** Leave out a mistake that was answered. @param {Archive} archive @param {Mistake} mistake @returns {Archive} */
export const without = (archive, mistake) => ({...archive, mistakes: archive.mistakes.filter((other) => other !== mistake)});
