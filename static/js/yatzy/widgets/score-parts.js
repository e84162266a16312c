/**
 * Where do the points come from? Fifteen boxes and the bonus; pressing the name of an axis exchanges what it shows.
 */
import {find, onPress, plain, repaint} from "../figures/elements.js";
import {MEASURES, placeOfText, textOfPlace} from "../figures/score-parts.js";
import {drawAxes, drawOutcomes, drawRows, wordsOfRow} from "../figures/score-parts-drawing.js";

/**
 * @typedef {import("../figures/score-parts.js").Data} Data
 * @typedef {import("../figures/score-parts.js").Place} Place
 */

/** Mean points, as on the card, with Yatzy chosen. */
const OPENING = "mean.card.14";

/**
 * Draw the figure at its opening place.
 * @param {{place?: string}} state
 * @param {Data} data
 */
export function view({place = OPENING}, data) {
  const at = /** @type {Place} */ (placeOfText(place, data));
  return `<div class="parts">
<div class="parts-axes">${drawAxes(at)}</div>
<ul class="parts-rows">${drawRows(data, at)}</ul>
<div class="parts-one">
<p class="parts-words">${wordsOfRow(data, at)}</p>
<svg class="parts-outcomes" aria-hidden="true">${drawOutcomes(data, at)}</svg>
<p class="parts-note">Its points, by how often they come; the dashed line is their mean.</p>
</div>
</div>`;
}

/**
 * Let the reader exchange the axes and choose a box.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const opening = /** @type {Place} */ (placeOfText(String(context.state.place ?? OPENING), data));
  let place = placeOfText(context.readState(), data) ?? opening;

  function show() {
    repaint(find(element, ".parts-axes"), drawAxes(place));
    repaint(find(element, ".parts-rows"), drawRows(data, place));
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

  /** @param {string} key */
  function press(key) {
    if (key === "measure") return move({measure: (place.measure + 1) % MEASURES.length});
    if (key === "order") return move({sorted: !place.sorted});
    const chosen = Number(key.split("-")[1]);
    move({chosen});
    /** @type {HTMLElement | null} */ (element.querySelector(`[data-press="row-${chosen}"]`))?.focus({preventScroll: true});
  }

  onPress(element, press, stop.signal);
  if (place !== opening) show();

  function reset() {
    place = opening;
    show();
    context.writeState(null);
  }
  return {press, reset, destroy: () => stop.abort()};
}
