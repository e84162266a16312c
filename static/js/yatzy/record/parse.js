/**
 * Read records of games: lenient in what people type, strict in what cannot have been played. A file holds games one
 * after the other, each beginning with the line "yatzy 1". The solver reads the same, and says the same of mistakes.
 */

import {DEFAULT_GAME, editionOf, GAME_NAMES, readRule, rulesetOf, rulesOfGame, unusualRules} from "./rulesets.js";
import {cardAfter, isFull, totalOf} from "./played.js";
import {countSigns, quoted, RecordError, refuse, splitLines, wordsOf} from "./words.js";
import {readTurn} from "./turns.js";

/** @import {PlayedGame, PlayedTurn} from "./played.js" */
/** @import {Word} from "./words.js" */
/** @import {RuleValue} from "./rulesets.js" */

export const VERSION = "1";
/** Bytes: some two thousand games. */
export const LARGEST_FILE = 1_000_000;
export const LONGEST_NAME = 40;
const UNNAMED = "Player 1";

/**
 * @typedef {{name: string, turns: PlayedTurn[], is_closed: boolean}} OpenCard
 *
 * @typedef {object} OpenGame A game that is being read.
 * @property {Word} first
 * @property {string} game
 * @property {Record<string, RuleValue>} rules
 * @property {string} date
 * @property {string} seed
 * @property {OpenCard[]} cards
 * @property {boolean} has_begun Whether one of them has.
 */

/**
 * Return the text of a file.
 * @param {Uint8Array} bytes
 * @throws {RecordError} If it is too large or no UTF-8.
 */
export function decodeRecord(bytes) {
  if (bytes.length > LARGEST_FILE) {
    throw new RecordError(1, 1, `the file has more than 1,000,000 bytes, the most that is read`);
  }
  try {
    return new TextDecoder("utf-8", {fatal: true}).decode(bytes);
  } catch {
    const [sound] = new TextDecoder().decode(bytes).split("\ufffd"); // What stands before the byte that is none of a sign.
    const lines = splitLines(sound);
    throw new RecordError(lines.length, countSigns(lines[lines.length - 1]) + 1, "this is not UTF-8; save the file as text in UTF-8");
  }
}

/**
 * Read the games that a text records, at least one.
 * @param {string} text @returns {PlayedGame[]}
 * @throws {RecordError} If it cannot be read, or what it says cannot have been played.
 */
export function readRecords(text) {
  /** @type {OpenGame[]} */
  const games = [];
  splitLines(text).forEach((line, index) => {
    for (const words of entriesOf(wordsOf(line, index + 1))) {
      if (words[0].text.toLowerCase() === "yatzy") {
        checkVersion(words);
        games.push({first: words[0], game: "", rules: {}, date: "", seed: "", cards: [], has_begun: false});
      } else if (games.length === 0) {
        refuse(words[0], `a record begins with "yatzy ${VERSION}", not with ${quoted(words[0].text)}`);
      } else readLine(words, line, games[games.length - 1]);
    }
  });
  if (games.length === 0) throw new RecordError(1, 1, `the file is empty; a record begins with "yatzy ${VERSION}"`);
  return games.map(closeGame);
}

/** Return the rules of a game as far as they are known. @param {OpenGame} game */
const rulesetNow = ({game, rules}) => rulesetOf(game || DEFAULT_GAME, rules);

/** @param {OpenGame} open @returns {PlayedGame} */
function closeGame({first, game: named, rules: all, date, seed, cards}) {
  if (cards.length === 0) refuse(first, "this record holds no player and no turn");
  const game = named || DEFAULT_GAME;
  const rules = unusualRules(game, all);
  return {edition: editionOf(game, rules), game, rules, date, seed, players: cards.map(({name, turns}) => ({name, turns}))};
}

/**
 * Return the entries of a line: none for a remark; a first line may hold several, with slashes between them.
 * @param {Word[]} words @returns {Word[][]}
 */
function entriesOf(words) {
  if (words.length === 0 || words[0].text.startsWith("#")) return [];
  if (words[0].text.toLowerCase() !== "yatzy") return [words];
  /** @type {Word[][]} */
  const entries = [[]];
  for (const word of words) {
    if (word.text === "/") entries.push([]);
    else entries[entries.length - 1].push(word);
  }
  return entries.filter((entry) => entry.length > 0);
}

/** Refuse a record of a version that is not known. @param {Word[]} words */
function checkVersion([first, version, more]) {
  if (version === undefined) refuse(first, `the version is missing; write "yatzy ${VERSION}"`);
  if (version.text !== VERSION) refuse(version, `this record has version ${quoted(version.text)}; version ${VERSION} can be read`);
  if (more !== undefined) refuse(more, `${quoted(more.text)} is not expected behind the version`);
}

/** What a header line holds, by its word. @type {Readonly<Record<string, (word: Word, game: OpenGame) => void>>} */
const HEADER = {game: readGame, rule: takeRule, date: readDate, seed: readSeed};

/** Take one line into the game. @param {Word[]} words @param {string} line @param {OpenGame} game */
function readLine(words, line, game) {
  const key = words[0].text.toLowerCase();
  if (key === "player") game.cards.push({name: readName(words, line), turns: [], is_closed: false});
  else if (Object.hasOwn(HEADER, key)) {
    if (game.has_begun) refuse(words[0], `${quoted(key)} stands before the first turn`);
    if (words.length === 1) refuse(words[0], `${quoted(key)} stands alone; write what it is behind it`);
    if (words.length > 2) refuse(words[2], `${quoted(words[2].text)} is not expected here`);
    HEADER[key](words[1], game);
  } else if (key === "end") readEnd(words, words.slice(1), game, true);
  else if (key === "broken" && words[1]?.text.toLowerCase() === "off") readEnd(words, words.slice(2), game, false);
  else takeTurn(words, game);
}

/** Read the name of a player: all that stands behind the word, on a first line up to the next slash. @param {Word[]} words @param {string} line */
function readName(words, line) {
  if (words.length === 1) refuse(words[0], "the name of the player is missing");
  const last = words[words.length - 1];
  const name = [...line].slice(words[1].column - 1, last.column - 1 + countSigns(last.text)).join("");
  const n_signs = countSigns(name);
  if (n_signs > LONGEST_NAME) refuse(words[1], `the name has ${n_signs} signs; at most ${LONGEST_NAME} are kept`);
  return name;
}

/** @param {Word} word @param {OpenGame} game */
function readGame(word, game) {
  if (game.game !== "" || Object.keys(game.rules).length > 0) refuse(word, "the game stands once, before its rules");
  if (!GAME_NAMES.includes(word.text)) refuse(word, `no game is called ${quoted(word.text)}; the games are ${GAME_NAMES.join(", ")}`);
  game.game = word.text;
}

/** @param {Word} word @param {OpenGame} game */
function takeRule(word, game) {
  const at = word.text.indexOf("=");
  if (at < 0) refuse(word, `${quoted(word.text)} is no house rule; write it as "name=value"`);
  const [name, text] = [word.text.slice(0, at), word.text.slice(at + 1)];
  const known = rulesOfGame(game.game || DEFAULT_GAME);
  if (Object.hasOwn(game.rules, name)) refuse(word, `the rule ${quoted(name)} stands twice`);
  if (!known.includes(name)) refuse(word, `the game has no rule ${quoted(name)}; its rules are ${known.join(", ")}`);
  const value = readRule(game.game || DEFAULT_GAME, name, text);
  if (value === undefined) return refuse(word, `the rule ${quoted(name)} cannot be ${quoted(text)}`);
  game.rules[name] = value;
}

/** @param {Word} word @param {OpenGame} game */
function readDate(word, game) {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(word.text)) refuse(word, `${quoted(word.text)} is no date; write year, month and day as 2026-11-22`);
  const day = new Date(`${word.text}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== word.text || word.text < "0001") refuse(word, `there is no day ${word.text}`);
  game.date = word.text;
}

/** @param {Word} word @param {OpenGame} game */
function readSeed(word, game) {
  if (!/^[A-Za-z0-9]{1,32}$/.test(word.text)) refuse(word, `${quoted(word.text)} is no seed; it is 1 to 32 letters and digits`);
  game.seed = word.text;
}

/** Take a turn of the player who is being read; without any named, it is the first. @param {Word[]} words @param {OpenGame} game */
function takeTurn(words, game) {
  if (game.cards.length === 0) game.cards.push({name: UNNAMED, turns: [], is_closed: false});
  const card = game.cards[game.cards.length - 1];
  const ruleset = rulesetNow(game);
  const number = card.turns.length + 1;
  game.has_begun = true;
  if (card.is_closed) refuse(words[0], "this card is closed; the next player begins with a line of their own");
  let rest = words;
  if (/^[0-9]{1,3}[.:]?$/.test(words[0].text)) {
    if (parseInt(words[0].text, 10) !== number) refuse(words[0], `turn ${number} is expected here, not ${quoted(words[0].text)}`);
    if (words.length === 1) refuse(words[0], "nothing stands behind the number of the turn");
    rest = words.slice(1);
  }
  const n_turns = ruleset.categories.length;
  if (number > n_turns) refuse(rest[0], `every box is filled; the game has ${n_turns} turns`);
  card.turns.push(readTurn(rest, ruleset, cardAfter(ruleset, card.turns)));
}

/** Close a card, and check its sum. @param {Word[]} words @param {Word[]} behind @param {OpenGame} game @param {boolean} has_ended */
function readEnd(words, behind, game, has_ended) {
  const card = game.cards[game.cards.length - 1];
  if (card === undefined || card.is_closed) return refuse(words[0], "no card is open here");
  [game.has_begun, card.is_closed] = [true, true];
  const ruleset = rulesetNow(game);
  const so_far = cardAfter(ruleset, card.turns);
  if (has_ended !== isFull(ruleset, so_far)) {
    refuse(words[0], has_ended
      ? `${card.turns.length} of ${ruleset.categories.length} turns are played; write "broken off" where a game was not ended`
      : 'every box is filled; write "end"');
  }
  if (behind.length > 1) refuse(behind[1], `${quoted(behind[1].text)} is not expected here`);
  const points = totalOf(ruleset, so_far);
  if (behind.length === 1 && behind[0].text !== String(points)) refuse(behind[0], `the boxes add up to ${points}, not ${quoted(behind[0].text)}`);
}
