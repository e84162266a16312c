/**
 * Which risk suits which wish: choose a percentile and get its best theta, or choose theta and see all percentiles.
 */
import {find, onPress, plain, repaint, scrub} from "site_builder/kit";
import {drawDial, placeAt} from "../risk/stops.js";
import {bestWish, readLadder, textOfWish, wishOfText} from "../risk/wish.js";
import {drawLadder, drawRungs, wordsOfWish} from "../risk/wish-drawing.js";

/**
 * @typedef {Record<string, Record<string, any[]>>} Data
 * @typedef {import("../risk/wish.js").Ladder} Ladder
 * @typedef {import("../risk/wish.js").Wish} Wish
 */

/** Percentile at which the figure opens. */
const OPENING = 5;
const N_PERCENTILES = 99;
/** Regions that are drawings. */
const DRAWN = ["wish-ladder", "risk-dial"];

/** @param {Ladder} ladder @param {Wish} wish */
function draw(ladder, wish) {
  return {
    "wish-words": wordsOfWish(ladder, wish),
    "wish-ladder": drawLadder(ladder, wish),
    "wish-rungs": drawRungs(ladder, wish),
    "risk-dial": drawDial(ladder.stops, wish.stop),
  };
}

/**
 * Draw the figure at its opening wish.
 * @param {{wish?: string}} state `wish`: percentile and theta, "5:-0.025".
 * @param {Data} data
 */
export function view(state, data) {
  const ladder = readLadder(data);
  const drawn = draw(ladder, wishOfText(ladder, state.wish ?? null) ?? bestWish(ladder, OPENING));
  return `<div class="risk risk-wish-figure">
<p class="wish-words">${drawn["wish-words"]}</p>
<div><p class="risk-title">Points more than with theta 0 <span>by percentile, bad games on the left</span></p>
<div class="wish-ladder"><svg aria-hidden="true">${drawn["wish-ladder"]}</svg></div></div>
<p class="wish-key" aria-hidden="true"><span><i class="key-line"></i>this theta</span><span><i class="key-best"></i>best theta for each percentile</span><span><i class="key-limit"></i>best that can be had</span></p>
<div class="wish-rungs" role="group" aria-label="Percentiles">${drawn["wish-rungs"]}</div>
<div><div class="risk-dial"><svg aria-hidden="true">${drawn["risk-dial"]}</svg></div>
<p class="risk-ends" aria-hidden="true"><span>← cautious</span><span>theta</span><span>bold →</span></p></div>
</div>`;
}

/**
 * Let the reader choose a percentile, or turn the dial.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 */
export function mount(element, data, context) {
  return new RiskWish(element, data, context);
}

class RiskWish {
  #stop = new AbortController();
  #element;
  #context;
  #ladder;
  #opening;
  /** @type {Wish} */
  #wish;
  /** @type {(() => void)[]} */
  #tell;

  /** @param {HTMLElement} element @param {Data} data @param {import("../../engine/widget").Context} context */
  constructor(element, data, context) {
    this.#element = element;
    this.#context = context;
    this.#ladder = readLadder(data);
    this.#opening = wishOfText(this.#ladder, String(context.state.wish ?? "")) ?? bestWish(this.#ladder, OPENING);
    this.#wish = wishOfText(this.#ladder, context.readState()) ?? this.#opening;
    this.#tell = [this.#scrubLadder(), this.#scrubDial()];
    onPress(element, (key) => this.press(key), this.#stop.signal);
    if (this.#wish !== this.#opening) this.#paint();
  }

  #scrubLadder() {
    return scrub({
      element: find(this.#element, ".wish-ladder"),
      label: "Percentile wished for",
      stride: 10,
      read: () => ({now: this.#wish.percentile - 1, last: N_PERCENTILES - 1, words: this.#spoken()}),
      stepAt: (share) => Math.max(0, Math.min(N_PERCENTILES - 1, Math.round(share * N_PERCENTILES - 0.5))),
      seek: (place) => this.#go(bestWish(this.#ladder, place + 1)),
    }, this.#stop.signal);
  }

  #scrubDial() {
    const n_stops = this.#ladder.stops.length;
    return scrub({
      element: find(this.#element, ".risk-dial"),
      label: "Dial of risk, theta",
      stride: 5,
      read: () => ({now: this.#wish.stop, last: n_stops - 1, words: this.#spoken()}),
      stepAt: (share) => Math.round(placeAt(share, n_stops)),
      seek: (stop) => this.#go({...this.#wish, stop}),
    }, this.#stop.signal);
  }

  #spoken() {
    return plain(wordsOfWish(this.#ladder, this.#wish));
  }

  #paint() {
    for (const [name, markup] of Object.entries(draw(this.#ladder, this.#wish))) {
      repaint(find(this.#element, DRAWN.includes(name) ? `.${name} > svg` : `.${name}`), markup);
    }
    for (const tell of this.#tell) tell();
  }

  /** @param {Wish} wish */
  #go(wish) {
    this.#wish = wish;
    this.#paint();
    this.#context.writeState(textOfWish(this.#ladder, wish));
  }

  /** Press "rung:95". @param {string} key */
  press(key) {
    const percentile = Number(key.split(":")[1]);
    if (!(percentile >= 1 && percentile <= N_PERCENTILES)) return;
    this.#go(bestWish(this.#ladder, percentile));
    this.#context.announce(this.#spoken());
  }

  /** Go to a wish as a link names it. @param {string} text */
  show(text) {
    const wish = wishOfText(this.#ladder, text);
    if (wish === null) return;
    this.#go(wish);
    this.#context.announce(this.#spoken());
  }

  reset() {
    this.#go(this.#opening);
    this.#context.writeState(null);
  }

  destroy() {
    this.#stop.abort();
  }
}
