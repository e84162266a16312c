/** The answers for readers without JavaScript: each decision with every option, to be opened after thinking. */

import {diceImage} from "../../parts/dice.js";
import {expected, lossText} from "../../words/points.js";
import {rerollsPhrase} from "../../parts/quiz-drawing.js";
import {plainCard, plainChoices, plainDice, plainWords} from "../../parts/plain.js";
import {optionText} from "../../parts/ranked.js";

/** @import {Deck} from "./drawing.js" @import {Example} from "../../parts/examples.js" */

/** Draw all decisions with their answers closed. @param {Deck} deck */
export function drawStillAnswers({ruleset, examples}) {
  const blocks = examples.map((example, index) => drawBlock(ruleset, example, index));
  return `<div class="without-script decisions-still">${blocks.join("\n")}</div>`;
}

/** @param {import("../../game/rules/scandinavian.js").Ruleset} ruleset @param {Example} example @param {number} index */
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

/** @param {import("../../game/rules/scandinavian.js").Ruleset} ruleset @param {Example} example */
function describe({categories}, {scores, dice, rerolls, turn}) {
  const written = categories.flatMap(({title}, category) => (scores[category] === null ? [] : [`${title} ${scores[category]}`]));
  const card = written.length === 0 ? "The scorecard is empty." : `Written so far: ${written.join(", ")}.`;
  return `Decision ${turn === 1 ? "in the first turn" : `in turn ${turn}`}: ${diceImage(dice)} with ${rerollsPhrase(rerolls)}. ${card}`;
}

/** How many choices a card has room for. */
const ON_CARD = 3;

/** A decision on a card, with some of its choices; not the first one, which the title page asks. @param {Deck} deck */
export function drawDecisionCard({ruleset, examples: [, example]}) {
  const options = [...example.options].sort((a, b) => Number(b.greedy) - Number(a.greedy) || a.regret - b.regret).slice(0, ON_CARD);
  const choices = options.map((option) => optionText(option, ruleset.n_dice));
  return plainCard([plainDice(example.dice, 14, 62), plainWords("What would you do?", 132, 27), plainChoices(choices)]);
}
