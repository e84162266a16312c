/**
 * Where do perfect games end? The reader draws the curve first; then the exact one grows over the drawing, with a handle
 * on it and a place for the reader's own last score.
 */
import {every, find, onPress, plain, repaint, scrub, shareText} from "site_builder/kit";
import {DRAWN, gamesToSee, readCurve} from "../perfect/score-curve.js";
import {
  drawBlur, drawCurve, drawShares, meanOf, nextWindow, placeOfText, textOfPlace, topOf, wordsOfPlace,
} from "../perfect/score-curve-drawing.js";
import {isDrawn, overlapOf, pointsOfOverlap} from "../perfect/score-guess.js";
import {densitiesOf, verdictOf} from "../perfect/score-guess-drawing.js";
import {Sheet} from "../perfect/score-sheet.js";

/**
 * @typedef {{score_curve: {score: number[], probability: number[]}}} Data
 * @typedef {import("../perfect/score-curve.js").Curve} Curve
 * @typedef {import("../perfect/score-curve-drawing.js").Place} Place
 */

/** Where the handle stands when the figure opens. */
const OPENING = "250";
/** Milliseconds in which the true curve grows over a guess. */
const GROWTH = 400;

/** What asks for a guess, in place of all that tells. */
const ASKS = `<p class="ends-shares ends-reading asks"></p>
<div class="ends-sheet asks" role="group" aria-label="Your drawing of the curve. Arrow keys up and down move a handle, left and right go to the next."><svg></svg></div>
<p class="ends-ask asks">Draw along with mouse or finger, or lift the dots. Only the shape counts: the higher it is, the more games end there.</p>
<p class="ends-controls asks"><button type="button" class="button ends-reveal" data-press="reveal" aria-disabled="true">Show where they end</button><button type="button" class="button" data-press="erase">Erase</button><button type="button" class="button" data-press="skip">Just show me</button></p>`;

/** What the figure is called while it asks; its usual words describe the curve. */
const ASKED = "An empty sheet for the distribution of the final score of perfect play, to be drawn by you.";

/** What each region of the answer shows. @param {Curve} curve @param {Place} place @returns {Record<string, string>} */
function draw(curve, place) {
  return {
    ".ends-answer": drawShares(curve, place),
    ".ends-field > svg": drawCurve(curve, place),
    ".ends-verdict": place.drawn === null ? "" : verdictOf(curve, meanOf(curve), place.drawn),
    ".ends-words": wordsOfPlace(curve, place),
    ".ends-blur": drawBlur(curve, place),
  };
}

/**
 * Draw the figure at its opening place. What asks for a guess comes when the figure wakes; the still only tells.
 * @param {{place?: string}} state
 * @param {Data} data
 */
export function view({place = OPENING}, data) {
  const curve = readCurve(data.score_curve);
  const drawn = draw(curve, /** @type {Place} */ (placeOfText(place, curve)));
  return `<div class="ends">
<p class="ends-shares ends-answer tells">${drawn[".ends-answer"]}</p>
<div class="ends-field tells"><svg aria-hidden="true">${drawn[".ends-field > svg"]}</svg></div>
<p class="ends-verdict tells">${drawn[".ends-verdict"]}</p>
<p class="ends-words tells">${drawn[".ends-words"]}</p>
<div class="ends-controls with-script tells">
<label class="ends-own-label">Your last score <input class="ends-input" type="number" inputmode="numeric" min="0" max="374" autocomplete="off"></label>
<p class="ends-blur" role="group" aria-label="How finely the curve is drawn">${drawn[".ends-blur"]}</p>
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
 * Let the reader draw the curve; then move the handle, place a score and blur what is there.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 */
export function mount(element, data, context) {
  return new ScoreCurve(element, readCurve(data.score_curve), context);
}

class ScoreCurve {
  #stop = new AbortController();
  #element;
  #context;
  #curve;
  #input;
  #sheet;
  #opening;
  #tell;
  /** The words that describe the answer. */
  #described;
  /** @type {Place} */
  #place;

  /** @param {HTMLElement} element @param {Curve} curve @param {import("../../engine/widget").Context} context */
  constructor(element, curve, context) {
    this.#element = element;
    this.#context = context;
    this.#curve = curve;
    this.#input = /** @type {HTMLInputElement} */ (find(element, ".ends-input"));
    this.#opening = /** @type {Place} */ (placeOfText(String(context.state.place ?? OPENING), curve));
    this.#described = element.getAttribute("aria-label") ?? "";
    const linked = placeOfText(context.readState(), curve);
    this.#place = linked ?? this.#opening;
    const {signal} = this.#stop;
    find(element, ".ends").insertAdjacentHTML("afterbegin", ASKS);
    this.#sheet = new Sheet(element, () => this.#judge(), signal);
    this.#tell = this.#scrub();
    onPress(element, (key) => this.press(key), signal);
    this.#input.addEventListener("input", () => this.#enter(), {signal});
    if (linked === null) this.#ask();
    else this.#follow(linked);
  }

  /** Open as a link asks. @param {Place} linked */
  #follow({own}) {
    this.#input.value = own === null ? "" : String(own);
    this.#redraw();
  }

  #scrub() {
    const last = this.#curve.best;
    return scrub({
      element: find(this.#element, ".ends-field"),
      label: "Score that the handle stands at",
      stride: 10,
      read: () => ({now: this.#place.score, last, words: plain(wordsOfPlace(this.#curve, this.#place))}),
      stepAt: (share) => Math.max(DRAWN.from, Math.min(last, DRAWN.from + Math.floor(share * (DRAWN.to - DRAWN.from + 1)))),
      seek: (score) => this.#move({score}),
    }, this.#stop.signal);
  }

  #redraw() {
    for (const [selector, markup] of Object.entries(draw(this.#curve, this.#place))) repaint(find(this.#element, selector), markup);
    this.#tell();
  }

  /** @param {Partial<Place>} change */
  #move(change) {
    this.#place = {...this.#place, ...change};
    this.#redraw();
    this.#context.writeState(textOfPlace(this.#place));
  }

  #enter() {
    const own = ownOfText(this.#input.value);
    this.#move({own, score: own === null ? this.#place.score : Math.min(own, this.#curve.best)});
  }

  /** Cover the curve and ask for a guess. */
  #ask() {
    find(this.#element, ".ends").classList.add("guessing");
    this.#element.setAttribute("aria-label", ASKED);
    this.#sheet.clear();
  }

  /** A drawing can be judged once there is one. */
  #judge() {
    find(this.#element, ".ends-reveal").setAttribute("aria-disabled", String(!isDrawn(this.#sheet.heights)));
  }

  /** Take the cover away. */
  #uncover() {
    find(this.#element, ".ends").classList.remove("guessing");
    this.#element.setAttribute("aria-label", this.#described);
  }

  /** Answer a guess: it stays, the true curve grows over it, and its overlap makes the points. */
  #reveal() {
    const {heights: drawn} = this.#sheet;
    if (!isDrawn(drawn)) return this.#context.announce("Draw something first.");
    this.#uncover();
    this.#move({drawn});
    this.#context.record("curve", pointsOfOverlap(overlapOf(drawn, this.#curve)));
    if (!this.#context.reducedMotion) this.#grow(drawn);
    find(this.#element, ".ends-field").focus({preventScroll: true});
    this.#context.announce(find(this.#element, ".ends-verdict").textContent ?? "");
  }

  /** The curve rises from the ground, and the drawing goes to the size that holds all games. @param {readonly number[]} drawn */
  #grow(drawn) {
    const scale = (Math.max(...drawn) * topOf(this.#place)) / Math.max(...densitiesOf(drawn));
    const timing = {duration: GROWTH, easing: "ease-out"};
    for (const path of every(this.#element, ".ends-field :is(.ends-area, .ends-above, .ends-line)")) {
      path.animate([{transform: "scaleY(0)"}, {transform: "none"}], timing);
    }
    for (const path of every(this.#element, ".ends-guess")) path.animate([{transform: `scaleY(${scale})`}, {transform: "none"}], timing);
    for (const late of every(this.#element, ".ends-field :is(.ends-beside, .ends-peak, .ends-mean, .ends-mean-text)")) {
      late.animate([{opacity: 0}, {opacity: 0, offset: 0.7}, {opacity: 1}], timing);
    }
  }

  /** Press "reveal", "skip", "erase", "smoother" or "sharper". @param {string} key */
  press(key) {
    if (key === "reveal") return this.#reveal();
    if (key === "erase") return this.#sheet.clear();
    this.#uncover();
    if (key === "skip") return this.#redraw();
    this.#move({window: nextWindow(this.#place.window, key === "smoother" ? 1 : -1)});
  }

  /** Go to a place as a link names it. @param {string} text */
  show(text) {
    const asked = placeOfText(text, this.#curve);
    if (asked === null) return;
    const {own, drawn} = this.#place;
    this.#uncover();
    this.#move({...asked, own, drawn});
    this.#context.announce(plain(wordsOfPlace(this.#curve, this.#place)));
  }

  reset() {
    this.#place = this.#opening;
    this.#input.value = "";
    this.#redraw();
    this.#ask();
    this.#context.writeState(null);
  }

  destroy() {
    this.#element.setAttribute("aria-label", this.#described);
    this.#stop.abort();
  }
}

/** Read a score that was typed; null for none. @param {string} text */
function ownOfText(text) {
  return /^\d{1,3}$/.test(text) ? Number(text) : null;
}
