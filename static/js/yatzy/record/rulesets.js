/** Rulesets by the names in records: the solver's games with their house rules. */

import {forced, maxi, saved, yahtzee} from "../game/rules/other-games.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {groups, ofAKind, straight} from "../game/rules/scoring.js";

/** @import {Category, Ruleset} from "../game/rules/scandinavian.js" */
/** @import {Scoring} from "../game/rules/scoring.js" */

/**
 * @typedef {boolean | number | string} RuleValue
 * @typedef {number | readonly string[] | null} Allowed The maximum, the allowed words, or null for a boolean.
 */

const UPPER = {bonus: 1000, threshold: 105};

/** @type {Readonly<Record<string, {ruleset: Ruleset, allowed: Readonly<Record<string, Allowed>>}>>} */
const GAMES = {
  scandinavian: {ruleset: scandinavian, allowed: {...UPPER, five_of_a_kind_is_full_house: null, four_of_a_kind_is_two_pairs: null, in_order: null}},
  "scandinavian-saved": {ruleset: saved, allowed: {...UPPER, five_of_a_kind_is_full_house: null, four_of_a_kind_is_two_pairs: null, in_order: null}},
  maxi: {ruleset: maxi, allowed: {bonus: 1000, threshold: 126, full_straight: 100, in_order: null}},
  "maxi-saved": {ruleset: {...maxi, name: "maxi-saved", saves_throws: true}, allowed: {bonus: 1000, threshold: 126, full_straight: 100, in_order: null}},
  yahtzee: {
    ruleset: yahtzee,
    allowed: {joker: ["free", "forced", "none"], extra_yahtzee_bonus: 1000, ...UPPER, five_of_a_kind_is_full_house: null, in_order: null},
  },
};

/** The games by the solver's names. */
export const GAME_NAMES = Object.keys(GAMES);

export const DEFAULT_GAME = "scandinavian";

/** List the house rules of a game. @param {string} game */
export const rulesOfGame = (game) => Object.keys(GAMES[game].allowed);

/**
 * Parse the value of a house rule; undefined if it is invalid.
 * @param {string} game @param {string} name One of the game's. @param {string} text @returns {RuleValue | undefined}
 */
export function readRule(game, name, text) {
  const allowed = GAMES[game].allowed[name];
  if (allowed === null) return {true: true, false: false}[text];
  if (typeof allowed !== "number") return allowed.includes(text) ? text : undefined;
  return /^[0-9]+$/.test(text) && Number(text) <= allowed ? Number(text) : undefined;
}

/** Score the higher of two scorings. @param {Scoring} one @param {Scoring} other @returns {Scoring} */
const either = (one, other) => (roll) => Math.max(one(roll), other(roll));

/** @type {Record<string, Scoring>} */
const NOTHING = {};

/** Scorings changed by house rules, by box. @type {Readonly<Record<string, (value: RuleValue, game: string) => Record<string, Scoring>>>} */
const SCORINGS = {
  five_of_a_kind_is_full_house: (is_so, game) => {
    if (!is_so) return NOTHING;
    const both = either(groups(3, 2), ofAKind(5));
    return {full_house: game === "yahtzee" ? (roll) => (both(roll) > 0 ? 25 : 0) : both};
  },
  four_of_a_kind_is_two_pairs: (is_so) => (is_so ? {two_pairs: either(groups(2, 2), ofAKind(4))} : NOTHING),
  full_straight: (points) => ({full_straight: (roll) => (straight(1, 2, 3, 4, 5, 6)(roll) > 0 ? Number(points) : 0)}),
};

/**
 * Return the ruleset of a game with house rules.
 * @param {string} game One of `GAME_NAMES`.
 * @param {Readonly<Record<string, RuleValue>>} [rules] Those that differ from the defaults. @returns {Ruleset}
 */
export function rulesetOf(game, rules = {}) {
  const {ruleset} = GAMES[game];
  const options = {...ruleset.options, ...rules};
  /** @type {Record<string, Scoring>} */
  const scorings = Object.assign({}, ...Object.entries(rules).map(([name, value]) => SCORINGS[name]?.(value, game) ?? {}));
  const categories = ruleset.categories.map((/** @type {Category} */ category) =>
    ({...category, points: scorings[category.name] ?? category.points}));
  const {joker, extra_yahtzee_bonus} = options;
  const extra_yahtzees = ruleset.extra_yahtzees && {
    ...ruleset.extra_yahtzees,
    joker: /** @type {import("../game/rules/jokers.js").Joker} */ (joker),
    bonus: Number(extra_yahtzee_bonus),
  };
  return {...ruleset, categories, options, extra_yahtzees, bonus: Number(options.bonus), threshold: Number(options.threshold)};
}

/**
 * Named games of the scorekeeper: the solver's name and the house rules of each.
 * @type {Readonly<Record<string, {game: string, rules: Record<string, RuleValue>}>>}
 */
const EDITIONS = {
  scandinavian: {game: "scandinavian", rules: {}},
  saved: {game: "scandinavian-saved", rules: {}},
  maxi: {game: "maxi", rules: {}},
  yahtzee: {game: "yahtzee", rules: {}},
  forced: {game: "yahtzee", rules: {joker: forced.options.joker}},
  "in-order": {game: "scandinavian", rules: {in_order: true}},
  "maxi-75": {game: "maxi", rules: {bonus: 50, threshold: 75}},
};

/** Return the solver's name and the house rules of a game. @param {string} edition */
export const gameOfEdition = (edition) => EDITIONS[edition];

/**
 * Return the name of the game with these rules; null if it has none.
 * @param {string} game @param {Readonly<Record<string, RuleValue>>} rules Those that differ from the defaults. @returns {string | null}
 */
export function editionOf(game, rules) {
  const text = JSON.stringify(rules);
  return Object.keys(EDITIONS).find((name) => EDITIONS[name].game === game && JSON.stringify(EDITIONS[name].rules) === text) ?? null;
}

/**
 * Return the house rules that differ from a game's defaults, in their order.
 * @param {string} game @param {Readonly<Record<string, RuleValue>>} rules
 */
export function unusualRules(game, rules) {
  const {options} = GAMES[game].ruleset;
  return Object.fromEntries(rulesOfGame(game).filter((name) => name in rules && rules[name] !== options[name]).map((name) => [name, rules[name]]));
}
