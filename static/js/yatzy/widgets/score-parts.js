/** Where do the points come from? Fifteen boxes and the bonus; pressing the name of an axis exchanges what it shows. */
import {dressed, find, makeFigure} from "site_builder/kit";
import {MEASURES, placeOfText, pointsOfGuess, textOfPlace} from "../perfect/score-parts.js";
import {drawAxes, drawOutcomes, drawRows, verdictOf, wordsOfRow} from "../perfect/score-parts-drawing.js";
import {drawGuess, drawVerdict, showVerdict} from "../parts/guess.js";

/** @typedef {import("../perfect/score-parts.js").Data} Data */
/** What is told is covered while it asks. @typedef {import("../perfect/score-parts.js").Place & {asks: boolean, guess: number | null}} Place */

/** Mean points, as on the card, with Yatzy chosen. */
const OPENING = "mean.card.14";
const QUESTION = "Which row brings a perfect player the <b>most points</b> on average? Press it.";

const FRAME = `<div class="parts to-guess">${drawGuess({question: QUESTION})}
<div class="parts-axes tells" data-region="axes"></div>
<ul class="parts-rows" data-region="rows"></ul>
<div class="parts-side tells">${drawVerdict()}
<div class="parts-one"><p class="parts-words" data-region="words"></p>
<svg class="parts-outcomes" aria-hidden="true" data-region="outcomes"></svg>
<p class="parts-note">Its points, by how often they come; the dashed line is their mean.</p></div>
</div>
</div>`;

/** @type {import("site_builder/kit").Figure<Place, Data>} */
const parts = {
  know: (data) => data,
  opening: ({place = OPENING}, data) => ({.../** @type {Place} */ (placeOfText(place, data)), asks: true, guess: null}),
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
