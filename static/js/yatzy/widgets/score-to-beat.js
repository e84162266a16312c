/**
 * A score to beat: drag the target, and see how often three ways to play get there. The answer is covered until a guess
 * or a drag, for eyes and for the voice of the slider alike.
 */
import {alongPicture, dressed, makeFigure} from "site_builder/kit";
import {indexOfText, pointsOfGuess, readTargets} from "../targets/score-to-beat.js";
import {
  drawChances, drawCurves, drawDial, drawGap, drawGuesses, drawOnCurves, drawOnGap, thetaText, wordsOfPlace,
} from "../targets/score-to-beat-drawing.js";
import {chanceOf} from "../parts/ways.js";

/** @import {Target, TargetPlace as Place} from "../targets/types" */

/** Opening target. */
const OPENING = "250";

/** @param {readonly Target[]} targets */
const frameOf = (targets) => `<div class="beat">
<div class="beat-panel"><p class="beat-words" data-region="words"></p>
<div class="beat-guesses with-script" role="group" aria-label="Your guess">${drawGuesses()}</div>
<ul class="chance-ways" data-region="chances"></ul>
<div class="beat-dial"><p>Where the dial serves this target best</p><svg aria-hidden="true" data-region="dial"></svg></div></div>
<div class="beat-field" data-dock-from>
<p class="beat-axis">chance of this score or more</p>
<div class="beat-plot beat-curves"><svg aria-hidden="true">${drawCurves(targets)}<g class="here" data-region="on-curves"></g></svg></div>
<p class="beat-axis">what the best setting of the dial falls short</p>
<div class="beat-plot beat-gaps"><svg aria-hidden="true">${drawGap(targets)}<g class="here" data-region="on-gap"></g></svg></div>
<p class="beat-axis beat-end">score to beat, in points</p>
</div>
</div>`;

/** A target that tells. @param {number} index @returns {Place} */
const told = (index) => ({index, asks: false, guess: null});

/** @type {import("site_builder/kit").Figure<Place, readonly Target[]>} */
const figure = {
  know: readTargets,
  opening: ({target = OPENING}, targets) => ({...told(indexOfText(target, targets) ?? Math.floor(targets.length / 2)), asks: true}),
  still: ({index}) => told(index),
  read(text, targets) {
    const index = indexOfText(text, targets);
    return index === null ? null : told(index);
  },
  write: ({index}, targets) => String(targets[index].score),
  frame: (_place, targets) => frameOf(targets),
  draw: (place, targets) => ({
    words: wordsOfPlace(targets, place),
    chances: drawChances(targets[place.index]),
    dial: drawDial(targets[place.index]),
    "on-curves": drawOnCurves(targets, place.index),
    "on-gap": drawOnGap(targets, place.index),
  }),
  words: (place, targets) => wordsOfPlace(targets, place),
  readouts({index}, targets) {
    const {score, best, dial, optimal, theta} = targets[index];
    return {
      target: String(score),
      best: chanceOf(best),
      dial: chanceOf(dial),
      average: chanceOf(optimal),
      theta: thetaText(theta),
      short: chanceOf(best - dial),
    };
  },
  /** "guess-55". */
  press: (key, place) => ({...place, asks: false, guess: Number(key.split("-")[1])}),
  pressed(_key, alive) {
    const {index, guess} = alive.place;
    alive.context.record("chance", pointsOfGuess(alive.known[index], Number(guess)));
    alive.announce();
  },
  hands: [dressed(".beat", ({asks}) => (asks ? "beat guessing" : "beat")), alongPicture(".beat-field", {
    label: "Score to beat",
    stride: 10,
    now: ({index}) => index,
    last: (_place, targets) => targets.length - 1,
    moved: (_place, index) => told(index),
  })],
};

export const {view, mount, readouts} = makeFigure(figure);
