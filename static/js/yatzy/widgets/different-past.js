/**
 * Same dice, different past: move the points so far, keep dice, set the dial.
 */
import {chanceOfMove, momentOfText, moveOfMask, readPasts, textOfMoment} from "../targets/different-past.js";
import {drawChances, drawCurves, drawDial, drawDice, drawZones, wordsOf} from "../targets/different-past-drawing.js";
import {Dragged, find, onPress, percentage, plain} from "site_builder/kit";

/**
 * @typedef {import("../targets/different-past.js").Data} Data
 * @typedef {import("../targets/different-past.js").Past} Past
 * @typedef {import("../targets/different-past.js").Moment} Moment
 */

/** Opening moment: points so far, the threes kept, the dial at the average. */
const OPENING = "145.24.2";

/** @param {readonly Past[]} pasts @param {{moment?: string}} state */
function openingOf(pasts, {moment = OPENING}) {
  return /** @type {Moment} */ (momentOfText(moment, pasts) ?? momentOfText(OPENING, pasts));
}

/**
 * What each region of the figure shows.
 * @param {readonly Past[]} pasts
 * @param {Moment} moment
 */
function draw(pasts, moment) {
  return {
    ".past-dice": drawDice(moment.kept),
    ".past-dial": drawDial(moment.dial),
    ".chance-ways": drawChances(pasts[moment.index], moment),
    ".past-words": wordsOf(pasts, moment),
    ".beat-plot > svg": drawCurves(pasts, moment),
    ".past-zones": drawZones(pasts, moment),
  };
}

/**
 * Draw the figure at its opening moment.
 * @param {{moment?: string}} state
 * @param {Data} data
 */
export function view(state, data) {
  const pasts = readPasts(data);
  const drawn = draw(pasts, openingOf(pasts, state));
  return `<div class="past">
<div class="past-panel">
<p class="past-head">You keep</p>
<div class="past-dice" role="group" aria-label="Dice on the table; press those to keep">${drawn[".past-dice"]}</div>
<p class="past-head">The dial stands at</p>
<div class="past-dial" role="group" aria-label="Setting of the dial">${drawn[".past-dial"]}</div>
<ul class="chance-ways">${drawn[".chance-ways"]}</ul>
</div>
<div class="past-result">
<p class="past-words">${drawn[".past-words"]}</p>
<div class="past-field">
<p class="past-head">chance to win</p>
<div class="beat-plot past-plot"><svg aria-hidden="true">${drawn[".beat-plot > svg"]}</svg></div>
<p class="past-head past-end">points so far</p>
<div class="past-zones" aria-hidden="true">${drawn[".past-zones"]}</div>
<p class="past-head past-key"><span><i class="right"></i>the dial’s move is right</span> <span><i class="wrong"></i>it is not</span></p>
</div>
</div>
</div>`;
}

/**
 * Read out the points so far, those that are needed, and the chances of the best move and of the one in the hand.
 * @param {{moment?: string, linked?: string}} state
 * @param {Data} data
 */
export function readouts({linked, ...state}, data) {
  const pasts = readPasts(data);
  const moment = linked === undefined ? openingOf(pasts, state) : momentOfText(linked, pasts);
  if (moment === null) return null;
  const {points, needed, best} = pasts[moment.index];
  const yours = chanceOfMove(pasts[moment.index], moveOfMask(moment.kept));
  return {points: String(points), needed: String(needed), best: percentage(best), yours: percentage(yours)};
}

/** @param {readonly Past[]} pasts @returns {import("site_builder/kit").Figure<Moment>} */
function figureOf(pasts) {
  const last = pasts.length - 1;
  return {
    field: ".past-field",
    label: "Points so far",
    stride: 5,
    read: ({index}) => ({now: index, last}),
    stepAt: (share) => Math.min(last, Math.floor(share * pasts.length)),
    moved: (now, index) => ({...now, index}),
    draw: (now) => draw(pasts, now),
    words: (now) => wordsOf(pasts, now),
    text: (now) => textOfMoment(now, pasts),
  };
}

/**
 * Let the reader move the past.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 */
export function mount(element, data, context) {
  const pasts = readPasts(data);
  const linked = momentOfText(context.readState(), pasts);
  const dragged = new Dragged(element, context, figureOf(pasts), openingOf(pasts, context.state), linked);

  /** Press "keep-0" or "dial-2". @param {string} key */
  function press(key) {
    const [part, number] = [key.split("-")[0], Number(key.split("-")[1])];
    const {now} = dragged;
    dragged.go(part === "keep" ? {...now, kept: now.kept ^ (1 << number)} : {...now, dial: number});
    if (part === "keep") context.announce(plain(find(element, ".chance-way.yours").innerHTML));
    else dragged.announce();
  }

  onPress(element, press, dragged.signal);
  const show = (/** @type {string} */ text) => dragged.follow(momentOfText(text, pasts));
  return {press, show, reset: () => dragged.reset(), destroy: () => dragged.destroy()};
}
