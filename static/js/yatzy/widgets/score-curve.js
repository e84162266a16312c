/**
 * Where do perfect games end? The exact curve of final scores, a handle on it, and the reader's own last score.
 */
import {DRAWN, gamesToSee, readCurve, shareText} from "../figures/score-curve.js";
import {
  drawBlur, drawCurve, drawShares, nextWindow, placeOfText, textOfPlace, wordsOfPlace,
} from "../figures/score-curve-drawing.js";
import {find, onPress, plain, repaint} from "../figures/elements.js";
import {scrub} from "../figures/scrubber.js";

/**
 * @typedef {{score_curve: {score: number[], probability: number[]}}} Data
 * @typedef {import("../figures/score-curve-drawing.js").Place} Place
 */

/** Where the handle stands when the figure opens. */
const OPENING = "250";

/**
 * Draw the figure at its opening place.
 * @param {{place?: string}} state
 * @param {Data} data
 */
export function view({place = OPENING}, data) {
  const curve = readCurve(data.score_curve);
  const at = /** @type {Place} */ (placeOfText(place, curve));
  return `<div class="ends">
<p class="ends-shares">${drawShares(curve, at)}</p>
<div class="ends-field"><svg aria-hidden="true">${drawCurve(curve, at)}</svg></div>
<p class="ends-words">${wordsOfPlace(curve, at)}</p>
<div class="ends-controls with-script">
<label class="ends-own-label">Your last score <input class="ends-input" type="number" inputmode="numeric" min="0" max="374" autocomplete="off"></label>
<p class="ends-blur" role="group" aria-label="How finely the curve is drawn">${drawBlur(curve, at)}</p>
</div>
</div>`;
}

/**
 * Read out the score at the handle, and the shares of games that reach it and that do not.
 * @param {{place?: string, linked?: string}} state
 * @param {Data} data
 */
export function readouts({place = OPENING, linked = place}, data) {
  const curve = readCurve(data.score_curve);
  const at = placeOfText(linked, curve);
  if (at === null) return null;
  const reach = curve.at_least[at.score];
  return {score: String(at.score), reach: shareText(reach), miss: shareText(1 - reach), games: gamesToSee(reach)};
}

/**
 * Let the reader move the handle, place a score and blur the curve.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const {signal} = stop;
  const curve = readCurve(data.score_curve);
  const opening = /** @type {Place} */ (placeOfText(String(context.state.place ?? OPENING), curve));
  const input = /** @type {HTMLInputElement} */ (find(element, ".ends-input"));
  let place = placeOfText(context.readState(), curve) ?? opening;

  function redraw() {
    paint(element, curve, place);
    tell();
  }

  /** @param {Partial<Place>} change */
  function move(change) {
    place = {...place, ...change};
    redraw();
    context.writeState(textOfPlace(place));
  }

  const last = curve.best;
  const tell = scrub({
    element: find(element, ".ends-field"),
    label: "Score that the handle stands at",
    stride: 10,
    read: () => ({now: place.score, last, words: plain(wordsOfPlace(curve, place))}),
    stepAt: (share) => Math.max(DRAWN.from, Math.min(last, DRAWN.from + Math.floor(share * (DRAWN.to - DRAWN.from + 1)))),
    seek: (score) => move({score}),
  }, signal);

  input.addEventListener("input", () => {
    const own = ownOfText(input.value);
    move({own, score: own === null ? place.score : Math.min(own, last)});
  }, {signal});
  const press = (/** @type {string} */ key) => move({window: nextWindow(place.window, key === "smoother" ? 1 : -1)});
  onPress(element, press, signal);
  if (place !== opening) {
    input.value = place.own === null ? "" : String(place.own);
    redraw();
  }

  /** Go to a place as a link names it. @param {string} text */
  function show(text) {
    const asked = placeOfText(text, curve);
    if (asked === null) return;
    move({...asked, own: place.own});
    context.announce(plain(wordsOfPlace(curve, place)));
  }

  function reset() {
    place = opening;
    input.value = "";
    redraw();
    context.writeState(null);
  }
  return {press, show, reset, destroy: () => stop.abort()};
}

/** Show a place. @param {HTMLElement} element @param {import("../figures/score-curve.js").Curve} curve @param {Place} place */
function paint(element, curve, place) {
  repaint(find(element, ".ends-shares"), drawShares(curve, place));
  repaint(find(element, ".ends-field > svg"), drawCurve(curve, place));
  repaint(find(element, ".ends-words"), wordsOfPlace(curve, place));
  repaint(find(element, ".ends-blur"), drawBlur(curve, place));
}

/** Read a score that was typed; null for none. @param {string} text */
function ownOfText(text) {
  return /^\d{1,3}$/.test(text) ? Number(text) : null;
}
