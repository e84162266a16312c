/** Outlooks of options, compared with values of perfect play, a game by hand, and a slightly larger bonus. */
import assert from "node:assert/strict";
import {test} from "node:test";

import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {findKeep, rankOptions, solveTurn} from "../../../../static/js/yatzy/game/turn.js";
import {layOutGame, totalsOfScores, upperTotalsOf} from "../../../../static/js/yatzy/game/tables.js";
import {MOST_OPEN, outlookOf} from "../../../../static/js/yatzy/table/desk.js";
import {Futures, openFutures, readCurves} from "../../../../static/js/yatzy/endings/outlook.js";
import {readValueTable, valueOfState} from "../../../../static/js/yatzy/game/values/table.js";
import {readPublishedEarly, readPublishedRough, readPublishedTable} from "../published.js";

const BOXES = ["threes", "fives", "sixes", "full_house", "chance"];
const nothing = async () => {};

/** Return a short game with its values. @param {number} bonus */
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

/** Return the mean of all games. @param {import("../../../../static/js/yatzy/endings/outlook.js").Ending} ending */
const meanOf = ({from, chances}) => chances.reduce((sum, chance, at) => sum + chance * (from + at), 0);

test("the mean of all games is the option's value, and the chance of the bonus is its derivative by the bonus", async () => {
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

test("one box, one reroll, by hand: the first and the ninth decile", async () => {
  const short = shortGame(50);
  const position = positionOf([9, 15, null, 0, 20], [1, 2, 6, 6, 6], 1);
  const ends = [];
  for (let one = 1; one <= 6; one += 1) for (let two = 1; two <= 6; two += 1) ends.push(44 + 6 * (3 + Number(one === 6) + Number(two === 6)) + 50);
  ends.sort((a, b) => a - b);
  const [{low, high, bonus}] = await new Futures(short.game, short.valueOf).ask(position, [{action: "keep", dice: [6, 6, 6], category: -1}], nothing);
  assert.deepEqual([low, high], [ends[3], ends[32]]);
  assert.ok(Math.abs(bonus - 1) < 1e-12);
});

/** Return the published game with its values. */
async function publishedGame() {
  const game = layOutGame(scandinavian);
  const table = await readValueTable(await readPublishedTable(), game);
  return {game, valueOf: (/** @type {number} */ filled, /** @type {number} */ upper_total) => valueOfState(table, game.states, filled, upper_total)};
}

test("the approximation of a range is within points, and that of the bonus within percents", async () => {
  const {game, valueOf} = await publishedGame();
  const futures = await openFutures(game, valueOf, (name) => (name === "early-endings" ? readPublishedEarly() : readPublishedRough()));
  // Eight or nine boxes are open; more take too long.
  const cards = [
    [null, 6, null, null, 15, null, 10, null, null, null, 15, null, 23, null, 0], [3, null, 9, 12, null, null, null, 22, 12, null, null, null, null, 21, null],
    [null, 6, null, null, 15, null, null, null, 18, null, 15, null, 23, null, 0], [2, 8, 9, null, null, 24, 12, null, null, null, null, 0, null, null, null],
  ];
  let n_off = 0;
  for (const scores of cards) {
    for (const [dice, rerolls] of /** @type {[number[], number][]} */ ([[[2, 2, 5, 6, 6], 2], [[3, 4, 4, 4, 6], 1], [[1, 2, 3, 4, 6], 0]])) {
      const position = positionOf(scores, dice, rerolls);
      const options = optionsOf({game, valueOf}, position).slice(0, 2);
      const [glance, asked] = [await futures.glance(position, options, nothing), await futures.ask(position, options, nothing)];
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

test("stored curves are used if following takes longer, and their files must belong to this game", async () => {
  const {game, valueOf} = await publishedGame();
  const [early, rough] = [await readPublishedEarly(), await readPublishedRough()];
  const curves = await readCurves(game, valueOf, early, rough, nothing);
  const option = {action: /** @type {const} */ ("score"), dice: [1, 2, 3, 4, 6], category: 0};
  const glance = (/** @type {number} */ n_open, known = /** @type {typeof curves | null} */ (curves)) =>
    new Futures(game, valueOf, known).glance(positionOf(scandinavian.categories.map((_, box) => (box < n_open ? null : 0)), option.dice, 0), [option], nothing);
  assert.deepEqual(await Promise.all([15, 13, 12, 8].map(async (n_open) => (await glance(n_open))?.[0].is_rough)), [false, false, true, true]);
  assert.deepEqual([await glance(7), await glance(15, null)], [null, null]);
  const other = Uint8Array.of(0, 0, 0, 0, 6, 2, 0, 2).buffer;
  await assert.rejects(readCurves(game, valueOf, other, rough, nothing), /another version/);
  await assert.rejects(readCurves(game, valueOf, early, other, nothing), /another version/);
});

test("means of stored curves are the cards' values, and fewer points make the bonus less likely", async () => {
  const {game, valueOf} = await publishedGame();
  const curves = await readCurves(game, valueOf, await readPublishedEarly(), await readPublishedRough(), nothing);
  const shares = Array.from({length: 200}, (_, at) => (at + 0.5) / 200);
  let [n_cards, worst] = [0, 0];
  for (let filled = 1; filled < 2 ** 15; filled += filled < 2 ** 9 ? 1 : 97) {
    for (const total of upperTotalsOf(game.states, filled).filter((_, rank) => rank % 8 === 0)) {
      const {bonus, ends} = curves([{chance: 1, points: 20, state: filled * 64 + total}], shares);
      const mean = ends.reduce((sum, end) => sum + end / 200, 0) - 20;
      worst = Math.max(worst, Math.abs(mean - valueOf(filled, total)));
      assert.ok(bonus >= 0 && bonus <= 1 && (total < 63 || bonus === 1));
      n_cards += 1;
    }
  }
  assert.ok(n_cards > 1000 && worst < 3, `${worst}`);
  const bonusAt = (/** @type {number[]} */ boxes, /** @type {number} */ total) => curves([{chance: 1, points: 0, state: boxes.reduce((set, box) => set | (1 << box), 0) * 64 + total}], []).bonus;
  assert.equal(bonusAt([3, 4, 5], 0), 0);
  assert.equal(bonusAt([3, 4, 5, 6, 7], 0), 0);
  assert.ok(bonusAt([3, 4, 5], 5) < bonusAt([3, 4, 5], 45) && bonusAt([0], 3) > bonusAt([0], 0) && bonusAt([3, 4, 5, 6, 7], 30) < bonusAt([3, 4, 5, 6, 7], 45));
});

test("outlooks exist for few games or stored curves, and not for jokers and saved throws", () => {
  const card = (/** @type {number} */ n_open) => scandinavian.categories.map((_, box) => (box < n_open ? null : 0));
  const told = [["scandinavian", 15], ["scandinavian:100.63.0", MOST_OPEN], ["scandinavian:100.63.0", MOST_OPEN + 1], ["saved", 3], ["in-order", 3]];
  assert.deepEqual(told.map(([edition, n_open]) => outlookOf(String(edition), card(Number(n_open)))), ["told", "told", "later", "none", "none"]);
});
