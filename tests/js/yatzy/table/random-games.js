/**
 * Games of random events: throws, boxes written with and without dice, corrections, extra Yahtzees, people who come and
 * go, undo and redo.
 * `node random-games.js N` prints N games of every kind as JSON, for the solver's tests; `node random-games.js N signs`
 * the mean and the largest number of signs that a link has for a whole card, of N games of every kind, with the page's
 * dice and with real ones; `node random-games.js SEED six` prints a game of six players of every kind, with real
 * dice and before its last box, as JSON.
 */

import {rulesFor} from "../../../../static/js/yatzy/table/editions.js";
import {beginGame, hold, mayFill, offersAt, playedOf, pointsOfBox, record, step, usualThrow} from "../../../../static/js/yatzy/table/game.js";
import {mostExtraYahtzees} from "../../../../static/js/yatzy/advisor/position.js";
import {totalsOfScores} from "../../../../static/js/yatzy/game/tables.js";
import {pageThrow} from "../../../../static/js/yatzy/table/machine.js";
import {writeGame} from "../../../../static/js/yatzy/table/records.js";
import {writeStored} from "../../../../static/js/yatzy/table/store.js";

/** @import {Game} from "../../../../static/js/yatzy/table/game.js" */
/** @import {Ruleset} from "../../../../static/js/yatzy/game/rules/scandinavian.js" */

export const EDITIONS = ["scandinavian", "scandinavian:100.63.1", "in-order", "saved", "maxi", "maxi-75", "yahtzee", "forced"];

/** @type {Pick<import("../../../../static/js/yatzy/table/game.js").Player, "kind" | "plays">[]} */
const HELPS = [{kind: "pen"}, {kind: "coach"}, {kind: "machine"}, {kind: "machine", plays: "casual"}];

/** Numbers that look like chance and are the same in every run. @param {number} seed @returns {(n: number) => number} From 0 to n - 1. */
export function chance(seed) {
  let state = (Math.imul(seed, 2654435761) + 12345) >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** @template T @param {readonly T[]} all @param {(n: number) => number} random @returns {T} */
const oneOf = (all, random) => all[random(all.length)];

/** Throw, often five of a kind. @param {Game} game @param {Ruleset} ruleset @param {(n: number) => number} random */
function throwSome(game, ruleset, random) {
  const {dice} = playedOf(game, ruleset);
  const held = Array.from({length: ruleset.n_dice}, () => dice.length > 0 && random(2) === 0);
  held[random(held.length)] = false;
  const face = random(3) > 0 ? 0 : 1 + random(6);
  return record(game, {kind: "throw", held, dice: held.map((is_held, place) => (is_held ? dice[place] : face || 1 + random(6)))});
}

/** Let somebody be renamed, helped otherwise, leave, come back, join, or take an earlier turn. @param {Game} game @param {Ruleset} ruleset @param {(n: number) => number} random */
function changePeople(game, ruleset, random) {
  const {players, order} = playedOf(game, ruleset);
  const what = random(4);
  if (what === 0) return record(game, {kind: "order", order: [...order.slice(1), order[0]]});
  const player = random(players.length + Number(players.length < 5));
  const person = {name: oneOf(["Bo", "Åsa, née B. 🎲", "Cy-D"], random), ...oneOf(HELPS, random)};
  return record(game, {kind: "person", player, person: what === 1 && players.length > 1 ? {...person, is_gone: true} : person});
}

/** Let one thing happen. @param {Game} game @param {Ruleset} ruleset @param {(n: number) => number} random @returns {Game} */
function goOn(game, ruleset, random) {
  const played = playedOf(game, ruleset);
  const what = random(21);
  const player = random(played.cards.length);
  const box = random(ruleset.categories.length);
  if (what < 2) return step(game, ruleset, what === 0 ? -1 : 1) ?? game;
  if (what === 2) {
    const {scores} = played.cards[player];
    return record(game, {kind: "correct", player, box, points: scores[box] !== null && random(2) === 0 ? null : oneOf(pointsOfBox(ruleset, box), random)});
  }
  if (what === 3) {
    const most = mostExtraYahtzees(ruleset, played.cards[player].scores);
    return most > 0 ? record(game, {kind: "extra", player, count: random(Math.min(most, 3) + 1)}) : game;
  }
  if (what === 20) return changePeople(game, ruleset, random);
  if (played.player < 0) return game;
  if (played.dice.length === 0 && what < 8) {
    const open = ruleset.categories.map((_, index) => index).filter((index) => mayFill(ruleset, played.cards[played.player].scores, index));
    const chosen = oneOf(open, random);
    return record(game, {kind: "write", box: chosen, points: oneOf(pointsOfBox(ruleset, chosen), random)});
  }
  if (played.dice.length === 0 || (played.rerolls > 0 && random(2) === 0)) return throwSome(game, ruleset, random);
  if (what === 19) return random(2) === 0 ? hold(game, random(ruleset.n_dice), ruleset.n_dice) : record(game, {kind: "peek", player: played.player});
  const offers = [...offersAt(played, ruleset).entries()].flatMap(([index, entry]) => (entry === null ? [] : [{box: index, points: entry.points}]));
  // The box for five equal dice is filled early, so that others are paid for.
  const best = offers.find(({points}) => points === 50 && random(2) === 0);
  const said = usualThrow(played, ruleset) > 1 && random(2) === 0 ? {throw: 1 + random(3)} : {};
  return record(game, {kind: "write", ...(best ?? oneOf(offers, random)), ...said});
}

/**
 * Play a game of random events, to its end or for some time.
 * @param {string} edition @param {number} seed
 * @returns {Promise<{game: Game, ruleset: Ruleset}>}
 */
export async function randomGame(edition, seed) {
  const ruleset = rulesFor(edition);
  const random = chance(seed);
  const players = ["Anna", "Åsa, née B. 🎲"].slice(0, 1 + random(2)).map((name) => ({name, kind: /** @type {const} */ ("pen")}));
  let game = beginGame({edition, players, dice: random(2) === 0 ? "page" : "real", seed: "SEED", ...(random(2) === 0 && {dice_rule: 2}), begun: Date.UTC(2026, 10, 22, 12)});
  const most = random(3) === 0 ? 30 + random(60) : 600;
  for (let n = 0; n < most && (playedOf(game, ruleset).player >= 0 || random(4) > 0); n += 1) game = goOn(game, ruleset, random);
  return {game, ruleset};
}

/** What the cards of a game show as totals. @param {Game} game @param {Ruleset} ruleset */
export const totalsOnCards = (game, ruleset) => playedOf(game, ruleset).cards.map(({scores, n_extra_yahtzees}) => totalsOfScores(ruleset, scores, n_extra_yahtzees).total);

/** Play a whole game of which every throw is known. @param {string} edition @param {number} seed @param {"page" | "real"} dice @param {readonly string[]} names */
function wholeGame(edition, seed, dice, names) {
  const ruleset = rulesFor(edition);
  const random = chance(seed);
  let game = beginGame({edition, players: names.map((name) => ({name, kind: "pen"})), dice, seed: `SEED${seed}`, dice_rule: 2});
  for (let played = playedOf(game, ruleset); played.player >= 0; played = playedOf(game, ruleset)) {
    const goes_on = played.dice.length === 0 || (played.rerolls > 0 && random(4) > 0);
    const offers = [...offersAt(played, ruleset).entries()].flatMap(([box, entry]) => (entry === null ? [] : [{box, points: entry.points}]));
    const held = played.dice.map((_, place) => place > 0 && random(2) === 0);
    const thrown = dice === "page" ? record(game, pageThrow(game, ruleset, held)) : throwSome(game, ruleset, random);
    game = goes_on ? thrown : record(game, {kind: "write", ...oneOf(offers, random)});
  }
  return {game, link: writeGame(game.setup, playedOf(game, ruleset)).link};
}

if (process.argv[1] === import.meta.filename && process.argv[3] === "signs") {
  for (const edition of EDITIONS) {
    for (const dice of /** @type {const} */ (["page", "real"])) {
      const signs = Array.from({length: Number(process.argv[2])}, (_, seed) => (wholeGame(edition, seed, dice, ["A"]).link.split(":").at(-1) ?? "").length);
      console.log(edition, dice, Math.round(signs.reduce((sum, one) => sum + one, 0) / signs.length), Math.max(...signs));
    }
  }
} else if (process.argv[1] === import.meta.filename && process.argv[3] === "six") {
  const names = ["Anna", "Björn", "Charlotte", "Daniel", "Elisabeth", "Fredrik"];
  const games = EDITIONS.map((edition) => wholeGame(edition, Number(process.argv[2]), "real", names).game);
  process.stdout.write(JSON.stringify(games.map((game) => ({edition: game.setup.edition, stored: writeStored({...game, at: game.events.length - 1})}))));
} else if (process.argv[1] === import.meta.filename) {
  const told = [];
  for (const edition of EDITIONS) {
    for (let seed = 0; seed < Number(process.argv[2]); seed += 1) {
      const {game, ruleset} = await randomGame(edition, seed);
      told.push({edition, text: writeGame(game.setup, playedOf(game, ruleset), game.draft.held).text, totals: totalsOnCards(game, ruleset)});
    }
  }
  process.stdout.write(JSON.stringify(told));
}
