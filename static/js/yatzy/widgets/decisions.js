/**
 * What would you do? Hard decisions of real games: choose first, then see every option and what makes the difference.
 */
import {every, find, makeFigure} from "site_builder/kit";
import {chosenOption, pointsOfRegret, pressQuiz, readQuiz, startQuiz, writeQuiz} from "../parts/quiz.js";
import {drawAnswer} from "../geometry/decisions/drawing.js";
import {glyph} from "../parts/cast.js";
import {drawCard, drawDice, drawPlace, drawTally, verdictPhrase} from "../parts/quiz-drawing.js";
import {drawDecisionCard, drawStillAnswers} from "../geometry/decisions/still.js";
import {readEndings, readExamples} from "../parts/examples.js";
import {liftDiceUnderHand} from "../parts/lift.js";
import {optionText} from "../parts/ranked.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {showTop} from "../parts/show-top.js";

/**
 * @import {Alive, Figure} from "site_builder/kit" @import {Deck} from "../geometry/decisions/drawing.js"
 * @import {Quiz} from "../parts/quiz.js"
 */

const BAD_LINK = "The link to this figure names no decision or no choice of these; it starts from the beginning.";

/** The answers stand below for readers without JavaScript. @param {Quiz} _quiz @param {Deck} deck */
const frameOf = (_quiz, deck) => `<div class="decisions"><p class="problem" role="alert" data-region="problem"></p>
<div class="decisions-place" data-region="place"></div><div class="decisions-dice" data-region="dice"></div><div class="decisions-answer" data-region="answer"></div><div class="decisions-side"><div class="decisions-card" data-region="card"></div><div class="decisions-tally" data-region="tally"></div></div></div>${drawStillAnswers(deck)}`;

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
    if (text === null && open > 0) alive.pass({...place, index: open});
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
    every(element, "[data-press=next]:not([disabled])")[0]?.focus({preventScroll: true});
  }
  if (chosen !== undefined || quiz.index !== before.index) showTop(find(element, ".decisions-place"), context.reducedMotion);
}

export const {view, card, mount} = makeFigure(decisions);
