/**
 * What a living figure shows: places, painted into the regions of its frame.
 */
import {keepEntries} from "./entries.js";
import {every, repaint} from "./repaint.js";

/** Milliseconds of the way from one place to the next. */
const WAY = 220;

/**
 * @template Place, Known
 * @param {HTMLElement} element
 * @param {import("./kit").Figure<Place, Known>} figure
 * @param {Known} known
 * @param {Place} still What is painted already.
 */
export function pictureOf(element, figure, known, still) {
  let shown = still;
  let halt = () => {};
  /** What each region shows: one that stays as it is costs nothing. @type {import("./kit").Drawn} */
  let painted = {};

  /** @param {Place} place */
  function paint(place) {
    shown = place;
    const drawn = figure.draw(place, known);
    for (const region of every(element, "[data-region]")) {
      const name = String(region.dataset.region);
      if (drawn[name] !== painted[name]) repaint(region, drawn[name]);
    }
    painted = drawn;
    keepEntries(element);
  }

  return {
    /** Show a place at once. @param {Place} place */
    show(place) {
      halt();
      paint(place);
    },
    /** Show a place by way of those between. @param {Place} place @param {boolean} jumps Without them, for who wants no motion. */
    glideTo(place, jumps) {
      halt();
      const [from, {between}] = [shown, figure];
      if (between === undefined || jumps || from === place) paint(place);
      else halt = glide((part) => paint(part === 1 ? place : between(from, place, part)));
    },
    destroy: () => halt(),
  };
}

/**
 * Go a way once, slower towards its end.
 * @param {(part: number) => void} show Told with every frame how much of the way lies behind; 1 comes last.
 * @param {number} [way] Milliseconds.
 * @returns {() => void} Ends it where it is.
 */
export function glide(show, way = WAY) {
  const begun = performance.now();
  let frame = requestAnimationFrame(function tick(time) {
    const part = Math.min(1, Math.max(0, (time - begun) / way));
    if (part < 1) frame = requestAnimationFrame(tick);
    show(part * (2 - part));
  });
  return () => cancelAnimationFrame(frame);
}
