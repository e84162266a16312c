/**
 * The work of one sweep as fields of dots, a dot an operation: a table of chances against steps of a single die.
 */
import {dieImage} from "../parts/dice.js";
import {grouped} from "site_builder/kit";

/**
 * @typedef {{n_dice: number[], keeps: number[], rolls: number[], pairs: number[], steps: number[], ratio: number[], turn_pairs: number[], turn_steps: number[]}} Work
 */

const WORDS = ["", "One die", "Two dice", "Three dice", "Four dice", "Five dice", "Six dice", "Seven dice", "Eight dice"];
/** Part of a dot's place that is inked. */
const INK = 0.72;

/** Draw the dice as a row of buttons: pressing the fifth means five dice. @param {Work} work @param {number} row */
export function drawDice(work, row) {
  const most = work.n_dice[work.n_dice.length - 1];
  return Array.from({length: most}, (_, index) => {
    const n_dice = index + 1;
    const at = work.n_dice.indexOf(n_dice);
    const image = dieImage(5, {small: true, kept: n_dice <= work.n_dice[row]});
    if (at === -1) return `<span class="work-die on">${image}</span>`;
    const on = at <= row ? " on" : "";
    return `<button type="button" class="work-die${on}" aria-pressed="${at === row}" aria-label="${n_dice} dice" data-press="dice-${n_dice}">${image}</button>`;
  }).join("");
}

/** Draw a field of dots. @param {number} count @param {number} across Dots in a row; the same for both fields, so that areas compare. */
export function drawField(count, across) {
  const full = Math.floor(count / across);
  const rows = Array.from({length: full}, (_, row) => `M0 ${row + 0.5}h${across}`);
  const rest = count - full * across;
  if (rest > 0) rows.push(`M0 ${full + 0.5}h${rest}`);
  return `<svg viewBox="0 0 ${across} ${across}" aria-hidden="true"><path class="work-dots" stroke-width="${INK}" stroke-dasharray="${INK} ${Math.round(100 * (1 - INK)) / 100}" d="${rows.join("")}"/></svg>`;
}

/** Draw both fields. @param {Work} work @param {number} row */
export function drawFields({pairs, steps}, row) {
  const across = Math.ceil(Math.sqrt(pairs[row]));
  const field = (/** @type {string} */ name, /** @type {number} */ count, /** @type {string} */ words) =>
    `<div class="work-field ${name}"><p><b>${grouped(count)}</b> ${words}</p>${drawField(count, across)}</div>`;
  return field("work-table", pairs[row], "products, by the table")
    + field("work-lattice", steps[row], "steps, by the lattice");
}

/** Say what the fields show. @param {Work} work @param {number} row */
export function wordsOfWork({n_dice, keeps, rolls, ratio, turn_pairs, turn_steps}, row) {
  return `${WORDS[n_dice[row]]}: ${grouped(keeps[row])} keeps, ${grouped(rolls[row])} of them rolls. The table takes <b>${ratio[row].toFixed(1)} times</b> the work. `
    + `For a turn with two rerolls, choices included, that is ${grouped(turn_pairs[row])} operations against ${grouped(turn_steps[row])}.`;
}
