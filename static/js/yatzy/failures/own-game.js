/**
 * The reader's own game with the dice of the duel: own choices at some moments, perfect play at all others.
 *
 * Exact: values come from the table of all cards and the solved turn; dice from the same queues as everyone's.
 */

import {findKeep} from "../game/lattice.js";
import {optionKey} from "../parts/examples.js";
import {rankOptions} from "../game/ranking.js";
import {solveTurn} from "../game/turn.js";
import {YOU} from "./duel.js";

/** @import {DataSet} from "../../engine/widget" @import {Game} from "../game/tables.js" @import {Option} from "../game/ranking.js" */
/** @import {ValueOf} from "../parts/fetched-values.js" @import {Contestant, Decision} from "./duel.js" */

/** @typedef {{turn: number, throw: number}} Moment */

/**
 * @typedef {object} Asked A decision that waits for the reader.
 * @property {number} turn
 * @property {number} throw
 * @property {readonly number[]} dice Each in its place.
 * @property {readonly Option[]} options Best first.
 *
 * @typedef {Contestant & {asked: Asked | null, answers: readonly Decision[]}} Own `answers`: the decisions that were the reader's own.
 *
 * @typedef {object} Rules
 * @property {Game} game
 * @property {ValueOf} valueOf
 * @property {readonly (readonly number[])[]} queues Faces of each die, in the order in which it shows them.
 * @property {readonly Moment[]} stops Where the reader is asked, in order; in a turn that perfect play ends before, at its end.
 */

/** Read the queues. @param {DataSet} table */
export const readQueues = ({faces}) => faces.map((/** @type {string} */ one) => Array.from(one, Number));

/**
 * Play the game up to its end, or to the first question that has no answer.
 * @param {Rules} rules @param {readonly string[]} answers Options by name, "keep-44" or "score-ones", in the order of the questions.
 * @returns {Own | null} Null where an answer is no option of its question.
 */
export function playOwn(rules, answers) {
  const {game: {ruleset}, queues} = rules;
  /** @type {Table} */
  const table = {filled: 0, upper: 0, written: 0, thrown: queues.map(() => 0), answers: []};
  /** @type {Decision[]} */
  const decisions = [];
  for (let turn = 1; turn <= ruleset.categories.length; turn += 1) {
    const played = playTurn(rules, answers, table, turn);
    if (played === null) return null;
    decisions.push(...played.decisions);
    if (played.asked !== null) return {...own(decisions), asked: played.asked, answers: table.answers};
  }
  return answers.length > table.answers.length ? null : {...own(decisions), asked: null, answers: table.answers};
}

/** @param {Decision[]} decisions @returns {Contestant} */
const own = (decisions) => ({name: YOU, title: "You", decisions, final_score: decisions.at(-1)?.total ?? 0});

/**
 * @typedef {object} Table What lies on the table between turns; it changes as the game goes on.
 * @property {number} filled
 * @property {number} upper
 * @property {number} written
 * @property {number[]} thrown How many faces of each queue were shown.
 * @property {Decision[]} answers Decisions that were the reader's own so far.
 */

/**
 * @param {Rules} rules @param {readonly string[]} answers @param {Table} table @param {number} turn
 * @returns {{decisions: Decision[], asked: Asked | null} | null}
 */
function playTurn(rules, answers, table, turn) {
  const {game, valueOf, queues, stops} = rules;
  const {ruleset, lattice} = game;
  const solved = solveTurn(game, valueOf, {filled: table.filled, upper_total: Math.min(table.upper, ruleset.threshold)});
  const stop = stops.find((one) => one.turn === turn);
  /** @type {Decision[]} */
  const decisions = [];
  let [dice, stays] = [queues.map(() => 0), queues.map(() => false)];
  for (let throws = 1; throws <= ruleset.n_throws; throws += 1) {
    dice = dice.map((face, die) => (stays[die] ? face : queues[die][table.thrown[die]++]));
    const options = rankOptions(game, solved, findKeep(lattice, dice) - lattice.first_roll, ruleset.n_throws - throws);
    let [taken] = options;
    const is_asked = stop !== undefined && (throws === stop.throw || (throws < stop.throw && taken.action === "score"));
    if (is_asked) {
      const answer = answers[table.answers.length];
      if (answer === undefined) return {decisions, asked: {turn, throw: throws, dice, options}};
      const chosen = options.find((option) => keyOf(game, option) === answer);
      if (chosen === undefined) return null;
      taken = chosen;
    }
    stays = staysOf(dice, taken);
    const decision = decisionOf(game, table, {turn, throw: throws, dice, stays}, taken);
    decisions.push(decision);
    if (is_asked) table.answers.push(decision);
    if (taken.action === "score") break;
  }
  return {decisions, asked: null};
}

/** Name an option. @param {Game} game @param {Option} option */
export const keyOf = ({ruleset}, {action, dice, category}) => optionKey({action, dice, category: ruleset.categories[category]?.name ?? ""});

/** Which dice stay: of equal ones those further left; all of them where the roll is written. @param {readonly number[]} dice @param {Option} option */
function staysOf(dice, {action, dice: kept}) {
  if (action === "score") return dice.map(() => true);
  const wanted = [...kept];
  return dice.map((face) => {
    const found = wanted.indexOf(face);
    if (found >= 0) wanted.splice(found, 1);
    return found >= 0;
  });
}

/**
 * Note a decision, and write what it writes.
 * @param {Game} game @param {Table} table @param {Pick<Decision, "turn" | "throw" | "dice" | "stays">} lie @param {Option} taken @returns {Decision}
 */
function decisionOf({ruleset}, table, lie, {action, category, points, value, regret}) {
  const expected = table.written + value;
  if (action === "score") {
    table.filled |= 1 << category;
    table.written += points;
    if (ruleset.categories[category].face > 0) table.upper += points;
  }
  const total = table.written + (table.upper >= ruleset.threshold ? ruleset.bonus : 0);
  return {...lie, category: action === "score" ? category : null, points: action === "score" ? points : 0, total, value: expected, regret};
}
