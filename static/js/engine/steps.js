/**
 * Steps drive their figure: the step in the middle of the window is the one the figure shows.
 * Written as `:::steps`, or as `.step[data-step]` anywhere around a figure in raw HTML.
 */
import {enliven} from "./figures.js";
import {stepAtLine} from "./reading.js";

/** The step each figure should show; a figure that wakes up late gets the last one only. @type {WeakMap<Element, number>} */
const wanted = new WeakMap();

/** Stops what was watched before. @type {(() => void)[]} */
let stops = [];

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

/**
 * Watch the steps of a figure.
 * @param {Element} figure
 * @param {Element[]} steps
 * @returns {() => void} Stops watching.
 */
function watch(figure, steps) {
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

/**
 * @param {Element} figure
 * @param {number} step
 */
function show(figure, step) {
  if (wanted.get(figure) === step) return;
  wanted.set(figure, step);
  enliven(figure).then(
    (controller) => wanted.get(figure) === step && controller.step?.(step),
    () => {}, // Told in the figure already.
  );
}

/**
 * Find the figure that a step speaks of: the nearest around it.
 * @param {Element} step
 */
function figureOf(step) {
  for (let around = step.parentElement; around; around = around.parentElement) {
    const figure = around.matches("[data-widget]") ? around : around.querySelector("[data-widget]");
    if (figure) return figure;
  }
  return null;
}
