/**
 * How fast a solve could be, with and without each thrift, beside what was measured and published.
 */

/** @import {SpeedData as Data, Switches} from "./types" */

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
