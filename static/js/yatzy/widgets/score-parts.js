/** Where do the points come from? Fifteen boxes and the bonus; pressing the name of an axis exchanges what it shows. */
import {dressed, find, makeFigure, shareText} from "site_builder/kit";
import {MEASURES, orderOf, outcomesOf, placeOfText, pointsOfGuess, rankOf, richestOf, textOfPlace, titleOf} from "../perfect/score-parts.js";
import {drawGuess, drawVerdict, showVerdict} from "../parts/guess.js";

/** @import {Data, Place} from "../perfect/score-parts.js" */

// Boxes as rows with a bar each; the names of the axes are what one presses to exchange what they show.

/** @param {Place} place */
function drawAxes({measure, sorted}) {
  const next = MEASURES[(measure + 1) % MEASURES.length].title;
  return `<button type="button" class="parts-axis bare parts-order" data-press="order" aria-label="${sorted ? "Largest first" : "Order of the card"}. Press for ${sorted ? "the order of the card" : "the largest first"}"><span aria-hidden="true">↕</span> ${sorted ? "largest first" : "as on the card"}</button>
<button type="button" class="parts-axis bare parts-measure" data-press="measure" aria-label="${MEASURES[measure].title}. Press for ${next}"><span aria-hidden="true">↔</span> ${MEASURES[measure].title} <small>${measure + 1} of ${MEASURES.length}</small></button>`;
}

/** Rows as buttons; while the reader is asked, none is chosen. @param {Data} data @param {Place} place @param {boolean} [asks] */
export function drawRows(data, place, asks = false) {
  const {name, text} = MEASURES[place.measure];
  const values = data.score_parts[name];
  const most = Math.max(...values);
  return orderOf(data.score_parts, place).map((row) => {
    const width = Math.round(1e3 * Math.max(0, values[row]) / most) / 10;
    const kind = data.score_parts.category[row] === "bonus" ? " parts-bonus" : "";
    return `<li><button type="button" class="parts-row${kind}" aria-pressed="${!asks && row === place.chosen}" data-press="row-${row}"><span class="parts-name">${titleOf(data.score_parts.category[row])}</span><svg class="parts-bar data-area" aria-hidden="true"><rect width="${width}%" height="100%" rx="2"/></svg><span class="parts-value"><span>${text(values[row])}</span></span></button></li>`;
  }).join("");
}

/** The chances of all that the chosen box can bring. @param {Data} data @param {Place} place */
function drawOutcomes(data, {chosen}) {
  const outcomes = outcomesOf(data, chosen);
  const last = Math.max(outcomes[outcomes.length - 1].points, 1);
  const most = Math.max(...outcomes.map(({chance}) => chance));
  const bars = outcomes.map(({points, chance}) => {
    const height = Math.max(0.6, Math.round(1e3 * chance / most) / 10);
    return `<rect x="${(4 + 92 * points / last - 1).toFixed(2)}%" width="2%" y="${(100 - height).toFixed(1)}%" height="${height}%"/>`;
  });
  const ends = [outcomes[0].points, last].map((points) => `<text x="${(4 + 92 * points / last).toFixed(1)}%" y="100%" dy="1.3em">${points}</text>`);
  const mean = 4 + 92 * data.score_parts.mean[chosen] / last;
  return `${bars.join("")}<line class="parts-base" x2="100%" y1="100%" y2="100%"/><line class="parts-mean" x1="${mean.toFixed(2)}%" x2="${mean.toFixed(2)}%" y1="0" y2="100%"/>${ends.join("")}`;
}

/** @param {Data} data @param {Place} place */
function wordsOfRow(data, {chosen}) {
  const {category, mean, mean_share, spread_share, zero_rate, mean_turn, sd} = data.score_parts;
  const share = `${(100 * mean_share[chosen]).toFixed(1)}% of the average score, and <b>${(100 * spread_share[chosen]).toFixed(1).replace("-", "−")}%</b> of its ups and downs`;
  const nothing = zero_rate[chosen] === 0 ? "It is never empty" : `It brings nothing in ${shareText(zero_rate[chosen])} of games`;
  const turn = category[chosen] === "bonus" ? "" : `, and is filled in turn ${mean_turn[chosen].toFixed(1)} on average`;
  return `<b>${titleOf(category[chosen])}: ${mean[chosen].toFixed(2)} points</b>, give or take ${sd[chosen].toFixed(2)}. That is ${share}. ${nothing}${turn}.`;
}

/** Answer a guess at the row that brings the most. @param {Data["score_parts"]} parts @param {number} row */
export function verdictOf(parts, row) {
  const most = richestOf(parts);
  const best = `<b>${titleOf(parts.category[most])}</b>`;
  if (row < 0) return `${best} brings the most, <b>${parts.mean[most].toFixed(2)}</b> points.`;
  if (row === most) return `You found it: ${best} brings the most.`;
  return `You said <b>${titleOf(parts.category[row])}</b>, place ${rankOf(parts, row)} of ${parts.mean.length}. ${best} brings the most, <b>${parts.mean[most].toFixed(2)}</b> points.`;
}

/** What is told is covered while it asks. @typedef {Place & {asks: boolean, guess: number | null}} Asked */

/** Mean points, as on the card, with Yatzy chosen. */
const OPENING = "mean.card.14";
const QUESTION = "Which row brings a perfect player the <b>most points</b> on average? Press it.";

const FRAME = `<div class="parts to-guess">${drawGuess({question: QUESTION})}
<div class="parts-axes grid-layout tells" data-region="axes"></div>
<ul class="parts-rows rows" data-region="rows"></ul>
<div class="parts-side tells">${drawVerdict()}
<div class="parts-one"><p class="parts-words" data-region="words"></p>
<svg class="parts-outcomes data-area" aria-hidden="true" data-region="outcomes"></svg>
<p class="parts-note quiet">Its points, by how often they come; the dashed line is their mean.</p></div>
</div>
</div>`;

/** @type {import("site_builder/kit").Figure<Asked, Data>} */
const parts = {
  know: (data) => data,
  opening: ({place = OPENING}, data) => ({.../** @type {Asked} */ (placeOfText(place, data)), asks: true, guess: null}),
  still: (opening) => ({...opening, asks: false}),
  read(text, data) {
    const place = placeOfText(text, data);
    return place && {...place, asks: false, guess: null};
  },
  write: (place) => (place.asks ? "" : textOfPlace(place)),
  frame: FRAME,
  draw: (place, data) => ({
    axes: drawAxes(place),
    rows: drawRows(data, place, place.asks),
    verdict: place.guess === null ? "" : verdictOf(data.score_parts, place.guess),
    words: wordsOfRow(data, place),
    outcomes: drawOutcomes(data, place),
  }),
  words: (place, data) => wordsOfRow(data, place),
  /** "skip", "measure", "order" or "row-14". The row that is pressed first is the guess; whoever looks elsewhere has seen the answer. */
  press(key, place) {
    const seen = {...place, asks: false};
    if (key === "skip") return {...seen, guess: -1};
    if (key === "measure") return {...seen, measure: (place.measure + 1) % MEASURES.length};
    if (key === "order") return {...seen, sorted: !place.sorted};
    const chosen = Number(key.split("-")[1]);
    return {...seen, chosen, guess: place.asks ? chosen : place.guess};
  },
  pressed(key, {element, context, known, place, announce}, before) {
    if (key === "measure" || key === "order") return announce(MEASURES[place.measure].title);
    const first = before.asks;
    // The button that had the focus is gone, or covered.
    if (first) showVerdict(element);
    if (key !== "skip") find(element, `[data-press="${key}"]`).focus({preventScroll: true});
    if (first && key !== "skip") context.record("most", pointsOfGuess(known.score_parts, place.chosen));
    announce(first ? verdictOf(known.score_parts, place.guess ?? -1) : undefined);
  },
  hands: [dressed(".parts", ({asks}) => (asks ? "parts to-guess" : "parts"))],
};

export const {view, mount} = makeFigure(parts);
