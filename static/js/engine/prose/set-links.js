/**
 * Links that set the state of a figure on the page (`::set`). Without scripts they are ordinary links.
 */
import {changeAddress, flushAddress} from "../browser/address.js";
import {around} from "../browser/page.js";
import {mountFigure} from "../figures/watch.js";
import {startScroll} from "./steps.js";

/** Handle presses on such links on the whole page. */
export function startSets() {
  labelSets();
  document.addEventListener("click", (event) => {
    const word = wordOf(event.target);
    if (word === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const {figure, state} = targetOf(word);
    if (figure === null || state === null) return;
    event.preventDefault();
    setFigure(word, figure, state);
  });
  document.addEventListener("keydown", (event) => {
    const word = event.key === " " ? wordOf(event.target) : null;
    if (word === null) return;
    event.preventDefault();
    word.click();
  });
}

/** Give such links the role of buttons; called again after the page was patched. */
export function labelSets() {
  for (const word of document.querySelectorAll("a.set")) word.setAttribute("role", "button");
}

/**
 * Show a state in a figure, and scroll to the figure if it is out of view.
 * @param {HTMLAnchorElement} word @param {HTMLElement} figure @param {string} state
 */
async function setFigure(word, figure, state) {
  word.classList.add("pressed");
  startScroll(); // Before the figure is mounted: steps passed during the scroll are not chosen by the reader.
  try {
    const controller = await mountFigure(figure);
    if (controller.show === undefined) {
      location.assign(word.href);
      return;
    }
    controller.show(state);
    await bringIntoView(figure, word);
  } catch {
    await bringIntoView(figure, word); // The figure shows the error.
  } finally {
    word.classList.remove("pressed");
  }
}

/**
 * Scroll to a figure unless half of it is visible or it can be docked. This adds an entry to the history, so that "back"
 * leads to the words again, and shows a button that does the same while they are out of view.
 * @param {HTMLElement} figure @param {HTMLAnchorElement} word
 */
async function bringIntoView(figure, word) {
  const {top, bottom} = (figure.querySelector(".stage") ?? figure).getBoundingClientRect();
  const edge = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  const seen = Math.min(bottom, innerHeight) - Math.max(top, edge);
  if (seen >= Math.min(bottom - top, innerHeight - edge) / 2) return;
  if (figure.dataset.dock !== undefined) {
    const {showDocked} = await import("./dock.js");
    if (showDocked(figure, word)) return;
  }
  startScroll();
  flushAddress();
  changeAddress(`#${encodeURIComponent(figure.id)}`, "pushState");
  (figure.closest(".steps") ?? figure).scrollIntoView();
  const {offerWayBack} = await import("./way-back.js");
  offerWayBack(word);
}

/** @param {HTMLAnchorElement} word @returns {{figure: HTMLElement | null, state: string | null}} */
function targetOf(word) {
  const {hash, searchParams} = new URL(word.href);
  const id = decodeURIComponent(hash.slice(1));
  return {figure: document.getElementById(id), state: searchParams.get(id)};
}

/** @param {EventTarget | null} target */
const wordOf = (target) => /** @type {HTMLAnchorElement | null} */ (around(target, "a.set"));
