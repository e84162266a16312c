import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import test from "node:test";

import {
  ASKS, chanceOfMore, drawList, gameOf, placeOfText, pointsOfGuess, QUESTION, readGames, scoreAt, sizeOf, textOfPlace, verdictOf,
  view as viewGames, withAsk, withGame, wordsOf,
} from "../../../../static/js/yatzy/widgets/six-dice.js";
import {
  bestOf, drawTimeline, drawVerdict, gapOf, isClose, nextClose, pressed, readGame, startAt, stepOfText, tallyOf, textOfStep,
  view as viewGame,
} from "../../../../static/js/yatzy/widgets/saved-game.js";
import {readDataSet} from "../published.js";
import {testStill} from "../stills.js";

const names = ["game_facts", "game_scores", "game_boxes", "game_turns", "saved_game", "throw_worth", "saved_throw_worth"];
const data = /** @type {any} */ (Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readDataSet(name)]))));
const games = readGames(data);
const game = readGame(data.saved_game);

testStill("six-dice", () => viewGames({}, data));
testStill("six-dice, turns", () => viewGames({place: "maxi.yahtzee.turns.19.19"}, data));
testStill("saved-game", () => viewGame({moment: "1.1"}, data));

test("every game's curve has its mean, and its boxes their shares", () => {
  for (const one of games) {
    const total = one.chances.reduce((sum, chance) => sum + chance, 0);
    const mean = one.chances.reduce((sum, chance, score) => sum + chance * score, 0) / total;
    assert.ok(Math.abs(mean - one.mean) < 0.02, one.name);
    assert.ok(Math.abs(one.boxes.reduce((sum, {mean_share}) => sum + mean_share, 0) - 1) < 1e-9);
    assert.ok(Math.abs(one.boxes.reduce((sum, {spread_share}) => sum + spread_share, 0) - 1) < 1e-6);
    one.early.forEach((_, turn) => {
      const filled = one.early.reduce((sum, {turns}) => sum + turns[turn], 0);
      assert.ok(Math.abs(filled - 1) < 2e-3, `${one.name} ${turn}`);
    });
  }
  assert.equal(chanceOfMore(games[0], 10_000), 0);
});

test("a game is replaced in place, and the previous one is stored", () => {
  for (const {ask} of ASKS) {
    for (const {name} of games) {
      const place = withAsk(games, {game: name, other: name, ask, column: 0, row: 0}, ask);
      const next = withGame(games, place, "yahtzee");
      const {columns, rows} = sizeOf(gameOf(games, "yahtzee"), ask);
      assert.ok(next.column < columns && next.row < rows);
      assert.equal(next.other, name);
      assert.deepEqual(placeOfText(textOfPlace(next), games), next);
      assert.doesNotMatch(wordsOf(games, next), /undefined|NaN/);
    }
  }
  const sixes = withGame(games, {game: "maxi", other: "yahtzee", ask: "boxes", column: 0, row: 5}, "scandinavian");
  assert.equal(gameOf(games, "scandinavian").boxes[sixes.row].name, "sixes");
  for (const text of ["", "maxi", "chess.maxi.ends.1.0", "maxi.maxi.ends.999.0", "maxi.maxi.turns.3.20", null]) assert.equal(placeOfText(text, games), null);
  const shape = {game: "maxi", other: "maxi", ask: /** @type {const} */ ("shape"), column: 80, row: 0};
  assert.equal(scoreAt(gameOf(games, "maxi"), shape), Math.ceil(gameOf(games, "maxi").mean));
});

test("a game shows its numbers after it was selected", () => {
  const place = withAsk(games, {game: "scandinavian", other: "scandinavian", ask: "ends", column: 0, row: 0}, "ends");
  const [before, after] = [new Set(["scandinavian"]), new Set(["scandinavian", "maxi"])].map((seen) => drawList(games, place, seen));
  const cell = (/** @type {string} */ name, /** @type {boolean} */ seen) => `<td${seen ? "" : ' class="unseen"'}><span>${gameOf(games, name).mean.toFixed(2)}</span></td>`;
  assert.ok(before.includes(cell("scandinavian", true)) && before.includes(cell("maxi", false)));
  assert.ok(after.includes(cell("maxi", true)) && after.includes(cell("yahtzee", false)));
  assert.equal(viewGames({}, data).match(/class="unseen"/g)?.length, 12, "four numbers of three games wait");
});

test("the bonus with a sixth die is harder, and the guess is judged so", () => {
  assert.ok(gameOf(games, "maxi").bonus_rate < gameOf(games, "scandinavian").bonus_rate);
  assert.deepEqual(QUESTION.answers?.map(({key}) => pointsOfGuess(games, key)), [0, 10]);
  assert.match(verdictOf(games, "easier"), /^No, it is <b>harder/);
  assert.match(verdictOf(games, "harder"), /^Yes, it is <b>harder<\/b>: in Maxi Yatzy the bonus comes in <b>72\.0%/);
});

test("perfect play takes the better way, and a guess is judged by the gap", () => {
  game.forEach((decision) => {
    if (decision.in_hand > 0) assert.equal(bestOf(decision), decision.write_value >= decision.throw_value - 1e-9 ? "write" : "throw");
  });
  const step = nextClose(game, 0);
  assert.ok(isClose(game[step]) && step > 0);
  const wrong = bestOf(game[step]) === "write" ? "throw" : "write";
  const guessed = pressed(game, startAt(game, step), `guess-${wrong}`);
  assert.deepEqual(tallyOf(game, guessed), {made: 1, right: 0, lost: gapOf(game[step])});
  assert.equal(pressed(game, guessed, `guess-${bestOf(game[step])}`).guesses[step], wrong, "a guess stands");
  assert.match(drawVerdict(game[step], guessed), new RegExp(gapOf(game[step]).toFixed(2)));
  assert.equal(pressed(game, startAt(game, 0), "back").step, 0);
  assert.equal(pressed(game, startAt(game, game.length - 1), "on").step, game.length - 1);
});

test("the bars do not reveal what is still to be guessed", () => {
  const looks = (/** @type {any} */ moment) => [...drawTimeline(game, moment).matchAll(/purse-bar (\w+)/g)].map(([, look]) => look);
  const open = startAt(game, 5);
  assert.deepEqual(looks(open).slice(5), game.slice(5).map(() => "later"));
  assert.equal(looks(pressed(game, open, "guess-throw"))[5], bestOf(game[5]));
});

test("steps of the game have links", () => {
  game.forEach((_, step) => assert.equal(stepOfText(game, textOfStep(game, step)), step));
  assert.equal(stepOfText(game, "99.1"), null);
});

test("the game described in the chapter is that of the data set", () => {
  const first = (/** @type {number} */ turn) => game[Number(stepOfText(game, `${turn}.1`))];
  const opening = first(4);
  assert.deepEqual([[...opening.dice].sort(), opening.in_hand, opening.category], [[3, 3, 3, 4, 6], 5, "threes"]);
  assert.ok(gapOf(opening) > 0.5 && bestOf(opening) === "write");
  assert.deepEqual([[...first(1).dice].sort(), first(1).category, first(1).points], [[2, 3, 4, 6, 6], "one_pair", 12]);
  assert.ok(gapOf(first(1)) < 0.2);
  const thrown = game.filter(({turn, throw: number}) => turn <= 7 && number > 1);
  assert.deepEqual([...new Set(thrown.map(({turn}) => turn))], [2]);
  assert.deepEqual([3, 5, 6, 7].map((turn) => [first(turn).category, first(turn).points]), [["fives", 15], ["fours", 12], ["twos", 6], ["ones", 1]]);
});


test("empty sheets show the mean of each box", async () => {
  const means = JSON.parse(await readFile(new URL("../../../../static/words/box-means.json", import.meta.url), "utf8"));
  const {game: names, category, mean} = data.game_boxes;
  const rounded = (/** @type {string} */ name) => Object.fromEntries(names.flatMap((/** @type {string} */ one, /** @type {number} */ row) => (one === name ? [[category[row], Number(mean[row].toFixed(1))]] : [])));
  assert.deepEqual(means, Object.fromEntries([...new Set(names)].map((name) => [name, rounded(String(name))])));
});
