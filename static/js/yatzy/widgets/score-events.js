/**
 * What are the humps? The curve of final scores taken apart by the bonus, Yatzy and the straights.
 */
import {find, onPress, plain, repaint} from "site_builder/kit";
import {DRAWN} from "../perfect/score-curve.js";
import {likeliestPart, partsOf, placeOfText} from "../perfect/score-events.js";
import {drawHumps, drawSwitches, drawTable, wordsOfPart} from "../perfect/score-events-drawing.js";

/**
 * @typedef {import("../perfect/score-events.js").Data} Data
 * @typedef {import("../perfect/score-events.js").Place} Place
 */

/** Split by the bonus and Yatzy; the games with the bonus alone. */
const OPENING = "3.1";

/**
 * Draw the figure at its opening place.
 * @param {{place?: string}} state
 * @param {Data} data
 */
export function view({place = OPENING}, data) {
  const at = /** @type {Place} */ (placeOfText(place));
  const parts = partsOf(data, at.split);
  return `<div class="humps">
<p class="humps-switches with-script" role="group" aria-label="Take the games apart by">${drawSwitches(at)}</p>
<div class="humps-field"><svg aria-hidden="true">${drawHumps(parts, at)}</svg></div>
<p class="humps-words">${wordsOfPart(parts, at)}</p>
<div class="humps-parts" role="group" aria-label="Groups of games: mean score and share">${drawTable(parts, at)}</div>
</div>`;
}

/**
 * Let the reader split the games and choose a group.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const opening = /** @type {Place} */ (placeOfText(String(context.state.place ?? OPENING)));
  const field = find(element, ".humps-field");
  let place = placeOfText(context.readState()) ?? opening;
  let parts = partsOf(data, place.split);

  function redraw() {
    parts = partsOf(data, place.split);
    repaint(find(element, ".humps-switches"), drawSwitches(place));
    repaint(find(element, ".humps-field > svg"), drawHumps(parts, place));
    repaint(find(element, ".humps-words"), wordsOfPart(parts, place));
    repaint(find(element, ".humps-parts"), drawTable(parts, place));
  }

  /** @param {Place} next */
  function move(next) {
    place = next;
    redraw();
    context.writeState(`${place.split}.${place.chosen}`);
    context.announce(plain(wordsOfPart(parts, place)));
  }

  /** @param {string} key */
  function press(key) {
    const [part, bits] = [key.split("-")[0], Number(key.split("-")[1])];
    if (part === "part") return move({...place, chosen: bits & place.split});
    const split = place.split ^ bits;
    move({split, chosen: split & bits ? place.chosen | bits : place.chosen & split});
  }

  onPress(element, press, stop.signal);
  field.addEventListener("click", (event) => {
    const {left, width} = field.getBoundingClientRect();
    const score = DRAWN.from + Math.floor(((event.clientX - left) / width) * (DRAWN.to - DRAWN.from + 1));
    move({...place, chosen: likeliestPart(parts, score)});
  }, {signal: stop.signal});
  if (place !== opening) redraw();

  /** Take the curve apart as a link names it. @param {string} text */
  function show(text) {
    const asked = placeOfText(text);
    if (asked !== null) move(asked);
  }

  function reset() {
    place = opening;
    redraw();
    context.writeState(null);
  }
  return {press, show, reset, destroy: () => stop.abort()};
}
