/** Write games as text and links, and read them by replaying the record event by event. */
import {cardAfter, firstThrowIn1, HELPS, mayFill, mostThrows, paidOnTop, pointsInSituation, shortened, situationOfCard, versionOf, written} from "../record/played.js";
import {editionOf, GAME_NAMES, readRule, rulesetOf, rulesOfGame} from "../record/rulesets.js";
import {entryOf} from "../game/rules/jokers.js";
import {findKeep, keepLattice, keepsOfRoll, multisets, textOfDice} from "../game/turn.js";
import {LONGEST_NAME, readNow, readRecords, without, wordsOf} from "../record/parse.js";
import {nowText, recordText} from "../record/format.js";
import {USUAL} from "../machine/device/rules.js";
import {IN_ORDER, isEdition, nameOfRules, recordRulesOf, rulesFor, SOLVED} from "./editions.js";
import {heldBy, masksOfSeed, nameOfTurn, newSeed, thrownOfSeed} from "./dice.js";
import {happen, MOST_CARDS, MOST_PLAYERS, newTable, usualThrow} from "./game.js";
import {heldFor} from "./judge.js";
import {isSeed, tidyName} from "./store.js";
import {sentence, SentenceError} from "../words/text.js";

/**
 * @import {Lattice} from "../game/turn.js" @import {Ruleset} from "../game/rules/scandinavian.js"
 * @import {PlayedGame, PlayedTurn, Progress} from "../record/played.js" @import {Event, Game, Played, Setup} from "./game.js"
 */

// Links. At each step, the possible outcomes are enumerated, and a game is a mixed-radix number of what happened: dice
// without their order, the kept dice, the box; for dice of the seed, which were held. Impossible games cannot be
// encoded. The same walk through the game encodes and decodes: `code` records what happened, or reads it from the
// number. A card of Scandinavian Yatzy takes about 40 characters with the page's dice, and 70 with real ones
// (`tests/js/yatzy/table/random-games.js 200 signs`).

/** Number of parts of a link, by its version. @type {Readonly<Record<string, number>>} */
const N_PARTS = {1: 7, 2: 8};
const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const N_CHECKS = 3;
const LONGEST_LINK = 6000;
const DAMAGED = sentence`it is cut off or damaged`;

/** @typedef {(radix: number, happened: () => number) => number} Code */

/** An invalid link to a game; the message is for readers. */
export class GameLinkError extends SentenceError {
  /** @param {import("../words/text.js").Sentence} what */
  constructor(what) {
    super(sentence`This link to a game cannot be followed: ${what}.`);
  }
}

/** @param {string} what A game, or a house rule. */
const foreign = (what) => new GameLinkError(sentence`it is of a game that this page does not know, “${what.slice(0, 30)}”`);

/** Write a game as the text of a link. @param {PlayedGame} played */
export function writeLink(played) {
  const {game, rules, date, seed, players} = played;
  const ruleset = rulesetOf(game, rules);
  const version = versionOf(played, ruleset);
  /** @type {[number, number][]} */
  const noted = [];
  codePlayers({version, ruleset, seed}, players.map(({name}) => name), played, (radix, happened) => {
    noted.push([radix, happened()]);
    return noted[noted.length - 1][1];
  });
  const number = noted.reduceRight((sum, [radix, digit]) => sum * BigInt(radix) + BigInt(digit), 0n);
  const names = players.map(({name}) => encodeURIComponent(name)).join(",");
  const house = Object.entries(rules).map(([name, value]) => `${name}=${value}`).join(",");
  const turning = players.findIndex(({now}) => now);
  const {now} = players[turning] ?? {};
  const goes_on = now ? `${turning}_${nowText(now).replaceAll(" ", "_")}` : "";
  const head = [version, game, house, date, seed, ...(version === "1" ? [] : [goes_on]), names].join(":");
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
  const n_parts = N_PARTS[parts[0]];
  if (/^[0-9]+$/.test(parts[0]) && !n_parts) throw new GameLinkError(sentence`it has version ${parts[0].slice(0, 9)}, and this page reads versions 1 and 2`);
  if (parts.length !== n_parts || text.length > LONGEST_LINK) throw new GameLinkError(sentence`it is not the link of a game`);
  const [version, game, house, date, seed, ...rest] = parts;
  const [digits, named, goes_on = ""] = rest.reverse();
  const [check, body] = [digits.slice(0, N_CHECKS), digits.slice(N_CHECKS)];
  if (checkOf(parts.slice(0, -1).join(":") + body) !== check) throw new GameLinkError(DAMAGED);
  if (!GAME_NAMES.includes(game)) throw foreign(game);
  const rules = readHouse(game, house);
  const ruleset = rulesetOf(game, rules);
  const names = named.split(",").map(decodeName);
  if (names.length > MOST_CARDS) throw new GameLinkError(DAMAGED);
  let left = numberOf(body);
  /** @type {Code} */
  const code = (radix) => {
    const digit = Number(left % BigInt(radix));
    left /= BigInt(radix);
    return digit;
  };
  const {players, ...found} = codePlayers({version, ruleset, seed}, names, null, code);
  if (left !== 0n) throw new GameLinkError(DAMAGED);
  const [turning, ...words] = wordsOf(goes_on.replaceAll("_", " "), 1);
  const turning_card = players[Number(turning?.text)];
  if (turning_card !== undefined) turning_card.now = readNow(words, ruleset, cardAfter(ruleset, turning_card.turns));
  return {edition: editionOf(game, rules), game, rules, date, seed, ...found, players};
}

/** Number of kinds of help that the link format can encode; more than exist, for later additions. */
const N_HELPS = 64;

/** @typedef {{version: string, ruleset: Ruleset, seed: string}} Head The parts of a link before the number. */

/**
 * Encode or decode the players and turns of a game.
 * @param {Head} head @param {readonly string[]} names @param {PlayedGame | null} played Null to decode.
 * @param {Code} code @returns {import("../record/played.js").People} Without the unfinished turn.
 */
function codePlayers(head, names, played, code) {
  const {length} = names;
  const cards = names.map((_, player) => played?.players[player] ?? null);
  if (head.version === "1") return {players: names.map((name, player) => ({name, turns: codeCard(head, cards[player]?.turns ?? null, code, () => "")}))};
  const dice_rule = code(2, () => (played?.dice_rule ?? 1) - 1) === 1 ? 2 : 1;
  const began = length - code(length, () => length - (played?.began ?? length));
  const left = [...names.keys()];
  const order = names.map((_, place) => left.splice(code(left.length, () => left.indexOf(played?.order?.[place] ?? place)), 1)[0]);
  const players = names.map((name, player) => {
    const card = cards[player];
    const help = HELPS[code(N_HELPS, () => HELPS.indexOf(card?.help ?? "pen"))];
    if (help === undefined) throw new GameLinkError(DAMAGED);
    const is_gone = code(2, () => Number(card?.is_gone ?? false)) === 1;
    return {name, turns: codeCard(head, card?.turns ?? null, code, (own) => nameOfTurn(dice_rule, began, player, own)), help, is_gone};
  });
  return shortened({dice_rule, began, order, players});
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
 * Encode or decode the turns of a card.
 * @param {Head} head @param {readonly PlayedTurn[] | null} turns Null to decode. @param {Code} code
 * @param {(own: number) => string} nameOf Returns the name of a turn, which determines its dice. @returns {PlayedTurn[]}
 */
function codeCard(head, turns, code, nameOf) {
  const {ruleset} = head;
  const lattice = keepLattice(ruleset.n_dice);
  const n_turns = code(ruleset.categories.length + 1, () => turns?.length ?? 0);
  /** @type {PlayedTurn[]} */
  const found = [];
  let card = cardAfter(ruleset, []);
  for (let turn = 0; turn < n_turns; turn += 1) {
    found.push(codeTurn(head, lattice, card, turns?.[turn] ?? null, code, nameOf(turn)));
    card = written(ruleset, card, found[turn]);
  }
  return found;
}

/** @param {Head} head @param {Lattice} lattice @param {Progress} card @param {PlayedTurn | null} turn @param {Code} code @param {string} name @returns {PlayedTurn} */
function codeTurn({version, ruleset, seed}, lattice, card, turn, code, name) {
  const open = mayFill(ruleset, card);
  const is_known = code(2, () => Number(turn?.throws !== undefined)) === 1;
  const can_be_of_seed = is_known && version !== "1" && seed !== "";
  const masks = can_be_of_seed && turn?.throws ? masksOfSeed(seed, name, turn.throws, turn.keeps ?? []) : null;
  const is_of_seed = can_be_of_seed && code(2, () => Number(masks !== null)) === 1;
  const dice = is_of_seed ? codeMasks(ruleset, card, masks ?? [], code, (...thrown) => thrownOfSeed(seed, name, ...thrown))
    : is_known ? codeDice(ruleset, lattice, card, turn, code) : null;
  const box = open[code(open.length, () => open.indexOf(turn?.box ?? ""))];
  const category = ruleset.categories.findIndex(({name}) => name === box);
  if (dice !== null) {
    const last = [...dice.throws[dice.throws.length - 1]].sort((a, b) => a - b);
    const entry = entryOf(ruleset, category, last, situationOfCard(ruleset, card));
    if (entry === null) throw new GameLinkError(DAMAGED);
    const first_in_1 = firstThrowIn1(ruleset, seed, {...dice, box, points: entry.points});
    const first_throw = version === "1" || first_in_1 === 1 ? first_in_1 : 1 + code(ruleset.n_throws, () => (turn?.first_throw ?? 1) - 1);
    return {...dice, box, points: entry.points, ...(first_throw > 1 && {first_throw}), ...(entry.on_top > 0 ? {on_top: entry.on_top} : {})};
  }
  const possible = pointsInSituation(ruleset, card, category);
  const points = possible[code(possible.length, () => possible.indexOf(turn?.points ?? 0))];
  const pays = paidOnTop(ruleset, card);
  const on_top = pays > 0 && code(2, () => Number((turn?.on_top ?? 0) > 0)) === 1;
  return {box, points, ...(on_top ? {on_top: pays} : {})};
}

/**
 * Encode or decode a turn with dice of the seed by which of them were held for each throw.
 * @param {Ruleset} ruleset @param {Progress} card @param {readonly number[]} masks @param {Code} code
 * @param {(throw_: number, before: readonly number[], mask: number, n_dice: number) => number[]} thrown
 */
function codeMasks(ruleset, card, masks, code, thrown) {
  const all = 2 ** ruleset.n_dice - 1; // Means that no further throw was made.
  const throws = [thrown(0, [], 0, ruleset.n_dice)];
  /** @type {number[][]} */
  const keeps = [];
  while (throws.length < mostThrows(ruleset, card)) {
    const before = throws[throws.length - 1];
    const mask = code(all + 1, () => masks[throws.length] ?? all);
    if (mask === all) break;
    keeps.push(heldBy(before, mask));
    throws.push(thrown(throws.length, before, mask, ruleset.n_dice));
  }
  return {throws, keeps};
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

/** Return the check characters that detect truncated or mistyped links. @param {string} text */
function checkOf(text) {
  let bits = 0x811c9dc5;
  for (const sign of text) bits = Math.imul(bits ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  bits ^= bits >>> 15;
  return Array.from({length: N_CHECKS}, (_, place) => SIGNS[(bits >>> (6 * place)) & 63]).join("");
}

/** Links of older pages contain the game in the query. */
const LINK = /[?&#]game=([^&#\s]+)/;

/** Sort the dice of each keep. @param {readonly number[][]} keeps */
const sorted = (keeps) => keeps.map((kept) => [...kept].sort((a, b) => a - b));

/**
 * Convert a game to a record, with the local date in ISO format.
 * @param {Setup} setup @param {Played} played @param {readonly boolean[]} [held] Dice that are held now.
 * @returns {PlayedGame} With the usual rules and without dice if, in a game in order, a box before filled ones was
 *   reopened; without the unfinished turn if corrections left it fewer throws than were made.
 */
function asRecord({edition, players: {length: began}, dice, seed: own_seed, dice_rule = 1, begun}, {players, order, cards, player: turning, throws, keeps}, held = []) {
  const {game, rules} = recordRulesOf(edition);
  const has_gap = edition === IN_ORDER && cards.some(({scores, turns}) => scores.slice(0, turns.length).includes(null));
  const ruleset = rulesetOf(game, has_gap ? {} : rules);
  const named = players.map(({name, kind, plays, is_gone}, player) => {
    const turns = cards[player].turns.map(({throws: thrown, keeps: kept = [], first_throw, ...turn}) => ({
      ...turn, ...(thrown && !has_gap && {throws: thrown, keeps: sorted(kept), ...(first_throw && {first_throw})}),
    }));
    const goes_on = player === turning && throws.length > 0 && throws.length <= mostThrows(ruleset, cardAfter(ruleset, turns));
    const now = {throws: throws.map((one) => [...one]), keeps: sorted(keeps), held: throws[0]?.map((_, place) => held[place] ?? false)};
    return {name: tidyName(name), turns, help: plays ? `${kind} ${plays}` : kind, is_gone, now: goes_on ? now : undefined};
  });
  const date = begun === undefined ? "" : new Date(begun).toLocaleDateString("sv");
  const seed = dice === "page" && isSeed(own_seed) ? own_seed : "";
  return {edition, game, rules: has_gap ? {} : rules, date, seed, ...shortened({dice_rule: seed === "" ? 1 : dice_rule, began, order: [...order], players: named})};
}

/** Write a game as text and as the end of a link. @param {Setup} setup @param {Played} played @param {readonly boolean[]} [held] Dice that are held now. */
export function writeGame(setup, played, held) {
  const record = asRecord(setup, played, held);
  return {text: recordText(record), link: writeLink(record)};
}

/** Write a game as text. @param {Setup} setup @param {Played} played */
export const asText = (setup, played) => recordText(asRecord(setup, played));

/** Return whether a text contains several games and no link. @param {string} text @throws {import("../record/parse.js").RecordError} */
export const areSeveral = (text) => !LINK.test(text) && readRecords(text).length > 1;

/** Return the name of the game with these house rules; null if the table does not support them. @param {PlayedGame["rules"]} rules */
function editionOfHouse({five_of_a_kind_is_full_house: five = USUAL.five, bonus = USUAL.bonus, threshold = USUAL.threshold, ...others}) {
  const name = nameOfRules(/** @type {typeof USUAL} */ ({bonus, threshold, five}));
  return Object.keys(others).length === 0 && isEdition(name) ? name : null;
}

/** Order the dice of a throw so that held dice keep their places. @param {readonly number[]} dice @param {readonly number[]} before @param {readonly boolean[]} held */
function inPlace(dice, before, held) {
  if (held.every((is_held, place) => !is_held || dice[place] === before[place])) return [...dice];
  const rest = [...dice];
  held.forEach((is_held, place) => is_held && rest.splice(rest.indexOf(before[place]), 1));
  return held.map((is_held, place) => (is_held ? before[place] : Number(rest.shift())));
}

/** @param {Pick<PlayedTurn, "throws" | "keeps">} turn @returns {Event[]} */
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
 * Replay a record. Later players join before the first turn; players who left leave after their last turn.
 * @param {PlayedGame} record @param {Ruleset} ruleset @param {Setup} setup @returns {Game}
 */
function playRecord({players: cards, order}, ruleset, setup) {
  /** @type {Event[]} */
  const events = [];
  let played = newTable(setup, ruleset);
  const happened = (/** @type {Event} */ event) => {
    played = happen(played, event, ruleset);
    events.push(event);
  };
  const giveTurn = (/** @type {number} */ player) => played.player !== player && happened({kind: "turn", player});
  for (let player = played.players.length; player < cards.length; player += 1) happened({kind: "person", player, person: personOf(cards[player])});
  if (order) happened({kind: "order", order});
  for (const round of [...ruleset.categories.keys(), ruleset.categories.length]) {
    for (const player of played.order) {
      const {turns: {length, [round]: turn}, is_gone} = cards[player];
      if (is_gone && round === length) happened({kind: "person", player, person: {...played.players[player], is_gone}});
      if (turn === undefined) continue;
      giveTurn(player);
      const {points, on_top = 0, throws, first_throw = 1} = turn;
      const box = ruleset.categories.findIndex(({name}) => name === turn.box);
      throwsOf(turn).forEach(happened);
      happened({kind: "write", box, points, ...(first_throw !== usualThrow(played, ruleset) && {throw: first_throw})});
      if (on_top > 0 && !throws) happened({kind: "extra", player, count: played.cards[player].n_extra_yahtzees + 1});
    }
  }
  const turning = cards.findIndex(({now}) => now);
  const {now} = cards[turning] ?? {};
  if (now) {
    giveTurn(turning);
    throwsOf(now).forEach(happened);
  }
  return {setup, events, at: events.length, draft: {held: now?.held ?? [], entered: []}};
}

/** @param {import("../record/played.js").PlayedCard} card */
function personOf({name, help = "pen"}) {
  const [kind, plays] = /** @type {[import("../record/played.js").Kind, import("../record/played.js").Plays | undefined]} */ (help.split(" "));
  return {name: tidyName(name), kind, ...(plays && {plays})};
}

/**
 * Read a game from its text or a link.
 * @param {string} text
 * @returns {Game | null} Null if the table does not have the game, or if it has too many players. Throws an error whose
 *   message is for readers.
 */
export function readGame(text) {
  const linked = LINK.exec(text)?.[1];
  const record = linked === undefined ? readRecords(text)[0] : readLink(decodeURIComponent(linked));
  const edition = record.edition ?? (record.game === SOLVED ? editionOfHouse(record.rules) : null);
  const {date, seed, dice_rule, players, began = players.length} = record;
  const n_here = players.filter(({is_gone}) => !is_gone).length;
  if (edition === null || players.length > MOST_CARDS || Math.max(began, n_here) > MOST_PLAYERS) return null;
  // A record has only the day, but games are identified by their time, so choose one.
  const begun = date === "" ? {} : {begun: new Date(`${date}T12:00`).getTime() + Math.trunc(3e6 * Math.random())};
  // Machines throw by a seed even if the players throw real dice.
  const setup = {edition, players: players.slice(0, began).map(personOf), dice: /** @type {Setup["dice"]} */ (seed === "" ? "real" : "page"), seed: seed || newSeed(Math.random)};
  return playRecord(record, rulesFor(edition), {...setup, ...(dice_rule && {dice_rule}), ...begun});
}
