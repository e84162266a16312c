/**
 * Stops that make no sense together: which states there are, and the nearest of them. No DOM.
 */
import {indexOf} from "./packed.js";

/** @typedef {{on: number[], allowed: string}} Only A letter for each state of the parameters, "1" where it makes sense. */
/** @typedef {readonly {stops: readonly string[]}[]} Stops Of each parameter. */

/** What it costs to leave what was named. */
const NAMED = 10_000;

/** @param {Only | null} only @param {readonly number[]} place @param {Stops} parameters */
export const isAllowed = (only, place, parameters) => only === null || only.allowed[indexOf(only.on, place, parameters)] === "1";

/**
 * The stop of one parameter that makes sense with the others, nearest to the one that is wished for.
 * @param {Only | null} only @param {readonly number[]} place @param {number} one @param {number} wished @param {Stops} parameters
 */
export function nearestStop(only, place, one, wished, parameters) {
  const stops = parameters[one].stops.map((_, stop) => stop).filter((stop) => isAllowed(only, place.map((at, index) => (index === one ? stop : at)), parameters));
  return stops.reduce((best, stop) => (Math.abs(stop - wished) < Math.abs(best - wished) ? stop : best), place[one]);
}

/**
 * The state nearest to a place that makes sense; what was named is the last to be left.
 * @param {Only | null} only @param {number[]} place @param {Stops} parameters @param {readonly number[]} named
 */
export function nearestPlace(only, place, parameters, named) {
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
    const cost = only.on.reduce((sum, one) => sum + Math.abs(near[one] - place[one]) + (near[one] !== place[one] && named.includes(one) ? NAMED : 0), 0);
    if (cost < least) [best, least] = [near, cost];
  }
  return best;
}
