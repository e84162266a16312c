/**
 * Bend the dial: one number, theta, moves the curve of final scores, mean and spread, every box, and decisions.
 *
 * Its place is a place on the dial: between two stops everything bends on, and no number is told.
 */
import {find, makeFigure, percentage, plain} from "site_builder/kit";
import {drawFlips, flipFrame, readFlips, wordsOfFlip} from "../risk/decisions.js";
import {bendDial, drawDial, HEAD} from "../risk/dial.js";
import {readPlay} from "../risk/play.js";
import {drawCurve, drawFrontier, drawHere, drawSources, heightOfSources, wordsOfPlay} from "../risk/play-drawing.js";
import {stopOfText, thetaText} from "../risk/stops.js";

/** @import {Flip, Play} from "../risk/types" */
/** @typedef {{play: Play, flips: Flip[], stops: readonly number[]}} Known */
/** Place on the dial, whole at a stop, and the picture that is shown. @typedef {{stop: number, panel: Panel}} Place */
/** @typedef {"curve" | "line" | "boxes" | "flips"} Panel */

/** Theta at which the figure opens. */
const OPENING = "0";

/** What the dial bends, one picture at a time. @type {Record<Panel, string>} */
const PANELS = {curve: "Curve", line: "Line", boxes: "Boxes", flips: "Decisions"};
const PANEL_NAMES = /** @type {Panel[]} */ (Object.keys(PANELS));
/** "0.05", or with a picture "0.05.line". */
const LINK = /^(?<theta>-?\d+(?:\.\d+)?)(?:\.(?<panel>[a-z]+))?$/;

/** @param {Panel} panel */
const classesOf = (panel) => `risk-panels shows-${panel}`;

/** @param {Place} place @param {Known} known @param {{linked?: string}} state A still that is linked to shows its own picture only. */
function frameOf({panel}, {play, flips}, {linked}) {
  const pictures = {
    curve: `<div class="curve"><p class="risk-title">Where games end <span>dashed: theta 0</span></p><div class="risk-curve"><svg aria-hidden="true" data-region="curve"></svg></div></div>`,
    line: `<div class="line"><p class="risk-title">Average, against spread <span>in points</span></p><div class="risk-frontier"><svg aria-hidden="true">${drawFrontier(play)}<g class="here" data-region="here"></g></svg></div></div>`,
    boxes: `<div class="boxes"><p class="risk-title">Where points come from <span>a game; bars: against theta 0</span></p><div class="risk-sources"><svg aria-hidden="true" height="${heightOfSources(play)}" data-region="sources"></svg></div></div>`,
    flips: `<div class="flips"><p class="risk-title">Three decisions that flip <span>each strip is the dial</span></p><div class="risk-flips">${flips.map(flipFrame).join("")}</div></div>`,
  };
  const shown = linked === undefined ? Object.values(pictures).join("\n") : pictures[panel];
  const panels = linked !== undefined ? [] : PANEL_NAMES.map((name) => `<button type="button" class="button" data-press="panel:${name}" aria-pressed="${name === panel}">${PANELS[name]}</button>`);
  return `<div class="risk risk-dial-figure">
<p class="risk-words" data-region="words"></p>
${HEAD}
${panels.length === 0 ? "" : `<p class="risk-choice-of-panel with-script" role="group" aria-label="Picture">${panels.join("")}</p>`}
<div class="${classesOf(panel)}" role="group" aria-label="Picture chosen" tabindex="0">
${shown}
</div>
</div>`;
}

/** What a screen reader hears of a stop. @param {number} stop @param {Known} known */
function spoken(stop, {play, flips}) {
  return plain([wordsOfPlay(play, stop), ...flips.map((flip) => wordsOfFlip(flip, stop))].join(" "));
}

/** A hand: the picture that is chosen is seen, and its button pressed. @param {import("site_builder/kit").Alive<Place, Known>} alive */
function showPanel(alive) {
  const panels = find(alive.element, ".risk-panels");
  const buttons = [...alive.element.querySelectorAll('[data-press^="panel:"]')];
  return {
    tell() {
      const classes = classesOf(alive.place.panel);
      if (panels.className !== classes) panels.scrollTop = 0;
      panels.className = classes;
      buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(PANEL_NAMES[index] === alive.place.panel)));
    },
  };
}

/** @param {string | null | undefined} text @param {Known} known @param {Panel} panel Shown where the text names none. @returns {Place | null} */
function placeOf(text, {stops}, panel) {
  const found = LINK.exec(text ?? "")?.groups;
  const stop = stopOfText(found?.theta, stops);
  const named = /** @type {Panel} */ (found?.panel ?? panel);
  return stop === null || !(named in PANELS) ? null : {stop, panel: named};
}

/** @type {import("site_builder/kit").Figure<Place, Known>} */
const figure = {
  know(data) {
    const play = readPlay(data);
    return {play, flips: readFlips(data.risk_decisions), stops: play.stops};
  },
  opening: ({theta = OPENING}, known) => placeOf(theta, known, "curve") ?? {stop: 0, panel: "curve"},
  read: (text, known, opening) => placeOf(text, known, opening.panel),
  write: ({stop, panel}, {stops}) => `${stops[stop]}.${panel}`,
  frame: frameOf,
  draw: ({stop}, {play, flips}) => ({
    words: wordsOfPlay(play, stop),
    dial: drawDial(play.stops, stop),
    curve: drawCurve(play, stop),
    here: drawHere(play, stop),
    sources: drawSources(play, stop),
    ...drawFlips(flips, stop),
  }),
  words: ({stop}, {play}) => wordsOfPlay(play, stop),
  readouts: ({stop}, {play}) => ({
    theta: thetaText(play.stops[stop]).replace("+", ""),
    average: play.mean[stop].toFixed(1),
    spread: play.sd[stop].toFixed(1),
    worst: play.worst[stop].toFixed(1),
    best: play.best[stop].toFixed(1),
    price: (play.mean[play.stops.indexOf(0)] - play.mean[stop]).toFixed(2),
    bonus: percentage(play.bonus_rate[stop]),
  }),
  between: (from, to, part) => ({stop: from.stop + (to.stop - from.stop) * part, panel: to.panel}),
  /** "panel:line". */
  press: (key, place) => ({...place, panel: /** @type {Panel} */ (key.split(":")[1])}),
  hands: [bendDial(({stop}) => stop, (place, stop) => ({...place, stop}), (place, known) => spoken(place.stop, known)), showPanel],
};

export const {view, mount, readouts} = makeFigure(figure);
