/** Contributions of each box and the bonus: five measures, two orders, and the distribution behind one of them. */
import {scandinavian} from "../game/rules/scandinavian.js";
import {percentage} from "site_builder/kit";

/**
 * @typedef {object} Data
 * @property {Record<"mean" | "sd" | "zero_rate" | "mean_turn" | "mean_share" | "spread_share", number[]> & {category: string[]}} score_parts
 * @property {{category: string[], points: number[], probability: number[]}} box_points
 *
 * @typedef {"mean" | "sd" | "zero_rate" | "mean_turn" | "spread_share"} MeasureName
 * @typedef {{name: MeasureName, title: string, text: (value: number) => string}} Measure
 * @typedef {{measure: number, sorted: boolean, chosen: number}} Place `chosen`: row of score_parts.
 */

/** @type {readonly Measure[]} */
export const MEASURES = [
  {name: "mean", title: "points, on average", text: (value) => value.toFixed(2)},
  {name: "spread_share", title: "share of the ups and downs", text: (value) => percentage(value).replace("-", "−")},
  {name: "zero_rate", title: "how often nothing", text: (value) => percentage(value)},
  {name: "mean_turn", title: "turn it is filled, on average", text: (value) => value.toFixed(1)},
  {name: "sd", title: "spread of its points", text: (value) => value.toFixed(2)},
];

const TITLES = new Map([...scandinavian.categories.map(({name, title}) => /** @type {[string, string]} */ ([name, title])), ["bonus", "Bonus"]]);

/** Return the name of a category on the card, or "Bonus". @param {string} name */
export const titleOf = (name) => TITLES.get(name) ?? name;

/** Sort the rows: as on the card, or the largest first. @param {Data["score_parts"]} parts @param {Place} place */
export function orderOf(parts, {measure, sorted}) {
  const rows = parts.category.map((_, row) => row);
  const values = parts[MEASURES[measure].name];
  return sorted ? rows.sort((a, b) => values[b] - values[a] || a - b) : rows;
}

/** List the outcomes of a box with their probabilities; the bonus has two. @param {Data} data @param {number} row */
export function outcomesOf({score_parts, box_points}, row) {
  const name = score_parts.category[row];
  if (name === "bonus") {
    return [{points: 0, chance: score_parts.zero_rate[row]}, {points: scandinavian.bonus, chance: 1 - score_parts.zero_rate[row]}];
  }
  return box_points.category.flatMap((category, index) =>
    category === name ? [{points: box_points.points[index], chance: box_points.probability[index]}] : []);
}

/** Read a place from a link: "mean.card.14". @param {string | null} text @param {Data} data @returns {Place | null} */
export function placeOfText(text, {score_parts}) {
  const match = /^(\w+)\.(card|size)\.(\d{1,2})$/.exec(text ?? "");
  const measure = MEASURES.findIndex(({name}) => name === match?.[1]);
  if (match === null || measure === -1 || Number(match[3]) >= score_parts.category.length) return null;
  return {measure, sorted: match[2] === "size", chosen: Number(match[3])};
}

/** Return the row with the highest mean. @param {Data["score_parts"]} parts */
export const richestOf = ({mean}) => mean.indexOf(Math.max(...mean));

/** Return the rank of a row by its mean, from 1. @param {Data["score_parts"]} parts @param {number} row */
export const rankOf = ({mean}, row) => 1 + mean.filter((points) => points > mean[row]).length;

/** Return the points of a guess at the row with the highest mean, 0 to 10. @param {Data["score_parts"]} parts @param {number} row */
export const pointsOfGuess = (parts, row) => Math.round((10 * parts.mean[row]) / parts.mean[richestOf(parts)]);

/** @param {Place} place */
export function textOfPlace({measure, sorted, chosen}) {
  return `${MEASURES[measure].name}.${sorted ? "size" : "card"}.${chosen}`;
}
