/**
 * Parse records of games: lenient in spelling, strict about what the rules allow. A file contains games one after the other,
 * each beginning with the line "yatzy 1" or "yatzy 2". The solver reads the same format and reports the same errors. They
 * are abbreviated here; `static/words/sentences-en.json` has them in full, and is fetched only if one is shown.
 */
import {entryOf} from "../game/rules/jokers.js";
import {sentence, SentenceError} from "../words/text.js";
import {cardAfter, firstThrowIn1, HELPS, isFull, mayFill, mostThrows, paidOnTop, pointsInSituation, shortened, situationOfCard, totalOf} from "./played.js";
import {DEFAULT_GAME, editionOf, GAME_NAMES, readRule, rulesetOf, rulesOfGame, unusualRules} from "./rulesets.js";

/**
 * @import {Ruleset} from "../game/rules/scandinavian.js"
 * @import {PlayedCard, PlayedGame, PlayedTurn, Progress, UnfinishedTurn} from "./played.js"
 * @import {RuleValue} from "./rulesets.js" @import {Sentence} from "../words/text.js"
 */

// The words of a line with their columns, and errors with positions.

/** A record that cannot be read; its position counts from 1. */
export class RecordError extends SentenceError {
  /** @param {number} line @param {number} column @param {Sentence} text */
  constructor(line, column, text) {
    super(sentence`line ${line}, column ${column}: ${text}`);
  }
}

/** @typedef {{text: string, line: number, column: number}} Word A word, or a comma. */

/** Split a text into lines with any line ending. @param {string} text */
const splitLines = (text) => text.split(/\r\n|\n|\r/);

/** Count the characters of a text by code points, as the solver does. @param {string} text */
const countSigns = (text) => [...text].length;

/** Return the words of a line. @param {string} text @param {number} line @returns {Word[]} */
export function wordsOf(text, line) {
  let [index, column] = [0, 1];
  return Array.from(text.matchAll(/[^\s,]+|,/g), (match) => {
    column += countSigns(text.slice(index, match.index));
    index = match.index;
    return {text: match[0], line, column};
  });
}

/** Report an error at a word. @param {Word} word @param {Sentence} message @returns {never} */
function refuse({line, column}, message) {
  throw new RecordError(line, column, message);
}

/** Return a text in quotation marks, truncated if it is long. @param {string} text */
function quoted(text) {
  const signs = [...text];
  return `"${signs.length <= 30 ? text : `${signs.slice(0, 29).join("")}…`}"`;
}

/** Whether a word consists of digits. @param {Word | undefined} word */
const isNumber = (word) => word !== undefined && /^[0-9]+$/.test(word.text);

// One turn of a record: its throws and keeps, and the box with its points.

/** Words for a keep without dice. */
const NOTHING = ["nothing", "none", "-"];
const KEEP = ["keep", "kept"];
const LONGEST_NUMBER = 4;

/** Write dice in their order on the table. @param {readonly number[]} dice */
export const asTheyLie = (dice) => dice.join("");

/** Return the name of a box as written in records. @param {string} name */
export const spoken = (name) => name.replaceAll("_", " ");

/**
 * Read the turn of a line, without its number.
 * @param {readonly Word[]} words @param {Ruleset} ruleset @param {Progress} card @returns {PlayedTurn}
 * @throws {RecordError}
 */
function readTurn(words, ruleset, card) {
  const parts = splitAtCommas(words);
  const {throws, keeps} = readKeeps(parts.slice(0, -1), ruleset, card);
  let last = parts[parts.length - 1];
  if (parts.length > 1 || isNumber(last[0])) {
    const {dice, rest} = readThrow(last, ruleset, card, throws, keeps);
    throws.push(dice);
    if (rest.length === 0) refuse(last[last.length - 1], sentence`no box`);
    if (KEEP.includes(rest[0].text.toLowerCase())) refuse(rest[0], sentence`keep at end`);
    last = rest;
  }
  return readBox(last, ruleset, card, throws, keeps);
}

/** Read throws with the keeps between them. @param {readonly Word[][]} parts @param {Ruleset} ruleset @param {Progress} card */
function readKeeps(parts, ruleset, card) {
  /** @type {number[][]} */
  const throws = [];
  /** @type {number[][]} */
  const keeps = [];
  for (const part of parts) {
    const {dice, rest} = readThrow(part, ruleset, card, throws, keeps);
    if (rest.length === 0) refuse(part[part.length - 1], sentence`no keep`);
    keeps.push(readKeep(rest, dice));
    throws.push(dice);
  }
  return {throws, keeps};
}

/**
 * Read an unfinished turn: it ends with the dice on the table, and the held ones in their positions.
 * @param {readonly Word[]} words @param {Ruleset} ruleset @param {Progress} card @returns {UnfinishedTurn}
 */
export function readNow(words, ruleset, card) {
  const parts = splitAtCommas(words);
  const {throws, keeps} = readKeeps(parts.slice(0, -1), ruleset, card);
  const {dice, rest: [hold, mask, more]} = readThrow(parts[parts.length - 1], ruleset, card, throws, keeps);
  const faces = [...mask?.text ?? ""];
  const is_mask = faces.length === dice.length && faces.every((sign, place) => sign === "-" || sign === String(dice[place]));
  if (hold !== undefined && (hold.text.toLowerCase() !== "hold" || !is_mask || more !== undefined)) refuse(hold, sentence`hold ${asTheyLie(dice).replace(/..$/, "--")}`);
  return {throws: [...throws, dice], keeps, held: dice.map((_, place) => (faces[place] ?? "-") !== "-")};
}

/** Split a turn at commas; report empty parts. @param {readonly Word[]} words @returns {Word[][]} */
function splitAtCommas(words) {
  /** @type {Word[][]} */
  const parts = [[]];
  for (const word of words) {
    if (word.text !== ",") parts[parts.length - 1].push(word);
    else if (parts[parts.length - 1].length === 0) refuse(word, sentence`comma first`);
    else parts.push([]);
  }
  if (parts[parts.length - 1].length === 0) refuse(words[words.length - 1], sentence`comma last`);
  return parts;
}

/** Split words after the leading ones of digits. @param {readonly Word[]} words */
function leadingDice(words) {
  const found = words.findIndex((word) => !isNumber(word));
  const n_dice = found < 0 ? words.length : found;
  return {digits: words.slice(0, n_dice), rest: words.slice(n_dice)};
}

/** Return the faces written by words of digits. @param {readonly Word[]} words */
function readFaces(words) {
  for (const {text, line, column} of words) {
    const place = text.search(/[^1-6]/);
    if (place >= 0) refuse({text, line, column: column + place}, sentence`no die ${text[place]}`);
  }
  return words.flatMap(({text}) => [...text].map(Number));
}

/** Remove dice; null if they are not all present. @param {readonly number[]} dice @param {readonly number[]} part */
export function without(dice, part) {
  const left = [...dice];
  for (const die of part) {
    const place = left.indexOf(die);
    if (place < 0) return null;
    left.splice(place, 1);
  }
  return left;
}

/**
 * Read a throw with the dice kept for it; after a keep, all dice may be written, or only the new ones.
 * @param {readonly Word[]} words @param {Ruleset} ruleset @param {Progress} card
 * @param {readonly number[][]} throws @param {readonly number[][]} keeps
 */
function readThrow(words, ruleset, card, throws, keeps) {
  const {digits, rest} = leadingDice(words);
  if (digits.length === 0) refuse(words[0], sentence`no dice`);
  const most = mostThrows(ruleset, card);
  if (throws.length === most) refuse(digits[0], sentence`${throws.length + 1} of ${most} throws`);
  const kept = keeps[keeps.length - 1] ?? [];
  let dice = readFaces(digits);
  if (kept.length > 0 && dice.length === ruleset.n_dice - kept.length) dice = [...kept, ...dice];
  if (dice.length !== ruleset.n_dice) refuse(digits[0], sentence`${dice.length} of ${ruleset.n_dice} dice`);
  if (without(dice, kept) === null) refuse(digits[0], sentence`${asTheyLie(dice)} without ${asTheyLie(kept)}`);
  return {dice, rest};
}

/** Read the keep after a throw, ascending. @param {readonly Word[]} words @param {readonly number[]} dice */
function readKeep(words, dice) {
  const [keep, first] = words;
  if (!KEEP.includes(keep.text.toLowerCase())) refuse(keep, sentence`keep, not ${quoted(keep.text)}`);
  if (first === undefined) refuse(keep, sentence`keep alone`);
  const is_nothing = NOTHING.includes(first.text.toLowerCase());
  const {digits, rest} = is_nothing ? {digits: [], rest: words.slice(2)} : leadingDice(words.slice(1));
  if (rest.length > 0) refuse(rest[0], sentence`${quoted(rest[0].text)} in keep`);
  const kept = readFaces(digits);
  const left = without(dice, kept);
  if (left === null) return refuse(digits[0], sentence`keep ${asTheyLie(kept)} of ${asTheyLie(dice)}`);
  if (left.length === 0) refuse(digits[0], sentence`keep all`);
  return kept.sort((a, b) => a - b);
}

/**
 * Read the box that ends a turn.
 * @param {readonly Word[]} words @param {Ruleset} ruleset @param {Progress} card @param {number[][]} throws @param {number[][]} keeps
 * @returns {PlayedTurn}
 */
function readBox(words, ruleset, card, throws, keeps) {
  const {category, rest} = readCategory(words, ruleset, card);
  const {name} = ruleset.categories[category];
  const points_word = rest[0]?.text.startsWith("+") ? undefined : rest.shift();
  const on_top_word = rest[0]?.text.startsWith("+") ? rest.shift() : undefined;
  if (rest.length > 0) refuse(rest[0], sentence`${quoted(rest[0].text)} after points`);
  if (throws.length === 0) {
    if (points_word === undefined) return refuse(words[words.length - 1], sentence`no points`);
    const points = readPossiblePoints(points_word, ruleset, card, category);
    return withOnTop({box: name, points}, readOnTop(on_top_word, ruleset, card));
  }
  const dice = throws[throws.length - 1];
  const entry = entryOf(ruleset, category, [...dice].sort((a, b) => a - b), situationOfCard(ruleset, card));
  if (entry === null) return refuse(words[0], sentence`${asTheyLie(dice)} not in ${spoken(name)}`);
  checkEntry(entry, points_word, on_top_word, sentence`${asTheyLie(dice)} in ${spoken(name)}`);
  return withOnTop({throws, keeps, box: name, points: entry.points}, entry.on_top);
}

/** @param {PlayedTurn} turn @param {number} on_top @returns {PlayedTurn} */
const withOnTop = (turn, on_top) => (on_top > 0 ? {...turn, on_top} : turn);

/** Read the name of an open box. @param {readonly Word[]} all @param {Ruleset} ruleset @param {Progress} card */
function readCategory(all, ruleset, card) {
  const {categories} = ruleset;
  const {boxes} = card;
  const words = all[0].text.toLowerCase() === "score" && all.length > 1 ? all.slice(1) : all;
  const found = words.findIndex(({text}) => /^[0-9+]/.test(text));
  const n_name = found < 0 ? words.length : found;
  if (n_name === 0) refuse(words[0], sentence`no box before points`);
  const name = words.slice(0, n_name).map(({text}) => text).join(" ");
  const key = name.toLowerCase().replace(/[ -]/g, "_");
  const category = categories.findIndex((one) => one.name === key);
  if (category < 0) refuse(words[0], sentence`no box ${quoted(name)} of ${categories.map((one) => spoken(one.name)).join(", ")}`);
  if (boxes.includes(key)) refuse(words[0], sentence`${spoken(key)} filled in ${boxes.indexOf(key) + 1}`);
  const may_fill = mayFill(ruleset, card);
  if (!may_fill.includes(key)) refuse(words[0], sentence`next is ${spoken(may_fill[0])}`);
  return {category, rest: words.slice(n_name)};
}

/** Read a number of points. @param {Word} word */
function readNumber(word) {
  const digits = word.text.replace(/^\+/, "");
  if (!/^[0-9]+$/.test(digits) || digits.length > LONGEST_NUMBER) refuse(word, sentence`${quoted(word.text)} no points`);
  return Number(digits);
}

/**
 * Check points that are written in addition to dice.
 * @param {import("../game/rules/jokers.js").Entry} entry @param {Word | undefined} points @param {Word | undefined} on_top @param {Sentence} what
 */
function checkEntry(entry, points, on_top, what) {
  if (points !== undefined && readNumber(points) !== entry.points) refuse(points, sentence`${what} brings ${entry.points}, not ${points.text}`);
  if (on_top !== undefined && readNumber(on_top) !== entry.on_top) refuse(on_top, sentence`${what} pays ${entry.on_top} on top, not ${quoted(on_top.text)}`);
}

/** Read points without dice: those of some roll in this situation, or 0. @param {Word} word @param {Ruleset} ruleset @param {Progress} card @param {number} category */
function readPossiblePoints(word, ruleset, card, category) {
  const possible = pointsInSituation(ruleset, card, category);
  const points = readNumber(word);
  if (!possible.includes(points)) refuse(word, sentence`no ${word.text} in ${spoken(ruleset.categories[category].name)}: ${possible.join(", ")}`);
  return points;
}

/** Read the bonus for an extra Yahtzee in a turn without dice. @param {Word | undefined} word @param {Ruleset} ruleset @param {Progress} card */
function readOnTop(word, ruleset, card) {
  if (word === undefined) return 0;
  const pays = paidOnTop(ruleset, card);
  const points = readNumber(word);
  if (points !== 0 && points !== pays) {
    const message = sentence`${quoted(word.text)} not on top`;
    refuse(word, pays > 0 ? sentence`${message}; it is +${pays} or nothing` : message);
  }
  return points;
}

/** Versions of the format; the first is the one that people write. */
const VERSIONS = ["1", "2"];
const [VERSION] = VERSIONS;
/** Maximum size in bytes: about two thousand games. */
export const LARGEST_FILE = 1_000_000;
export const LONGEST_NAME = 40;
const UNNAMED = "Player 1";

/**
 * @typedef {PlayedCard & {is_closed: boolean}} OpenCard
 *
 * @typedef {object} OpenGame A game that is being read.
 * @property {Word} first
 * @property {string} version
 * @property {string} game
 * @property {Record<string, RuleValue>} rules
 * @property {string} date
 * @property {string} seed
 * @property {1 | 2} dice_rule
 * @property {Word | null} began
 * @property {Word | null} order
 * @property {OpenCard[]} cards
 * @property {boolean} has_begun Whether any card has a turn.
 */

/**
 * Decode a file.
 * @param {Uint8Array} bytes
 * @throws {RecordError} If it is too large or not UTF-8.
 */
export function decodeRecord(bytes) {
  if (bytes.length > LARGEST_FILE) throw new RecordError(1, 1, sentence`file too large`);
  try {
    return new TextDecoder("utf-8", {fatal: true}).decode(bytes);
  } catch {
    const [sound] = new TextDecoder().decode(bytes).split("\ufffd"); // the text before the first invalid byte
    const lines = splitLines(sound);
    throw new RecordError(lines.length, countSigns(lines[lines.length - 1]) + 1, sentence`not UTF-8`);
  }
}

/**
 * Read the games of a text, at least one.
 * @param {string} text @returns {PlayedGame[]}
 * @throws {RecordError} If the text is invalid or the rules do not allow what it describes.
 */
export function readRecords(text) {
  /** @type {OpenGame[]} */
  const games = [];
  splitLines(text).forEach((line, index) => {
    for (const words of entriesOf(wordsOf(line, index + 1))) {
      if (words[0].text.toLowerCase() === "yatzy") {
        checkVersion(words);
        games.push({first: words[0], version: words[1].text, game: "", rules: {}, date: "", seed: "", dice_rule: 1, began: null, order: null, cards: [], has_begun: false});
      } else if (games.length === 0) {
        refuse(words[0], sentence`begin ${VERSION}, not ${quoted(words[0].text)}`);
      } else readLine(words, line, games[games.length - 1]);
    }
  });
  if (games.length === 0) throw new RecordError(1, 1, sentence`empty, begin ${VERSION}`);
  return games.map(closeGame);
}

/** Return the ruleset by the lines read so far. @param {OpenGame} game */
const rulesetNow = ({game, rules}) => rulesetOf(game || DEFAULT_GAME, rules);

/** @param {OpenGame} open @returns {PlayedGame} */
function closeGame({first, version, game: named, rules: all, date, seed, dice_rule, began, order, cards}) {
  if (cards.length === 0) refuse(first, sentence`no turn`);
  const game = named || DEFAULT_GAME;
  const rules = unusualRules(game, all);
  const n_began = began === null ? cards.length : Number(began.text);
  if (began !== null && (!/^[1-9][0-9]*$/.test(began.text) || n_began > cards.length)) refuse(began, sentence`began ${cards.length}, not ${quoted(began.text)}`);
  const numbers = order?.text.split("-") ?? cards.map((_, player) => String(player + 1));
  if (order !== null && !(numbers.length === cards.length && cards.every((_, player) => numbers.includes(String(player + 1))))) {
    refuse(order, sentence`order of ${cards.length}, not ${quoted(order.text)}`);
  }
  const places = numbers.map((number) => Number(number) - 1);
  const ruleset = rulesetOf(game, rules);
  const players = cards.map((card) => ({...card, turns: card.turns.map((turn) => {
    const first_throw = version === VERSION ? firstThrowIn1(ruleset, seed, turn) : 1;
    return first_throw > 1 ? {...turn, first_throw} : turn;
  })}));
  return {edition: editionOf(game, rules), game, rules, date, seed, ...shortened({dice_rule, began: n_began, order: places, players})};
}

/**
 * Return the entries of a line: none for a comment; a first line may contain several, separated by slashes.
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

/** Report an unknown version. @param {Word[]} words */
function checkVersion([first, version, more]) {
  if (version === undefined) refuse(first, sentence`no version, ${VERSION}`);
  if (!VERSIONS.includes(version.text)) refuse(version, sentence`version ${quoted(version.text)} of ${VERSIONS.join(" and ")}`);
  if (more !== undefined) refuse(more, sentence`${quoted(more.text)} after version`);
}

/** Readers of header lines, by first word. @type {Readonly<Record<string, (word: Word, game: OpenGame) => void>>} */
const HEADER = {
  game: readGame, rule: takeRule, date: readDate, seed: readSeed, dice: readDiceRule,
  began: (word, game) => (game.began = word),
  order: (word, game) => (game.order = word),
};
/** Lines that version 1 does not have. */
const NEW = ["dice", "began", "order", "help", "now", "went"];

/** Add a line to the game. @param {Word[]} words @param {string} line @param {OpenGame} game */
function readLine(words, line, game) {
  const key = words[0].text.toLowerCase();
  if (NEW.includes(key) && game.version === VERSION) refuse(words[0], sentence`${quoted(key)} in version 2`);
  const is_known = Object.hasOwn(HEADER, key);
  if (words.length === 1 && (is_known || key === "help" || key === "now")) refuse(words[0], sentence`${quoted(key)} alone`);
  if (key === "player") game.cards.push({name: readName(words, line), turns: [], is_closed: false});
  else if (is_known) {
    if (game.has_begun) refuse(words[0], sentence`${quoted(key)} first`);
    if (words.length > 2) refuse(words[2], sentence`${quoted(words[2].text)} here`);
    HEADER[key](words[1], game);
  } else if (key === "help") readHelp(words, game);
  else if (key === "now") takeNow(words, game);
  else if (key === "end" || ["broken off", "went home"].includes(`${key} ${words[1]?.text.toLowerCase()}`)) readEnd(words, game);
  else takeTurn(words, game);
}

/** Read the name of a player: the rest of the line, on a first line up to the next slash. @param {Word[]} words @param {string} line */
function readName(words, line) {
  if (words.length === 1) refuse(words[0], sentence`no name`);
  const last = words[words.length - 1];
  const name = [...line].slice(words[1].column - 1, last.column - 1 + countSigns(last.text)).join("");
  const n_signs = countSigns(name);
  if (n_signs > LONGEST_NAME) refuse(words[1], sentence`name ${n_signs} of ${LONGEST_NAME}`);
  return name;
}

/** @param {Word} word @param {OpenGame} game */
function readGame(word, game) {
  if (game.game !== "" || Object.keys(game.rules).length > 0) refuse(word, sentence`game once`);
  if (!GAME_NAMES.includes(word.text)) refuse(word, sentence`no game ${quoted(word.text)} of ${GAME_NAMES.join(", ")}`);
  game.game = word.text;
}

/** @param {Word} word @param {OpenGame} game */
function takeRule(word, game) {
  const at = word.text.indexOf("=");
  if (at < 0) refuse(word, sentence`${quoted(word.text)} no rule`);
  const [name, text] = [word.text.slice(0, at), word.text.slice(at + 1)];
  const known = rulesOfGame(game.game || DEFAULT_GAME);
  if (Object.hasOwn(game.rules, name)) refuse(word, sentence`rule ${quoted(name)} twice`);
  if (!known.includes(name)) refuse(word, sentence`no rule ${quoted(name)} of ${known.join(", ")}`);
  const value = readRule(game.game || DEFAULT_GAME, name, text);
  if (value === undefined) return refuse(word, sentence`rule ${quoted(name)} not ${quoted(text)}`);
  game.rules[name] = value;
}

/** @param {Word} word @param {OpenGame} game */
function readDate(word, game) {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(word.text)) refuse(word, sentence`${quoted(word.text)} no date`);
  const day = new Date(`${word.text}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== word.text || word.text < "0001") refuse(word, sentence`no day ${word.text}`);
  game.date = word.text;
}

/** @param {Word} word @param {OpenGame} game */
function readSeed(word, game) {
  if (!/^[A-Za-z0-9]{1,32}$/.test(word.text)) refuse(word, sentence`${quoted(word.text)} no seed`);
  game.seed = word.text;
}

/** @param {Word} word @param {OpenGame} game */
function readDiceRule(word, game) {
  if (word.text !== "1" && word.text !== "2") return refuse(word, sentence`dice rule ${quoted(word.text)}`);
  game.dice_rule = word.text === "1" ? 1 : 2;
}

/** Read the help of the current player. @param {Word[]} words @param {OpenGame} game */
function readHelp([first, ...words], game) {
  const card = game.cards[game.cards.length - 1];
  if (card === undefined || card.is_closed || card.turns.length > 0 || card.now) return refuse(first, sentence`help first`);
  const help = words.map(({text}) => text.toLowerCase()).join(" ");
  if (!HELPS.includes(help)) refuse(words[0], sentence`no help ${quoted(help)} of ${HELPS.join(", ")}`);
  card.help = help;
}

/** Return the current player's card, which must be open; if no player is named, the first one. @param {Word} word @param {OpenGame} game */
function openCard(word, game) {
  if (game.cards.length === 0) game.cards.push({name: UNNAMED, turns: [], is_closed: false});
  const card = game.cards[game.cards.length - 1];
  game.has_begun = true;
  if (card.is_closed) refuse(word, sentence`card closed`);
  if (card.now) refuse(word, sentence`now last`);
  return card;
}

/** Read the unfinished turn. @param {Word[]} words @param {OpenGame} game */
function takeNow([first, ...words], game) {
  const card = openCard(first, game);
  const ruleset = rulesetNow(game);
  if (game.cards.some(({now}) => now)) refuse(first, sentence`now once`);
  if (card.turns.length === ruleset.categories.length) refuse(first, sentence`full after ${ruleset.categories.length}`);
  card.now = readNow(words, ruleset, cardAfter(ruleset, card.turns));
}

/**
 * Read the number of a turn's only throw, "throw 3", at the front of the turn.
 * @param {readonly Word[]} words @param {OpenGame} game @param {Ruleset} ruleset @returns {{first: number, turn: readonly Word[]}}
 */
function readFirstThrow(words, game, {n_throws, saves_throws}) {
  const [word, number] = words;
  if (game.version === VERSION || word.text.toLowerCase() !== "throw") return {first: 0, turn: words};
  if (saves_throws || game.seed !== "") refuse(word, sentence`throw of seed`);
  const first = /^[0-9]$/.test(number?.text ?? "") ? Number(number.text) : 0;
  if (first < 1 || first > n_throws || words.length === 2) return refuse(word, sentence`throw 1 to ${n_throws}`);
  return {first, turn: words.slice(2)};
}

/** Read a turn of the current player. @param {Word[]} words @param {OpenGame} game */
function takeTurn(words, game) {
  const card = openCard(words[0], game);
  const ruleset = rulesetNow(game);
  const number = card.turns.length + 1;
  let rest = words;
  if (/^[0-9]{1,3}[.:]?$/.test(words[0].text)) {
    if (parseInt(words[0].text, 10) !== number) refuse(words[0], sentence`turn ${number}, not ${quoted(words[0].text)}`);
    if (words.length === 1) refuse(words[0], sentence`turn alone`);
    rest = words.slice(1);
  }
  const n_turns = ruleset.categories.length;
  if (number > n_turns) refuse(rest[0], sentence`full after ${n_turns}`);
  const {first, turn: played} = readFirstThrow(rest, game, ruleset);
  const turn = readTurn(played, ruleset, cardAfter(ruleset, card.turns));
  if (first > 0 && turn.throws?.length !== 1) refuse(rest[0], sentence`throw before dice`);
  card.turns.push(first > 1 ? {...turn, first_throw: first} : turn);
}

/** Close a card, and check its sum. @param {Word[]} words @param {OpenGame} game */
function readEnd(words, game) {
  const key = words[0].text.toLowerCase();
  const behind = words.slice(key === "end" ? 1 : 2);
  const card = game.cards[game.cards.length - 1];
  if (card === undefined || card.is_closed) return refuse(words[0], sentence`no card`);
  [game.has_begun, card.is_closed] = [true, true];
  const ruleset = rulesetNow(game);
  const so_far = cardAfter(ruleset, card.turns);
  if (key === "went") card.is_gone = true;
  else if ((key === "end") !== isFull(ruleset, so_far)) {
    refuse(words[0], key === "end" ? sentence`${card.turns.length} of ${ruleset.categories.length} turns` : sentence`full, end`);
  }
  if (behind.length > 1) refuse(behind[1], sentence`${quoted(behind[1].text)} here`);
  const points = totalOf(ruleset, so_far);
  if (behind.length === 1 && behind[0].text !== String(points)) refuse(behind[0], sentence`sum ${points}, not ${quoted(behind[0].text)}`);
}
