/** Messages under a figure: a status, or an error with a button to retry. */
import "site_builder/main";
import {fill} from "../browser/page.js";
import {translated} from "../kit/texts.js";
import {WORDS} from "site_builder/words";

/** Return the element for messages of a figure, creating it if necessary. @param {Element} figure @returns {HTMLElement} */
function placeOf(figure) {
  const found = /** @type {HTMLElement | null} */ (figure.querySelector(":scope > .figure-message"));
  if (found) return found;
  const place = document.createElement("div");
  place.className = "figure-message";
  place.setAttribute("role", "status");
  figure.querySelector(":scope > .stage")?.after(place);
  if (!place.isConnected) figure.append(place);
  return place;
}

/** Show a status message. @param {Element} figure @param {string} sentence */
export function showStatus(figure, sentence) {
  const place = placeOf(figure);
  place.classList.remove("failed");
  const paragraph = place.querySelector("p") ?? place.appendChild(document.createElement("p"));
  if (paragraph.textContent !== sentence) paragraph.textContent = sentence;
}

/** Remove the message of a figure. @param {Element} figure */
export function clearMessage(figure) {
  figure.querySelector(":scope > .figure-message")?.remove();
}

/** Show an error with a button to retry. @param {Element} figure @param {unknown} error @param {() => void} retry */
export function showFailure(figure, error, retry) {
  const place = placeOf(figure);
  place.classList.add("failed");
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
