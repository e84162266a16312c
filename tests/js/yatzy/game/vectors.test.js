/** The browser's code against the solver, game by game: the same orders, points, jokers, and ranking of positions. */

import assert from "node:assert/strict";
import {before, describe, test} from "node:test";

import {findKeep, rankOptions, solveTurn} from "../../../../static/js/yatzy/game/turn.js";
import {readPosition} from "../../../../static/js/yatzy/advisor/session.js";
import {openValues} from "../../../../static/js/yatzy/advisor/values.js";
import {EDITIONS, rulesOf} from "../../../../static/js/yatzy/advisor/position.js";
import {layOutGame, possiblePoints} from "../../../../static/js/yatzy/game/tables.js";
import {readPublishedFile, readVectors} from "../published.js";

/** Half a step of the tables; errors of means and maxima are not larger. JSON has six decimals. */
const BOUND = 1 / 512 + 1e-6;
const N_POSITIONS = {scandinavian: 10_000};
/** Number of ranked positions of each edition; `tests/agreement` compares others with the solver. */
const N_RANKED = 300;

for (const edition of EDITIONS) {
  const ruleset = rulesOf(edition);
  describe(edition.title, () => {
    const game = layOutGame(ruleset);
    const {lattice, states} = game;

    /** @type {import("../published.js").Vectors} */
    let vectors;
    /** @type {import("../../../../static/js/yatzy/advisor/values.js").Values} */
    let values;

    before(async () => {
      vectors = await readVectors(edition.file.replace("values", "vectors").replace(/-scandinavian$/, ""));
      values = await openValues(edition, game, readPublishedFile);
    });

    /** @param {import("../published.js").VectorPosition} position */
    async function rank({filled, upper, extra, dice, rerolls}) {
      await values.fetch(values.missing(filled));
      const turn = solveTurn(game, values.valueOf, {filled, upper_total: upper, extra}, rerolls);
      return rankOptions(game, turn, findKeep(lattice, [...dice].map(Number)) - lattice.first_roll, rerolls);
    }

    /** @param {import("../../../../static/js/yatzy/game/turn.js").Option} option */
    function nameOfOption({action, dice, category, points}) {
      return action === "keep" ? `keep ${dice.join("")}` : `score ${ruleset.categories[category].name} ${points}`;
    }

    test("the rules are the solver's", () => {
      const {n_dice, threshold, bonus, options, saves_throws, extra_yahtzees} = ruleset;
      const {schema_version, n_rerolls, ...told} = vectors;
      assert.deepEqual([schema_version, n_rerolls, told.ruleset], [2, ruleset.n_throws - 1, ruleset.name]);
      assert.deepEqual([n_dice, threshold, bonus, saves_throws], [told.n_dice, told.threshold, told.bonus, told.saves_throws]);
      assert.deepEqual([options, extra_yahtzees], [told.options, told.extra_yahtzees]);
    });

    test("rolls, keeps, categories, points and upper totals are in the solver's order", () => {
      const texts = lattice.dice_of_keep.map((dice) => dice.join(""));
      assert.deepEqual(vectors.keeps, texts);
      assert.deepEqual(vectors.rolls, texts.slice(lattice.first_roll));
      assert.deepEqual(vectors.categories, ruleset.categories.map(({name}) => name));
      assert.deepEqual(vectors.points.flat(), [...game.points_of_roll]);
      assert.deepEqual(vectors.upper_totals_of_set, states.totals_of_set);
    });

    test("a box contains points of some roll, or none, as for the solver; also in a link", () => {
      ruleset.categories.forEach(({name}, category) => {
        const possible = [...new Set([0, ...vectors.points.map((of_roll) => of_roll[category])])].sort((a, b) => a - b);
        assert.deepEqual(possiblePoints(ruleset, category), possible, name);
        const scores = ruleset.categories.map((_, other) => (other === category ? 0 : null));
        const text = `${scores.map((points) => points ?? "-").join(",")}:${"6".repeat(ruleset.n_dice)}:0`;
        assert.deepEqual(readPosition(text, ruleset).scores, scores, name);
      });
    });

    test("the value of a new game is the solver's, within one rounding", async () => {
      await values.fetch(values.missing(0));
      const {value} = solveTurn(game, values.valueOf, {filled: 0, upper_total: 0});
      assert.equal(values.start_value, vectors.start_value);
      assert.ok(Math.abs(value - vectors.start_value) <= BOUND, `${value} against ${vectors.start_value}`);
    });

    test("the positions cover every layer of the game and every number of rerolls", () => {
      const filled = new Set(vectors.positions.map((position) => position.filled.toString(2).replaceAll("0", "").length));
      assert.equal(vectors.positions.length, N_POSITIONS[/** @type {"scandinavian"} */ (edition.name)] ?? 900);
      assert.equal(filled.size, ruleset.categories.length);
      const rerolls = new Set(vectors.positions.map((position) => position.rerolls));
      assert.ok(ruleset.saves_throws ? rerolls.size > 20 : rerolls.size === ruleset.n_throws);
      assert.equal(vectors.positions.some(({extra}) => extra > 0), ruleset.extra_yahtzees !== null);
    });

    test("the same options, values within the rounding, the same order where values differ by more", async () => {
      const stride = Math.floor(vectors.positions.length / N_RANKED);
      for (const position of vectors.positions.filter((_, index) => index % stride === 0)) {
        const where = `set ${position.filled}, upper ${position.upper}, extra ${position.extra}, ${position.dice}, ${position.rerolls} rerolls`;
        const places = new Map(position.options.map((option, index) => [nameOfVector(option), index]));
        const ranked = await rank(position);
        assert.equal(ranked.length, places.size, where);
        let [least, before] = [Infinity, {place: -1, value: NaN, expected: NaN}];
        for (const option of ranked) {
          const place = places.get(nameOfOption(option));
          assert.ok(place !== undefined, `${where}: ${nameOfOption(option)} is no option of the solver's`);
          const expected = /** @type {number} */ (position.options[place].at(-1));
          assert.ok(Math.abs(option.value - expected) <= BOUND, `${where}: ${nameOfOption(option)} is ${option.value}, not ${expected}`);
          assert.ok(expected <= least + 2 * BOUND, `${where}: ${nameOfOption(option)} stands too low`);
          assert.ok(Math.abs(option.regret - (ranked[0].value - option.value)) < 1e-9);
          const is_tie = Math.abs(option.value - before.value) < 1e-12 && expected === before.expected;
          assert.ok(!is_tie || place > before.place, `${where}: ${nameOfOption(option)} is in the wrong order among equals`);
          least = Math.min(least, expected);
          before = {place, value: option.value, expected};
        }
      }
    });
  });
}

/** @param {import("../published.js").VectorOption} option */
function nameOfVector(option) {
  return option[0] === "keep" ? `keep ${option[1]}` : `score ${option[1]} ${option[2]}`;
}
