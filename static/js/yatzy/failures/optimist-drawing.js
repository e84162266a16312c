/**
 * The optimist, drawn: one throw on a beam, and what is believed against what is scored.
 */
import {percentage} from "../figures/numbers.js";
import {dieImage} from "../parts/dice.js";
import {THROW, truthOf, worthOfThrow} from "./optimist.js";

/**
 * @typedef {import("./optimist.js").Dial} Dial
 * @typedef {import("./optimist.js").Moment} Moment
 */

/** Highest score of the picture, distance of the lines that help to read it, and free space left and right in percent. */
const TOP = 430;
const GRID = 100;
const [LEFT, RIGHT] = [5, 9];
/** Bounds and tie rules stand this far beside the last stop, in percent. */
const BESIDE = 4;
/** From this stop on, the words stand on the left of the hand. */
const SIDES = 3;
/** Units of the inner drawing. */
const UNITS = 1000;

/** @param {number} number */
const percent = (number) => `${Math.round(number * 100) / 100}%`;
/** @param {number} points */
const heightOf = (points) => 100 * (1 - points / TOP);

/** Place of a stop, in percent of the width: stops stand at equal distances. @param {Dial} dial @param {number} stop */
function placeOf({stops}, stop) {
  return LEFT + ((100 - LEFT - RIGHT) * stop) / (stops.length - 1);
}

/** Find the stop at a share of the width. @param {Dial} dial @param {number} share */
export function stopAt({stops}, share) {
  const stop = Math.round(((100 * share - LEFT) / (100 - LEFT - RIGHT)) * (stops.length - 1));
  return Math.max(0, Math.min(stops.length - 1, stop));
}

/** Draw the one throw: the dice, and how the player counts it. @param {Dial} dial @param {Moment} moment */
export function drawThrow({stops}, {stop}) {
  const worth = worthOfThrow(stops[stop].hope);
  const at = (/** @type {number} */ points) => percent(4 + (92 * points) / THROW.best);
  const near = worth < THROW.best / 2;
  return `<line class="beam" x1="4%" x2="96%" y1="30" y2="30"/>
<circle class="chance" cx="${at(0)}" cy="30" r="${round(9 * Math.sqrt(1 - THROW.chance))}"/><circle class="chance" cx="${at(THROW.best)}" cy="30" r="${round(9 * Math.sqrt(THROW.chance))}"/>
<text x="${at(0)}" y="58" dx="-.6em">0</text><text x="${at(THROW.best)}" y="58" text-anchor="end" dx=".6em">best ${THROW.best}</text>
<line class="mean" x1="${at(THROW.mean)}" x2="${at(THROW.mean)}" y1="20" y2="40"/><text x="${at(THROW.mean)}" y="58" text-anchor="middle" dx=".4em">mean ${THROW.mean.toFixed(2)}</text>
<svg class="worth-place" x="${at(worth)}" y="0" overflow="visible"><path class="worth" d="M-7 13h14l-7 12z"/><text class="worth-text" y="9" ${near ? 'dx="-7"' : 'dx="7" text-anchor="end"'}>counts as ${worth.toFixed(2)}</text></svg>`;
}

/** The dice of that throw. */
export function drawThrowDice() {
  return [6, 6, 6, 6, 0].map((face) => dieImage(face, {small: true})).join("");
}

/** @param {number} number */
function round(number) {
  return Math.round(number * 10) / 10;
}

/** Draw lines at round scores, and the stops below. @param {Dial} dial @param {number} now */
function drawAxes(dial, now) {
  const lines = Array.from({length: TOP / GRID - 1}, (_, index) => (index + 1) * GRID).map((points) =>
    `<line class="grid" x2="100%" y1="${percent(heightOf(points))}" y2="${percent(heightOf(points))}"/><text class="tick" y="${percent(heightOf(points))}" dy="-.35em">${points}</text>`);
  const ticks = dial.stops.map(({hope}, stop) =>
    `<text class="tick${stop === now ? " here" : ""}" x="${percent(placeOf(dial, stop))}" y="100%" dy="1.35em" text-anchor="middle">${Math.round(100 * hope)}</text>`);
  return `${lines.join("")}<line class="base" x2="100%" y1="100%" y2="100%"/>${ticks.join("")}`;
}

/** Draw what ties can do at the last stop. @param {Dial} dial @param {Moment} moment */
function drawTies(dial, {stop, tie}) {
  const last = dial.stops.length - 1;
  const x = percent(placeOf(dial, last) + BESIDE);
  const ends = [dial.best, dial.worst].map((points) => percent(heightOf(points)));
  const dots = dial.ties.map(({mean}, row) => `<circle class="tie-dot${stop === last && row === tie ? " chosen" : ""}" cx="${x}" cy="${percent(heightOf(mean))}" r="4"/>`);
  return `<line class="bounds" x1="${x}" x2="${x}" y1="${ends[0]}" y2="${ends[1]}"/>${dots.join("")}`;
}

/** Draw belief and truth over all stops, and the hand at one. @param {Dial} dial @param {Moment} moment */
export function drawCurve(dial, moment) {
  const {stops} = dial;
  const truth = (/** @type {number} */ stop) => truthOf(dial, {stop, tie: moment.tie}).mean;
  const point = (/** @type {number} */ stop, /** @type {number} */ points) => `${Math.round(10 * placeOf(dial, stop))} ${Math.round(10 * heightOf(points))}`;
  const believed = stops.map(({believes}, stop) => point(stop, believes));
  const scored = stops.map((_, stop) => point(stop, truth(stop)));
  const x = percent(placeOf(dial, moment.stop));
  const [high, low] = [stops[moment.stop].believes, truth(moment.stop)].map((points) => percent(heightOf(points)));
  const is_left = moment.stop >= SIDES;
  const dots = stops.map((_, stop) => `<circle class="dot" cx="${percent(placeOf(dial, stop))}" cy="${percent(heightOf(truth(stop)))}" r="3"/>`);
  const side = is_left ? 'text-anchor="end" dx="-.6em"' : 'dx=".6em"';
  return `${drawAxes(dial, moment.stop)}
<svg viewBox="0 0 ${UNITS} ${UNITS}" width="100%" height="100%" preserveAspectRatio="none"><path class="gap" d="M${believed.join("L")}L${[...scored].reverse().join("L")}z"/>
<path class="believed" d="M${believed.join("L")}"/><path class="scored" d="M${scored.join("L")}"/></svg>
${dots.join("")}${drawTies(dial, moment)}<line class="now" x1="${x}" x2="${x}" y2="100%"/><circle class="grip" cx="${x}" cy="${low}" r="9"/>
<circle class="hoped" cx="${x}" cy="${high}" r="5"/><text class="value believes" x="${x}" dy=".3em" ${side}>believes ${stops[moment.stop].believes.toFixed(1)}</text>
<text class="value scores" x="${x}" y="100%" dy="-.7em" ${side}>scores ${truth(moment.stop).toFixed(1)}</text>`;
}

/** Say what the dial shows. @param {Dial} dial @param {Moment} moment */
export function wordsOfDial(dial, moment) {
  const {hope, believes} = dial.stops[moment.stop];
  const {mean, bonus_rate} = truthOf(dial, moment);
  const short = dial.stops[0].mean - mean;
  const name = hope === 0 ? "No hope, only averages" : hope === 1 ? "Nothing but hope" : `${Math.round(100 * hope)}% hope`;
  const loss = moment.stop === 0 ? "; that is perfect play" : `, ${short.toFixed(1)} fewer than perfect play`;
  const bounds = hope === 1 ? ` No order of equal choices scores more than ${dial.best.toFixed(1)}, none less than ${dial.worst.toFixed(1)}.` : "";
  return `${name}: this player believes in <b>${believes.toFixed(1)}</b> points and scores <b>${mean.toFixed(1)}</b>${loss}. The bonus comes in ${percentage(bonus_rate)} of its games.${bounds}`;
}

/** Draw the rules for ties as buttons. @param {Dial} dial @param {Moment} moment */
export function drawTieButtons({stops, ties}, {stop, tie}) {
  return ties.map(({label, mean}, row) => {
    const pressed = stop === stops.length - 1 && row === tie;
    return `<button type="button" class="tie" aria-pressed="${pressed}" data-press="tie-${row}"><span>${label}</span> <b>${mean.toFixed(1)}</b></button>`;
  }).join("");
}
