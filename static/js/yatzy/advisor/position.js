/**
 * Positions entered by the reader: the scorecard, the dice on the table and the rerolls left. Positions are immutable;
 * each action returns a new one.
 */
import {scandinavian} from "../game/rules/scandinavian.js";
import {totalsOfScores} from "../game/tables.js";
import {entryOf, situationOf} from "../game/rules/jokers.js";
import {textOfDice} from "../game/turn.js";
import {sentence} from "../words/text.js";
import {forced, maxi, saved, yahtzee} from "../game/rules/other-games.js";

/** @import {Ruleset} from "../game/rules/scandinavian.js" */

// The games of the advisor, and the files of their values.

/**
 * @typedef {object} Edition A game of the advisor.
 * @property {"scandinavian" | "saved" | "maxi" | "yahtzee" | "forced"} name Name in addresses.
 * @property {string} title
 * @property {string} file Data set with its values.
 */

/** The essay's game comes first. @type {readonly Edition[]} */
export const EDITIONS = [
  {name: "scandinavian", title: "Scandinavian Yatzy", file: "values-scandinavian"},
  {name: "saved", title: "Yatzy with saved throws", file: "values-scandinavian-saved"},
  {name: "maxi", title: "Maxi Yatzy, six dice", file: "values-maxi"},
  {name: "yahtzee", title: "Yahtzee, free jokers", file: "values-yahtzee"},
  {name: "forced", title: "Yahtzee, forced jokers", file: "values-yahtzee-forced"},
];

/** Return the game called `name`; undefined if there is none. @param {string} name */
export const findEdition = (name) => EDITIONS.find((edition) => edition.name === name);

const RULES = {scandinavian, saved, maxi, yahtzee, forced};

/** Return the rules of a game. @param {Edition} edition @returns {Ruleset} */
export const rulesOf = ({name}) => RULES[name];

/**
 * @typedef {object} Position
 * @property {import("../game/tables.js").Scores} scores
 * @property {readonly number[]} dice Faces by place, 0 for dice that are not entered yet.
 * @property {number} kept Number of dice, from the first on, that were kept from the previous throw.
 * @property {number} rerolls Rerolls left after this throw, including saved throws.
 * @property {number} n_extra_yahtzees Number of extra Yahtzees with a bonus.
 *
 * @typedef {{position: Position} | {problem: import("../words/text.js").Sentence}} Entered The next position, or why the entry is invalid.
 */

const N_FACES = 6;

/** Return the position before the first throw of a game. @param {Ruleset} ruleset @returns {Position} */
export function newPosition({categories, n_dice, n_throws}) {
  const scores = categories.map(() => null);
  return {scores, dice: Array(n_dice).fill(0), kept: 0, rerolls: n_throws - 1, n_extra_yahtzees: 0};
}

/** Count the filled boxes. @param {import("../game/tables.js").Scores} scores */
export const countFilled = (scores) => scores.filter((points) => points !== null).length;

/** @param {Position} position */
export const isOver = ({scores}) => countFilled(scores) === scores.length;

/**
 * Return the maximum number of rerolls left: two, and those that earlier turns can have saved.
 * @param {Ruleset} ruleset @param {import("../game/tables.js").Scores} scores
 */
export function mostRerolls({n_throws, saves_throws}, scores) {
  return (n_throws - 1) * (saves_throws ? 1 + countFilled(scores) : 1);
}

/**
 * Return the maximum number of extra Yahtzees of a scorecard: one a turn, if their box has points.
 * @param {Ruleset} ruleset @param {import("../game/tables.js").Scores} scores
 */
export const mostExtraYahtzees = (ruleset, scores) => totalsOfScores(ruleset, scores).extra * (countFilled(scores) - 1);

/**
 * Return the points of the roll on the table in each category; null if it is filled, or not allowed for this roll.
 * @param {Ruleset} ruleset
 * @param {Position} position All dice entered.
 * @returns {(import("../game/rules/jokers.js").Entry | null)[]}
 */
export function offersOf(ruleset, {scores, dice, n_extra_yahtzees}) {
  const situation = situationOf(ruleset, totalsOfScores(ruleset, scores, n_extra_yahtzees));
  const roll = [...dice].sort((a, b) => a - b);
  return scores.map((points, category) => (points === null ? entryOf(ruleset, category, roll, situation) : null));
}

/** Count the dice that are not entered yet. @param {Position} position */
export const countMissing = ({dice}) => dice.filter((face) => face === 0).length;

/** Return the next die to enter; -1 if all are entered. @param {Position} position */
export const nextDie = ({dice}) => dice.indexOf(0);

/**
 * Set the face of a die; 0 clears it. A kept die that changes no longer counts as kept.
 * @param {Position} position @param {number} die @param {number} face @returns {Position}
 */
export function setDie(position, die, face) {
  const kept = die < position.kept ? 0 : position.kept;
  return {...position, kept, dice: position.dice.map((old, index) => (index === die ? face : old))};
}

/**
 * Read dice from typed text. After a keep, the text may contain all dice or only the new ones.
 * @param {Position} position @param {string} text @returns {Entered}
 */
export function typeDice(position, text) {
  const n_dice = position.dice.length;
  const digits = text.replace(/[\s,;.+-]/g, "");
  const strange = [...digits].find((sign) => !/[1-6]/.test(sign));
  if (strange !== undefined) {
    const what = /\d/.test(strange) ? sentence`No die shows ${strange}.` : sentence`“${strange.slice(0, 2)}” is no die.`;
    return {problem: sentence`${what} Type each die as a digit from 1 to ${N_FACES}.`};
  }
  const kept = position.dice.slice(0, position.kept);
  const faces = [...digits].map(Number);
  if (faces.length > n_dice) {
    return {problem: sentence`That is ${faces.length} dice; the game has ${n_dice}.`};
  }
  const n_thrown = n_dice - kept.length;
  const thrown = faces.length <= n_thrown ? faces : withoutKept(faces, kept);
  if (thrown === null) {
    return {problem: sentence`You kept ${kept.join(" ")} and threw ${n_thrown}: type the new dice, or the whole roll.`};
  }
  return {position: {...position, dice: [...kept, ...thrown, ...Array(n_thrown - thrown.length).fill(0)]}};
}

/**
 * Remove the kept dice from a typed roll; null if it does not contain them.
 * @param {readonly number[]} faces @param {readonly number[]} kept
 */
function withoutKept(faces, kept) {
  const rest = [...faces];
  for (const face of kept) {
    const found = rest.indexOf(face);
    if (found < 0) return null;
    rest.splice(found, 1);
  }
  return rest;
}

/** Throw every die that is not entered. @param {Position} position @param {() => number} random Uniform in [0, 1). @returns {Position} */
export function throwDice(position, random) {
  return {...position, dice: position.dice.map((face) => face || 1 + Math.floor(N_FACES * random()))};
}

/**
 * Keep some of the dice; the others are to be entered.
 * @param {Position} position All dice entered, a reroll left.
 * @param {readonly number[]} dice A part of the roll.
 * @returns {Position}
 */
export function keepDice(position, dice) {
  if (position.rerolls === 0 || withoutKept(position.dice, dice) === null) {
    throw new RangeError(`${textOfDice(dice)} cannot be kept of ${textOfDice(position.dice)} with ${position.rerolls} rerolls`);
  }
  const missing = Array(position.dice.length - dice.length).fill(0);
  return {...position, dice: [...dice, ...missing], kept: dice.length, rerolls: position.rerolls - 1};
}

/**
 * Write the roll into a category and begin the next turn; unused throws are added in games that save them.
 * @param {Position} position All dice entered.
 * @param {Ruleset} ruleset @param {number} category @returns {Position}
 */
export function scoreRoll(position, ruleset, category) {
  const entry = offersOf(ruleset, position)[category];
  if (entry === null) throw new RangeError(`category ${category} is closed to this roll`);
  const next = newPosition(ruleset);
  const saved = ruleset.saves_throws ? position.rerolls : 0;
  const {scores} = writeScore(position, ruleset, category, entry.points);
  const n_extra_yahtzees = position.n_extra_yahtzees + Number(entry.on_top > 0);
  return {...next, scores, rerolls: next.rerolls + saved, n_extra_yahtzees};
}

/**
 * Write points into a category, or reopen it with null, without changing the dice. Saved throws and extra Yahtzees are
 * reduced to the maximum that the new card allows.
 * @param {Position} position @param {Ruleset} ruleset @param {number} category @param {number | null} points @returns {Position}
 */
export function writeScore(position, ruleset, category, points) {
  const scores = position.scores.map((old, index) => (index === category ? points : old));
  return {
    ...position,
    scores,
    rerolls: Math.min(position.rerolls, mostRerolls(ruleset, scores)),
    n_extra_yahtzees: Math.min(position.n_extra_yahtzees, mostExtraYahtzees(ruleset, scores)),
  };
}

// A position as text for the page's address: "3,-,9,12,-,18,-,-,-,-,0,-,-,22,-:55566:2" are points by category, dice,
// and rerolls; a fourth part (if not 0) is the number of kept dice, a fifth the extra Yahtzees. The name of the game
// precedes it ("maxi:"), unless it is the essay's. `session.js` reads this text.

/** Write a position of a game as text. @param {Edition} edition @param {Position} position */
export function writePosition(edition, {scores, dice, kept, rerolls, n_extra_yahtzees}) {
  const rest = n_extra_yahtzees > 0 ? [kept, n_extra_yahtzees] : kept > 0 ? [kept] : [];
  const game = edition === EDITIONS[0] ? [] : [edition.name];
  return [...game, scores.map((points) => points ?? "-").join(","), dice.join(""), rerolls, ...rest].join(":");
}

/**
 * Write a game with its undo history: its positions, the oldest first, separated by spaces.
 * @param {Edition} edition @param {Pick<import("./session.js").Session, "past" | "position">} session
 */
export function writeGame(edition, {past, position}) {
  return [...past, position].map((one) => writePosition(edition, one)).join(" ");
}
