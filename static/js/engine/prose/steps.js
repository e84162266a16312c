/**
 * Steps of the text set their figure: it shows the step in the middle of the window, as the state that the step names
 * (`data-state`) or as the figure's own `step` handles its number.
 * Written as `:::steps`, or as `.step[data-step]` anywhere around a figure in raw HTML.
 */
import {SCROLL_EVENTS} from "../browser/page.js";
import {readParameter, writeParameter} from "../browser/address.js";
import {mountFigure} from "../figures/watch.js";
import {lead} from "../figures/lead.js";
import {stepAtLine} from "./reading.js";

/** @import {Controller} from "../widget.d.ts" */

/** Milliseconds in which a loaded page, or a smoothly scrolling one, may still move to its target. */
const ARRIVAL = 300;
const JOURNEY = 1200;

/** The current step of each figure; a figure mounted later gets only the last one. @type {WeakMap<Element, number>} */
const current = new WeakMap();

/** The step at which the page arrived; a state in the address takes precedence over it. @type {WeakMap<Element, number>} */
const linkedAt = new WeakMap();

/** What a step has shown in a figure last: the named state or the step's number. @type {WeakMap<Element, {linked: string} | {step: number}>} */
const shown = new WeakMap();

/** The states named by steps, by the step's number. @type {WeakMap<Element, Map<number, string>>} */
const states = new WeakMap();

/** Whether the page is still moving to its target; steps passed on the way are not chosen by the reader. */
let isArriving = true;
/** Number of movements started; only the end of the last one counts. */
let journeys = 0;

/** Stop functions of the current observers. @type {(() => void)[]} */
let stops = [];

/** Detect when the reader has arrived, and return figures to their step after a reset. */
export function listenForSteps() {
  if (document.readyState === "complete") arriveIn(ARRIVAL);
  else addEventListener("load", () => arriveIn(ARRIVAL), {once: true});
  for (const move of SCROLL_EVENTS) addEventListener(move, () => (isArriving = false), {capture: true, passive: true});
  document.addEventListener("figurereset", ({target}) => {
    const figure = /** @type {Element} */ (target);
    const step = current.get(figure);
    if (step === undefined) return;
    linkedAt.delete(figure);
    mountFigure(figure).then((controller) => stepTo(figure, controller, step), () => {});
  });
}

/** Note that the page starts to scroll to a target. */
export function startScroll() {
  arriveIn(JOURNEY);
}

/** @param {number} milliseconds */
function arriveIn(milliseconds) {
  isArriving = true;
  const journey = ++journeys;
  const arrive = () => {
    if (journey === journeys) isArriving = false;
  };
  // Wait for two more frames: observers report the last movement in a frame, which may be late on a busy machine.
  setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(arrive)), milliseconds);
}

/** Return the state or step that the text has shown in a figure; undefined if none, or if a link takes precedence. @param {Element} figure */
export const shownByStep = (figure) => shown.get(figure);

/** Watch all steps of the page; called again after the page was patched. */
export function startSteps() {
  for (const stop of stops) stop();
  /** @type {Map<Element, Element[]>} */
  const stepsOf = new Map();
  for (const step of document.querySelectorAll(".step[data-step]")) {
    const figure = figureOf(step);
    if (figure) stepsOf.set(figure, [...(stepsOf.get(figure) ?? []), step]);
  }
  stops = [...stepsOf].map(([figure, steps]) => watch(figure, steps));
}

/** Watch the steps of a figure. @param {Element} figure @param {Element[]} steps @returns {() => void} Stops watching. */
function watch(figure, steps) {
  const named = /** @type {HTMLElement[]} */ (steps).filter(({dataset}) => dataset.state !== undefined);
  states.set(figure, new Map(named.map(({dataset}) => [Number(dataset.step), String(dataset.state)])));
  const choose = () => {
    const boxes = steps.map((step) => step.getBoundingClientRect());
    const index = stepAtLine(boxes, readingLine(figure, boxes[0]));
    steps.forEach((step, position) => step.classList.toggle("current", position === index));
    show(figure, Number(/** @type {HTMLElement} */ (steps[index]).dataset.step));
  };
  // A limited number of callbacks per step, not one per pixel.
  const thresholds = Array.from({length: 21}, (_, index) => index / 20);
  const passing = new IntersectionObserver((entries) => {
    if (entries.some(({isIntersecting}) => isIntersecting)) choose();
  }, {threshold: thresholds});
  for (const step of steps) passing.observe(step);
  return () => passing.disconnect();
}

/**
 * Return the height at which the reader reads: a little below the middle of the window, or the middle of the space that a
 * figure above the text leaves free.
 * @param {Element} figure
 * @param {DOMRect} words One of the steps.
 */
function readingLine(figure, words) {
  const box = (figure.querySelector(".stage") ?? figure).getBoundingClientRect();
  const isBeside = words.right <= box.left + 1 || box.right <= words.left + 1;
  if (isBeside) return innerHeight * 0.55;
  const free = Math.min(Math.max(box.bottom, 0), innerHeight * 0.8);
  return free + (innerHeight - free) * 0.5;
}

/** @param {Element} figure @param {number} step */
function show(figure, step) {
  if (current.get(figure) === step) return;
  const isFirst = !current.has(figure);
  if (isFirst || isArriving) linkedAt.set(figure, step);
  else linkedAt.delete(figure);
  current.set(figure, step);
  mountFigure(figure).then(
    (controller) => current.get(figure) === step && stepTo(figure, controller, step),
    () => {}, // The figure shows the error.
  );
}

/**
 * Show a step in a figure. It is not written into the address unless the figure's own `step` writes a state.
 * @param {Element} figure @param {Controller} controller @param {number} step
 */
function stepTo(figure, controller, step) {
  const link = linkedAt.get(figure) === step ? readParameter(figure.id) : null;
  const state = states.get(figure)?.get(step);
  if (link !== null && controller.show !== undefined) {
    if (state === undefined) controller.step?.(step);
    lead(figure, controller, link);
  } else if (link === null && state !== undefined) {
    lead(figure, controller, state);
    noteStep(figure, {linked: state});
  } else if (link === null && controller.step !== undefined && !writes(figure, () => controller.step?.(step))) {
    noteStep(figure, {step});
  }
}

/** Whether a figure writes a state during `act`. @param {Element} figure @param {() => void} act */
function writes(figure, act) {
  let isWritten = false;
  const note = () => (isWritten = true);
  figure.addEventListener("figurestate", note);
  act();
  figure.removeEventListener("figurestate", note);
  return isWritten;
}

/**
 * Remove the figure's state from the address and update the numbers of the prose.
 * @param {Element} figure @param {{linked: string} | {step: number}} at
 */
function noteStep(figure, at) {
  shown.set(figure, at);
  writeParameter(figure.id, null);
  figure.dispatchEvent(new CustomEvent("figurestep", {bubbles: true, detail: at}));
}

/** Return the figure of a step: the nearest around it. @param {Element} step */
function figureOf(step) {
  for (let around = step.parentElement; around; around = around.parentElement) {
    const figure = around.matches("[data-widget]") ? around : around.querySelector("[data-widget]");
    if (figure) return figure;
  }
  return null;
}
