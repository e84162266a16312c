/**
 * Mount figures: those in the window at once, those less than a window away after the reader's first interaction, and any
 * at its first press or entry. This file only watches; the code that mounts is loaded on demand.
 */
import {messagesPart, mountPart} from "site_builder/parts";
import {importing, MissingPartError, retryOrReload} from "../browser/retry.js";
import {around, onFirstInteraction} from "../browser/page.js";
import {Presses} from "./presses.js";

/** @import {Controller} from "../widget.d.ts" */

/** @type {WeakMap<Element, Promise<Controller>>} */
const controllers = new WeakMap();
/** @type {WeakMap<Element, Presses>} */
const pressesOf = new WeakMap();
/** Mounted figures, which handle presses themselves. @type {WeakSet<Element>} */
const mounted = new WeakSet();
/** Figures that could not be mounted because a file was missing. @type {Set<Element>} */
const incomplete = new Set();
/** Figures that show an error: only a press retries them, or the button would be replaced under the finger. @type {WeakSet<Element>} */
const failed = new WeakSet();

const FIGURE = "[data-widget][data-module]";

/**
 * Observe stages, not figures: among steps on a phone a figure has no box of its own.
 * @param {string} rootMargin Distance from the window at which a figure is mounted.
 */
const watcher = (rootMargin) => new IntersectionObserver((entries) => {
  for (const {target, isIntersecting} of entries) {
    const figure = isIntersecting && target.closest(FIGURE);
    if (figure && !failed.has(figure)) mountFigure(figure);
  }
}, {rootMargin});
// A figure of which only the edge is visible can wait until the reader scrolls.
let near = watcher("0px 0px -20%");

/** Watch all figures of the page, and presses on figures that are not mounted yet. */
export function startFigures() {
  watchFigures();
  onFirstInteraction(() => {
    near.disconnect();
    near = watcher("100% 0px");
    watchFigures();
  });
  document.addEventListener("click", queuePress, true);
  document.addEventListener("input", queueEntry, true);
  document.addEventListener("keydown", queueDigit, true);
}

/** Watch the figures; called again after the page was patched. */
export function watchFigures() {
  for (const stage of document.querySelectorAll(`${FIGURE} .stage`)) near.observe(stage);
}

/**
 * Load a figure's module and mount it, once; a failure is shown in the figure with a button to retry.
 * @param {Element} figure @returns {Promise<Controller>}
 */
export function mountFigure(figure) {
  const stage = figure.querySelector(".stage");
  if (stage) near.unobserve(stage);
  let controller = controllers.get(figure);
  if (!controller) {
    controller = importing(mountPart()).then(({hydrate}) => hydrate(/** @type {HTMLElement} */ (figure)));
    controllers.set(figure, controller);
    controller.then(
      (ready) => {
        mounted.add(figure);
        figure.classList.add("alive"); // for styles and tests
        figure.querySelector(":scope > .figure-lifeless")?.classList.remove("shown");
        for (const pressed of figure.querySelectorAll(".pressed")) pressed.classList.remove("pressed");
        retryOthers(figure);
        pressesOf.get(figure)?.replay({press: (key) => replayKey(figure, ready, key)});
      },
      (error) => {
        controllers.delete(figure);
        failed.add(figure);
        if (error instanceof MissingPartError) incomplete.add(figure);
        showError(figure, error, () => mountFigure(figure));
      },
    );
  }
  return controller;
}

/** Retry other figures: a file that was missing for one figure may have been missing for them too. @param {Element} figure */
function retryOthers(figure) {
  if (!incomplete.delete(figure)) return;
  for (const other of [...incomplete]) {
    incomplete.delete(other);
    mountFigure(other).catch(() => {}); // The figure shows the error.
  }
}

/**
 * Show why a figure could not be mounted, with a button to retry.
 * @param {Element} figure @param {unknown} error
 * @param {() => Promise<unknown>} start Retries, and shows its own errors.
 */
function showError(figure, error, start) {
  for (const pressed of figure.querySelectorAll(".pressed")) pressed.classList.remove("pressed");
  const retry = () => retryOrReload(start);
  messagesPart().then(({showFailure}) => showFailure(figure, error, retry), () => showNote(figure, retry));
}

/**
 * Show the message in the page's markup, if not even the code for messages could be loaded.
 * @param {Element} figure @param {() => void} retry
 */
function showNote(figure, retry) {
  const note = figure.querySelector(":scope > .figure-lifeless");
  note?.classList.add("shown");
  note?.querySelector("button")?.addEventListener("click", () => {
    note.classList.remove("shown");
    retry();
  }, {once: true});
}

/** Return the control of an event and its figure, if that is not mounted yet. @param {Event} event @param {string} selector */
function unmountedControl({target}, selector) {
  const control = around(target, selector);
  const figure = control?.closest(FIGURE);
  return control && figure && !mounted.has(figure) ? {control, figure} : null;
}

/** @param {MouseEvent} event */
function queuePress(event) {
  const {control, figure} = unmountedControl(event, "[data-press]") ?? {};
  if (!control || !figure) return;
  event.preventDefault();
  event.stopPropagation();
  control.classList.add("pressed");
  queuedPresses(figure).add(control.dataset.press ?? "");
  mountFigure(figure);
}

/** @param {Event} event */
function queueEntry(event) {
  const {control, figure} = unmountedControl(event, "[data-entry]") ?? {};
  if (!control || !figure) return;
  queuedPresses(figure).enter(control.dataset.entry ?? "", /** @type {HTMLInputElement | HTMLSelectElement} */ (control).value);
  mountFigure(figure);
}

/** Prefix of the key of a digit typed on a control that is not a field. */
const DIGIT = "digit:";

/** @param {KeyboardEvent} event */
function queueDigit(event) {
  const {figure} = unmountedControl(event, "[data-press]") ?? {};
  if (!figure || !/^\d$/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
  queuedPresses(figure).add(DIGIT + event.key);
  mountFigure(figure);
}

/**
 * Replay a stored key; a digit goes to the element that has the focus, as if typed now.
 * @param {Element} figure @param {Controller} controller @param {string} key
 */
function replayKey(figure, controller, key) {
  if (!key.startsWith(DIGIT)) return controller.press?.(key);
  const focused = figure.contains(document.activeElement) ? document.activeElement : figure.querySelector(".stage");
  focused?.dispatchEvent(new KeyboardEvent("keydown", {key: key.slice(DIGIT.length), bubbles: true, cancelable: true}));
}

/** @param {Element} figure */
function queuedPresses(figure) {
  const presses = pressesOf.get(figure) ?? new Presses();
  pressesOf.set(figure, presses);
  return presses;
}
