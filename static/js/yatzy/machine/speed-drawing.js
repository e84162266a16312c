/**
 * The race of programs, drawn: switches, and a bar for each time on an axis on which tenfold is always as long.
 */
import {counted, grouped, percentOf} from "site_builder/kit";
import {durationOf, limitOf, shareOfTime, THRIFTY} from "./speed.js";
import {plainCard, plainField, plainWords} from "../parts/plain.js";
import {hatching} from "../parts/ways.js";

/** @import {SpeedData as Data, Switches, Thrift} from "./types" */

/** @type {readonly {thrift: Thrift, title: string, choices: readonly (readonly [string, string])[]}[]} */
const SWITCHES = [
  {thrift: "method", title: "A keep is compared with", choices: [["grid", "every roll"], ["table", "rolls it can become"], ["lattice", "one die more"]]},
  {thrift: "coalesced", title: "Hopeless upper totals", choices: [["0", "each by itself"], ["1", "once for all"]]},
  {thrift: "lanes", title: "An instruction works on", choices: [["0", "one number"], ["1", "a row of numbers"]]},
  {thrift: "cores", title: "At work", choices: [["0", "one core"], ["1", "all cores"]]},
];
const TICKS = /** @type {const} */ ([[0.1, "0.1 s"], [1, "1 s"], [10, "10 s"], [60, "1 min"], [600, "10 min"], [3600, "1 h"], [36000, "10 h"]]);

/** @param {Switches} switches */
export function drawSwitches(switches) {
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
  return `<li class="speed-row ${kind}"><span class="speed-name">${name} <small>${machine}</small></span> <b>${durationOf(seconds)}</b>
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
export function drawRaceCard(data) {
  const entries = entriesOf(data, THRIFTY);
  const step = 1 / entries.length;
  const bars = entries.map(({kind, seconds}, at) => `<rect y="${percentOf(at * step)}" width="${percentOf(shareOfTime(seconds))}" height="${percentOf(0.6 * step)}" fill="${INKS[kind]}"/>`);
  return plainCard([plainWords("How close to the limit?", 40, 29), plainField(70, 300, bars.join(""))]);
}

export function drawAxis() {
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
