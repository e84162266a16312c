/**
 * How close to the limit? Switch the thrifts of the solver on and off, and watch what the arithmetic alone would take.
 */
import {find, onPress, plain, repaint} from "site_builder/kit";
import {switchesOfText, textOfSwitches, THRIFTY, turned} from "../machine/speed.js";
import {drawAxis, drawRace, drawSwitches, wordsOf} from "../machine/speed-drawing.js";
import {pointsOfGuess, QUESTION, takenOff, verdictOf} from "../machine/speed-guess.js";
import {drawGuess, drawVerdict} from "../parts/guess.js";

/**
 * @typedef {import("../machine/speed.js").Data} Data
 * @typedef {import("../machine/speed.js").Switches} Switches
 */

/**
 * What each region of the figure shows.
 * @param {Data} data
 * @param {Switches} switches
 * @returns {Record<string, string>}
 */
function draw(data, switches) {
  return {
    ".speed-switches": drawSwitches(switches),
    ".speed-words": wordsOf(data, switches),
    ".speed-race": drawRace(data, switches),
  };
}

/**
 * Draw the figure.
 * @param {{switches?: string}} state
 * @param {Data} data
 */
export function view({switches = ""}, data) {
  const drawn = draw(data, switchesOfText(switches) ?? THRIFTY);
  return `<div class="speed to-guess">
<div class="speed-turned">${drawGuess(QUESTION)}${drawVerdict(verdictOf(data, null))}
<div class="speed-switches">${drawn[".speed-switches"]}</div>
<p class="speed-words" tabindex="-1">${drawn[".speed-words"]}</p></div>
<div class="speed-field"><ol class="speed-race">${drawn[".speed-race"]}</ol>
<svg class="speed-axis" aria-hidden="true">${drawAxis()}</svg></div>
</div>`;
}

/**
 * Let the reader guess, and turn the switches.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const opening = switchesOfText(String(context.state.switches ?? "")) ?? THRIFTY;
  let now = opening;
  /** Whether the first answer is still to come. */
  let asks = true;
  /** What the first answer came to; what is told to those who did not guess, on paper too. */
  let verdict = verdictOf(data, null);

  /** @param {Switches} next */
  function show(next) {
    now = next;
    find(element, ".speed").classList.toggle("to-guess", asks);
    repaint(find(element, ".guess-verdict"), verdict);
    for (const [selector, markup] of Object.entries(draw(data, now))) repaint(find(element, selector), markup);
  }

  /** @param {Switches} next @param {string} [first] What the first answer came to, if this is one. */
  function go(next, first) {
    asks = false; // Whoever looks elsewhere has seen the answer.
    verdict = first ?? verdict;
    show(next);
    context.writeState(textOfSwitches(now) === textOfSwitches(opening) ? null : textOfSwitches(now));
    context.announce(plain(first ?? wordsOf(data, now)));
  }

  /** Press "skip", or a switch: "cores-0". The first switch that is turned is an answer. @param {string} key */
  function press(key) {
    if (key === "skip") {
      go(now, verdict);
      return find(element, ".speed-words").focus({preventScroll: true}); // The button that had the focus is gone.
    }
    const guess = asks ? takenOff(key) : null;
    if (asks && guess === null) return; // Nothing was taken off.
    go(turned(now, key), guess === null ? undefined : verdictOf(data, guess));
    if (guess !== null) context.record("thrift", pointsOfGuess(data, guess));
  }

  onPress(element, press, stop.signal);
  const linked = switchesOfText(context.readState());
  if (linked) {
    asks = false;
    verdict = "";
    show(linked);
  }
  const reset = () => {
    asks = true;
    verdict = verdictOf(data, null);
    show(opening);
  };
  return {press, show: (text) => go(switchesOfText(text) ?? now), reset, destroy: () => stop.abort()};
}
