/** Games of the table as text and as links, and back: what was played elsewhere is gone through here, event by event. */

import {recordText} from "../record/format.js";
import {readLink, writeLink} from "../record/links.js";
import {readRecords} from "../record/parse.js";
import {USUAL} from "../machine/device/rules.js";
import {IN_ORDER, isEdition, nameOfRules, recordRulesOf, rulesFor, SOLVED} from "./editions.js";
import {happen, newTable} from "./game.js";
import {NO_DRAFT} from "./history.js";
import {heldFor} from "./judge.js";
import {isSeed, tidyName} from "./store.js";

/** @import {PlayedGame, PlayedTurn} from "../record/played.js" */
/** @import {Ruleset} from "../game/rules/scandinavian.js" */
/** @import {Event, Played, Setup} from "./game.js" */
/** @import {Game} from "./history.js" */

const LINK = /[?&]game=([^&#\s]+)/;

/**
 * Return a game as records have it: with the day where the reader is, as Swedes write it.
 * @param {Setup} setup @param {Played} played @returns {PlayedGame} Under the usual rules and without dice, where a box
 *   was opened before filled ones in a game whose boxes go in order.
 */
function asRecord({edition, players, dice, seed, begun}, {cards}) {
  const {game, rules} = recordRulesOf(edition);
  const has_gap = edition === IN_ORDER && cards.some(({scores, turns}) => scores.slice(0, turns.length).includes(null));
  const named = players.map(({name}, player) => ({
    name: tidyName(name),
    turns: cards[player].turns.map(({throws, keeps = [], ...turn}) => ({...turn, ...(throws && !has_gap && {throws, keeps: keeps.map((kept) => [...kept].sort((a, b) => a - b))})})),
  }));
  return {edition, game, rules: has_gap ? {} : rules, date: begun === undefined ? "" : new Date(begun).toLocaleDateString("sv"), seed: dice === "page" && isSeed(seed) ? seed : "", players: named};
}

/** Write a game as text and as the end of a link. @param {Setup} setup @param {Played} played */
export function writeGame(setup, played) {
  const record = asRecord(setup, played);
  return {text: recordText(record), link: writeLink(record)};
}

/** Write a game as text. @param {Setup} setup @param {Played} played */
export const asText = (setup, played) => recordText(asRecord(setup, played));

/** Tell whether a text holds several games, and is no link. @param {string} text @throws {import("../record/parse.js").RecordError} */
export const areSeveral = (text) => !LINK.test(text) && readRecords(text).length > 1;

/** Name the game with these house rules; null where the table does not have them all. @param {PlayedGame["rules"]} rules */
function editionOfHouse({five_of_a_kind_is_full_house: five = USUAL.five, bonus = USUAL.bonus, threshold = USUAL.threshold, ...others}) {
  const name = nameOfRules(/** @type {typeof USUAL} */ ({bonus, threshold, five}));
  return Object.keys(others).length === 0 && isEdition(name) ? name : null;
}

/** Lay the dice of a throw so that those that were held lie where they lay. @param {readonly number[]} dice @param {readonly number[]} before @param {readonly boolean[]} held */
function inPlace(dice, before, held) {
  if (held.every((is_held, place) => !is_held || dice[place] === before[place])) return [...dice];
  const rest = [...dice];
  held.forEach((is_held, place) => is_held && rest.splice(rest.indexOf(before[place]), 1));
  return held.map((is_held, place) => (is_held ? before[place] : Number(rest.shift())));
}

/** @param {PlayedTurn} turn @returns {Event[]} */
function throwsOf({throws = [], keeps = []}) {
  /** @type {number[]} */
  let before = [];
  return throws.map((dice, index) => {
    const held = index === 0 ? dice.map(() => false) : heldFor(before, keeps[index - 1], dice.map((face, place) => face === before[place]));
    before = inPlace(dice, before, held);
    return {kind: "throw", dice: before, held};
  });
}

/**
 * Go through a record turn by turn. Who plays out of turn, because another has left the game, plays turns that are not
 * known: the table has no word for that.
 * @param {PlayedGame} record @param {Ruleset} ruleset @param {Setup} setup @returns {Game}
 */
function playRecord({players}, ruleset, setup) {
  /** @type {Event[]} */
  const events = [];
  let played = newTable(setup, ruleset);
  const happened = (/** @type {Event} */ event) => {
    played = happen(played, event, ruleset);
    events.push(event);
  };
  for (const round of ruleset.categories.keys()) {
    players.forEach(({turns: {[round]: turn}}, player) => {
      if (turn === undefined) return;
      const {points, on_top = 0, throws} = turn;
      const box = ruleset.categories.findIndex(({name}) => name === turn.box);
      const is_next = played.player === player;
      if (is_next) throwsOf(turn).forEach(happened);
      happened(is_next ? {kind: "write", box, points} : {kind: "correct", player, box, points});
      if (on_top > 0 && !(is_next && throws)) happened({kind: "extra", player, count: played.cards[player].n_extra_yahtzees + 1});
    });
  }
  return {setup, events, at: events.length, draft: NO_DRAFT};
}

/**
 * Read a game from its text, or from a link to it.
 * @param {string} text
 * @returns {Game | null} Null where the table does not have the game, or too many play it. Throws an error whose message
 *   is a sentence for readers.
 */
export function readGame(text) {
  const linked = LINK.exec(text)?.[1];
  const record = linked === undefined ? readRecords(text)[0] : readLink(decodeURIComponent(linked));
  const edition = record.edition ?? (record.game === SOLVED ? editionOfHouse(record.rules) : null);
  if (edition === null || record.players.length > 6) return null;
  const {date, seed} = record;
  const players = record.players.map(({name}) => ({name: tidyName(name), kind: /** @type {const} */ ("pen")}));
  // A record has the day alone; games are told apart by the time.
  const begun = date === "" ? {} : {begun: new Date(`${date}T12:00`).getTime() + Math.trunc(3e6 * Math.random())};
  return playRecord(record, rulesFor(edition), {edition, players, dice: seed === "" ? "real" : "page", seed, ...begun});
}
