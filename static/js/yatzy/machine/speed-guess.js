/**
 * A guess before the switches are turned: which thrift would be missed the most? The first that is taken off is the answer.
 */
import {limitOf, textOfSwitches, THRIFTY, turned} from "./speed.js";

/** @import {SpeedData as Data, SpeedPlace, Thrift} from "./types" */

/** Each thrift as it is named in an answer, with the press that takes it off as far as it goes. @type {Readonly<Record<Thrift, {off: string, words: string}>>} */
const THRIFTS = {
  method: {off: "method-grid", words: "one die more"},
  coalesced: {off: "coalesced-0", words: "hopeless totals once for all"},
  lanes: {off: "lanes-0", words: "a row of numbers"},
  cores: {off: "cores-0", words: "all cores"},
};
const ALL = /** @type {Thrift[]} */ (Object.keys(THRIFTS));

/** @type {import("../parts/guess.js").Question} */
export const QUESTION = {question: "All four are on. Which one would you <b>miss the most</b>? Take it off."};

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
  if (thrift === null) return `Missed the most is this one: ${without(data, most)}.`;
  if (thrift === most) return `That one is missed the most: ${without(data, most)}.`;
  return `One is missed more: ${without(data, most)}; ${without(data, thrift)}.`;
}

/**
 * Where a press leads, "skip" or a switch: "cores-0". The first switch that is turned is an answer, if it takes anything off.
 * @param {string} key @param {SpeedPlace} place @param {Data} data @returns {SpeedPlace | null}
 */
export function placeAfter(key, place, data) {
  if (key === "skip") return {...place, asks: false};
  const next = {...place, switches: turned(place.switches, key)};
  if (!place.asks) return next;
  const guess = takenOff(key);
  return guess === null ? null : {...next, asks: false, verdict: verdictOf(data, guess)};
}
