/** One game with the same dice for several players: every decision, what it gave away, and where luck came in. */
import {scandinavian} from "../game/rules/scandinavian.js";
import {groupsOf} from "../parts/records.js";

/** @import {DataSet} from "../../engine/widget" */

/**
 * @typedef {object} Decision
 * @property {number} turn From 1.
 * @property {number} throw From 1.
 * @property {number[]} dice Each in its place.
 * @property {boolean[]} stays Dice that are kept; all of them where the roll is written.
 * @property {number | null} category Box that is filled, or null.
 * @property {number} points
 * @property {number} total
 * @property {number} value Expected final score after the decision, if all later ones are perfect.
 * @property {number} regret What the decision gives away.
 *
 * @typedef {{name: string, title: string, decisions: Decision[], final_score: number}} Contestant
 *
 * @typedef {object} Duel
 * @property {Contestant[]} players
 * @property {{turn: number, throw: number}[]} steps All throws that a game can have, in order.
 * @property {number} start Expected score of perfect play before the first throw.
 * @property {number} seed
 * @property {number} rank
 * @property {number} seeds
 */

/** @type {Readonly<Record<string, string>>} */
const TITLES = {optimal: "Perfect", greedy: "Greedy", max: "Optimist"};

/** Read the data set. @param {DataSet} table `duel_games`, in the order of play. @param {number} start @returns {Duel} */
export function readDuel(table, start) {
  const players = groupsOf(table, "player").map((own) => {
    const [{player: name, final_score}] = own;
    return {name, title: TITLES[name] ?? name, decisions: own.map(readDecision), final_score};
  });
  const steps = scandinavian.categories.flatMap((_, turn) =>
    Array.from({length: scandinavian.n_throws}, (_throw, at) => ({turn: turn + 1, throw: at + 1})));
  return {players, steps, start, seed: table.seed[0], rank: table.rank[0], seeds: table.seeds[0]};
}

/** @param {{turn: number, throw: number}} moment */
const orderOf = ({turn, throw: throws}) => 10 * turn + throws;

/** @param {Record<string, any>} row @returns {Decision} */
function readDecision({turn, throw: throws, dice, stays, category: box, points, total, value, regret}) {
  const category = scandinavian.categories.findIndex(({name}) => name === box);
  const lie = {dice: Array.from(dice, Number), stays: Array.from(stays, (one) => one === "1")};
  return {turn, throw: throws, ...lie, category: category === -1 ? null : category, points, total, value, regret};
}

/** Number of decisions that a player has made up to a step. @param {Duel} duel @param {Contestant} player @param {number} step */
export function madeAt({steps}, {decisions}, step) {
  return decisions.filter((decision) => orderOf(decision) <= orderOf(steps[step])).length;
}

/** Whether a player decides at a step, or has written already in this turn. @param {Duel} duel @param {Contestant} player @param {number} step */
export function decidesAt(duel, player, step) {
  const decision = player.decisions[madeAt(duel, player, step) - 1];
  return decision !== undefined && orderOf(decision) === orderOf(duel.steps[step]);
}

/**
 * Take apart what a player stands at: what the game was worth at the start, what its decisions gave away, and luck, which is the rest.
 * @param {Duel} duel @param {Contestant} player @param {number} made
 */
export function accountOf({start}, {decisions}, made) {
  const lost = decisions.slice(0, made).reduce((sum, {regret}) => sum + regret, 0);
  const value = made === 0 ? start : decisions[made - 1].value;
  return {value, lost, luck: value - start + lost};
}

/** Find the step at which a player first does something else than the first player. @param {Duel} duel @param {Contestant} player */
export function partingOf(duel, player) {
  const [first] = duel.players;
  const same = (/** @type {Decision} */ a, /** @type {Decision} */ b) =>
    a.category === b.category && orderOf(a) === orderOf(b) && a.dice.join() === b.dice.join() && a.stays.join() === b.stays.join();
  const index = player.decisions.findIndex((decision, row) => first.decisions[row] === undefined || !same(decision, first.decisions[row]));
  return index === -1 ? null : stepOf(duel, player.decisions[index]);
}

/** Find the step of a player's dearest decision. @param {Duel} duel @param {Contestant} player */
export function dearestOf(duel, {decisions}) {
  const dearest = decisions.reduce((most, one) => (one.regret > most.regret ? one : most));
  return stepOf(duel, dearest);
}

/** Find the step of a moment. @param {Duel} duel @param {{turn: number, throw: number}} moment */
export function stepOf({steps}, moment) {
  return steps.findIndex((step) => orderOf(step) === orderOf(moment));
}

/** Find the step at which the dice have favoured a player most over the first player. @param {Duel} duel @param {Contestant} player */
export function luckiestOf(duel, player) {
  const [first] = duel.players;
  const leads = duel.steps.map((_, step) => accountOf(duel, player, madeAt(duel, player, step)).luck - accountOf(duel, first, madeAt(duel, first, step)).luck);
  return leads.indexOf(Math.max(...leads));
}

/** Write a step for a link: turn and throw, "13.3". @param {Duel} duel @param {number} step */
export const textOfStep = ({steps}, step) => `${steps[step].turn}.${steps[step].throw}`;

/** Read a step from a link; null when there is none such. @param {Duel} duel @param {string | null} text */
export function stepOfText(duel, text) {
  const match = /^(\d+)\.(\d)$/.exec(text ?? "");
  const step = match ? stepOf(duel, {turn: Number(match[1]), throw: Number(match[2])}) : -1;
  return step === -1 ? null : step;
}

/**
 * @typedef {object} Place
 * @property {number} step
 * @property {string} who Name of the player whose card lies open.
 * @property {readonly string[]} own Answers of the reader, who may play too, in the order of the questions.
 * @property {readonly number[]} picked Dice that the reader is about to keep.
 */

/** Whose card lies open where a link names nobody. */
const WHO = "greedy";
/** The reader among the players. */
export const YOU = "you";

/** Write a place for a link: "13.3", the player unless it is the usual one, and the reader's answers. @param {Duel} duel @param {Place} place */
export const textOfPlace = (duel, {step, who, own}) => [`${textOfStep(duel, step)}${who === WHO ? "" : `.${who}`}`, ...own].join("~");

/** Read a place from a link; null when there is none such. @param {Duel} duel @param {string} text @returns {Place | null} */
export function placeOfText(duel, text) {
  const [where, ...own] = text.split("~");
  const [, moment, who = WHO] = /^(\d+\.\d)(?:\.(\w+))?$/.exec(where) ?? [];
  const step = stepOfText(duel, moment ?? null);
  if (step === null || !(who === YOU || duel.players.some(({name}) => name === who))) return null;
  return own.every((answer) => /^(keep-[1-6]{0,4}|score-[a-z_]+)$/.test(answer)) ? {step, who, own, picked: []} : null;
}

/** The next step, or the one before, at which somebody decides. @param {Duel} duel @param {number} step @param {1 | -1} way */
export function stepBeside(duel, step, way) {
  let next = step + way;
  while (duel.steps[next] !== undefined && !duel.players.some((player) => decidesAt(duel, player, next))) next += way;
  return duel.steps[next] === undefined ? step : next;
}

/** Say what a player does. @param {Decision} decision */
export function wordsOfDecision({dice, stays, category, points, regret}) {
  const cost = regret >= 0.005 ? ` It gives away <b>${regret.toFixed(2)}</b>.` : " Nothing is better.";
  if (category !== null) return `Writes <b>${points}</b> into ${scandinavian.categories[category].title}.${cost}`;
  const kept = dice.filter((_, die) => stays[die]).sort((a, b) => a - b);
  return kept.length === 0 ? `Throws all five again.${cost}` : `Keeps ${kept.join(" ")}.${cost}`;
}

/** @param {Duel} duel @param {number} step */
export function whenOf({steps}, step) {
  return `Turn ${steps[step].turn}, throw ${steps[step].throw}`;
}

/** Say what those players do who decide at a step. @param {Duel} duel @param {number} step */
export function wordsOfStep(duel, step) {
  const deciding = duel.players.filter((player) => decidesAt(duel, player, step));
  const told = deciding.map((player) => `${player.title}: ${wordsOfDecision(player.decisions[madeAt(duel, player, step) - 1])}`);
  return `${whenOf(duel, step)}. ${told.join(" ") || "All have written already."}`;
}

/** All that the players can score, and play at random. @param {Duel} duel @param {Record<string, number[]>} curves @returns {import("./ridges.js").Ridge[]} */
export function ridgesOf({players}, curves) {
  const ridges = players.map(({name, title, final_score}) => ({name, title, chances: curves[name], mark: final_score}));
  return [...ridges, {name: "random", title: "Play at random", chances: curves.random, mark: null}];
}
