/**
 * Bring figures to life one viewport before they are seen, or at the first press or entry. What does it is loaded then,
 * too; this file only watches.
 */
import {Presses} from "./presses.js";

/** @typedef {import("./widget.d.ts").Controller} Controller */

/** @type {WeakMap<Element, Promise<Controller>>} */
const controllers = new WeakMap();
/** @type {WeakMap<Element, Presses>} */
const pressesOf = new WeakMap();
/** Figures that answer presses themselves. @type {WeakSet<Element>} */
const alive = new WeakSet();

const FIGURE = "[data-widget][data-module]";

/** Watches stages, not figures: among steps on a phone a figure has no box of its own. */
const near = new IntersectionObserver(
  (entries) => {
    for (const {target, isIntersecting} of entries) {
      const figure = isIntersecting && target.closest(FIGURE);
      if (figure) enliven(figure);
    }
  },
  {rootMargin: "100% 0px"},
);

/** Watch all figures of the page, and presses on those that are not alive yet. */
export function startFigures() {
  watchFigures();
  document.addEventListener("click", keepPress, true);
  document.addEventListener("input", keepEntry, true);
  document.addEventListener("keydown", keepDigit, true);
  document.addEventListener("click", askForChart);
}

/** Watch the figures; again after the page was patched. */
export function watchFigures() {
  for (const stage of document.querySelectorAll(`${FIGURE} .stage`)) near.observe(stage);
}

/**
 * Load a figure's module and mount it, once; a failure is shown in the figure and can be tried again.
 * @param {Element} figure
 * @returns {Promise<Controller>}
 */
export function enliven(figure) {
  const stage = figure.querySelector(".stage");
  if (stage) near.unobserve(stage);
  let controller = controllers.get(figure);
  if (!controller) {
    controller = import("./hydrate.js").then(({hydrate}) => hydrate(/** @type {HTMLElement} */ (figure)));
    controllers.set(figure, controller);
    controller.then(
      (ready) => {
        alive.add(figure);
        figure.classList.add("alive"); // for styles, and for tests to wait for
        for (const pressed of figure.querySelectorAll(".pressed")) pressed.classList.remove("pressed");
        pressesOf.get(figure)?.replay({press: (key) => follow(figure, ready, key)});
      },
      (error) => {
        controllers.delete(figure);
        explain(figure, error);
      },
    );
  }
  return controller;
}

/**
 * Show why a figure stays still, with a way to try again.
 * @param {Element} figure
 * @param {unknown} error
 */
function explain(figure, error) {
  for (const pressed of figure.querySelectorAll(".pressed")) pressed.classList.remove("pressed");
  import("./messages.js").then(
    ({showFailure}) => showFailure(figure, error, () => enliven(figure)),
    // Not even the words could be fetched. The still remains, and the next press tries again.
    () => console.warn("figure", figure.id, error),
  );
}

/** @param {MouseEvent} event */
function keepPress(event) {
  const pressed = event.target instanceof Element ? event.target.closest("[data-press]") : null;
  const figure = pressed?.closest(FIGURE);
  if (!pressed || !figure || alive.has(figure)) return;
  event.preventDefault();
  event.stopPropagation();
  pressed.classList.add("pressed");
  keptPresses(figure).add(/** @type {HTMLElement} */ (pressed).dataset.press ?? "");
  enliven(figure);
}

/** @param {Event} event */
function keepEntry(event) {
  const field = event.target instanceof Element ? event.target.closest("[data-entry]") : null;
  const figure = field?.closest(FIGURE);
  if (!field || !figure || alive.has(figure)) return;
  const {value, dataset} = /** @type {HTMLInputElement | HTMLSelectElement} */ (field);
  keptPresses(figure).enter(dataset.entry ?? "", value);
  enliven(figure);
}

/** A digit that is typed on a control of a figure, not into a field. */
const DIGIT = "digit:";

/** @param {KeyboardEvent} event */
function keepDigit(event) {
  const control = event.target instanceof Element ? event.target.closest("[data-press]") : null;
  const figure = control?.closest(FIGURE);
  if (!figure || alive.has(figure) || !/^\d$/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
  keptPresses(figure).add(DIGIT + event.key);
  enliven(figure);
}

/**
 * Follow what was kept: a digit goes where the focus has come to, as when it is typed.
 * @param {Element} figure
 * @param {Controller} controller
 * @param {string} key
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

/** @param {MouseEvent} event */
function askForChart(event) {
  const button = event.target instanceof Element ? event.target.closest("button.explore") : null;
  const figure = /** @type {HTMLElement | null | undefined} */ (button?.closest("figure[data-spec]"));
  if (!button || !figure) return;
  const start = () =>
    import("./charts.js").then(({enlivenChart}) => enlivenChart(figure, /** @type {HTMLButtonElement} */ (button)));
  const attempt = () => {
    start().catch((error) =>
      import("./messages.js").then(({showFailure}) => showFailure(figure, error, attempt)).catch(console.warn),
    );
  };
  attempt();
}
