/**
 * The way through the sweeps as a line to drag along: five sweeps, and what the turn is worth after each mean.
 */
import {percentOf} from "site_builder/kit";
import {endOf, frontOf, LAST_STEP, PHASES} from "./frames.js";

/** @import {Sweeps} from "./frames.js" */

const THROWS = ["no throw", "one throw", "two throws", "three throws"];
const NAMES = {score: "Score every roll", mean: "Mean sweep", best: "Max sweep"};

/** Draw the line with its handle, and the sweeps under it. @param {Sweeps} sweeps @param {number} step */
export function drawTrack(sweeps, step) {
  const share = percentOf(step / LAST_STEP);
  const parts = PHASES.slice(1).map(({kind, throws}, index) => {
    const phase = index + 1;
    const state = step >= endOf(phase) ? "done" : step > endOf(phase - 1) ? "now" : "";
    const value = kind === "mean" && step >= endOf(phase) ? sweeps.value_of_phase[phase][0].toFixed(2) : "";
    return `<span class="track-part ${state}"><b>${kind === "mean" ? "mean" : "max"}</b><i>${kind === "mean" ? `${THROWS[throws]} ` : ""}</i>${value}</span>`;
  });
  return `<svg class="track-line" aria-hidden="true"><line class="track-rest" x2="100%" y1="50%" y2="50%"/><line class="track-done" x2="${share}" y1="50%" y2="50%"/>
<circle class="track-grip" cx="${share}" cy="50%" r="9"/></svg><span class="track-parts" aria-hidden="true">${parts.join("")}</span>`;
}

/** Say what is done at a step. @param {number} step */
export function wordsOfStep(step) {
  const {phase, ring} = frontOf(step);
  const {kind} = PHASES[phase];
  if (kind === "score") return `<b>${NAMES.score}.</b> Each of the rolls is written into the box where it brings most, points to come included.`;
  const keeps = ["the empty keep", "keeps of one die", "keeps of two dice", "keeps of three dice", "keeps of four dice", "full rolls"][ring];
  if (kind === "mean") return `<b>${NAMES.mean}, inward.</b> Now ${keeps}: each is the mean of the six that one more die can make of it.`;
  return `<b>${NAMES.best}, outward.</b> Now ${keeps}: each takes the best of itself and of the keeps with one die less.`;
}

/** Say the same to a person who hears it, with the place in the whole. @param {number} step */
export function stepForEar(step) {
  const {phase, ring} = frontOf(step);
  return `${NAMES[PHASES[phase].kind]} ${phase} of ${PHASES.length - 1}, ring of ${ring} dice`;
}
