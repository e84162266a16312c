/**
 * States of explorables as text for the address: "load-95.counters-4", without parameters at their start. A text that
 * begins with "~" changes only the parameters that it names. No DOM.
 */

// Texts packed by the build: templates, and the values of their places in each state.

/** @typedef {{text: string[], kinds: string, places: (string | number)[][]}} Template `kinds`: one letter per place, "g" if it may be animated. */
/** @typedef {{templates: Template[], of: number[]}} Packed `of`: template of each text; empty if there is only one. */
/** @typedef {{on: number[], packed: Packed}} Part Texts of a part by the stops of the parameters that it depends on. */
/** @typedef {{template: Template, values: (string | number)[]}} Filled */

/** Cache: index of each text among those of its template. @type {WeakMap<Packed, number[]>} */
const ranks = new WeakMap();

/** Return for each text how many earlier ones have the same template. @param {Packed} packed */
function ranksOf(packed) {
  let found = ranks.get(packed);
  if (!found) {
    /** @type {number[]} */
    const seen = packed.templates.map(() => 0);
    found = packed.of.map((template) => seen[template]++);
    ranks.set(packed, found);
  }
  return found;
}

/** Return the template of a text, and the values of its places. @param {Packed} packed @param {number} index @returns {Filled} */
export function filledAt(packed, index) {
  const isOne = packed.of.length === 0;
  const template = packed.templates[isOne ? 0 : packed.of[index]];
  const rank = isOne ? index : ranksOf(packed)[index];
  return {template, values: template.places.map((place) => place[rank])};
}

/** Return a complete text. @param {Packed} packed @param {number} index @returns {string} */
export function textAt(packed, index) {
  const {template, values} = filledAt(packed, index);
  return template.text.map((piece, place) => (place ? values[place - 1] + piece : piece)).join("");
}

/**
 * Return the index of a part's state by the stops of all parameters, except the one that splits it into files (`by`).
 * @param {readonly number[]} on @param {readonly number[]} place @param {readonly {stops: readonly string[]}[]} parameters
 * @param {number} [by]
 */
export function indexOf(on, place, parameters, by = -1) {
  return on.reduce((index, one) => (one === by ? index : index * parameters[one].stops.length + place[one]), 0);
}

// Restrictions: which combinations of stops are allowed, and the nearest allowed one.

/** @typedef {{on: number[], allowed: string}} Only `allowed`: one letter per state of the parameters, "1" if it is allowed. */
/** @typedef {readonly {stops: readonly string[]}[]} Stops Stops of each parameter. */

/** Cost of changing a parameter that the text names. */
const KEPT = 10_000;

/** @param {Only | null} only @param {readonly number[]} place @param {Stops} parameters */
export const isAllowed = (only, place, parameters) => only === null || only.allowed[indexOf(only.on, place, parameters)] === "1";

/**
 * Return the stop of one parameter nearest to the requested one that is allowed with the other parameters.
 * @param {Only | null} only @param {readonly number[]} place @param {number} one @param {number} wished @param {Stops} parameters
 */
export function nearestStop(only, place, one, wished, parameters) {
  const stops = parameters[one].stops.map((_, stop) => stop).filter((stop) => isAllowed(only, place.map((at, index) => (index === one ? stop : at)), parameters));
  return stops.reduce((best, stop) => (Math.abs(stop - wished) < Math.abs(best - wished) ? stop : best), place[one]);
}

/**
 * Return the nearest allowed state; named parameters are changed only if necessary.
 * @param {Only | null} only @param {number[]} place @param {Stops} parameters @param {readonly number[]} named
 */
function nearestPlace(only, place, parameters, named) {
  if (only === null || isAllowed(only, place, parameters)) return place;
  let [best, least] = [place, Infinity];
  for (let state = 0; state < only.allowed.length; state += 1) {
    if (only.allowed[state] !== "1") continue;
    const near = [...place];
    let rest = state;
    for (const one of [...only.on].reverse()) {
      near[one] = rest % parameters[one].stops.length;
      rest = Math.floor(rest / parameters[one].stops.length);
    }
    const cost = only.on.reduce((sum, one) => sum + Math.abs(near[one] - place[one]) + (near[one] !== place[one] && named.includes(one) ? KEPT : 0), 0);
    if (cost < least) [best, least] = [near, cost];
  }
  return best;
}

/**
 * @typedef {object} Parameter
 * @property {string} name
 * @property {"slider" | "choice" | "toggle"} kind
 * @property {string} label
 * @property {string} unit
 * @property {number} start Index of the initial stop.
 * @property {string[]} stops Stops as written in the address.
 * @property {string[]} labels Stops as shown to readers.
 */

const ORDERED = /^[−\d]/;
/** A Python identifier followed by "-". */
const NAMED = /(?:^|\.)([\p{ID_Start}_]\p{ID_Continue}*)-/gu;

/**
 * Formats of links before the figure was an explorable: complete texts with their replacements, and a pattern whose
 * groups are named like parameters.
 * @typedef {{texts: Record<string, string>, pattern: string}} Former
 */

/**
 * Return the parameter that Play advances: the first slider, else the first choice of numbers or days (words have no
 * order).
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
 * Read a state from the address; null if the text is malformed. So that links survive changes of the figure, numbers
 * that are no stops are replaced by the nearest one, and unknown names are ignored.
 * @param {string} text @param {readonly Parameter[]} parameters @param {readonly number[]} from
 * @param {Former | null} [former] @param {Only | null} [only]
 * @returns {number[] | null}
 */
export function read(text, parameters, from, former = null, only = null) {
  const old = former && formerPlace(text, parameters, former);
  if (old) return nearestPlace(only, old, parameters, []);
  const isPartial = text.startsWith("~");
  // Python normalizes identifiers like this; links may not be normalized.
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

/** Convert a number or a date to a number. @param {string} text */
function measure(text) {
  const day = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?/.exec(text);
  if (day === null) return text === "" ? NaN : Number(text);
  const [year, month, date, hour = 0, minute = 0] = day.slice(1).map((part) => Number(part ?? 0));
  return (((year * 12 + month) * 31 + date) * 24 + hour) * 60 + minute;
}
