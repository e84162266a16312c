import assert from "node:assert/strict";
import {test} from "node:test";

import {findKeep, rankOptions, solveTurn} from "../../../../static/js/yatzy/game/turn.js";
import {layOutGame} from "../../../../static/js/yatzy/game/tables.js";
import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";

/** Two dice, four categories, a bonus that can be overshot: small enough to play by definition. */
const tiny = {
  ...scandinavian,
  name: "tiny",
  n_dice: 2,
  threshold: 6,
  bonus: 7,
  categories: [...scandinavian.categories.slice(1, 3), scandinavian.categories[6], scandinavian.categories[13]],
};

const FACES = [1, 2, 3, 4, 5, 6];
const ALL_FILLED = 2 ** tiny.categories.length - 1;

/** Expected points still to come, by definition: ordered dice, every subset of positions, no tables. */
const player = {
  /** @type {Map<string, number>} */
  known: new Map(),
  /** @param {string} key @param {() => number} compute @returns {number} */
  once(key, compute) {
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const value = compute();
    this.known.set(key, value);
    return value;
  },
  /** @param {number} filled @param {number} total @returns {number} */
  between(filled, total) {
    if (filled === ALL_FILLED) return total >= tiny.threshold ? tiny.bonus : 0;
    return this.once(`between ${filled} ${total}`, () => this.mean(filled, total, [], 2));
  },
  /** @param {number} filled @param {number} total @param {number[]} kept @param {number} rerolls @returns {number} */
  mean(filled, total, kept, rerolls) {
    if (kept.length === 2) return this.best(filled, total, kept, rerolls);
    return FACES.reduce((sum, face) => sum + this.mean(filled, total, [...kept, face], rerolls), 0) / 6;
  },
  /** @param {number} filled @param {number} total @param {number[]} dice @param {number} rerolls @returns {number} */
  best(filled, total, dice, rerolls) {
    return this.once(`best ${filled} ${total} ${dice} ${rerolls}`, () => {
      const values = tiny.categories.flatMap((_, category) =>
        filled & (1 << category) ? [] : [this.score(filled, total, dice, category)],
      );
      if (rerolls === 0) return Math.max(...values);
      for (const kept of [[], [dice[0]], [dice[1]]]) values.push(this.mean(filled, total, kept, rerolls - 1));
      return Math.max(...values);
    });
  },
  /** @param {number} filled @param {number} total @param {number[]} dice @param {number} category @returns {number} */
  score(filled, total, dice, category) {
    const {face, points} = tiny.categories[category];
    const brought = points([...dice].sort((a, b) => a - b));
    return brought + this.between(filled | (1 << category), face > 0 ? Math.min(total + brought, tiny.threshold) : total);
  },
};

const game = layOutGame(tiny);

/** @param {number} filled @param {number} total @returns {import("../../../../static/js/yatzy/game/turn.js").Turn} */
function solve(filled, total) {
  return solveTurn(game, (after, upper_total) => player.between(after, upper_total), {filled, upper_total: total});
}

test("a turn equals play by definition, from every scorecard of a tiny game", () => {
  for (let filled = 0; filled < ALL_FILLED; filled += 1) {
    for (const total of game.states.totals_of_set[filled & 3]) {
      assert.ok(Math.abs(solve(filled, total).value - player.between(filled, total)) < 1e-9, `set ${filled}, total ${total}`);
    }
  }
});

test("every option of every roll equals play by definition", () => {
  const [filled, total] = [0b0001, 4];
  const turn = solve(filled, total);
  for (let roll = 0; roll < game.lattice.n_rolls; roll += 1) {
    for (const rerolls of [0, 1, 2]) {
      const options = rankOptions(game, turn, roll, rerolls);
      for (const option of options) {
        const expected = option.action === "score"
          ? player.score(filled, total, [...option.dice], option.category)
          : player.mean(filled, total, [...option.dice], rerolls - 1);
        assert.ok(Math.abs(option.value - expected) < 1e-9);
      }
      assert.equal(options[0].regret, 0);
      assert.ok(Math.abs(options[0].value - player.best(filled, total, [...game.lattice.dice_of_keep[game.lattice.first_roll + roll]], rerolls)) < 1e-9);
    }
  }
});

test("the last category by hand: one Yatzy open, three throws with five dice", () => {
  const full = layOutGame(scandinavian);
  const filled = 2 ** 14 - 1;
  const turn = solveTurn(full, () => 0, {filled, upper_total: 30});
  // Chance of a Yatzy in three throws by perfect play: 347,897 / 7,558,272 (Verhoeff 1999).
  assert.ok(Math.abs(turn.value - (50 * 347897) / 7558272) < 1e-9);
  // With four sixes and one reroll: one face in six.
  const roll = findKeep(full.lattice, [6, 6, 6, 6, 1]) - full.lattice.first_roll;
  const options = rankOptions(full, turn, roll, 1);
  assert.deepEqual([options[0].action, options[0].dice], ["keep", [6, 6, 6, 6]]);
  assert.ok(Math.abs(options[0].value - 50 / 6) < 1e-12);
});

test("equal values: scoring before keeping, scorecard order, then the dice as a word", () => {
  const full = layOutGame(scandinavian);
  const turn = solveTurn(full, () => 0, {filled: 2 ** 14 - 1, upper_total: 0});
  const roll = findKeep(full.lattice, [1, 2, 3, 4, 6]) - full.lattice.first_roll;
  const singles = rankOptions(full, turn, roll, 1).filter(({dice}) => dice.length <= 1);
  assert.deepEqual(singles.map(({dice}) => dice.join("")), ["", "1", "2", "3", "4", "6"]);
  const zeros = solveTurn(full, () => 0, {filled: 2 ** 14 - 1 - 0b11000000000000, upper_total: 0});
  const words = rankOptions(full, zeros, findKeep(full.lattice, [1, 1, 3, 4, 6]) - full.lattice.first_roll, 0);
  assert.deepEqual(words.map(({category}) => category), [13, 12, 14]);
});

test("a turn without an open category, and invalid rolls and rerolls are rejected", () => {
  assert.throws(() => solve(ALL_FILLED, 0), /game is over/);
  const turn = solve(0, 0);
  assert.throws(() => rankOptions(game, turn, 21, 0), /roll 21 is outside 0..20/);
  assert.throws(() => rankOptions(game, turn, 0, 3), /3 rerolls are outside 0..2/);
});
