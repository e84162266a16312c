/**
 * The dial of risk, drawn, and the hand that turns it.
 */
import {find, percentOf, scrub} from "site_builder/kit";
import {placeAt, shareOf, thetaText} from "./stops.js";

const LABEL = "Dial of risk, theta";
/** Steps of Page Up and Page Down. */
const STRIDE = 5;
/** Absolute thetas that are named, and those of them that are left out where the dial is narrow. */
const [NAMED, RARE] = [[0, 0.01, 0.05, 0.2, 1], [0.01, 0.2, 1]];

/** The dial at the head of a figure. */
export const HEAD = `<div class="risk-head"><div class="risk-dial"><svg aria-hidden="true" data-region="dial"></svg></div>
<p class="risk-ends" aria-hidden="true"><span>← cautious</span><span>bold →</span></p></div>`;

/** Draw the dial: a tick for each stop, some of them named, and the knob. @param {readonly number[]} stops @param {number} place */
export function drawDial(stops, place) {
  const xOf = (/** @type {number} */ at) => percentOf(shareOf(at, stops.length));
  const ticks = stops.map((theta, stop) => {
    const x = xOf(stop);
    const named = NAMED.includes(Math.abs(theta));
    const rare = RARE.includes(Math.abs(theta)) ? " rare" : "";
    const name = named ? `<text class="tick${rare}" x="${x}" y="46" text-anchor="middle">${thetaText(theta)}</text>` : "";
    return `<line class="stop" x1="${x}" x2="${x}" y1="${named ? 16 : 18}" y2="${named ? 30 : 26}"/>${name}`;
  });
  return `<line class="base" x1="${xOf(0)}" x2="${xOf(stops.length - 1)}" y1="22" y2="22"/>${ticks.join("")}`
    + `<circle class="risk-knob" cx="${xOf(place)}" cy="22" r="11"/>`;
}

/**
 * A hand: turn the dial; dragged between two stops it bends everything on the way, and let go it rests on the nearer one.
 * @template Place @template {{stops: readonly number[]}} Known
 * @param {(place: Place) => number} now
 * @param {(place: Place, stop: number) => Place} moved
 * @param {(place: Place, known: Known) => string} words What the slider says of a stop.
 * @returns {(alive: import("site_builder/kit").Alive<Place, Known>) => import("site_builder/kit").Hand}
 */
export function bendDial(now, moved, words) {
  return (alive) => {
    const {known, signal} = alive;
    const dial = find(alive.element, ".risk-dial");
    const n_stops = known.stops.length;
    let dragged = now(alive.place);
    const drag = (/** @type {number} */ stop) => {
      dragged = stop;
      const place = moved(alive.place, stop);
      alive.look(place);
      if (Number.isInteger(stop) && stop !== now(alive.place)) alive.go(place);
    };
    for (const end of ["pointerup", "pointercancel"]) dial.addEventListener(end, () => drag(Math.round(dragged)), {signal});
    const tell = scrub({
      element: dial,
      label: LABEL,
      stride: STRIDE,
      read: () => ({now: now(alive.place), last: n_stops - 1, words: words(alive.place, known)}),
      stepAt: (share) => placeAt(share, n_stops),
      seek: (stop, by_key) => (by_key ? alive.go(moved(alive.place, stop)) : drag(stop)),
    }, signal);
    return {tell};
  };
}
