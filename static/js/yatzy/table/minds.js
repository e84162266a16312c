/**
 * Strategies of machines that deliberately play worse than perfectly: rungs of the ladder of human rules, or exact
 * turns with an approximate value of each card.
 */
import {adviser} from "../advisor/answer.js";
import {offersOf} from "../advisor/position.js";
import {layOutGame} from "../game/tables.js";
import {optionKey} from "../parts/records.js";
import {bonusHeld, readPars} from "../parts/par-sheet.js";

/**
 * @import {Ruleset} from "../game/rules/scandinavian.js" @import {Answer} from "../advisor/drawing.js"
 * @import {Position} from "../advisor/position.js" @import {DataSet} from "../../engine/widget"
 */

// The rungs of the ladder, as in the solver: each has the habits of those below and one more. Up to the seventh, they
// take the first applicable aim of a list; the last two compute probabilities.

/**
 * @typedef {object} Aim Keep dice or write a box. It applies while one of `boxes` is open (without `boxes`, always) and
 *   none of `unwanted` is.
 * @property {readonly string[]} [boxes]
 * @property {readonly number[]} [keep]
 * @property {string} [score]
 * @property {readonly string[]} [unwanted]
 */

/** From the lowest rung to the highest. */
export const RUNGS = /** @type {const} */ (["casual", "patterns", "open_boxes", "sacrifice", "bonus_aim", "chance_late", "upper_dice", "counting", "par"]);

const UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"];
const STRAIGHTS = {large_straight: [2, 3, 4, 5, 6], small_straight: [1, 2, 3, 4, 5]};
const RUNS = [[2, 3, 4, 5], [1, 2, 3, 4], [3, 4, 5, 6]];
const FROM_A_TRIPLE = ["full_house", "three_of_a_kind", "four_of_a_kind", "yatzy"];
const FROM_A_PAIR = ["one_pair", "two_pairs", ...FROM_A_TRIPLE];

/** Equal dice that an upper box needs on average for the bonus. */
const FEW = 3;
/** Adjustment for a zero in a box, or for few Ones; `LAST_RESORT` for other boxes. @type {Record<string, number>} */
const SACRIFICES = {ones: 2, small_straight: 1, large_straight: 1, yatzy: -4, four_of_a_kind: -10};
const LAST_RESORT = -20;
const [UPPER_REWARD, UPPER_FINE] = [5, 25];
/** @type {Record<string, number>} */
const KEPT_FOR_LATER = {chance: 15, one_pair: 5};
/** Lowest face of a pair that is kept for the lower section. */
const GOOD_PAIR = 5;
/** Usual points of a box. @type {Record<string, number>} */
const PARS = {
  ones: 4, twos: 5, threes: 9, fours: 10, fives: 14, sixes: 17, one_pair: 15, two_pairs: 20, three_of_a_kind: 14, four_of_a_kind: 14,
  small_straight: 6, large_straight: 10, full_house: 16, chance: 26, yatzy: 12,
};
/** Additional weight of an upper point above or below three of a face. */
const UPPER_AGAIN = 2;
/** Added to all scores so that none is negative. */
const LIFT = 200;

/** @typedef {(rung: typeof RUNGS[number]) => boolean} Has Returns whether a player has the habit of a rung. */

/** Return the player's estimate of the value of points in a box. @param {Has} has @param {string} name @param {number} points */
function worthOf(has, name, points) {
  const face = UPPER.indexOf(name) + 1;
  if (has("par")) return points - PARS[name] + (face > 0 ? UPPER_AGAIN * (points - FEW * face) : 0);
  const is_few = points < FEW * face;
  if (has("sacrifice") && (name === "ones" ? is_few : points === 0)) return points + (SACRIFICES[name] ?? LAST_RESORT) - (is_few && name !== "ones" ? UPPER_FINE : 0);
  const for_bonus = has("bonus_aim") && face > 0 ? (is_few ? -UPPER_FINE : UPPER_REWARD) : 0;
  return points + for_bonus - (has("chance_late") ? KEPT_FOR_LATER[name] ?? 0 : 0);
}

/** List the aims for the dice by priority. @param {Has} has @param {readonly number[]} dice Ascending. @param {number} rerolls @returns {Generator<Aim>} */
function* aimsFor(has, dice, rerolls) {
  const counts = [0, ...UPPER.map((_, index) => dice.filter((face) => face === index + 1).length)];
  const groups = [...counts.keys()].filter((face) => counts[face] > 0).sort((a, b) => counts[b] - counts[a] || b - a);
  const all = (/** @type {number} */ face) => Array(counts[face]).fill(face);
  if (has("patterns")) yield* patterns(dice, counts);
  if (has("upper_dice")) yield* upperFirst(groups, counts);
  else if (has("open_boxes")) for (const face of groups) yield {boxes: [UPPER[face - 1], ...(counts[face] > 1 ? FROM_A_PAIR : [])], keep: all(face)};
  else yield {keep: all(groups[0])};
  if (has("open_boxes")) yield* lastBoxes(dice, rerolls);
  if (has("upper_dice")) for (const face of groups) yield {boxes: [UPPER[face - 1]], keep: all(face)};
  yield {keep: []};
}

/** Yield a complete straight or full house, then four in a row without a pair. @param {readonly number[]} dice @param {readonly number[]} counts @returns {Generator<Aim>} */
function* patterns(dice, counts) {
  for (const [score, faces] of Object.entries(STRAIGHTS)) if (faces.join() === dice.join()) yield {boxes: [score], score};
  if (counts.includes(3) && counts.includes(2)) yield {boxes: ["full_house"], score: "full_house"};
  if (Math.max(...counts) > 1) return;
  for (const run of RUNS.filter((faces) => faces.every((face) => counts[face] > 0))) {
    yield {boxes: Object.entries(STRAIGHTS).filter(([, faces]) => run.every((face) => faces.includes(face))).map(([name]) => name), keep: run};
  }
}

/** Yield equal dice, the largest group first; for groups of the same size, open upper boxes first. @param {readonly number[]} groups @param {readonly number[]} counts @returns {Generator<Aim>} */
function* upperFirst(groups, counts) {
  for (let size = 4; size > 1; size -= 1) {
    const faces = groups.filter((face) => counts[face] === size);
    for (const face of faces) yield {boxes: [UPPER[face - 1]], keep: Array(size).fill(face)};
    for (const face of faces) if (size > 2 || face >= GOOD_PAIR) yield {boxes: size === 2 ? FROM_A_PAIR : FROM_A_TRIPLE, keep: Array(size).fill(face)};
  }
}

/** Yield dice for straights if only straights are open, and high dice if only Chance is. @param {readonly number[]} dice @param {number} rerolls @returns {Generator<Aim>} */
function* lastBoxes(dice, rerolls) {
  const unwanted = [...FROM_A_PAIR, ...dice.map((face) => UPPER[face - 1])];
  for (const [name, faces] of Object.entries(STRAIGHTS)) {
    const useful = faces.filter((face) => dice.includes(face));
    if (useful.length < faces.length) yield {boxes: [name], keep: useful, unwanted};
  }
  const high = dice.filter((face) => face >= (rerolls > 1 ? 5 : 4));
  const last = {boxes: ["chance"], unwanted: Object.keys(PARS).filter((name) => name !== "chance")};
  yield high.length < dice.length ? {...last, keep: high} : {...last, score: "chance"};
}

/** @param {"keep" | "score"} action @param {readonly number[]} dice @param {string} category @param {number} points @returns {import("../advisor/drawing.js").Answer} */
function only(action, dice, category, points) {
  return {kind: "options", options: [{action, dice, title: "", key: optionKey({action, dice, category}), points, value: 0, regret: 0, marks: []}]};
}

/** A player who follows a rule of ruleOfThumb. @param {Has} has @param {Ruleset} ruleset @returns {Mind} */
const ruleOfThumb = (has, ruleset) => (position) => {
  const {categories} = ruleset;
  const offers = offersOf(ruleset, position);
  const dice = [...position.dice].sort((a, b) => a - b);
  const isOpen = (/** @type {string} */ name) => categories.some((category, box) => category.name === name && offers[box] !== null);
  const worths = offers.map((offer, box) => (offer === null ? -Infinity : worthOf(has, categories[box].name, offer.points)));
  const is_done = position.rerolls === 0 || dice[0] === dice[dice.length - 1];
  const aims = is_done ? [] : aimsFor(has, dice, position.rerolls);
  for (const {boxes, keep, score = "", unwanted = []} of aims) {
    if (!(boxes?.some(isOpen) ?? true) || unwanted.some(isOpen)) continue;
    return keep ? only("keep", keep, "", 0) : written(score);
  }
  return written(categories[worths.indexOf(Math.max(...worths))].name);

  /** @param {string} name */
  function written(name) {
    return only("score", dice, name, offers[categories.findIndex((category) => category.name === name)]?.points ?? 0);
  }
};

/** Return a strategy that maximises the expected estimate of a turn. @param {Has} has @param {Ruleset} ruleset @returns {Mind} */
function countingRung(has, ruleset) {
  const game = layOutGame(ruleset);
  const {categories} = ruleset;
  const worths = game.points_of_roll.map((points, at) => LIFT + worthOf(has, categories[at % categories.length].name, points));
  const answer = counting({...game, points_of_roll: worths}, () => 0);
  return (position) => {
    const answered = answer(position);
    if (answered.kind !== "options") return answered;
    const [best] = answered.options;
    const box = categories.findIndex(({name}) => best.key === `score-${name}`);
    return {...answered, options: [{...best, points: offersOf(ruleset, position)[box]?.points ?? 0}]};
  };
}

/** Return the strategy of a rung. @param {typeof RUNGS[number]} rung @param {Ruleset} ruleset @returns {Mind} */
export function rungPlayer(rung, ruleset) {
  /** @type {Has} */
  const has = (habit) => RUNGS.indexOf(habit) <= RUNGS.indexOf(rung);
  return has("counting") ? countingRung(has, ruleset) : ruleOfThumb(has, ruleset);
}

/** @typedef {(position: Position) => Answer} Mind */

/**
 * Return the approximate value of a card by the par sheet: a par for each open box, and the likely part of the bonus.
 * @param {Ruleset} ruleset @param {DataSet} minds_par @returns {import("../game/turn.js").ValueOf}
 */
export function worthByPars(ruleset, minds_par) {
  const sheet = readPars(minds_par);
  return (filled, upper_total) => {
    const open = ruleset.categories.filter((_, box) => !(filled & (1 << box)));
    const pars = open.reduce((sum, {name}) => sum + sheet.par_of_box[name], 0);
    return pars + bonusHeld(sheet, ruleset, upper_total, open.flatMap(({face}) => (face > 0 ? [face] : [])));
  };
}

/** Return a strategy with exact turns and the given values of cards. @param {import("../game/tables.js").Game} game @param {import("../game/turn.js").ValueOf} valueOf @returns {Mind} */
function counting(game, valueOf) {
  return adviser(game, {start_value: valueOf(0, 0, 0), missing: () => [], bytes: () => 0, fetch: async () => {}, valueOf});
}

/** @type {Readonly<Record<"pars" | "greedy", (ruleset: Ruleset, minds_par: DataSet) => Mind>>} */
const MINDS = {
  pars: (ruleset, minds_par) => counting(layOutGame(ruleset), worthByPars(ruleset, minds_par)),
  greedy: (ruleset) => counting(layOutGame(ruleset), () => 0),
};

/** Return the strategy of a machine. @param {Exclude<import("../record/played.js").Plays, "perfect">} plays @param {Ruleset} ruleset @param {DataSet} minds_par */
export const mindOf = (plays, ruleset, minds_par) => (plays === "pars" || plays === "greedy" ? MINDS[plays](ruleset, minds_par) : rungPlayer(plays, ruleset));
