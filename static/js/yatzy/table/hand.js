/** Finger, mouse and keyboard at the table. */

import {onPress} from "site_builder/kit";
import {readFile} from "./opening.js";

/** @import {Table} from "./alive.js" */

/** Listen to what the players do. @param {HTMLElement} element @param {Table} table @param {AbortSignal} signal */
export function listen(element, table, signal) {
  onPress(element, (key) => table.press(key), signal);
  for (const kind of ["input", "change"]) {
    element.addEventListener(kind, ({target}) => {
      const is_field = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
      if (!is_field || target.dataset.entry === undefined) return;
      if ((kind === "change") === target instanceof HTMLSelectElement) table.enter(target.dataset.entry, target.value);
    }, {signal});
  }
  element.addEventListener("change", ({target}) => {
    const file = target instanceof HTMLInputElement && target.dataset.file !== undefined ? target.files?.[0] : undefined;
    if (file !== undefined) void readFile(table, file);
  }, {signal});
  element.addEventListener("focusin", ({target}) => {
    // What is there to be taken along is taken whole.
    if ((target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.readOnly) target.select();
  }, {signal});
  element.addEventListener("keydown", (event) => followKey(event, table), {signal});
}

/** @param {KeyboardEvent} event @param {Table} table */
function followKey(event, table) {
  if (event.repeat && ["Enter", " "].includes(event.key)) return event.preventDefault(); // A key that is held presses once.
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target instanceof Element && event.target.matches("input, select, textarea")) return;
  if (/^[1-6]$/.test(event.key)) {
    event.preventDefault();
    table.digit(Number(event.key));
  } else if (event.key === "Backspace") {
    event.preventDefault();
    table.press("erase");
  } else if (event.key === "Escape") table.press("close");
}
