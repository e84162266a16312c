/**
 * Price tags: what closing each box takes from everything still to come, on any card, and a roll to spend.
 *
 * A place is a frozen value; what the reader does leads to the next one. No DOM.
 */

import {SHOWN} from "../parts/guess.js";
import {cardOf, isSameCard, switchFilled, totalsOf, withTotal} from "../parts/card.js";
import {layOutGame} from "../game/tables.js";
import {partsOf} from "site_builder/kit";
import {recordsOf} from "../parts/records.js";
import {scandinavian} from "../game/rules/scandinavian.js";

/** @import {DataSet} from "../../engine/widget" @import {Card} from "../parts/card.js" @import {ValueOf} from "../parts/fetched-values.js" */

/**
 * @typedef {object} Place
 * @property {Card} card
 * @property {readonly number[]} dice As they lie.
 * @property {number} box The box that is looked at; -1 for the one that the rule takes.
 * @property {string | null} guess Name of the box that the reader takes for the dearest; `SHOWN` for who did not want to guess, "" behind a link, null before.
 *
 * @typedef {object} Known
 * @property {import("../game/tables.js").Game} game
 * @property {ReadonlyMap<string, number>} first Prices on the empty card, by box and points.
 * @property {ValueOf | null} all Values of all cards; null until they are fetched.
 *
 * @typedef {object} Tag What a roll and a box are to each other.
 * @property {number} box
 * @property {number} points
 * @property {number | null} price Null while the values are on their way.
 */

/** Nothing is filled. */
export const EMPTY = {filled: 0, upper_total: 0};
/** The throw of the title page. */
const OPENING = [1, 1, 3, 3, 3];

/** @param {Record<string, DataSet>} data @returns {Known} */
export function readPrices({prices}) {
  const first = new Map(recordsOf(prices).map(({box, points, price}) => [`${box} ${points}`, price]));
  return {game: layOutGame(scandinavian), first, all: null};
}

/** @returns {Place} */
export const openTags = () => ({card: EMPTY, dice: OPENING, box: -1, guess: null});

/** Whether the prices of a card are not here yet. @param {Place} place @param {Known} known */
export const isWaiting = ({card}, {all}) => all === null && !isSameCard(card, EMPTY);

/** Whether a box is filled. @param {Card} card @param {number} box */
export const isFilled = ({filled}, box) => Boolean(filled & (1 << box));

/** The price of writing points into a box of a card; null while it is on its way. @param {Known} known @param {Card} card @param {number} box @param {number} points */
export function priceOf({game, first, all}, card, box, points) {
  const {name, face} = game.ruleset.categories[box];
  if (isSameCard(card, EMPTY)) return /** @type {number} */ (first.get(`${name} ${face > 0 ? points : 0}`));
  if (all === null) return null;
  const filled = card.filled | (1 << box);
  const upper_total = Math.min(card.upper_total + (face > 0 ? points : 0), game.ruleset.threshold);
  return all(card.filled, card.upper_total) - all(filled, upper_total);
}

/** The tags of the open boxes for the roll on the table, in scorecard order. @param {Place} place @param {Known} known @returns {Tag[]} */
export function tagsOf({card, dice}, known) {
  const roll = [...dice].sort((a, b) => a - b);
  return known.game.ruleset.categories.flatMap((category, box) => {
    if (isFilled(card, box)) return [];
    const points = category.points(roll);
    return [{box, points, price: priceOf(known, card, box, points)}];
  });
}

/** The box where points minus price is greatest; null while prices are on their way. @param {readonly Tag[]} tags */
export function dearest(tags) {
  /** @type {{box: number, points: number, price: number, difference: number} | null} */
  let best = null;
  for (const {box, points, price} of tags) {
    if (price === null) return null;
    if (best === null || points - price > best.difference) best = {box, points, price, difference: points - price};
  }
  return best;
}

/** The box that is looked at; -1 while it is not known which one the rule takes. @param {Place} place @param {Known} known */
export const lookedAt = (place, known) => (place.box < 0 ? (dearest(tagsOf(place, known))?.box ?? -1) : place.box);

/** The six prices of an upper box, or the one of a lower box. @param {Place} place @param {number} box @param {Known} known @returns {Tag[]} */
export function ladderOf({card, dice}, box, known) {
  const {face, points} = known.game.ruleset.categories[box];
  const all = face > 0 ? Array.from({length: known.game.ruleset.n_dice + 1}, (_, count) => count * face) : [points([...dice].sort((a, b) => a - b))];
  return all.map((written) => ({box, points: written, price: priceOf(known, card, box, written)}));
}

/** Write the roll into a box, or open it again. The last box stays open. @param {Place} place @param {number} box @param {Known} known @returns {Place | null} */
function written(place, box, {game}) {
  if (box < 0) return null;
  const {card, dice} = place;
  const {face, points} = game.ruleset.categories[box];
  const next = switchFilled(game, card, box);
  if (isFilled(card, box) || next === card || face === 0) return {...place, card: next};
  return {...place, card: withTotal(game, next, card.upper_total + points([...dice].sort((a, b) => a - b)))};
}

/**
 * Where a press leads: "box-3", "write", "die-0", "empty", "total=5" (the place of an upper total), "guess-chance", "skip".
 * @param {string} key @param {Place} place @param {Known} known @returns {Place | null}
 */
export function pressTags(key, place, known) {
  const {game} = known;
  if (key === "skip") return {...place, guess: SHOWN};
  if (key.startsWith("guess-")) return {...place, guess: key.slice(6)};
  if (key === "write") return written(place, lookedAt(place, known), known);
  if (key === "empty") return {...place, card: EMPTY};
  const [part, number] = partsOf(key);
  if (part === "box" && place.guess === null) return guessed(place, game.ruleset.categories[number]);
  if (part === "box") return {...place, box: place.box === number ? -1 : number};
  if (part === "die") return {...place, dice: turned(place.dice, number, (face) => (face % 6) + 1)};
  if (part === "total") return {...place, card: withTotal(game, place.card, totalsOf(game, place.card.filled)[number])};
  return null;
}

/** A box of the card is an answer, too, if it is of the half that is asked about. @param {Place} place @param {{name: string, face: number}} category */
const guessed = (place, {name, face}) => (face > 0 ? null : {...place, guess: name});

/** @param {readonly number[]} dice @param {number} die @param {(face: number) => number} face */
export const turned = (dice, die, face) => dice.map((old, at) => (at === die ? face(old) : old));

/** Write a place for a link: filled boxes, upper total, dice, and the box that is looked at. @param {Place} place */
export const textOfPlace = ({card, dice, box}) => [card.filled, card.upper_total, dice.join(""), ...(box < 0 ? [] : [box])].join(".");

/** Read a place from a link: whoever has it wants no question. @param {string} text @param {Known} known @param {Place} from @returns {Place | null} */
export function placeOfText(text, {game}, from) {
  const match = /^(\d{1,5})\.(\d{1,2})\.([1-6]{5})(?:\.(\d{1,2}))?$/.exec(text);
  const card = match && cardOf(game, Number(match[1]), Number(match[2]));
  const box = match?.[4] === undefined ? -1 : Number(match[4]);
  if (!match || !card || box >= game.ruleset.categories.length) return null;
  return {card, dice: [...match[3]].map(Number), box, guess: from.guess ?? ""};
}
