/** What options lead to: against the values of perfect play, a game counted out, and a bonus that pays a little more. */
import assert from "node:assert/strict";
import {test} from "node:test";

import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {findKeep} from "../../../../static/js/yatzy/game/lattice.js";
import {rankOptions} from "../../../../static/js/yatzy/game/ranking.js";
import {layOutGame, totalsOfScores} from "../../../../static/js/yatzy/game/tables.js";
import {solveTurn} from "../../../../static/js/yatzy/game/turn.js";
import {MOST_OPEN, outlookOf} from "../../../../static/js/yatzy/table/desk.js";
import {readEarly} from "../../../../static/js/yatzy/table/early.js";
import {lookAhead} from "../../../../static/js/yatzy/table/outlook.js";
import {readPublishedEarly} from "../published.js";

const BOXES = ["threes", "fives", "sixes", "full_house", "chance"];
const nothing = async () => {};

/** An outlook with its range. @param {import("../../../../static/js/yatzy/table/outlook.js").Outlook} outlook */
function known({bonus, range}) {
  assert.ok(range !== undefined);
  return {bonus, range};
}

/** A short game with its values, turn by turn. @param {number} bonus */
function shortGame(bonus) {
  const categories = scandinavian.categories.filter(({name}) => BOXES.includes(name));
  const game = layOutGame({...scandinavian, categories, threshold: 42, bonus});
  /** @type {Map<number, number>} */
  const known = new Map();
  const valueOf = (/** @type {number} */ filled, /** @type {number} */ upper_total) => {
    const key = filled * 100 + upper_total;
    const value = known.get(key) ?? (filled === 31 ? (upper_total === 42 ? bonus : 0) : solveTurn(game, valueOf, {filled, upper_total}).value);
    known.set(key, value);
    return value;
  };
  return {game, valueOf};
}

/** @param {ReturnType<typeof shortGame>} short @param {import("../../../../static/js/yatzy/advisor/position.js").Position} position */
function optionsOf({game, valueOf}, {scores, dice, rerolls}) {
  const {filled, upper_total, written} = totalsOfScores(game.ruleset, scores);
  const turn = solveTurn(game, valueOf, {filled, upper_total});
  const options = rankOptions(game, turn, findKeep(game.lattice, dice) - game.lattice.first_roll, rerolls);
  return options.map((option) => ({...option, value: option.value + written}));
}

/** @param {(number | null)[]} scores @param {number[]} dice @param {number} rerolls */
const positionOf = (scores, dice, rerolls) => ({scores, n_extra_yahtzees: 0, dice, kept: 0, rerolls});

test("the mean of all games is what the option is worth, and the bonus what one that pays more would add", async () => {
  const step = 2 ** -20;
  const [short, more] = [shortGame(50), shortGame(50 + step)];
  for (const position of [positionOf([null, 15, null, null, null], [1, 3, 3, 6, 6], 2), positionOf([9, null, 18, null, 22], [2, 5, 5, 5, 6], 1), positionOf([null, null, null, 0, null], [5, 5, 6, 6, 6], 0)]) {
    const dearer = optionsOf(more, position);
    const options = optionsOf(short, position).slice(0, 4);
    const outlooks = await lookAhead(short.game, short.valueOf, position, options, nothing);
    assert.equal(outlooks.length, options.length);
    for (const [place, option] of options.entries()) {
      const {bonus, range: {mean, low, high}} = known(outlooks[place]);
      const alone = known((await lookAhead(short.game, short.valueOf, position, [option], nothing))[0]);
      assert.deepEqual([alone.range.low, alone.range.high], [low, high]);
      assert.ok(Math.abs(alone.range.mean - mean) < 1e-9 && Math.abs(alone.bonus - bonus) < 1e-12);
      assert.ok(Math.abs(mean - option.value) < 1e-9, `${mean} is not ${option.value}`);
      const same = dearer.find(({action, category, dice}) => action === option.action && category === option.category && dice.join("") === option.dice.join(""));
      assert.ok(Math.abs(((same?.value ?? 0) - option.value) / step - bonus) < 1e-6, `${bonus}`);
      assert.ok(low <= mean && mean <= high);
    }
  }
});

test("one box, one reroll, counted out: where a tenth of the games ends, and nine tenths", async () => {
  const short = shortGame(50);
  const position = positionOf([9, 15, null, 0, 20], [1, 2, 6, 6, 6], 1);
  const ends = [];
  for (let one = 1; one <= 6; one += 1) for (let two = 1; two <= 6; two += 1) ends.push(44 + 6 * (3 + Number(one === 6) + Number(two === 6)) + 50);
  ends.sort((a, b) => a - b);
  const [outlook] = await lookAhead(short.game, short.valueOf, position, [{action: "keep", dice: [6, 6, 6], category: -1}], nothing);
  assert.deepEqual([outlook.range?.low, outlook.range?.high], [ends[3], ends[32]]);
  assert.ok(Math.abs(outlook.bonus - 1) < 1e-12);
});

test("where the chance of the bonus is known of cards on the way, games are followed no further", async () => {
  const step = 2 ** -20;
  const [{game, valueOf}, more] = [shortGame(50), shortGame(50 + step)];
  /** @type {Map<number, number>} */
  const chances = new Map();
  for (const filled of [7, 11, 13, 14, 19, 21, 22, 25, 26, 28]) {
    for (const total of game.states.totals_of_set[filled & 7]) {
      chances.set(filled * (game.ruleset.threshold + 1) + total, (more.valueOf(filled, total) - valueOf(filled, total)) / step);
    }
  }
  for (const scores of [[null, null, null, null, null], [null, null, null, null, 20], [9, null, null, null, 20]]) {
    const position = positionOf(scores, [3, 3, 5, 6, 6], 1);
    const options = optionsOf({game, valueOf}, position).slice(0, 3);
    const whole = await lookAhead(game, valueOf, position, options, nothing);
    const early = await lookAhead(game, valueOf, position, options, nothing, {n_filled: 3, chances});
    for (const [place, {bonus, range}] of early.entries()) {
      assert.equal(range, undefined);
      assert.ok(Math.abs(bonus - whole[place].bonus) < 1e-6, `${bonus} is not ${whole[place].bonus}`);
    }
  }
});

test("the published chances are of this game, and become less likely as points are missing", async () => {
  const game = layOutGame(scandinavian);
  const {n_filled, chances} = readEarly(await readPublishedEarly(), game);
  const at = (/** @type {number[]} */ boxes, /** @type {number} */ total) => chances.get(boxes.reduce((set, box) => set | (1 << box), 0) * 64 + total) ?? NaN;
  assert.equal(n_filled, 12 - 9);
  assert.deepEqual([at([3, 4, 5], 0), at([3, 4, 5], 5) < at([3, 4, 5], 45)], [0, true]);
  assert.ok(at([0, 6, 14], 3) > at([0, 6, 14], 0) && at([0, 6, 14], 3) < 1);
  assert.throws(() => readEarly(new TextEncoder().encode('{"n_filled": 3, "units": 10, "chances": [1]}').buffer, game), /another version/);
});

test("it is offered where the games are few, and for games without jokers and saved throws", () => {
  const card = (/** @type {number} */ n_open) => scandinavian.categories.map((_, box) => (box < n_open ? null : 0));
  const offers = [["scandinavian", MOST_OPEN], ["scandinavian:100.63.0", 1], ["scandinavian", MOST_OPEN + 1], ["scandinavian:100.63.0", MOST_OPEN + 1], ["saved", 3]];
  assert.deepEqual(offers.map(([edition, n_open]) => outlookOf(String(edition), card(Number(n_open)))), ["offered", "offered", "early", "later", "none"]);
});
