/** All the throws of a game by how far their outcomes spread, and what that makes of them at each stop of the dial. */
import {makeFigure} from "site_builder/kit";
import {readBeam} from "../risk/beam.js";
import {drawRegimes, drawSigmas, wordsOfSigmas} from "../risk/sigmas-drawing.js";
import {drawDial, HEAD, turnDial} from "../risk/dial.js";
import {stopOfText} from "../risk/stops.js";

/** @import {Beam} from "../risk/types" */

/** Theta at which the figure opens. */
const OPENING = "0.1";

/** @param {Beam} beam */
const frameOf = (beam) => `<div class="risk risk-sigmas">
<p class="sigmas-words" data-region="words"></p>
${HEAD}
<div class="sigmas-part"><p class="risk-title">All ${beam.throws.toFixed(1)} throws of a game <span>by their sigma</span></p>
<div class="sigmas-plot"><svg aria-hidden="true" data-region="sigmas"></svg></div>
<p class="sigmas-axis" aria-hidden="true">sigma of the throw, points</p></div>
<div class="sigmas-part"><p class="risk-title">What a throw is worth <span>by theta times sigma; share of throws</span></p>
<ul class="sigmas-regimes" data-region="regimes"></ul></div>
</div>`;

/** @type {import("site_builder/kit").Figure<number, Beam>} */
const figure = {
  know: readBeam,
  opening: ({theta = OPENING}, {stops}) => stopOfText(theta, stops) ?? 0,
  read: (theta, {stops}) => stopOfText(theta, stops),
  write: (stop, {stops}) => String(stops[stop]),
  frame: (_stop, beam) => frameOf(beam),
  draw: (stop, beam) => ({words: wordsOfSigmas(beam, stop), dial: drawDial(beam.stops, stop), sigmas: drawSigmas(beam, stop), regimes: drawRegimes(beam, stop)}),
  words: (stop, beam) => wordsOfSigmas(beam, stop),
  hands: [turnDial((stop) => stop, (_now, stop) => stop)],
};

export const {view, mount} = makeFigure(figure);
