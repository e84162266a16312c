/** Throw the page's dice, and play the turns of machines. */

import {faceOf, turnOfDice} from "./dice.js";
import {placesOf, playedOf, record} from "./game.js";
import {bestEvent, positionOf} from "./judge.js";

/** @import {Desk} from "./desk.js" */
/** @import {Game} from "./game.js" */
/** @import {Ruleset} from "../game/rules/scandinavian.js" */

/**
 * Throw the dice that are not held, by the seed.
 * @param {Game} game @param {Ruleset} ruleset @param {readonly boolean[]} held
 * @returns {Extract<import("./game.js").Event, {kind: "throw"}>}
 */
export function pageThrow(game, ruleset, held) {
  const played = playedOf(game, ruleset);
  const turn = turnOfDice(game.setup, played);
  const places = Array.from({length: ruleset.n_dice}, (_, place) => place);
  const dice = places.map((place) => (held[place] ? played.dice[place] : faceOf(game.setup.seed, turn, played.throws.length, place)));
  return {kind: "throw", dice, held: places.map((place) => held[place] ?? false)};
}

/** Return whether a machine's turn after a person's is still to be played, because the page was closed. @param {Game} game @param {Ruleset} ruleset */
export function isCutOff({setup, events, at}, ruleset) {
  const {players, player, last_player} = placesOf({setup, events}, ruleset)[at];
  const [now, before] = [players[player], players[last_player]];
  return at === events.length && events[at - 1]?.kind === "write" && now?.kind === "machine" && before.kind !== "machine";
}

/**
 * Play the whole turn of a machine by the value table or by its strategy. Rejects if they cannot be loaded.
 * @param {Desk} desk @param {Game} game @returns {Promise<Game>}
 */
export async function machineTurn(desk, game) {
  const {ruleset} = desk;
  const {players, player, cards} = playedOf(game, ruleset);
  const {plays = "perfect"} = players[player];
  const mind = plays === "perfect" ? null : await desk.mind(plays);
  const n_turns = cards[player].turns.length;
  let next = game;
  for (let at = playedOf(game, ruleset); at.cards[player].turns.length === n_turns; at = playedOf(next, ruleset)) {
    const current = next;
    if (at.dice.length > 0 && mind === null) await desk.answerSoon(positionOf(at, ruleset));
    const event = at.dice.length === 0 ? pageThrow(current, ruleset, [])
      : bestEvent(at, ruleset, mind ?? ((position) => desk.answer(position)), (held) => pageThrow(current, ruleset, held).dice);
    if (event === null) throw new Error("the values of this position are not here");
    next = record(next, event);
  }
  return next;
}
