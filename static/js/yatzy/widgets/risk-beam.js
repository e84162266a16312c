/**
 * Between average and maximum: one throw balanced by players of every taste, and all throws of a game by regime.
 */
import {find, plain, repaint, scrub} from "site_builder/kit";
import {readBeam} from "../risk/beam.js";
import {drawBeam, drawRegimes, drawSigmas, wordsOfBeam, wordsOfThrow} from "../risk/beam-drawing.js";
import {drawDial, placeAt, stopOfText} from "../risk/stops.js";

/**
 * @typedef {Record<string, Record<string, any[]>>} Data
 * @typedef {import("../risk/beam.js").Beam} Beam
 */

/** Theta at which the figure opens. */
const OPENING = "0.1";
/** Regions that are drawings. */
const DRAWN = ["risk-dial", "beam-stage", "beam-sigmas"];

/** @param {Beam} beam @param {number} stop */
function draw(beam, stop) {
  return {
    "beam-words": wordsOfBeam(beam, stop),
    "risk-dial": drawDial(beam.stops, stop),
    "beam-stage": drawBeam(beam, stop),
    "beam-sigmas": drawSigmas(beam, stop),
    "beam-regimes": drawRegimes(beam, stop),
  };
}

/**
 * Draw the figure at its opening stop.
 * @param {{theta?: string}} state
 * @param {Data} data
 */
export function view(state, data) {
  const beam = readBeam(data);
  const drawn = draw(beam, stopOfText(state.theta ?? OPENING, beam.stops) ?? 0);
  return `<div class="risk risk-beam-figure">
<p class="beam-words">${drawn["beam-words"]}</p>
<div class="risk-head"><div class="risk-dial"><svg aria-hidden="true">${drawn["risk-dial"]}</svg></div>
<p class="risk-ends" aria-hidden="true"><span>← cautious</span><span>bold →</span></p></div>
<div class="beam-part"><p class="risk-title">One throw on a beam <span>hollow: chances; solid: how much they count</span></p>
<p class="beam-throw">${wordsOfThrow(beam)}</p>
<div class="beam-stage"><svg aria-hidden="true">${drawn["beam-stage"]}</svg></div>
<p class="beam-axis" aria-hidden="true">points still to come; line: the mean</p></div>
<div class="beam-part"><p class="risk-title">All ${beam.throws.toFixed(1)} throws of a game <span>by their sigma</span></p>
<div class="beam-sigmas"><svg aria-hidden="true">${drawn["beam-sigmas"]}</svg></div>
<p class="beam-axis" aria-hidden="true">sigma of the throw, points</p></div>
<div class="beam-part"><p class="risk-title">What a throw is worth <span>by theta times sigma; share of throws</span></p>
<ul class="beam-regimes">${drawn["beam-regimes"]}</ul></div>
</div>`;
}

/**
 * Let the reader turn the dial.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 */
export function mount(element, data, context) {
  return new RiskBeam(element, data, context);
}

class RiskBeam {
  #stop = new AbortController();
  #element;
  #context;
  #beam;
  #opening;
  /** @type {number} */
  #now;
  #tell;

  /** @param {HTMLElement} element @param {Data} data @param {import("../../engine/widget").Context} context */
  constructor(element, data, context) {
    this.#element = element;
    this.#context = context;
    this.#beam = readBeam(data);
    const {stops} = this.#beam;
    this.#opening = stopOfText(String(context.state.theta ?? OPENING), stops) ?? 0;
    this.#now = stopOfText(context.readState(), stops) ?? this.#opening;
    this.#tell = scrub({
      element: find(element, ".risk-dial"),
      label: "Dial of risk, theta",
      stride: 5,
      read: () => ({now: this.#now, last: stops.length - 1, words: plain(wordsOfBeam(this.#beam, this.#now))}),
      stepAt: (share) => Math.round(placeAt(share, stops.length)),
      seek: (stop) => this.#go(stop),
    }, this.#stop.signal);
    if (this.#now !== this.#opening) this.#paint();
  }

  #paint() {
    for (const [name, markup] of Object.entries(draw(this.#beam, this.#now))) {
      repaint(find(this.#element, DRAWN.includes(name) ? `.${name} > svg` : `.${name}`), markup);
    }
    this.#tell();
  }

  /** @param {number} stop */
  #go(stop) {
    this.#now = stop;
    this.#paint();
    this.#context.writeState(String(this.#beam.stops[stop]));
  }

  /** Turn to a theta, "0.1". @param {string} theta */
  show(theta) {
    const stop = stopOfText(theta, this.#beam.stops);
    if (stop === null) return;
    this.#go(stop);
    this.#context.announce(plain(wordsOfBeam(this.#beam, stop)));
  }

  reset() {
    this.#go(this.#opening);
    this.#context.writeState(null);
  }

  destroy() {
    this.#stop.abort();
  }
}
