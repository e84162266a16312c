/** Read one turn of a record: its throws and keeps, and the box with its points; every mistake is told with its place. */

import {multisets} from "../game/lattice.js";
import {entryOf} from "../game/rules/jokers.js";
import {isNumber, quoted, refuse} from "./words.js";
import {mayFill, mostThrows, situationOfCard} from "./played.js";

/** @import {Ruleset} from "../game/rules/scandinavian.js" */
/** @import {PlayedTurn, Progress} from "./played.js" */
/** @import {Word} from "./words.js" */

/** Words for a keep without dice. */
const NOTHING = ["nothing", "none", "-"];
const KEEP = ["keep", "kept"];
const LONGEST_NUMBER = 4;

/** Write dice as they lie. @param {readonly number[]} dice */
export const asTheyLie = (dice) => dice.join("");

/** Return the name of a box as it is written. @param {string} name */
export const spoken = (name) => name.replaceAll("_", " ");

/**
 * Read the turn that a line holds, the number of the turn aside.
 * @param {readonly Word[]} words @param {Ruleset} ruleset @param {Progress} card @returns {PlayedTurn}
 * @throws {import("./words.js").RecordError}
 */
export function readTurn(words, ruleset, card) {
  const parts = splitAtCommas(words);
  /** @type {number[][]} */
  const throws = [];
  /** @type {number[][]} */
  const keeps = [];
  for (const part of parts.slice(0, -1)) {
    const {dice, rest} = readThrow(part, ruleset, card, throws, keeps);
    if (rest.length === 0) refuse(part[part.length - 1], 'what was kept is missing: "keep 55", or "keep nothing", before the comma');
    keeps.push(readKeep(rest, dice));
    throws.push(dice);
  }
  let last = parts[parts.length - 1];
  if (parts.length > 1 || isNumber(last[0])) {
    const {dice, rest} = readThrow(last, ruleset, card, throws, keeps);
    throws.push(dice);
    if (rest.length === 0) refuse(last[last.length - 1], "the box is missing");
    if (KEEP.includes(rest[0].text.toLowerCase())) refuse(rest[0], "after a keep come a comma and the next throw; a turn ends with its box");
    last = rest;
  }
  return readBox(last, ruleset, card, throws, keeps);
}

/** Return the parts of a turn, none of them empty. @param {readonly Word[]} words @returns {Word[][]} */
function splitAtCommas(words) {
  /** @type {Word[][]} */
  const parts = [[]];
  for (const word of words) {
    if (word.text !== ",") parts[parts.length - 1].push(word);
    else if (parts[parts.length - 1].length === 0) refuse(word, "nothing stands before this comma");
    else parts.push([]);
  }
  if (parts[parts.length - 1].length === 0) refuse(words[words.length - 1], "nothing stands after this comma");
  return parts;
}

/** Return the words at the front that are digits, and the others. @param {readonly Word[]} words */
function leadingDice(words) {
  const found = words.findIndex((word) => !isNumber(word));
  const n_dice = found < 0 ? words.length : found;
  return {digits: words.slice(0, n_dice), rest: words.slice(n_dice)};
}

/** Return the faces that words of digits show. @param {readonly Word[]} words */
function readFaces(words) {
  for (const {text, line, column} of words) {
    const place = text.search(/[^1-6]/);
    if (place >= 0) refuse({text, line, column: column + place}, `no die shows ${text[place]}; dice show 1 to 6`);
  }
  return words.flatMap(({text}) => [...text].map(Number));
}

/** Take dice away; null where they are not there. @param {readonly number[]} dice @param {readonly number[]} part */
function without(dice, part) {
  const left = [...dice];
  for (const die of part) {
    const place = left.indexOf(die);
    if (place < 0) return null;
    left.splice(place, 1);
  }
  return left;
}

/**
 * Read a throw with the dice that were kept for it; after a keep all dice may be written, or the new ones alone.
 * @param {readonly Word[]} words @param {Ruleset} ruleset @param {Progress} card
 * @param {readonly number[][]} throws @param {readonly number[][]} keeps
 */
function readThrow(words, ruleset, card, throws, keeps) {
  const {digits, rest} = leadingDice(words);
  if (digits.length === 0) refuse(words[0], "the dice of this throw are missing");
  const most = mostThrows(ruleset, card);
  if (throws.length === most) refuse(digits[0], `this is throw ${throws.length + 1}; the turn has ${most}`);
  const kept = keeps[keeps.length - 1] ?? [];
  let dice = readFaces(digits);
  if (kept.length > 0 && dice.length === ruleset.n_dice - kept.length) dice = [...kept, ...dice];
  if (dice.length !== ruleset.n_dice) refuse(digits[0], `${dice.length} dice are written; the game has ${ruleset.n_dice}`);
  if (without(dice, kept) === null) refuse(digits[0], `${asTheyLie(dice)} does not hold the kept ${asTheyLie(kept)}`);
  return {dice, rest};
}

/** Read what was kept of a throw, ascending. @param {readonly Word[]} words @param {readonly number[]} dice */
function readKeep(words, dice) {
  const [keep, first] = words;
  if (!KEEP.includes(keep.text.toLowerCase())) refuse(keep, `"keep" and the kept dice are expected here, not ${quoted(keep.text)}`);
  if (first === undefined) refuse(keep, 'the kept dice are missing; write "keep nothing" where none was kept');
  const is_nothing = NOTHING.includes(first.text.toLowerCase());
  const {digits, rest} = is_nothing ? {digits: [], rest: words.slice(2)} : leadingDice(words.slice(1));
  if (rest.length > 0) refuse(rest[0], `${quoted(rest[0].text)} is not expected here; a keep is digits and ends with a comma`);
  const kept = readFaces(digits);
  const left = without(dice, kept);
  if (left === null) return refuse(digits[0], `${asTheyLie(kept)} cannot be kept of ${asTheyLie(dice)}`);
  if (left.length === 0) refuse(digits[0], "all dice are kept, so none is thrown again; write the box instead");
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
  if (rest.length > 0) refuse(rest[0], `${quoted(rest[0].text)} is not expected here; the turn ends with its points`);
  if (throws.length === 0) {
    if (points_word === undefined) return refuse(words[words.length - 1], "the points are missing; without dice they must be written");
    const points = readPossiblePoints(points_word, ruleset, card, category);
    return withOnTop({box: name, points}, readOnTop(on_top_word, ruleset, card));
  }
  const dice = throws[throws.length - 1];
  const entry = entryOf(ruleset, category, [...dice].sort((a, b) => a - b), situationOfCard(ruleset, card));
  if (entry === null) return refuse(words[0], `${asTheyLie(dice)} may not be written in ${spoken(name)} here`);
  checkEntry(entry, points_word, on_top_word, `${asTheyLie(dice)} in ${spoken(name)}`);
  return withOnTop({throws, keeps, box: name, points: entry.points}, entry.on_top);
}

/** @param {PlayedTurn} turn @param {number} on_top @returns {PlayedTurn} */
const withOnTop = (turn, on_top) => (on_top > 0 ? {...turn, on_top} : turn);

/** Read the open box that words name. @param {readonly Word[]} all @param {Ruleset} ruleset @param {Progress} card */
function readCategory(all, ruleset, card) {
  const {categories} = ruleset;
  const {boxes} = card;
  const words = all[0].text.toLowerCase() === "score" && all.length > 1 ? all.slice(1) : all;
  const found = words.findIndex(({text}) => /^[0-9+]/.test(text));
  const n_name = found < 0 ? words.length : found;
  if (n_name === 0) refuse(words[0], "the box is missing before its points");
  const name = words.slice(0, n_name).map(({text}) => text).join(" ");
  const key = name.toLowerCase().replace(/[ -]/g, "_");
  const category = categories.findIndex((one) => one.name === key);
  if (category < 0) {
    refuse(words[0], `no box is called ${quoted(name)}; the boxes are ${categories.map((one) => spoken(one.name)).join(", ")}`);
  }
  if (boxes.includes(key)) refuse(words[0], `${spoken(key)} was filled in turn ${boxes.indexOf(key) + 1}`);
  const may_fill = mayFill(ruleset, card);
  if (!may_fill.includes(key)) refuse(words[0], `boxes are filled in order; the next is ${spoken(may_fill[0])}`);
  return {category, rest: words.slice(n_name)};
}

/** Read a number of points. @param {Word} word */
function readNumber(word) {
  const digits = word.text.replace(/^\+/, "");
  if (!/^[0-9]+$/.test(digits) || digits.length > LONGEST_NUMBER) refuse(word, `${quoted(word.text)} is no number of points`);
  return Number(digits);
}

/**
 * Check points that are written behind dice.
 * @param {import("../game/rules/jokers.js").Entry} entry @param {Word | undefined} points @param {Word | undefined} on_top @param {string} what
 */
function checkEntry(entry, points, on_top, what) {
  if (points !== undefined && readNumber(points) !== entry.points) refuse(points, `${what} brings ${entry.points}, not ${points.text}`);
  if (on_top !== undefined && readNumber(on_top) !== entry.on_top) {
    refuse(on_top, `${what} pays ${entry.on_top} on top, not ${quoted(on_top.text)}`);
  }
}

/** Read points without dice: those of some roll in this situation, or 0. @param {Word} word @param {Ruleset} ruleset @param {Progress} card @param {number} category */
function readPossiblePoints(word, ruleset, card, category) {
  const possible = pointsInSituation(ruleset, card, category);
  const points = readNumber(word);
  if (!possible.includes(points)) {
    refuse(word, `no roll brings ${word.text} in ${spoken(ruleset.categories[category].name)}; possible are ${possible.join(", ")}`);
  }
  return points;
}

/** Points that a box can bring, by all that they depend on: a file holds thousands of turns. @type {Map<string, number[]>} */
const found = new Map();
const MOST_FOUND = 1000;

/** List the points that a box can bring now, ascending. @param {Ruleset} ruleset @param {Progress} card @param {number} category */
export function pointsInSituation(ruleset, card, category) {
  const situation = situationOfCard(ruleset, card);
  const key = JSON.stringify([ruleset.name, {...ruleset.options, bonus: 0, threshold: 0}, category, situation]);
  if (found.size > MOST_FOUND) found.clear();
  const points = found.get(key) ?? pointsOfRolls(ruleset, situation, category);
  found.set(key, points);
  return points;
}

/** @param {Ruleset} ruleset @param {ReturnType<typeof situationOfCard>} situation @param {number} category */
function pointsOfRolls(ruleset, situation, category) {
  const entries = multisets(ruleset.n_dice).map((roll) => entryOf(ruleset, category, roll, situation)?.points ?? 0);
  return [...new Set([0, ...entries])].sort((a, b) => a - b);
}

/** Return what an extra Yahtzee would pay now; 0 where none would. @param {Ruleset} ruleset @param {Progress} card */
export const paidOnTop = (ruleset, card) => (situationOfCard(ruleset, card)?.pays ? (ruleset.extra_yahtzees?.bonus ?? 0) : 0);

/** Read what an extra Yahtzee paid in a turn without dice. @param {Word | undefined} word @param {Ruleset} ruleset @param {Progress} card */
function readOnTop(word, ruleset, card) {
  if (word === undefined) return 0;
  const pays = paidOnTop(ruleset, card);
  const points = readNumber(word);
  if (points !== 0 && points !== pays) {
    refuse(word, `${quoted(word.text)} cannot be paid on top here${pays > 0 ? `; it is +${pays} or nothing` : ""}`);
  }
  return points;
}
