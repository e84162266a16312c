/**
 * Can a penalty save greed? Turn its scale: one roll is counted differently, and whole games end differently.
 */
import {momentOfText, readScales, textOfMoment} from "../failures/penalty.js";
import {drawCurve, drawDice, drawOffers, stopAt, wordsOfScale} from "../failures/penalty-drawing.js";
import {enterDigits, find, onPress, plain, repaint, scrub} from "site_builder/kit";

/**
 * @typedef {import("../../engine/widget").DataSet} DataSet
 * @typedef {{penalty_scale: DataSet, policies: DataSet}} Data
 * @typedef {import("../failures/penalty.js").Moment} Moment
 * @typedef {import("../failures/penalty.js").Scales} Scales
 */

/** Opening roll: worth more points in Chance than in Threes. */
const ROLL = [3, 3, 3, 5, 1];
const PRESETS = [{key: "published", label: "The published scale"}, {key: "best", label: "The best scale found"}];

/** @param {Scales} scales @param {unknown} text @returns {Moment} */
function openingOf(scales, text) {
  const published = scales.stops.findIndex((stop) => stop.published);
  return momentOfText(scales, String(text ?? "")) ?? {stop: published, dice: ROLL};
}

/** @param {Scales} scales @param {Moment} moment */
function regionsOf(scales, moment) {
  return {
    ".penalty-dice": drawDice(moment.dice),
    ".penalty-offers": drawOffers(scales, moment),
    ".penalty-words": wordsOfScale(scales, moment),
    ".penalty-curve > svg": drawCurve(scales, moment),
  };
}

/**
 * Draw the figure, by default at the published scale.
 * @param {{moment?: string}} state `moment`: scale and roll, "100_33356".
 * @param {Data} data
 */
export function view({moment}, data) {
  const scales = readScales(data);
  const regions = regionsOf(scales, openingOf(scales, moment));
  const presets = PRESETS.map(({key, label}) => `<button type="button" class="button" data-press="${key}">${label}</button>`);
  return `<div class="penalty">
<div class="penalty-roll"><p>A last throw on an empty card. What is it counted for?</p>
<div class="penalty-dice" role="group" aria-label="Dice; press one to turn it">${regions[".penalty-dice"]}</div>
<ul class="penalty-offers">${regions[".penalty-offers"]}</ul></div>
<div class="penalty-games"><p class="penalty-words">${regions[".penalty-words"]}</p>
<div class="penalty-curve"><svg aria-hidden="true">${regions[".penalty-curve > svg"]}</svg></div>
<p class="penalty-axis" aria-hidden="true">scale of the penalty, in points</p>
<p class="penalty-presets with-script">${presets.join("")}</p></div>
</div>`;
}

/**
 * Let the reader choose the scale, and turn the dice.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const scales = readScales(data);
  const opening = openingOf(scales, context.state.moment);
  let now = opening;

  /** @param {Moment} next */
  function show(next) {
    now = next;
    for (const [selector, markup] of Object.entries(regionsOf(scales, now))) repaint(find(element, selector), markup);
    tell();
  }

  /** @param {Partial<Moment>} next */
  function go(next) {
    show({...now, ...next});
    context.writeState(textOfMoment(scales, now));
  }

  const tell = scrub({
    element: find(element, ".penalty-curve"),
    label: "Scale of the penalty",
    stride: 5,
    read: () => ({now: now.stop, last: scales.stops.length - 1, words: plain(wordsOfScale(scales, now))}),
    stepAt: (share) => stopAt(scales, share),
    seek: (next) => go({stop: next}),
  }, stop.signal);

  const turn = (/** @type {number} */ die, /** @type {(old: number) => number} */ face) =>
    go({dice: now.dice.map((old, index) => (index === die ? face(old) : old))});
  const press = (/** @type {string} */ key) => {
    const [what, die] = key.split("-");
    if (what === "die") turn(Number(die), (face) => (face % 6) + 1);
    else go({stop: scales.stops.findIndex((one) => (what === "best" ? one.best : one.published))});
    context.announce(plain(what === "die" ? find(element, ".penalty-offers .taken").innerHTML : wordsOfScale(scales, now)));
  };
  onPress(element, press, stop.signal);
  enterDigits(find(element, ".penalty-dice"), 6, turn, stop.signal);
  const linked = momentOfText(scales, context.readState());
  if (linked !== null) show(linked);
  const reset = () => {
    show(opening);
    context.writeState(null);
  };
  return {press, reset, destroy: () => stop.abort()};
}
