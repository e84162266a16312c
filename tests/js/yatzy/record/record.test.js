import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";

import {decodeRecord, LARGEST_FILE, readRecords, RecordError} from "../../../../static/js/yatzy/record/parse.js";
import {entryOf} from "../../../../static/js/yatzy/game/rules/jokers.js";
import {GAME_NAMES, rulesetOf} from "../../../../static/js/yatzy/record/rulesets.js";
import {emptyCard, mayFill, mostThrows, situationOfCard, written} from "../../../../static/js/yatzy/record/played.js";
import {GameLinkError, readLink, writeLink} from "../../../../static/js/yatzy/table/records.js";
import {recordText} from "../../../../static/js/yatzy/record/format.js";
import {told} from "../../../../static/js/yatzy/words/text.js";

/** @import {PlayedGame, PlayedTurn} from "../../../../static/js/yatzy/record/played.js" */

/** @param {string} name */
const golden = (name) => readFileSync(new URL(`../../../golden/${name}`, import.meta.url), "utf8");

const [STRICT, STRICT_2] = [golden("record_1.txt"), golden("record_2.txt")];

/** Records that the solver rejects, with messages and places. @type {{text: string, line: number, column: number, message: string}[]} */
const MISTAKES = JSON.parse(golden("record_mistakes.json"));

/** The sentences that the code abbreviates. */
const ENGLISH = JSON.parse(readFileSync(new URL("../../../../static/words/sentences-en.json", import.meta.url), "utf8"));

/** Write games, one after the other. @param {readonly PlayedGame[]} games */
const textOf = (games) => games.map(recordText).join("\n");

/** Return a seeded generator of random numbers. @param {number} seed */
function chance(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/**
 * Play a card at random; of some turns only the points are recorded.
 * @param {import("../../../../static/js/yatzy/game/rules/scandinavian.js").Ruleset} ruleset @param {(n: number) => number} random
 * @param {boolean} knows_all
 */
function randomCard(ruleset, random, knows_all) {
  let card = emptyCard();
  /** @type {PlayedTurn[]} */
  const turns = [];
  const open = ruleset.categories.map((_, category) => category);
  while (open.length > 0) {
    const n_throws = 1 + random(mostThrows(ruleset, card));
    /** @type {number[][]} */
    const throws = [];
    /** @type {number[][]} */
    const keeps = [];
    for (let dice = /** @type {number[]} */ ([]); throws.length < n_throws; dice = keeps[keeps.length - 1] ?? []) {
      throws.push([...dice, ...Array.from({length: ruleset.n_dice - dice.length}, () => 1 + random(6))]);
      if (throws.length < n_throws) keeps.push(throws[throws.length - 1].slice(random(ruleset.n_dice) + 1).sort());
    }
    const roll = [...throws[throws.length - 1]].sort();
    const situation = situationOfCard(ruleset, card);
    const may_fill = mayFill(ruleset, card);
    const allowed = open.filter((category) => may_fill.includes(ruleset.categories[category].name)).filter((category) => entryOf(ruleset, category, roll, situation) !== null);
    const category = allowed[random(allowed.length)];
    const entry = /** @type {import("../../../../static/js/yatzy/game/rules/jokers.js").Entry} */ (entryOf(ruleset, category, roll, situation));
    const points = {box: ruleset.categories[category].name, points: entry.points, ...(entry.on_top > 0 ? {on_top: entry.on_top} : {})};
    turns.push(knows_all || random(5) > 0 ? {throws, keeps, ...points} : points);
    card = written(ruleset, card, turns[turns.length - 1]);
    open.splice(open.indexOf(category), 1);
  }
  return turns;
}

/** @type {Record<string, [Record<string, number | boolean | string>, string | null]>} House rules, and the advisor's game. */
const HOUSE = {
  scandinavian: [{bonus: 100, five_of_a_kind_is_full_house: true}, null],
  "scandinavian-saved": [{}, "saved"],
  maxi: [{full_straight: 30}, null],
  "maxi-saved": [{in_order: true}, null],
  yahtzee: [{joker: "forced"}, "forced"],
};

/** @returns {PlayedGame[]} Random games of every kind, finished and unfinished ones. */
function randomGames() {
  return GAME_NAMES.flatMap((game, at) => [0, 1, 2, 3].map((seed) => {
    const [rules, edition] = HOUSE[game];
    const ruleset = rulesetOf(game, rules);
    const random = chance(17 * at + seed);
    const players = ["Anna", "Åsa, née B. 🎲"].slice(0, 1 + (seed % 2)).map((name) => ({
      name, turns: randomCard(ruleset, random, ruleset.saves_throws).slice(0, seed < 2 ? undefined : 7),
    }));
    return {edition, game, rules, date: "2026-11-22", seed: `S${seed}`, ...(seed % 3 > 0 && {dice_rule: /** @type {const} */ (2)}), players};
  }));
}

test("the canonical form and lenient forms are parsed", () => {
  assert.equal(textOf(readRecords(STRICT)), STRICT);
  assert.equal(textOf(readRecords(STRICT_2)), STRICT_2);
  const written_by_people = STRICT.replace("game scandinavian\n", "").replace("1 22655 keep 55,", "22655  Kept 5 5 ,").replace("55513", "513")
    .replace("fives 15", "score Fives").replace("full house 14", "Full-House +0").replace("nothing", "-").replaceAll("\n", "\r\n");
  assert.equal(textOf(readRecords(written_by_people)), STRICT);
  const [game] = readRecords("yatzy 1 / date 2026-11-22 / player Anna\n1 fives 15");
  assert.deepEqual(game, {
    edition: "scandinavian", game: "scandinavian", rules: {}, date: "2026-11-22", seed: "",
    players: [{name: "Anna", turns: [{box: "fives", points: 15}]}],
  });
});

test("an error has its place and the solver's message", () => {
  assert.ok(MISTAKES.length > 50);
  for (const {text, line, column, message} of MISTAKES) {
    assert.throws(() => readRecords(text), (error) => {
      assert.ok(error instanceof RecordError, String(error));
      assert.equal(told(error.sentence, ENGLISH), `line ${line}, column ${column}: ${message}`);
      return true;
    }, text);
  }
});

test("a file that is not UTF-8 is reported with its place", () => {
  const latin = Uint8Array.from([...new TextEncoder().encode("yatzy 1\r\nplayer "), 0xc5, 0x6b, 0x65]);
  for (const [bytes, line, column, words] of /** @type {[Uint8Array, number, number, RegExp][]} */ ([
    [latin, 2, 8, /not UTF-8/],
    [Uint8Array.of(0xff, 0xfe, 0x79, 0), 1, 1, /not UTF-8/],
    [new Uint8Array(LARGEST_FILE + 1), 1, 1, /more than 1,000,000 bytes/],
  ])) {
    assert.throws(() => decodeRecord(bytes), (error) => {
      assert.ok(error instanceof RecordError && words.test(told(error.sentence, ENGLISH)), String(error));
      assert.ok(error.message.startsWith(`line ${line}, column ${column}: `));
      return true;
    });
  }
  assert.equal(decodeRecord(Uint8Array.from([0xef, 0xbb, 0xbf, ...new TextEncoder().encode("yatzy 1 Å")])), "yatzy 1 Å");
});

test("writing and reading are inverse, as text", () => {
  const games = randomGames();
  assert.deepEqual(readRecords(textOf(games)), games);
});

/** Return a game in the form of links: dice without their order, kept ones first. @param {PlayedGame} game */
const withoutOrder = (game) => ({...game, players: game.players.map(({name, turns}) => ({name, turns: turns.map((turn) => ({
  ...turn, ...(turn.throws && {throws: turn.throws.map((dice) => [...dice].sort())}),
}))}))});

test("writing and reading are inverse, as a link of at most a hundred signs a card", () => {
  for (const game of randomGames()) {
    const link = writeLink(game);
    assert.match(link, /^[\w:=,%.~!*'()-]*$/);
    assert.deepEqual(withoutOrder(readLink(link)), withoutOrder(game));
  }
  const [whole] = randomGames();
  const turns = randomCard(rulesetOf("scandinavian"), chance(3), true);
  assert.ok(writeLink({...whole, rules: {}, players: [{name: "A", turns}]}).split(":")[6].length <= 3 + 95);
});

test("a link without a game is rejected with a message", () => {
  const link = writeLink(randomGames()[0]);
  for (let cut = 1; cut < link.length; cut += 7) assert.throws(() => readLink(link.slice(0, -cut)), GameLinkError);
  for (let at = 0; at < link.length; at += 5) {
    const other = link[at] === "B" ? "C" : "B";
    assert.throws(() => readLink(link.slice(0, at) + other + link.slice(at + 1)), GameLinkError, `sign ${at}`);
  }
  assert.throws(() => readLink(link.replace(/^\d:/, "3:")), /version 3, and this page reads versions 1 and 2/);
  assert.throws(() => readLink(""), /not the link of a game/);
  assert.throws(() => readLink(`${"A".repeat(9000)}`), /not the link of a game/);
});

test("house rules change the points of a box", () => {
  const equal = [6, 6, 6, 6, 6];
  const points = (/** @type {string} */ game, /** @type {Record<string, any>} */ rules, /** @type {string} */ box, dice = equal) =>
    rulesetOf(game, rules).categories.find(({name}) => name === box)?.points(dice);
  assert.deepEqual([points("scandinavian", {}, "full_house"), points("scandinavian", {five_of_a_kind_is_full_house: true}, "full_house")], [0, 30]);
  assert.deepEqual([points("yahtzee", {}, "full_house"), points("yahtzee", {five_of_a_kind_is_full_house: true}, "full_house")], [0, 25]);
  assert.deepEqual([points("scandinavian", {}, "two_pairs"), points("scandinavian", {four_of_a_kind_is_two_pairs: true}, "two_pairs")], [0, 24]);
  assert.equal(points("maxi", {full_straight: 30}, "full_straight", [1, 2, 3, 4, 5, 6]), 30);
  assert.equal(rulesetOf("yahtzee", {extra_yahtzee_bonus: 50}).extra_yahtzees?.bonus, 50);
  assert.deepEqual(rulesetOf("yahtzee", {joker: "forced", bonus: 7}).options, {...rulesetOf("yahtzee").options, joker: "forced", bonus: 7});
});
