/** Machines that play less than perfectly: as the solver's players do, or over games as well as the data sets say. */
import assert from "node:assert/strict";
import {test} from "node:test";

import {EDITIONS} from "../../../../static/js/yatzy/advisor/position.js";
import {openValues} from "../../../../static/js/yatzy/advisor/values.js";
import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {layOutGame} from "../../../../static/js/yatzy/game/tables.js";
import {recordsOf} from "../../../../static/js/yatzy/parts/records.js";
import {Desk} from "../../../../static/js/yatzy/table/desk.js";
import {beginGame, playedOf} from "../../../../static/js/yatzy/table/game.js";
import {machineTurn} from "../../../../static/js/yatzy/table/machine.js";
import {normalCurve} from "../../../../static/js/yatzy/parts/par-sheet.js";
import {rungPlayer, RUNGS, worthByPars} from "../../../../static/js/yatzy/table/minds.js";
import {reviewCard} from "../../../../static/js/yatzy/table/review.js";
import {readDataSet, readPublishedFile, readRungs} from "../published.js";

/** @import {Plays} from "../../../../static/js/yatzy/record/played.js" */

const [minds_par, minds_values, policies] = await Promise.all(["minds_par", "minds_values", "policies"].map(readDataSet));
const tables = layOutGame(scandinavian);
const values = await openValues(EDITIONS[0], tables, readPublishedFile);

/** What the solver says that a player gives away a game. @param {Record<string, any[]>} set @param {string} key @param {string} name */
const left = (set, key, name) => values.start_value - recordsOf(set).find((row) => row[key] === name)?.mean;

/** @type {[Plays, number, number][]} */
const MACHINES = [
  ["pars", 24, left(minds_values, "family", "par-17")],
  ["greedy", 24, left(policies, "policy", "greedy")],
];

for (const [plays, n_games, expected] of MACHINES) {
  test(`a machine gives away what its player does: ${plays}`, async () => {
    const desk = new Desk("scandinavian", readPublishedFile, {minds_par}, () => import("../../../../static/js/yatzy/table/later.js"));
    const given = [];
    for (let n = 0; n < n_games; n += 1) {
      let game = beginGame({edition: "scandinavian", players: [{name: "M", kind: "machine", plays}], dice: "page", seed: `MIND${n}`});
      while (playedOf(game, scandinavian).player >= 0) game = await machineTurn(desk, game);
      given.push((await reviewCard(tables, values, playedOf(game, scandinavian).cards[0])).regret);
    }
    const mean = given.reduce((sum, one) => sum + one) / n_games;
    const sd = Math.sqrt(given.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (n_games - 1));
    const error = sd / Math.sqrt(n_games);
    assert.ok(Math.abs(mean - expected) < 2.5 * error, `${mean} +- ${error} is not ${expected}`);
  });
}

test("the rungs of the ladder do in every position what they do for the solver", async () => {
  const {positions, taken} = await readRungs();
  assert.deepEqual(Object.keys(taken), RUNGS);
  for (const rung of RUNGS) {
    const player = rungPlayer(rung, scandinavian);
    positions.forEach(([filled, , dice, rerolls], index) => {
      const scores = scandinavian.categories.map((_, box) => (filled & (1 << box) ? 0 : null));
      const answer = player({scores, dice: [...dice].reverse().map(Number), kept: 0, rerolls, n_extra_yahtzees: 0});
      assert.ok(answer.kind === "options");
      const [{key, points}] = answer.options;
      assert.equal(key, taken[rung][index], `${rung}: ${filled} ${dice} ${rerolls}`);
      const box = scandinavian.categories.findIndex(({name}) => key === `score-${name}`);
      assert.equal(points, scandinavian.categories[box]?.points([...dice].map(Number)) ?? 0);
    });
  }
});

test("seventeen numbers value a card as their formula does", () => {
  const worth = worthByPars(scandinavian, minds_par);
  const numbers = Object.fromEntries(recordsOf(minds_par).map(({box, integer}) => [box, integer]));
  const all = 2 ** 15 - 1;
  assert.ok(Math.abs(worth(all, 63, 0) - 50) < 1e-4);
  assert.ok(worth(all, 62, 0) < 1e-4);
  assert.ok(Math.abs(worth(all & ~(1 << 13), 62, 0) - numbers.chance) < 1e-4); // the bonus is lost
  const open = (63 - 45 - 18 + 0.5 + numbers.shift) / Math.hypot(6 * numbers.spread, 0.1);
  assert.ok(Math.abs(worth(all & ~(1 << 5), 45, 0) - numbers.sixes - 50 * normalCurve(open)) < 1e-9);
  // Values of tables: the curve, at both of its ends, and where sums are longest.
  const curve = [[0, 0.5], [1, 0.841344746068543], [-2, 0.0227501319481792], [6.5, 0.99999999995984], [-8, 0], [9, 1]];
  for (const [x, height] of curve) assert.ok(Math.abs(normalCurve(x) - height) < 1e-13, String(x));
});
