/** Compare decisions with the best ones for the coach, and choose the moves of machines. */

import {optionKey} from "../parts/records.js";
import {placesOf, usualThrow} from "./game.js";

/** @import {Event, Game, Played} from "./game.js" */
/** @import {Ruleset} from "../game/rules/scandinavian.js" */
/** @import {RankedOption} from "../parts/ranked.js" */
/** @import {Position} from "../advisor/position.js" */
/** @import {Answer} from "../advisor/drawing.js" */

/**
 * @typedef {"best" | "tossup" | "close" | "solid" | "clear"} Grade
 *
 * @typedef {object} Verdict
 * @property {number} player
 * @property {readonly number[]} dice Dice on the table at the decision.
 * @property {RankedOption} chosen
 * @property {RankedOption} best
 * @property {number} lead Lead of the best option over the second best; infinite if it is the only one.
 * @property {Grade} grade Grade of the loss.
 */

/** Resolution of the value table; options that are closer count as equal. */
export const TIED = 1 / 256;

/** Upper bounds of the grades. @type {readonly [number, Grade][]} */
const GRADES = [[0.25, "tossup"], [1, "close"], [3, "solid"], [Infinity, "clear"]];

/** Grade a loss, or a lead. @param {number} regret @returns {Grade} */
export const gradeOf = (regret) => regret <= TIED ? "best" : GRADES.find(([end]) => regret < end)?.[1] ?? "clear";

/** Return the advisor's position of the player whose turn it is. @param {Played} played @param {Ruleset} ruleset @returns {Position} */
export function positionOf({cards, player, dice, rerolls}, ruleset) {
  const {scores, n_extra_yahtzees} = cards[player];
  const on_table = dice.length > 0 ? dice : Array(ruleset.n_dice).fill(0);
  return {scores, n_extra_yahtzees, dice: on_table, kept: 0, rerolls};
}

/** Return the key of the option that an event takes; null if it is no decision about dice. @param {Played} before @param {Event} event @param {Ruleset} ruleset */
function optionTaken(before, event, ruleset) {
  if (before.dice.length === 0) return null;
  if (event.kind === "write") return optionKey({action: "score", dice: [], category: ruleset.categories[event.box].name});
  if (event.kind !== "throw") return null;
  const dice = before.dice.filter((_, die) => event.held[die]).sort((a, b) => a - b);
  return optionKey({action: "keep", dice, category: ""});
}

/**
 * Return the last decision of a person, if it was made with a coach; else null. In a turn with only one recorded throw,
 * the choice of the box is judged by the number of throws that were left.
 * @param {Game} game @param {Ruleset} ruleset @returns {{before: Played, key: string} | null}
 */
export function lastDecision(game, ruleset) {
  const places = placesOf(game, ruleset);
  for (let index = game.at - 1; index >= 0; index -= 1) {
    const before = places[index];
    const key = optionTaken(before, game.events[index], ruleset);
    const event = game.events[index];
    const kind = before.players[before.player]?.kind;
    if (kind === "machine" || (key === null && event.kind !== "write")) continue;
    const first_throw = event.kind === "write" ? event.throw ?? usualThrow(before, ruleset) : 1;
    return key !== null && kind === "coach" ? {before: {...before, rerolls: before.rerolls + 1 - first_throw}, key} : null;
  }
  return null;
}

/** Judge a decision. @param {Pick<Played, "player" | "dice">} before @param {readonly RankedOption[]} options Best first. @param {string} key @returns {Verdict | null} */
export function judge({player, dice}, options, key) {
  const chosen = options.find((option) => option.key === key);
  if (chosen === undefined) return null;
  return {player, dice, chosen, best: options[0], lead: options[1]?.regret ?? Infinity, grade: gradeOf(chosen.regret)};
}

/**
 * Return which dice to hold for a keep; among equal dice, prefer those that are held already.
 * @param {readonly number[]} on_table @param {readonly number[]} keep @param {readonly boolean[]} [before] Dice held before.
 */
export function heldFor(on_table, keep, before = []) {
  const wanted = [...keep];
  const places = [...on_table.keys()].sort((a, b) => Number(before[b] ?? false) - Number(before[a] ?? false) || a - b);
  const held = on_table.map(() => false);
  for (const place of places) {
    const found = wanted.indexOf(on_table[place]);
    if (found < 0) continue;
    wanted.splice(found, 1);
    held[place] = true;
  }
  return held;
}

/**
 * Return the event of perfect play with the dice on the table; null while the values are not loaded.
 * @param {Played} played @param {Ruleset} ruleset @param {(position: Position) => Answer} answer
 * @param {(held: boolean[]) => number[]} thrown Returns the dice after a throw.
 * @param {readonly boolean[]} [before] Dice held for the last throw.
 * @returns {Event | null}
 */
export function bestEvent(played, ruleset, answer, thrown, before) {
  const answered = answer(positionOf(played, ruleset));
  if (answered.kind !== "options") return null;
  const [{action, key, dice, points}] = answered.options;
  if (action === "score") {
    const box = ruleset.categories.findIndex(({name}) => `score-${name}` === key);
    return {kind: "write", box, points};
  }
  const held = heldFor(played.dice, dice, before);
  return {kind: "throw", dice: thrown(held), held};
}
