/** Played games as the scorekeeper and the review represent them, and the card after each turn. */

import {multisets} from "../game/turn.js";
import {entryOf, situationOf} from "../game/rules/jokers.js";

/** @import {Ruleset} from "../game/rules/scandinavian.js" */

/**
 * @typedef {object} PlayedTurn
 * @property {string} box Name of the category.
 * @property {number} points
 * @property {number} [on_top] Bonus for an extra Yahtzee.
 * @property {number[][]} [throws] Dice of every throw in their order on the table; absent if they are not recorded.
 * @property {number[][]} [keeps] Dice kept after each throw but the last, ascending.
 * @property {number} [first_throw] Number of the only recorded throw, if it is not the first: real dice are often
 *   entered once, at the end of the turn.
 *
 * @typedef {{throws: number[][], keeps: number[][], held: boolean[]}} UnfinishedTurn Dice on the table, and which are held.
 *
 * @typedef {typeof KINDS[number]} Kind
 * @typedef {typeof PLAYS[number]} Plays How a machine plays.
 *
 * @typedef {object} PlayedCard
 * @property {string} name
 * @property {PlayedTurn[]} turns
 * @property {string} [help] One of `HELPS`, if it is not a pen.
 * @property {boolean} [is_gone] The player has left, and the others go on.
 * @property {UnfinishedTurn} [now]
 *
 * @typedef {object} PlayedGame
 * @property {string | null} edition Name of the game; null if it has none with these house rules.
 * @property {string} game The solver's name of the game.
 * @property {Record<string, import("./rulesets.js").RuleValue>} rules House rules that differ from the defaults.
 * @property {string} date Empty if not recorded.
 * @property {string} seed
 * @property {1 | 2} [dice_rule] How dice follow from the seed: by turns of all players (1, the default), or by player and own turn (2).
 * @property {number} [began] Number of players at the start; the others joined later. By default all.
 * @property {number[]} [order] Indices of the players in the order of their turns, if they differ from the listed order.
 * @property {PlayedCard[]} players
 *
 * @typedef {object} Progress A card between two turns.
 * @property {number} filled Set of filled categories, as bits.
 * @property {number} upper_total Capped at the threshold.
 * @property {number} points Without the bonus.
 * @property {number} extra Saved throws, or 1 if extra Yahtzees count.
 * @property {string[]} boxes In the order in which they were filled.
 */

export const KINDS = /** @type {const} */ (["pen", "peek", "coach", "machine"]);
/** Strengths of machines, best first. */
export const PLAYS = /** @type {const} */ ([
  "perfect", "pars", "par", "counting", "upper_dice", "chance_late", "bonus_aim", "greedy", "sacrifice", "open_boxes", "patterns", "casual",
]);

/** Helps by their names in records. Append new ones only: links refer to them by index. @type {readonly string[]} */
export const HELPS = [...KINDS, ...PLAYS.map((plays) => `machine ${plays}`)];

/** @typedef {Pick<PlayedGame, "dice_rule" | "began" | "order" | "players">} People */

/** Omit default values. @param {People} people @returns {People} */
export const shortened = ({players, dice_rule = 1, began = players.length, order}) => ({
  ...(dice_rule > 1 && {dice_rule}), ...(began !== players.length && {began}), ...(order?.some((player, place) => player !== place) && {order}),
  players: players.map(({name, turns, help, is_gone, now}) => ({name, turns, ...(help && help !== "pen" && {help}), ...(is_gone && {is_gone}), ...(now && {now})})),
});

/**
 * Return the number of a turn's only throw in a record of version 1, which does not contain it: without a seed, real dice
 * were thrown and only the last ones entered. If throws are saved, the players record them.
 * @param {Ruleset} ruleset @param {string} seed @param {PlayedTurn} turn
 */
export const firstThrowIn1 = ({n_throws, saves_throws}, seed, {throws}) => (seed === "" && !saves_throws && throws?.length === 1 ? n_throws : 1);

/**
 * Return the lowest version of the format that can express a game, so that older pages can read it.
 * @param {PlayedGame} played @param {Ruleset} ruleset
 */
export function versionOf({seed, dice_rule = 1, began, order, players}, ruleset) {
  const is_old = (/** @type {PlayedCard} */ {turns, help, is_gone, now}) => !help && !is_gone && !now
    && turns.every((turn) => (turn.first_throw ?? 1) === firstThrowIn1(ruleset, seed, turn));
  return dice_rule === 1 && began === undefined && order === undefined && players.every(is_old) ? "1" : "2";
}

/** @returns {Progress} */
export const emptyCard = () => ({filled: 0, upper_total: 0, points: 0, extra: 0, boxes: []});

/**
 * Return the card after a turn; a turn without dice counts as played with all of its own throws.
 * @param {Ruleset} ruleset @param {Progress} card @param {PlayedTurn} turn @returns {Progress}
 */
export function written(ruleset, card, {box, points, on_top = 0, throws}) {
  const category = ruleset.categories.findIndex(({name}) => name === box);
  const is_upper = ruleset.categories[category].face > 0;
  let {extra} = card;
  if (ruleset.saves_throws) extra += throws === undefined ? 0 : ruleset.n_throws - throws.length;
  else if (box === ruleset.extra_yahtzees?.box) extra = Number(points > 0);
  return {
    filled: card.filled | (1 << category),
    upper_total: Math.min(card.upper_total + (is_upper ? points : 0), ruleset.threshold),
    points: card.points + points + on_top,
    extra,
    boxes: [...card.boxes, box],
  };
}

/** Return the card after all turns. @param {Ruleset} ruleset @param {readonly PlayedTurn[]} turns */
export const cardAfter = (ruleset, turns) => turns.reduce((card, turn) => written(ruleset, card, turn), emptyCard());

/** Return the maximum number of throws of the next turn. @param {Ruleset} ruleset @param {Progress} card */
export const mostThrows = ({n_throws, saves_throws}, {extra}) => n_throws + (saves_throws ? extra : 0);

/** Return the rules for the next Yahtzee on the card. @param {Ruleset} ruleset @param {Progress} card */
export const situationOfCard = (ruleset, {filled, extra}) => situationOf(ruleset, {filled, extra: ruleset.saves_throws ? 0 : extra});

/** Return the total of a card, including the bonus if it is earned. @param {Ruleset} ruleset @param {Progress} card */
export const totalOf = ({threshold, bonus}, {points, upper_total}) => points + (upper_total >= threshold ? bonus : 0);

/** @param {Ruleset} ruleset @param {Progress} card */
export const isFull = ({categories}, {boxes}) => boxes.length === categories.length;

/** List the boxes that the next turn may fill, in scorecard order. @param {Ruleset} ruleset @param {Progress} card */
export function mayFill({categories, options}, {boxes}) {
  const open = categories.map(({name}) => name).filter((name) => !boxes.includes(name));
  return options.in_order ? open.slice(0, 1) : open;
}

/** Possible points of a box, cached: a file contains thousands of turns. @type {Map<string, number[]>} */
const possible = new Map();
const MOST_FOUND = 1000;

/** List the points that a box can score now, ascending. @param {Ruleset} ruleset @param {Progress} card @param {number} category */
export function pointsInSituation(ruleset, card, category) {
  const situation = situationOfCard(ruleset, card);
  const key = JSON.stringify([ruleset.name, {...ruleset.options, bonus: 0, threshold: 0}, category, situation]);
  if (possible.size > MOST_FOUND) possible.clear();
  const points = possible.get(key) ?? pointsOfRolls(ruleset, situation, category);
  possible.set(key, points);
  return points;
}

/** @param {Ruleset} ruleset @param {ReturnType<typeof situationOfCard>} situation @param {number} category */
function pointsOfRolls(ruleset, situation, category) {
  const entries = multisets(ruleset.n_dice).map((roll) => entryOf(ruleset, category, roll, situation)?.points ?? 0);
  return [...new Set([0, ...entries])].sort((a, b) => a - b);
}

/** Return the bonus for an extra Yahtzee now; 0 if there is none. @param {Ruleset} ruleset @param {Progress} card */
export const paidOnTop = (ruleset, card) => (situationOfCard(ruleset, card)?.pays ? (ruleset.extra_yahtzees?.bonus ?? 0) : 0);
