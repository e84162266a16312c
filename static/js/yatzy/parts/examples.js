/** The data sets decision_examples and decision_outcomes, as positions with their ranked options. */

/** @import {DataSet} from "../../engine/widget" */
/** @import {Ruleset} from "../game/rules/scandinavian.js" */

/**
 * @typedef {object} ExampleOptionFacts
 * @property {boolean} greedy The greedy player takes this one.
 * @property {number} turn_points Points to be expected from this turn after it.
 * @property {number} prob_bonus Chance of the bonus after it.
 *
 * @typedef {import("./ranked.js").RankedOption & ExampleOptionFacts} ExampleOption
 *
 * @typedef {object} Example
 * @property {string} lesson What it teaches, by name.
 * @property {import("../game/tables.js").Scores} scores
 * @property {readonly number[]} dice As they lie on the table.
 * @property {number} rerolls
 * @property {number} turn From 1.
 * @property {readonly ExampleOption[]} options Best first.
 */

/** Name an option: "keep-555", "score-full_house". @param {{action: string, dice: readonly number[], category: string}} option */
export function optionKey({action, dice, category}) {
  return action === "keep" ? `keep-${dice.join("")}` : `score-${category}`;
}

/** @param {string} text */
const facesOf = (text) => [...text].map(Number);

/** Read "ones=3,fives=15" into points by category. @param {string} filled @param {Ruleset} ruleset @returns {(number | null)[]} */
function readScores(filled, {categories}) {
  const entries = filled.split(",").filter(Boolean).map((entry) => entry.split("="));
  const points_of_name = new Map(entries.map(([name, points]) => [name, Number(points)]));
  return categories.map(({name}) => points_of_name.get(name) ?? null);
}

/** @param {DataSet} columns @param {number} row @param {Ruleset} ruleset @returns {ExampleOption} */
function readOption(columns, row, {categories}) {
  const action = columns.action[row];
  const category = columns.category[row];
  const dice = facesOf(action === "keep" ? columns.keep[row] : columns.dice[row]);
  return {
    action,
    dice,
    title: categories.find(({name}) => name === category)?.title ?? "",
    key: optionKey({action, dice, category}),
    points: columns.points[row] ?? 0,
    value: columns.value[row],
    regret: columns.regret[row],
    greedy: columns.greedy[row],
    turn_points: columns.turn_points[row],
    prob_bonus: columns.prob_bonus[row],
  };
}

/**
 * Read decision_examples: one row per example and option, best first within an example.
 * @param {DataSet} columns @param {Ruleset} ruleset @returns {Example[]}
 */
export function readExamples(columns, ruleset) {
  /** @type {Map<number, Example & {options: ExampleOption[]}>} */
  const examples = new Map();
  columns.example.forEach((number, row) => {
    const known = examples.get(number);
    if (known !== undefined) {
      known.options.push(readOption(columns, row, ruleset));
      return;
    }
    examples.set(number, {
      lesson: columns.lesson[row],
      scores: readScores(columns.filled[row], ruleset),
      dice: facesOf(columns.dice[row]),
      rerolls: columns.rerolls[row],
      turn: columns.turn[row],
      options: [readOption(columns, row, ruleset)],
    });
  });
  return [...examples.values()];
}

/**
 * @typedef {object} Ending One way the turn can end under perfect play after an option.
 * @property {string} title Category that is written.
 * @property {number} points
 * @property {number} probability
 *
 * @typedef {{best: Ending[], tempting: Ending[]}} Endings After the best option, and after the tempting one.
 */

/**
 * Read decision_outcomes: how the turn of each example ends after the best and after the tempting option.
 * @param {DataSet} columns @param {Ruleset} ruleset @returns {Endings[]}
 */
export function readEndings(columns, {categories}) {
  /** @type {Map<number, Endings>} */
  const endings = new Map();
  columns.example.forEach((number, row) => {
    const found = endings.get(number) ?? {best: [], tempting: []};
    endings.set(number, found);
    const title = categories.find(({name}) => name === columns.category[row])?.title ?? "";
    const after = /** @type {"best" | "tempting"} */ (columns.choice[row]);
    found[after].push({title, points: columns.points[row], probability: columns.probability[row]});
  });
  return [...endings.values()];
}
