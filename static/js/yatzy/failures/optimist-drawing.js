/** The optimist, drawn: one throw on a beam, and what is believed against what is scored. */
import {percent, percentage} from "site_builder/kit";
import {diceImage, dieImage} from "../parts/dice.js";
import {glyphAt} from "../parts/cast.js";
import {askedStop, percentOfHope, THROW, truthOf, worthOfThrow} from "./optimist.js";

/** @import {Dial, Moment} from "./optimist.js" */

/** Highest score of the picture, distance of the lines that help to read it, and free space left and right in percent. */
const TOP = 430;
const GRID = 100;
const [LEFT, RIGHT] = [10, 9];
/** Bounds and tie rules stand this far beside the last stop, in percent. */
const BESIDE = 4;
/** From this stop on, the words stand on the left of the hand. */
const SIDES = 6;
/** Guesses of the score that is asked about. */
const GUESSES = [60, 100, 150, 190, 230];
/** A guess that is off by less is close, in points. */
const CLOSE = 10;
/** Units of the inner drawing. */
const UNITS = 1000;

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
const round = (number) => Math.round(number * 10) / 10;

/** Draw lines at round scores, and the stops below; where there is little room, every second one. @param {Dial} dial @param {number} now */
function drawAxes(dial, now) {
  const lines = Array.from({length: TOP / GRID - 1}, (_, index) => (index + 1) * GRID).map((points) =>
    `<line class="grid" x2="100%" y1="${percent(heightOf(points))}" y2="${percent(heightOf(points))}"/><text class="tick" y="${percent(heightOf(points))}" dy="-.35em">${points}</text>`);
  const ticks = dial.stops.map(({hope}, stop) => {
    const is_rare = stop % 2 === 1 || (now % 2 === 1 && Math.abs(stop - now) === 1);
    const look = stop === now ? " here" : is_rare ? " rare" : "";
    return `<text class="tick${look}" x="${percent(placeOf(dial, stop))}" y="100%" dy="1.35em" text-anchor="middle">${percentOfHope(hope)}</text>`;
  });
  return `${lines.join("")}<line class="base" x2="100%" y1="100%" y2="100%"/>${ticks.join("")}`;
}

/** Draw what ties can do at the last stop. @param {Dial} dial @param {Moment} moment */
function drawTies(dial, {stop, tie}) {
  const last = dial.stops.length - 1;
  const x = percent(placeOf(dial, last) + BESIDE);
  const ends = [dial.best, dial.worst].map((points) => percent(heightOf(points)));
  const dots = dial.ties.map(({mean}, row) => `<circle class="tie-dot${stop === last && row === tie ? " chosen" : ""}" cx="${x}" cy="${percent(heightOf(mean))}" r="4"/>`);
  const [from, open] = [percent(placeOf(dial, last)), percent(heightOf(dial.stops[last - 1].mean))];
  const fan = dial.ties.map(({mean}) => `<line class="fan" x1="${from}" y1="${open}" x2="${x}" y2="${percent(heightOf(mean))}"/>`);
  return `${fan.join("")}<line class="bounds" x1="${x}" x2="${x}" y1="${ends[0]}" y2="${ends[1]}"/>${dots.join("")}`;
}

/**
 * Draw belief and truth over all stops. Up to the last crumb of honesty the truth is a line; with nothing but hope it is
 * somewhere else, so the line ends in an open dot, and dots lead down to where the ties take it.
 * @param {Dial} dial @param {Moment} moment
 */
function drawLines(dial, moment) {
  const {stops} = dial;
  const last = stops.length - 1;
  const truth = (/** @type {number} */ stop) => truthOf(dial, {stop, tie: moment.tie}).mean;
  const point = (/** @type {number} */ stop, /** @type {number} */ points) => `${Math.round(10 * placeOf(dial, stop))} ${Math.round(10 * heightOf(points))}`;
  const believed = stops.map(({believes}, stop) => point(stop, believes));
  const limit = stops[last - 1].mean;
  const scored = stops.map((_, stop) => point(stop, stop === last ? limit : truth(stop)));
  const dots = stops.map((_, stop) => `<circle class="dot" cx="${percent(placeOf(dial, stop))}" cy="${percent(heightOf(truth(stop)))}" r="3"/>`);
  const [x, open, end] = [percent(placeOf(dial, last)), percent(heightOf(limit)), percent(heightOf(truth(last)))];
  return `<svg viewBox="0 0 ${UNITS} ${UNITS}" width="100%" height="100%" preserveAspectRatio="none"><path class="gap" d="M${believed.join("L")}L${[...scored].reverse().join("L")}z"/>
<path class="believed" d="M${believed.join("L")}"/><path class="scored" d="M${scored.join("L")}"/></svg>
<line class="jump" x1="${x}" x2="${x}" y1="${open}" y2="${end}"/>${dots.join("")}<circle class="open-dot" cx="${x}" cy="${open}" r="5"/>${drawTies(dial, moment)}`;
}

/** Draw belief and truth over all stops, and the hand at one; what tells is covered until there is a guess. @param {Dial} dial @param {Moment} moment */
export function drawCurve(dial, moment) {
  const {stops} = dial;
  const x = percent(placeOf(dial, moment.stop));
  const {believes} = stops[moment.stop];
  const {mean} = truthOf(dial, moment);
  const side = moment.stop >= SIDES ? 'text-anchor="end" dx="-.6em"' : 'dx=".6em"';
  const [low, high, start] = [mean, believes, stops[0].mean].map((points) => percent(heightOf(points)));
  const asked = percent(placeOf(dial, askedStop(dial)));
  return `${drawAxes(dial, moment.stop)}<g class="tells">${drawLines(dial, moment)}<line class="now" x1="${x}" x2="${x}" y2="100%"/><circle class="grip" cx="${x}" cy="${low}" r="9"/>
${glyphAt("hopeful", x, high)}<text class="value believes" x="${x}" dy=".3em" ${side}>believes ${believes.toFixed(1)}</text>
<text class="value scores" x="${x}" y="100%" dy="-.7em" ${side}>scores ${mean.toFixed(1)}</text></g>
<g class="asks">${glyphAt("perfect", percent(LEFT), start)}<text class="value" x="${percent(LEFT)}" y="${start}" dx=".7em" dy=".35em">perfect play ${stops[0].mean.toFixed(1)}</text>
<line class="now" x1="${asked}" x2="${asked}" y2="100%"/><text class="value" x="${asked}" y="50%" dx="-.6em" text-anchor="end">?</text></g>`;
}

/** Ask for the score of the stop before the last. @param {Dial} dial */
export function questionOf(dial) {
  const hoping = Math.round(1000 * dial.stops[askedStop(dial)].hope);
  return `Of a thousand parts of this player’s trust, <b>${hoping}</b> go to the best of the dice and ${1000 - hoping === 1 ? "one" : 1000 - hoping} to their average. What does it score in a game, on average?`;
}

/** Draw the guesses to choose from. */
export function drawGuesses() {
  return GUESSES.map((points) => `<button type="button" class="button" data-press="guess-${points}">${points}</button>`).join("");
}

/** Answer a guess. @param {Dial} dial @param {number} guess */
export function verdictOf(dial, guess) {
  const {mean} = dial.stops[askedStop(dial)];
  const verdict = Math.abs(guess - mean) < CLOSE ? "Close" : guess > mean ? "Less than that" : "More than that";
  return `You said ${guess}. ${verdict}: it scores <b>${mean.toFixed(1)}</b>. Now take away the last crumb of honesty.`;
}

/** Say what the dial shows. @param {Dial} dial @param {Moment} moment */
export function wordsOfDial(dial, moment) {
  const {hope, believes} = dial.stops[moment.stop];
  const {mean, bonus_rate} = truthOf(dial, moment);
  const short = dial.stops[0].mean - mean;
  const name = hope === 0 ? "No hope, only averages" : hope === 1 ? "Nothing but hope" : `${percentOfHope(hope)}% hope`;
  const loss = moment.stop === 0 ? "; that is perfect play" : `, ${short.toFixed(1)} fewer than perfect play`;
  const bounds = hope === 1 ? ` No order of equal choices scores more than ${dial.best.toFixed(1)}, none less than ${dial.worst.toFixed(1)}.` : "";
  return `${name}: this player believes in <b>${believes.toFixed(1)}</b> points and scores <b>${mean.toFixed(1)}</b>${loss}. The bonus comes in ${percentage(bonus_rate)} of its games.${bounds}`;
}

/** Draw the rolls that show what the rules for ties do. @param {Dial} dial */
export function drawTieRolls({ties}) {
  return `${ties[0].moves.map(({dice}) => diceImage(dice)).join("")}<span>scores</span>`;
}

/** Draw the rules for ties as buttons: what each does with the rolls, and what it scores. @param {Dial} dial @param {Moment} moment */
export function drawTieButtons({stops, ties}, {stop, tie}) {
  return ties.map(({moves, mean}, row) => {
    const pressed = stop === stops.length - 1 && row === tie;
    const told = moves.map(({dice, text}) => `<span><span class="visually-hidden">with ${dice.join(" ")} it </span>${text}</span>`);
    return `<button type="button" class="tie" aria-pressed="${pressed}" data-press="tie-${row}">${told.join(" ")} <b><span class="visually-hidden">and scores </span>${mean.toFixed(1)}</b></button>`;
  }).join("");
}
