/**
 * Bring figures to life: what is in the window at once; once the reader moves, what is less than a window away; or any at
 * the first press or entry. What does it is loaded then, too; this file only watches.
 */
import {arriving, Missing, tryAgain} from "../browser/again.js";
import {around, onceMoved} from "../browser/page.js";
import {Presses} from "./presses.js";

/** @import {Controller} from "../widget.d.ts" */

/** @type {WeakMap<Element, Promise<Controller>>} */
const controllers = new WeakMap();
/** @type {WeakMap<Element, Presses>} */
const pressesOf = new WeakMap();
/** Figures that answer presses themselves. @type {WeakSet<Element>} */
const alive = new WeakSet();
/** Figures that a part of the page was missing for. @type {Set<Element>} */
const waiting = new Set();

const FIGURE = "[data-widget][data-module]";

/**
 * Watches stages, not figures: among steps on a phone a figure has no box of its own.
 * @param {string} rootMargin How far from the window a figure comes to life.
 */
const watcher = (rootMargin) => new IntersectionObserver((entries) => {
  for (const {target, isIntersecting} of entries) {
    const figure = isIntersecting && target.closest(FIGURE);
    if (figure) enliven(figure);
  }
}, {rootMargin});
// Of what only peeks over the edge of the window nothing can be read before the reader moves.
let near = watcher("0px 0px -20%");

/** Watch all figures of the page, and presses on those that are not alive yet. */
export function startFigures() {
  watchFigures();
  onceMoved(() => {
    near.disconnect();
    near = watcher("100% 0px");
    watchFigures();
  });
  document.addEventListener("click", keepPress, true);
  document.addEventListener("input", keepEntry, true);
  document.addEventListener("keydown", keepDigit, true);
}

/** Watch the figures; again after the page was patched. */
export function watchFigures() {
  for (const stage of document.querySelectorAll(`${FIGURE} .stage`)) near.observe(stage);
}

/**
 * Load a figure's module and mount it, once; a failure is shown in the figure and can be tried again.
 * @param {Element} figure @returns {Promise<Controller>}
 */
export function enliven(figure) {
  const stage = figure.querySelector(".stage");
  if (stage) near.unobserve(stage);
  let controller = controllers.get(figure);
  if (!controller) {
    controller = arriving(import("./mount.js")).then(({hydrate}) => hydrate(/** @type {HTMLElement} */ (figure)));
    controllers.set(figure, controller);
    controller.then(
      (ready) => {
        alive.add(figure);
        figure.classList.add("alive"); // for styles, and for tests to wait for
        figure.querySelector(":scope > .figure-lifeless")?.classList.remove("shown");
        for (const pressed of figure.querySelectorAll(".pressed")) pressed.classList.remove("pressed");
        reviveOthers(figure);
        pressesOf.get(figure)?.replay({press: (key) => follow(figure, ready, key)});
      },
      (error) => {
        controllers.delete(figure);
        if (error instanceof Missing) waiting.add(figure);
        explain(figure, error, () => enliven(figure));
      },
    );
  }
  return controller;
}

/** What one figure was missing and has now, others may have missed too. @param {Element} figure */
function reviveOthers(figure) {
  if (!waiting.delete(figure)) return;
  for (const other of [...waiting]) {
    waiting.delete(other);
    enliven(other).catch(() => {}); // Told in the figure.
  }
}

/**
 * Show why a figure stays still, with a way to try again.
 * @param {Element} figure @param {unknown} error
 * @param {() => Promise<unknown>} start Tries again, and explains what goes wrong then.
 */
function explain(figure, error, start) {
  for (const pressed of figure.querySelectorAll(".pressed")) pressed.classList.remove("pressed");
  const retry = () => tryAgain(start);
  import("./messages.js").then(({showFailure}) => showFailure(figure, error, retry), () => showNote(figure, retry));
}

/**
 * Show the words that came with the page, since not even those of a message could be fetched.
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

/** The control that an event has happened to, and its figure, if that is not alive yet. @param {Event} event @param {string} selector */
function asleep({target}, selector) {
  const control = around(target, selector);
  const figure = control?.closest(FIGURE);
  return control && figure && !alive.has(figure) ? {control, figure} : null;
}

/** @param {MouseEvent} event */
function keepPress(event) {
  const {control, figure} = asleep(event, "[data-press]") ?? {};
  if (!control || !figure) return;
  event.preventDefault();
  event.stopPropagation();
  control.classList.add("pressed");
  keptPresses(figure).add(control.dataset.press ?? "");
  enliven(figure);
}

/** @param {Event} event */
function keepEntry(event) {
  const {control, figure} = asleep(event, "[data-entry]") ?? {};
  if (!control || !figure) return;
  keptPresses(figure).enter(control.dataset.entry ?? "", /** @type {HTMLInputElement | HTMLSelectElement} */ (control).value);
  enliven(figure);
}

/** A digit that is typed on a control of a figure, not into a field. */
const DIGIT = "digit:";

/** @param {KeyboardEvent} event */
function keepDigit(event) {
  const {figure} = asleep(event, "[data-press]") ?? {};
  if (!figure || !/^\d$/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
  keptPresses(figure).add(DIGIT + event.key);
  enliven(figure);
}

/**
 * Follow what was kept: a digit goes where the focus has come to, as when it is typed.
 * @param {Element} figure @param {Controller} controller @param {string} key
 */
function follow(figure, controller, key) {
  if (!key.startsWith(DIGIT)) return controller.press?.(key);
  const focused = figure.contains(document.activeElement) ? document.activeElement : figure.querySelector(".stage");
  focused?.dispatchEvent(new KeyboardEvent("keydown", {key: key.slice(DIGIT.length), bubbles: true, cancelable: true}));
}

/** @param {Element} figure */
function keptPresses(figure) {
  const presses = pressesOf.get(figure) ?? new Presses();
  pressesOf.set(figure, presses);
  return presses;
}
