/** What goes with what: correlations of all pairs of boxes, and the conditional means behind one of them. */
import {shareText} from "site_builder/kit";
import {scandinavian} from "../game/rules/scandinavian.js";
import {titleOf} from "./score-parts.js";

/**
 * @typedef {object} Data
 * @property {{category: string[], other: string[], covariance: number[], correlation: number[]}} pair_ties
 * @property {{category: string[], points: number[], other: string[], shift: number[]}} pair_shifts
 * @property {{category: string[], points: number[], probability: number[]}} box_points
 * @property {{category: string[], zero_rate: number[]}} score_parts
 *
 * @typedef {{known: number, other: number}} Place Rows of the card; the last is the bonus.
 * @typedef {{points: number, chance: number, shift: number}} Outcome
 */

export const NAMES = [...scandinavian.categories.map(({name}) => name), "bonus"];
export const CODES = ["1", "2", "3", "4", "5", "6", "P", "2P", "3K", "4K", "SS", "LS", "FH", "C", "Y", "B"];
export const COUNT = NAMES.length;

/** Pairs worth a look, to be dealt by a press. */
export const EXAMPLES = [
  {known: "sixes", other: "bonus", title: "the closest friends"},
  {known: "ones", other: "sixes", title: "the rivals"},
  {known: "four_of_a_kind", other: "yatzy", title: "a hidden tie"},
];

/** Correlations beyond which a cell is coloured more strongly. */
const STEPS = [0.01, 0.05, 0.12];

/** @param {Data} data @param {Place} place */
export function entryOf({pair_ties: {category, other}}, place) {
  const [first, second] = [Math.min(place.known, place.other), Math.max(place.known, place.other)];
  return category.findIndex((name, row) => name === NAMES[first] && other[row] === NAMES[second]);
}

/** Choose the colour of a correlation: 0 to 6, 3 for none. @param {number} correlation */
export function stepOf(correlation) {
  const strength = STEPS.filter((step) => Math.abs(correlation) >= step).length;
  return correlation < 0 ? 3 - strength : 3 + strength;
}

/**
 * List the outcomes of the known box, with what each of them does to the other.
 * @param {Data} data @param {Place} place @returns {Outcome[]}
 */
export function outcomesOf(data, {known, other}) {
  const {pair_shifts} = data;
  return pair_shifts.category.flatMap((category, row) => {
    if (category !== NAMES[known] || pair_shifts.other[row] !== NAMES[other]) return [];
    const points = pair_shifts.points[row];
    return [{points, chance: chanceOf(data, known, points), shift: pair_shifts.shift[row]}];
  });
}

/** @param {Data} data @param {number} known @param {number} points */
function chanceOf({box_points, score_parts}, known, points) {
  const name = NAMES[known];
  if (name === "bonus") {
    const miss = score_parts.zero_rate[score_parts.category.indexOf(name)];
    return points === 0 ? miss : 1 - miss;
  }
  const row = box_points.category.findIndex((category, at) => category === name && box_points.points[at] === points);
  return box_points.probability[row];
}

/** @param {number} number @param {number} decimals */
const signed = (number, decimals) => `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(decimals)}`;

/** Outcomes rarer than this are drawn, but not spoken of. */
const RARE = 0.004;

/** @param {Data} data @param {Place} place */
export function wordsOfPair(data, place) {
  const [known, other] = [NAMES[place.known], NAMES[place.other]].map(titleOf);
  const entry = entryOf(data, place);
  const {correlation, covariance} = data.pair_ties;
  if (place.known === place.other) {
    return `<b>${known}</b> with itself: that is its variance, ${covariance[entry].toFixed(1)}. Choose a cell off the diagonal to see two boxes together.`;
  }
  const outcomes = outcomesOf(data, place).filter(({chance}) => chance >= RARE);
  const most = outcomes.reduce((best, one) => (one.shift > best.shift ? one : best));
  const least = outcomes.reduce((best, one) => (one.shift < best.shift ? one : best));
  const said = (/** @type {Outcome} */ {points, chance, shift}) =>
    `with ${points === 0 ? "nothing" : points} in ${known} (${shareText(chance)} of games) ${other} ${other === "Bonus" ? "pays" : "has"} <b>${signed(shift, 2)}</b> points`;
  return `<b>${known}</b> and <b>${other}</b>: correlation <b>${signed(correlation[entry], 3)}</b>, covariance ${signed(covariance[entry], 2)}. Against the average, ${said(most)}, ${said(least)}.`;
}

/** Read a place from a link: "sixes.bonus". @param {string | null} text @returns {Place | null} */
export function placeOfText(text) {
  const [known, other] = (text ?? "").split(".").map((name) => NAMES.indexOf(name));
  return known >= 0 && other >= 0 ? {known, other} : null;
}

/** @param {Place} place */
export const textOfPlace = ({known, other}) => `${NAMES[known]}.${NAMES[other]}`;
