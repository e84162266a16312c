/**
 * A game as immutable data: a setup and a list of events, from which players, cards, dice and the current turn are
 * computed. Undo shortens the list, and a stored game is validated by replaying it.
 *
 * The turn belongs to the first player at the table with the fewest filled boxes, unless a throw was made already.
 * Therefore a player who joins late catches up, and cards begun on paper or reopened boxes need no event for the next
 * turn. Players keep their number; the order of turns may change.
 */
import {countFilled, mostExtraYahtzees, mostRerolls, offersOf} from "../advisor/position.js";
import {entryOf} from "../game/rules/jokers.js";
import {possiblePoints} from "../game/tables.js";
import {cardAfter, emptyCard, KINDS, PLAYS, pointsInSituation, situationOfCard, written} from "../record/played.js";

/**
 * @import {Ruleset} from "../game/rules/scandinavian.js" @import {Scores} from "../game/tables.js"
 * @import {Kind, PlayedTurn, Plays} from "../record/played.js"
 */

/**
 * @typedef {object} Player
 * @property {string} name
 * @property {Kind} kind
 * @property {Plays} [plays] Strategy of a machine; by default perfect play.
 * @property {boolean} [is_gone] Whether the player has left.
 *
 * @typedef {object} Setup
 * @property {string} edition Name of the game.
 * @property {readonly Player[]} players Players at the beginning, in the order of their turns.
 * @property {"page" | "real"} dice Whether the page throws or real dice are entered.
 * @property {string} seed Seed of the page's dice.
 * @property {1 | 2} [dice_rule] How dice follow from the seed; absent in games of older pages, which have rule 1.
 * @property {number} [begun] Start time in milliseconds.
 *
 * @typedef {{kind: "throw", dice: number[], held: boolean[], pressed?: boolean}
 *   | {kind: "write", box: number, points: number, throw?: number}
 *   | {kind: "correct", player: number, box: number, points: number | null}
 *   | {kind: "extra", player: number, count: number}
 *   | {kind: "peek", player?: number, gone?: boolean}
 *   | {kind: "again", player: number}
 *   | {kind: "person", player: number, person: Player}
 *   | {kind: "order", order: number[]}
 *   | {kind: "turn", player: number}} Event
 *   `throw`: dice by place, which were held, and whether the first throw of a turn was pressed (older pages made it
 *   automatically). `write`: the end of a turn; `throw` is the number of its only recorded throw if not the usual one.
 *   `correct`: a box; null reopens it. `extra`: extra Yahtzees of a card. `peek`: the options were viewed; `gone` if those
 *   dice were undone, because undo does not undo seeing. `again`: a decision repeated after seeing the next dice. `person`:
 *   a player changed, left, returned, or joined with the next number. `order`: the order of turns. `turn`: in imported
 *   games, a turn out of order.
 *
 * @typedef {PlayedTurn & {saved?: number}} TurnRecord A turn for the review; `saved` are the throws saved before it, in
 *   games that save throws.
 *
 * @typedef {object} Card
 * @property {Scores} scores
 * @property {number} n_extra_yahtzees Turns with a bonus for an extra Yahtzee.
 * @property {number} saved Throws saved in earlier turns, in games that save throws.
 * @property {number} peeks Number of times the options were viewed.
 * @property {number} made_again Decisions repeated after the next dice were seen.
 * @property {readonly TurnRecord[]} turns
 *
 * @typedef {object} Played
 * @property {readonly Player[]} players By number.
 * @property {Setup["dice"]} thrower
 * @property {readonly number[]} order Numbers of all players in the order of their turns.
 * @property {readonly Card[]} cards By player number.
 * @property {number} player Player whose turn it is; -1 when the game is over.
 * @property {readonly number[]} dice Faces by place; empty before the first throw.
 * @property {readonly boolean[]} held Dice that were held for this throw.
 * @property {readonly number[][]} throws Of this turn.
 * @property {readonly number[][]} keeps
 * @property {number} rerolls Throws left.
 * @property {boolean} peeked Whether the options of these dice were viewed.
 * @property {number} last Box that was written last, -1 for none.
 * @property {number} last_player
 */

/** Maximum number of players at the table at the same time. */
export const MOST_PLAYERS = 6;
/** Maximum number of cards of a game, including players who left. */
export const MOST_CARDS = 20;
/** An event that is impossible at its place in the game. */
export class EventError extends Error {}

/** @param {boolean} holds @returns {asserts holds} */
function must(holds) {
  if (!holds) throw new EventError("this cannot have happened");
}

/** Cache of the possible points of each box, by ruleset. @type {WeakMap<Ruleset, readonly number[][]>} */
const points_of_boxes = new WeakMap();

/** List the points that a box can have, ascending. @param {Ruleset} ruleset @param {number} box */
export function pointsOfBox(ruleset, box) {
  const points = points_of_boxes.get(ruleset) ?? ruleset.categories.map((_, category) => possiblePoints(ruleset, category));
  points_of_boxes.set(ruleset, points);
  return points[box];
}

/** List the players at the table, in the order of their turns. @param {Pick<Played, "players" | "order">} played */
export const playersHere = ({players, order}) => order.filter((player) => !players[player].is_gone);

/** Return the players at the table, in the order of their turns. @param {Played} played */
export const peopleHere = (played) => playersHere(played).map((player) => played.players[player]);

/** Return the player whose turn is next; -1 if all cards at the table are full. @param {Played} played */
function nextPlayer(played) {
  const here = playersHere(played).filter((player) => played.cards[player].scores.includes(null));
  const filled = here.map((player) => countFilled(played.cards[player].scores));
  return here[filled.indexOf(Math.min(...filled))] ?? -1;
}

/** @param {Played} played @param {Ruleset} ruleset @returns {Played} The state before the first throw of the next turn. */
function beginTurn(played, ruleset, player = nextPlayer(played)) {
  const rerolls = ruleset.n_throws - 1 + (played.cards[player]?.saved ?? 0);
  return {...played, player, dice: [], held: [], throws: [], keeps: [], rerolls, peeked: false};
}

/** @param {Ruleset} ruleset @returns {Card} */
const emptySheet = ({categories}) => ({scores: categories.map(() => null), n_extra_yahtzees: 0, saved: 0, peeks: 0, made_again: 0, turns: []});

/** Return the state before the first event. @param {Setup} setup @param {Ruleset} ruleset @returns {Played} */
export function newTable({players, dice: thrower}, ruleset) {
  must(players.length >= 1 && players.length <= MOST_PLAYERS);
  const cards = players.map(() => emptySheet(ruleset));
  const empty = {players, thrower, order: [...players.keys()], cards, player: 0, dice: [], held: [], throws: [], keeps: [], rerolls: 0, peeked: false, last: -1, last_player: -1};
  return beginTurn(empty, ruleset);
}

/** @param {Played} played @param {number} player @param {Partial<Card>} changes @returns {Played} */
function withCard(played, player, changes) {
  return {...played, cards: played.cards.map((card, index) => (index === player ? {...card, ...changes} : card))};
}

/** @param {Played} played @param {Extract<Event, {kind: "throw"}>} event @param {Ruleset} ruleset @returns {Played} */
function throwDice(played, {dice, held}, {n_dice}) {
  const is_first = played.dice.length === 0;
  must(played.player >= 0);
  must(dice.length === n_dice && dice.every((face) => face >= 1 && face <= 6));
  must(held.length === n_dice && held.includes(false));
  must(is_first ? !held.includes(true) : held.every((is_held, die) => !is_held || dice[die] === played.dice[die]));
  must(is_first || played.rerolls > 0);
  const keeps = is_first ? [] : [...played.keeps, played.dice.filter((_, die) => held[die])];
  const rerolls = is_first ? played.rerolls : played.rerolls - 1;
  return {...played, dice, held, throws: [...played.throws, dice], keeps, rerolls, peeked: false};
}

/** Return whether a box may be filled next; in games in order, only the first open box may. @param {Ruleset} ruleset @param {Scores} scores @param {number} box */
export const mayFill = ({options}, scores, box) => scores[box] === null && (!options.in_order || scores.indexOf(null) === box);

/** Return the points of the dice in each box; null if the box cannot be written. @param {Played} played @param {Ruleset} ruleset */
export function offersAt(played, ruleset) {
  if (played.player < 0 || played.dice.length === 0) return [];
  const {scores, n_extra_yahtzees} = played.cards[played.player];
  const offers = offersOf(ruleset, {scores, n_extra_yahtzees, dice: played.dice, kept: 0, rerolls: played.rerolls});
  return offers.map((offer, box) => (mayFill(ruleset, scores, box) ? offer : null));
}

/** Write the points of an entry, and those of an extra Yahtzee: "12 + 100". @param {import("../game/rules/jokers.js").Entry} entry */
export const entryText = ({points, on_top}) => (on_top > 0 ? `${points} + ${on_top}` : String(points));

/**
 * Return the only box that can be written if no throw is left; -1 if there is a choice.
 * @param {Played} played @param {Ruleset} ruleset
 */
export function onlyBox(played, ruleset) {
  const open = [...offersAt(played, ruleset).entries()].filter(([, entry]) => entry !== null);
  return played.rerolls === 0 && open.length === 1 ? open[0][0] : -1;
}

/**
 * Return the default number of the throw on the table: if only one throw of real dice was entered, it is usually the
 * last. Machines show every throw, and in games that save throws every throw counts.
 * @param {Played} played @param {Ruleset} ruleset
 */
export function usualThrow({thrower, players, player, throws}, {n_throws, saves_throws}) {
  return thrower === "real" && players[player].kind !== "machine" && !saves_throws && throws.length === 1 ? n_throws : 1;
}

/** @param {Played} played @param {Extract<Event, {kind: "write"}>} event @param {Ruleset} ruleset @returns {Played} */
function write(played, {box, points, throw: said}, ruleset) {
  const {player} = played;
  must(player >= 0);
  const first_throw = said ?? usualThrow(played, ruleset);
  must(first_throw === 1 || (Number.isInteger(first_throw) && first_throw > 1 && first_throw <= ruleset.n_throws && played.throws.length === 1 && !ruleset.saves_throws));
  must(ruleset.categories[box] !== undefined);
  const card = played.cards[player];
  const entry = played.dice.length > 0 ? offersAt(played, ruleset)[box] : {points, on_top: 0};
  must(mayFill(ruleset, card.scores, box) && entry !== null && entry.points === points);
  must(pointsOfBox(ruleset, box).includes(points));
  const is_known = played.dice.length > 0;
  const known = is_known ? {throws: [...played.throws], keeps: [...played.keeps], on_top: entry.on_top, ...(first_throw > 1 && {first_throw}), ...(ruleset.saves_throws && {saved: card.saved})} : {};
  const changes = {
    scores: card.scores.map((old, index) => (index === box ? points : old)),
    // A turn without recorded dice is assumed to have used its own throws only.
    saved: ruleset.saves_throws && is_known ? played.rerolls : card.saved,
    ...arranged(ruleset, [...card.turns, {box: ruleset.categories[box].name, points, ...known}], card.n_extra_yahtzees + Number(entry.on_top > 0)),
  };
  return beginTurn({...withCard(played, player, changes), last: box, last_player: player}, ruleset);
}

/** Return a turn without its dice. @param {TurnRecord} turn @param {number} [on_top] @param {number} [points] @returns {TurnRecord} */
const unknown = ({box, points: own, on_top: old = 0}, on_top = old, points = own) => ({box, points, ...(on_top > 0 && {on_top})});

/** Return whether the recorded dice of a turn earned the bonus for an extra Yahtzee. @param {TurnRecord} turn */
const isPaid = ({throws, on_top = 0}) => throws !== undefined && on_top > 0;

/**
 * Move a turn to an earlier place. The turns in between were played on different cards, so their dice are dropped.
 * @param {readonly TurnRecord[]} turns @param {number} from @param {number} to @returns {TurnRecord[]}
 */
const moved = (turns, from, to) => [...turns.slice(0, to), ...[turns[from], ...turns.slice(to, from)].map((turn) => unknown(turn)), ...turns.slice(from + 1)];

/** Return whether any dice could have earned the points of a turn after the earlier turns. @param {Ruleset} ruleset @param {readonly TurnRecord[]} turns @param {number} place */
function isPossible(ruleset, turns, place) {
  const {box, points, throws} = turns[place];
  const category = ruleset.categories.findIndex(({name}) => name === box);
  return throws !== undefined || pointsInSituation(ruleset, cardAfter(ruleset, turns.slice(0, place)), category).includes(points);
}

/** Drop recorded dice that are impossible after the earlier turns. @param {Ruleset} ruleset @param {readonly TurnRecord[]} turns */
function withPossibleDice(ruleset, turns) {
  let card = emptyCard();
  return turns.map((turn) => {
    const {box, points, throws, saved = card.extra} = turn;
    const last = [...(throws?.at(-1) ?? [])].sort((a, b) => a - b);
    const category = ruleset.categories.findIndex(({name}) => name === box);
    const entry = throws && saved === card.extra ? entryOf(ruleset, category, last, situationOfCard(ruleset, card)) : null;
    const now = entry?.points === points ? {...turn, on_top: entry.on_top} : unknown(turn);
    card = written(ruleset, card, now);
    return now;
  });
}

/**
 * Arrange the turns of a card so that they are a valid record with the points of the card. Dice that are consistent
 * with the earlier turns are kept.
 * @param {Ruleset} ruleset @param {readonly TurnRecord[]} all
 * @param {number} n_extra Extra Yahtzees of the card; those without recorded dice are assigned to turns without dice.
 * @returns {Pick<Card, "turns" | "n_extra_yahtzees">} With fewer extra Yahtzees if there are too few turns for them.
 */
function arranged(ruleset, all, n_extra) {
  const {categories, extra_yahtzees, options} = ruleset;
  const sorted = categories.flatMap(({name}) => all.filter(({box}) => box === name));
  let turns = withPossibleDice(ruleset, options.in_order ? sorted.map((turn, place) => (turn === all[place] ? turn : unknown(turn))) : all);
  let yahtzee = turns.findIndex(({box}) => box === extra_yahtzees?.box);
  for (let place = yahtzee + 1; yahtzee >= 0 && place < turns.length; place += 1) {
    if (!isPossible(ruleset, turns, place)) turns = moved(turns, place, yahtzee++);
  }
  const most = turns[yahtzee]?.points > 0 ? n_extra : 0;
  while (yahtzee > 0 && turns.length - 1 - yahtzee < most) {
    const earlier = moved(turns, yahtzee, yahtzee - 1);
    if (!isPossible(ruleset, earlier, yahtzee)) break;
    [turns, yahtzee] = [earlier, yahtzee - 1];
  }
  // Candidates: turns recorded with the bonus, then others without dice, then the last ones with dice.
  const rank = (/** @type {TurnRecord} */ {throws, on_top = 0}) => (throws ? 0 : on_top > 0 ? 2 : 1);
  const others = turns.slice(yahtzee + 1).filter((turn) => !isPaid(turn)).reverse().sort((one, other) => rank(other) - rank(one));
  const paying = others.slice(0, Math.max(0, most - turns.filter(isPaid).length));
  turns = turns.map((turn) => (paying.includes(turn) ? unknown(turn, extra_yahtzees?.bonus) : turn.throws ? turn : unknown(turn, 0)));
  return {turns, n_extra_yahtzees: turns.filter(({on_top = 0}) => on_top > 0).length};
}

/**
 * Return the turns of a card after a box was corrected. Turns after a reopened box were played on a different card, so
 * their dice are dropped.
 * @param {readonly TurnRecord[]} turns @param {string} box @param {number | null} points @returns {TurnRecord[]}
 */
function correctTurns(turns, box, points) {
  const place = turns.findIndex((turn) => turn.box === box);
  if (place < 0) return points === null ? [...turns] : [...turns, {box, points}];
  if (points !== null) return turns.map((turn, index) => (index === place ? unknown(turn, turn.on_top, points) : turn));
  return [...turns.slice(0, place), ...turns.slice(place + 1).map((turn) => unknown(turn))];
}

/** @param {Played} played @param {Extract<Event, {kind: "correct"}>} event @param {Ruleset} ruleset @returns {Played} */
function correct(played, {player, box, points}, ruleset) {
  const card = played.cards[player];
  must(card !== undefined && ruleset.categories[box] !== undefined);
  must(points === null || pointsOfBox(ruleset, box).includes(points));
  if (card.scores[box] === points) return played;
  const {name} = ruleset.categories[box];
  const scores = card.scores.map((old, index) => (index === box ? points : old));
  const taken_back = card.turns.filter((turn) => points === null && turn.box === name && isPaid(turn)).length;
  const saved = Math.min(card.saved, mostRerolls(ruleset, scores) - ruleset.n_throws + 1);
  const changed = withCard(played, player, {scores, saved, ...arranged(ruleset, correctTurns(card.turns, name, points), card.n_extra_yahtzees - taken_back)});
  const goes_on = played.dice.length > 0 && (player !== played.player || scores.includes(null));
  return goes_on ? changed : beginTurn(changed, ruleset);
}

/** @param {Played} played @param {Extract<Event, {kind: "extra"}>} event @param {Ruleset} ruleset @returns {Played} */
function countExtra(played, {player, count}, ruleset) {
  const card = played.cards[player];
  must(card !== undefined && count >= 0 && count <= mostExtraYahtzees(ruleset, card.scores));
  const unpaid = card.turns.filter(isPaid).slice(count);
  return withCard(played, player, arranged(ruleset, card.turns.map((turn) => (unpaid.includes(turn) ? unknown(turn, 0) : turn)), count));
}

/** Continue the current turn if its player is still at the table, else begin the next turn. @param {Played} played @param {Ruleset} ruleset */
const continueTurn = (played, ruleset) => (played.dice.length > 0 && !played.players[played.player].is_gone ? played : beginTurn(played, ruleset));

/** @param {Played} played @param {Extract<Event, {kind: "person"}>} event @param {Ruleset} ruleset @returns {Played} */
function changePerson(played, {player, person}, ruleset) {
  const {name, kind, plays} = person;
  must(name.length > 0 && KINDS.includes(kind) && (plays === undefined || PLAYS.includes(plays)));
  const is_new = player === played.players.length;
  must((is_new && player < MOST_CARDS) || played.players[player] !== undefined);
  const changed = {
    ...played,
    players: is_new ? [...played.players, person] : played.players.map((old, index) => (index === player ? person : old)),
    ...(is_new && {order: [...played.order, player], cards: [...played.cards, emptySheet(ruleset)]}),
  };
  return continueTurn(changed, ruleset);
}

/** @param {Played} played @param {Extract<Event, {kind: "order"}>} event @param {Ruleset} ruleset @returns {Played} */
function changeOrder(played, {order}, ruleset) {
  must(order.length === played.order.length && played.order.every((player) => order.includes(player)));
  return continueTurn({...played, order}, ruleset);
}

/** @param {Played} played @param {Extract<Event, {kind: "turn"}>} event @param {Ruleset} ruleset @returns {Played} */
function giveTurn(played, {player}, ruleset) {
  must(played.dice.length === 0 && playersHere(played).includes(player) && played.cards[player].scores.includes(null));
  return beginTurn(played, ruleset, player);
}

/** Apply an event. @param {Played} played @param {Event} event @param {Ruleset} ruleset @returns {Played} @throws {EventError} */
export function happen(played, event, ruleset) {
  if (event.kind === "throw") return throwDice(played, event, ruleset);
  if (event.kind === "write") return write(played, event, ruleset);
  if (event.kind === "correct") return correct(played, event, ruleset);
  if (event.kind === "extra") return countExtra(played, event, ruleset);
  if (event.kind === "person") return changePerson(played, event, ruleset);
  if (event.kind === "order") return changeOrder(played, event, ruleset);
  if (event.kind === "turn") return giveTurn(played, event, ruleset);
  must(event.kind === "peek" || event.kind === "again");
  const {player = played.player} = event;
  const card = played.cards[player];
  if (event.kind === "again") return card === undefined ? played : withCard(played, player, {made_again: card.made_again + 1});
  const {gone = false} = event;
  if (card === undefined || (!gone && (played.dice.length === 0 || played.peeked))) return played;
  return {...withCard(played, player, {peeks: card.peeks + 1}), peeked: played.peeked || !gone};
}

// A game with its history: events, and those that were undone. An undo step goes back to the previous decision of a
// person; automatic throws and turns of machines are undone with the event that caused them.

/**
 * @typedef {object} Draft Input between two events.
 * @property {boolean[]} held By place.
 * @property {number[]} entered New dice of the throw that is being entered.
 * @property {number} [throw] Number of the only entered throw of the turn, if a player has set it.
 *
 * @typedef {object} Game
 * @property {Setup} setup
 * @property {readonly Event[]} events Including those that were undone.
 * @property {number} at Number of events that are not undone.
 * @property {Draft} draft
 */

/** @type {Draft} */
const NO_DRAFT = {held: [], entered: []};

/** Begin a game. @param {Setup} setup @returns {Game} */
export const beginGame = (setup) => ({setup, events: [], at: 0, draft: NO_DRAFT});

/** Cache of the game that was replayed last; its continuation is not replayed from the start. @type {{setup: Setup, ruleset: Ruleset, events: readonly Event[], places: Played[]} | null} */
let told = null;

/**
 * Return the states before the first event and after each event, including undone ones.
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

/** Return the current state; viewing options and future dice counts even if it was undone. @param {Game} game @param {Ruleset} ruleset @returns {Played} */
export function playedOf(game, ruleset) {
  const places = placesOf(game, ruleset);
  const {cards} = places[places.length - 1];
  const played = places[game.at];
  return game.at === game.events.length ? played : {...played, cards: played.cards.map((card, player) => ({...card, peeks: cards[player].peeks, made_again: cards[player].made_again}))};
}

/** Record an event and drop undone ones, except that options or future dice were seen. @param {Game} game @param {Event} event @returns {Game} */
export function record({setup, events, at, draft}, event) {
  const held = event.kind === "throw" ? event.held : event.kind === "write" ? [] : draft.held;
  const seen = events.slice(at).flatMap((one) => /** @type {Event[]} */ (one.kind === "again" ? [one] : one.kind === "peek" && one.player !== undefined ? [{...one, gone: true}] : []));
  const happened = [...events.slice(0, at), ...seen, event];
  return {setup, events: happened, at: happened.length, draft: {held, entered: []}};
}

/**
 * Return whether a player changes a decision after seeing the next dice, which the page had thrown before the undo.
 * @param {Game} game @param {Event} event The decision. @param {Ruleset} ruleset
 */
export function isMadeAgain({setup, events, at}, event, ruleset) {
  const places = placesOf({setup, events}, ruleset);
  const next = events.slice(at).find(({kind}) => kind !== "peek" && kind !== "again");
  if (setup.dice !== "page" || next === undefined || isSameDecision(event, next)) return false;
  const {player} = places[at];
  return ["throw", "write"].includes(event.kind) && events.some(({kind}, index) => index >= at && kind === "throw" && places[index].player === player);
}

/** @param {Event} one @param {Event} other */
function isSameDecision(one, other) {
  if (one.kind === "throw" && other.kind === "throw") return String(one.held) === String(other.held);
  return one.kind === "write" && other.kind === "write" && one.box === other.box;
}

/** Return whether a person decides at this place, not the page. @param {Game} game @param {Ruleset} ruleset @param {number} at */
function isPlace(game, ruleset, at) {
  const {setup: {dice: thrower}, events} = game;
  const {players, player, dice, last_player} = placesOf(game, ruleset)[at];
  const before = events[at - 1];
  if (["peek", "again"].includes(events[at]?.kind) || before?.kind === "turn") return false;
  if (player < 0 || before === undefined) return true;
  if (players[player].kind === "machine") return dice.length === 0 && before.kind !== "write";
  // The page made the first throw together with the previous write, unless that was a machine's.
  const next = events[at];
  const throws_itself = thrower === "page" && dice.length === 0 && next?.kind === "throw" && !next.pressed;
  return !(before.kind === "write" && players[last_player].kind !== "machine" && throws_itself);
}

/**
 * Undo or redo a step.
 * @param {Game} game @param {Ruleset} ruleset @param {1 | -1} way @returns {Game | null} Null if there is none.
 */
export function step(game, ruleset, way) {
  for (let at = game.at + way; at >= 0 && at <= game.events.length; at += way) {
    if (!isPlace(game, ruleset, at)) continue;
    // Restore the dice that were held for the next throw.
    const next = game.events[at];
    const {held} = next?.kind === "throw" ? next : placesOf(game, ruleset)[at];
    return {...game, at, draft: {held: [...held], entered: []}};
  }
  return null;
}

/** Reopen the throw that was just entered, without its last die. @param {Game} game @returns {Game | null} Null if the last event is no throw. */
export function reopened(game) {
  const at = game.at - 1;
  const made = game.events[at];
  if (made?.kind !== "throw") return null;
  return {...game, at, draft: {held: made.held, entered: made.dice.filter((_, place) => !made.held[place])}};
}

/** Return whether dice were held or entered since the last event. @param {Game} game @param {Played} played */
export const isTouched = ({draft: {held, entered}}, {dice, held: before}) => entered.length > 0
  || dice.some((_, place) => (held[place] ?? false) !== (before[place] ?? false));

/** Hold or release a die. @param {Game} game @param {number} die @param {number} n_dice @returns {Game} */
export function hold(game, die, n_dice) {
  const held = Array.from({length: n_dice}, (_, index) => (game.draft.held[index] ?? false) !== (index === die));
  return {...game, draft: {...game.draft, held}};
}
