/**
 * A score to beat: drag the target, and see how often three ways to play get there.
 */
import {find, plain, repaint} from "../figures/elements.js";
import {indexOfText, readTargets} from "../figures/score-to-beat.js";
import {drawChances, drawCurves, drawDial, drawGap, wordsOf} from "../figures/score-to-beat-drawing.js";
import {scrub} from "../figures/scrubber.js";

/**
 * @typedef {import("../figures/score-to-beat.js").Data} Data
 * @typedef {import("../figures/score-to-beat.js").Target} Target
 */

/** Opening target. */
const OPENING = "250";

/** @param {readonly Target[]} targets @param {{target?: string}} state */
function openingOf(targets, {target = OPENING}) {
  return indexOfText(target, targets) ?? Math.floor(targets.length / 2);
}

/**
 * What each region of the figure shows.
 * @param {readonly Target[]} targets
 * @param {number} index
 */
function draw(targets, index) {
  return {
    ".chance-ways": drawChances(targets[index]),
    ".beat-dial svg": drawDial(targets[index]),
    ".beat-words": wordsOf(targets, index),
    ".beat-curves > svg": drawCurves(targets, index),
    ".beat-gaps > svg": drawGap(targets, index),
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
<ul class="chance-ways">${drawn[".chance-ways"]}</ul>
<div class="beat-dial"><p>Where the dial serves this target best</p><svg aria-hidden="true">${drawn[".beat-dial svg"]}</svg></div></div>
<div class="beat-field">
<p class="beat-axis">chance of this score or more</p>
<div class="beat-plot beat-curves"><svg aria-hidden="true">${drawn[".beat-curves > svg"]}</svg></div>
<p class="beat-axis">what the best setting of the dial falls short</p>
<div class="beat-plot beat-gaps"><svg aria-hidden="true">${drawn[".beat-gaps > svg"]}</svg></div>
<p class="beat-axis beat-end">score to beat, in points</p>
</div>
</div>`;
}

/**
 * Let the reader drag the target.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const targets = readTargets(data);
  const opening = openingOf(targets, context.state);
  let now = indexOfText(context.readState(), targets) ?? opening;
  const last = targets.length - 1;

  const tell = scrub({
    element: find(element, ".beat-field"),
    label: "Score to beat",
    stride: 10,
    read: () => ({now, last, words: plain(wordsOf(targets, now))}),
    stepAt: (share) => Math.round(share * last),
    seek: (index) => {
      show(index);
      context.writeState(String(targets[index].score));
    },
  }, stop.signal);

  /** @param {number} index */
  function show(index) {
    now = index;
    for (const [selector, markup] of Object.entries(draw(targets, now))) repaint(find(element, selector), markup);
    tell();
  }

  if (now !== opening) show(now);
  return {
    reset() {
      show(opening);
      context.writeState(null);
    },
    destroy: () => stop.abort(),
  };
}
