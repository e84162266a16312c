/**
 * What a state of an explorable reads in the address: "load-95.counters-4". What is at its start is left out. A text
 * that begins with "~" names what changes, and leaves the rest as it is. No DOM.
 */

import {nearestPlace} from "./allowed.js";

/**
 * @typedef {object} Parameter
 * @property {string} name
 * @property {"slider" | "choice" | "toggle"} kind
 * @property {string} label
 * @property {string} unit
 * @property {number} start Index of the stop where the figure opens.
 * @property {string[]} stops As the address has them.
 * @property {string[]} labels As readers see them.
 */

const ORDERED = /^[−\d]/;
/** A name as Python's identifiers are. */
const NAMED = /(?:^|\.)([\p{ID_Start}_]\p{ID_Continue}*)-/gu;

/**
 * How links read before the figure was an explorable: whole texts with what they read now, and a pattern whose groups
 * are named as parameters are.
 * @typedef {{texts: Record<string, string>, pattern: string}} Former
 */

/**
 * The parameter that is played: the first slider, else the first choice of numbers or days. Words have no order.
 * @template {Pick<Parameter, "kind" | "labels">} One
 * @param {readonly One[]} parameters
 * @returns {One | undefined}
 */
export function playedAmong(parameters) {
  const long = parameters.filter(({labels}) => labels.length > 2);
  return long.find(({kind}) => kind === "slider") ?? long.find(({labels}) => labels.every((label) => ORDERED.test(label)));
}

/** Write the stops of all parameters. @param {readonly number[]} place @param {readonly Parameter[]} parameters */
export function write(place, parameters) {
  return parameters.flatMap(({name, stops, start}, one) => (place[one] === start ? [] : [`${name}-${stops[place[one]]}`])).join(".");
}

/**
 * Read a text of the address: a number that is no stop goes to the nearest one, names that are not known are passed
 * over, so that links outlive a change of the figure. Null for a text that names nothing.
 * @param {string} text @param {readonly Parameter[]} parameters @param {readonly number[]} from
 * @param {Former | null} [former] @param {import("./allowed.js").Only | null} [only]
 * @returns {number[] | null}
 */
export function read(text, parameters, from, former = null, only = null) {
  const old = former && formerPlace(text, parameters, former);
  if (old) return nearestPlace(only, old, parameters, []);
  const isPartial = text.startsWith("~");
  // Python compares identifiers in this form: links may have another.
  const bare = (isPartial ? text.slice(1) : text).normalize("NFKC");
  const place = isPartial ? [...from] : parameters.map(({start}) => start);
  const names = [...bare.matchAll(NAMED)];
  if (bare !== "" && names[0]?.index !== 0) return null;
  const named = [];
  for (const [at, found] of names.entries()) {
    const value = bare.slice(found.index + found[0].length, names[at + 1]?.index ?? bare.length);
    const one = parameters.findIndex(({name}) => name === found[1]);
    if (one < 0) continue;
    const stop = stopOf(parameters[one], value);
    if (stop === null) return null;
    place[one] = stop;
    named.push(one);
  }
  return nearestPlace(only, place, parameters, named);
}

/** @param {string} text @param {readonly Parameter[]} parameters @param {Former} former */
function formerPlace(text, parameters, {texts, pattern}) {
  if (Object.hasOwn(texts, text)) return read(texts[text], parameters, []);
  const groups = pattern === "" ? undefined : new RegExp(`^(?:${pattern})$`).exec(text)?.groups;
  if (groups === undefined) return null;
  const place = parameters.map((parameter) => (groups[parameter.name] === undefined ? parameter.start : stopOf(parameter, groups[parameter.name].replaceAll("_", "-"))));
  return place.every((stop) => stop !== null) ? place : null;
}

/** @param {Parameter} parameter @param {string} value @returns {number | null} */
function stopOf({stops, kind}, value) {
  const index = stops.indexOf(value);
  if (index >= 0) return index;
  const wanted = measure(value);
  if (kind !== "slider" || Number.isNaN(wanted)) return null;
  const away = stops.map((stop) => Math.abs(measure(stop) - wanted));
  return away.indexOf(Math.min(...away));
}

/** A number, or a day as one. @param {string} text */
function measure(text) {
  const day = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?/.exec(text);
  if (day === null) return text === "" ? NaN : Number(text);
  const [year, month, date, hour = 0, minute = 0] = day.slice(1).map((part) => Number(part ?? 0));
  return (((year * 12 + month) * 31 + date) * 24 + hour) * 60 + minute;
}
