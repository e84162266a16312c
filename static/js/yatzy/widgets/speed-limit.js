/**
 * How close to the limit? Switch the thrifts of the solver on and off, and watch what the arithmetic alone would take.
 */
import {counted, dressed, find, grouped, makeFigure, percentOf} from "site_builder/kit";
import {plainCard, plainField, plainWords} from "../parts/plain.js";
import {hatching} from "../parts/ways.js";
import {drawGuess} from "../parts/guess.js";

/**
 * @typedef {object} Data
 * @property {{method: string[]; coalesced: boolean[]; lanes: boolean[]; cores: boolean[]; operations: number[]; seconds: number[]}} speed_limit
 * @property {{processors: number[]; vector_numbers: number[]; solve_seconds: number[]}} bench_record
 * @property {{program: string[]; seconds: number[]; machine: string[]}} published_times
 *
 * @typedef {"method" | "coalesced" | "lanes" | "cores"} Thrift
 *
 * @typedef {object} Switches
 * @property {string} method
 * @property {boolean} coalesced
 * @property {boolean} lanes
 * @property {boolean} cores
 *
 * @typedef {object} Place Switches, whether the first answer is still to come, and what it came to or is told to those who did not guess.
 * @property {Switches} switches
 * @property {boolean} asks
 * @property {string} verdict
 */

// How fast a solve could be, with and without each thrift, beside what was measured and published.

/** All thrifts at work. @type {Switches} */
export const THRIFTY = {method: "lattice", coalesced: true, lanes: true, cores: true};

/** The axis of times, in seconds. */
export const AXIS = {from: 0.05, to: 6e4};

/** Find what the machine could do at best. @param {Data} data @param {Switches} switches */
export function limitOf({speed_limit: table}, {method, coalesced, lanes, cores}) {
  const row = table.method.findIndex((name, place) =>
    name === method && table.coalesced[place] === coalesced && table.lanes[place] === lanes && table.cores[place] === cores);
  return {seconds: table.seconds[row], operations: table.operations[row]};
}

/** Place of a time on the axis, 0 to 1: every step of tenfold is as long as every other. @param {number} seconds */
export function shareOfTime(seconds) {
  const share = Math.log(seconds / AXIS.from) / Math.log(AXIS.to / AXIS.from);
  return Math.max(0, Math.min(1, share));
}

/** Write a time in two digits, in the unit that suits it. @param {number} seconds */
export function durationOf(seconds) {
  const [unit, amount] = seconds < 100 ? ["s", seconds] : seconds < 3000 ? ["min", seconds / 60] : ["h", seconds / 3600];
  return `${Number(amount.toPrecision(2))} ${unit}`;
}

/** Write switches for a link: "lattice.111". @param {Switches} switches */
export function textOfSwitches({method, coalesced, lanes, cores}) {
  return `${method}.${[coalesced, lanes, cores].map(Number).join("")}`;
}

/** @param {string | null} text @returns {Switches | null} */
export function switchesOfText(text) {
  const match = /^(grid|table|lattice)\.([01])([01])([01])$/.exec(text ?? "");
  return match && {method: match[1], coalesced: match[2] === "1", lanes: match[3] === "1", cores: match[4] === "1"};
}

/** Turn one switch: "method-grid", "lanes-0". @param {Switches} switches @param {string} key @returns {Switches} */
export function turned(switches, key) {
  const [thrift, choice] = key.split("-");
  return {...switches, [thrift]: thrift === "method" ? choice : choice === "1"};
}

// A guess before the switches are turned: which thrift would be missed the most? The first that is taken off is the
// answer.

/** Each thrift as it is named in an answer, with the press that takes it off as far as it goes. @type {Readonly<Record<Thrift, {off: string, words: string}>>} */
const THRIFTS = {
  method: {off: "method-grid", words: "the keep lattice"},
  coalesced: {off: "coalesced-0", words: "hopeless totals once for all"},
  lanes: {off: "lanes-0", words: "a row of numbers"},
  cores: {off: "cores-0", words: "all cores"},
};
const ALL = /** @type {Thrift[]} */ (Object.keys(THRIFTS));

/** @type {import("../parts/guess.js").Question} */
const QUESTION = {question: "All four are on. Which one would you <b>miss the most</b>? Take it off."};

/** The thrift that a press takes off, of switches that are all on; null for a press that changes nothing. @param {string} key @returns {Thrift | null} */
export function takenOff(key) {
  const thrift = ALL.find((name) => name === key.split("-")[0]) ?? null;
  return textOfSwitches(turned(THRIFTY, key)) === textOfSwitches(THRIFTY) ? null : thrift;
}

/** How many times as long the work takes without a thrift. @param {Data} data @param {Thrift} thrift */
export function timesWithout(data, thrift) {
  return limitOf(data, turned(THRIFTY, THRIFTS[thrift].off)).seconds / limitOf(data, THRIFTY).seconds;
}

/** The thrift that is missed the most. @param {Data} data */
export function dearestOf(data) {
  return ALL.reduce((most, thrift) => (timesWithout(data, thrift) > timesWithout(data, most) ? thrift : most));
}

/** Points of a guess, nothing to ten. @param {Data} data @param {Thrift} thrift */
export function pointsOfGuess(data, thrift) {
  return Math.round((10 * timesWithout(data, thrift)) / timesWithout(data, dearestOf(data)));
}

/** @param {Data} data @param {Thrift} thrift */
function without(data, thrift) {
  const times = timesWithout(data, thrift);
  return `without <b>${THRIFTS[thrift].words}</b> the work takes <b>${times.toFixed(times < 10 ? 1 : 0)} times</b> as long`;
}

/** Answer a guess, or tell who did not guess. @param {Data} data @param {Thrift | null} thrift */
export function verdictOf(data, thrift) {
  const most = dearestOf(data);
  if (thrift === null) return `One saving is missed the most: ${without(data, most)}.`;
  if (thrift === most) return `That one is missed the most: ${without(data, most)}.`;
  return `One is missed more: ${without(data, most)}; ${without(data, thrift)}.`;
}

/**
 * Where a press leads, "skip" or a switch: "cores-0". The first switch that is turned is an answer, if it takes anything off.
 * @param {string} key @param {Place} place @param {Data} data @returns {Place | null}
 */
function placeAfter(key, place, data) {
  if (key === "skip") return {...place, asks: false};
  const next = {...place, switches: turned(place.switches, key)};
  if (!place.asks) return next;
  const guess = takenOff(key);
  return guess === null ? null : {...next, asks: false, verdict: verdictOf(data, guess)};
}

// The race of programs, drawn: switches, and a bar for each time on an axis on which tenfold is always as long.

/** @type {readonly {thrift: Thrift, title: string, choices: readonly (readonly [string, string])[]}[]} */
const SWITCHES = [
  {thrift: "method", title: "A keep is compared with", choices: [["grid", "every roll"], ["table", "rolls it can become"], ["lattice", "one die more"]]},
  {thrift: "coalesced", title: "Hopeless upper totals", choices: [["0", "each by itself"], ["1", "once for all"]]},
  {thrift: "lanes", title: "An instruction works on", choices: [["0", "one number"], ["1", "a row of numbers"]]},
  {thrift: "cores", title: "At work", choices: [["0", "one core"], ["1", "all cores"]]},
];
const TICKS = /** @type {const} */ ([[0.1, "0.1 s"], [1, "1 s"], [10, "10 s"], [60, "1 min"], [600, "10 min"], [3600, "1 h"], [36000, "10 h"]]);

/** @param {Switches} switches */
function drawSwitches(switches) {
  return SWITCHES.map(({thrift, title, choices}) => {
    const buttons = choices.map(([choice, words]) => {
      const on = String(thrift === "method" ? switches.method : Number(switches[thrift])) === choice;
      return `<button type="button" class="button" aria-pressed="${on}" data-press="${thrift}-${choice}">${words}</button>`;
    });
    return `<div class="speed-switch" role="group" aria-label="${title}"><p>${title}</p><div>${buttons.join("")}</div></div>`;
  }).join("");
}

/**
 * One line of the race.
 * @param {{name: string, machine: string, seconds: number, kind: string, least?: number}} entry `least`: up to there the bar is arithmetic, the rest waiting.
 */
function drawEntry({name, machine, seconds, kind, least = seconds}) {
  const [end, solid] = [shareOfTime(seconds), shareOfTime(Math.min(least, seconds))];
  const waiting = solid < end ? `${hatching("speed-hatch")}<rect class="waiting" x="${percentOf(solid)}" width="${percentOf(end - solid)}" height="100%" fill="url(#speed-hatch)"/>` : "";
  return `<li class="speed-row grid-layout ${kind}"><span class="speed-name">${name} <small>${machine}</small></span> <b>${durationOf(seconds)}</b>
<svg aria-hidden="true"><rect class="bar" width="${percentOf(solid)}" height="100%"/>${waiting}</svg></li>`;
}

/** All lines: the limit, our program, the others from the fastest. @param {Data} data @param {Switches} switches */
function entriesOf(data, switches) {
  const {published_times: others, bench_record: record} = data;
  const machine = `${counted(record.processors[0], "core")}, ${counted(record.vector_numbers[0], "number")} to an instruction`;
  return [
    {name: "The arithmetic alone", machine: "with these switches, on our machine", seconds: limitOf(data, switches).seconds, kind: "limit"},
    {name: "Our program", machine, seconds: record.solve_seconds[0], kind: "ours", least: limitOf(data, THRIFTY).seconds},
    ...others.program.map((name, place) => ({name, machine: others.machine[place], seconds: others.seconds[place], kind: "other"})).reverse(),
  ];
}

/** @param {Data} data @param {Switches} switches */
export const drawRace = (data, switches) => entriesOf(data, switches).map(drawEntry).join("");

/** @type {Record<string, string>} */
const INKS = {limit: "var(--green)", ours: "var(--blue)", other: "var(--line)"};

/** The race on a card, without names. @param {Data} data */
function drawRaceCard(data) {
  const entries = entriesOf(data, THRIFTY);
  const step = 1 / entries.length;
  const bars = entries.map(({kind, seconds}, at) => `<rect y="${percentOf(at * step)}" width="${percentOf(shareOfTime(seconds))}" height="${percentOf(0.6 * step)}" fill="${INKS[kind]}"/>`);
  return plainCard([plainWords("How close to the limit?", 40, 29), plainField(70, 300, bars.join(""))]);
}

function drawAxis() {
  return TICKS.map(([seconds, label], place) => `<text class="tick${place % 2 ? " odd" : ""}" x="${percentOf(shareOfTime(seconds))}" y="1em" text-anchor="middle">${label}</text>`).join("");
}

/** Say what the switches do. @param {Data} data @param {Switches} switches */
export function wordsOf(data, switches) {
  const [now, best] = [limitOf(data, switches), limitOf(data, THRIFTY)];
  const took = data.bench_record.solve_seconds[0];
  const count = `<b>${grouped(Math.round(now.operations / 1e6))} million</b> additions, products and comparisons: at best ${durationOf(now.seconds)}.`;
  if (now.seconds === best.seconds) {
    return `${count} Our program needs ${durationOf(took)}, ${(took / best.seconds).toFixed(1)} times as long; the hatched part is time in which it fetches, stores and waits.`;
  }
  const factor = now.seconds / best.seconds;
  return `${count} That is ${factor < 10 ? factor.toFixed(1) : grouped(factor)} times the least.${now.seconds > took ? " No program that works this way could catch up with ours on the same machine." : ""}`;
}

const FRAME = `<div class="speed to-guess">
<div class="speed-turned stack">${drawGuess(QUESTION)}<p class="guess-verdict" tabindex="-1" data-region="verdict"></p>
<div class="speed-switches stack" data-region="switches"></div>
<p class="speed-words" tabindex="-1" data-region="words"></p></div>
<div class="speed-field" data-dock-from><ol class="speed-race grid-layout rows" data-region="race"></ol>
<svg class="speed-axis" aria-hidden="true">${drawAxis()}</svg></div>
</div>`;

/** @type {import("site_builder/kit").Figure<Place, Data>} */
const figure = {
  know: (data) => data,
  opening: ({switches = ""}, data) => ({switches: switchesOfText(switches) ?? THRIFTY, asks: true, verdict: verdictOf(data, null)}),
  read(text, _data, {verdict}) {
    const switches = switchesOfText(text);
    return switches && {switches, asks: false, verdict}; // Whoever looks elsewhere has seen the answer.
  },
  write: ({switches}) => textOfSwitches(switches),
  frame: FRAME,
  draw: ({switches, verdict}, data) => ({
    verdict,
    switches: drawSwitches(switches),
    words: wordsOf(data, switches),
    race: drawRace(data, switches),
  }),
  card: (_place, data) => drawRaceCard(data),
  words: ({switches}, data) => wordsOf(data, switches),
  press: placeAfter,
  pressed(key, alive, {asks}) {
    alive.announce(asks ? alive.place.verdict : undefined);
    if (key === "skip") find(alive.element, ".speed-words").focus({preventScroll: true}); // The button that had the focus is gone.
    else if (asks) alive.context.record("thrift", pointsOfGuess(alive.known, /** @type {Thrift} */ (takenOff(key))));
  },
  hands: [dressed(".speed", ({asks}) => (asks ? "speed to-guess" : "speed"))],
};

export const {view, card, mount} = makeFigure(figure);
