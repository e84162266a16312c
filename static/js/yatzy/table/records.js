/** Games of the table as text and as links, and back: what was played elsewhere is gone through here, event by event. */
import {cardAfter, mayFill, mostThrows, paidOnTop, pointsInSituation, situationOfCard, versionOf, written} from "../record/played.js";
import {editionOf, GAME_NAMES, readRule, rulesetOf, rulesOfGame} from "../record/rulesets.js";
import {entryOf} from "../game/rules/jokers.js";
import {findKeep, keepLattice, keepsOfRoll, multisets, textOfDice} from "../game/turn.js";
import {LONGEST_NAME, readRecords, without} from "../record/parse.js";
import {recordText} from "../record/format.js";
import {USUAL} from "../machine/device/rules.js";
import {IN_ORDER, isEdition, nameOfRules, recordRulesOf, rulesFor, SOLVED} from "./editions.js";
import {happen, newTable, NO_DRAFT} from "./game.js";
import {heldFor} from "./judge.js";
import {isSeed, tidyName} from "./store.js";

/**
 * @import {Lattice} from "../game/turn.js" @import {Ruleset} from "../game/rules/scandinavian.js"
 * @import {PlayedGame, PlayedTurn, Progress} from "../record/played.js" @import {Event, Game, Played, Setup} from "./game.js"
 *
 */

// A game as a link: some 95 signs a card. What can happen at each step is counted, and a game is the number that names
// what did: dice without their order, what was kept of them, the box. So a link cannot tell what cannot be played. One
// walk through the game serves both ways: `code` is given what happened and notes it, or finds it in the number.

const VERSIONS = ["1", "2"];
const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const N_CHECKS = 3;
const LONGEST_LINK = 6000;
const MOST_PLAYERS = 20;
const DAMAGED = "it is cut off or damaged";

/** @typedef {(radix: number, happened: () => number) => number} Code */

/** A link that tells no game; the message is written for the reader. */
export class GameLinkError extends Error {
  /** @param {string} what */
  constructor(what) {
    super(`This link to a game cannot be followed: ${what}.`);
    this.name = "GameLinkError";
  }
}

/** @param {string} what A game, or a house rule. */
const foreign = (what) => new GameLinkError(`it is of a game that this page does not know, “${what.slice(0, 30)}”`);

/** Write a game as the text of a link. @param {PlayedGame} played */
export function writeLink(played) {
  const {game, rules, date, seed, players} = played;
  const version = versionOf(played);
  /** @type {[number, number][]} */
  const noted = [];
  codePlayers(version, rulesetOf(game, rules), players.map(({name}) => name), played, (radix, happened) => {
    noted.push([radix, happened()]);
    return noted[noted.length - 1][1];
  });
  const number = noted.reduceRight((sum, [radix, digit]) => sum * BigInt(radix) + BigInt(digit), 0n);
  const names = players.map(({name}) => encodeURIComponent(name)).join(",");
  const house = Object.entries(rules).map(([name, value]) => `${name}=${value}`).join(",");
  const head = [version, game, house, date, seed, names].join(":");
  const body = signsOf(number);
  return `${head}:${checkOf(head + body)}${body}`;
}

/**
 * Read a game from the text of a link.
 * @param {string} text @returns {PlayedGame}
 * @throws {GameLinkError} When it is malformed, or from another version.
 */
export function readLink(text) {
  const parts = text.split(":");
  const is_known = VERSIONS.includes(parts[0]);
  if (/^[0-9]+$/.test(parts[0]) && !is_known) throw new GameLinkError(`it has version ${parts[0].slice(0, 9)}, and this page reads versions ${VERSIONS.join(" and ")}`);
  if (!is_known || parts.length !== 7 || text.length > LONGEST_LINK) throw new GameLinkError("it is not the link of a game");
  const [version, game, house, date, seed, named, digits] = parts;
  const [check, body] = [digits.slice(0, N_CHECKS), digits.slice(N_CHECKS)];
  if (checkOf(parts.slice(0, -1).join(":") + body) !== check) throw new GameLinkError(DAMAGED);
  if (!GAME_NAMES.includes(game)) throw foreign(game);
  const rules = readHouse(game, house);
  const ruleset = rulesetOf(game, rules);
  const names = named.split(",").map(decodeName);
  if (names.length > MOST_PLAYERS) throw new GameLinkError(DAMAGED);
  let left = numberOf(body);
  /** @type {Code} */
  const code = (radix) => {
    const digit = Number(left % BigInt(radix));
    left /= BigInt(radix);
    return digit;
  };
  const found = codePlayers(version, ruleset, names, null, code);
  if (left !== 0n) throw new GameLinkError(DAMAGED);
  return {edition: editionOf(game, rules), game, rules, date, seed, ...found};
}

/**
 * Walk through what the players of a game have played, noting or finding it.
 * @param {string} version @param {Ruleset} ruleset @param {readonly string[]} names @param {PlayedGame | null} played Null where it is to be found.
 * @param {Code} code @returns {Pick<PlayedGame, "dice_rule" | "players">}
 */
function codePlayers(version, ruleset, names, played, code) {
  const dice_rule = version === "2" && code(2, () => (played?.dice_rule ?? 1) - 1) === 1 ? 2 : 1;
  const players = names.map((name, player) => ({name, turns: codeCard(ruleset, played?.players[player].turns ?? null, code)}));
  return {...(dice_rule > 1 && {dice_rule}), players};
}

/** Read house rules. @param {string} game @param {string} text */
function readHouse(game, text) {
  const known = rulesOfGame(game);
  return Object.fromEntries(text.split(",").filter(Boolean).map((entry) => {
    const [name, written_value = ""] = entry.split("=");
    const value = known.includes(name) ? readRule(game, name, written_value) : undefined;
    if (value === undefined) throw foreign(entry);
    return [name, value];
  }));
}

/** @param {string} text */
function decodeName(text) {
  try {
    return [...decodeURIComponent(text)].slice(0, LONGEST_NAME).join("");
  } catch {
    throw new GameLinkError(DAMAGED);
  }
}

/**
 * Walk through the turns of a card, noting or finding them.
 * @param {Ruleset} ruleset @param {readonly PlayedTurn[] | null} turns Null where they are to be found. @param {Code} code
 * @returns {PlayedTurn[]}
 */
function codeCard(ruleset, turns, code) {
  const lattice = keepLattice(ruleset.n_dice);
  const n_turns = code(ruleset.categories.length + 1, () => turns?.length ?? 0);
  /** @type {PlayedTurn[]} */
  const found = [];
  let card = cardAfter(ruleset, []);
  for (let turn = 0; turn < n_turns; turn += 1) {
    found.push(codeTurn(ruleset, lattice, card, turns?.[turn] ?? null, code));
    card = written(ruleset, card, found[turn]);
  }
  return found;
}

/** @param {Ruleset} ruleset @param {Lattice} lattice @param {Progress} card @param {PlayedTurn | null} turn @param {Code} code @returns {PlayedTurn} */
function codeTurn(ruleset, lattice, card, turn, code) {
  const open = mayFill(ruleset, card);
  const is_known = code(2, () => Number(turn?.throws !== undefined)) === 1;
  const dice = is_known ? codeDice(ruleset, lattice, card, turn, code) : null;
  const box = open[code(open.length, () => open.indexOf(turn?.box ?? ""))];
  const category = ruleset.categories.findIndex(({name}) => name === box);
  if (dice !== null) {
    const last = [...dice.throws[dice.throws.length - 1]].sort((a, b) => a - b);
    const entry = entryOf(ruleset, category, last, situationOfCard(ruleset, card));
    if (entry === null) throw new GameLinkError(DAMAGED);
    return {...dice, box, points: entry.points, ...(entry.on_top > 0 ? {on_top: entry.on_top} : {})};
  }
  const possible = pointsInSituation(ruleset, card, category);
  const points = possible[code(possible.length, () => possible.indexOf(turn?.points ?? 0))];
  const pays = paidOnTop(ruleset, card);
  const on_top = pays > 0 && code(2, () => Number((turn?.on_top ?? 0) > 0)) === 1;
  return {box, points, ...(on_top ? {on_top: pays} : {})};
}

/** @param {Ruleset} ruleset @param {Lattice} lattice @param {Progress} card @param {PlayedTurn | null} turn @param {Code} code */
function codeDice(ruleset, lattice, card, turn, code) {
  /** @type {number[][]} */
  const throws = [];
  /** @type {number[][]} */
  const keeps = [];
  for (let kept = /** @type {number[]} */ ([]); ; kept = keeps[keeps.length - 1]) {
    const at = throws.length;
    const possible = multisets(ruleset.n_dice - kept.length);
    const thrown = possible[code(possible.length, () => placeOf(possible, without(turn?.throws?.[at] ?? [], kept) ?? []))];
    throws.push([...kept, ...thrown]);
    if (throws.length === mostThrows(ruleset, card)) return {throws, keeps};
    const roll = findKeep(lattice, throws[at]) - lattice.first_roll;
    const choices = keepsOfRoll(lattice, roll);
    const choice = code(choices.length + 1, () => {
      const keep = turn?.keeps?.[at];
      return keep === undefined ? choices.length : choices.indexOf(findKeep(lattice, keep));
    });
    if (choice === choices.length) return {throws, keeps};
    keeps.push([...lattice.dice_of_keep[choices[choice]]]);
  }
}

/** @param {readonly number[][]} possible @param {readonly number[]} dice */
const placeOf = (possible, dice) => possible.findIndex((one) => textOfDice(one) === textOfDice(dice));

/** @param {bigint} number */
function signsOf(number) {
  let text = "";
  for (let left = number; left > 0n; left /= 64n) text += SIGNS[Number(left % 64n)];
  return text;
}

/** @param {string} text */
function numberOf(text) {
  return [...text].reduceRight((sum, sign) => {
    const digit = SIGNS.indexOf(sign);
    if (digit < 0) throw new GameLinkError(DAMAGED);
    return sum * 64n + BigInt(digit);
  }, 0n);
}

/** Return signs by which a link that was cut off or mistyped is known. @param {string} text */
function checkOf(text) {
  let bits = 0x811c9dc5;
  for (const sign of text) bits = Math.imul(bits ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  bits ^= bits >>> 15;
  return Array.from({length: N_CHECKS}, (_, place) => SIGNS[(bits >>> (6 * place)) & 63]).join("");
}

const LINK = /[?&]game=([^&#\s]+)/;

/**
 * Return a game as records have it: with the day where the reader is, as Swedes write it.
 * @param {Setup} setup @param {Played} played @returns {PlayedGame} Under the usual rules and without dice, where a box
 *   was opened before filled ones in a game whose boxes go in order.
 */
function asRecord({edition, dice, seed: own_seed, dice_rule = 1, begun}, {players, cards}) {
  const {game, rules} = recordRulesOf(edition);
  const has_gap = edition === IN_ORDER && cards.some(({scores, turns}) => scores.slice(0, turns.length).includes(null));
  const named = players.map(({name}, player) => ({
    name: tidyName(name),
    turns: cards[player].turns.map(({throws, keeps = [], ...turn}) => ({...turn, ...(throws && !has_gap && {throws, keeps: keeps.map((kept) => [...kept].sort((a, b) => a - b))})})),
  }));
  const date = begun === undefined ? "" : new Date(begun).toLocaleDateString("sv");
  const seed = dice === "page" && isSeed(own_seed) ? own_seed : "";
  return {edition, game, rules: has_gap ? {} : rules, date, seed, ...(seed !== "" && dice_rule > 1 && {dice_rule}), players: named};
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
  const {date, seed, dice_rule} = record;
  const players = record.players.map(({name}) => ({name: tidyName(name), kind: /** @type {const} */ ("pen")}));
  // A record has the day alone; games are told apart by the time.
  const begun = date === "" ? {} : {begun: new Date(`${date}T12:00`).getTime() + Math.trunc(3e6 * Math.random())};
  return playRecord(record, rulesFor(edition), {edition, players, dice: seed === "" ? "real" : "page", seed, ...(dice_rule && {dice_rule}), ...begun});
}
