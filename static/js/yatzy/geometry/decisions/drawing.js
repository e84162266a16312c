/** The decisions as markup, region by region; all of it pure. */

import {totalsOfScores} from "../../game/tables.js";
import {glyph} from "../../parts/cast.js";
import {lossPhrase} from "../../words/points.js";
import {optionMarkup, rankedOptions} from "../../parts/ranked.js";
import {chosenOption, greedyOption} from "../../parts/quiz.js";
import {verdictPhrase, YOU} from "../../parts/quiz-drawing.js";
import {drawDifference} from "./difference.js";

/** @import {Quiz} from "../../parts/quiz.js" @import {Example, ExampleOption} from "../../parts/examples.js" */

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
