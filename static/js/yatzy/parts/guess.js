/**
 * Ask before telling: a question in the place of what a figure would tell. While its root has the class `to-guess`,
 * `static/css/yatzy/parts/guess.css` shows the question and covers what has the class `tells` or `unfolds`, on screens
 * where scripts run. On paper and without scripts nothing is asked, and everything is told.
 */

/**
 * @typedef {object} Question
 * @property {string} question Markup.
 * @property {readonly {key: string, words: string}[]} [answers] Pressed as "guess-KEY"; none where the answers are in the figure.
 */

/** Draw a question with its answers, and the way past it, pressed as "skip". @param {Question} question */
export function drawGuess({question, answers = []}) {
  const buttons = answers.map(({key, words}) => `<button type="button" class="button guess-answer" data-press="guess-${key}">${words}</button>`);
  const skip = `<button type="button" class="button" data-press="skip">Just show me</button>`;
  return `<div class="guess"><p class="guess-question">${question}</p><div class="guess-answers" role="group" aria-label="Your guess">${buttons.join("")}${skip}</div></div>`;
}

/** What a guess came to, the region `verdict`, empty before; it takes the focus of the button that is gone. @param {string} [words] */
export function drawVerdict(words = "") {
  return `<p class="guess-verdict" tabindex="-1" data-region="verdict">${words}</p>`;
}
