/**
 * What the reader looks at in the figure of one turn: card, roll, step of the sweeps, and the keep under the hand.
 */
import {cardOf} from "../../parts/card.js";
import {LAST_STEP} from "./frames.js";

/** @import {Game} from "../../game/tables.js" */

/**
 * @typedef {object} Moment
 * @property {import("../../parts/card.js").Card} card
 * @property {number} roll The roll on the table, as a keep.
 * @property {number} step
 * @property {number} keep The keep under the hand.
 */

/** Opening moment: the first turn of a game, the first sweep half way, one roll and its two fives. */
export const OPENING = "0.0.12556.3.55";

/** Write a moment for a link: filled boxes, upper total, roll, step, keep. @param {Game} game @param {Moment} moment */
export function textOfMoment({lattice}, {card, roll, step, keep}) {
  const [dice, kept] = [roll, keep].map((one) => lattice.dice_of_keep[one].join(""));
  return [card.filled, card.upper_total, dice, step, kept || "0"].join(".");
}

/** Read a moment from a link. @param {Game} game @param {string | null} text @returns {Moment | null} Null when there is no such moment. */
export function momentOfText(game, text) {
  const match = /^(\d{1,5})\.(\d{1,2})\.([1-6]{5})\.(\d{1,2})\.([1-6]{0,5}|0)$/.exec(text ?? "");
  if (match === null) return null;
  const card = cardOf(game, Number(match[1]), Number(match[2]));
  const roll = game.lattice.keep_of_text.get(match[3]);
  const keep = game.lattice.keep_of_text.get(match[5] === "0" ? "" : match[5]);
  const step = Number(match[4]);
  if (card === null || roll === undefined || keep === undefined || step > LAST_STEP) return null;
  return {card, roll, step, keep};
}

/** Tell whether the roll holds all dice of a keep. @param {Game} game @param {number} roll @param {number} keep */
export function holds({lattice}, roll, keep) {
  const rest = [...lattice.dice_of_keep[roll]];
  return lattice.dice_of_keep[keep].every((die) => rest.includes(die) && rest.splice(rest.indexOf(die), 1).length === 1);
}
