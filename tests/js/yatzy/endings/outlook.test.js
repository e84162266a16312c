/** What options lead to: against the values of perfect play, a game counted out, and a bonus that pays a little more. */
import assert from "node:assert/strict";
import {test} from "node:test";

import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {findKeep} from "../../../../static/js/yatzy/game/lattice.js";
import {rankOptions} from "../../../../static/js/yatzy/game/ranking.js";
import {upperTotalsOf} from "../../../../static/js/yatzy/game/states.js";
import {layOutGame, totalsOfScores} from "../../../../static/js/yatzy/game/tables.js";
import {solveTurn} from "../../../../static/js/yatzy/game/turn.js";
import {MOST_OPEN, outlookOf} from "../../../../static/js/yatzy/table/desk.js";
import {readEarly} from "../../../../static/js/yatzy/endings/early.js";
import {openFutures} from "../../../../static/js/yatzy/endings/futures.js";
import {Futures} from "../../../../static/js/yatzy/endings/outlook.js";
import {readRough} from "../../../../static/js/yatzy/endings/rough.js";
import {readValueTable, valueOfState} from "../../../../static/js/yatzy/game/values/table.js";
import {readPublishedEarly, readPublishedRough, readPublishedTable} from "../published.js";

const BOXES = ["threes", "fives", "sixes", "full_house", "chance"];
const nothing = async () => {};

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

/** What all games bring on average. @param {import("../../../../static/js/yatzy/endings/course.js").Ending} ending */
const meanOf = ({from, chances}) => chances.reduce((sum, chance, at) => sum + chance * (from + at), 0);

test("the mean of all games is what the option is worth, and the bonus what one that pays more would add", async () => {
  const step = 2 ** -20;
  const [short, more] = [shortGame(50), shortGame(50 + step)];
  const asked = new Futures(short.game, short.valueOf);
  for (const position of [positionOf([null, 15, null, null, null], [1, 3, 3, 6, 6], 2), positionOf([9, null, 18, null, 22], [2, 5, 5, 5, 6], 1), positionOf([null, null, null, 0, null], [5, 5, 6, 6, 6], 0)]) {
    const {written} = totalsOfScores(short.game.ruleset, position.scores);
    const dearer = optionsOf(more, position);
    const options = optionsOf(short, position).slice(0, 4);
    const endings = await asked.endings(position, options, nothing);
    const outlooks = await asked.ask(position, options, nothing);
    assert.equal(endings.length, options.length);
    for (const [place, option] of options.entries()) {
      const {bonus, low, high} = outlooks[place];
      assert.deepEqual(await new Futures(short.game, short.valueOf).ask(position, [option], nothing), [outlooks[place]]);
      const mean = written + meanOf(endings[place]);
      assert.ok(Math.abs(mean - option.value) < 1e-4, `${mean} is not ${option.value}`);
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
  const [{low, high, bonus}] = await new Futures(short.game, short.valueOf).ask(position, [{action: "keep", dice: [6, 6, 6], category: -1}], nothing);
  assert.deepEqual([low, high], [ends[3], ends[32]]);
  assert.ok(Math.abs(bonus - 1) < 1e-12);
});

test("cards of which the ending is known are not followed", async () => {
  const {game, valueOf} = shortGame(50);
  const position = positionOf([null, null, null, null, 20], [3, 3, 5, 6, 6], 1);
  const options = optionsOf({game, valueOf}, position).slice(0, 3);
  const whole = await new Futures(game, valueOf).ask(position, options, nothing);
  const first = new Futures(game, valueOf);
  await first.ask(position, options, nothing);
  let n_early = 0;
  const one = {bonus: 1, from: 0, chances: Float32Array.of(1)};
  const early = await new Futures(game, valueOf, (state) => (Math.floor(state / 43) === 31 ? null : (n_early += 1, one))).ask(position, options, nothing);
  assert.ok(n_early > 2 && n_early < 20, `${n_early}`);
  assert.ok(early.every(({bonus}, place) => Math.abs(bonus - 1) < 1e-12 && whole[place].bonus < 0.9));
});

/** The game as it is published, with its values. */
async function publishedGame() {
  const game = layOutGame(scandinavian);
  const table = await readValueTable(await readPublishedTable(), game);
  return {game, valueOf: (/** @type {number} */ filled, /** @type {number} */ upper_total) => valueOfState(table, game.states, filled, upper_total)};
}

test("at the first glance a range is told nearly to the point, and the bonus nearly to the percent", async () => {
  const {game, valueOf} = await publishedGame();
  const futures = await openFutures(game, valueOf, (name) => (name === "early-endings" ? readPublishedEarly() : readPublishedRough()));
  // Eight or nine boxes are open; more take a while to be followed.
  const cards = [
    [null, 6, null, null, 15, null, 10, null, null, null, 15, null, 23, null, 0], [3, null, 9, 12, null, null, null, 22, 12, null, null, null, null, 21, null],
    [null, 6, null, null, 15, null, null, null, 18, null, 15, null, 23, null, 0], [2, 8, 9, null, null, 24, 12, null, null, null, null, 0, null, null, null],
  ];
  let n_off = 0;
  for (const scores of cards) {
    for (const [dice, rerolls] of /** @type {[number[], number][]} */ ([[[2, 2, 5, 6, 6], 2], [[3, 4, 4, 4, 6], 1], [[1, 2, 3, 4, 6], 0]])) {
      const position = positionOf(scores, dice, rerolls);
      const options = optionsOf({game, valueOf}, position).slice(0, 2);
      const [glance, asked] = [futures.glance(position, options), await futures.ask(position, options, nothing)];
      assert.ok(glance !== null && glance.length === options.length);
      for (const [place, {bonus, low, high, is_rough}] of glance.entries()) {
        assert.ok(is_rough && !asked[place].is_rough);
        assert.ok(Math.abs(bonus - asked[place].bonus) < 0.015, `${scores} ${dice}: ${bonus}, ${asked[place].bonus}`);
        for (const off of [low - asked[place].low, high - asked[place].high]) {
          assert.ok(Math.abs(off) <= 4, `${scores} ${dice}: ${off}`);
          n_off += Number(Math.abs(off) > 1);
        }
      }
    }
  }
  assert.ok(n_off <= 8, `${n_off} of 48`);
});

test("there is a first glance only where following takes longer, and its file must be of this game", async () => {
  const {game, valueOf} = await publishedGame();
  const {curves} = readEarly(await readPublishedEarly(), game, valueOf);
  const card = (/** @type {number} */ n_open) => scandinavian.categories.map((_, box) => (box < n_open ? null : 0));
  const rough = readRough(await readPublishedRough(), game, valueOf, curves);
  const glances = [13, 12, 8, 7].map((n_open) => new Futures(game, valueOf, undefined, rough).glance(positionOf(card(n_open), [1, 2, 3, 4, 6], 0), []));
  assert.deepEqual(glances, [null, [], [], null]);
  assert.equal(new Futures(game, valueOf).glance(positionOf(card(9), [1, 2, 3, 4, 6], 0), []), null);
  assert.throws(() => readRough(Uint8Array.of(0, 0, 0, 0, 6, 2, 0, 2).buffer, game, valueOf, curves), /another version/);
});

test("the published endings are worth what their cards are, and fewer points make the bonus less likely", async () => {
  const {game, valueOf} = await publishedGame();
  const {endingOf: early} = readEarly(await readPublishedEarly(), game, valueOf);
  const at = (/** @type {number[]} */ boxes, /** @type {number} */ total) => early(boxes.reduce((set, box) => set | (1 << box), 0) * 64 + total);
  let n_cards = 0;
  for (let filled = 1; filled < 2 ** 15; filled += 1) {
    for (const total of upperTotalsOf(game.states, filled)) {
      const ending = early(filled * 64 + total);
      if (ending === null) continue;
      n_cards += 1;
      assert.ok(Math.abs(meanOf(ending) - valueOf(filled, total)) < 0.03, `${filled} ${total}: ${meanOf(ending)}`);
    }
  }
  assert.equal(n_cards, 6733);
  assert.deepEqual([at([], 0), at([3, 4, 5, 6], 0), at([3, 4, 5], 0)?.bonus], [null, null, 0]);
  assert.ok(Number(at([3, 4, 5], 5)?.bonus) < Number(at([3, 4, 5], 45)?.bonus) && Number(at([0], 3)?.bonus) > Number(at([0], 0)?.bonus));
  assert.throws(() => readEarly(Uint8Array.of(0, 0, 0, 0, 3, 1, 0, 1).buffer, game, valueOf), /another version/);
});

test("it is told where games are few, or their ends known, and of no games with jokers and saved throws", () => {
  const card = (/** @type {number} */ n_open) => scandinavian.categories.map((_, box) => (box < n_open ? null : 0));
  const told = [["scandinavian", 15], ["scandinavian:100.63.0", MOST_OPEN], ["scandinavian:100.63.0", MOST_OPEN + 1], ["saved", 3], ["in-order", 3]];
  assert.deepEqual(told.map(([edition, n_open]) => outlookOf(String(edition), card(Number(n_open)))), ["told", "told", "later", "none", "none"]);
});
