/**
 * One box left, as a game to play: what lies on the table, and what the first answer was.
 */
import {partsOf} from "site_builder/kit";
import {throwDice} from "../parts/throwing.js";
import {layOutGame} from "../game/tables.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {bestHand, meansOfBoxes, solveBox} from "./last-box.js";

/** @import {Box} from "./last-box.js" */

/**
 * @typedef {import("./last-box.js").Hand & {category: number, guess: number | null, asks: boolean}} Moment `guess`: dice kept in
 *   the first answer, if there is one; `asks`: it is still to come, and all that tells is covered.
 *
 * @typedef {object} Table What the figure is drawn from.
 * @property {import("../game/tables.js").Game} game
 * @property {number[][]} means Of all boxes, for one throw, two and three.
 * @property {(category: number) => Box} boxOf Solved point by point when it is first asked for.
 */

/** Chance is open, two rerolls are left, and nothing is kept yet. @type {Moment} */
export const OPENING = {...(/** @type {Moment} */ (momentOfText("chance.24456.2.0"))), asks: true};

/** @returns {Table} */
export function layOutTable() {
  const game = layOutGame(scandinavian);
  /** @type {Map<number, Box>} */
  const solved = new Map();
  const boxOf = (/** @type {number} */ category) => {
    const box = solved.get(category) ?? solveBox(game, category);
    solved.set(category, box);
    return box;
  };
  return {game, means: meansOfBoxes(game), boxOf};
}

/** Write a moment for a link: "chance.24456.2.0", and after "~" the first answer. @param {Moment} moment */
export function textOfMoment({category, dice, rerolls, kept, guess}) {
  const text = [scandinavian.categories[category].name, dice.join(""), rerolls, kept].join(".");
  return guess === null ? text : `${text}~${guess}`;
}

/** @param {string} text @returns {Moment | null} */
export function momentOfText(text) {
  const match = /^([a-z_]+)\.([1-6]{5})\.([0-2])\.(\d{1,2})(?:~(\d{1,2}))?$/.exec(text);
  const category = match ? scandinavian.categories.findIndex(({name}) => name === match[1]) : -1;
  const guess = match?.[5] === undefined ? null : Number(match[5]);
  if (match === null || category === -1 || Math.max(Number(match[4]), guess ?? 0) > 31) return null;
  return {category, dice: Array.from(match[2], Number), rerolls: Number(match[3]), kept: Number(match[4]), guess, asks: false};
}

/** Nothing is left to throw. @param {Moment} moment */
export function isOver({rerolls, kept, dice}) {
  return rerolls === 0 || kept === 2 ** dice.length - 1;
}

/** Dice that lie still in the next throw; after the last one it is a new turn, and none do. @param {Moment} moment */
export const heldOf = (moment) => (isOver(moment) ? 0 : moment.kept);

/**
 * Follow a press: "keep-0", "guess", "skip", "throw", "best", "rerolls-1" or "box-13"; "skip" shows the best keep, too.
 * Any press but on a die shows the answer.
 * @param {string} key @param {Moment} moment @param {Table} table @returns {Moment}
 */
export function pressed(key, moment, {game, boxOf}) {
  const [part, number] = partsOf(key);
  const now = {...moment, asks: moment.asks && part === "keep"};
  if (part === "guess") return {...now, guess: moment.asks ? moment.kept : moment.guess};
  if (part === "throw") return thrown(now);
  if (part === "keep" && now.rerolls > 0) return {...now, kept: now.kept ^ (1 << number)};
  if (part === "best" || part === "skip") return {...now, ...bestHand(game.lattice, boxOf(now.category), now)};
  if (part === "rerolls") return {...now, rerolls: number};
  return part === "box" ? {...now, category: number} : now;
}

/** @param {Moment} moment @returns {Moment} */
function thrown(moment) {
  const kept = heldOf(moment);
  const fallen = throwDice(moment.dice.length);
  const dice = moment.dice.map((face, die) => (kept & (1 << die) ? face : fallen[die]));
  return {...moment, dice, kept, rerolls: isOver(moment) ? scandinavian.n_throws - 1 : moment.rerolls - 1};
}
