/**
 * The dial of risk: the thetas that were computed, set side by side in equal steps, and the places between them.
 *
 * A place on the dial is a number: whole at a stop, and a fraction between two stops, where drawings glide and no
 * number is shown.
 */

/** Nearer to a stop than this, in steps, the dial rests on it. */
const REST = 0.3;

/** @param {number} number */
const percent = (number) => `${Math.round(number * 1e4) / 100}%`;

/**
 * Write a theta with a true minus sign, or plus: "+0.05".
 * @param {number} theta
 */
export function thetaText(theta) {
  if (theta === 0) return "0";
  return `${theta < 0 ? "−" : "+"}${Math.abs(theta)}`;
}

/**
 * Find the different thetas of a column, in order.
 * @param {readonly number[]} thetas
 */
export function readStops(thetas) {
  return [...new Set(thetas)];
}

/**
 * Find the stop that a link names; null when there is none.
 * @param {string | null | undefined} text A theta, "-0.05".
 * @param {readonly number[]} stops
 */
export function stopOfText(text, stops) {
  const stop = text === null || text === undefined || text === "" ? -1 : stops.indexOf(Number(text));
  return stop === -1 ? null : stop;
}

/**
 * Place on the dial at a share of its width.
 * @param {number} share
 * @param {number} n_stops
 */
export function placeAt(share, n_stops) {
  const place = Math.max(0, Math.min(n_stops - 1, share * n_stops - 0.5));
  return Math.abs(place - Math.round(place)) < REST ? Math.round(place) : place;
}

/**
 * Where a place is drawn, as a share of the width.
 * @param {number} place
 * @param {number} n_stops
 */
export function shareOf(place, n_stops) {
  return (place + 0.5) / n_stops;
}

/**
 * A value between two stops.
 * @param {ArrayLike<number>} values By stop.
 * @param {number} place
 */
export function between(values, place) {
  const below = Math.floor(place);
  const above = Math.ceil(place);
  return values[below] + (values[above] - values[below]) * (place - below);
}

/**
 * Draw the dial: a tick for each stop, some of them named, and the knob.
 * @param {readonly number[]} stops
 * @param {number} place
 */
export function drawDial(stops, place) {
  const ticks = stops.map((theta, stop) => {
    const x = percent(shareOf(stop, stops.length));
    const named = [0.01, 0.05, 0.2, 1].includes(Math.abs(theta)) || theta === 0;
    const rare = [0.01, 0.2, 1].includes(Math.abs(theta)) ? " rare" : "";
    const name = named ? `<text class="tick${rare}" x="${x}" y="46" text-anchor="middle">${thetaText(theta)}</text>` : "";
    return `<line class="stop" x1="${x}" x2="${x}" y1="${named ? 16 : 18}" y2="${named ? 30 : 26}"/>${name}`;
  });
  const x = percent(shareOf(place, stops.length));
  return `<line class="base" x1="${percent(shareOf(0, stops.length))}" x2="${percent(shareOf(stops.length - 1, stops.length))}" y1="22" y2="22"/>`
    + `${ticks.join("")}<circle class="risk-knob" cx="${x}" cy="22" r="11"/>`;
}
