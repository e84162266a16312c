/** Sentences under a figure: what it is waiting for, or what went wrong and how to try again. */
import "site_builder/main";
import {fill} from "../browser/page.js";
import {said} from "../kit/texts.js";
import {WORDS} from "site_builder/words";

/** Find or make the place for messages of a figure. @param {Element} figure @returns {HTMLElement} */
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

/** Show what a figure is doing. @param {Element} figure @param {string} sentence */
export function showStatus(figure, sentence) {
  const place = placeOf(figure);
  place.classList.remove("failed");
  const paragraph = place.querySelector("p") ?? place.appendChild(document.createElement("p"));
  if (paragraph.textContent !== sentence) paragraph.textContent = sentence;
}

/** Take the message of a figure away. @param {Element} figure */
export function clearMessage(figure) {
  figure.querySelector(":scope > .figure-message")?.remove();
}

/** Show what went wrong and offer to try again. @param {Element} figure @param {unknown} error @param {() => void} retry */
export function showFailure(figure, error, retry) {
  const place = placeOf(figure);
  place.classList.add("failed");
  const paragraph = document.createElement("p");
  paragraph.textContent = wordsOf(error);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = said(WORDS.try_again);
  button.addEventListener("click", () => {
    clearMessage(figure);
    retry();
  });
  place.replaceChildren(paragraph, button);
}

/** Say in words what went wrong. @param {unknown} error @returns {string} One or two sentences for readers. */
export function wordsOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(message) ? message : fill(WORDS.figure_problem, {problem: message});
}
