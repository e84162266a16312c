/**
 * What would you do? Hard decisions of real games: choose first, then see every option and what makes the difference.
 */
import {chance, expected, lossPhrase, lossText} from "../words/text.js";
import {optionMarkup, optionText, rankedOptions} from "../parts/ranked.js";
import {totalsOfScores} from "../game/tables.js";
import {glyph} from "../parts/cast.js";
import {
  chosenOption, drawCard, drawDice, drawPlace, drawTally, greedyOption, pointsOfRegret, pressQuiz, readQuiz, rerollsPhrase, startQuiz,
  verdictPhrase, writeQuiz, YOU,
} from "../parts/quiz.js";
import {diceImage, liftDiceUnderHand} from "../parts/dice.js";
import {plainCard, plainChoices, plainDice, plainWords} from "../parts/plain.js";
import {every, find, listed, makeFigure} from "site_builder/kit";
import {readEndings, readExamples} from "../parts/records.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {bringIntoView, showTop} from "../parts/guess.js";

/**
 * @import {Ending, Endings, Example, ExampleOption} from "../parts/records.js" @import {Quiz} from "../parts/quiz.js"
 * @import {Alive, Figure} from "site_builder/kit"
 */

// What the best option and another one lead to, side by side: points now, points later, and how the turn ends.

/**
 * @typedef {object} Contrast
 * @property {string} title What happens.
 * @property {number} best Its chance after the best option.
 * @property {number} tempting Its chance after the tempting option.
 */

/** How many ways to end the turn are shown: those whose chances differ most. */
const SHOWN = 2;

/** Add up the chances of writing points into each category, or a zero. @param {readonly Ending[]} endings @returns {Map<string, number>} */
function chances(endings) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const {title, points, probability} of endings) {
    const what = points > 0 ? `Points in ${title} this turn` : `A zero in ${title} this turn`;
    found.set(what, (found.get(what) ?? 0) + probability);
  }
  return found;
}

/** Tell whether two chances differ by a percent or more. @param {number} one @param {number} other */
const differs = (one, other) => Math.abs(one - other) >= 0.01;

/** Find the ways to end the turn whose chances differ most. @param {Endings} endings @returns {Contrast[]} The largest difference first. */
export function contrasts(endings) {
  const [best, tempting] = [chances(endings.best), chances(endings.tempting)];
  const titles = [...new Set([...best.keys(), ...tempting.keys()])];
  return titles
    .map((title) => ({title, best: best.get(title) ?? 0, tempting: tempting.get(title) ?? 0}))
    .filter(({best: one, tempting: other}) => differs(one, other))
    .sort((a, b) => Math.abs(b.best - b.tempting) - Math.abs(a.best - a.tempting))
    .slice(0, SHOWN);
}

/**
 * Draw the comparison as a small table.
 * @param {object} compared @param {ExampleOption} compared.best
 * @param {ExampleOption} compared.other The reader's choice; when that is the best one, the greedy player's.
 * @param {{name: string, text: string}} compared.whose The mark of the other one's player.
 * @param {Endings | null} compared.endings How the turn ends after the two; null if unknown for the other.
 * @param {number} compared.written Points so far, without the bonus.
 * @param {number} compared.n_dice
 */
export function drawDifference({best, other, whose, endings, written, n_dice}) {
  const later = (/** @type {ExampleOption} */ {value, turn_points}) => expected(value - written - turn_points);
  const rows = [
    row("Points this turn, played on perfectly", expected(best.turn_points), expected(other.turn_points)),
    row("Points after it, likewise", later(best), later(other)),
  ];
  if (differs(best.prob_bonus, other.prob_bonus)) {
    rows.push(row("The bonus in the end", share(best.prob_bonus), share(other.prob_bonus)));
  }
  // Two boxes written at once end the turn for certain: there is no chance to compare.
  const is_certain = best.action === "score" && other.action === "score";
  for (const ending of is_certain || endings === null ? [] : contrasts(endings)) {
    rows.push(row(ending.title, share(ending.best), share(ending.tempting)));
  }
  return `<table class="difference"><caption>What makes the difference</caption>
<thead><tr><td></td><th scope="col">${optionMarkup(best, n_dice)} ${mark({name: "best", text: "best"})}</th><th scope="col">${optionMarkup(other, n_dice)} ${mark(whose)}</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`;
}

/** @param {{name: string, text: string}} whose */
const mark = ({name, text}) => `<span class="mark ${name}">${text}</span>`;

/** @param {string} title @param {string} best @param {string} other */
const row = (title, best, other) => `<tr><th scope="row">${title}</th><td>${best}</td><td>${other}</td></tr>`;

/** A chance in figures over a bar as long. @param {number} probability */
function share(probability) {
  const bar = `<svg class="chance" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${(100 * probability).toFixed(1)}" height="1"/></svg>`;
  return chance(probability) + bar;
}

// The decisions as markup, region by region; all of it pure.

/**
 * @typedef {object} Deck
 * @property {import("../game/rules/scandinavian.js").Ruleset} ruleset
 * @property {readonly Example[]} examples
 * @property {readonly import("../parts/records.js").Endings[]} endings Of each example.
 */

/** What each kind of decision teaches, said after the choice. @type {Readonly<Record<string, string>>} */
const LESSONS = {
  "less-now": "The best box is not the one with most points now. What counts is what the boxes left open can still bring.",
  "which-pair": "Keep the lower pair: its upper box is open, that of the higher pair is filled.",
  stop: "Three alike invite one more throw. But the box is made, and a throw would lose more than it can add.",
  sacrifice: "Here a zero is better than points: they would spoil a box that is worth more later.",
  "go-on": "A box is made already, and its dice stay: another throw can only add.",
};

/** Marks of an option: whose choice it is. */
const GREEDY = {name: "greedy", text: `${glyph("greedy")} greedy`};

/** @param {string} lesson */
function lessonText(lesson) {
  const text = LESSONS[lesson];
  if (text === undefined) throw new Error(`no words for the lesson "${lesson}"; there are some for ${Object.keys(LESSONS).join(", ")}`);
  return text;
}

/**
 * Draw what the choice is worth, what makes the difference, and every option; nothing before the choice.
 * @param {Deck} deck @param {Quiz} quiz
 */
export function drawAnswer(deck, quiz) {
  const chosen = chosenOption(quiz, deck.examples);
  if (chosen === undefined) return "";
  const example = deck.examples[quiz.index];
  const n_dice = deck.ruleset.n_dice;
  const greedy = greedyOption(example);
  const {written} = totalsOfScores(deck.ruleset, example.scores);
  const best = example.options[0];
  const other = chosen === best ? greedy : chosen;
  const whose = other === chosen ? YOU : GREEDY;
  const compared = {best, other, whose, endings: other === greedy ? deck.endings[quiz.index] : null, written, n_dice};
  return `<p class="verdict">${verdict(chosen, greedy, n_dice)} ${lessonText(example.lesson)} <button type="button" class="link" data-press="again">Choose again</button></p>
${drawDifference(compared)}
${rankedOptions({options: markOptions(example, chosen), n_dice, label: "Options, best first"})}
${quiz.index < deck.examples.length - 1 ? `<button type="button" class="button onward" data-press="next">Next decision</button>` : ""}`;
}

/** Mark the reader's option and the greedy player's. @param {Example} example @param {ExampleOption} [chosen] */
function markOptions({options}, chosen) {
  return options.map((option) => ({...option, marks: [
    ...(option === chosen ? [YOU] : []),
    ...(option.greedy ? [GREEDY] : []),
  ]}));
}

/** @param {ExampleOption} chosen @param {ExampleOption} greedy @param {number} n_dice */
function verdict(chosen, greedy, n_dice) {
  const yours = `<b>${verdictPhrase(chosen.regret)}</b>`;
  if (chosen === greedy) return `${yours} The greedy player makes the same choice.`;
  return `${yours} The greedy player would choose “${optionMarkup(greedy, n_dice)}”, which ${lossPhrase(greedy.regret)}.`;
}

// The answers for readers without JavaScript: each decision with every option, to be opened after thinking.

/** Draw all decisions with their answers closed. @param {Deck} deck */
function drawStillAnswers({ruleset, examples}) {
  const blocks = examples.map((example, index) => drawBlock(ruleset, example, index));
  return `<div class="without-script decisions-still">${blocks.join("\n")}</div>`;
}

/** @param {import("../game/rules/scandinavian.js").Ruleset} ruleset @param {Example} example @param {number} index */
function drawBlock(ruleset, example, index) {
  const rows = example.options.map((option) => {
    const who = option.greedy ? " (the greedy player’s choice)" : "";
    const loss = option.regret === 0 ? "best" : lossText(option.regret);
    return `<tr><th scope="row">${optionText(option, ruleset.n_dice)}${who}</th><td>${expected(option.value)}</td><td>${loss}</td></tr>`;
  });
  // The first decision stands above as a picture; the others are told in words.
  const question = index === 0 ? "" : `<p>${describe(ruleset, example)}</p>`;
  return `${question}<details><summary>Decision ${index + 1}: every option with its expected final score</summary>
<table><thead><tr><th scope="col">Option</th><th scope="col">Final score</th><th scope="col">Loss</th></tr></thead><tbody>${rows.join("")}</tbody></table></details>`;
}

/** Draw all decisions with their answers, for paper. @param {Deck} deck */
function drawOnPaper({ruleset, examples}) {
  const name = (/** @type {ExampleOption} */ option) => `<b>${optionText(option, ruleset.n_dice)}</b>`;
  const questions = examples.map((example) => `<li><p>${describe(ruleset, example)}</p></li>`);
  const answers = examples.map((example) => {
    const [best] = example.options;
    const greedy = greedyOption(example);
    return `<li>${name(best)} (${expected(best.value)} on average). The greedy player’s choice, ${name(greedy)}, ${lossPhrase(greedy.regret)}.</li>`;
  });
  return `<div class="decisions-paper"><ol>${questions.join("")}</ol><p>The best choices:</p><ol>${answers.join("")}</ol></div>`;
}

/** @param {import("../game/rules/scandinavian.js").Ruleset} ruleset @param {Example} example */
function describe({categories}, {scores, dice, rerolls, turn}) {
  const written = categories.flatMap(({title}, category) => (scores[category] === null ? [] : [`${title} ${scores[category]}`]));
  const open = categories.filter((_, category) => scores[category] === null).map(({title}) => title);
  const left = open.length > written.length ? "" : ` Open: ${listed(open)}.`;
  const card = written.length === 0 ? "The scorecard is empty." : `Written so far: ${written.join(", ")}.${left}`;
  return `Decision ${turn === 1 ? "in the first turn" : `in turn ${turn}`}: ${diceImage(dice)} with ${rerollsPhrase(rerolls)}. ${card}`;
}

/** How many choices a card has room for. */
const ON_CARD = 3;

/** A decision on a card, with some of its choices; not the first one, which the title page asks. @param {Deck} deck */
function drawDecisionCard({ruleset, examples: [, example]}) {
  const options = [...example.options].sort((a, b) => Number(b.greedy) - Number(a.greedy) || a.regret - b.regret).slice(0, ON_CARD);
  const choices = options.map((option) => optionText(option, ruleset.n_dice));
  return plainCard([plainDice(example.dice, 14, 62), plainWords("What would you do?", 132, 27), plainChoices(choices)]);
}

const BAD_LINK = "The link to this figure names no decision or no choice of these; it starts from the beginning.";

/** The answers stand below for readers without JavaScript. @param {Quiz} _quiz @param {Deck} deck */
const frameOf = (_quiz, deck) => `<div class="decisions"><p class="problem" role="alert" data-region="problem"></p>
<div class="decisions-place centred soft apart" data-region="place"></div><div class="decisions-dice" data-region="dice"></div><div class="decisions-answer" data-region="answer"></div><div class="decisions-side"><div class="decisions-card" data-region="card"></div><div class="decisions-tally" data-region="tally"></div></div></div>${drawStillAnswers(deck)}${drawOnPaper(deck)}`;

/** @type {Figure<Quiz & {problem?: string}, Deck>} */
const decisions = {
  know: ({decision_examples, decision_outcomes}) => ({
    ruleset: scandinavian,
    examples: readExamples(decision_examples, scandinavian),
    endings: readEndings(decision_outcomes, scandinavian),
  }),
  opening: (_state, {examples}) => startQuiz(examples),
  read: (text, {examples}) => readQuiz(text, examples),
  write: writeQuiz,
  frame: frameOf,
  draw: (quiz, deck) => ({
    problem: quiz.problem ?? "",
    place: drawPlace(deck, quiz),
    dice: drawDice(deck, quiz),
    answer: drawAnswer(deck, quiz),
    card: drawCard(deck, quiz),
    tally: drawTally(deck, quiz, `${glyph("greedy")} Greedy player`),
  }),
  card: (_quiz, deck) => drawDecisionCard(deck),
  words: ({index}, {examples}) => `Decision ${index + 1} of ${examples.length}.`,
  press: (key, {problem: _, ...quiz}, {examples}) => pressQuiz(quiz, key, examples),
  pressed: tellChange,
  wake(alive) {
    const {context, element, known, place} = alive;
    liftDiceUnderHand(element, alive.signal);
    const text = context.readState();
    if (text !== null && readQuiz(text, known.examples) === null) alive.pass({...place, problem: BAD_LINK});
    // The title page asks some of them, too: it goes on with the first that is not on the card.
    const open = known.examples.findIndex((_, at) => context.recorded(String(at + 1)) === null);
    if (text === null && open > 0) alive.pass({...place, index: open, asked: open});
    return {
      press(key) {
        if (key !== "all") return false;
        element.classList.add("show-all");
      },
      reset: () => alive.place.index > 0 && showTop(find(element, ".decisions-place"), context.reducedMotion),
    };
  },
};

/** Say what a press brought, and record the points of a choice. @param {string} _key @param {Alive<Quiz, Deck>} alive @param {Quiz} before */
function tellChange(_key, {announce, context, element, known: {ruleset, examples}, place: quiz}, before) {
  const chosen = quiz.answers === before.answers ? undefined : chosenOption(quiz, examples);
  if (quiz.index !== before.index) announce();
  if (chosen !== undefined) {
    const best = optionText(examples[quiz.index].options[0], ruleset.n_dice);
    announce(`${verdictPhrase(chosen.regret)}${chosen.regret === 0 ? "" : ` Best: ${best}.`}`);
    context.record(String(quiz.index + 1), pointsOfRegret(chosen.regret));
    every(element, "[data-press=next]:not([aria-disabled])")[0]?.focus({preventScroll: true});
  }
  if (chosen !== undefined) bringIntoView(find(element, ".verdict"));
  else if (quiz.index !== before.index) showTop(find(element, ".decisions-place"), context.reducedMotion);
}

export const {view, card, mount} = makeFigure(decisions);
