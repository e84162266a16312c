/** The curve of final scores, drawn: shares on both sides of a handle, the mean, the peaks, and a reader's own score. */
import {percentOf, shareText} from "site_builder/kit";
import {plainCard, plainField, plainWords} from "../parts/plain.js";
import {areaOf, across, blurred, DRAWN, eveningsToSee, gamesToSee, peaksOf, stretched, TOP} from "./score-curve.js";
import {heightsOfText, textOfHeights} from "./score-guess.js";
import {densitiesOf, drawAxis, drawGuess} from "./score-guess-drawing.js";

/**
 * @typedef {import("./score-curve.js").Curve} Curve
 * @typedef {object} Place
 * @property {number} score Where the handle stands.
 * @property {number | null} own The reader's own score.
 * @property {number} window Scores averaged.
 * @property {readonly number[] | null} drawn The hill that the reader drew; null without a guess.
 */

const WINDOWS = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21];

/** @param {Curve} curve */
export function meanOf({chances}) {
  return chances.reduce((sum, chance, score) => sum + score * chance, 0);
}

/** Probability at the top of the field: a guess may be steeper than the truth. @param {Place} place */
export function topOf({drawn}) {
  return drawn === null ? TOP : Math.max(TOP, 1.05 * Math.max(...densitiesOf(drawn)));
}

/** @param {Curve} curve @param {Place} place */
export function drawCurve(curve, place) {
  const {score, own, window, drawn} = place;
  const chances = blurred(curve.chances, window);
  const x = across(score);
  const top = topOf(place);
  return `${drawAxis()}
${stretched(`<path class="ends-area" d="${areaOf(chances, top)}"/><path class="ends-above" d="${areaOf(chances, top, Math.max(score, DRAWN.from))}"/><path class="ends-line" d="${areaOf(chances, top)}"/>`)}
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
  return `<line class="ends-own" x1="${x}" x2="${x}" y1="30%" y2="100%"/><text class="ends-own-text" x="${x}" y="30%" dx="${end ? "-.4em" : ".4em"}" dy=".8em" text-anchor="${end ? "end" : "start"}">you: ${own}</text>`;
}

/** The curve on a card. @param {Curve} curve */
export function drawCurveCard({chances}) {
  const area = areaOf(chances, TOP);
  const hill = `<path d="${area}" fill="var(--blue-soft)" stroke="var(--blue)" stroke-width="2.5" vector-effect="non-scaling-stroke"/>`;
  return plainCard([plainWords("Where do perfect games end?", 40, 27), plainField(60, 310, stretched(hill))]);
}

/** What stands on each side of the handle. @param {Curve} curve @param {Place} place */
export function drawShares({at_least}, {score}) {
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
export function drawBlur(curve, {window}) {
  const peaks = peaksOf(blurred(curve.chances, window)).length;
  const at = WINDOWS.indexOf(window);
  const button = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {string} */ label, /** @type {boolean} */ off) =>
    `<button type="button" class="button" data-press="${key}" aria-label="${label}"${off ? ' aria-disabled="true"' : ""}>${sign}</button>`;
  const words = window === 1 ? "each score by itself" : `averaged over ${window} scores`;
  return `${button("sharper", "−", "Average over fewer scores", at === 0)}<span class="ends-window"><b>${peaks} ${peaks === 1 ? "peak" : "peaks"}</b>, ${words}</span>${button("smoother", "+", "Average over more scores", at === WINDOWS.length - 1)}`;
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
