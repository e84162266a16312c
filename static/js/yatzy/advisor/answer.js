/** What the advisor knows of a position: its value, or every option ranked. */

import {findKeep, rankOptions, solveTurn} from "../game/turn.js";
import {optionKey} from "../parts/records.js";
import {totalsOfScores} from "../game/tables.js";
import {expected, lossPhrase} from "../words/text.js";
import {optionText} from "../parts/ranked.js";
import {countMissing} from "./position.js";

/** @import {Answer} from "./drawing.js" */
/** @import {Position} from "./position.js" */

/**
 * Return a function that answers positions as far as the values are here; the turn of the last scorecard is kept, for
 * its next throw.
 * @param {import("../game/tables.js").Game} game @param {import("./values.js").Values} values
 * @returns {(position: Position) => Answer} "fetching" where parts of the table have to be fetched first.
 */
export function adviser(game, values) {
  /** @type {{key: string, turn: import("../game/turn.js").Turn} | null} */
  let last = null;

  /** @param {import("../game/turn.js").State} state @param {number} n_rerolls */
  function turnOf(state, n_rerolls) {
    const key = `${state.filled} ${state.upper_total} ${state.extra}`;
    const is_known = last?.key === key && last.turn.value_of_keep.length >= n_rerolls + 2;
    if (last === null || !is_known) last = {key, turn: solveTurn(game, values.valueOf, state, n_rerolls)};
    return last.turn;
  }

  return (position) => {
    const totals = totalsOfScores(game.ruleset, position.scores, position.n_extra_yahtzees);
    if (totals.over) return {kind: "over", average: values.start_value};
    const names = values.missing(totals.filled);
    if (names.length > 0) return {kind: "fetching", names, bytes: values.bytes(names)};
    const turn = turnOf(totals, Math.max(position.rerolls, game.ruleset.n_throws - 1));
    if (countMissing(position) > 0) return {kind: "open", value: totals.written + valueOfKept(game, turn, position)};
    return {kind: "options", options: optionsOf(game, turn, position, totals.written)};
  };
}

/**
 * Value the position before its throw: the kept dice, with this throw still to come.
 * @param {import("../game/tables.js").Game} game @param {import("../game/turn.js").Turn} turn @param {Position} position
 */
function valueOfKept({lattice}, turn, {dice, kept, rerolls}) {
  return turn.value_of_keep[rerolls + 1][findKeep(lattice, dice.slice(0, kept))];
}

/**
 * @param {import("../game/tables.js").Game} game @param {import("../game/turn.js").Turn} turn @param {Position} position
 * @param {number} written Points so far, without the bonus.
 * @returns {import("../parts/ranked.js").RankedOption[]}
 */
function optionsOf(game, turn, {dice, rerolls}, written) {
  const roll = findKeep(game.lattice, dice) - game.lattice.first_roll;
  return rankOptions(game, turn, roll, rerolls).map((option) => {
    const {name = "", title = ""} = game.ruleset.categories[option.category] ?? {};
    const {action, points, on_top, regret, value} = option;
    const key = optionKey({action, dice: option.dice, category: name});
    const marks = on_top > 0 ? [{name: "on-top", text: `+${on_top}`}] : [];
    return {action, dice: option.dice, title, key, points, value: written + value, regret, marks};
  });
}

/** Say an answer to a screen reader. @param {Answer} answer @param {number} n_dice */
export function sayAnswer(answer, n_dice) {
  if (answer.kind === "open") return `Expected final score ${expected(answer.value)}.`;
  if (answer.kind !== "options") return "";
  const [best, second] = answer.options;
  const runner = second === undefined ? "" : ` Next: ${optionText(second, n_dice)}, ${lossPhrase(second.regret)}.`;
  return `Best: ${optionText(best, n_dice)}, expected final score ${expected(best.value)}.${runner}`;
}
