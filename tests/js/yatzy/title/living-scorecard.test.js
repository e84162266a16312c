import assert from "node:assert/strict";
import test from "node:test";

import {
  decisionsAt, drawCurve, drawDice, gripOf, halfWay, rangeWords, readCurves, readGames, readHalfWay, readKnown, readMoment, readRanges,
  ridgePath, textOfMoment, timeAfter, view, wordsOf,
} from "../../../../static/js/yatzy/widgets/living-scorecard.js";
import {scoresAfter} from "../../../../static/js/yatzy/parts/scorecard.js";
import {totalsOfScores} from "../../../../static/js/yatzy/game/tables.js";
import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {readPublishedCurves, readDataSet} from "../published.js";
import {testStill} from "../stills.js";
import {gameEndings, sampleGames} from "../widget-data.js";

const table = sampleGames();
const games = readGames(table);
const data = {sample_games: table, ...gameEndings(table), solved: {start_value: [248.44]}};
const frame = {start: 248.44, top: 350};
const sorted = (/** @type {readonly number[]} */ dice) => [...dice].sort().join("");

testStill("living-scorecard", () => view({}, data));
testStill("living-scorecard before the first throw", () => view({moment: "2.0"}, data));
testStill("living-scorecard at the end", () => view({moment: `1.${games[0].length}`}, data));

test("dice are those of the data, and kept dice stay in place", () => {
  let row = 0;
  for (const game of games) {
    game.forEach((decision, index) => {
      assert.equal(sorted(decision.dice), table.dice[row]);
      assert.equal(sorted(decision.dice.filter((_, place) => decision.kept[place])), table.keep[row]);
      const before = game[index - 1];
      if (decision.throw > 1) {
        assert.deepEqual(decision.held, before.kept);
        decision.held.forEach((held, place) => held && assert.equal(decision.dice[place], before.dice[place]));
      } else assert.ok(!decision.held.includes(true));
      row += 1;
    });
  }
  assert.equal(row, table.dice.length);
});

test("first throws are usually not sorted", () => {
  const first = games.flat().filter((decision) => decision.throw === 1);
  assert.ok(first.filter(({dice}) => dice.join("") !== sorted(dice)).length > first.length / 2);
});

test("turns and throws are counted from the decisions", () => {
  for (const game of games) {
    assert.deepEqual([game[0].turn, game[game.length - 1].turn], [0, 14]);
    assert.equal(game.filter(({category}) => category !== null).length, 15);
    assert.equal(timeAfter(game, 0), 0);
    for (let made = 1; made <= game.length; made += 1) assert.ok(timeAfter(game, made) > timeAfter(game, made - 1));
    for (let made = 0; made <= game.length; made += 1) assert.equal(decisionsAt(game, timeAfter(game, made)), made);
  }
});

test("the card adds up to the total of the data after every decision", () => {
  for (const game of games) {
    game.forEach(({total}, index) => assert.equal(totalsOfScores(scandinavian, scoresAfter(game, index + 1)).total, total));
    assert.ok(!scoresAfter(game, game.length).includes(null));
  }
});

test("halfway, eight boxes are filled and the ninth turn has not begun", () => {
  for (const game of games) assert.equal(scoresAfter(game, halfWay(game)).filter((points) => points !== null).length, 8);
});

test("the line begins at the average and ends at the final score", () => {
  const [game] = games;
  assert.deepEqual(gripOf(game, {made: 0, fallen: false, seen: 0}, frame), {time: 0, value: 248.44});
  const end = {made: game.length, fallen: false, seen: game.length};
  assert.deepEqual(gripOf(game, end, frame), {time: timeAfter(game, game.length), value: game[game.length - 1].total});
  const drawn = drawCurve(game, end, frame, {spans: readRanges(data.game_ranges)[0], ridge: null, start: null});
  assert.match(drawn, new RegExp(`class="value"[^>]*text-anchor="end"[^>]*>${game[game.length - 1].total}\\.0<`));
});

test("thrown dice are shown before the decision, with held ones lifted", () => {
  const [game] = games;
  const made = game.findIndex(({throw: throws}) => throws === 2);
  const kept = (/** @type {string} */ markup) => markup.match(/, kept"/g)?.length ?? 0;
  assert.equal(kept(drawDice(game, {made, fallen: true, seen: made})), game[made].held.filter(Boolean).length);
  assert.equal(drawDice(game, {made: 0, fallen: false, seen: 0}).match(/empty die/g)?.length, 5);
});

test("every decision is described", () => {
  const decision = {turn: 3, throw: 2, dice: [5, 1, 5, 2, 6], held: [], kept: [true, false, true, false, false], category: null, points: 0, total: 0, value: 0};
  assert.equal(wordsOf(decision), "Turn 4, throw 2: keeps 5 5, throws three dice again.");
  assert.equal(wordsOf({...decision, kept: [false, false, false, false, false]}), "Turn 4, throw 2: throws all again.");
  assert.equal(wordsOf({...decision, category: 4, points: 10}), "Turn 4, throw 2: writes 10 into Fives.");
});

test("moments are preserved by links; invalid ones are rejected", () => {
  const known = readKnown(data);
  assert.deepEqual(readMoment(textOfMoment({game: 2, made: 5}), known), {game: 2, made: 5, fallen: false, seen: 5});
  assert.equal(readMoment("2", known)?.made, halfWay(games[1]));
  for (const text of ["", "0.3", "4.1", "9", "1.999"]) assert.equal(readMoment(text, known), null);
});

test("the ranges belong to the decisions and close at the final score", () => {
  const spans = readRanges(data.game_ranges);
  assert.deepEqual(spans.map((moments) => moments.length), games.map((game) => game.length + 1));
  const total = games[1][games[1].length - 1].total;
  assert.deepEqual(spans[1][games[1].length], {low: total, lower: total, upper: total, high: total, share: 1});
});

test("the curve halfway fills its gaps with zeros, and exists halfway only", () => {
  const [ridge] = readHalfWay(data.half_way_curves);
  assert.deepEqual(ridge.shares, [0.25, 0, 0, 0.5, 0.25]);
  const ridges = (/** @type {string} */ markup) => (/class="ridge" d="([^"]*)"/.exec(markup)?.[1] ?? "").length;
  assert.ok(ridges(view({moment: "2"}, data)) > 500);
  assert.equal(ridges(view({moment: "2.0"}, data)), "M0 0".length);
});

test("a ridge is as wide as its peak, at the height of its scores, with as many points as any other", () => {
  const path = ridgePath({bin: 2, first: 5, shares: [1, 4, 2]}, 20, 10);
  const points = path.slice(1).split("L").map((pair) => pair.split(" ").map(Number));
  const widest = points.reduce((most, point) => (point[0] > most[0] ? point : most));
  assert.deepEqual(widest, [98, 200 - 10 * 13]);
  assert.equal(ridgePath({bin: 2, first: 9, shares: [1]}, 20, 10).split("L").length, points.length);
});

test("the range of final scores has reasonable precision", () => {
  const span = {low: 214, lower: 230, upper: 260, high: 287, share: 0.8123};
  assert.equal(rangeWords(span), "81% of the games that stand like this end between <b>214</b> and <b>287</b>.");
  assert.match(rangeWords({...span, low: 287, share: 0.9424}), /^94% .* end with exactly <b>287<\/b>\.$/);
  assert.match(rangeWords({...span, low: 287, share: 0.9996}), /^More than 99%/);
  assert.match(rangeWords({...span, share: 1}), /^All of the games/);
  assert.equal(rangeWords({...span, low: 287, share: 1}), "It cannot end anywhere else.");
});

test("the published curves belong to the published games; others are rejected with a message", async () => {
  const published = readGames(/** @type {any} */ (await readDataSet("sample_games")));
  const bytes = await readPublishedCurves();
  const curves = readCurves(bytes, published);
  assert.deepEqual(curves.map((moments) => moments.length), published.map((game) => game.length + 1));
  published.forEach((game, number) => {
    game.forEach(({value}, index) => {
      const {bin, first, shares} = curves[number][index + 1];
      const sum = shares.reduce((total, share) => total + share, 0);
      const mean = shares.reduce((total, share, place) => total + share * ((first + place + 0.5) * bin - 0.5), 0) / sum;
      assert.ok(Math.abs(mean - value) < 0.55, `${mean} is not ${value}`);
    });
  });
  assert.throws(() => readCurves(bytes, games), /do not belong to these games\./);
});
