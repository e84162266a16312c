/**
 * How close to the limit? Switch the thrifts of the solver on and off, and watch what the arithmetic alone would take.
 */
import {find, onPress, plain, repaint} from "../figures/elements.js";
import {switchesOfText, textOfSwitches, THRIFTY, turned} from "../figures/speed.js";
import {drawAxis, drawRace, drawSwitches, wordsOf} from "../figures/speed-drawing.js";

/**
 * @typedef {import("../figures/speed.js").Data} Data
 * @typedef {import("../figures/speed.js").Switches} Switches
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
  return `<div class="speed">
<div class="speed-switches">${drawn[".speed-switches"]}</div>
<p class="speed-words">${drawn[".speed-words"]}</p>
<div class="speed-field"><ol class="speed-race">${drawn[".speed-race"]}</ol>
<svg class="speed-axis" aria-hidden="true">${drawAxis()}</svg></div>
</div>`;
}

/**
 * Let the reader turn the switches.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const opening = switchesOfText(String(context.state.switches ?? "")) ?? THRIFTY;
  let now = opening;

  /** @param {Switches} next */
  function show(next) {
    now = next;
    for (const [selector, markup] of Object.entries(draw(data, now))) repaint(find(element, selector), markup);
  }

  /** @param {Switches} next */
  function go(next) {
    show(next);
    context.writeState(textOfSwitches(now) === textOfSwitches(opening) ? null : textOfSwitches(now));
    context.announce(plain(wordsOf(data, now)));
  }

  /** @param {string} key */
  const press = (key) => go(turned(now, key));

  onPress(element, press, stop.signal);
  const linked = switchesOfText(context.readState());
  if (linked) show(linked);
  return {press, show: (text) => go(switchesOfText(text) ?? now), reset: () => show(opening), destroy: () => stop.abort()};
}
