/** The seventeen numbers of a small policy: a par for each box, and two for the bonus. */

import {recordsOf} from "./records.js";

/** @import {Ruleset} from "../game/rules/scandinavian.js" */
/** @import {DataSet} from "../../engine/widget" */

/**
 * @typedef {object} ParSheet Fifteen pars, and the two numbers of the bonus curve.
 * @property {Record<string, number>} par_of_box
 * @property {number} spread
 * @property {number} shift
 */

/** Dice of a face in each upper box. */
const USUAL = 3;
/** Added to the square of the curve's width, to avoid a division by zero. */
const BLUNT = 0.01;

/** Read the sheet in whole numbers. @param {DataSet} minds_par @returns {ParSheet} */
export function readPars(minds_par) {
  const {spread, shift, ...par_of_box} = Object.fromEntries(recordsOf(minds_par).map(({box, integer}) => [box, integer]));
  return {par_of_box, spread, shift};
}

/** Return the normal distribution function, by a series of odd powers; beyond 7 standard deviations it is 0 or 1. @param {number} x */
export function normalCurve(x) {
  if (Math.abs(x) > 7) return x < 0 ? 0 : 1;
  let [sum, term] = [x, x];
  for (let odd = 3; sum + term !== sum || odd === 3; odd += 2) sum += term *= (x * x) / odd;
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}

/**
 * Return the sheet's estimate of the bonus.
 * @param {ParSheet} sheet @param {Ruleset} ruleset @param {number} upper_total @param {readonly number[]} faces Of the open upper boxes.
 */
export function bonusHeld({spread, shift}, {bonus, threshold}, upper_total, faces) {
  const usual = USUAL * faces.reduce((sum, face) => sum + face, 0);
  const squares = faces.reduce((sum, face) => sum + face * face, 0);
  const surplus = upper_total + usual - threshold + 0.5 + shift * faces.length;
  return bonus * normalCurve(surplus / Math.sqrt(spread * spread * squares + BLUNT));
}
