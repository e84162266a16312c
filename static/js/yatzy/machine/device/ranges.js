/** What can be set of the house rules that a device can solve, and how a text names them: "50.63.0". */

import {scandinavian} from "../../game/rules/scandinavian.js";

/**
 * @typedef {object} Rules
 * @property {number} bonus Points of the bonus.
 * @property {number} threshold Upper total that earns it.
 * @property {boolean} five Whether five of a kind may be written as a full house.
 *
 * @typedef {{least: number, most: number, step: number}} Range
 */

/** What can be set of each rule that is a number. @type {Readonly<Record<"bonus" | "threshold", Range>>} */
export const RANGES = {bonus: {least: 0, most: 200, step: 5}, threshold: {least: 50, most: 100, step: 1}};

/** The rules of the essay. @type {Rules} */
export const USUAL = {bonus: scandinavian.bonus, threshold: scandinavian.threshold, five: false};

/** @param {Rules} rules */
export const textOfRules = ({bonus, threshold, five}) => [bonus, threshold, Number(five)].join(".");

/** @param {Rules} one @param {Rules} other */
export const areSame = (one, other) => textOfRules(one) === textOfRules(other);

/** @param {number} number @param {Range} range */
const canBeSet = (number, {least, most, step}) => number >= least && number <= most && (number - least) % step === 0;

/** Read rules from a link; null for those that nobody could have set. @param {string} text @returns {Rules | null} */
export function rulesOfText(text) {
  const match = /^(\d{1,3})\.(\d{2,3})\.([01])$/.exec(text);
  if (match === null) return null;
  const rules = {bonus: Number(match[1]), threshold: Number(match[2]), five: match[3] === "1"};
  return canBeSet(rules.bonus, RANGES.bonus) && canBeSet(rules.threshold, RANGES.threshold) ? rules : null;
}
