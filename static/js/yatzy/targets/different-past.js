/**
 * Same dice, different past: the last box is Chance, a reroll is left, and the points so far decide which move is right.
 */

import {partsOf} from "site_builder/kit";

/** @import {Past, PastMoment as Moment} from "./types" */

/** Dice on the table. */
export const DICE = [2, 2, 2, 3, 3];
/** Settings of the dial to choose from, per point. */
export const THETAS = [-3, -0.5, 0, 0.5];
const REROLLS = 1;
const FACES = [1, 2, 3, 4, 5, 6];
/** Chances closer than this are equal. */
const TIE = 1e-12;

/** The move that keeps all dice: write them. */
export const WRITE = DICE.join("");

/** Read the data set, by ascending points so far. @param {Record<string, Record<string, any[]>>} data @returns {Past[]} */
export function readPasts({worked_example: {rerolls, points_so_far, needed, action, keep, probability}}) {
  /** @type {Map<number, Past>} */
  const found = new Map();
  points_so_far.forEach((points, row) => {
    if (rerolls[row] !== REROLLS) return;
    const past = found.get(points) ?? {points, needed: needed[row], best: 0, chance_of_move: new Map()};
    past.chance_of_move.set(action[row] === "score" ? WRITE : keep[row], probability[row]);
    past.best = Math.max(past.best, probability[row]);
    found.set(points, past);
  });
  return [...found.values()].sort((a, b) => a.points - b.points);
}

/** The chance of a move. @param {Past} past @param {string} move Dice kept, ascending. */
export function chanceOfMove({chance_of_move}, move) {
  const chance = chance_of_move.get(move);
  if (chance === undefined) throw new RangeError(`${JSON.stringify(move)} is no part of the dice`);
  return chance;
}

/** Whether no move wins more often. @param {Past} past @param {string} move */
export function isRight(past, move) {
  return chanceOfMove(past, move) >= past.best - TIE;
}

/** The move that is right for a past; of several, the one that throws fewest dice. @param {Past} past */
export function rightMove(past) {
  const right = [...past.chance_of_move.keys()].filter((move) => isRight(past, move));
  return right.reduce((most, move) => (move.length > most.length ? move : most));
}

/** What a die in the hand is worth, for sure, to a player with the dial at theta. @param {number} theta */
export function worthOfDie(theta) {
  if (theta === 0) return FACES.reduce((sum, face) => sum + face, 0) / FACES.length;
  return Math.log(FACES.reduce((sum, face) => sum + Math.exp(theta * face), 0) / FACES.length) / theta;
}

/** The move of a player with the dial at theta: in Chance each die stands for itself. @param {number} theta */
export function moveOfDial(theta) {
  return DICE.filter((face) => face > worthOfDie(theta)).join("");
}

/** The move that keeps the dice of a mask. @param {number} kept Bit i for the i-th die. */
export function moveOfMask(kept) {
  return DICE.filter((_, die) => kept & (1 << die)).join("");
}

/**
 * Read a moment from a link: points so far, mask of kept dice, place of the dial.
 * @param {string | null} text @param {readonly Past[]} pasts @returns {Moment | null}
 */
export function momentOfText(text, pasts) {
  const match = /^(\d{1,3})\.(\d{1,2})\.(\d)$/.exec(text ?? "");
  if (match === null) return null;
  const index = pasts.findIndex(({points}) => points === Number(match[1]));
  const [kept, dial] = [Number(match[2]), Number(match[3])];
  return index === -1 || kept >= 2 ** DICE.length || dial >= THETAS.length ? null : {index, kept, dial};
}

/** @param {Moment} moment @param {readonly Past[]} pasts */
export function textOfMoment({index, kept, dial}, pasts) {
  return [pasts[index].points, kept, dial].join(".");
}

/** Where a press leads: "keep-0", "dial-2". @param {string} key @param {Moment} moment @returns {Moment} */
export function momentAfter(key, moment) {
  const [part, number] = partsOf(key);
  return part === "keep" ? {...moment, kept: moment.kept ^ (1 << number)} : {...moment, dial: number};
}
