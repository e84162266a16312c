/**
 * A game with its past and its future: events that happened, and those that were taken back. A step of undo leads to the
 * place before where somebody had to decide: throws that came of themselves, and turns of machines, go with what brought
 * them.
 */

import {happen, newTable} from "./game.js";

/** @import {Event, Played, Setup} from "./game.js" */
/** @import {Ruleset} from "../game/rules/scandinavian.js" */

/**
 * @typedef {object} Draft What is done between two events.
 * @property {boolean[]} held By place.
 * @property {number[]} entered New dice of a throw that is being entered.
 *
 * @typedef {object} Game
 * @property {Setup} setup
 * @property {readonly Event[]} events Also those that were taken back.
 * @property {number} at How many of them hold.
 * @property {Draft} draft
 */

/** @type {Draft} */
export const NO_DRAFT = {held: [], entered: []};

/** Begin a game. @param {Setup} setup @returns {Game} */
export const beginGame = (setup) => ({setup, events: [], at: 0, draft: NO_DRAFT});

/** The game that was told last: one that goes on from it is not played through again. @type {{setup: Setup, ruleset: Ruleset, events: readonly Event[], places: Played[]} | null} */
let told = null;

/**
 * The table before the first event and after each, also after those that were taken back.
 * @param {Pick<Game, "setup" | "events">} game @param {Ruleset} ruleset @returns {readonly Played[]}
 */
export function placesOf({setup, events}, ruleset) {
  if (told?.events === events && told.setup === setup && told.ruleset === ruleset) return told.places;
  const known = told?.setup === setup && told.ruleset === ruleset ? told : {events: [], places: [newTable(setup, ruleset)]};
  const parts = events.findIndex((event, index) => event !== known.events[index]);
  const places = known.places.slice(0, (parts < 0 ? events.length : parts) + 1);
  for (const event of events.slice(places.length - 1)) places.push(happen(places[places.length - 1], event, ruleset));
  told = {setup, ruleset, events, places};
  return places;
}

/** What holds now; looks at the options count, also those that were taken back. @param {Game} game @param {Ruleset} ruleset @returns {Played} */
export function playedOf(game, ruleset) {
  const places = placesOf(game, ruleset);
  const {cards} = places[places.length - 1];
  const played = places[game.at];
  return game.at === game.events.length ? played : {...played, cards: played.cards.map((card, player) => ({...card, peeks: cards[player].peeks}))};
}

/** Let something happen; what was taken back is then gone, but for looks at the options. @param {Game} game @param {Event} event @returns {Game} */
export function record({setup, events, at, draft}, event) {
  const held = event.kind === "throw" ? event.held : event.kind === "peek" ? draft.held : [];
  const seen = events.slice(at).flatMap((one) => (one.kind === "peek" && one.player !== undefined ? [{...one, gone: true}] : []));
  const happened = [...events.slice(0, at), ...seen, event];
  return {setup, events: happened, at: happened.length, draft: {held, entered: []}};
}

/** Tell whether somebody has to decide here, not the page. @param {Game} game @param {Ruleset} ruleset @param {number} at */
function isPlace(game, ruleset, at) {
  const {setup: {players, dice: thrower}, events} = game;
  const {player, dice, last_player} = placesOf(game, ruleset)[at];
  const before = events[at - 1];
  if (events[at]?.kind === "peek") return false;
  if (player < 0 || before === undefined) return true;
  if (players[player].kind === "machine") return dice.length === 0 && before.kind !== "write";
  // The first throw came with what was written, unless that was a machine's.
  const throws_itself = thrower === "page" && dice.length === 0 && events[at]?.kind === "throw";
  return !(before.kind === "write" && players[last_player].kind !== "machine" && throws_itself);
}

/**
 * Go a step back or forth.
 * @param {Game} game @param {Ruleset} ruleset @param {1 | -1} way @returns {Game | null} Null where there is none.
 */
export function step(game, ruleset, way) {
  for (let at = game.at + way; at >= 0 && at <= game.events.length; at += way) {
    if (!isPlace(game, ruleset, at)) continue;
    const held = heldAt(game, at);
    return {...game, at, draft: {held, entered: []}};
  }
  return null;
}

/** Go back into the throw that was just made, as if its last die were still to come. @param {Game} game @returns {Game | null} Null where no throw was. */
export function reopened(game) {
  const at = game.at - 1;
  const made = game.events[at];
  if (made?.kind !== "throw") return null;
  return {...game, at, draft: {held: made.held, entered: made.dice.filter((_, place) => !made.held[place])}};
}

/** The dice that were held for the throw on the table lie held there still. @param {Pick<Game, "events">} game @param {number} at @returns {boolean[]} */
function heldAt({events}, at) {
  const before = events.slice(0, at).filter(({kind}) => kind !== "peek").at(-1);
  return before?.kind === "throw" ? before.held : [];
}

/** Tell whether somebody has begun with what lies on the table: dice are held that were not, or entered. @param {Game} game */
export function isTouched({events, at, draft: {held, entered}}) {
  const before = heldAt({events}, at);
  return entered.length > 0 || [...held, ...before].some((_, place) => (held[place] ?? false) !== (before[place] ?? false));
}

/** Hold a die, or let it go. @param {Game} game @param {number} die @param {number} n_dice @returns {Game} */
export function hold(game, die, n_dice) {
  const held = Array.from({length: n_dice}, (_, index) => (game.draft.held[index] ?? false) !== (index === die));
  return {...game, draft: {...game.draft, held}};
}
