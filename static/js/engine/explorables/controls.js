/**
 * The controls of an explorable: native ones, which are never replaced, so that none slips from under a hand.
 */
import {every} from "../kit/repaint.js";
import {nearestStop} from "./allowed.js";

/** @import {Parameter} from "./states.js" */

/** A choice of more than these is a list to unfold. */
const MOST_RADIOS = 6;

/** Milliseconds of rest until the sentence is said. */
const REST = 400;

/** A stop in words. @param {Parameter} parameter @param {number} stop */
const wordsOf = ({labels, unit}, stop) => labels[stop] + unit;

/** @param {string} text */
export const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&${{"&": "amp", "<": "lt", ">": "gt", '"': "quot"}[sign]};`);

/**
 * Markup of one control.
 * @param {Parameter} parameter @param {number} stop @param {string} id Of the figure, so that groups do not mix.
 */
export function controlOf(parameter, stop, id) {
  const {kind, labels} = parameter;
  if (kind === "slider") return slider(parameter, stop);
  if (kind === "toggle") return toggle(parameter, stop);
  return labels.length > MOST_RADIOS ? list(parameter, stop) : radios(parameter, stop, id);
}

/** @param {Parameter} parameter @param {number} stop */
function slider(parameter, stop) {
  const {name, label, labels} = parameter;
  const widest = labels.map((_, one) => wordsOf(parameter, one)).reduce((one, other) => (other.length > one.length ? other : one));
  const words = escaped(wordsOf(parameter, stop));
  return `<div class="explorable-control explorable-slider"><label><span class="explorable-label">${escaped(label)}</span>
<input type="range" min="0" max="${labels.length - 1}" step="1" value="${stop}" data-entry="${name}" aria-valuetext="${words}"></label>
<span class="reading" aria-hidden="true" data-widest="${escaped(widest)}">${words}</span></div>`;
}

/** @param {Parameter} parameter @param {number} stop @param {string} id */
function radios(parameter, stop, id) {
  const {name, label, labels} = parameter;
  const choices = labels.map((_, one) => `<label><input type="radio" name="${escaped(`${id}-${name}`)}" value="${one}" data-entry="${name}"${one === stop ? " checked" : ""}>${escaped(wordsOf(parameter, one))}</label>`);
  return `<fieldset class="explorable-control"><legend class="explorable-label">${escaped(label)}</legend><div class="explorable-choices">${choices.join("")}</div></fieldset>`;
}

/** @param {Parameter} parameter @param {number} stop */
function list(parameter, stop) {
  const {name, label, labels} = parameter;
  const options = labels.map((_, one) => `<option value="${one}"${one === stop ? " selected" : ""}>${escaped(wordsOf(parameter, one))}</option>`);
  return `<div class="explorable-control"><label><span class="explorable-label">${escaped(label)}</span> <select data-entry="${name}">${options.join("")}</select></label></div>`;
}

/** @param {Parameter} parameter @param {number} stop */
function toggle({name, label}, stop) {
  return `<div class="explorable-control"><label><input type="checkbox" data-press="flip-${name}"${stop === 1 ? " checked" : ""}>${escaped(label)}</label></div>`;
}

/**
 * Let controls be what moves the figure, and follow it where something else does. Who has moved one hears the sentence
 * once, when the hand rests.
 * @param {import("../kit/kit").Alive<number[], import("./explore.js").Known>} alive @returns {import("../kit/kit").Hand}
 */
export function byControls(alive) {
  const {element, known} = alive;
  const {parameters, only} = known;
  let rest = 0;
  const listen = (/** @type {Event} */ {target}) => {
    const field = /** @type {HTMLInputElement} */ (target);
    if (field.dataset.entry === undefined && field.dataset.press === undefined) return;
    // Before the figure follows: what is set stays as it is.
    if (field.type === "range") {
      const one = parameters.findIndex(({name}) => name === field.dataset.entry);
      // A hand that pulls on meets the last stop that makes sense.
      field.value = String(nearestStop(only, alive.place, one, Number(field.value), parameters));
      field.setAttribute("value", field.value);
    }
    clearTimeout(rest);
    rest = window.setTimeout(() => alive.announce(), REST);
  };
  element.addEventListener("input", listen, {signal: alive.signal});
  return {
    tell() {
      parameters.forEach((parameter, one) => follow(element, parameter, alive.place[one]));
      if (only) grey(element, known, alive.place);
    },
    destroy: () => clearTimeout(rest),
  };
}

/**
 * Grey what makes no sense with the other stops, and say why.
 * @param {HTMLElement} element @param {import("./explore.js").Known} known @param {readonly number[]} place
 */
function grey(element, {parameters, allowed}, place) {
  let some = false;
  for (const [one, {name, stops}] of parameters.entries()) {
    const open = stops.map((_, stop) => allowed(place.map((at, index) => (index === one ? stop : at))));
    for (const field of every(element, `[data-entry="${name}"]`)) {
      some ||= open.includes(false);
      if (field instanceof HTMLSelectElement) [...field.options].forEach((option, stop) => { option.disabled = !open[stop]; });
      else if (field instanceof HTMLInputElement && field.type === "radio") field.disabled = !open[Number(field.value)];
      else {
        const last = stops.length - 1;
        field.style.setProperty("--open-from", `${(100 * open.indexOf(true)) / last}%`);
        field.style.setProperty("--open-to", `${(100 * open.lastIndexOf(true)) / last}%`);
      }
    }
  }
  const why = element.querySelector(".explorable-why");
  if (why instanceof HTMLElement) why.hidden = !some;
}

/** @param {HTMLElement} element @param {Parameter} parameter @param {number} stop */
function follow(element, parameter, stop) {
  const words = wordsOf(parameter, stop);
  for (const field of every(element, `[data-entry="${parameter.name}"], [data-press="flip-${parameter.name}"]`)) {
    if (field instanceof HTMLSelectElement) field.selectedIndex = stop;
    else if (field instanceof HTMLInputElement) followInput(field, stop, words);
  }
}

/** @param {HTMLInputElement} field @param {number} stop @param {string} words */
function followInput(field, stop, words) {
  if (field.type === "checkbox") field.checked = stop === 1;
  else if (field.type === "radio") field.checked = Number(field.value) === stop;
  else {
    if (Number(field.value) !== stop) field.value = String(stop);
    field.setAttribute("value", String(stop));
    field.setAttribute("aria-valuetext", words);
    const reading = field.closest(".explorable-slider")?.querySelector(".reading");
    if (reading) reading.textContent = words;
  }
}
