/** The published decisions, compared with the page's own solver. */

import assert from "node:assert/strict";
import {before, test} from "node:test";

import {adviser} from "../../../../static/js/yatzy/advisor/answer.js";
import {EXAMPLE} from "../../../../static/js/yatzy/advisor/example.js";
import {readPosition} from "../../../../static/js/yatzy/advisor/session.js";
import {openValues} from "../../../../static/js/yatzy/advisor/values.js";
import {drawAnswer, view as viewDecisions} from "../../../../static/js/yatzy/widgets/decisions.js";
import {readEndings, readExamples} from "../../../../static/js/yatzy/parts/records.js";
import {layOutGame} from "../../../../static/js/yatzy/game/tables.js";
import {EDITIONS} from "../../../../static/js/yatzy/advisor/position.js";
import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {view as viewAdvisor} from "../../../../static/js/yatzy/widgets/advisor.js";
import {readDataSet, readPublishedFile} from "../published.js";

const game = layOutGame(scandinavian);

/** @type {{decision_examples: import("../../../../static/js/engine/widget").DataSet, decision_outcomes: import("../../../../static/js/engine/widget").DataSet}} */
let data;
/** @type {import("../../../../static/js/yatzy/parts/records.js").Example[]} */
let examples;

before(async () => {
  data = {decision_examples: await readDataSet("decision_examples"), decision_outcomes: await readDataSet("decision_outcomes")};
  examples = readExamples(data.decision_examples, scandinavian);
});

test("five decisions, each with a best option and one other that the greedy player takes", () => {
  assert.equal(examples.length, 5);
  for (const {options} of examples) {
    assert.equal(options[0].regret, 0);
    assert.deepEqual(options.filter(({greedy}) => greedy).map(({regret}) => regret > 2), [true]);
  }
});

test("the shipped values are what the page computes, within the rounding of its table", async () => {
  const values = await openValues(EDITIONS[0], game, readPublishedFile);
  const answer = adviser(game, values);
  const of_advisor = {...readPosition(EXAMPLE.position, scandinavian), options: Object.entries(EXAMPLE.values).map(([key, value]) => ({key, value}))};
  for (const {scores, dice, rerolls, options} of [...examples, of_advisor]) {
    const computed = answer({scores, dice, kept: 0, rerolls, n_extra_yahtzees: 0});
    assert.ok(computed.kind === "options");
    const value_of_key = new Map(computed.options.map(({key, value}) => [key, value]));
    assert.equal(value_of_key.size, options.length);
    for (const {key, value} of options) assert.ok(Math.abs(Number(value_of_key.get(key)) - value) <= 1 / 512, key);
  }
});

test("all outcomes of a turn are listed, with their expected points", () => {
  readEndings(data.decision_outcomes, scandinavian).forEach((endings, index) => {
    const {options} = examples[index];
    const tempting = options.filter(({greedy}) => greedy)[0];
    for (const [ways, option] of /** @type {const} */ ([[endings.best, options[0]], [endings.tempting, tempting]])) {
      const certain = ways.reduce((sum, {probability}) => sum + probability, 0);
      const points = ways.reduce((sum, ending) => sum + ending.probability * ending.points, 0);
      assert.ok(Math.abs(certain - 1) < 1e-9 && Math.abs(points - option.turn_points) < 1e-9, option.key);
      assert.ok(ways.every(({title}) => title !== ""));
    }
  });
});

test("every choice in every decision has an answer", () => {
  const deck = {ruleset: scandinavian, examples, endings: readEndings(data.decision_outcomes, scandinavian)};
  examples.forEach(({options}, index) => {
    for (const {key} of options) {
      const answers = examples.map((_, other) => (other === index ? key : null));
      const markup = drawAnswer(deck, {index, answers, picked: []});
      assert.match(markup, /<b>(Perfect play does the same|Your choice (gives away [\d.]+ points|is as good as the best))\.<\/b>/);
      assert.match(markup, /What makes the difference/);
      assert.doesNotMatch(markup, /undefined|NaN/);
    }
  });
});

test("both stills can be drawn from what is published", () => {
  for (const markup of [viewAdvisor(), viewDecisions({}, data)]) {
    assert.doesNotMatch(markup, /undefined|NaN| style=/);
    assert.match(markup, /Decision 1|An example/);
  }
});
