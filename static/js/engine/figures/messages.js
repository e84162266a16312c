/** Messages under a figure: a status, or an error with a button to retry. */
import "site_builder/main";
import {fill} from "../browser/page.js";
import {translated} from "../kit/texts.js";
import {WORDS} from "site_builder/words";

/**
 * Return the element for messages of a figure, creating it if necessary.
 * @param {Element} figure @param {string} kind @returns {HTMLElement}
 */
function placeOf(figure, kind) {
  let place = /** @type {HTMLElement | null} */ (figure.querySelector(":scope > .figure-message"));
  if (!place) {
    place = document.createElement("div");
    place.setAttribute("role", "status");
    figure.querySelector(":scope > .stage")?.after(place);
    if (!place.isConnected) figure.append(place);
  }
  place.className = `figure-message ${kind}`;
  return place;
}

/**
 * Show a status message.
 * @param {Element} figure @param {string} sentence
 * @param {string} [kind] "passing" if it is soon removed: it covers the end of the stage, and moves nothing.
 */
export function showStatus(figure, sentence, kind = "") {
  const place = placeOf(figure, kind);
  const paragraph = place.querySelector("p") ?? place.appendChild(document.createElement("p"));
  if (paragraph.textContent !== sentence) paragraph.textContent = sentence;
}

/** Remove the message of a figure. @param {Element} figure */
export function clearMessage(figure) {
  figure.querySelector(":scope > .figure-message")?.remove();
}

/** Show an error with a button to retry. @param {Element} figure @param {unknown} error @param {() => void} retry */
export function showFailure(figure, error, retry) {
  const place = placeOf(figure, "failed");
  const paragraph = document.createElement("p");
  paragraph.textContent = wordsOf(error);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = translated(WORDS.try_again);
  button.addEventListener("click", () => {
    clearMessage(figure);
    retry();
  });
  place.replaceChildren(paragraph, button);
}

/** Describe an error. @param {unknown} error @returns {string} One or two sentences for readers. */
export function wordsOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(message) ? message : fill(WORDS.figure_problem, {problem: message});
}
