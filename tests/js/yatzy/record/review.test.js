/** The page's review of a recorded game equals the solver's in every digit that both show. */
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";

import {costliest, costly, reviewCard} from "../../../../static/js/yatzy/table/review.js";
import {EDITIONS} from "../../../../static/js/yatzy/advisor/position.js";
import {layOutGame} from "../../../../static/js/yatzy/game/tables.js";
import {openValues} from "../../../../static/js/yatzy/advisor/values.js";
import {readPublishedFile} from "../published.js";
import {readRecords} from "../../../../static/js/yatzy/record/parse.js";
import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";

/**
 * @typedef {{turn: number, dice: string, regret: string, best: [string, string], costly: boolean}} Shown
 * @typedef {{record: string, start: string, luck: string, regret: string, final: number, decisions: Shown[], costliest: number[]}} Told
 * @type {Told[]}
 */
const GAMES = JSON.parse(readFileSync(new URL("../../../golden/reviews.json", import.meta.url), "utf8"));

/** Format points in tenths, a half upwards, as the solver does. @param {number} points */
function tenths(points) {
  const settled = Math.floor(points * 2 ** 30 + 0.5) / 2 ** 30;
  return (Math.floor(settled * 10 + 0.5) / 10 + 0).toFixed(1);
}

test("the review of a recorded game shows the solver's digits, and its sums agree", async () => {
  const game = layOutGame(scandinavian);
  const values = await openValues(EDITIONS[0], game, readPublishedFile);
  assert.ok(GAMES.length > 3);
  for (const told of GAMES) {
    const [{players: [{turns}], edition}] = readRecords(told.record);
    assert.equal(edition, "scandinavian");
    const scores = scandinavian.categories.map(({name}) => turns.find(({box}) => box === name)?.points ?? null);
    const review = await reviewCard(game, values, {scores, turns, n_extra_yahtzees: 0, saved: 0, peeks: 0, made_again: 0});
    const {start, luck, regret, final, unknown, decisions} = review;
    assert.ok(Math.abs(final - (start + luck - regret + unknown)) < 1e-9);
    assert.deepEqual([start, luck, regret].map(tenths), [told.start, told.luck, told.regret]);
    assert.equal(final, told.final);
    const shown = decisions.map((decision) => {
      const {turn, dice, options, chosen} = decision;
      const best = chosen.regret <= 1 / 256 ? chosen : options[0];
      const named = best.category < 0 ? ["", best.dice.join("")] : [scandinavian.categories[best.category].name, ""];
      return {turn, dice: [...dice].sort().join(""), regret: tenths(chosen.regret), best: named, costly: costly(review).includes(decision)};
    });
    assert.deepEqual(shown, told.decisions);
    assert.deepEqual(costliest(review).map(({turn}) => turn), told.costliest);
  }
});
