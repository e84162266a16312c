/**
 * Words that set a figure: a press shows in it what they speak of. Where no script runs they are links that lead to it.
 */
import {changeAddress, flushAddress} from "../browser/address.js";
import {around} from "../browser/page.js";
import {enliven} from "../figures/alive.js";
import {setOut} from "./steps.js";

/** Listen for such words on the whole page. */
export function startSets() {
  nameSets();
  document.addEventListener("click", (event) => {
    const word = wordOf(event.target);
    if (word === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const {figure, state} = goalOf(word);
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

/** Tell assistive technology that these words are buttons; again after the page was patched. */
export function nameSets() {
  for (const word of document.querySelectorAll("a.set")) word.setAttribute("role", "button");
}

/**
 * Show a state in a figure, and bring it before the eyes if it is not there.
 * @param {HTMLAnchorElement} word @param {HTMLElement} figure @param {string} state
 */
async function setFigure(word, figure, state) {
  word.classList.add("pressed");
  setOut(); // Before the figure wakes up: what is scrolled past meanwhile is no step that the reader chose.
  try {
    const controller = await enliven(figure);
    if (controller.show === undefined) {
      location.assign(word.href);
      return;
    }
    controller.show(state);
    await bringIntoView(figure, word);
  } catch {
    await bringIntoView(figure, word); // It tells itself what went wrong.
  } finally {
    word.classList.remove("pressed");
  }
}

/**
 * Scroll to a figure unless half of it can be seen already, or it stands by. It is a step in the history, so that "back"
 * leads to the words again, and so does a button as long as they are out of sight.
 * @param {HTMLElement} figure @param {HTMLAnchorElement} word
 */
async function bringIntoView(figure, word) {
  const {top, bottom} = (figure.querySelector(".stage") ?? figure).getBoundingClientRect();
  const edge = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  const seen = Math.min(bottom, innerHeight) - Math.max(top, edge);
  if (seen >= Math.min(bottom - top, innerHeight - edge) / 2) return;
  if (figure.dataset.dock !== undefined) {
    const {standsBy} = await import("./dock.js");
    if (standsBy(figure, word)) return;
  }
  setOut();
  flushAddress();
  changeAddress(`#${encodeURIComponent(figure.id)}`, "pushState");
  figure.scrollIntoView();
  const {offerWayBack} = await import("./way-back.js");
  offerWayBack(word);
}

/** @param {HTMLAnchorElement} word @returns {{figure: HTMLElement | null, state: string | null}} */
function goalOf(word) {
  const {hash, searchParams} = new URL(word.href);
  const id = decodeURIComponent(hash.slice(1));
  return {figure: document.getElementById(id), state: searchParams.get(id)};
}

/** @param {EventTarget | null} target */
const wordOf = (target) => /** @type {HTMLAnchorElement | null} */ (around(target, "a.set"));
