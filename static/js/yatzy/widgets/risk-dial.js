/**
 * Bend the dial: one number, theta, moves the curve of final scores, mean and spread, every box, and decisions.
 *
 * Its place is a place on the dial: between two stops everything bends on, and no number is told.
 */
import {makeFigure, percentage, plain} from "site_builder/kit";
import {drawFlips, flipFrame, readFlips, wordsOfFlip} from "../risk/decisions.js";
import {bendDial, drawDial, HEAD} from "../risk/dial.js";
import {readPlay} from "../risk/play.js";
import {drawCurve, drawFrontier, drawHere, drawSources, heightOfSources, wordsOfPlay} from "../risk/play-drawing.js";
import {stopOfText, thetaText} from "../risk/stops.js";

/** @import {Flip, Play} from "../risk/types" */
/** @typedef {{play: Play, flips: Flip[], stops: readonly number[]}} Known */

/** Theta at which the figure opens, and those of the three players a press away. */
const OPENING = "0";
const PLAYERS = [["-0.05", "Cautious"], ["0", "Plain"], ["0.05", "Bold"]];

/** @param {Known} known */
function frameOf({play, flips}) {
  const players = PLAYERS.map(([theta, name]) => `<button type="button" class="button" data-press="theta:${theta}">${name}</button>`);
  return `<div class="risk risk-dial-figure">
<p class="risk-words" data-region="words"></p>
${HEAD}
<p class="risk-players with-script">${players.join("")}</p>
<div class="risk-column"><div><p class="risk-title">Where games end <span>dashed: theta 0</span></p><div class="risk-curve"><svg aria-hidden="true" data-region="curve"></svg></div></div>
<div><p class="risk-title">Average, against spread <span>in points</span></p><div class="risk-frontier"><svg aria-hidden="true">${drawFrontier(play)}<g class="here" data-region="here"></g></svg></div></div></div>
<div class="risk-column"><div><p class="risk-title">Three decisions that flip <span>each strip is the dial</span></p><div class="risk-flips">${flips.map(flipFrame).join("")}</div></div>
<div><p class="risk-title">Where points come from <span>a game; bars: against theta 0</span></p><div class="risk-sources"><svg aria-hidden="true" height="${heightOfSources(play)}" data-region="sources"></svg></div></div></div>
</div>`;
}

/** What a screen reader hears of a stop. @param {number} stop @param {Known} known */
function spoken(stop, {play, flips}) {
  return plain([wordsOfPlay(play, stop), ...flips.map((flip) => wordsOfFlip(flip, stop))].join(" "));
}

/** @type {import("site_builder/kit").Figure<number, Known>} */
const figure = {
  know(data) {
    const play = readPlay(data);
    return {play, flips: readFlips(data.risk_decisions), stops: play.stops};
  },
  opening: ({theta = OPENING}, {stops}) => stopOfText(theta, stops) ?? 0,
  read: (theta, {stops}) => stopOfText(theta, stops),
  write: (stop, {stops}) => String(stops[stop]),
  frame: (_place, known) => frameOf(known),
  draw: (place, {play, flips}) => ({
    words: wordsOfPlay(play, place),
    dial: drawDial(play.stops, place),
    curve: drawCurve(play, place),
    here: drawHere(play, place),
    sources: drawSources(play, place),
    ...drawFlips(flips, place),
  }),
  words: (stop, {play}) => wordsOfPlay(play, stop),
  readouts: (stop, {play}) => ({
    theta: thetaText(play.stops[stop]).replace("+", ""),
    average: play.mean[stop].toFixed(1),
    spread: play.sd[stop].toFixed(1),
    worst: play.worst[stop].toFixed(1),
    best: play.best[stop].toFixed(1),
    price: (play.mean[play.stops.indexOf(0)] - play.mean[stop]).toFixed(2),
    bonus: percentage(play.bonus_rate[stop]),
  }),
  between: (from, to, part) => from + (to - from) * part,
  /** "theta:0.05". */
  press: (key, _place, {stops}) => stopOfText(key.split(":")[1], stops),
  hands: [bendDial(spoken)],
};

export const {view, mount, readouts} = makeFigure(figure);
