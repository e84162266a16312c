/**
 * The dial of risk: the thetas that were computed, set side by side in equal steps, and the places between them.
 *
 * A place on the dial is a number: whole at a stop, and a fraction between two stops, where drawings glide and no
 * number is shown.
 */

/** Nearer to a stop than this, in steps, the dial rests on it. */
const REST = 0.3;

/** Write a theta with a true minus sign, or plus: "+0.05". @param {number} theta */
export function thetaText(theta) {
  if (theta === 0) return "0";
  return `${theta < 0 ? "−" : "+"}${Math.abs(theta)}`;
}

/** Find the different thetas of a column, in order. @param {readonly number[]} thetas */
export function readStops(thetas) {
  return [...new Set(thetas)];
}

/**
 * Find the stop that a link names by its theta, "-0.05"; null when there is none.
 * @param {string | null | undefined} text @param {readonly number[]} stops
 */
export function stopOfText(text, stops) {
  const stop = text === null || text === undefined || text === "" ? -1 : stops.indexOf(Number(text));
  return stop === -1 ? null : stop;
}

/** Place on the dial at a share of its width. @param {number} share @param {number} n_stops */
export function placeAt(share, n_stops) {
  const place = Math.max(0, Math.min(n_stops - 1, share * n_stops - 0.5));
  return Math.abs(place - Math.round(place)) < REST ? Math.round(place) : place;
}

/** Where a place is drawn, as a share of the width. @param {number} place @param {number} n_stops */
export function shareOf(place, n_stops) {
  return (place + 0.5) / n_stops;
}

/** A value between two stops. @param {ArrayLike<number>} values By stop. @param {number} place */
export function between(values, place) {
  const below = Math.floor(place);
  const above = Math.ceil(place);
  return values[below] + (values[above] - values[below]) * (place - below);
}
