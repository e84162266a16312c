/**
 * Split a final score into luck and losses. The luck of a throw is its value minus the expected value before it; the
 * loss of a decision is the value of the best option minus that of the chosen one. With the table's values between
 * turns, final = start + luck - loss except for rounding; turns without recorded dice are counted separately.
 */

import {findKeep, rankOptions, solveTurn} from "../game/turn.js";
import {layOutGame, totalsOfScores} from "../game/tables.js";
import {optionKey} from "../parts/records.js";

/** @import {Card, TurnRecord} from "./game.js" */
/** @import {Option, Turn} from "../game/turn.js" */
/** @import {Scores} from "../game/tables.js" */

/**
 * @typedef {object} Decision
 * @property {number} turn From 1.
 * @property {number} nth Number of the throw in the turn, from 1; 0 for a stored mistake.
 * @property {readonly number[]} dice Faces by place.
 * @property {number} rerolls
 * @property {Scores} scores The card before it.
 * @property {number} n_extra Extra Yahtzees of the card.
 * @property {readonly Option[]} options Best first.
 * @property {Option} chosen
 *
 * @typedef {object} Step Luck and loss of a turn.
 * @property {boolean} known Whether every throw is recorded.
 * @property {boolean} last_only Whether only the last dice are recorded, and they are not of the first throw.
 * @property {number} luck
 * @property {number} regret
 * @property {number} value The expected final score after the turn.
 *
 * @typedef {object} Review
 * @property {number} start
 * @property {number} luck
 * @property {number} regret
 * @property {number} unknown Gain or loss of unrecorded throws and keeps.
 * @property {boolean} is_full Whether the card is full; it is not if the player left.
 * @property {number} final The final score, or the expected one if the card is not full.
 * @property {readonly Decision[]} decisions
 * @property {readonly Step[]} steps
 */

/** @typedef {{scores: (number | null)[], saved: number, n_extra: number}} Place State of a card between two turns. */

/** Return the value of a state between turns. @param {import("../game/tables.js").Game} game @param {import("../advisor/values.js").Values} values @param {Place} place */
function boundary({ruleset}, values, {scores, saved, n_extra}) {
  const {filled, upper_total, extra} = totalsOfScores(ruleset, scores, n_extra);
  return filled === 0 ? values.start_value : values.valueOf(filled, upper_total, ruleset.saves_throws ? saved : extra);
}

/**
 * Review one turn whose throws are known.
 * @param {import("../game/tables.js").Game} game @param {Turn} turn @param {number} before Value before the first throw.
 * @param {TurnRecord} record @param {number} n_rerolls
 * @returns {{luck: number, decisions: Pick<Decision, "nth" | "dice" | "rerolls" | "options" | "chosen">[]}}
 */
function reviewTurn(game, turn, before, {box, throws = [], keeps = [], first_throw = 1}, n_rerolls) {
  const {lattice, ruleset} = game;
  let [luck, expected] = [0, before];
  const decisions = throws.map((dice, index) => {
    const rerolls = n_rerolls - index;
    const options = rankOptions(game, turn, findKeep(lattice, dice) - lattice.first_roll, rerolls);
    luck += options[0].value - expected;
    const is_last = index === throws.length - 1;
    const keep = is_last ? [] : [...keeps[index]].sort((a, b) => a - b);
    const key = is_last ? `score-${box}` : optionKey({action: "keep", dice: keep, category: ""});
    const chosen = options.find((option) => key === optionKey({...option, category: ruleset.categories[option.category]?.name ?? ""}));
    if (chosen === undefined) throw new RangeError(`${key} was no option of ${dice.join(" ")}`);
    expected = chosen.value;
    return {nth: first_throw + index, dice, rerolls, options, chosen};
  });
  return {luck, decisions};
}

/**
 * Review the turns of a card, fetching missing parts of the values.
 * @param {import("../game/tables.js").Game} game @param {import("../advisor/values.js").Values} values @param {Card} card
 * @returns {Promise<Review>}
 */
export async function reviewCard(game, values, card) {
  const {ruleset} = game;
  /** @type {Place} */
  let place = {scores: ruleset.categories.map(() => null), saved: 0, n_extra: 0};
  /** @type {Decision[]} */
  const decisions = [];
  /** @type {Step[]} */
  const steps = [];
  let [luck, regret, unknown, value] = [0, 0, 0, values.start_value];
  for (const record of card.turns) {
    const {filled, upper_total, extra} = totalsOfScores(ruleset, place.scores, place.n_extra);
    const missing = values.missing(filled);
    if (missing.length > 0) await values.fetch(missing);
    const before = boundary(game, values, place);
    const now = place;
    const n_rerolls = ruleset.n_throws - 1 + now.saved;
    const box = ruleset.categories.findIndex(({name}) => name === record.box);
    const scores = place.scores.map((old, index) => (index === box ? record.points : old));
    const saved = ruleset.saves_throws && record.throws !== undefined ? n_rerolls - record.throws.length + 1 : place.saved;
    const after = {scores, saved, n_extra: place.n_extra + Number((record.on_top ?? 0) > 0)};
    const gained = record.points + (record.on_top ?? 0) + boundary(game, values, after) - before;
    const {first_throw = 1} = record;
    const last_only = first_throw > 1;
    const step = {known: record.throws !== undefined && !last_only, last_only, luck: 0, regret: 0, value: (value += gained)};
    if (record.throws !== undefined) {
      const turn = solveTurn(game, values.valueOf, {filled, upper_total, extra}, n_rerolls);
      const reviewed = reviewTurn(game, turn, before, record, n_rerolls + 1 - first_throw);
      if (step.known) step.luck = reviewed.luck;
      else unknown += reviewed.luck;
      step.regret = reviewed.decisions.reduce((sum, {chosen}) => sum + chosen.regret, 0);
      decisions.push(...reviewed.decisions.map((one) => ({...one, turn: steps.length + 1, scores: now.scores, n_extra: now.n_extra})));
    } else unknown += gained;
    luck += step.luck;
    regret += step.regret;
    steps.push(step);
    place = after;
  }
  const is_full = !card.scores.includes(null);
  const final = is_full ? totalsOfScores(ruleset, card.scores, card.n_extra_yahtzees).total : value;
  return {start: values.start_value, luck, regret, unknown, is_full, final, decisions, steps};
}

/**
 * Compute a stored mistake's decision with all its options.
 * @param {import("./desk.js").Desk} desk @param {import("./archive.js").Mistake} mistake @param {(option: Option) => string} keyOf
 * @returns {Promise<Decision>}
 */
export async function decisionOf(desk, {turn, dice, rerolls, scores, n_extra, key}, keyOf) {
  const game = layOutGame(desk.ruleset);
  const values = await desk.values();
  const {filled, upper_total, extra} = totalsOfScores(desk.ruleset, scores, n_extra);
  await values.fetch(values.missing(filled));
  const solved = solveTurn(game, values.valueOf, {filled, upper_total, extra}, Math.max(rerolls, 1));
  const options = rankOptions(game, solved, findKeep(game.lattice, dice) - game.lattice.first_roll, rerolls);
  const chosen = options.find((option) => keyOf(option) === key);
  if (chosen === undefined) throw new RangeError(`${key} was no option of ${dice.join(" ")}`);
  return {turn, nth: 0, dice, rerolls, scores, n_extra, options, chosen};
}

/** List the decisions that lost a quarter of a point or more. @param {Review} review @returns {Decision[]} In the order of the game. */
export const costly = ({decisions}) => decisions.filter(({chosen}) => chosen.regret >= 0.25);

/** List the three costliest decisions, the costliest first. @param {Review} review */
export const costliest = (review) => costly(review).sort((a, b) => b.chosen.regret - a.chosen.regret).slice(0, 3);

const N_CHOICES = 4;

/**
 * Return the answers to offer for a decision: the best option, the one that was played and the next best, in an order
 * that does not reveal the best.
 * @param {Decision} decision @returns {Option[]}
 */
export function choicesOf({options, chosen}) {
  const asked = new Set([options[0], chosen, ...options]);
  const name = (/** @type {Option} */ {action, dice, category}) => `${action} ${category + 1} ${dice.join("")}`;
  return [...asked].slice(0, N_CHOICES).sort((a, b) => (name(a) < name(b) ? -1 : 1));
}
