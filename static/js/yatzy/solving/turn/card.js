/**
 * The card that a turn is played on, drawn, and cards that are worth a look.
 */
import {countUpper} from "../../game/rules/scandinavian.js";
import {isSameCard} from "../../parts/card.js";

/** @import {Game} from "../../game/tables.js" @import {Card} from "../../parts/card.js" */

/** All boxes filled. */
const ALL = 2 ** 15 - 1;
const [SIXES, CHANCE, YATZY] = [1 << 5, 1 << 13, 1 << 14];

/**
 * Cards that are worth a look, each with a roll and a keep that show why.
 * @type {readonly {title: string, card: Card, roll: string, keep: string}[]}
 */
export const PRESETS = [
  {title: "Empty card", card: {filled: 0, upper_total: 0}, roll: "12556", keep: "55"},
  {title: "Half way", card: {filled: 0b010010101010101, upper_total: 27}, roll: "24466", keep: "66"},
  {title: "Only Chance", card: {filled: ALL - CHANCE, upper_total: 0}, roll: "24456", keep: "56"},
  {title: "Only Yatzy", card: {filled: ALL - YATZY, upper_total: 0}, roll: "23335", keep: "333"},
  {title: "Sixes for the bonus", card: {filled: ALL - SIXES, upper_total: 45}, roll: "13666", keep: "66"},
];

/** Draw them as buttons. @param {Card} now */
export function drawPresets(now) {
  return PRESETS.map(({title, card}, index) =>
    `<button type="button" class="turn-preset" aria-pressed="${isSameCard(card, now)}" data-press="card-${index}">${title}</button>`).join("");
}

/** Draw the boxes as switches. @param {Game} game @param {Card} card */
export function drawBoxes(game, {filled}) {
  const n_upper = countUpper(game.ruleset);
  const boxes = game.ruleset.categories.map(({title}, category) => {
    const is_filled = Boolean(filled & (1 << category));
    return `<button type="button" class="turn-box" aria-pressed="${is_filled}" data-press="box-${category}">${title}</button>`;
  });
  return `<div class="turn-upper">${boxes.slice(0, n_upper).join("")}</div><div class="turn-lower">${boxes.slice(n_upper).join("")}</div>`;
}

/** Say what the card looks like. @param {Game} game @param {Card} card */
export function wordsOfCard(game, {filled, upper_total}) {
  const {categories, threshold} = game.ruleset;
  const open = categories.filter((_, category) => !(filled & (1 << category)));
  if (open.length === categories.length) return "The card is empty: the first turn of a game.";
  const boxes = open.length === 1 ? `Only ${open[0].title} is open` : `${open.length} boxes are open`;
  const above = upper_total === threshold ? `${threshold} or more points in the upper half, so the bonus is safe` : `${upper_total} points in the upper half`;
  return `${boxes}; ${above}.`;
}
