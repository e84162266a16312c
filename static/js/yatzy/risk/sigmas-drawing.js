/** The throws of a game by their sigma and by regime, drawn. */
import {percentage, percentOf, underneath} from "site_builder/kit";
import {regimesOf} from "./beam.js";
import {thetaText} from "./stops.js";

/** @import {Beam} from "./types" */

/** Sigma at the right edge, in points, and the share of throws at the top. */
const LARGEST_SIGMA = 16;
const TALLEST = 0.17;
const SIGMA_TICKS = [0, 4, 8, 12, 16];

const NAMES = ["as good as the mean", "leaning", "torn", "closer to the extreme", "ruled by the extreme"];

/** Draw the throws of a game by their sigma, split where the regimes of a stop divide them. @param {Beam} beam @param {number} stop */
export function drawSigmas(beam, stop) {
  const theta = Math.abs(beam.stops[stop]);
  const edges = theta === 0 ? [] : regimesOf(beam, stop).slice(1).map(({low}) => low / theta);
  const bars = beam.sigmas.filter(({low}) => low < LARGEST_SIGMA).flatMap(({low, high, share}) => {
    const cuts = [low, ...edges.filter((edge) => edge > low && edge < high), high];
    return cuts.slice(1).map((end, place) => {
      const regime = edges.filter((edge) => edge <= cuts[place]).length;
      const y = percentOf(1 - share / TALLEST);
      return `<rect class="regime-${regime}" x="${percentOf(cuts[place] / LARGEST_SIGMA)}" width="${percentOf((end - cuts[place]) / LARGEST_SIGMA)}" y="${y}" height="${percentOf(share / TALLEST)}"/>`;
    });
  });
  const walls = edges.filter((edge) => edge < LARGEST_SIGMA).map((edge) => `<line class="regime-wall" x1="${percentOf(edge / LARGEST_SIGMA)}" x2="${percentOf(edge / LARGEST_SIGMA)}" y2="100%"/>`);
  const ticks = underneath(SIGMA_TICKS.map((sigma) => ({share: sigma / LARGEST_SIGMA, label: String(sigma)})));
  return `${bars.join("")}${walls.join("")}<line class="base" x2="100%" y1="100%" y2="100%"/>${ticks}`;
}

/** List the regimes with their shares. @param {Beam} beam @param {number} stop */
export function drawRegimes(beam, stop) {
  const rows = regimesOf(beam, stop).map(({low, high, share}, regime) => {
    const range = high === Infinity ? `over ${low}` : regime === 0 ? `under ${high}` : `${low} to ${high}`;
    return `<li><i class="regime-swatch regime-${regime}"></i><span>${NAMES[regime]} <small>${range}</small></span><b>${percentage(share)}</b></li>`;
  });
  return rows.join("");
}

/** Say how much of a game's throws are weighed as their mean, and how much by their extremes. @param {Beam} beam @param {number} stop */
export function wordsOfSigmas(beam, stop) {
  const theta = beam.stops[stop];
  if (theta === 0) return `<span class="risk-theta">theta 0</span> Every throw is worth its mean.`;
  const regimes = regimesOf(beam, stop);
  return `<span class="risk-theta">theta ${thetaText(theta)}</span> <b>${percentage(regimes[0].share)}</b> of the throws are as good as their mean, <b>${percentage(regimes[regimes.length - 1].share)}</b> are ruled by their extreme.`;
}
