/**
 * The state of a quiz on hard decisions: which one is shown, the dice picked in it, the choices made.
 *
 * A quiz is an immutable value; each action returns the next one. No DOM.
 */
import {numberWord} from "site_builder/kit";
import {glyph} from "./cast.js";
import {dieButton, dieLabel} from "./dice.js";
import {expected, lossPhrase} from "../words/text.js";
import {scorecard} from "./scorecard.js";

/** @import {Example, ExampleOption} from "./records.js" */

/**
 * @typedef {object} Quiz
 * @property {number} index Index of the current example.
 * @property {readonly (string | null)[]} answers Key of the option chosen in each example; null before.
 * @property {readonly number[]} picked Dice picked to keep in the current example.
 * @property {number} [asked] The example before which all were answered on another page.
 */

/** Begin with the first example. @param {readonly Example[]} examples @returns {Quiz} */
export const startQuiz = (examples) => ({index: 0, answers: examples.map(() => null), picked: []});

/** Write a quiz as text for the page's address: the example, from 1, and the choices made, "2:keep-55,,,,". @param {Quiz} quiz */
export const writeQuiz = ({index, answers}) => `${index + 1}:${answers.map((key) => key ?? "").join(",")}`;

/**
 * Read a quiz from text; null if the text contains an invalid example or option.
 * @param {string} text @param {readonly Example[]} examples @returns {Quiz | null}
 */
export function readQuiz(text, examples) {
  const [number, chosen = ""] = text.split(":");
  const index = Number(number) - 1;
  const answers = chosen.split(",").map((key) => (key === "" ? null : key));
  if (examples[index] === undefined || answers.length !== examples.length) return null;
  const known = answers.every((key, example) => key === null || findOption(examples[example], key) !== undefined);
  return known ? {index, answers, picked: []} : null;
}

/** Find an option of an example by its key. @param {Example} example @param {string} key */
const findOption = ({options}, key) => options.find((option) => option.key === key);

/** Return the option that the greedy player takes. @param {Example} example @returns {ExampleOption} */
export function greedyOption({options}) {
  const found = options.find(({greedy}) => greedy);
  if (found === undefined) throw new Error("the data set marks no option as the greedy player's");
  return found;
}

/** Return the option chosen in the current example, if there is one. @param {Quiz} quiz @param {readonly Example[]} examples */
export function chosenOption({index, answers}, examples) {
  const key = answers[index];
  return key === null ? undefined : findOption(examples[index], key);
}

/** Return the points of a choice on the card of guesses: 10 for the best, one less for each point lost. @param {number} regret */
export const pointsOfRegret = (regret) => Math.max(0, 10 - Math.round(regret));

/**
 * Add up the losses in the examples answered so far.
 * @param {Quiz} quiz @param {readonly Example[]} examples
 * @returns {{answered: number, reader: number, greedy: number}} Points.
 */
export function tally({answers}, examples) {
  let [answered, reader, greedy] = [0, 0, 0];
  answers.forEach((key, index) => {
    const option = key === null ? undefined : findOption(examples[index], key);
    if (option === undefined) return;
    answered += 1;
    reader += option.regret;
    greedy += greedyOption(examples[index]).regret;
  });
  return {answered, reader, greedy};
}

/** @param {Quiz} quiz @param {string} key @returns {Quiz} */
function choose(quiz, key) {
  return {...quiz, answers: quiz.answers.map((old, index) => (index === quiz.index ? key : old))};
}

/** @param {Quiz} quiz @param {number} index @returns {Quiz} */
const turnTo = (quiz, index) => (index in quiz.answers ? {...quiz, index, picked: []} : quiz);

/**
 * Return the quiz after a press: "die-0" picks or releases a die, "throw" throws the others, "score-chance" scores the roll,
 * "next" and "previous" change the example, "again" undoes the choice.
 * @param {Quiz} quiz @param {string} key @param {readonly Example[]} examples @returns {Quiz}
 */
export function pressQuiz(quiz, key, examples) {
  const {index, picked} = quiz;
  const example = examples[index];
  if (key === "next") return turnTo(quiz, index + 1);
  if (key === "previous") return turnTo(quiz, index - 1);
  if (key === "again") return {...quiz, picked: [], answers: quiz.answers.map((old, other) => (other === index ? null : old))};
  if (quiz.answers[index] !== null) return quiz;
  const [action, what] = key.split("-");
  if (action === "die" && example.rerolls > 0) {
    const die = Number(what);
    return {...quiz, picked: picked.includes(die) ? picked.filter((other) => other !== die) : [...picked, die]};
  }
  const chosen = key === "throw" ? `keep-${picked.map((die) => example.dice[die]).sort().join("")}` : key;
  return findOption(example, chosen) === undefined ? quiz : choose(quiz, chosen);
}

// Decisions as markup: the dice to pick from, the card, the quality of a choice, and the losses. Returns text, so that the
// build can draw it; its styles are in `static/css/yatzy/parts/quiz.css`.

/**
 * @typedef {object} Deck
 * @property {import("../game/rules/scandinavian.js").Ruleset} ruleset
 * @property {readonly Example[]} examples
 */

/** The mark of the reader's option. */
export const YOU = {name: "yours", text: `${glyph("yours")} you`};

/** Draw the number of the decision, and links to the others; a disabled link keeps the focus. @param {Deck} deck @param {Quiz} quiz */
export function drawPlace({examples}, {index, answers, asked}) {
  const last = examples.length - 1;
  const done = answers[index] !== null && index < last ? " ready" : "";
  const before = index === asked ? `; you answered ${index === 1 ? "the first" : "those before"} on the title page` : "";
  return `<p><b>Decision ${index + 1}</b> of ${examples.length}${before}</p>
<div class="decisions-turn"><button type="button" class="button" data-press="previous"${index === 0 ? ' aria-disabled="true"' : ""}>Previous</button>
<button type="button" class="button${done}" data-press="next"${index === last ? ' aria-disabled="true"' : ""}>Next</button></div>`;
}

/** @param {number} rerolls */
export const rerollsPhrase = (rerolls) => `${numberWord(rerolls)} reroll${rerolls === 1 ? "" : "s"} left`;

/** Draw the dice, the question, and the throw button. @param {Deck} deck @param {Quiz} quiz */
export function drawDice(deck, quiz) {
  const {dice, rerolls, turn} = deck.examples[quiz.index];
  const chosen = chosenOption(quiz, deck.examples);
  const kept = chosen === undefined ? quiz.picked : diceOfOption(dice, chosen);
  const active = chosen === undefined && rerolls > 0;
  const buttons = dice.map((face, die) => dieButton({
    face,
    kept: kept.includes(die),
    pressed: active ? kept.includes(die) : undefined,
    label: active ? dieLabel(face) : dieLabel(face, kept.includes(die)),
    press: `die-${die}`,
    attributes: `data-face="${face}"${active ? "" : " disabled"}`,
  }));
  const where = `Turn ${turn} of ${deck.ruleset.categories.length}, ${rerollsPhrase(rerolls)}.`;
  const task = chosen === undefined ? ` ${taskPhrase(rerolls)}` : "";
  return `<p class="decisions-task">${where}${task}</p>
<div class="dice-row" role="group" aria-label="Dice">${buttons.join("")}</div>${active ? drawThrow(dice.length - kept.length, dice.length) : ""}`;
}

/** @param {number} rerolls */
function taskPhrase(rerolls) {
  return rerolls > 0
    ? "Tap the dice you would keep and throw the others, or write the roll into an open box."
    : "Choose an open box for this roll.";
}

/** @param {number} n_thrown @param {number} n_dice */
function drawThrow(n_thrown, n_dice) {
  if (n_thrown === 0) return `<button type="button" class="button" disabled>All kept: write them into a box</button>`;
  const which = n_thrown === n_dice ? `all ${numberWord(n_dice)} dice` : `the other ${n_thrown === 1 ? "die" : numberWord(n_thrown)}`;
  return `<button type="button" class="button" data-press="throw">Throw ${which}</button>`;
}

/** Return the indices of the dice that an option keeps. @param {readonly number[]} dice In their order on the table. @param {ExampleOption} option */
function diceOfOption(dice, {action, dice: kept}) {
  const wanted = action === "keep" ? [...kept] : [];
  return dice.flatMap((face, die) => {
    const found = wanted.indexOf(face);
    if (found < 0) return [];
    wanted.splice(found, 1);
    return [die];
  });
}

/** Draw the scorecard; before the choice, open boxes offer the points of the roll. @param {Deck} deck @param {Quiz} quiz */
export function drawCard({ruleset, examples}, {index, answers}) {
  const {scores, dice} = examples[index];
  const roll = [...dice].sort((a, b) => a - b);
  return scorecard({ruleset, scores, hide_caption: true, row: (category) => (answers[index] === `score-${ruleset.categories[category].name}` ? "yours" : ""), cell: (category) => {
    const {name, title, points} = ruleset.categories[category];
    if (scores[category] !== null) return String(scores[category]);
    const brings = points(roll);
    if (answers[index] !== null) return answers[index] === `score-${name}` ? `<b>${brings}</b>` : "";
    return `<button type="button" class="offer${brings === 0 ? " nothing" : ""}" data-press="score-${name}" aria-label="Score ${brings} in ${title}">${brings}</button>`;
  }});
}

/** Describe the quality of the reader's choice. @param {number} regret */
export function verdictPhrase(regret) {
  if (regret === 0) return "Perfect play does the same.";
  const phrase = lossPhrase(regret);
  return phrase.startsWith("gives") ? `Your choice ${phrase} points.` : `Your choice is ${phrase}.`;
}

/** Draw the losses so far of the reader and of the other player. @param {Deck} deck @param {Quiz} quiz @param {string} rival Its name, as markup. */
export function drawTally({examples}, quiz, rival) {
  const {answered, reader, greedy} = tally(quiz, examples);
  if (answered === 0) return "";
  const scale = examples.reduce((sum, example) => sum + greedyOption(example).regret, 0);
  const line = (/** @type {string} */ who, /** @type {number} */ points) => {
    const share = Math.min(100, (100 * points) / scale).toFixed(1);
    return `<tr><th scope="row">${who}</th><td><span class="loss-bar" aria-hidden="true"><svg><rect x="${share}%" y="-10%" width="100%" height="120%"/></svg></span></td><td>${expected(points)}</td></tr>`;
  };
  return `<table class="tally"><caption>Points given away, ${answered} of ${examples.length} decided</caption><tbody>${line(`${glyph("yours")} You`, reader)}${line(rival, greedy)}</tbody></table>`;
}
