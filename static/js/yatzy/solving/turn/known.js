/**
 * What the figure of one turn knows: the game, where its keeps are drawn, and the values of the card that it shows.
 */
import {findKeep} from "../../game/lattice.js";
import {scandinavian} from "../../game/rules/scandinavian.js";
import {layOutGame} from "../../game/tables.js";
import {isSameCard} from "../../parts/card.js";
import {PRESETS} from "./card.js";
import {boundsOf} from "./colours.js";
import {solveInSweeps} from "./frames.js";
import {layOutFan} from "./places.js";

/**
 * @import {Game} from "../../game/tables.js" @import {Card} from "../../parts/card.js" @import {Moment} from "./moment.js"
 * @import {Place} from "./places.js"
 */

/**
 * @typedef {(filled: number, upper_total: number) => number} ValueOf Points still to come.
 * @typedef {Moment & {dice: readonly number[]}} Table A moment, and the roll's dice as they lie.
 *
 * @typedef {object} Known
 * @property {Game} game
 * @property {readonly Place[]} places The fan.
 * @property {ValueOf} first Values after the first turn of a game.
 * @property {ValueOf | null} all Values of all cards; null until they are fetched.
 * @property {{card: Card, sweeps: import("./frames.js").Sweeps, bounds: number[]}} solved
 */

const [{card: EMPTY}] = PRESETS;

/** @param {{opening_turn: {category: string[], upper_total: number[], value: number[]}}} data @returns {Known} */
export function know({opening_turn}) {
  const game = layOutGame(scandinavian);
  /** @type {Map<string, number>} */
  const values = new Map();
  opening_turn.category.forEach((name, row) => {
    const category = scandinavian.categories.findIndex((one) => one.name === name);
    values.set(`${1 << category} ${opening_turn.upper_total[row]}`, opening_turn.value[row]);
  });
  const first = (/** @type {number} */ filled, /** @type {number} */ total) => /** @type {number} */ (values.get(`${filled} ${total}`));
  return {game, places: layOutFan(game.lattice), first, all: null, solved: solve(game, first, EMPTY)};
}

/** @param {Game} game @param {ValueOf} valueOf @param {Card} card */
function solve(game, valueOf, card) {
  const sweeps = solveInSweeps(game, valueOf, card);
  return {card, sweeps, bounds: boundsOf(sweeps.value_of_phase)};
}

/**
 * What a picture of a moment shows: its card is solved if its values are here, else it is the one before.
 * @param {Table} now @param {Known} known
 */
export function shownAt(now, known) {
  const valueOf = isSameCard(now.card, EMPTY) ? known.first : known.all;
  if (valueOf !== null && isWaiting(now, known)) known.solved = solve(known.game, valueOf, now.card);
  const {sweeps, bounds} = known.solved;
  return {...now, lattice: known.game.lattice, places: known.places, sweeps, bounds};
}

/** Whether the values of a card are still on their way. @param {Table} now @param {Known} known */
export function isWaiting({card}, {solved}) {
  return !isSameCard(card, solved.card);
}

/**
 * A moment with the dice of its roll; they stay as they lie where it is the same roll.
 * @param {Moment} moment @param {Known} known @param {Table} [from] @returns {Table}
 */
export function laid(moment, {game: {lattice}}, from) {
  const stays = from !== undefined && findKeep(lattice, from.dice) === moment.roll;
  return {...moment, dice: stays ? from.dice : lattice.dice_of_keep[moment.roll]};
}

/** Go back to the card that needs nothing but what came with the page. @param {Table} now */
export const withEmptyCard = (now) => ({...now, card: EMPTY});
