/** What the advisor knows of a position: its value, or every option ranked. */

import {openTurn, rankOptions} from "../advice.js";
import {optionKey} from "../examples.js";
import {totalsOfScores} from "../game.js";
import {findKeep} from "../lattice.js";
import {expected, lossPhrase} from "../parts/points.js";
import {optionText} from "../parts/ranked.js";
import {countMissing} from "./position.js";

/**
 * @typedef {import("./drawing.js").Answer} Answer
 * @typedef {import("./position.js").Position} Position
 */

/**
 * Return a function that answers positions; the turn of the last scorecard is kept, for its next throw.
 * @param {import("../game.js").Game} game
 * @param {import("../data.js").ValueTable} table
 * @returns {(position: Position) => Answer}
 */
export function adviser(game, table) {
  /** @type {{filled: number, upper_total: number, turn: import("../turn.js").Turn} | null} */
  let last = null;

  /** @param {{filled: number, upper_total: number}} state */
  function turnOf({filled, upper_total}) {
    if (last?.filled !== filled || last.upper_total !== upper_total) {
      last = {filled, upper_total, turn: openTurn(game, table, {filled, upper_total})};
    }
    return last.turn;
  }

  return (position) => {
    const totals = totalsOfScores(game.ruleset, position.scores);
    if (totals.over) return {kind: "over", average: table.start_value};
    const turn = turnOf(totals);
    if (countMissing(position) > 0) return {kind: "open", value: totals.written + valueOfKept(game, turn, position)};
    return {kind: "options", options: optionsOf(game, turn, position, totals.written)};
  };
}

/**
 * Value the position before its throw: the kept dice, with this throw still to come.
 * @param {import("../game.js").Game} game
 * @param {import("../turn.js").Turn} turn
 * @param {Position} position
 */
function valueOfKept({lattice}, turn, {dice, kept, rerolls}) {
  return turn.value_of_keep[rerolls + 1][findKeep(lattice, dice.slice(0, kept))];
}

/**
 * @param {import("../game.js").Game} game
 * @param {import("../turn.js").Turn} turn
 * @param {Position} position
 * @param {number} written Points so far, without the bonus.
 * @returns {import("../parts/ranked.js").RankedOption[]}
 */
function optionsOf(game, turn, {dice, rerolls}, written) {
  const roll = findKeep(game.lattice, dice) - game.lattice.first_roll;
  return rankOptions(game, turn, roll, rerolls).map((option) => {
    const {name = "", title = ""} = game.ruleset.categories[option.category] ?? {};
    const {action, points, regret, value} = option;
    const key = optionKey({action, dice: option.dice, category: name});
    return {action, dice: option.dice, title, key, points, value: written + value, regret};
  });
}

/**
 * Say an answer to a screen reader.
 * @param {Answer} answer
 * @param {number} n_dice
 */
export function sayAnswer(answer, n_dice) {
  if (answer.kind === "open") return `Expected final score ${expected(answer.value)}.`;
  if (answer.kind !== "options") return "";
  const [best, second] = answer.options;
  const runner = second === undefined ? "" : ` Next: ${optionText(second, n_dice)}, ${lossPhrase(second.regret)}.`;
  return `Best: ${optionText(best, n_dice)}, expected final score ${expected(best.value)}.${runner}`;
}
