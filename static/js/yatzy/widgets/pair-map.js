/** What goes with what? All pairs of boxes by their correlation; behind each the conditional means. */
import {makeFigure, overGrid, shareText} from "site_builder/kit";
import {scandinavian} from "../game/rules/scandinavian.js";
import {titleOf} from "../perfect/score-parts.js";

// What goes with what: correlations of all pairs of boxes, and the conditional means behind one of them.

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
const CODES = ["1", "2", "3", "4", "5", "6", "P", "2P", "3K", "4K", "SS", "LS", "FH", "C", "Y", "B"];
export const COUNT = NAMES.length;

/** Pairs worth a look, to be dealt by a press. */
const EXAMPLES = [
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

// All pairs of boxes as a square of cells, and one pair as bars: what each result of a box does to another.

/** @param {Data} data */
function drawCells(data) {
  const cells = NAMES.flatMap((_, y) => NAMES.map((__, x) => {
    if (x === y) return `<rect class="pairs-self" x="${x + 0.3}" y="${y + 0.3}" width=".4" height=".4"/>`;
    const step = stepOf(data.pair_ties.correlation[entryOf(data, {known: y, other: x})]);
    const minus = step < 2 ? `<path class="pairs-minus plot-line" d="M${x + 0.25} ${y + 0.5}h.5"/>` : "";
    return `<rect class="pairs-${step}" x="${x + 0.04}" y="${y + 0.04}" width=".92" height=".92"/>${minus}`;
  }));
  return `<rect class="pairs-area" width="${COUNT}" height="${COUNT}"/>${cells.join("")}`;
}

function drawExamples() {
  return EXAMPLES.map(({title}, at) => `<button type="button" class="button" data-press="example-${at}">${title}</button>`).join("");
}

function drawKey() {
  const swatch = (/** @type {number} */ step) => `<i class="pairs-${step}"></i>`;
  return `<span>${swatch(0)}${swatch(1)}${swatch(2)} one high, the other low (a stroke marks the strong ones)</span><span>${swatch(3)} hardly tied</span><span>${swatch(4)}${swatch(5)}${swatch(6)} high together</span>`;
}

/** Bars of what each result of the known box does to the other: up for more, down for less. @param {Data} data @param {Place} place */
function drawShifts(data, place) {
  const outcomes = outcomesOf(data, place).filter(({chance}) => chance >= 1e-4);
  if (outcomes.length === 0) return "";
  const [first, last] = [outcomes[0].points, outcomes[outcomes.length - 1].points];
  const reach = Math.max(...outcomes.map(({shift}) => Math.abs(shift)), 0.05);
  const at = (/** @type {number} */ points) => 16 + 78 * (points - first) / Math.max(1, last - first);
  const bars = outcomes.map(({points, chance, shift}) => {
    const height = 44 * Math.abs(shift) / reach;
    const width = Math.max(0.8, 8 * Math.sqrt(chance));
    return `<rect class="pairs-bar data-area" x="${(at(points) - width / 2).toFixed(2)}%" width="${width.toFixed(2)}%" y="${(shift > 0 ? 50 - height : 50).toFixed(2)}%" height="${height.toFixed(2)}%"/>`;
  });
  const often = Math.ceil(outcomes.length / 8);
  const ticks = outcomes.filter((_, index) => index % often === 0)
    .map(({points}) => `<text class="pairs-tick" x="${at(points).toFixed(1)}%" y="100%" dy="1.2em">${points}</text>`);
  const scale = `${reach.toFixed(reach < 1 ? 2 : 1)}`;
  return `<text class="pairs-scale" x="0" y="6%" dy=".35em">+${scale}</text><text class="pairs-scale" x="0" y="94%" dy=".35em">−${scale}</text>${bars.join("")}<line class="pairs-base" x2="100%" y1="50%" y2="50%"/>${ticks.join("")}`;
}

/** @param {Place} place */
function titleOfShifts({known, other}) {
  if (known === other) return "";
  return `Points in ${titleOf(NAMES[known])} (across), and how many more or fewer than usual ${titleOf(NAMES[other])} then has. The wider a bar, the more often.`;
}

/** A reticle of a row and a column. @param {{column: number, row: number}} cell @param {number} count Rows, and as many columns. */
function drawReticle({column, row}, count) {
  return `<rect class="reticle-row" y="${row}" width="${count}" height="1"/><rect class="reticle-column" x="${column}" width="1" height="${count}"/><rect class="reticle-ring" x="${column}" y="${row}" width="1" height="1"/>`;
}

/** Names beside the field. @param {readonly (string | number)[]} names Markup. @param {number} on Which of them the reticle is at. */
function drawNames(names, on) {
  return names.map((name, at) => `<span${at === on ? ' class="on"' : ""}>${name}</span>`).join("");
}

const OPENING = "sixes.bonus";

/** @type {import("site_builder/kit").Figure<Place, Data>} */
const pairMap = {
  know: (data) => data,
  opening: ({place = OPENING}) => /** @type {Place} */ (placeOfText(place)),
  read: placeOfText,
  write: textOfPlace,
  frame: (_, data) => `<div class="pairs">
<div class="pairs-map grid-layout"><div class="pairs-names grid-layout quiet" aria-hidden="true" data-region="names"></div>
<div class="pairs-field"><svg viewBox="0 0 ${COUNT} ${COUNT}" preserveAspectRatio="none" aria-hidden="true">${drawCells(data)}<g data-region="reticle"></g></svg></div>
<span></span><div class="pairs-codes grid-layout soft" aria-hidden="true" data-region="codes"></div></div>
<div class="pairs-one stack">
<p class="pairs-examples with-script">${drawExamples()}</p>
<p class="pairs-words" data-region="words"></p>
<svg class="pairs-shifts" aria-hidden="true" data-region="shifts"></svg>
<p class="pairs-note quiet" data-region="note"></p>
</div>
<p class="pairs-key" aria-hidden="true">${drawKey()}</p>
</div>`,
  draw: (place, data) => ({
    names: drawNames(NAMES.map((name, at) => `${titleOf(name)} <small>${CODES[at]}</small>`), place.known),
    reticle: drawReticle({row: place.known, column: place.other}, COUNT),
    codes: drawNames(CODES, place.other),
    words: wordsOfPair(data, place),
    shifts: drawShifts(data, place),
    note: titleOfShifts(place),
  }),
  words: (place, data) => wordsOfPair(data, place),
  /** "example-0": pairs worth a look. */
  press(key) {
    const {known, other} = EXAMPLES[Number(key.split("-")[1])];
    return placeOfText(`${known}.${other}`);
  },
  hands: [overGrid(".pairs-field", {
    label: "Map of all pairs of boxes. Arrow keys move the reticle.",
    areas: ".pairs-area",
    size: () => ({columns: COUNT, rows: COUNT, stride: 4}),
    read: ({known, other}) => ({column: other, row: known}),
    moved: (_, {column, row}) => ({known: row, other: column}),
  })],
};

export const {view, mount} = makeFigure(pairMap);
