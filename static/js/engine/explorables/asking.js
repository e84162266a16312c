/** An explorable that asks before it tells: until the guess nothing but the question is there, where scripts run. */
import {WORDS} from "site_builder/words";
import {fill} from "../browser/fill.js";
import {find} from "../kit/repaint.js";
import {escaped} from "./controls.js";

/** @typedef {{name: string, question: string, answers: {words: string, points: number}[], nearest: number, at: number[]}} Guess */

/** Class of a figure that waits for a guess. */
export const ASKING = "asking";

/** The question with its answers, and the way past it. @param {Guess} guess */
export function questionOf({question, answers}) {
  const buttons = answers.map(({words}, answer) => `<button type="button" class="button" data-press="guess-${answer}">${escaped(words)}</button>`);
  return `<div class="explorable-guess"><p>${escaped(question)}</p><div role="group" aria-label="${escaped(question)}">${buttons.join("")}<button type="button" class="button" data-press="skip">${WORDS.just_show}</button></div></div><p class="explorable-verdict" tabindex="-1" hidden></p>`;
}

/**
 * Wait for the guess, score it, and then tell. Whoever comes by a link, or moves the figure from the prose, is not asked.
 * @param {import("../kit/kit").Alive<number[], {guess: Guess | null}>} alive @returns {import("../kit/kit").Hand}
 */
export function byGuessing(alive) {
  const {element, context, known: {guess}, signal} = alive;
  const root = element.querySelector(`.explorable.${ASKING}`);
  if (guess === null || root === null) return {tell() {}};
  const verdict = find(element, ".explorable-verdict");
  const opening = alive.place.join();

  /** @param {string} [words] */
  function open(words) {
    root?.classList.remove(ASKING);
    verdict.hidden = words === undefined;
    verdict.textContent = words ?? "";
  }

  root.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest(".explorable-guess [data-press]") : null;
    if (!(button instanceof HTMLElement)) return;
    const answer = guess.answers[Number(button.dataset.press?.replace("guess-", ""))];
    if (answer === undefined) {
      open();
      /** @type {HTMLElement | null} */ (element.querySelector(".explorable-controls :is(input, select, button)"))?.focus({preventScroll: true});
    } else {
      context.record(guess.name, answer.points);
      open(fill(WORDS.your_guess, {guess: answer.words, nearest: guess.answers[guess.nearest].words}));
      verdict.focus({preventScroll: true});
    }
    alive.go(guess.at, true);
  }, {signal});
  element.closest("figure")?.addEventListener("figurereset", () => {
    open();
    root.classList.add(ASKING);
  }, {signal});
  if (context.readState() !== null) open();
  return {
    tell() {
      if (alive.place.join() !== opening && root.classList.contains(ASKING)) open();
    },
  };
}
