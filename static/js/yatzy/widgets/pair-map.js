/**
 * What goes with what? All pairs of boxes by their correlation; behind each the conditional means.
 */
import {find, followHand, onPress, plain, repaint} from "site_builder/kit";
import {COUNT, EXAMPLES, placeOfText, textOfPlace, wordsOfPair} from "../perfect/pair-map.js";
import {
  drawCodes, drawExamples, drawKey, drawNames, drawPairs, drawShifts, titleOfShifts,
} from "../perfect/pair-map-drawing.js";

/**
 * @typedef {import("../perfect/pair-map.js").Data} Data
 * @typedef {import("../perfect/pair-map.js").Place} Place
 */

const OPENING = "sixes.bonus";

/**
 * Draw the figure at its opening place.
 * @param {{place?: string}} state
 * @param {Data} data
 */
export function view({place = OPENING}, data) {
  const at = /** @type {Place} */ (placeOfText(place));
  return `<div class="pairs">
<div class="pairs-map"><div class="pairs-names" aria-hidden="true">${drawNames(at)}</div>
<div class="pairs-field"><svg viewBox="0 0 ${COUNT} ${COUNT}" preserveAspectRatio="none" aria-hidden="true">${drawPairs(data, at)}</svg></div>
<span></span><div class="pairs-codes" aria-hidden="true">${drawCodes(at)}</div></div>
<div class="pairs-one">
<p class="pairs-examples with-script">${drawExamples()}</p>
<p class="pairs-words">${wordsOfPair(data, at)}</p>
<svg class="pairs-shifts" aria-hidden="true">${drawShifts(data, at)}</svg>
<p class="pairs-note">${titleOfShifts(at)}</p>
</div>
<p class="pairs-key" aria-hidden="true">${drawKey()}</p>
</div>`;
}

/**
 * Let the reader point at pairs.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const opening = /** @type {Place} */ (placeOfText(String(context.state.place ?? OPENING)));
  let place = placeOfText(context.readState()) ?? opening;
  let shown = opening;

  /** @param {Place} next */
  function show(next) {
    if (next.known === shown.known && next.other === shown.other) return;
    shown = next;
    paint(element, data, shown);
  }

  /** @param {Place} next @param {boolean} spoken */
  function move(next, spoken) {
    place = next;
    show(place);
    context.writeState(textOfPlace(place));
    if (spoken) context.announce(plain(wordsOfPair(data, place)));
  }

  const hand = followHand({
    ...fieldOf(element),
    read: () => ({column: place.other, row: place.known}),
    look: ({column, row}) => show({known: row, other: column}),
    leave: () => show(place),
    move: ({column, row}, byKey) => move({known: row, other: column}, byKey),
  });

  /** @param {string} key */
  function press(key) {
    const {known, other} = EXAMPLES[Number(key.split("-")[1])];
    move(/** @type {Place} */ (placeOfText(`${known}.${other}`)), true);
    hand.place();
  }

  onPress(element, press, stop.signal);
  show(place);
  hand.place();

  function reset() {
    place = opening;
    show(place);
    hand.place();
    context.writeState(null);
  }
  return {press, reset, destroy: () => (stop.abort(), hand.destroy())};
}

/** What the reader's hand moves over. @param {HTMLElement} element */
function fieldOf(element) {
  return {
    element: find(element, ".pairs-field"),
    label: "Map of all pairs of boxes. Arrow keys move the reticle.",
    areas: [find(element, ".pairs-area")],
    columns: COUNT,
    rows: COUNT,
    stride: 4,
  };
}

/** Show a pair. @param {HTMLElement} element @param {Data} data @param {Place} place */
function paint(element, data, place) {
  repaint(find(element, ".pairs-names"), drawNames(place));
  repaint(find(element, ".pairs-codes"), drawCodes(place));
  repaint(find(element, ".pairs-words"), wordsOfPair(data, place));
  repaint(find(element, ".pairs-shifts"), drawShifts(data, place));
  repaint(find(element, ".pairs-note"), titleOfShifts(place));
  for (const [name, key, value] of [["row", "y", place.known], ["column", "x", place.other], ["ring", "y", place.known], ["ring", "x", place.other]]) {
    find(element, `.pairs-field .reticle-${name}`).setAttribute(String(key), String(value));
  }
}
