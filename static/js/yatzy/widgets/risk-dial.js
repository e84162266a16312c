/**
 * Bend the dial: one number, theta, moves the curve of final scores, mean and spread, every box, and decisions.
 */
import {every, find, onPress, percentage, plain, repaint, scrub} from "site_builder/kit";
import {cursorAt, drawFlip, readFlips, wordsOfFlip} from "../risk/decisions.js";
import {readPlay} from "../risk/play.js";
import {drawCurve, drawFrontier, drawHere, drawSources, heightOfSources, wordsOfPlay} from "../risk/play-drawing.js";
import {drawDial, placeAt, stopOfText, thetaText} from "../risk/stops.js";

/**
 * @typedef {Record<string, Record<string, any[]>>} Data
 * @typedef {import("../risk/play.js").Play} Play
 * @typedef {import("../risk/decisions.js").Flip} Flip
 */

/** Theta at which the figure opens, and those of the three players a press away. */
const OPENING = "0";
const PLAYERS = [["-0.05", "Cautious"], ["0", "Plain"], ["0.05", "Bold"]];
/** Milliseconds of a glide from stop to stop. */
const GLIDE = 220;

/**
 * What each region of the figure shows.
 * @param {Play} play
 * @param {Flip[]} flips
 * @param {number} place
 */
function draw(play, flips, place) {
  return {
    words: wordsOfPlay(play, place),
    dial: drawDial(play.stops, place),
    curve: drawCurve(play, place),
    here: drawHere(play, place),
    sources: drawSources(play, place),
    flips: flips.map((flip) => `<div class="risk-decision">${drawFlip(flip, place)}</div>`).join(""),
  };
}

/** Where each region is. @type {Record<keyof ReturnType<typeof draw>, string>} */
const REGIONS = {
  words: ".risk-words",
  dial: ".risk-dial > svg",
  curve: ".risk-curve > svg",
  here: ".risk-frontier .here",
  sources: ".risk-sources > svg",
  flips: ".risk-flips",
};
/** Regions that stay as they are while the dial glides, but for the cursors of the strips. */
const RESTING = ["words", "flips"];

/** @param {Data} data */
const read = (data) => ({play: readPlay(data), flips: readFlips(data.risk_decisions)});

/**
 * Draw the figure at its opening stop.
 * @param {{theta?: string}} state
 * @param {Data} data
 */
export function view(state, data) {
  const {play, flips} = read(data);
  const drawn = draw(play, flips, stopOfText(state.theta ?? OPENING, play.stops) ?? 0);
  const players = PLAYERS.map(([theta, name]) => `<button type="button" class="button" data-press="theta:${theta}">${name}</button>`);
  return `<div class="risk risk-dial-figure">
<p class="risk-words">${drawn.words}</p>
<div class="risk-head"><div class="risk-dial"><svg aria-hidden="true">${drawn.dial}</svg></div>
<p class="risk-ends" aria-hidden="true"><span>← cautious</span><span>bold →</span></p></div>
<p class="risk-players with-script">${players.join("")}</p>
<div class="risk-column"><div><p class="risk-title">Where games end <span>dashed: theta 0</span></p><div class="risk-curve"><svg aria-hidden="true">${drawn.curve}</svg></div></div>
<div><p class="risk-title">Average, against spread <span>in points</span></p><div class="risk-frontier"><svg aria-hidden="true">${drawFrontier(play)}<g class="here">${drawn.here}</g></svg></div></div></div>
<div class="risk-column"><div><p class="risk-title">Three decisions that flip <span>each strip is the dial</span></p><div class="risk-flips">${drawn.flips}</div></div>
<div><p class="risk-title">Where points come from <span>a game; bars: against theta 0</span></p><div class="risk-sources"><svg aria-hidden="true" height="${heightOfSources(play)}">${drawn.sources}</svg></div></div></div>
</div>`;
}

/**
 * Read out theta, and what it makes of the game: mean, spread, the worst and the best twentieth, the bonus.
 * @param {{theta?: string, linked?: string}} state
 * @param {Data} data
 */
export function readouts({theta = OPENING, linked = theta}, {theta_play: play}) {
  const row = stopOfText(linked, play.theta);
  if (row === null) return null;
  return {
    theta: thetaText(play.theta[row]).replace("+", ""),
    average: play.mean[row].toFixed(1),
    spread: play.sd[row].toFixed(1),
    worst: play.worst_5_mean[row].toFixed(1),
    best: play.best_5_mean[row].toFixed(1),
    price: (play.mean[play.theta.indexOf(0)] - play.mean[row]).toFixed(2),
    bonus: percentage(play.bonus_rate[row]),
  };
}

/**
 * Let the reader turn the dial.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 */
export function mount(element, data, context) {
  return new RiskDial(element, data, context);
}

class RiskDial {
  #stop = new AbortController();
  #element;
  #context;
  #play;
  #flips;
  #opening;
  /** @type {number} */
  #place;
  /** Stop that the dial is at or glides to. @type {number} */
  #goal;
  #frame = 0;
  /** Whether what was painted last was on the way between two stops. */
  #gliding = false;
  #tell;

  /** @param {HTMLElement} element @param {Data} data @param {import("../../engine/widget").Context} context */
  constructor(element, data, context) {
    this.#element = element;
    this.#context = context;
    ({play: this.#play, flips: this.#flips} = read(data));
    const {stops} = this.#play;
    this.#opening = stopOfText(String(context.state.theta ?? OPENING), stops) ?? 0;
    this.#place = stopOfText(context.readState(), stops) ?? this.#opening;
    this.#goal = this.#place;
    this.#tell = this.#scrub();
    onPress(element, (key) => this.press(key), this.#stop.signal);
    if (this.#place !== this.#opening) this.#paint();
  }

  #scrub() {
    const n_stops = this.#play.stops.length;
    const dial = find(this.#element, ".risk-dial");
    const {signal} = this.#stop;
    for (const end of ["pointerup", "pointercancel"]) dial.addEventListener(end, () => this.#go(Math.round(this.#place)), {signal});
    return scrub({
      element: dial,
      label: "Dial of risk, theta",
      stride: 5,
      read: () => ({now: this.#goal, last: n_stops - 1, words: this.#spoken()}),
      stepAt: (share) => placeAt(share, n_stops),
      seek: (place, byKey) => (byKey ? this.#glide(place) : this.#go(place)),
    }, signal);
  }

  /** What a screen reader hears of a stop. */
  #spoken() {
    const stop = this.#goal;
    return plain([wordsOfPlay(this.#play, stop), ...this.#flips.map((flip) => wordsOfFlip(flip, stop))].join(" "));
  }

  #paint() {
    const glides = this.#gliding;
    this.#gliding = !Number.isInteger(this.#place);
    for (const [name, markup] of Object.entries(draw(this.#play, this.#flips, this.#place))) {
      const rests = glides && this.#gliding && RESTING.includes(name);
      if (!rests) repaint(find(this.#element, REGIONS[/** @type {keyof typeof REGIONS} */ (name)]), markup);
    }
    every(this.#element, ".risk-cursor").forEach((cursor, index) => {
      for (const end of ["x1", "x2"]) cursor.setAttribute(end, cursorAt(this.#flips[index], this.#place));
    });
    if (!this.#gliding) this.#tell();
  }

  /** @param {number} place */
  #go(place) {
    cancelAnimationFrame(this.#frame);
    this.#place = place;
    this.#goal = Math.round(place);
    this.#paint();
    if (Number.isInteger(place)) this.#context.writeState(String(this.#play.stops[place]));
  }

  /** Turn the dial to a stop and let everything bend on the way. @param {number} stop */
  #glide(stop) {
    const from = this.#place;
    this.#goal = stop;
    if (this.#context.reducedMotion || from === stop) return this.#go(stop);
    cancelAnimationFrame(this.#frame);
    const begun = performance.now();
    const tick = (/** @type {number} */ time) => {
      const part = Math.min(1, Math.max(0, (time - begun) / GLIDE));
      if (part === 1) return this.#go(stop);
      this.#place = from + (stop - from) * part * (2 - part);
      this.#paint();
      this.#frame = requestAnimationFrame(tick);
    };
    this.#frame = requestAnimationFrame(tick);
  }

  /** Press "theta:0.05". @param {string} key */
  press(key) {
    this.show(key.split(":")[1]);
  }

  /** Turn to a theta, "0.05". @param {string} theta */
  show(theta) {
    const stop = stopOfText(theta, this.#play.stops);
    if (stop === null) return;
    this.#glide(stop);
    this.#context.announce(plain(wordsOfPlay(this.#play, stop)));
  }

  reset() {
    this.#go(this.#opening);
    this.#context.writeState(null);
  }

  destroy() {
    this.#stop.abort();
    cancelAnimationFrame(this.#frame);
  }
}
