import assert from "node:assert/strict";
import test from "node:test";

import {keyOf, playOwn, readDuel, readQueues} from "../../../../static/js/yatzy/widgets/same-dice.js";
import {layOutGame} from "../../../../static/js/yatzy/game/tables.js";
import {readValueTable, valueOfState} from "../../../../static/js/yatzy/game/values/table.js";
import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {readDataSet, readPublishedTable} from "../published.js";

/** @import {Own} from "../../../../static/js/yatzy/widgets/same-dice.js" */

const game = layOutGame(scandinavian);
const table = await readValueTable(await readPublishedTable(), game);
const valueOf = (/** @type {number} */ filled, /** @type {number} */ total) => valueOfState(table, game.states, filled, total);
const queues = readQueues(await readDataSet("duel_queues"));
const duel = readDuel(await readDataSet("duel_games"), 248.44);
const [perfect, greedy] = duel.players;

test("without questions the game is that of perfect play, decision by decision, with its values", () => {
  const own = /** @type {Own} */ (playOwn({game, valueOf, queues, stops: []}, []));
  assert.equal(own.asked, null);
  assert.equal(own.final_score, perfect.final_score);
  own.decisions.forEach((decision, row) => {
    const {value, regret, ...rest} = perfect.decisions[row];
    const {value: found, regret: lost, ...same} = decision;
    assert.deepEqual(same, rest);
    assert.ok(Math.abs(found - value) < 0.01 && lost < 1e-9 && regret < 1e-9, `${found} ${value}`);
  });
});

test("a greedy answer has the same result and loss as the greedy player's", () => {
  const stops = Array.from({length: 15}, (_, turn) => ({turn: turn + 1, throw: 1}));
  const [{dice, stays, value, regret}] = greedy.decisions;
  const kept = dice.filter((_, die) => stays[die]).sort().join("");
  const asked = /** @type {Own} */ (playOwn({game, valueOf, queues, stops}, []));
  assert.deepEqual(asked.asked?.dice, dice);
  const own = /** @type {Own} */ (playOwn({game, valueOf, queues, stops}, [`keep-${kept}`]));
  assert.deepEqual(own.decisions[0].stays, stays);
  assert.ok(Math.abs(own.decisions[0].value - value) < 0.01 && Math.abs(own.decisions[0].regret - regret) < 0.01);
  assert.equal(own.asked?.turn, 2);
});

test("a completely answered game adds up: price, luck and losses give the score", () => {
  const stops = [{turn: 1, throw: 1}, {turn: 7, throw: 3}, {turn: 13, throw: 3}];
  /** @type {string[]} */
  const answers = [];
  let own = /** @type {Own} */ (playOwn({game, valueOf, queues, stops}, answers));
  while (own.asked !== null) {
    answers.push(keyOf(game, own.asked.options[own.asked.options.length - 1])); // the worst option
    own = /** @type {Own} */ (playOwn({game, valueOf, queues, stops}, answers));
  }
  assert.equal(answers.length, stops.length);
  assert.deepEqual(own.answers.map(({turn}) => turn), stops.map(({turn}) => turn));
  assert.equal(own.decisions.filter(({category}) => category !== null).length, 15);
  const last = own.decisions[own.decisions.length - 1];
  assert.ok(Math.abs(last.value - own.final_score) < 1e-9);
  assert.ok(own.decisions.filter(({regret}) => regret > 0.01).length === stops.length);
  own.decisions.forEach(({turn, throw: throws, dice, stays}, row) => {
    const before = own.decisions[row - 1];
    if (throws > 1) dice.forEach((face, die) => before.stays[die] && assert.equal(face, before.dice[die]));
    assert.ok(turn >= 1 && stays.length === 5);
  });
});

test("a turn that perfect play ends early asks at its end, and an invalid answer gives no game", () => {
  const early = perfect.decisions.find((decision) => decision.category !== null && decision.throw < 3);
  assert.ok(early !== undefined);
  const own = /** @type {Own} */ (playOwn({game, valueOf, queues, stops: [{turn: early.turn, throw: 3}]}, []));
  assert.deepEqual([own.asked?.turn, own.asked?.throw], [early.turn, early.throw]);
  assert.equal(playOwn({game, valueOf, queues, stops: [{turn: 1, throw: 1}]}, ["keep-111"]), null);
  assert.equal(playOwn({game, valueOf, queues, stops: []}, ["keep-44"]), null);
});
