/** The games of the table: those of the advisor, one whose values the page computes, and one for which it only keeps score. */

import {EDITIONS, findEdition, rulesOf} from "../advisor/position.js";
import {areSame, rulesOfText, textOfRules, USUAL} from "../machine/device/rules.js";
import {gameOfEdition, rulesetOf, unusualRules} from "../record/rulesets.js";

/** @import {Rules} from "../machine/device/rules.js" */
/** @import {PlayedGame} from "../record/played.js" */
/** @import {Ruleset} from "../game/rules/scandinavian.js" */

/** Maxi Yatzy with the bonus threshold that many score sheets print. */
const MAXI_75 = "maxi-75";

/** Scandinavian Yatzy with its boxes filled in the order of the card. */
export const IN_ORDER = "in-order";

/** Names of the games in the order of the form. @type {readonly string[]} */
export const EDITION_NAMES = EDITIONS.flatMap(({name}) => ({maxi: [name, MAXI_75], scandinavian: [name, IN_ORDER]}[String(name)] ?? [name]));

/** The game whose house rules the device can solve. */
export const [{name: SOLVED}] = EDITIONS;

/** Return the game without its house rules: "scandinavian" for "scandinavian:100.63.0". @param {string} name */
export const baseOf = (name) => name.split(":")[0];

/** Return the house rules of a game; null for the usual rules, and for impossible ones. @param {string} name @returns {Rules | null} */
export const houseRulesOf = (name) => (name.startsWith(`${SOLVED}:`) ? rulesOfText(name.slice(SOLVED.length + 1)) : null);

/** Name the game with house rules. @param {Rules} rules */
export const nameOfRules = (rules) => (areSame(rules, USUAL) ? SOLVED : `${SOLVED}:${textOfRules(rules)}`);

/** @param {string} name */
export const isEdition = (name) => EDITION_NAMES.includes(name) || houseRulesOf(name) !== null;

/** Return whether this browser can solve a game in a worker. */
export const canSolve = () => typeof WebAssembly === "object" && typeof Worker === "function";

/** Return whether a game has values, or can be solved. @param {string} name */
export const hasValues = (name) => findEdition(name) !== undefined || name === IN_ORDER || (houseRulesOf(name) !== null && canSolve());

/** Return whether a game has machines that play worse than perfectly. @param {string} name */
export const hasMinds = (name) => baseOf(name) === SOLVED;

/** Return the name of a game in records: the solver's name, and the rules that differ from the usual ones. @param {string} name @returns {Pick<PlayedGame, "game" | "rules">} */
export function recordRulesOf(name) {
  const house = houseRulesOf(name);
  if (house === null) return gameOfEdition(name);
  const {five, ...others} = house;
  return {game: SOLVED, rules: unusualRules(SOLVED, {...others, five_of_a_kind_is_full_house: five})};
}

/** Return the rules of a game. @param {string} name One of the names. @returns {Ruleset} */
export function rulesFor(name) {
  const edition = findEdition(name);
  if (edition !== undefined) return rulesOf(edition);
  const {game, rules} = recordRulesOf(name);
  return rulesetOf(game, rules);
}
