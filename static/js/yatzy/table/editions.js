/** The games of the table: those of the advisor, one whose values the page works out, and one of which only the score is kept. */

import {EDITIONS, findEdition, rulesOf} from "../advisor/position.js";
import {areSame, rulesOfText, textOfRules, USUAL} from "../machine/device/rules.js";
import {gameOfEdition, rulesetOf, unusualRules} from "../record/rulesets.js";

/** @import {Rules} from "../machine/device/rules.js" */
/** @import {PlayedGame} from "../record/played.js" */
/** @import {Ruleset} from "../game/rules/scandinavian.js" */

/** Maxi Yatzy as many sheets print it. */
const MAXI_75 = "maxi-75";

/** Scandinavian Yatzy with its boxes filled in the order of the card. */
export const IN_ORDER = "in-order";

/** Names of the games, in the order in which they are offered. @type {readonly string[]} */
export const EDITION_NAMES = EDITIONS.flatMap(({name}) => ({maxi: [name, MAXI_75], scandinavian: [name, IN_ORDER]}[String(name)] ?? [name]));

/** The game whose house rules the device can solve. */
export const [{name: SOLVED}] = EDITIONS;

/** The game without its house rules: "scandinavian" of "scandinavian:100.63.0". @param {string} name */
export const baseOf = (name) => name.split(":")[0];

/** The house rules of a game; null for the usual ones, and for those that nobody could have set. @param {string} name @returns {Rules | null} */
export const houseRulesOf = (name) => (name.startsWith(`${SOLVED}:`) ? rulesOfText(name.slice(SOLVED.length + 1)) : null);

/** Name the game with house rules. @param {Rules} rules */
export const nameOfRules = (rules) => (areSame(rules, USUAL) ? SOLVED : `${SOLVED}:${textOfRules(rules)}`);

/** @param {string} name */
export const isEdition = (name) => EDITION_NAMES.includes(name) || houseRulesOf(name) !== null;

/** Tell whether this browser can solve a game beside the page. */
export const canSolve = () => typeof WebAssembly === "object" && typeof Worker === "function";

/** Tell whether there are values of a game, or will be. @param {string} name */
export const hasValues = (name) => findEdition(name) !== undefined || name === IN_ORDER || (houseRulesOf(name) !== null && canSolve());

/** Tell whether machines can play a game by less than its values. @param {string} name */
export const hasMinds = (name) => baseOf(name) === SOLVED;

/** Return how a record names a game: by the solver's name and the rules that are not the usual ones. @param {string} name @returns {Pick<PlayedGame, "game" | "rules">} */
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
