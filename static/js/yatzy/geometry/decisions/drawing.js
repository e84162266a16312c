/** The decisions as markup, region by region; all of it pure. */

import {numberWord} from "site_builder/kit";
import {totalsOfScores} from "../../game/tables.js";
import {dieButton, dieLabel} from "../../parts/dice.js";
import {expected, lossPhrase} from "../../words/points.js";
import {optionMarkup, rankedOptions} from "../../parts/ranked.js";
import {scorecard} from "../../parts/scorecard.js";
import {drawDifference} from "./difference.js";
import {chosenOption, greedyOption, tally} from "./quiz.js";

/** @import {Quiz} from "./quiz.js" @import {Example, ExampleOption} from "../../parts/examples.js" */

/**
 * @typedef {object} Deck
 * @property {import("../../game/rules/scandinavian.js").Ruleset} ruleset
 * @property {readonly Example[]} examples
 * @property {readonly import("../../parts/examples.js").Endings[]} endings Of each example.
 */

/** What each kind of decision teaches, said after the choice. @type {Readonly<Record<string, string>>} */
const LESSONS = {
  "less-now": "The best box is not the one with most points now. What counts is what the boxes left open can still bring.",
  "which-pair": "The lower pair is the better one to keep: a pair is worth what the open boxes can make of it.",
  stop: "Three alike invite one more throw. But the box is made, and a throw would lose more than it can add.",
  sacrifice: "Here a zero is better than points: they would spoil a box that is worth more later.",
  "go-on": "A box is made already, and throwing on is still better.",
};

/** Marks of an option: whose choice it is. */
const YOU = {name: "yours", text: "you"};
const GREEDY = {name: "greedy", text: "greedy"};

/** @param {string} lesson */
function lessonText(lesson) {
  const text = LESSONS[lesson];
  if (text === undefined) throw new Error(`no words for the lesson "${lesson}"; there are some for ${Object.keys(LESSONS).join(", ")}`);
  return text;
}

/** Say which decision this is, and offer the others. @param {Deck} deck @param {Quiz} quiz */
export function drawPlace({examples}, {index, answers}) {
  const last = examples.length - 1;
  const done = answers[index] !== null && index < last ? " ready" : "";
  return `<p><b>Decision ${index + 1}</b> of ${examples.length}</p>
<div class="decisions-turn"><button type="button" class="button" data-press="previous"${index === 0 ? " disabled" : ""}>Previous</button>
<button type="button" class="button${done}" data-press="next"${index === last ? " disabled" : ""}>Next</button></div>`;
}

/** @param {number} rerolls */
export function rerollsPhrase(rerolls) {
  return `${numberWord(rerolls)} reroll${rerolls === 1 ? "" : "s"} left`;
}

/** Draw the dice, what is asked, and the throw. @param {Deck} deck @param {Quiz} quiz */
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

/** Point at the dice that an option keeps. @param {readonly number[]} dice As they lie. @param {ExampleOption} option */
function diceOfOption(dice, {action, dice: kept}) {
  const wanted = action === "keep" ? [...kept] : [];
  return dice.flatMap((face, die) => {
    const found = wanted.indexOf(face);
    if (found < 0) return [];
    wanted.splice(found, 1);
    return [die];
  });
}

/** Draw the scorecard; before the choice an open box offers the points of the roll. @param {Deck} deck @param {Quiz} quiz */
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

/** Say how good the reader's choice was. @param {number} regret */
export function verdictPhrase(regret) {
  if (regret === 0) return "Perfect play does the same.";
  const phrase = lossPhrase(regret);
  return phrase.startsWith("gives") ? `Your choice ${phrase} points.` : `Your choice is ${phrase}.`;
}

/** @param {ExampleOption} chosen @param {ExampleOption} greedy @param {number} n_dice */
function verdict(chosen, greedy, n_dice) {
  const yours = `<b>${verdictPhrase(chosen.regret)}</b>`;
  if (chosen === greedy) return `${yours} The greedy player makes the same choice.`;
  return `${yours} The greedy player would choose “${optionMarkup(greedy, n_dice)}”, which ${lossPhrase(greedy.regret)}.`;
}

/** Draw what was given away so far, by the reader and by the greedy player. @param {Deck} deck @param {Quiz} quiz */
export function drawTally({examples}, quiz) {
  const {answered, reader, greedy} = tally(quiz, examples);
  if (answered === 0) return "";
  const scale = examples.reduce((sum, example) => sum + greedyOption(example).regret, 0);
  const line = (/** @type {string} */ who, /** @type {number} */ points) => {
    const share = Math.min(100, (100 * points) / scale).toFixed(1);
    return `<tr><th scope="row">${who}</th><td><span class="loss-bar" aria-hidden="true"><svg><rect x="${share}%" y="-10%" width="100%" height="120%"/></svg></span></td><td>${expected(points)}</td></tr>`;
  };
  return `<table class="tally"><caption>Points given away, ${answered} of ${examples.length} decided</caption><tbody>${line("You", reader)}${line("Greedy player", greedy)}</tbody></table>`;
}
