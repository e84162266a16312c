/** House rules that the reader's device can solve: presses that change them, and the resulting ruleset. */
import {scandinavian} from "../../game/rules/scandinavian.js";
import {rulesetOf as rulesetOfRecord} from "../../record/rulesets.js";

/** @import {Ruleset} from "../../game/rules/scandinavian.js" */

// The adjustable house rules and their form in a link, "50.63.0".

/**
 * @typedef {object} Rules
 * @property {number} bonus Points of the bonus.
 * @property {number} threshold Upper total that earns it.
 * @property {boolean} five Whether five of a kind may be written as a full house.
 *
 * @typedef {{least: number, most: number, step: number}} Range
 */

/** Ranges of the numeric rules. @type {Readonly<Record<"bonus" | "threshold", Range>>} */
export const RANGES = {bonus: {least: 0, most: 200, step: 5}, threshold: {least: 50, most: 100, step: 1}};

/** The rules of the essay. @type {Rules} */
export const USUAL = {bonus: scandinavian.bonus, threshold: scandinavian.threshold, five: false};

/** @param {Rules} rules */
export const textOfRules = ({bonus, threshold, five}) => [bonus, threshold, Number(five)].join(".");

/** @param {Rules} one @param {Rules} other */
export const areSame = (one, other) => textOfRules(one) === textOfRules(other);

/** @param {number} number @param {Range} range */
const canBeSet = (number, {least, most, step}) => number >= least && number <= most && (number - least) % step === 0;

/** Parse rules from a link; null if they are invalid. @param {string} text @returns {Rules | null} */
export function rulesOfText(text) {
  const match = /^(\d{1,3})\.(\d{2,3})\.([01])$/.exec(text);
  if (match === null) return null;
  const rules = {bonus: Number(match[1]), threshold: Number(match[2]), five: match[3] === "1"};
  return canBeSet(rules.bonus, RANGES.bonus) && canBeSet(rules.threshold, RANGES.threshold) ? rules : null;
}

/** Return the rules after a press: "bonus=70", "threshold=60", "five", "usual". @param {string} key @param {Rules} rules @returns {Rules | null} */
export function rulesAfter(key, rules) {
  if (key === "usual") return USUAL;
  if (key === "five") return {...rules, five: !rules.five};
  const [name, number] = key.split("=");
  return name === "bonus" || name === "threshold" ? rulesOfText(textOfRules({...rules, [name]: Number(number)})) : null;
}

/** The ruleset of Scandinavian Yatzy under house rules. @param {Rules} rules @returns {Ruleset} */
export function rulesetOf({bonus, threshold, five}) {
  return rulesetOfRecord("scandinavian", {bonus, threshold, five_of_a_kind_is_full_house: five});
}
