/** A game whose boxes go in order: its values are worked out by the page, as the solver has them. */
import assert from "node:assert/strict";
import {test} from "node:test";

import {Desk} from "../../../../static/js/yatzy/table/desk.js";
import {beginGame, playedOf} from "../../../../static/js/yatzy/table/game.js";
import {machineTurn} from "../../../../static/js/yatzy/table/machine.js";

/** `python -m solver solve --option in_order=true`; tests/solver/rules/test_in_order.py holds the solver to it. */
const START_VALUE = 122.55852739642368;

const desk = new Desk("in-order", () => Promise.reject(new Error("nothing is fetched")), {}, () => import("../../../../static/js/yatzy/table/later.js"));
const {ruleset} = desk;

test("a new game is worth what the solver says", async () => {
  const {start_value} = await desk.values();
  assert.ok(Math.abs(start_value - START_VALUE) < 1e-9, String(start_value));
  assert.equal(desk.exactness, "done");
});

test("only the first open box is an option, on a card that was begun on paper too", async () => {
  const cards = [[[], "ones"], [[0, 1, 2], "fours"], [[0, 1, 3, 14], "threes"], [[...Array(14).keys()], "yatzy"]];
  for (const [boxes, next] of /** @type {[number[], string][]} */ (cards)) {
    const scores = ruleset.categories.map((_, box) => (boxes.includes(box) ? 0 : null));
    const answer = await desk.answerSoon({scores, dice: [6, 6, 1, 2, 2], kept: 0, rerolls: 1, n_extra_yahtzees: 0});
    assert.ok(answer.kind === "options" && answer.options.every(({value}) => Number.isFinite(value)));
    assert.deepEqual(answer.options.map(({key}) => key).filter((key) => key.startsWith("score")), [`score-${next}`]);
    assert.equal(answer.options.length, 1 + 17); // So many different keeps throw a die.
  }
});

test("perfect play gives nothing away, and the account closes", async () => {
  let game = beginGame({edition: "in-order", players: [{name: "M", kind: "machine"}], dice: "page", seed: "ORDER"});
  while (playedOf(game, ruleset).player >= 0) game = await machineTurn(desk, game);
  const [review] = await desk.review(playedOf(game, ruleset).cards);
  assert.equal(review?.regret, 0);
  assert.ok(review && Math.abs(START_VALUE + review.luck - review.final) < 1e-9);
});
