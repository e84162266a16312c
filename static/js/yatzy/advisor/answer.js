/** Answers of the advisor: the value of a position, or its ranked options. */

import {findKeep, rankOptions, solveTurn} from "../game/turn.js";
import {optionKey} from "../parts/records.js";
import {totalsOfScores} from "../game/tables.js";
import {lossWords, optionText} from "../parts/ranked.js";
import {countMissing} from "./position.js";

/** @import {Answer} from "./drawing.js" */
/** @import {Position} from "./position.js" */
/** @import {Voice} from "../words/voice.js" */

/**
 * Return a function that answers positions with the loaded values; it caches the turn of the last scorecard for its
 * next throw.
 * @param {import("../game/tables.js").Game} game @param {import("./values.js").Values} values
 * @returns {(position: Position) => Answer} "fetching" if parts of the table must be fetched first.
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
 * Return the value of the position before its throw: of the kept dice, with this throw still to come.
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

/**
 * Translate the box names of an answer.
 * @param {Answer} answer @param {import("../game/rules/scandinavian.js").Ruleset} ruleset @param {Voice} voice @returns {Answer}
 */
export function named(answer, ruleset, voice) {
  if (answer.kind !== "options") return answer;
  const box_of_key = new Map(ruleset.categories.map(({name}, box) => [`score-${name}`, box]));
  const options = answer.options.map((option) => {
    const box = box_of_key.get(option.key);
    return box === undefined ? option : {...option, title: voice.box(ruleset, box)};
  });
  return {...answer, options};
}

/** Describe an answer for screen readers. @param {Answer} answer @param {number} n_dice @param {Voice} voice */
export function sayAnswer(answer, n_dice, voice) {
  if (answer.kind === "open") return voice.t`Expected final score ${voice.points(answer.value)}.`;
  if (answer.kind !== "options") return "";
  const [best, second] = answer.options;
  const said = voice.t`Best: ${optionText(best, n_dice, voice)}, expected final score ${voice.points(best.value)}.`;
  if (second === undefined) return said;
  return `${said} ${voice.t`Next: ${optionText(second, n_dice, voice)}, ${lossWords(second.regret, voice)}.`}`;
}
