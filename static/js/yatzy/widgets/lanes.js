/**
 * What are lanes? Fill upper boxes, choose how many totals go through a turn together, and drag along them.
 */
import {Dragged, onPress} from "site_builder/kit";
import {momentOfText, N_TOTALS, rowsOf, stepAtTotal, textOfMoment} from "../machine/lanes.js";
import {drawAxis, drawBoxes, drawHand, drawRows, drawShare, drawStairs, drawTotals, drawWidths, wordsOf} from "../machine/lanes-drawing.js";

/**
 * @typedef {import("../machine/lanes.js").Data} Data
 * @typedef {import("../machine/lanes.js").Moment} Moment
 */

/** Fours, Fives and Sixes filled, four lanes, nothing shared. */
const OPENING = "56.4.0.5";

/** @param {Data} data @param {{moment?: string}} state */
function openingOf(data, {moment = OPENING}) {
  return /** @type {Moment} */ (momentOfText(moment, data) ?? momentOfText(OPENING, data));
}

/**
 * What each region of the figure shows.
 * @param {Data} data
 * @param {Moment} moment
 */
function draw(data, moment) {
  return {
    ".lanes-boxes": drawBoxes(moment),
    ".lanes-widths": drawWidths(moment),
    ".lanes-share": drawShare(moment),
    ".lanes-words": wordsOf(data, moment),
    ".lanes-totals": drawTotals(data, moment),
    ".lanes-rows": drawStairs(data, moment) + drawRows(data, moment) + drawHand(data, moment),
  };
}

/**
 * Draw the figure at its opening moment.
 * @param {{moment?: string}} state
 * @param {Data} data
 */
export function view(state, data) {
  const drawn = draw(data, openingOf(data, state));
  return `<div class="lanes">
<div class="lanes-panel">
<p class="lanes-head">Upper boxes filled</p>
<div class="lanes-boxes" role="group" aria-label="Upper boxes filled">${drawn[".lanes-boxes"]}</div>
<p class="lanes-head">Lanes</p>
<div class="lanes-widths" role="group" aria-label="Lanes">${drawn[".lanes-widths"]}</div>
<div class="lanes-share">${drawn[".lanes-share"]}</div>
<p class="lanes-words">${drawn[".lanes-words"]}</p>
</div>
<div class="lanes-field">
<p class="lanes-head">upper total</p>
<svg class="lanes-totals" viewBox="0 0 ${N_TOTALS} 1" preserveAspectRatio="none" aria-hidden="true">${drawn[".lanes-totals"]}</svg>
<svg class="lanes-rows" viewBox="0 0 ${N_TOTALS} ${N_TOTALS}" preserveAspectRatio="none" aria-hidden="true">${drawn[".lanes-rows"]}</svg>
<svg class="lanes-axis" aria-hidden="true">${drawAxis()}</svg>
<p class="lanes-head lanes-key"><span><i class="useful"></i>solved</span> <span><i class="idle"></i>idle lane</span> <span><i class="copied"></i>shares a value</span> <span><i class="stairs"></i>one lane alone</span> <span>time runs down</span></p>
</div>
</div>`;
}

/** @param {Data} data @returns {import("site_builder/kit").Figure<Moment>} */
function figureOf(data) {
  return {
    field: ".lanes-field",
    label: "Row that is being solved",
    stride: 4,
    read: (now) => ({now: now.step, last: rowsOf(data, now).length - 1}),
    stepAt: (share, now) => stepAtTotal(rowsOf(data, now), Math.min(N_TOTALS - 1, Math.floor(share * N_TOTALS))),
    moved: (now, step) => ({...now, step}),
    draw: (now) => draw(data, now),
    words: (now) => wordsOf(data, now),
    text: textOfMoment,
  };
}

/**
 * Let the reader fill boxes, widen the rows, and drag.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 */
export function mount(element, data, context) {
  const linked = momentOfText(context.readState(), data);
  const dragged = new Dragged(element, context, figureOf(data), openingOf(data, context.state), linked);

  /** Press "box-0", "lanes-16" or "share-0"; the hand stays at its total as well as it can. @param {string} key */
  function press(key) {
    const [part, number] = [key.split("-")[0], Number(key.split("-")[1])];
    const {now} = dragged;
    const total = rowsOf(data, now)[now.step].first;
    const next = part === "box" ? {...now, upperSet: now.upperSet ^ (1 << number)}
      : part === "lanes" ? {...now, lanes: number}
        : {...now, coalesced: !now.coalesced};
    dragged.go({...next, step: stepAtTotal(rowsOf(data, next), total)});
    dragged.announce();
  }

  const show = (/** @type {string} */ text) => dragged.follow(momentOfText(text, data));

  onPress(element, press, dragged.signal);
  return {press, show, reset: () => dragged.reset(), destroy: () => dragged.destroy()};
}
