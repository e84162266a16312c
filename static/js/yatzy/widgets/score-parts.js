/**
 * Where do the points come from? Fifteen boxes and the bonus; pressing the name of an axis exchanges what it shows.
 */
import {find, onPress, plain, repaint} from "site_builder/kit";
import {MEASURES, placeOfText, pointsOfGuess, textOfPlace} from "../perfect/score-parts.js";
import {drawAxes, drawOutcomes, drawRows, verdictOf, wordsOfRow} from "../perfect/score-parts-drawing.js";
import {drawGuess, drawVerdict} from "../parts/guess.js";

/**
 * @typedef {import("../perfect/score-parts.js").Data} Data
 * @typedef {import("../perfect/score-parts.js").Place} Place
 */

/** Mean points, as on the card, with Yatzy chosen. */
const OPENING = "mean.card.14";
const QUESTION = "Which row brings a perfect player the <b>most points</b> on average? Press it.";

/**
 * Draw the figure at its opening place; what it tells is covered until there is a guess.
 * @param {{place?: string}} state
 * @param {Data} data
 */
export function view({place = OPENING}, data) {
  const at = /** @type {Place} */ (placeOfText(place, data));
  return `<div class="parts to-guess">${drawGuess({question: QUESTION})}
<div class="parts-axes tells">${drawAxes(at)}</div>
<ul class="parts-rows">${drawRows(data, at)}</ul>
<div class="parts-side tells">${drawVerdict()}
<div class="parts-one"><p class="parts-words">${wordsOfRow(data, at)}</p>
<svg class="parts-outcomes" aria-hidden="true">${drawOutcomes(data, at)}</svg>
<p class="parts-note">Its points, by how often they come; the dashed line is their mean.</p></div>
</div>
</div>`;
}

/**
 * Let the reader guess; then exchange the axes and choose a box.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const opening = /** @type {Place} */ (placeOfText(String(context.state.place ?? OPENING), data));
  const linked = placeOfText(context.readState(), data);
  let place = linked ?? opening;
  let asks = linked === null;

  function show() {
    find(element, ".parts").classList.toggle("to-guess", asks);
    repaint(find(element, ".parts-axes"), drawAxes(place));
    repaint(find(element, ".parts-rows"), drawRows(data, place, asks));
    repaint(find(element, ".parts-words"), wordsOfRow(data, place));
    repaint(find(element, ".parts-outcomes"), drawOutcomes(data, place));
  }

  /** @param {Partial<Place>} change */
  function move(change) {
    place = {...place, ...change};
    show();
    context.writeState(textOfPlace(place));
    context.announce(change.chosen === undefined ? MEASURES[place.measure].title : plain(wordsOfRow(data, place)));
  }

  /** Judge the row that was pressed first; it stays the chosen one. @param {number} chosen */
  function answer(chosen) {
    const verdict = verdictOf(data.score_parts, chosen);
    repaint(find(element, ".guess-verdict"), verdict);
    context.record("most", pointsOfGuess(data.score_parts, chosen));
    context.announce(plain(verdict));
  }

  /** @param {string} key */
  function press(key) {
    const first = asks;
    asks = false; // Whoever looks elsewhere has seen the answer.
    if (key === "skip") {
      show();
      return find(element, ".parts-measure").focus({preventScroll: true}); // The button that had the focus is gone.
    }
    if (key === "measure") return move({measure: (place.measure + 1) % MEASURES.length});
    if (key === "order") return move({sorted: !place.sorted});
    const chosen = Number(key.split("-")[1]);
    move({chosen});
    /** @type {HTMLElement | null} */ (element.querySelector(`[data-press="row-${chosen}"]`))?.focus({preventScroll: true});
    if (first) answer(chosen);
  }

  onPress(element, press, stop.signal);
  show();

  function reset() {
    place = opening;
    asks = true;
    repaint(find(element, ".guess-verdict"), "");
    show();
    context.writeState(null);
  }
  return {press, reset, destroy: () => stop.abort()};
}
