/** The optimist: turn a dial from the average of the dice to the best of the dice; belief rises, the score falls. */
import {scandinavian} from "../game/rules/scandinavian.js";
import {recordsOf} from "../parts/records.js";
import {alongPicture, dressed, find, makeFigure, percent, percentage} from "site_builder/kit";
import {diceImage, dieImage} from "../parts/dice.js";
import {glyphAt} from "../parts/cast.js";
import {bringIntoView} from "../parts/guess.js";

/** @import {DataSet} from "../../engine/widget" */

// The optimist: stops of a dial from the average of the dice to the best of the dice, and how ties are broken at its
// end.

/**
 * @typedef {object} Stop A stop of the dial.
 * @property {number} hope From 0, perfect play, to 1, the optimist.
 * @property {number} believes Final score that the player expects.
 * @property {number} mean Final score that it can truly expect.
 * @property {number} bonus_rate
 *
 * @typedef {{dice: number[], text: string}} Move What a player does with a roll of its first turn, two throws in hand.
 *
 * @typedef {{rule: string, moves: Move[], mean: number, bonus_rate: number}} Tie A rule for options that the optimist believes equal.
 *
 * @typedef {object} Dial
 * @property {Stop[]} stops
 * @property {Tie[]} ties Rules that a person could follow, the published one first.
 * @property {number} best No rule scores more.
 * @property {number} worst No rule scores less.
 *
 * @typedef {{stop: number, tie: number}} Moment `tie` counts at the last stop only.
 */

const [BEST, WORST] = ["truly-best", "truly-worst"];

/** A guess loses a point for so many points that it is off. */
const POINTS_OFF = 10;

/** @typedef {{optimist_dial: DataSet, max_tie_rules: DataSet, tie_rule_moves: DataSet}} Data */

/** Read the data sets. @param {Data} data @returns {Dial} */
export function readDial({optimist_dial: dial, max_tie_rules: rules, tie_rule_moves: moves}) {
  const stops = recordsOf(dial).map(({hope, believes, mean, bonus_rate}) => ({hope, believes, mean, bonus_rate}));
  const ties = recordsOf(rules).map(({rule, mean, bonus_rate}) => ({rule, moves: readMoves(moves, rule), mean, bonus_rate}));
  const meanOf = (/** @type {string} */ name) => ties.find(({rule}) => rule === name)?.mean ?? 0;
  return {stops, ties: ties.filter(({rule}) => rule !== BEST && rule !== WORST), best: meanOf(BEST), worst: meanOf(WORST)};
}

/** What a rule does with each of the rolls that show it. @param {DataSet} table @param {string} rule @returns {Move[]} */
function readMoves(table, rule) {
  return recordsOf(table).filter((row) => row.rule === rule).map(({dice, category, keep}) => {
    const roll = Array.from(dice, Number);
    const box = scandinavian.categories.find(({name}) => name === category);
    const kept = keep === "" ? "throws all five" : `keeps ${[...keep].join(" ")}`;
    return {dice: roll, text: box === undefined ? kept : `writes ${box.points(roll)} in ${box.title}`};
  });
}

/** The stop that is asked about first: the last one that is not all hope. @param {Dial} dial */
export const askedStop = ({stops}) => stops.length - 2;

/** Points of a guess at the score of that stop, nothing to ten. @param {Dial} dial @param {number} guess */
export function pointsOfGuess(dial, guess) {
  return Math.max(0, 10 - Math.round(Math.abs(guess - dial.stops[askedStop(dial)].mean) / POINTS_OFF));
}

/** What a moment of the dial truly scores. @param {Dial} dial @param {Moment} moment @returns {{mean: number, bonus_rate: number}} */
export const truthOf = ({stops, ties}, {stop, tie}) => stop === stops.length - 1 ? ties[tie] : stops[stop];

/** The throw that shows what hope does: four sixes on the table, only Yatzy open, one die in the hand. */
export const THROW = (() => {
  const yatzy = scandinavian.categories[scandinavian.categories.length - 1];
  const points = [1, 2, 3, 4, 5, 6].map((face) => yatzy.points([6, 6, 6, 6, face].sort((a, b) => a - b)));
  const best = Math.max(...points);
  return {best, mean: points.reduce((sum, one) => sum + one, 0) / points.length, chance: points.filter((one) => one === best).length / points.length};
})();

/** What a player with this hope counts the throw for. @param {number} hope */
export const worthOfThrow = (hope) => (1 - hope) * THROW.mean + hope * THROW.best;

/** Hope in per cent: "99.9". @param {number} hope */
const percentOfHope = (hope) => String(Math.round(1000 * hope) / 10);

/** Write a moment for a link. @param {Dial} dial @param {Moment} moment */
export function textOfMoment({stops, ties}, {stop, tie}) {
  const percent = percentOfHope(stops[stop].hope);
  return stop === stops.length - 1 ? `${percent}.${ties[tie].rule}` : percent;
}

/** Read a moment from a link, "99.9" or "100.backwards"; null when there is none such. @param {Dial} dial @param {string | null} text @returns {Moment | null} */
export function momentOfText({stops, ties}, text) {
  const [, percent, rule] = /^([\d.]+?)(?:\.([a-z-]+))?$/.exec(text ?? "") ?? [];
  const stop = stops.findIndex(({hope}) => percentOfHope(hope) === percent);
  const tie = rule === undefined ? 0 : ties.findIndex((one) => one.rule === rule);
  return stop === -1 || tie === -1 ? null : {stop, tie};
}

// The optimist, drawn: one throw on a beam, and what is believed against what is scored.

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
const placeOf = ({stops}, stop) => LEFT + ((100 - LEFT - RIGHT) * stop) / (stops.length - 1);

/** Find the stop at a share of the width. @param {Dial} dial @param {number} share */
export function stopAt({stops}, share) {
  const stop = Math.round(((100 * share - LEFT) / (100 - LEFT - RIGHT)) * (stops.length - 1));
  return Math.max(0, Math.min(stops.length - 1, stop));
}

/** Draw the one throw: the dice, and how the player counts it. @param {Dial} dial @param {Moment} moment */
function drawThrow({stops}, {stop}) {
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
const drawThrowDice = () => [6, 6, 6, 6, 0].map((face) => dieImage(face, {small: true})).join("");

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
  const honest = Math.round(1000 * (1 - dial.stops[askedStop(dial)].hope));
  return `This player takes a throw for the best that can fall, but for <b>${honest === 1 ? "one part" : `${honest} parts`} in a thousand</b>. What does it score in a game, on average?`;
}

/** Draw the guesses to choose from. */
function drawGuesses() {
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
const drawTieRolls = ({ties}) => `${ties[0].moves.map(({dice}) => diceImage(dice)).join("")}<span>scores</span>`;

/** Draw the rules for ties as buttons: what each does with the rolls, and what it scores. @param {Dial} dial @param {Moment} moment */
function drawTieButtons({stops, ties}, {stop, tie}) {
  return ties.map(({moves, mean}, row) => {
    const pressed = stop === stops.length - 1 && row === tie;
    const told = moves.map(({dice, text}) => `<span><span class="visually-hidden">with ${dice.join(" ")} it </span>${text}</span>`);
    return `<button type="button" class="tie" aria-pressed="${pressed}" data-press="tie-${row}">${told.join(" ")} <b><span class="visually-hidden">and scores </span>${mean.toFixed(1)}</b></button>`;
  }).join("");
}

/** @typedef {Moment & {asks: boolean, guess: number | null}} Asked `guess`: right after it was given. */

/** Opening: the stop that is asked about. */
const OPENING = "99.9";

/** What `asks` comes first; what `tells` is covered until there is a guess. @param {Dial} dial */
const frameOf = (dial) => `<div class="optimist guessing">
<div class="optimist-throw"><p>Four sixes are on the table, only Yatzy is open, one die is left to throw: <span class="optimist-dice">${drawThrowDice()}</span></p>
<svg class="optimist-beam" aria-hidden="true" data-region="beam"></svg></div>
<div class="optimist-play"><div class="optimist-said grid-layout"><p class="optimist-words tells" data-region="words"></p><p class="asks">${questionOf(dial)}</p></div>
<div class="optimist-curve" data-dock-from><svg aria-hidden="true" data-region="curve"></svg></div>
<p class="optimist-axis" aria-hidden="true">hope, in per cent, not to scale: from the average of the dice to the best of the dice</p></div>
<div class="optimist-end grid-layout"><div class="optimist-ties tells"><p>Nothing but hope, and nearly all choices look equal: which one comes first? Five such players in their first turn, with two throws left:</p>
<div class="tie-table"><p class="tie-rolls soft">${drawTieRolls(dial)}</p>
<div class="tie-buttons choices" role="group" aria-label="Which of equal choices comes first" data-region="ties"></div></div></div>
<div class="optimist-ask asks"><div class="optimist-guesses choices" role="group" aria-label="Your guess">${drawGuesses()}</div>
<p><button type="button" class="button" data-press="skip">Just show me</button></p></div></div>
</div>`;

/** @type {import("site_builder/kit").Figure<Asked, Dial>} */
const optimist = {
  know: readDial,
  opening: ({moment = OPENING}, dial) => ({.../** @type {Asked} */ (momentOfText(dial, moment)), asks: true, guess: null}),
  read(text, dial) {
    const moment = momentOfText(dial, text);
    return moment && {...moment, asks: false, guess: null};
  },
  write: (moment, dial) => (moment.asks ? "" : textOfMoment(dial, moment)),
  frame: (_, dial) => frameOf(dial),
  draw: (moment, dial) => ({
    beam: drawThrow(dial, moment),
    words: moment.guess === null ? wordsOfDial(dial, moment) : verdictOf(dial, moment.guess),
    curve: drawCurve(dial, moment),
    ties: drawTieButtons(dial, moment),
  }),
  words: (moment, dial) => (moment.asks ? questionOf(dial) : wordsOfDial(dial, moment)),
  /** Hope in per cent, the score that is believed in, the true one, and how often the bonus comes. */
  readouts(moment, dial) {
    const {hope, believes} = dial.stops[moment.stop];
    const {mean, bonus_rate} = truthOf(dial, moment);
    return {
      hope: `${percentOfHope(hope)}%`,
      believes: believes.toFixed(1),
      scores: mean.toFixed(1),
      loses: (dial.stops[0].mean - mean).toFixed(1),
      bonus: percentage(bonus_rate, 0),
    };
  },
  /** "guess-150" takes the dial to the stop that was asked about; "skip" or "tie-3". Whoever looks elsewhere has seen the answer. */
  press(key, moment, dial) {
    const [what, number] = [key.split("-")[0], Number(key.split("-")[1])];
    if (what === "guess") return {stop: askedStop(dial), tie: 0, asks: false, guess: number};
    if (what === "skip") return {...moment, asks: false, guess: null};
    return {stop: dial.stops.length - 1, tie: number, asks: false, guess: null};
  },
  pressed(_, {element, context, known: dial, place: {guess}, announce}, {asks}) {
    if (asks) bringIntoView(find(element, ".optimist-words")); // On a phone they are above the buttons.
    if (guess === null) return announce();
    context.record("hope", pointsOfGuess(dial, guess));
    find(element, ".optimist-curve").focus({preventScroll: true}); // The button that had the focus is covered.
    announce(verdictOf(dial, guess));
  },
  hands: [
    dressed(".optimist", ({asks}) => (asks ? "optimist guessing" : "optimist")),
    alongPicture(".optimist-curve", {
      label: "Hope",
      stride: 3,
      now: ({stop}) => stop,
      last: (_, {stops}) => stops.length - 1,
      moved: ({tie}, stop) => ({stop, tie, asks: false, guess: null}),
      stepAt: (share, _, dial) => stopAt(dial, share),
    }),
  ],
};

export const {view, mount, readouts} = makeFigure(optimist);
