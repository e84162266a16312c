/**
 * Fields of a figure that have a name, `data-entry="minute"`: one that is set to 33 presses "minute=33". The same key
 * comes from a field that was set before the figure lived.
 */
import {every} from "./repaint.js";

/**
 * Follow the inputs and selects inside an element.
 * @param {HTMLElement} element
 * @param {(key: string) => void} enter Called with whatever is set, while it is being set.
 * @param {() => void} leave Called when the reader has let go of it.
 * @param {AbortSignal} signal
 */
export function onEntry(element, enter, leave, signal) {
  const fieldOf = (/** @type {Event} */ {target}) => {
    const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (target);
    return field.dataset.entry === undefined ? null : field;
  };
  element.addEventListener("input", (event) => {
    const field = fieldOf(event);
    if (field !== null) enter(`${field.dataset.entry}=${field.value}`);
  }, {signal});
  element.addEventListener("change", (event) => {
    if (fieldOf(event) !== null) leave();
  }, {signal});
}

/** Let inputs show what their markup says: one that was touched no longer follows it by itself. @param {HTMLElement} element */
export function keepEntries(element) {
  for (const field of /** @type {HTMLInputElement[]} */ (every(element, "input[data-entry][value]"))) {
    field.value = String(field.getAttribute("value"));
  }
}
