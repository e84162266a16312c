/**
 * The beam with its weights and its balance point, and the throws of a game by regime, drawn.
 */
import {dieImage} from "../parts/dice.js";
import {percentage, percentOf, underneath} from "site_builder/kit";
import {BIN, regimesOf, stack, weightsOf} from "./beam.js";
import {thetaText} from "./stops.js";

/** @import {Beam} from "./types" */

/** Points at the ends of the beam. */
const [LOW, HIGH] = [238, 283];
const TICKS = [240, 250, 260, 270, 280];
/** Past this share of the width, the label of the foot stands on its left. */
const TURN = 0.6;
/** Sigma at the right edge, in points, and the share of throws at the top. */
const LARGEST_SIGMA = 16;
const TALLEST = 0.17;
const SIGMA_TICKS = [0, 4, 8, 12, 16];

const NAMES = ["as good as the mean", "leaning", "torn", "closer to the extreme", "ruled by the extreme"];

/** @param {number} points */
const across = (points) => (points - LOW) / (HIGH - LOW);

/**
 * Draw the weights on the beam, and where it balances: columns of one width, as high as they are heavy, and all of them
 * together as high as the picture. @param {Beam} beam @param {number} stop
 */
export function drawBeam(beam, stop) {
  const {outcomes, stops, worth, mean} = beam;
  const width = percentOf(BIN / (HIGH - LOW));
  const column = (/** @type {string} */ name) => (/** @type {{at: number, weight: number}} */ {at, weight}) =>
    `<rect class="${name}" x="${percentOf(across(at - BIN / 2))}" width="${width}" y="${percentOf(1 - weight)}" height="${percentOf(weight)}"/>`;
  const chances = stack(outcomes, outcomes.map(({chance}) => chance)).map(column("beam-chance"));
  const weights = stack(outcomes, weightsOf(outcomes, stops[stop], worth[stop])).map(column("beam-weight"));
  const ticks = TICKS.map((points) => `<text class="tick" x="${percentOf(across(points))}" y="100%" dy="3.4em" text-anchor="middle">${points}</text>`);
  const balance = percentOf(across(worth[stop]));
  const middle = percentOf(across(mean));
  const side = across(worth[stop]) > TURN ? 'text-anchor="end" dx="-14"' : 'dx="14"';
  return `${weights.join("")}${chances.join("")}<line class="beam-plank" x2="100%" y1="100%" y2="100%"/>
<line class="beam-mean" x1="${middle}" x2="${middle}" y1="0" y2="100%"/>
<svg class="beam-foot" x="${balance}" y="100%"><path d="M0 2L-11 24H11z"/></svg>${ticks.join("")}
<text class="beam-label" x="${balance}" y="100%" dy="1.25em" ${side}>worth ${worth[stop].toFixed(2)}</text>`;
}

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

/** Say what the throw is worth to this player, and what that means. @param {Beam} beam @param {number} stop */
export function wordsOfBeam({stops, worth, spread, mean, outcomes}, stop) {
  const theta = stops[stop];
  const extreme = theta < 0 ? outcomes[0].value : outcomes[outcomes.length - 1].value;
  const moved = worth[stop] - mean;
  if (theta === 0) return `<span class="risk-theta">theta 0</span> The throw is worth its mean, <b>${mean.toFixed(2)}</b> points. Solid weights and chances are the same.`;
  const way = percentage(moved / (extreme - mean), 0);
  return `<span class="risk-theta">theta ${thetaText(theta)}</span> The throw is worth <b>${worth[stop].toFixed(2)}</b> points, ${Math.abs(moved).toFixed(2)} ${moved < 0 ? "less" : "more"} than its mean: ${way} of the way to the ${theta < 0 ? "worst" : "best"} outcome, ${extreme.toFixed(1)}. Theta times sigma: <b>${spread[stop].toFixed(2)}</b>.`;
}

/** Say which throw it is. @param {Beam} beam */
export function wordsOfThrow({keep, sigma}) {
  const dice = Array.from(keep, (face) => dieImage(Number(face), {small: true})).join(" ");
  return `First turn, last throw: ${dice} stay, three dice are thrown. Sigma, the standard deviation of what can come: ${sigma.toFixed(2)} points.`;
}
