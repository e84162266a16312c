/** What was played, as the table and the review know it; and the card that follows from it, turn by turn. */

import {multisets} from "../game/turn.js";
import {entryOf, situationOf} from "../game/rules/jokers.js";

/** @import {Ruleset} from "../game/rules/scandinavian.js" */

/**
 * @typedef {object} PlayedTurn
 * @property {string} box Name of the category.
 * @property {number} points
 * @property {number} [on_top] What an extra Yahtzee paid.
 * @property {number[][]} [throws] Every throw as it lay; none where the dice are not known.
 * @property {number[][]} [keeps] What was kept of each throw but the last, ascending.
 * @property {number} [first_throw] Which throw of the turn the only dice are, if not the first: real dice are often
 *   entered once, at the end of the turn.
 *
 * @typedef {{throws: number[][], keeps: number[][], held: boolean[]}} UnfinishedTurn Dice on the table, with those that are held.
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
 * @property {string | null} edition Name of the game; null where it has none with these house rules.
 * @property {string} game The solver's name of the game.
 * @property {Record<string, import("./rulesets.js").RuleValue>} rules House rules that differ from the usual.
 * @property {string} date Empty where none was noted.
 * @property {string} seed
 * @property {1 | 2} [dice_rule] How dice follow from the seed: by turns of all players (1, if absent), or by player and own turn (2).
 * @property {number} [began] Players who began; the others joined later. All, if absent.
 * @property {number[]} [order] Numbers of the players, from 0, in the order of their turns, if it is another one.
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
/** From the best on. */
export const PLAYS = /** @type {const} */ ([
  "perfect", "pars", "par", "counting", "upper_dice", "chance_late", "bonus_aim", "greedy", "sacrifice", "open_boxes", "patterns", "casual",
]);

/** Helps by what a record calls them. New ones are added at the end: links know them by their places. @type {readonly string[]} */
export const HELPS = [...KINDS, ...PLAYS.map((plays) => `machine ${plays}`)];

/** @typedef {Pick<PlayedGame, "dice_rule" | "began" | "order" | "players">} People */

/** Leave out what is as usual. @param {People} people @returns {People} */
export const shortened = ({players, dice_rule = 1, began = players.length, order}) => ({
  ...(dice_rule > 1 && {dice_rule}), ...(began !== players.length && {began}), ...(order?.some((player, place) => player !== place) && {order}),
  players: players.map(({name, turns, help, is_gone, now}) => ({name, turns, ...(help && help !== "pen" && {help}), ...(is_gone && {is_gone}), ...(now && {now})})),
});

/**
 * Return which throw the only dice of a turn are by version 1, which does not say it: without a seed real dice were
 * thrown, and only the last ones entered. Where throws are saved the players count them.
 * @param {Ruleset} ruleset @param {string} seed @param {PlayedTurn} turn
 */
export const firstThrowIn1 = ({n_throws, saves_throws}, seed, {throws}) => (seed === "" && !saves_throws && throws?.length === 1 ? n_throws : 1);

/** Return the first version of the format that can express a game: older pages read it, too. @param {PlayedGame} played @param {Ruleset} ruleset */
export function versionOf({seed, dice_rule = 1, began, order, players}, ruleset) {
  const is_old = (/** @type {PlayedCard} */ {turns, help, is_gone, now}) => !help && !is_gone && !now
    && turns.every((turn) => (turn.first_throw ?? 1) === firstThrowIn1(ruleset, seed, turn));
  return dice_rule === 1 && began === undefined && order === undefined && players.every(is_old) ? "1" : "2";
}

/** @returns {Progress} */
export const emptyCard = () => ({filled: 0, upper_total: 0, points: 0, extra: 0, boxes: []});

/**
 * Return the card after a turn; one without dice counts as played with all of its own throws.
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

/** Count the throws that the next turn has at most. @param {Ruleset} ruleset @param {Progress} card */
export const mostThrows = ({n_throws, saves_throws}, {extra}) => n_throws + (saves_throws ? extra : 0);

/** Return what the card says about the next Yahtzee. @param {Ruleset} ruleset @param {Progress} card */
export const situationOfCard = (ruleset, {filled, extra}) => situationOf(ruleset, {filled, extra: ruleset.saves_throws ? 0 : extra});

/** Add up a card, the bonus with it if it is earned. @param {Ruleset} ruleset @param {Progress} card */
export const totalOf = ({threshold, bonus}, {points, upper_total}) => points + (upper_total >= threshold ? bonus : 0);

/** @param {Ruleset} ruleset @param {Progress} card */
export const isFull = ({categories}, {boxes}) => boxes.length === categories.length;

/** List the boxes that the next turn may fill, in scorecard order. @param {Ruleset} ruleset @param {Progress} card */
export function mayFill({categories, options}, {boxes}) {
  const open = categories.map(({name}) => name).filter((name) => !boxes.includes(name));
  return options.in_order ? open.slice(0, 1) : open;
}

/** Points that a box can bring, by all that they depend on: a file holds thousands of turns. @type {Map<string, number[]>} */
const found = new Map();
const MOST_FOUND = 1000;

/** List the points that a box can bring now, ascending. @param {Ruleset} ruleset @param {Progress} card @param {number} category */
export function pointsInSituation(ruleset, card, category) {
  const situation = situationOfCard(ruleset, card);
  const key = JSON.stringify([ruleset.name, {...ruleset.options, bonus: 0, threshold: 0}, category, situation]);
  if (found.size > MOST_FOUND) found.clear();
  const points = found.get(key) ?? pointsOfRolls(ruleset, situation, category);
  found.set(key, points);
  return points;
}

/** @param {Ruleset} ruleset @param {ReturnType<typeof situationOfCard>} situation @param {number} category */
function pointsOfRolls(ruleset, situation, category) {
  const entries = multisets(ruleset.n_dice).map((roll) => entryOf(ruleset, category, roll, situation)?.points ?? 0);
  return [...new Set([0, ...entries])].sort((a, b) => a - b);
}

/** Return what an extra Yahtzee would pay now; 0 where none would. @param {Ruleset} ruleset @param {Progress} card */
export const paidOnTop = (ruleset, card) => (situationOfCard(ruleset, card)?.pays ? (ruleset.extra_yahtzees?.bonus ?? 0) : 0);
