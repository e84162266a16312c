/**
 * Ask before telling: a question in the place of what a figure would tell. While its root has the class `to-guess`,
 * `static/css/yatzy/parts/guess.css` shows the question and covers what has the class `tells` or `unfolds`, on screens
 * where scripts run. On paper and without scripts nothing is asked, and everything is told.
 */
import {find} from "site_builder/kit";

/**
 * Bring the head of a figure into view where it stands above the window: on a phone what was pressed lies far below it.
 * How far below the window's edge it comes to stand is its scroll margin.
 * @param {Element} top
 * @param {boolean} still Whether the page jumps instead of gliding.
 */
export function showTop(top, still) {
  const margin = parseFloat(getComputedStyle(top).scrollMarginBlockStart) || 0;
  if (top.getBoundingClientRect().top < margin) top.scrollIntoView({block: "start", behavior: still ? "instant" : "smooth"});
}

/**
 * @typedef {object} Question
 * @property {string} question Markup.
 * @property {readonly {key: string, words: string}[]} [answers] Pressed as "guess-KEY"; none where the answers are in the figure.
 */

/** The guess of a reader who asks to be shown: the verdict tells the answer and judges nobody. */
export const SHOWN = "shown";

/** Draw a question with its answers, and the way past it, pressed as "skip". @param {Question} question */
export function drawGuess({question, answers = []}) {
  const buttons = answers.map(({key, words}) => `<button type="button" class="button guess-answer strong" data-press="guess-${key}">${words}</button>`);
  const skip = `<button type="button" class="button" data-press="skip">Just show me</button>`;
  return `<div class="guess"><p class="guess-question">${question}</p><div class="guess-answers wraps" role="group" aria-label="Your guess">${buttons.join("")}${skip}</div></div>`;
}

/** Focus the verdict, for the button that had the focus is gone. @param {HTMLElement} element */
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

/** What a guess came to, the region `verdict`, empty before; it takes the focus of the button that is gone. @param {string} [words] */
export const drawVerdict = (words = "") => `<p class="guess-verdict" tabindex="-1" data-region="verdict">${words}</p>`;
