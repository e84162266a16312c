/**
 * What would you do? Hard decisions of real games: choose first, then see every option and what makes the difference.
 */
import {onPress} from "site_builder/kit";
import {drawAnswer, drawCard, drawDice, drawPlace, drawTally, verdictPhrase} from "../geometry/decisions/drawing.js";
import {chosenOption, pressQuiz, readQuiz, startQuiz, writeQuiz} from "../geometry/decisions/quiz.js";
import {drawStillAnswers} from "../geometry/decisions/still.js";
import {readEndings, readExamples} from "../parts/examples.js";
import {liftDiceUnderHand} from "../parts/lift.js";
import {optionText} from "../parts/ranked.js";
import {focusControl, regionPainter} from "../parts/regions.js";
import {scandinavian} from "../game/rules/scandinavian.js";

/**
 * @import {Context, Controller, DataSet} from "../../engine/widget" @import {Deck} from "../geometry/decisions/drawing.js"
 * @import {Quiz} from "../geometry/decisions/quiz.js"
 */

/** @typedef {{decision_examples: DataSet, decision_outcomes: DataSet}} Data */

const BAD_LINK = "The link to this figure names no decision or no choice of these; it starts from the beginning.";

/** @param {Data} data @returns {Deck} */
function openDeck({decision_examples, decision_outcomes}) {
  const ruleset = scandinavian;
  return {ruleset, examples: readExamples(decision_examples, ruleset), endings: readEndings(decision_outcomes, ruleset)};
}

/** @param {Deck} deck @param {Quiz} quiz */
function drawRegions(deck, quiz) {
  return {
    place: drawPlace(deck, quiz),
    dice: drawDice(deck, quiz),
    answer: drawAnswer(deck, quiz),
    card: drawCard(deck, quiz),
    tally: drawTally(deck, quiz),
  };
}

/**
 * Draw the first decision before any choice; the answers stand below it for readers without JavaScript.
 * @param {Record<string, unknown>} _state @param {Data} data
 */
export function view(_state, data) {
  const deck = openDeck(data);
  const regions = drawRegions(deck, startQuiz(deck.examples));
  const region = (/** @type {keyof typeof regions} */ name) =>
    `<div class="decisions-${name}" data-region="${name}">${regions[name]}</div>`;
  return `<div class="decisions"><p class="problem" role="alert" data-region="problem"></p>
${region("place")}${region("dice")}${region("answer")}<div class="decisions-side">${region("card")}${region("tally")}</div></div>${drawStillAnswers(deck)}`;
}

/** Let the reader choose. @param {HTMLElement} element @param {Data} data @param {Context} context @returns {Controller} */
export function mount(element, data, context) {
  const deck = openDeck(data);
  const {examples} = deck;
  const paint = regionPainter(element);
  const text = context.readState();
  const linked = text === null ? null : readQuiz(text, examples);
  let quiz = linked ?? startQuiz(examples);
  paint({...drawRegions(deck, quiz), problem: text !== null && linked === null ? BAD_LINK : ""});

  /** @param {Quiz} next */
  function go(next) {
    const before = quiz;
    quiz = next;
    paint({...drawRegions(deck, quiz), problem: ""});
    if (quiz === before) return;
    context.writeState(isUntouched(quiz) ? null : writeQuiz(quiz));
    tellChange(deck, before, quiz, context);
    const is_decided = quiz.answers !== before.answers && quiz.answers[quiz.index] !== null;
    if (is_decided) focusControl(element, "[data-press=next]:not([disabled])", {preventScroll: true});
    if (is_decided || quiz.index !== before.index) showTop(element, context.reducedMotion);
  }

  /** @param {string} key */
  function press(key) {
    if (key === "all") element.classList.add("show-all");
    else go(pressQuiz(quiz, key, examples));
  }

  const stop = new AbortController();
  onPress(element, press, stop.signal);
  liftDiceUnderHand(element, stop.signal);
  return {press, reset: () => go(startQuiz(examples)), destroy: () => stop.abort()};
}

/**
 * Bring the dice, and the answer under them, into view: on a phone the box that was tapped lies far below them.
 * @param {HTMLElement} element
 * @param {boolean} still Whether the page jumps instead of gliding.
 */
function showTop(element, still) {
  const top = element.querySelector(".decisions-place");
  if (top === null) return;
  const {top: above} = top.getBoundingClientRect();
  const margin = parseFloat(getComputedStyle(top).scrollMarginBlockStart) || 0;
  if (above < margin) top.scrollIntoView({block: "start", behavior: still ? "instant" : "smooth"});
}

/** @param {Quiz} quiz */
function isUntouched({index, answers}) {
  return index === 0 && answers.every((answer) => answer === null);
}

/** Points of a choice on the card of the contents: ten for the best, one less for each point given away. @param {number} regret */
function pointsOf(regret) {
  return Math.max(0, 10 - Math.round(regret));
}

/**
 * Say what a step brought, and record the points of a choice.
 * @param {Deck} deck @param {Quiz} before @param {Quiz} quiz @param {Context} context
 */
function tellChange({ruleset, examples}, before, quiz, context) {
  if (quiz.index !== before.index) return context.announce(`Decision ${quiz.index + 1} of ${examples.length}.`);
  const chosen = chosenOption(quiz, examples);
  if (chosen === undefined || quiz.answers === before.answers) return;
  const best = optionText(examples[quiz.index].options[0], ruleset.n_dice);
  context.announce(`${verdictPhrase(chosen.regret)}${chosen.regret === 0 ? "" : ` Best: ${best}.`}`);
  context.record(String(quiz.index + 1), pointsOf(chosen.regret));
}
