/** Greed with a penalty: how a scale changes what points are counted for, and what that is worth over whole games. */
import {possiblePoints} from "../game/tables.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {recordsOf} from "../parts/records.js";

/** @import {DataSet} from "../../engine/widget" */

/**
 * @typedef {object} Stop A scale of the penalty.
 * @property {number} scale Points.
 * @property {number} mean Expected final score.
 * @property {number} bonus_rate
 * @property {boolean} best
 * @property {boolean} published Scale of the source.
 *
 * @typedef {object} Scales
 * @property {Stop[]} stops Ascending.
 * @property {number} greedy Mean of the greedy player without a penalty.
 * @property {number} perfect
 *
 * @typedef {{stop: number, dice: readonly number[]}} Moment
 *
 * @typedef {object} Offer What a roll brings in a box, and what it is counted for.
 * @property {string} title
 * @property {number} points
 * @property {number} most The most that the box can bring.
 * @property {number} worth
 */

const MOST = scandinavian.categories.map((_, category) => Math.max(...possiblePoints(scandinavian, category)));

/** Read the data sets. @param {{penalty_scale: DataSet, policies: DataSet}} data @returns {Scales} */
export function readScales({penalty_scale: table, policies}) {
  const stops = recordsOf(table).map(({scale, mean, bonus_rate, best, origin}) =>
    ({scale, mean, bonus_rate, best: Boolean(best), published: origin === "source"}));
  const meanOf = (/** @type {string} */ name) => policies.mean[policies.policy.indexOf(name)];
  return {stops, greedy: meanOf("greedy"), perfect: meanOf("optimal")};
}

/**
 * List what a roll brings on an empty card, and what it is counted for.
 * @param {readonly number[]} dice @param {number} scale
 * @returns {Offer[]} In scorecard order, boxes without points left out.
 */
export function offersOf(dice, scale) {
  const roll = [...dice].sort((a, b) => a - b);
  return scandinavian.categories.map(({title, points: pointsOf}, category) => {
    const points = pointsOf(roll);
    return {title, points, most: MOST[category], worth: points * Math.exp((points - MOST[category]) / scale)};
  }).filter(({points}) => points > 0);
}

/** Find the offer that counts most; of equal ones the first. @param {readonly Offer[]} offers */
export function takenOf(offers) {
  return offers.reduce((best, offer) => (offer.worth > best.worth ? offer : best));
}

/** Write a scale. @param {number} scale */
export const textOfScale = (scale) => (scale >= 100 ? scale.toFixed(0) : scale.toFixed(1));

/** Write a moment for a link. @param {Scales} scales @param {Moment} moment */
export function textOfMoment({stops}, {stop, dice}) {
  return `${stops[stop].scale}_${dice.join("")}`;
}

/** Read a moment from a link, at the computed scale that is nearest to its own; null when there is none such. @param {Scales} scales @param {string | null} text @returns {Moment | null} */
export function momentOfText({stops}, text) {
  const match = /^([\d.]+)_([1-6]{5})$/.exec(text ?? "");
  const scale = Number(match?.[1]);
  if (match === null || !(scale >= stops[0].scale && scale <= stops[stops.length - 1].scale)) return null;
  const far = stops.map((stop) => Math.abs(Math.log(stop.scale / scale)));
  return {stop: far.indexOf(Math.min(...far)), dice: Array.from(match[2], Number)};
}
