/** The ladder from casual to perfect play: one habit a rung, and a guess at the one that is worth most. */
import {recordsOf} from "../parts/records.js";

/**
 * @typedef {{rung: string, title: string, habit: string, mean: number, gain: number, sd: number, bonus_rate: number}} Rung
 *
 * @typedef {object} Moment
 * @property {number | null} guess Rung that the reader guessed; null before.
 * @property {number | null} looked Rung that is told about.
 */

/** @type {Readonly<Record<string, string>>} */
const TITLES = {
  casual: "The casual player",
  patterns: "Knows the patterns",
  open_boxes: "Looks at what is open",
  sacrifice: "Loses where it is cheap",
  bonus_aim: "Wants three of each face",
  chance_late: "Has a box for bad days",
  upper_dice: "Thinks of the top first",
  counting: "Counts the chances",
  par: "Compares with par",
  optimal: "The perfect player",
};

/** Read the data set. @param {import("../../engine/widget").DataSet} table `ladder`, from the bottom. @returns {Rung[]} */
export function readLadder(table) {
  return recordsOf(table).map(({rung, mean, gain, sd, bonus_rate, habit}) =>
    ({rung, mean, gain, sd, bonus_rate, title: TITLES[rung] ?? rung, habit: habit.charAt(0).toUpperCase() + habit.slice(1)}));
}

/** Whether a rung can be guessed: all but the player at the bottom and perfect play. @param {readonly Rung[]} rungs @param {number} row */
export const isHabit = (rungs, row) => row > 0 && row < rungs.length - 1;

/** Find the habit that brings most. @param {readonly Rung[]} rungs */
export function dearestOf(rungs) {
  return rungs.reduce((best, {gain}, row) => (isHabit(rungs, row) && gain > rungs[best].gain ? row : best), 1);
}

/** Place of a habit when all are ordered by what they bring, from 1. @param {readonly Rung[]} rungs @param {number} row */
export function placeOf(rungs, row) {
  return 1 + rungs.filter(({gain}, other) => isHabit(rungs, other) && gain > rungs[row].gain).length;
}

/** Write a guess for a link. @param {readonly Rung[]} rungs @param {Moment} moment */
export const textOfMoment = (rungs, {guess}) => (guess === null ? null : rungs[guess].rung);

/** Read a guess from a link. @param {readonly Rung[]} rungs @param {string | null} text @returns {Moment} */
export function momentOfText(rungs, text) {
  const guess = rungs.findIndex(({rung}, row) => rung === text && isHabit(rungs, row));
  return guess === -1 ? {guess: null, looked: null} : {guess, looked: guess};
}
