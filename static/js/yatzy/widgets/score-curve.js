/**
 * Where do perfect games end? The reader draws the curve first; then the exact one grows over the drawing, with a handle
 * on it and a place for the reader's own last score.
 */
import {
  across, areaOf, blurred, DRAWN, eveningsToSee, gamesToSee, peaksOf, readCurve, scoreAt, stretched, TICKS, TOP, WIDTH,
} from "../perfect/score-curve.js";
import {alongPicture, every, find, makeFigure, percentOf, repaint, shareText} from "site_builder/kit";
import {hatching} from "../parts/ways.js";
import {plainCard, plainField, plainWords} from "../parts/plain.js";

/** @import {Curve} from "../perfect/score-curve.js" */

// A guess at the curve of final scores: a hill that the reader draws, and how much of it lies where games truly end.
// Only the shape of the hill counts. It is drawn as one height for each five scores and then taken to hold all games.

/** Scores of one bin, and bins of the drawing. */
const BIN = 5;
export const N_BINS = Math.floor((DRAWN.to - DRAWN.from) / BIN);
/** Bins of the handles, and how many bins lie between two of them. */
const REACH = 7;
export const HANDLES = Array.from({length: 9}, (_, handle) => 1 + REACH * handle);
/** Overlap that brings no points, and overlap that brings all ten: a level line has the one, a good bell the other. */
const [NOTHING, ALL] = [0.5, 0.95];
/** Heights are linked to in so many steps, a digit each. */
const LEVELS = 35;

/** @typedef {readonly number[]} Heights Of the bins, each a share of the field's height. */
/** @typedef {{bin: number, height: number}} Point */

/** @returns {number[]} */
export const emptyHeights = () => Array.from({length: N_BINS}, () => 0);

/** Whether anything is drawn at all. @param {Heights} heights */
export const isDrawn = (heights) => heights.some((height) => height > 0);

/** @param {number} height */
const within = (height) => Math.max(0, Math.min(1, height));

/** Score in the middle of a bin. @param {number} bin */
export const scoreOf = (bin) => DRAWN.from + BIN * bin + (BIN - 1) / 2;

/** Draw a line from point to point; what lies outside stays. @param {Heights} heights @param {Point} from @param {Point} to */
export function drawnTo(heights, from, to) {
  const [left, right] = from.bin <= to.bin ? [from, to] : [to, from];
  return heights.map((height, bin) => {
    if (bin < left.bin || bin > right.bin) return height;
    if (left.bin === right.bin) return within(to.height);
    return within(left.height + ((right.height - left.height) * (bin - left.bin)) / (right.bin - left.bin));
  });
}

/**
 * Bring a handle to a height; the line bends up to its neighbours.
 * @param {Heights} heights @param {number} handle @param {number} height
 */
export function lifted(heights, handle, height) {
  const at = HANDLES[handle];
  const change = within(height) - heights[at];
  return heights.map((before, bin) => within(before + change * Math.max(0, 1 - Math.abs(bin - at) / REACH)));
}

/** The handle next to a bin. @param {number} bin */
export const handleNear = (bin) => Math.max(0, Math.min(HANDLES.length - 1, Math.round((bin - HANDLES[0]) / REACH)));

/** The share of games in each bin of a drawing. @param {Heights} heights */
export function sharesOf(heights) {
  const sum = heights.reduce((total, height) => total + height, 0);
  return heights.map((height) => height / sum);
}

/** The true share of games in each bin. @param {Curve} curve */
export function trueShares({at_least}) {
  return emptyHeights().map((_, bin) => {
    const from = DRAWN.from + BIN * bin;
    return at_least[from] - (at_least[from + BIN] ?? 0);
  });
}

/** How much of a drawing lies under the true curve, from nothing to the whole. @param {Heights} heights @param {Curve} curve */
export function overlapOf(heights, curve) {
  const truth = trueShares(curve);
  return sharesOf(heights).reduce((sum, share, bin) => sum + Math.min(share, truth[bin]), 0);
}

/** Points of a guess, nothing to ten. @param {number} overlap */
export const pointsOfOverlap = (overlap) => Math.round(10 * within((overlap - NOTHING) / (ALL - NOTHING)));

/**
 * Read the average from a drawing, and where its middle half begins and ends.
 * @param {Heights} heights @returns {{mean: number, low: number, high: number}}
 */
export function summaryOf(heights) {
  const shares = sharesOf(heights);
  const mean = shares.reduce((sum, share, bin) => sum + share * scoreOf(bin), 0);
  return {mean, low: scoreBelow(shares, 0.25), high: scoreBelow(shares, 0.75)};
}

/** The score with a share of the games below it. @param {readonly number[]} shares @param {number} wanted */
function scoreBelow(shares, wanted) {
  let below = 0;
  for (let bin = 0; bin < shares.length; bin += 1) {
    if (below + shares[bin] >= wanted) return DRAWN.from + BIN * (bin + (wanted - below) / shares[bin]);
    below += shares[bin];
  }
  return DRAWN.to;
}

/** The lowest score that so large a share of all games does not exceed. @param {Curve} curve @param {number} share */
export function percentileOf({at_least}, share) {
  return at_least.findIndex((_, score) => 1 - (at_least[score + 1] ?? 0) >= share);
}

/** Write a drawing for a link. @param {Heights} heights */
export function textOfHeights(heights) {
  const highest = Math.max(...heights);
  return heights.map((height) => Math.round((LEVELS * height) / highest).toString(LEVELS + 1)).join("");
}

/** Read a drawing from a link; null when nothing is drawn. @param {string | undefined} text @returns {number[] | null} */
export function heightsOfText(text) {
  if (text === undefined || text.length !== N_BINS) return null;
  const heights = Array.from(text, (digit) => parseInt(digit, LEVELS + 1) / LEVELS);
  return isDrawn(heights) ? heights : null;
}

// The reader's hill, drawn: on an empty field while it is a guess, and beside the true curve afterwards.

/** @param {number} number */
const rounded = (number) => Math.round(number * 100) / 100;

/** Outline heights, bin by bin, in a box as wide as the scores drawn and 100 high. @param {Heights} heights */
function outline(heights) {
  return heights.map((height, bin) => `${rounded(scoreOf(bin) - DRAWN.from + 0.5)} ${rounded(100 * (1 - height))}`).join("L");
}

/** Draw the ground under the sheet and under the curve, and its ticks. */
function drawAxis() {
  const ticks = TICKS.map((score) => `<line class="ends-grid soft-line" x1="${across(score)}" x2="${across(score)}" y1="100%" y2="98%"/><text class="ends-tick" x="${across(score)}" y="100%" dy="2em">${score}</text>`);
  return `<line class="ends-base" x2="100%" y1="100%" y2="100%"/>${ticks.join("")}`;
}

/**
 * Draw the sheet on which the reader draws: the axis, the hill, and its handles.
 * @param {Heights} heights
 * @param {number} held Handle that the keys move.
 */
function drawSheet(heights, held) {
  const first = scoreOf(0) - DRAWN.from + 0.5;
  const last = scoreOf(N_BINS - 1) - DRAWN.from + 0.5;
  const hill = stretched(`<path class="sheet-area" d="M${first} 100L${outline(heights)}L${last} 100Z"/><path class="sheet-line plot-line" d="M${outline(heights)}"/>`);
  const ask = `<text class="sheet-ask" x="50%" y="45%">${isDrawn(heights) ? "" : "Draw the hill here"}</text>`; // Never gone, or handles would change places.
  const handles = HANDLES.map((bin, handle) => {
    const y = `${rounded(100 * (1 - heights[bin]))}%`;
    const height = Math.round(100 * heights[bin]);
    return `<g class="sheet-handle" tabindex="${handle === held ? 0 : -1}" role="slider" aria-orientation="vertical" aria-label="Height of the hill at ${Math.round(scoreOf(bin))} points" aria-valuemin="0" aria-valuemax="100" aria-valuenow="${height}"><circle class="sheet-ring" cx="${across(scoreOf(bin))}" cy="${y}" r="16"/><circle class="sheet-dot" cx="${across(scoreOf(bin))}" cy="${y}" r="6"/></g>`;
  });
  return `${drawAxis()}<text class="sheet-more" x="0" y="0" dy=".9em">↑ more games</text>${ask}${hill}${handles.join("")}`;
}

/** What the hill says so far. @param {Heights} heights */
function drawReading(heights) {
  if (!isDrawn(heights)) return `<span class="sheet-mean">your average: <b>?</b></span><span class="sheet-half">half of the games: <b>?</b></span>`;
  const {mean, low, high} = summaryOf(heights);
  return `<span class="sheet-mean">your average: <b>${mean.toFixed(0)}</b></span><span class="sheet-half">half of the games: <b>${low.toFixed(0)} to ${high.toFixed(0)}</b></span>`;
}

/** Height of a drawing's bins once it holds all games, in the units of the curve. @param {Heights} heights */
const densitiesOf = (heights) => sharesOf(heights).map((share) => share / BIN);

/**
 * Draw the reader's hill over the true curve, and hatch what lies beside it.
 * @param {Heights} heights
 * @param {readonly number[]} chances Of each score, as drawn.
 * @param {number} top Chance at the top of the field.
 */
function drawGuess(heights, chances, top) {
  const densities = densitiesOf(heights);
  const columns = chances.slice(DRAWN.from, DRAWN.to).map((chance, score) => {
    const beside = Math.min(top, densityAt(densities, score)) - chance;
    if (beside <= top / 200) return "";
    return `<rect x="${rounded((100 * score) / WIDTH)}%" y="${rounded(100 * (1 - (chance + beside) / top))}%" width="${rounded(120 / WIDTH)}%" height="${rounded((100 * beside) / top)}%" fill="url(#ends-hatch)"/>`;
  });
  const line = outline(densities.map((density) => density / top));
  return `${hatching("ends-hatch")}<g class="ends-beside">${columns.join("")}</g>${stretched(`<path class="ends-guess plot-line under" d="M${line}"/><path class="ends-guess plot-line" d="M${line}"/>`)}`;
}

/** Height of the outline at a score, counted from the first one drawn. @param {readonly number[]} densities @param {number} score */
function densityAt(densities, score) {
  const place = Math.max(0, Math.min(N_BINS - 1, (score - (BIN - 1) / 2) / BIN));
  const [left, right] = [densities[Math.floor(place)], densities[Math.ceil(place)]];
  return left + (right - left) * (place % 1);
}

/** Say how much of a guess lies where games truly end. @param {Curve} curve @param {number} mean Of the curve. @param {Heights} heights */
export function verdictOf(curve, mean, heights) {
  const {mean: guessed, low, high} = summaryOf(heights);
  const [true_low, true_high] = [percentileOf(curve, 0.25), percentileOf(curve, 0.75)];
  const wider = (high - low) / (true_high - true_low);
  const width = wider > 1.15 ? "wider apart than perfect play keeps them" : wider < 0.87 ? "closer together than perfect play can keep them" : "as far apart as in truth";
  return `<b>${shareText(overlapOf(heights, curve))}</b> of your hill lies within the true one; the rest is hatched. Your average is ${guessed.toFixed(0)}, the true one ${mean.toFixed(2)}. `
    + `Half of your hill lies between ${low.toFixed(0)} and ${high.toFixed(0)}, half of the true one between ${true_low} and ${true_high}: yours are ${width}.`;
}

// The curve of final scores, drawn: shares on both sides of a handle, the mean, the peaks, and a reader's own score.

/**
 * @typedef {object} Place
 * @property {number} score Where the handle stands.
 * @property {number | null} own The reader's own score.
 * @property {number} window Scores averaged.
 * @property {readonly number[] | null} drawn The hill that the reader drew; null without a guess.
 */

const WINDOWS = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21];

/** @param {Curve} curve */
export const meanOf = ({chances}) => chances.reduce((sum, chance, score) => sum + score * chance, 0);

/** Probability at the top of the field: a guess may be steeper than the truth. @param {Place} place */
const topOf = ({drawn}) => drawn === null ? TOP : Math.max(TOP, 1.05 * Math.max(...densitiesOf(drawn)));

/** @param {Curve} curve @param {Place} place */
function drawCurve(curve, place) {
  const {score, own, window, drawn} = place;
  const chances = blurred(curve.chances, window);
  const x = across(score);
  const top = topOf(place);
  return `${drawAxis()}
${stretched(`<path class="ends-area" d="${areaOf(chances, top)}"/><path class="ends-above data-area" d="${areaOf(chances, top, Math.max(score, DRAWN.from))}"/><path class="ends-line plot-line" d="${areaOf(chances, top)}"/>`)}
<g class="ends-drawn">${drawn === null ? "" : drawGuess(drawn, chances, top)}</g>${drawMean(curve)}${drawPeaks(chances, top)}${own === null ? "" : drawOwn(own)}
<line class="ends-handle" x1="${x}" x2="${x}" y1="0" y2="100%"/><circle class="ends-grip" cx="${x}" cy="100%" r="10"/>`;
}

/** @param {Curve} curve */
function drawMean(curve) {
  const mean = meanOf(curve);
  const x = across(mean);
  return `<line class="ends-mean" x1="${x}" x2="${x}" y1="4%" y2="100%"/><text class="ends-mean-text" x="${x}" y="4%" dx="-.5em" dy=".3em">mean ${mean.toFixed(2)}</text>`;
}

/** @param {readonly number[]} chances @param {number} top */
function drawPeaks(chances, top) {
  return peaksOf(chances).map((score) =>
    `<svg x="${across(score)}" y="${percentOf(1 - chances[score] / top)}" overflow="visible"><path class="ends-peak" d="M-5-10h10l-5 7z"/></svg>`).join("");
}

/** @param {number} own */
function drawOwn(own) {
  const x = across(own);
  const end = own > 300;
  return `<line class="ends-own hand-line" x1="${x}" x2="${x}" y1="30%" y2="100%"/><text class="ends-own-text strong" x="${x}" y="30%" dx="${end ? "-.4em" : ".4em"}" dy=".8em" text-anchor="${end ? "end" : "start"}">you: ${own}</text>`;
}

/** The curve on a card. @param {Curve} curve */
function drawCurveCard({chances}) {
  const area = areaOf(chances, TOP);
  const hill = `<path d="${area}" fill="var(--blue-soft)" stroke="var(--blue)" stroke-width="2.5" vector-effect="non-scaling-stroke"/>`;
  return plainCard([plainWords("Where do perfect games end?", 40, 27), plainField(60, 310, stretched(hill))]);
}

/** What stands on each side of the handle. @param {Curve} curve @param {Place} place */
function drawShares({at_least}, {score}) {
  const above = at_least[score];
  return `<span class="ends-less">less: <b>${shareText(1 - above)}</b></span><span class="ends-more">${score} or more: <b>${shareText(above)}</b></span>`;
}

/** @param {Curve} curve @param {Place} place */
export function wordsOfPlace(curve, {score, own}) {
  const above = curve.at_least[score];
  const evenings = eveningsToSee(above);
  const seen = `To see <b>${score} or more</b> once, the perfect player needs <b>${gamesToSee(above)}</b> games on average${evenings ? ` (${evenings})` : ""}.`;
  const exact = curve.chances[score] > 0 ? ` Exactly ${score} comes once in ${gamesToSee(curve.chances[score])} games.` : ` Exactly ${score} never comes.`;
  return seen + exact + (own === null ? "" : ` ${wordsOfOwn(curve, own)}`);
}

/** @param {Curve} curve @param {number} own */
function wordsOfOwn({at_least, chances}, own) {
  const below = 1 - at_least[Math.min(own, at_least.length - 1)];
  const even = chances[own] ?? 0;
  if (own >= chances.length) return `Your ${own} is more than the dice can give: no game of these rules ends higher than ${chances.length - 1}.`;
  return `Your ${own} would have beaten perfect play in <b>${shareText(below)}</b> of its games, and drawn ${even < 0.0005 ? "hardly ever" : `in ${shareText(even)}`}.`;
}

/** Say how many peaks are left, with buttons to average over more or fewer scores. @param {Curve} curve @param {Place} place */
function drawBlur(curve, {window}) {
  const peaks = peaksOf(blurred(curve.chances, window)).length;
  const at = WINDOWS.indexOf(window);
  const button = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {string} */ label, /** @type {boolean} */ off) =>
    `<button type="button" class="button" data-press="${key}" aria-label="${label}"${off ? ' aria-disabled="true"' : ""}>${sign}</button>`;
  const words = window === 1 ? "each score by itself" : `averaged over ${window} scores`;
  return `<span>Blur</span> ${button("sharper", "−", "Average over fewer scores", at === 0)}<span class="ends-window"><b>${peaks} ${peaks === 1 ? "peak" : "peaks"}</b>, ${words}</span>${button("smoother", "+", "Average over more scores", at === WINDOWS.length - 1)}`;
}

/** The next wider or narrower window. @param {number} window @param {number} step */
export function nextWindow(window, step) {
  const at = WINDOWS.indexOf(window) + step;
  return WINDOWS[Math.max(0, Math.min(WINDOWS.length - 1, at))];
}

/**
 * Read a place from a link: "250", "250.187" with one's own score, "250.187.5" averaged over five scores, and after "~"
 * the hill that the reader drew; null for none.
 * @param {string | null} text @param {Curve} curve @returns {Place | null}
 */
export function placeOfText(text, {best}) {
  const match = /^(\d{1,3})(?:\.(\d{0,3}))?(?:\.(\d{1,2}))?(?:~([0-9a-z]+))?$/.exec(text ?? "");
  if (match === null || Number(match[1]) > best) return null;
  const window = Number(match[3] ?? 1);
  const own = match[2] ? Number(match[2]) : null;
  return {score: Number(match[1]), own, window: WINDOWS.includes(window) ? window : 1, drawn: heightsOfText(match[4])};
}

/** @param {Place} place */
export function textOfPlace({score, own, window, drawn}) {
  const blur = window === 1 ? "" : `.${own === null ? "." : ""}${window}`;
  return `${score}${own === null ? "" : `.${own}`}${blur}${drawn === null ? "" : `~${textOfHeights(drawn)}`}`;
}

// The sheet on which a reader draws a hill: drag along to draw, drag a handle up or down, tap, or use the arrow keys.

/** Pixels before a press becomes a drag, and across before lifting a handle becomes drawing a line. */
const [SLACK, ASIDE] = [4, 16];
/** What a key adds to a handle's height. */
const STEPS = /** @type {Record<string, number>} */ ({ArrowUp: 0.05, ArrowDown: -0.05, PageUp: 0.2, PageDown: -0.2, End: 1, Home: -1});

/** @typedef {{x: number, y: number, point: Point, mode: "press" | "lift" | "draw"}} Gesture Where it began, the last point, and what it does. */

class Sheet {
  #field;
  #reading;
  #changed;
  #held = Math.floor(HANDLES.length / 2);
  /** @type {Gesture | null} */
  #gesture = null;
  /** @type {Heights} */
  heights = emptyHeights();

  /**
   * Bring the sheet of a figure to life.
   * @param {HTMLElement} element Holds `.ends-sheet` and `.ends-reading`.
   * @param {() => void} changed Called after every stroke.
   * @param {AbortSignal} signal
   */
  constructor(element, changed, signal) {
    this.#field = find(element, ".ends-sheet");
    this.#reading = find(element, ".ends-reading");
    this.#changed = changed;
    const field = this.#field;
    field.addEventListener("pointerdown", (event) => this.#begin(event), {signal});
    field.addEventListener("pointermove", (event) => this.#follow(event), {signal});
    field.addEventListener("pointerup", (event) => this.#end(event), {signal});
    field.addEventListener("pointercancel", () => (this.#gesture = null), {signal});
    field.addEventListener("mousedown", (event) => event.preventDefault(), {signal}); // It would take the focus away.
    field.addEventListener("keydown", (event) => this.#press(event), {signal});
  }

  /** Begin with an empty sheet. */
  clear() {
    this.#show(emptyHeights());
  }

  /** @param {Heights} heights */
  #show(heights) {
    this.heights = heights;
    repaint(find(this.#field, "svg"), drawSheet(heights, this.#held));
    repaint(this.#reading, drawReading(heights));
    this.#changed();
  }

  /** @param {PointerEvent} event @returns {Point} */
  #pointAt({clientX, clientY}) {
    const box = find(this.#field, "svg").getBoundingClientRect();
    const bin = Math.floor((N_BINS * (clientX - box.left)) / box.width);
    return {bin: Math.max(0, Math.min(N_BINS - 1, bin)), height: Math.max(0, Math.min(1, 1 - (clientY - box.top) / box.height))};
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (event.button !== 0) return;
    this.#field.setPointerCapture(event.pointerId);
    const point = this.#pointAt(event);
    this.#gesture = {x: event.clientX, y: event.clientY, point, mode: "press"};
    this.#held = handleNear(point.bin);
    this.#show(this.heights);
  }

  /** @param {PointerEvent} event */
  #follow(event) {
    const gesture = this.#gesture;
    if (gesture === null) return;
    const [aside, upright] = [Math.abs(event.clientX - gesture.x), Math.abs(event.clientY - gesture.y)];
    if (gesture.mode === "press" && Math.max(aside, upright) > SLACK) gesture.mode = aside > upright ? "draw" : "lift";
    if (gesture.mode === "lift" && aside > ASIDE) gesture.mode = "draw";
    const point = this.#pointAt(event);
    if (gesture.mode === "lift") this.#show(lifted(this.heights, this.#held, point.height));
    if (gesture.mode === "draw") this.#show(drawnTo(this.heights, gesture.point, point));
    if (gesture.mode !== "press") gesture.point = point;
  }

  /** A press that was no drag brings the nearest handle there. @param {PointerEvent} event */
  #end(event) {
    if (this.#gesture?.mode === "press") this.#show(lifted(this.heights, this.#held, this.#pointAt(event).height));
    this.#gesture = null;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const aside = {ArrowLeft: -1, ArrowRight: 1}[event.key] ?? 0;
    const step = STEPS[event.key] ?? 0;
    if (aside === 0 && step === 0) return;
    event.preventDefault();
    this.#held = Math.max(0, Math.min(HANDLES.length - 1, this.#held + aside));
    this.#show(step === 0 ? this.heights : lifted(this.heights, this.#held, this.heights[HANDLES[this.#held]] + step));
    every(this.#field, ".sheet-handle")[this.#held].focus({preventScroll: true});
  }
}

// The curve asks before it tells: the reader draws a hill, the true one grows over it, and a last score of one's own can
// be typed.

/** @typedef {Place & {asks: boolean}} Asked */
/** @typedef {import("site_builder/kit").Alive<Asked, Curve>} Alive */

/** Milliseconds in which the true curve grows over a guess. */
const GROWTH = 400;

/** What asks for a guess, in place of all that tells. */
const ASKS = `<p class="ends-shares apart ends-reading asks"></p>
<div class="ends-sheet asks" role="group" aria-label="Your drawing of the curve. Arrow keys up and down move a handle, left and right go to the next."><svg></svg></div>
<p class="ends-ask asks">Draw along with mouse or finger, or lift the dots. Only the shape counts: the higher it is, the more games end there.</p>
<p class="ends-controls centred wraps asks"><button type="button" class="button ends-reveal strong" data-press="reveal" aria-disabled="true">Show where they end</button><button type="button" class="button" data-press="erase">Erase</button><button type="button" class="button" data-press="skip">Just show me</button></p>`;

/** What the figure is called while it asks; its usual words describe the curve. */
const ASKED = "An empty sheet for the distribution of the final score of perfect play, to be drawn by you.";

/** A hand: what the figure is called, its cover, and the score that was typed follow the place. @param {Alive} alive */
function followAsking(alive) {
  const {element} = alive;
  const input = inputOf(element);
  const described = element.getAttribute("aria-label") ?? "";
  return {
    tell() {
      const {asks, own} = alive.place;
      find(element, ".ends").classList.toggle("guessing", asks);
      element.setAttribute("aria-label", asks ? ASKED : described);
      if (ownOfText(input.value) !== own) input.value = String(own ?? "");
    },
    destroy: () => element.setAttribute("aria-label", described),
  };
}

/** Bring the sheet, and let a score be typed. @param {Alive} alive @returns {Partial<import("../../engine/widget").Controller>} */
function askForCurve(alive) {
  const {element, known: curve, context, signal} = alive;
  const input = inputOf(element);
  find(element, ".ends").insertAdjacentHTML("afterbegin", ASKS);
  const sheet = new Sheet(element, () => {
    find(element, ".ends-reveal").setAttribute("aria-disabled", String(!isDrawn(sheet.heights))); // There is something to judge.
  }, signal);
  sheet.clear();
  input.addEventListener("input", () => {
    const own = ownOfText(input.value);
    alive.go({...alive.place, own, score: own === null ? alive.place.score : Math.min(own, curve.best)});
  }, {signal});

  /** Press "reveal", "skip", "erase", "smoother" or "sharper". @param {string} key */
  function press(key) {
    const told = {...alive.place, asks: false};
    if (key === "erase") return sheet.clear();
    if (key === "skip") {
      alive.go(told);
      return alive.announce();
    }
    if (key !== "reveal") return alive.go({...told, window: nextWindow(told.window, key === "smoother" ? 1 : -1)});
    if (!isDrawn(sheet.heights)) return context.announce("Draw something first.");
    alive.go({...told, drawn: sheet.heights});
    context.record("curve", pointsOfOverlap(overlapOf(sheet.heights, curve)));
    if (!context.reducedMotion) grow(element, sheet.heights, topOf(alive.place));
    find(element, ".ends-field").focus({preventScroll: true});
    alive.announce(find(element, ".ends-verdict").textContent ?? "");
  }

  /** Go to a place as a link names it; what the reader has made stays. @param {string} text */
  function show(text) {
    const asked = placeOfText(text, curve);
    if (asked === null) return;
    const {own, drawn} = alive.place;
    alive.go({...asked, own, drawn, asks: false}, true);
  }

  return {press, show, reset: () => sheet.clear()};
}

/**
 * The curve rises from the ground, and the drawing goes to the size that holds all games.
 * @param {HTMLElement} element @param {readonly number[]} drawn @param {number} top
 */
function grow(element, drawn, top) {
  const scale = (Math.max(...drawn) * top) / Math.max(...densitiesOf(drawn));
  const timing = {duration: GROWTH, easing: "ease-out"};
  const moved = /** @type {const} */ ([
    [".ends-field :is(.ends-area, .ends-above, .ends-line)", [{transform: "scaleY(0)"}, {transform: "none"}]],
    [".ends-guess", [{transform: `scaleY(${scale})`}, {transform: "none"}]],
    [".ends-field :is(.ends-beside, .ends-peak, .ends-mean, .ends-mean-text)", [{opacity: 0}, {opacity: 0, offset: 0.7}, {opacity: 1}]],
  ]);
  for (const [selector, frames] of moved) {
    for (const one of every(element, selector)) one.animate([...frames], timing);
  }
}

/** @param {HTMLElement} element */
const inputOf = (element) => /** @type {HTMLInputElement} */ (find(element, ".ends-input"));

/** Read a score that was typed; null for none. @param {string} text */
const ownOfText = (text) => (/^\d{1,3}$/.test(text) ? Number(text) : null);

/** Where the handle stands when the figure opens. */
const OPENING = "250";

/** What asks for a guess comes when the figure wakes; the still only tells. */
const FRAME = `<div class="ends">
<p class="ends-shares apart ends-answer tells" data-region="shares"></p>
<div class="ends-field tells" data-dock-from><svg aria-hidden="true" data-region="curve"></svg></div>
<p class="ends-verdict tells" data-region="verdict"></p>
<p class="ends-words tells" data-region="words"></p>
<div class="ends-controls centred wraps with-script tells">
<label class="ends-own-label">Your last score <input class="ends-input" type="number" inputmode="numeric" min="0" max="374" autocomplete="off"></label>
<p class="ends-blur beside" role="group" aria-label="How finely the curve is drawn" data-region="blur"></p>
</div>
</div>`;

/** @type {import("site_builder/kit").Figure<Asked, Curve>} */
const scoreCurve = {
  know: (data) => readCurve(data.score_curve),
  opening: ({place = OPENING}, curve) => ({.../** @type {Asked} */ (placeOfText(place, curve)), asks: true}),
  still: (opening) => ({...opening, asks: false}),
  read(text, curve) {
    const place = placeOfText(text, curve);
    return place && {...place, asks: false};
  },
  write: (place) => (place.asks ? "" : textOfPlace(place)),
  frame: FRAME,
  draw: (place, curve) => ({
    shares: drawShares(curve, place),
    curve: drawCurve(curve, place),
    verdict: place.drawn === null ? "" : verdictOf(curve, meanOf(curve), place.drawn),
    words: wordsOfPlace(curve, place),
    blur: drawBlur(curve, place),
  }),
  card: (_place, curve) => drawCurveCard(curve),
  words: (place, curve) => wordsOfPlace(curve, place),
  /** The score at the handle, and the shares of games that reach it and that do not. */
  readouts({score}, {at_least: {[score]: reach}}) {
    return {score: String(score), reach: shareText(reach), miss: shareText(1 - reach), games: gamesToSee(reach)};
  },
  hands: [
    followAsking,
    alongPicture(".ends-field", {
      label: "Score that the handle stands at",
      stride: 10,
      now: ({score}) => score,
      last: (_, {best}) => best,
      moved: (place, score) => ({...place, score}),
      stepAt: (share, _, {best}) => Math.max(DRAWN.from, Math.min(best, scoreAt(share))),
    }),
  ],
  wake: askForCurve,
};

export const {view, card, mount, readouts} = makeFigure(scoreCurve);
