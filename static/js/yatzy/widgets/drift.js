/**
 * What do short numbers do to the answer? Choose what is rounded to 24 binary digits, and drag from the end of the game to its beginning.
 */
import {Dragged, onPress} from "site_builder/kit";
import {drawDigits, drawLines, drawWays, wordsOf} from "../machine/drift-drawing.js";
import {momentOfText, readDrift, textOfMoment} from "../machine/drift.js";

/**
 * @typedef {import("../machine/drift.js").Data} Data
 * @typedef {import("../machine/drift.js").Moment} Moment
 * @typedef {import("../machine/drift-drawing.js").Drift} Drift
 */

const OPENING = "lattice.15";

/** @param {Drift} drift @param {{moment?: string}} state */
function openingOf(drift, {moment = OPENING}) {
  return /** @type {Moment} */ (momentOfText(moment, drift) ?? momentOfText(OPENING, drift));
}

/**
 * What each region of the figure shows.
 * @param {Drift} drift
 * @param {Moment} moment
 */
function draw(drift, moment) {
  return {
    ".drift-ways": drawWays(moment),
    ".drift-words": wordsOf(drift, moment),
    ".drift-digits": drawDigits(drift, moment),
    ".beat-plot > svg": drawLines(drift, moment),
  };
}

/**
 * Draw the figure at its opening moment.
 * @param {{moment?: string}} state
 * @param {Data} data
 */
export function view(state, data) {
  const drift = readDrift(data);
  const drawn = draw(drift, openingOf(drift, state));
  return `<div class="drift">
<div class="drift-panel">
<p class="drift-head">Short numbers for</p>
<div class="drift-ways" role="group" aria-label="What is kept in short numbers">${drawn[".drift-ways"]}</div>
<p class="drift-words">${drawn[".drift-words"]}</p>
<div class="drift-digits">${drawn[".drift-digits"]}</div>
</div>
<div class="drift-field">
<p class="drift-head">too large by, thousandths of a point</p>
<div class="beat-plot drift-plot"><svg aria-hidden="true">${drawn[".beat-plot > svg"]}</svg></div>
<p class="drift-head drift-end">turns solved, from the end of the game</p>
</div>
</div>`;
}

/** @param {Drift} drift @returns {import("site_builder/kit").Figure<Moment>} */
function figureOf(drift) {
  const last = (drift.get("lattice")?.length ?? 1) - 1;
  return {
    field: ".drift-field",
    label: "Turns solved",
    stride: 3,
    read: ({turns}) => ({now: turns, last}),
    stepAt: (share) => Math.round(share * last),
    moved: (now, turns) => ({...now, turns}),
    draw: (now) => draw(drift, now),
    words: (now) => wordsOf(drift, now),
    text: textOfMoment,
  };
}

/**
 * Let the reader choose and drag.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 */
export function mount(element, data, context) {
  const drift = readDrift(data);
  const linked = momentOfText(context.readState(), drift);
  const dragged = new Dragged(element, context, figureOf(drift), openingOf(drift, context.state), linked);

  /** Press "way-table". @param {string} key */
  function press(key) {
    dragged.go({...dragged.now, way: key.split("-")[1]});
    dragged.announce();
  }

  const show = (/** @type {string} */ text) => dragged.follow(momentOfText(text, drift));

  onPress(element, press, dragged.signal);
  return {press, show, reset: () => dragged.reset(), destroy: () => dragged.destroy()};
}
