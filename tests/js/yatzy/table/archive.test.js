/** Games that have ended, mistakes that are asked again, and how well somebody plays as far as games tell. */
import assert from "node:assert/strict";
import {test} from "node:test";

import {EDITIONS} from "../../../../static/js/yatzy/advisor/position.js";
import {openValues} from "../../../../static/js/yatzy/advisor/values.js";
import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {layOutGame} from "../../../../static/js/yatzy/game/tables.js";
import {optionKey} from "../../../../static/js/yatzy/parts/records.js";
import {recordText} from "../../../../static/js/yatzy/record/format.js";
import {readRecords} from "../../../../static/js/yatzy/record/parse.js";
import {
  averageOf, drawGames, drawReview, EMPTY_ARCHIVE, estimate, givenIn, LEAST_GAMES, MOST_MISTAKES, playersOf, readArchive, recordTexts, GameArchive,
  skillOf, takeGames, textOfGames, titleOfGame, withGame, withMistakes, withOlder, without, withoutPlayer, writeArchive,
} from "../../../../static/js/yatzy/table/archive.js";
import {Desk} from "../../../../static/js/yatzy/table/desk.js";
import {beginGame, playedOf} from "../../../../static/js/yatzy/table/game.js";
import {machineTurn} from "../../../../static/js/yatzy/table/machine.js";
import {areSeveral, asText} from "../../../../static/js/yatzy/table/records.js";
import {decisionOf, reviewCard} from "../../../../static/js/yatzy/table/review.js";
import {readDataSet, readPublishedFile} from "../published.js";
import {ENGLISH} from "./texts.js";

const [minds_par, ladder] = await Promise.all(["minds_par", "ladder"].map(readDataSet));
const tables = layOutGame(scandinavian);
const values = await openValues(EDITIONS[0], tables, readPublishedFile);
const desk = new Desk("scandinavian", readPublishedFile, {minds_par, ladder}, () => import("../../../../static/js/yatzy/table/later.js"));
const keyOf = (/** @type {any} */ {action, dice, category}) => optionKey({action, dice, category: scandinavian.categories[category]?.name ?? ""});

/** @param {string} seed @param {"casual" | "greedy" | "pars"} [plays] */
async function playGame(seed, plays = "casual") {
  const begun = new Date(2026, 10, 23, 12).getTime();
  let game = beginGame({edition: "scandinavian", players: [{name: "Anna", kind: "machine", plays}], dice: "page", seed, begun});
  while (playedOf(game, scandinavian).player >= 0) game = await machineTurn(desk, game);
  const played = playedOf(game, scandinavian);
  return {text: asText(game.setup, played), review: await reviewCard(tables, values, played.cards[0])};
}

test("all games go out as one file and come back, each once and whole", async () => {
  const texts = (await Promise.all(["OUT1", "OUT2", "OUT3"].map((seed) => playGame(seed)))).map(({text}) => text);
  let archive = texts.reduce((all, text, index) => withGame(all, {begun: index + 1, text, given: {Anna: index}}), EMPTY_ARCHIVE);
  assert.deepEqual(readArchive(writeArchive(archive)), archive);
  assert.deepEqual(readArchive(""), EMPTY_ARCHIVE);
  const file = textOfGames(archive);
  assert.equal(readRecords(file).map(recordText).join("\n"), file);
  assert.ok(areSeveral(file) && !areSeveral(texts[0]) && !areSeveral("https://host/table.html?game=x"));
  // On another device; people may have typed beside it.
  const taken = takeGames(EMPTY_ARCHIVE, recordTexts(`# mine\n${file.toUpperCase().replaceAll("PLAYER ANNA", "player Anna").replaceAll(/^(YATZY|GAME|SEED|DATE).*/gm, (line) => line.toLowerCase().replace(/seed.*/, (seed) => `seed ${seed.slice(5).toUpperCase()}`))}`));
  assert.deepEqual([taken.n_new, taken.n_known], [3, 0]);
  assert.deepEqual(taken.archive.games.map(({text}) => text), texts);
  assert.ok(taken.archive.games.every(({fresh}) => fresh));
  const again = takeGames(archive, recordTexts(`${file}\n${texts[0].replace("Anna", "Bo")}`));
  assert.deepEqual([again.n_new, again.n_known, again.archive.games.length], [1, 3, 4]);
  assert.deepEqual(again.archive.games.slice(1), archive.games);
  // A mistake in the last game: nothing is taken, and its place is told.
  assert.throws(() => recordTexts(`${file}\nyatzy 1\nplayer A\n1 11111 fives 5\n`), (/** @type {any} */ error) => error.message.startsWith(`line ${file.split("\n").length + 3}, column 15: `));
  // A game that ends once more, corrected, is the same game.
  archive = withGame(archive, {begun: 3, text: texts[2].replace("Anna", "Ann"), given: {}});
  assert.deepEqual(archive.games.map(({begun}) => begun), [1, 2, 3]);
  assert.match(titleOfGame(archive.games[2].text), /^2026-11-23: Ann \d+$/);
  assert.match(drawGames(ENGLISH, archive, "", ["Anna", undefined]), /\(3\).*data-press="ended-2".*data-press="drop-2".*Delete Anna<.*Delete Unknown player<.*data-press="save"/s);
  assert.match(drawGames(ENGLISH, archive, "drop-0", []), /Really delete\?/);
});

test("what was given away in games from a file is found once, and counts", async () => {
  const {text, review} = await playGame("GIVEN");
  assert.deepEqual(await givenIn(desk, text), {Anna: review.regret});
  // Not what cannot be known: another game, one that was broken off, a turn without dice.
  const turns = text.split("\n");
  const broken_off = [...turns.slice(0, 8), "broken off"].join("\n");
  const unknown = text.replace(/^1 .*$/m, (turn) => turn.replace(/^1 .* ([a-z ]+ \d+)$/, "1 $1"));
  const in_order = "yatzy 1\ngame scandinavian\nrule in_order=true\nplayer Anna\n1 11111 ones 5\nbroken off 5\n";
  for (const other of [broken_off, unknown, in_order]) assert.deepEqual(await givenIn(desk, other), {}, other);
  const texts = new Map();
  const database = {
    kept: (/** @type {string} */ name) => texts.get(name) ?? null,
    update: async (/** @type {string} */ name, /** @type {(text?: string) => string} */ change) => texts.set(name, change(texts.get(name))),
  };
  const archive = new GameArchive(/** @type {any} */ ({database, voice: ENGLISH, desk, ui: {}, write: () => {}}));
  await archive.take(text);
  assert.deepEqual([archive.archive.games[0].given, archive.archive.games[0].fresh], [{}, true]);
  await archive.weigh();
  const weighed = {begun: 0, text, given: {Anna: review.regret}};
  assert.deepEqual([archive.archive.games, readArchive(texts.get("games")).games], [[weighed], [weighed]]);
});

test("what is stored may be damaged, or newer", () => {
  const whole = writeArchive({games: [{begun: 1, text: "yatzy 1", given: {}}], mistakes: []});
  for (const text of [whole.slice(0, -4), "null", "7", whole.replace('"begun":1', '"begun":"1"'), whole.replace('"text"', '"test"'), whole.replace('"mistakes":[]', '"mistakes":[{}]')]) {
    assert.throws(() => readArchive(text), {words: "damaged_games"}, text);
  }
  assert.throws(() => readArchive(whole.replace('"version":1', '"version":2')), {words: "foreign_version"});
});

test("a player is deleted by name, and games of an old page are taken over once", () => {
  const mistake = {edition: "scandinavian", turn: 1, dice: [1, 1, 2, 5, 6], rerolls: 0, scores: [null], n_extra: 0, key: "score-chance"};
  const game = {begun: 7, text: "yatzy 1\nplayer Anna\nplayer Bo\n", given: {Anna: 3, Bo: 4}};
  const archive = {games: [game], mistakes: [mistake, {...mistake, player: "Anna"}, {...mistake, player: "Bo"}]};
  assert.deepEqual(playersOf(archive, ["Cy", ""]), ["Anna", "Bo", undefined, "Cy"]);
  const others = withoutPlayer(archive, "Bo", (n) => `Player ${n}`);
  assert.deepEqual(others.games, [{begun: 7, text: "yatzy 1\nplayer Anna\nplayer Player 2\n", given: {Anna: 3}}]);
  assert.deepEqual(others.mistakes.map(({player}) => player), [undefined, "Anna"]);
  assert.deepEqual(withoutPlayer(archive, undefined, String).mistakes.map(({player}) => player), ["Anna", "Bo"]);
  // The longer text of one game stays.
  const longer = {...game, text: `${game.text}1 fives 15\n`};
  const older = {games: [game, {...game, begun: 8, text: "yatzy 1\n"}], mistakes: [mistake]};
  assert.deepEqual(withOlder({...archive, games: [longer]}, older), {games: [longer, older.games[1]], mistakes: [...archive.mistakes.slice(1), mistake]});
  assert.deepEqual(withOlder(archive, {games: [longer], mistakes: []}).games, [longer]);
});

test("mistakes of a point or more are asked again with all their options, the last twenty of each player", async () => {
  const {review} = await playGame("ASK");
  const large = review.decisions.filter(({chosen}) => chosen.regret >= 1);
  const archive = withMistakes(EMPTY_ARCHIVE, "Anna", "scandinavian", review, keyOf);
  assert.ok(large.length > 3);
  assert.equal(archive.mistakes.length, Math.min(large.length, MOST_MISTAKES));
  assert.deepEqual(withMistakes(archive, "Anna", "scandinavian", review, keyOf).mistakes.length, archive.mistakes.length);
  for (const [index, mistake] of archive.mistakes.entries()) {
    const decision = await decisionOf(desk, mistake, keyOf);
    assert.deepEqual(decision, {...large.slice(-MOST_MISTAKES)[index], nth: 0});
  }
  assert.equal(without(archive, archive.mistakes[0]).mistakes.length, archive.mistakes.length - 1);
  let many = archive;
  for (const seed of ["ASK1", "ASK2", "ASK3", "ASK4"]) many = withMistakes(many, "Anna", "scandinavian", (await playGame(seed)).review, keyOf);
  assert.equal(many.mistakes.length, MOST_MISTAKES);
  assert.ok(!many.mistakes.includes(archive.mistakes[0]));
  assert.equal(withMistakes(many, "Bo", "scandinavian", review, keyOf).mistakes.length, MOST_MISTAKES + archive.mistakes.length);
});

for (const plays of /** @type {const} */ (["casual", "greedy", "pars"])) {
  test(`the range of one game holds what its player gives away on average: ${plays}`, async () => {
    const reviews = [];
    for (let n = 0; n < 12; n += 1) reviews.push((await playGame(`RANGE${n}`, plays)).review);
    const mean = reviews.reduce((sum, {start, regret}) => sum + start - regret, 0) / reviews.length;
    const held = reviews.filter((review) => {
      const {average, low, high} = averageOf(review);
      assert.ok(low <= average && average <= high && high <= review.start);
      assert.ok(Math.abs(average - review.start + review.regret) < 1e-9);
      return low <= mean && mean <= high;
    }).length;
    assert.ok(held / reviews.length > 0.75, `${held} of ${reviews.length}`);
  });
}

test("a rung is named from five games on, the one whose loss is nearest", async () => {
  assert.deepEqual(estimate([1, 2, 3]), {mean: 2, margin: 2 * Math.sqrt(1 / 3), n: 3});
  /** @type {import("../../../../static/js/yatzy/table/archive.js").Ended[]} */
  const games = [21, 35, 28, 33].map((points, begun) => ({begun, text: String(begun), given: {Anna: points, Bo: 1}}));
  assert.equal(skillOf(games, "Anna", ladder), null);
  /** @type {typeof games} */
  const more = [...games, {begun: 9, text: "9", given: {Anna: 30}}, {begun: 10, text: "10", given: {Bo: 3}}];
  assert.equal(LEAST_GAMES, 5);
  const skill = skillOf(more, "Anna", ladder);
  assert.deepEqual([skill?.n, skill?.mean, skill?.rung], [5, 29.4, "chance_late"]);
  assert.equal(skillOf([...more, ...more], "Bo", ladder)?.rung, "optimal");
  const {review} = await playGame("RUNG");
  const played = {player: -1, players: [{name: "Anna", kind: "pen"}], cards: [{peeks: 0}]};
  const shown = /** @type {any} */ ({voice: ENGLISH, ruleset: scandinavian, played, selected: -1});
  const drawn = drawReview(shown, 0, review, [], skill, "offered");
  assert.match(drawn, /In the last 5 games 29\.4 points were lost by decisions on average, give or take 4\.\d\. That is about the player who keeps Chance for later, with 29\.9 a game\./);
  assert.match(drawn, /decides like this gets about \d+ points a game\. One game is little to go by: it can be anything from \d+ to \d+\./);
  assert.match(drawn, /<li>Turn \d+, throw [1-3], \d(\u00a0\d){4}: [^;]+; [^;]+ brings \d+\.\d more<\/li>/);
  assert.doesNotMatch(drawReview(shown, 0, review, [], null, "offered"), /In the last/);
  // Of a machine the decisions are told, and nobody is asked.
  const of_machine = /** @type {any} */ ({...shown, played: {...played, players: [{name: "Anna", kind: "machine"}]}});
  assert.match(drawn, /What would you do/);
  assert.doesNotMatch(drawReview(of_machine, 0, review, [], null, "offered"), /What would you do|decides like this/);
  // What is shown adds up as it stands, also with one decimal, which is what values in parts are good for.
  for (const exactness of /** @type {const} */ (["offered", "none"])) {
    const text = drawReview(shown, 0, review, [], null, exactness).replaceAll("−", "-").replaceAll("- ", "-").replaceAll("+ ", "+");
    const [, final, start, luck, regret] = /identity"><b>(\S+) = (\S+) (\S+) luck (\S+) lost by/.exec(text) ?? [];
    const digits = exactness === "none" ? 1 : 2;
    assert.equal(start.split(".")[1].length, digits);
    assert.equal((Number(start) + Number(luck) + Number(regret)).toFixed(digits), Number(final).toFixed(digits), text);
  }
  // Of a game with few dice nothing is judged.
  const steps = review.steps.map((step, turn) => ({...step, known: turn < 4}));
  assert.match(drawReview(shown, 0, {...review, steps}, [], null, "offered"), /<p class="note">Too few dice were recorded to judge this game\.<\/p><\/section>/);
  // Who gives away more than the lowest rung, beyond chance, does not stand on it; and nobody averages less than nothing.
  const low = [140, 150, 155, 160, 152].map((points) => ({begun: points, text: String(points), given: {Cy: points}}));
  assert.match(drawReview(shown, 0, review, [], skillOf(low, "Cy", ladder), "offered"), /That is more than the casual player, with \d/);
  const hopeless = {...review, regret: 200, steps: [{...review.steps[0], regret: 200}, ...review.steps.slice(1).map((step) => ({...step, regret: 0}))]};
  assert.equal(averageOf(hopeless).low, 0);
  for (const rung of ladder.rung) assert.ok(/** @type {any} */ (ENGLISH.texts)[`rung_${rung}`], rung);
});
