import assert from "node:assert/strict";
import {test} from "node:test";

import {contrasts, drawDifference} from "../../../../static/js/yatzy/widgets/decisions.js";
import {
  chosenOption, pressQuiz, readQuiz, startQuiz, tally, writeQuiz,
} from "../../../../static/js/yatzy/parts/quiz.js";
import {readEndings, readExamples} from "../../../../static/js/yatzy/parts/records.js";
import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {decision_examples, decision_outcomes} from "./decisions-fixture.js";

const examples = readExamples(decision_examples, scandinavian);
const endings = readEndings(decision_outcomes, scandinavian);
const opening = startQuiz(examples);

/** @param {import("../../../../static/js/yatzy/parts/quiz.js").Quiz} quiz @param {...string} keys */
function pressed(quiz, ...keys) {
  return keys.reduce((before, key) => pressQuiz(before, key, examples), quiz);
}

test("examples are read with their scorecard, dice and options", () => {
  assert.deepEqual(examples.map(({dice, rerolls, turn, options}) => [dice.join(""), rerolls, turn, options.length]), [
    ["55266", 1, 3, 4], ["12345", 0, 1, 2],
  ]);
  assert.deepEqual(examples[0].scores, [3, ...Array(12).fill(null), 20, null]);
  assert.ok(examples[1].scores.every((points) => points === null));
  assert.deepEqual(examples[0].options.map(({key}) => key), ["keep-5566", "keep-55", "keep-", "score-two_pairs"]);
  assert.equal(examples[0].options[3].title, "Two pairs");
});

test("dice are picked and released, then the others thrown", () => {
  const picked = pressed(opening, "die-1", "die-2", "die-0", "die-2");
  assert.deepEqual(picked.picked, [1, 0]);
  assert.equal(pressed(picked, "throw").answers[0], "keep-55");
  assert.equal(pressed(opening, "throw").answers[0], "keep-");
  assert.equal(pressed(opening, "die-0", "die-1", "die-3", "die-4", "throw").answers[0], "keep-5566");
});

test("a choice remains until it is undone; another decision begins with no dice picked", () => {
  const chosen = pressed(opening, "score-two_pairs", "die-0", "throw");
  assert.equal(chosenOption(chosen, examples)?.regret, 11);
  assert.deepEqual(pressed(chosen, "again"), opening);
  assert.deepEqual(pressed(opening, "die-0", "next").picked, []);
  assert.equal(pressed(opening, "next", "next").index, 1);
  assert.equal(pressed(opening, "previous").index, 0);
});

test("without a reroll dice cannot be picked, and a filled box cannot be chosen", () => {
  assert.deepEqual(pressed(opening, "next", "die-0", "throw"), {...opening, index: 1});
  assert.deepEqual(pressed(opening, "score-chance"), opening);
});

test("the tally includes the decisions made, compared with the greedy player", () => {
  assert.deepEqual(tally(opening, examples), {answered: 0, reader: 0, greedy: 0});
  const both = pressed(opening, "die-0", "die-1", "throw", "next", "score-chance");
  assert.deepEqual(tally(both, examples), {answered: 2, reader: 10.5, greedy: 11});
});

test("a quiz is preserved by its link, and an invalid text is rejected", () => {
  const quiz = pressed(opening, "die-0", "die-1", "throw", "next");
  assert.equal(writeQuiz(quiz), "2:keep-55,");
  assert.deepEqual(readQuiz(writeQuiz(quiz), examples), quiz);
  assert.deepEqual(readQuiz("1:keep-,score-chance", examples)?.answers, ["keep-", "score-chance"]);
  for (const text of ["", "3:,", "0:,", "1:", "1:keep-66666,", "1:score-chance,", "x"]) assert.equal(readQuiz(text, examples), null, text);
});

test("the endings whose chances differ most are first, zeros separate from points", () => {
  assert.deepEqual(contrasts(endings[0]), [
    {title: "Points in Two pairs this turn", best: 0.5, tempting: 1},
    {title: "Points in Full house this turn", best: 0.375, tempting: 0},
  ]);
  assert.equal(contrasts({best: [{title: "Yatzy", points: 0, probability: 1}], tempting: []})[0].title, "A zero in Yatzy this turn");
  assert.deepEqual(contrasts({best: [{title: "Yatzy", points: 50, probability: 0.03}], tempting: [{title: "Yatzy", points: 50, probability: 0.025}]}), []);
});

test("the difference: points now and later, the bonus, and chances unless both options end the turn", () => {
  const {options, scores} = examples[0];
  const written = scores.reduce((/** @type {number} */ sum, points) => sum + (points ?? 0), 0);
  const compared = {best: options[0], other: options[3], whose: {name: "greedy", text: "greedy"}, endings: endings[0], written, n_dice: 5};
  const rows = drawDifference(compared).match(/<tr><th scope="row">.*/g) ?? [];
  // 230.5 - 23 - 20 and 219.5 - 23 - 15 points are still to come.
  assert.match(rows.join("\n"), /this turn.*<td>20\.0.*<td>15\.0.*\n.*after it.*<td>187\.5.*<td>181\.5.*\n.*bonus.*50%.*25%/);
  assert.match(rows.slice(3).join("\n"), /Two pairs.*50%.*100%.*\n.*Full house.*38%.*0%/);
  // The outcomes of a third option are not known.
  assert.equal(drawDifference({...compared, other: options[2], endings: null}).match(/<tr><th scope="row">/g)?.length, 2);
  const boxes = {...compared, best: examples[1].options[0], other: examples[1].options[1]};
  assert.equal(drawDifference(boxes).match(/<tr><th scope="row">/g)?.length, 2);
});
