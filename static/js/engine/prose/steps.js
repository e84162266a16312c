/**
 * Steps drive their figure: the step in the middle of the window is the one the figure shows, the state that it names
 * (`data-state`) or what the figure's own `step` makes of its number.
 * Written as `:::steps`, or as `.step[data-step]` anywhere around a figure in raw HTML.
 */
import {MOVES} from "../browser/page.js";
import {readParameter, writeParameter} from "../browser/address.js";
import {enliven} from "../figures/alive.js";
import {lead} from "../figures/lead.js";
import {stepAtLine} from "./reading.js";

/** @import {Controller} from "../widget.d.ts" */

/** Milliseconds in which a page that has loaded may still move to where its address leads; and one that scrolls smoothly. */
const ARRIVAL = 300;
const JOURNEY = 1200;

/** The step each figure should show; a figure that wakes up late gets the last one only. @type {WeakMap<Element, number>} */
const wanted = new WeakMap();

/** The step at which the page arrived by itself: the state of the address, if there is one, goes before that step. @type {WeakMap<Element, number>} */
const linkedAt = new WeakMap();

/** What a step led a figure to last: the state it names, or its number. @type {WeakMap<Element, {linked: string} | {step: number}>} */
const shown = new WeakMap();

/** The state that a step names, by the step's number. @type {WeakMap<Element, Map<number, string>>} */
const states = new WeakMap();

/** Whether the page is still moving to where the reader wants to be; what it passes is no step that she scrolled to. */
let isArriving = true;
/** How often it set out: only the end of its last journey is an arrival. */
let journeys = 0;

/** Stops what was watched before. @type {(() => void)[]} */
let stops = [];

/** Begin: know when the reader has arrived, and lead figures back to their step after a reset. */
export function listenForSteps() {
  if (document.readyState === "complete") arriveIn(ARRIVAL);
  else addEventListener("load", () => arriveIn(ARRIVAL), {once: true});
  for (const move of MOVES) addEventListener(move, () => (isArriving = false), {capture: true, passive: true});
  document.addEventListener("figurereset", ({target}) => {
    const figure = /** @type {Element} */ (target);
    const step = wanted.get(figure);
    if (step === undefined) return;
    linkedAt.delete(figure);
    enliven(figure).then((controller) => stepTo(figure, controller, step), () => {});
  });
}

/** The page sets out for a place that the reader asked for. */
export function setOut() {
  arriveIn(JOURNEY);
}

/** @param {number} milliseconds */
function arriveIn(milliseconds) {
  isArriving = true;
  const journey = ++journeys;
  const arrive = () => {
    if (journey === journeys) isArriving = false;
  };
  // Two frames more: what the last movement passed is told in a frame, however late that comes on a busy machine.
  setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(arrive)), milliseconds);
}

/** Return what a step has moved a figure to; none where no step has, or a link goes before it. @param {Element} figure */
export const shownByStep = (figure) => shown.get(figure);

/** Watch all steps of the page; again after the page was patched. */
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
  // Twenty-one thresholds: called as the words pass, not at every pixel.
  const thresholds = Array.from({length: 21}, (_, index) => index / 20);
  const passing = new IntersectionObserver((entries) => {
    if (entries.some(({isIntersecting}) => isIntersecting)) choose();
  }, {threshold: thresholds});
  for (const step of steps) passing.observe(step);
  return () => passing.disconnect();
}

/**
 * Where the eye is: a little under the middle, or in the middle of what a figure above the words leaves free.
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
  if (wanted.get(figure) === step) return;
  const isFirst = !wanted.has(figure);
  if (isFirst || isArriving) linkedAt.set(figure, step);
  else linkedAt.delete(figure);
  wanted.set(figure, step);
  enliven(figure).then(
    (controller) => wanted.get(figure) === step && stepTo(figure, controller, step),
    () => {}, // Told in the figure already.
  );
}

/**
 * Lead a figure to a step. What a step shows is no state of the address, unless the figure's own `step` writes one.
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
    settle(figure, {linked: state});
  } else if (link === null && controller.step !== undefined && !writes(figure, () => controller.step?.(step))) {
    settle(figure, {step});
  }
}

/** Whether a figure writes a state while something is done. @param {Element} figure @param {() => void} act */
function writes(figure, act) {
  let isWritten = false;
  const note = () => (isWritten = true);
  figure.addEventListener("figurestate", note);
  act();
  figure.removeEventListener("figurestate", note);
  return isWritten;
}

/** A step has moved a figure: the address forgets what was there, and the numbers of the prose follow. @param {Element} figure @param {{linked: string} | {step: number}} at */
function settle(figure, at) {
  shown.set(figure, at);
  writeParameter(figure.id, null);
  figure.dispatchEvent(new CustomEvent("figurestep", {bubbles: true, detail: at}));
}

/** Find the figure that a step speaks of: the nearest around it. @param {Element} step */
function figureOf(step) {
  for (let around = step.parentElement; around; around = around.parentElement) {
    const figure = around.matches("[data-widget]") ? around : around.querySelector("[data-widget]");
    if (figure) return figure;
  }
  return null;
}
