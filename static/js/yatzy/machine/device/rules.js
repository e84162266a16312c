/** House rules that the reader's device can solve: where presses lead, and the game that they make. */

import {rulesetOf as rulesetOfRecord} from "../../record/rulesets.js";
import {areSame, RANGES, rulesOfText, textOfRules, USUAL} from "./ranges.js";

/** @import {Ruleset} from "../../game/rules/scandinavian.js" */

/** @import {Rules} from "./ranges.js" */

export {areSame, RANGES, rulesOfText, textOfRules, USUAL};

/** Where a press leads: "bonus=70", "threshold=60", "five", "usual". @param {string} key @param {Rules} rules @returns {Rules | null} */
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
