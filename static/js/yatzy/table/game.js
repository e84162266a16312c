/**
 * A game at the table as pure data: a setup and a list of events. Players, cards, dice and whose turn it is follow from
 * them, so undo is a shorter list, and a game that is read from storage is one that was played.
 *
 * Whose turn it is: the first of the players at the table with the fewest filled boxes, unless somebody has thrown
 * already. So a player who joins late catches up, and a card that was begun on paper, or a box that is opened again,
 * needs no event that says whose turn is next. A player keeps their number for good; the order of turns may change.
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
 * @property {Plays} [plays] Of a machine; perfectly where nothing is said.
 * @property {boolean} [is_gone] The player has left, and the others go on.
 *
 * @typedef {object} Setup
 * @property {string} edition Name of the game.
 * @property {readonly Player[]} players Those who begin, in the order of their turns.
 * @property {"page" | "real"} dice Who throws.
 * @property {string} seed Of the page's dice.
 * @property {1 | 2} [dice_rule] How dice follow from the seed; absent in games of older pages, which have rule 1.
 * @property {number} [begun] When, in milliseconds.
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
 *   What happened: dice as they lie, with those that were held, and whether somebody pressed the first throw of a turn,
 *   which games of older pages threw by themselves; the end of a turn, with the throw of which the only dice
 *   are, if it is not the usual one; a box that was corrected, null for one
 *   that is open again; the extra Yahtzees of a card; options that were looked at, and whether the dice are gone of which
 *   they were: what was seen was seen, also if it is taken back. A decision that is made again by a player who has seen
 *   the dice that come. A player who changed, who left or came back, or one who
 *   joins, with the next number; another order of turns; and, in games that were read, a turn that is out of order.
 *
 * @typedef {PlayedTurn & {saved?: number}} TurnRecord A turn as the review reads it, with the throws in hand from earlier
 *   turns when it began, where they are saved.
 *
 * @typedef {object} Card
 * @property {Scores} scores
 * @property {number} n_extra_yahtzees Turns with points on top.
 * @property {number} saved Throws in hand from earlier turns, where they are saved.
 * @property {number} peeks
 * @property {number} made_again Decisions after whose dice were seen and taken back.
 * @property {readonly TurnRecord[]} turns
 *
 * @typedef {object} Played
 * @property {readonly Player[]} players By their numbers.
 * @property {Setup["dice"]} thrower
 * @property {readonly number[]} order Numbers of all players in the order of their turns.
 * @property {readonly Card[]} cards By the numbers of the players.
 * @property {number} player Whose turn it is; -1 when the game is over.
 * @property {readonly number[]} dice As they lie; none before the first throw.
 * @property {readonly boolean[]} held Dice that were held for this throw.
 * @property {readonly number[][]} throws Of this turn.
 * @property {readonly number[][]} keeps
 * @property {number} rerolls Throws left.
 * @property {boolean} peeked The options of these dice were looked at.
 * @property {number} last Box that was written last, -1 for none.
 * @property {number} last_player
 */

/** At the table at the same time. */
export const MOST_PLAYERS = 6;
/** Cards of a game, with those of players who left. */
export const MOST_CARDS = 20;
/** What cannot have happened. */
export class EventError extends Error {}

/** @param {boolean} holds @returns {asserts holds} */
function must(holds) {
  if (!holds) throw new EventError("this cannot have happened");
}

/** Points of each box, by the rules: games with other dice share their boxes. @type {WeakMap<Ruleset, readonly number[][]>} */
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

/** Find whose turn is next; -1 when every card of those at the table is full. @param {Played} played */
function nextPlayer(played) {
  const here = playersHere(played).filter((player) => played.cards[player].scores.includes(null));
  const filled = here.map((player) => countFilled(played.cards[player].scores));
  return here[filled.indexOf(Math.min(...filled))] ?? -1;
}

/** @param {Played} played @param {Ruleset} ruleset @returns {Played} The same before the first throw of the next turn. */
function beginTurn(played, ruleset, player = nextPlayer(played)) {
  const rerolls = ruleset.n_throws - 1 + (played.cards[player]?.saved ?? 0);
  return {...played, player, dice: [], held: [], throws: [], keeps: [], rerolls, peeked: false};
}

/** @param {Ruleset} ruleset @returns {Card} */
const emptySheet = ({categories}) => ({scores: categories.map(() => null), n_extra_yahtzees: 0, saved: 0, peeks: 0, made_again: 0, turns: []});

/** Lay out the table before anything has happened. @param {Setup} setup @param {Ruleset} ruleset @returns {Played} */
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

/** Tell whether a box may be filled next: where boxes go in order, only the first open one. @param {Ruleset} ruleset @param {Scores} scores @param {number} box */
export const mayFill = ({options}, scores, box) => scores[box] === null && (!options.in_order || scores.indexOf(null) === box);

/** What the dice on the table bring in each box; null where nothing can be written. @param {Played} played @param {Ruleset} ruleset */
export function offersAt(played, ruleset) {
  if (played.player < 0 || played.dice.length === 0) return [];
  const {scores, n_extra_yahtzees} = played.cards[played.player];
  const offers = offersOf(ruleset, {scores, n_extra_yahtzees, dice: played.dice, kept: 0, rerolls: played.rerolls});
  return offers.map((offer, box) => (mayFill(ruleset, scores, box) ? offer : null));
}

/** Write what an entry brings, and what on top of the box. @param {import("../game/rules/jokers.js").Entry} entry */
export const entryText = ({points, on_top}) => (on_top > 0 ? `${points} + ${on_top}` : String(points));

/**
 * Find the box that must be written: no throw is left, and no other can be. -1 while there is a choice.
 * @param {Played} played @param {Ruleset} ruleset
 */
export function onlyBox(played, ruleset) {
  const open = [...offersAt(played, ruleset).entries()].filter(([, entry]) => entry !== null);
  return played.rerolls === 0 && open.length === 1 ? open[0][0] : -1;
}

/**
 * Return which throw of the turn the dice on the table are, if nobody says it: of real dice often the last ones alone
 * are entered. Machines show every throw, and where throws are saved the players count them.
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
    // A turn of which nothing is known has used its own throws and no others.
    saved: ruleset.saves_throws && is_known ? played.rerolls : card.saved,
    ...settled(ruleset, [...card.turns, {box: ruleset.categories[box].name, points, ...known}], card.n_extra_yahtzees + Number(entry.on_top > 0)),
  };
  return beginTurn({...withCard(played, player, changes), last: box, last_player: player}, ruleset);
}

/** Forget how a turn was played. @param {TurnRecord} turn @param {number} [on_top] @param {number} [points] @returns {TurnRecord} */
const unknown = ({box, points: own, on_top: old = 0}, on_top = old, points = own) => ({box, points, ...(on_top > 0 && {on_top})});

/** Tell whether the dice of a turn are known and paid for an extra Yahtzee. @param {TurnRecord} turn */
const isPaid = ({throws, on_top = 0}) => throws !== undefined && on_top > 0;

/**
 * Move a turn to an earlier place. Turns in between were played on other cards, so their dice are forgotten.
 * @param {readonly TurnRecord[]} turns @param {number} from @param {number} to @returns {TurnRecord[]}
 */
const moved = (turns, from, to) => [...turns.slice(0, to), ...[turns[from], ...turns.slice(to, from)].map((turn) => unknown(turn)), ...turns.slice(from + 1)];

/** Tell whether some dice bring the points of a turn after the turns before it. @param {Ruleset} ruleset @param {readonly TurnRecord[]} turns @param {number} place */
function isPossible(ruleset, turns, place) {
  const {box, points, throws} = turns[place];
  const category = ruleset.categories.findIndex(({name}) => name === box);
  return throws !== undefined || pointsInSituation(ruleset, cardAfter(ruleset, turns.slice(0, place)), category).includes(points);
}

/** Forget dice that cannot have been played after the turns before. @param {Ruleset} ruleset @param {readonly TurnRecord[]} turns */
function checked(ruleset, turns) {
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
 * Arrange the turns of a card so that they are a valid record with the points of the card. Dice stay known where they
 * agree with the turns before them.
 * @param {Ruleset} ruleset @param {readonly TurnRecord[]} all
 * @param {number} n_extra Extra Yahtzees of the card: those that no dice show are noted with turns without dice.
 * @returns {Pick<Card, "turns" | "n_extra_yahtzees">} Fewer extra Yahtzees where there are too few turns for them.
 */
function settled(ruleset, all, n_extra) {
  const {categories, extra_yahtzees, options} = ruleset;
  const sorted = categories.flatMap(({name}) => all.filter(({box}) => box === name));
  let turns = checked(ruleset, options.in_order ? sorted.map((turn, place) => (turn === all[place] ? turn : unknown(turn))) : all);
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
  // Turns that can have paid: those that were noted so, then others without dice, then the last ones with dice.
  const rank = (/** @type {TurnRecord} */ {throws, on_top = 0}) => (throws ? 0 : on_top > 0 ? 2 : 1);
  const others = turns.slice(yahtzee + 1).filter((turn) => !isPaid(turn)).reverse().sort((one, other) => rank(other) - rank(one));
  const paying = others.slice(0, Math.max(0, most - turns.filter(isPaid).length));
  turns = turns.map((turn) => (paying.includes(turn) ? unknown(turn, extra_yahtzees?.bonus) : turn.throws ? turn : unknown(turn, 0)));
  return {turns, n_extra_yahtzees: turns.filter(({on_top = 0}) => on_top > 0).length};
}

/**
 * List the turns of a card after a box was corrected: what was played on a card with other boxes cannot be judged by
 * this one, so behind a box that opens nothing is known.
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
  const changed = withCard(played, player, {scores, saved, ...settled(ruleset, correctTurns(card.turns, name, points), card.n_extra_yahtzees - taken_back)});
  const goes_on = played.dice.length > 0 && (player !== played.player || scores.includes(null));
  return goes_on ? changed : beginTurn(changed, ruleset);
}

/** @param {Played} played @param {Extract<Event, {kind: "extra"}>} event @param {Ruleset} ruleset @returns {Played} */
function countExtra(played, {player, count}, ruleset) {
  const card = played.cards[player];
  must(card !== undefined && count >= 0 && count <= mostExtraYahtzees(ruleset, card.scores));
  const unpaid = card.turns.filter(isPaid).slice(count);
  return withCard(played, player, settled(ruleset, card.turns.map((turn) => (unpaid.includes(turn) ? unknown(turn, 0) : turn)), count));
}

/** Go on with the turn that was begun, unless its player has left, or find whose turn is next. @param {Played} played @param {Ruleset} ruleset */
const goOn = (played, ruleset) => (played.dice.length > 0 && !played.players[played.player].is_gone ? played : beginTurn(played, ruleset));

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
  return goOn(changed, ruleset);
}

/** @param {Played} played @param {Extract<Event, {kind: "order"}>} event @param {Ruleset} ruleset @returns {Played} */
function changeOrder(played, {order}, ruleset) {
  must(order.length === played.order.length && played.order.every((player) => order.includes(player)));
  return goOn({...played, order}, ruleset);
}

/** @param {Played} played @param {Extract<Event, {kind: "turn"}>} event @param {Ruleset} ruleset @returns {Played} */
function giveTurn(played, {player}, ruleset) {
  must(played.dice.length === 0 && playersHere(played).includes(player) && played.cards[player].scores.includes(null));
  return beginTurn(played, ruleset, player);
}

/** Let something happen. @param {Played} played @param {Event} event @param {Ruleset} ruleset @returns {Played} @throws {EventError} */
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

// A game with its past and its future: events that happened, and those that were taken back. A step of undo leads to the
// place before where somebody had to decide: throws that came of themselves, and turns of machines, go with what brought
// them.

/**
 * @typedef {object} Draft What is done between two events.
 * @property {boolean[]} held By place.
 * @property {number[]} entered New dice of a throw that is being entered.
 * @property {number} [throw] Which throw the only real dice of the turn are, if somebody has said it.
 *
 * @typedef {object} Game
 * @property {Setup} setup
 * @property {readonly Event[]} events Also those that were taken back.
 * @property {number} at How many of them hold.
 * @property {Draft} draft
 */

/** @type {Draft} */
const NO_DRAFT = {held: [], entered: []};

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

/** What holds now; looks at the options and at dice that come count, also those that were taken back. @param {Game} game @param {Ruleset} ruleset @returns {Played} */
export function playedOf(game, ruleset) {
  const places = placesOf(game, ruleset);
  const {cards} = places[places.length - 1];
  const played = places[game.at];
  return game.at === game.events.length ? played : {...played, cards: played.cards.map((card, player) => ({...card, peeks: cards[player].peeks, made_again: cards[player].made_again}))};
}

/** Let something happen; what was taken back is then gone, but for looks at the options and at dice that come. @param {Game} game @param {Event} event @returns {Game} */
export function record({setup, events, at, draft}, event) {
  const held = event.kind === "throw" ? event.held : event.kind === "write" ? [] : draft.held;
  const seen = events.slice(at).flatMap((one) => /** @type {Event[]} */ (one.kind === "again" ? [one] : one.kind === "peek" && one.player !== undefined ? [{...one, gone: true}] : []));
  const happened = [...events.slice(0, at), ...seen, event];
  return {setup, events: happened, at: happened.length, draft: {held, entered: []}};
}

/**
 * Tell whether a decision is made by a player who has seen dice that come: they were thrown by the page, and taken back.
 * One that is made as before changes nothing.
 * @param {Game} game @param {Event} event What is decided. @param {Ruleset} ruleset
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

/** Tell whether somebody has to decide here, not the page. @param {Game} game @param {Ruleset} ruleset @param {number} at */
function isPlace(game, ruleset, at) {
  const {setup: {dice: thrower}, events} = game;
  const {players, player, dice, last_player} = placesOf(game, ruleset)[at];
  const before = events[at - 1];
  if (["peek", "again"].includes(events[at]?.kind) || before?.kind === "turn") return false;
  if (player < 0 || before === undefined) return true;
  if (players[player].kind === "machine") return dice.length === 0 && before.kind !== "write";
  // The first throw came with what was written, unless that was a machine's.
  const next = events[at];
  const throws_itself = thrower === "page" && dice.length === 0 && next?.kind === "throw" && !next.pressed;
  return !(before.kind === "write" && players[last_player].kind !== "machine" && throws_itself);
}

/**
 * Go a step back or forth.
 * @param {Game} game @param {Ruleset} ruleset @param {1 | -1} way @returns {Game | null} Null where there is none.
 */
export function step(game, ruleset, way) {
  for (let at = game.at + way; at >= 0 && at <= game.events.length; at += way) {
    if (!isPlace(game, ruleset, at)) continue;
    // If a throw follows, hold again the dice that were held for it.
    const next = game.events[at];
    const {held} = next?.kind === "throw" ? next : placesOf(game, ruleset)[at];
    return {...game, at, draft: {held: [...held], entered: []}};
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

/** Tell whether somebody has begun with what lies on the table: dice are held that were not, or entered. @param {Game} game @param {Played} played */
export const isTouched = ({draft: {held, entered}}, {dice, held: before}) => entered.length > 0
  || dice.some((_, place) => (held[place] ?? false) !== (before[place] ?? false));

/** Hold a die, or let it go. @param {Game} game @param {number} die @param {number} n_dice @returns {Game} */
export function hold(game, die, n_dice) {
  const held = Array.from({length: n_dice}, (_, index) => (game.draft.held[index] ?? false) !== (index === die));
  return {...game, draft: {...game.draft, held}};
}
