/**
 * Between average and maximum: one throw balanced by players of every taste, and all throws of a game by regime.
 */
import {makeFigure} from "site_builder/kit";
import {readBeam} from "../risk/beam.js";
import {drawBeam, drawRegimes, drawSigmas, wordsOfBeam, wordsOfThrow} from "../risk/beam-drawing.js";
import {drawDial, HEAD, turnDial} from "../risk/dial.js";
import {stopOfText} from "../risk/stops.js";

/** @import {Beam} from "../risk/types" */

/** Theta at which the figure opens. */
const OPENING = "0.1";

/** @param {Beam} beam */
const frameOf = (beam) => `<div class="risk risk-beam-figure">
<p class="beam-words" data-region="words"></p>
${HEAD}
<div class="beam-part"><p class="risk-title">One throw on a beam <span>hollow: chances; solid: how much they count</span></p>
<p class="beam-throw">${wordsOfThrow(beam)}</p>
<div class="beam-stage"><svg aria-hidden="true" data-region="beam"></svg></div>
<p class="beam-axis" aria-hidden="true">points still to come; line: the mean</p></div>
<div class="beam-part"><p class="risk-title">All ${beam.throws.toFixed(1)} throws of a game <span>by their sigma</span></p>
<div class="beam-sigmas"><svg aria-hidden="true" data-region="sigmas"></svg></div>
<p class="beam-axis" aria-hidden="true">sigma of the throw, points</p></div>
<div class="beam-part"><p class="risk-title">What a throw is worth <span>by theta times sigma; share of throws</span></p>
<ul class="beam-regimes" data-region="regimes"></ul></div>
</div>`;

/** @type {import("site_builder/kit").Figure<number, Beam>} */
const figure = {
  know: readBeam,
  opening: ({theta = OPENING}, {stops}) => stopOfText(theta, stops) ?? 0,
  read: (theta, {stops}) => stopOfText(theta, stops),
  write: (stop, {stops}) => String(stops[stop]),
  frame: (_stop, beam) => frameOf(beam),
  draw: (stop, beam) => ({
    words: wordsOfBeam(beam, stop),
    dial: drawDial(beam.stops, stop),
    beam: drawBeam(beam, stop),
    sigmas: drawSigmas(beam, stop),
    regimes: drawRegimes(beam, stop),
  }),
  words: (stop, beam) => wordsOfBeam(beam, stop),
  hands: [turnDial((stop) => stop, (_now, stop) => stop)],
};

export const {view, mount} = makeFigure(figure);
