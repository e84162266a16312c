/** The par sheet beside the card: what each open box is counted on for, and what this throw brings over that. */

import {countUpper} from "../game/rules/scandinavian.js";
import {recordsOf} from "../parts/records.js";
import {countMissing, isOver, offersOf} from "./position.js";

/** @import {Ruleset} from "../game/rules/scandinavian.js" */
/** @import {Position} from "./position.js" */
/** @import {DataSet} from "../../engine/widget" */

/**
 * @typedef {object} ParSheet Fifteen pars, and the two numbers of the bonus curve.
 * @property {Record<string, number>} par_of_box
 * @property {number} spread
 * @property {number} shift
 */

/** Of a face in each upper box. */
const USUAL = 3;
/** Square of the width of a step that is one. */
const SHARP = 0.01;

/** Read the sheet in whole numbers. @param {DataSet} minds_par @returns {ParSheet} */
export function readPars(minds_par) {
  const {spread, shift, ...par_of_box} = Object.fromEntries(recordsOf(minds_par).map(({box, integer}) => [box, integer]));
  return {par_of_box, spread, shift};
}

/** The normal distribution function (Abramowitz and Stegun 26.2.17; off by less than a ten-millionth). @param {number} x @returns {number} */
function normal(x) {
  if (x < 0) return 1 - normal(-x);
  const t = 1 / (1 + 0.2316419 * x);
  const sum = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}

/** What the sheet holds of the bonus. @param {ParSheet} sheet @param {Ruleset} ruleset @param {Position["scores"]} scores */
export function bonusHeld({spread, shift}, ruleset, scores) {
  const {bonus, threshold} = ruleset;
  const upper = scores.slice(0, countUpper(ruleset));
  const total = Math.min(threshold, upper.reduce((/** @type {number} */ sum, points) => sum + (points ?? 0), 0));
  const faces = upper.flatMap((points, place) => (points === null ? [place + 1] : []));
  const usual = USUAL * faces.reduce((sum, face) => sum + face, 0);
  const squares = faces.reduce((sum, face) => sum + face * face, 0);
  const middle = total + usual - threshold + 0.5 + shift * faces.length;
  return bonus * normal(middle / Math.sqrt(spread * spread * squares + SHARP));
}

/**
 * What the dice on the table bring over par in each open box, with what they do to the bonus; null in the others, and
 * in all of them while dice are missing.
 * @param {ParSheet} sheet @param {Ruleset} ruleset @param {Position} position @returns {(number | null)[]}
 */
export function overPar(sheet, ruleset, position) {
  const {scores} = position;
  const offers = countMissing(position) === 0 && !isOver(position) ? offersOf(ruleset, position) : [];
  const held = bonusHeld(sheet, ruleset, scores);
  return scores.map((_, category) => {
    const points = offers[category]?.points;
    if (points === undefined) return null;
    const after = scores.map((old, place) => (place === category ? points : old));
    return points - sheet.par_of_box[ruleset.categories[category].name] + bonusHeld(sheet, ruleset, after) - held;
  });
}

/** @param {number} points */
const signed = (points) => {
  const text = Math.abs(points).toFixed(1);
  return text === "0.0" ? text : `${points < 0 ? "−" : "+"}${text}`;
};

/**
 * Return what stands beside each box: its par, and what this throw brings over it; the most of them is marked.
 * @param {ParSheet} sheet @param {Ruleset} ruleset @param {Position} position @returns {(category: number) => string}
 */
export function drawPars(sheet, ruleset, position) {
  const over = overPar(sheet, ruleset, position);
  const most = Math.max(...over.map((points) => points ?? -Infinity));
  return (category) => {
    if (position.scores[category] !== null) return "";
    const points = over[category];
    const brings = points === null ? "" : `<b${points === most ? ' class="most"' : ""}><span class="visually-hidden">, this throw </span>${signed(points)}</b>`;
    return `<span class="par"><span class="visually-hidden">Par </span>${sheet.par_of_box[ruleset.categories[category].name]}${brings}</span>`;
  };
}

/** What the numbers mean. */
export const LEGEND = "Beside each open box its par, and what this throw brings over it, with what it does to the bonus. Who writes, writes the most.";
