/** Convert data sets from columns to rows. */

/** @import {DataSet} from "../../engine/widget" @import {Ruleset} from "../game/rules/scandinavian.js" */

/** Return the rows of a data set, by the names of its columns. @param {DataSet} columns @returns {Record<string, any>[]} */
export function recordsOf(columns) {
  const entries = Object.entries(columns);
  return Array.from(entries[0][1], (_, row) => Object.fromEntries(entries.map(([name, values]) => [name, values[row]])));
}

/** Group the rows of a data set by a column. @param {DataSet} columns @param {string} name @returns {Record<string, any>[][]} */
export function groupsOf(columns, name) {
  const rows = recordsOf(columns);
  return [...new Set(columns[name])].map((value) => rows.filter((row) => row[name] === value));
}

// The data sets decision_examples and decision_outcomes, as positions with their ranked options.

/**
 * @typedef {object} ExampleOptionFacts
 * @property {boolean} greedy The greedy player takes this one.
 * @property {number} turn_points Expected points of this turn after it.
 * @property {number} prob_bonus Probability of the bonus after it.
 *
 * @typedef {import("./ranked.js").RankedOption & ExampleOptionFacts} ExampleOption
 *
 * @typedef {object} Example
 * @property {string} lesson Name of the lesson.
 * @property {import("../game/tables.js").Scores} scores
 * @property {readonly number[]} dice In their order on the table.
 * @property {number} rerolls
 * @property {number} turn From 1.
 * @property {readonly ExampleOption[]} options Best first.
 */

/** Return the key of an option: "keep-555", "score-full_house". @param {{action: string, dice: readonly number[], category: string}} option */
export function optionKey({action, dice, category}) {
  return action === "keep" ? `keep-${dice.join("")}` : `score-${category}`;
}

/** @param {string} text */
const facesOf = (text) => [...text].map(Number);

/** Parse "ones=3,fives=15" into points by category. @param {string} filled @param {Ruleset} ruleset @returns {(number | null)[]} */
function readScores(filled, {categories}) {
  const entries = filled.split(",").filter(Boolean).map((entry) => entry.split("="));
  const points_of_name = new Map(entries.map(([name, points]) => [name, Number(points)]));
  return categories.map(({name}) => points_of_name.get(name) ?? null);
}

/** @param {Record<string, any>} row @param {Ruleset} ruleset @returns {ExampleOption} */
function readOption({action, category, dice: roll, keep, points, value, regret, greedy, turn_points, prob_bonus}, ruleset) {
  const dice = facesOf(action === "keep" ? keep : roll);
  const named = {title: titleOf(ruleset, category), key: optionKey({action, dice, category})};
  return {action, dice, ...named, points: points ?? 0, value, regret, greedy, turn_points, prob_bonus};
}

/** @param {Ruleset} ruleset @param {string} category */
const titleOf = ({categories}, category) => categories.find(({name}) => name === category)?.title ?? "";

/** Read decision_examples: a row per option, the best first. @param {DataSet} table @param {Ruleset} ruleset @returns {Example[]} */
export function readExamples(table, ruleset) {
  return groupsOf(table, "example").map((rows) => {
    const [{lesson, filled, dice, rerolls, turn}] = rows;
    const options = rows.map((row) => readOption(row, ruleset));
    return {lesson, scores: readScores(filled, ruleset), dice: facesOf(dice), rerolls, turn, options};
  });
}

/**
 * @typedef {object} Ending An outcome of the turn under perfect play after an option.
 * @property {string} title Category that is scored.
 * @property {number} points
 * @property {number} probability
 *
 * @typedef {{best: Ending[], tempting: Ending[]}} Endings After the best option, and after the tempting one.
 */

/**
 * Read decision_outcomes: outcomes of each example's turn after the best and after the tempting option.
 * @param {DataSet} table @param {Ruleset} ruleset @returns {Endings[]}
 */
export function readEndings(table, ruleset) {
  return groupsOf(table, "example").map((rows) => {
    const endingsOf = (/** @type {string} */ after) => rows.filter(({choice}) => choice === after)
      .map(({category, points, probability}) => ({title: titleOf(ruleset, category), points, probability}));
    return {best: endingsOf("best"), tempting: endingsOf("tempting")};
  });
}
