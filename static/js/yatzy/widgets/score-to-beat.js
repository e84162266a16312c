/**
 * A score to beat: drag the target, and see how often three ways to play get there.
 */
import {Dragged, find, onPress, repaint} from "site_builder/kit";
import {indexOfText, readTargets} from "../targets/score-to-beat.js";
import {drawChances, drawCurves, drawDial, drawGap, drawGuesses, drawOnCurves, drawOnGap, questionOf, thetaText, verdictOf, wordsOf} from "../targets/score-to-beat-drawing.js";
import {chanceOf} from "../parts/ways.js";

/**
 * @typedef {import("../targets/score-to-beat.js").Data} Data
 * @typedef {import("../targets/score-to-beat.js").Target} Target
 */

/** Opening target. */
const OPENING = "250";

/** @param {readonly Target[]} targets @param {{target?: string}} state */
function openingOf(targets, {target = OPENING}) {
  return indexOfText(target, targets) ?? Math.floor(targets.length / 2);
}

/**
 * What each region of the figure shows that changes with the target.
 * @param {readonly Target[]} targets
 * @param {number} index
 */
function draw(targets, index) {
  return {
    ".chance-ways": drawChances(targets[index]),
    ".beat-dial svg": drawDial(targets[index]),
    ".beat-words": wordsOf(targets, index),
    ".beat-curves .here": drawOnCurves(targets, index),
    ".beat-gaps .here": drawOnGap(targets, index),
  };
}

/**
 * Draw the figure at its opening target.
 * @param {{target?: string}} state
 * @param {Data} data
 */
export function view(state, data) {
  const targets = readTargets(data);
  const drawn = draw(targets, openingOf(targets, state));
  return `<div class="beat">
<div class="beat-panel"><p class="beat-words">${drawn[".beat-words"]}</p>
<div class="beat-guesses with-script" role="group" aria-label="Your guess">${drawGuesses()}</div>
<ul class="chance-ways">${drawn[".chance-ways"]}</ul>
<div class="beat-dial"><p>Where the dial serves this target best</p><svg aria-hidden="true">${drawn[".beat-dial svg"]}</svg></div></div>
<div class="beat-field">
<p class="beat-axis">chance of this score or more</p>
<div class="beat-plot beat-curves"><svg aria-hidden="true">${drawCurves(targets)}<g class="here">${drawn[".beat-curves .here"]}</g></svg></div>
<p class="beat-axis">what the best setting of the dial falls short</p>
<div class="beat-plot beat-gaps"><svg aria-hidden="true">${drawGap(targets)}<g class="here">${drawn[".beat-gaps .here"]}</g></svg></div>
<p class="beat-axis beat-end">score to beat, in points</p>
</div>
</div>`;
}

/**
 * Read out the target, the three chances, the theta that serves it best, and what that falls short of the best.
 * @param {{target?: string, linked?: string}} state
 * @param {Data} data
 */
export function readouts({linked, ...state}, data) {
  const targets = readTargets(data);
  const index = linked === undefined ? openingOf(targets, state) : indexOfText(linked, targets);
  if (index === null) return null;
  const {score, best, dial, optimal, theta} = targets[index];
  return {
    target: String(score),
    best: chanceOf(best),
    dial: chanceOf(dial),
    average: chanceOf(optimal),
    theta: thetaText(theta),
    short: chanceOf(best - dial),
  };
}

/** @param {readonly Target[]} targets @returns {import("site_builder/kit").Figure<number>} */
function figureOf(targets) {
  const last = targets.length - 1;
  return {
    field: ".beat-field",
    label: "Score to beat",
    stride: 10,
    read: (now) => ({now, last}),
    stepAt: (share) => Math.round(share * last),
    moved: (_now, step) => step,
    draw: (now) => draw(targets, now),
    words: (now) => wordsOf(targets, now),
    text: (now) => String(targets[now].score),
  };
}

/**
 * Let the reader guess the best chance, and drag the target. The answer is covered until a guess or a drag, for eyes and
 * for the voice of the slider alike.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 */
export function mount(element, data, context) {
  const targets = readTargets(data);
  const [opening, linked] = [openingOf(targets, context.state), indexOfText(context.readState(), targets)];
  const figure = figureOf(targets);
  let asks = linked === null;
  const words = (/** @type {number} */ now) => (asks ? questionOf(targets[now]) : figure.words(now));
  const draws = (/** @type {number} */ now) => (ask(false), figure.draw(now));
  const dragged = new Dragged(element, context, {...figure, words, draw: draws}, opening, linked);

  /** Cover the answer, or take the cover away. @param {boolean} is_covered */
  function ask(is_covered) {
    asks = is_covered;
    find(element, ".beat").classList.toggle("guessing", is_covered);
  }

  function cover() {
    ask(true);
    repaint(find(element, ".beat-words"), questionOf(targets[opening]));
    dragged.tell();
  }

  /** Press "guess-55". @param {string} key */
  function press(key) {
    dragged.go(opening);
    context.record("chance", Math.max(0, 10 - Math.round(Math.abs(Number(key.split("-")[1]) - 100 * targets[opening].best))));
    repaint(find(element, ".beat-words"), verdictOf(targets, opening, Number(key.split("-")[1])));
    context.announce(find(element, ".beat-words").textContent ?? "");
  }

  onPress(element, press, dragged.signal);
  if (asks) cover();
  const show = (/** @type {string} */ text) => dragged.follow(indexOfText(text, targets));
  return {press, show, reset: () => (dragged.reset(), cover()), destroy: () => dragged.destroy()};
}
