/**
 * Ask readers to guess before a figure shows its answer. While the root has the class `to-guess`,
 * `static/css/yatzy/parts/guess.css` shows the question and hides elements with the class `tells` or `unfolds`, on screens
 * with scripts. In print and without scripts there is no question, and everything is shown.
 */
import {find} from "site_builder/kit";

/**
 * Scroll to the top of a figure if it is above the window: on a phone the pressed control is far below it. Its scroll
 * margin is the distance from the window's edge.
 * @param {Element} top
 * @param {boolean} still Whether to scroll without animation.
 */
export function showTop(top, still) {
  const margin = parseFloat(getComputedStyle(top).scrollMarginBlockStart) || 0;
  if (top.getBoundingClientRect().top < margin) top.scrollIntoView({block: "start", behavior: still ? "instant" : "smooth"});
}

/**
 * @typedef {object} Question
 * @property {string} question Markup.
 * @property {readonly {key: string, words: string}[]} [answers] Pressed as "guess-KEY"; absent if the answers are in the figure.
 */

/** The guess of a reader who skips the question: the verdict shows the answer without a judgement. */
export const SHOWN = "shown";

/** Draw a question with its answers, and a button to skip it, pressed as "skip". @param {Question} question */
export function drawGuess({question, answers = []}) {
  const buttons = answers.map(({key, words}) => `<button type="button" class="button guess-answer strong" data-press="guess-${key}">${words}</button>`);
  const skip = `<button type="button" class="button" data-press="skip">Just show me</button>`;
  return `<div class="guess"><p class="guess-question">${question}</p><div class="guess-answers wraps" role="group" aria-label="Your guess">${buttons.join("")}${skip}</div></div>`;
}

/** Focus the verdict, because the focused button has been removed. @param {HTMLElement} element */
export function showVerdict(element) {
  const verdict = find(element, ".guess-verdict");
  verdict.focus({preventScroll: true});
  bringIntoView(verdict);
}

/** Scroll only if the middle of an element is outside the window or covered by the bar. @param {HTMLElement} words */
export function bringIntoView(words) {
  const {left, top, width, height} = words.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!words.contains(seen)) words.scrollIntoView({block: "nearest"});
}

/** Draw the region `verdict` with the result of a guess; it receives the focus of the removed button. @param {string} [words] */
export const drawVerdict = (words = "") => `<p class="guess-verdict" tabindex="-1" data-region="verdict">${words}</p>`;
