/**
 * Why not just multiply? The work of a sweep by two methods, for two to eight dice.
 */
import {dieImage} from "../parts/dice.js";
import {find, grouped, makeFigure} from "site_builder/kit";

// The work of one sweep as fields of dots, a dot an operation: a table of chances against steps of a single die.

/**
 * @typedef {{n_dice: number[], keeps: number[], rolls: number[], pairs: number[], steps: number[], ratio: number[], turn_pairs: number[], turn_steps: number[]}} Work
 */

const WORDS = ["", "One die", "Two dice", "Three dice", "Four dice", "Five dice", "Six dice", "Seven dice", "Eight dice"];
/** Part of a dot's place that is inked. */
const INK = 0.72;

/** Draw the dice as a row of buttons: pressing the fifth means five dice. @param {Work} work @param {number} row */
function drawDice(work, row) {
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
  return `<svg viewBox="0 0 ${across} ${across}" aria-hidden="true"><path class="work-dots soft-line hollow" stroke-width="${INK}" stroke-dasharray="${INK} ${Math.round(100 * (1 - INK)) / 100}" d="${rows.join("")}"/></svg>`;
}

/** Draw both fields. @param {Work} work @param {number} row */
function drawFields({pairs, steps}, row) {
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

/** Dice of Yatzy. */
const OPENING = 5;

const FRAME = `<div class="work">
<div class="work-dice" role="group" aria-label="Number of dice" data-region="dice"></div>
<div class="work-fields grid-layout" data-region="fields"></div>
<p class="work-words" data-region="words"></p>
</div>`;

/** The row of the table for a number of dice; null where it has none. @param {Work} work @param {unknown} n_dice */
function rowOf(work, n_dice) {
  const row = work.n_dice.indexOf(Number(n_dice));
  return row === -1 ? null : row;
}

/** A place is a row of the table. @type {import("site_builder/kit").Figure<number, Work>} */
const work = {
  know: ({sweep_work}) => sweep_work,
  opening: ({dice = OPENING}, known) => /** @type {number} */ (rowOf(known, dice)),
  read: (text, known) => rowOf(known, text),
  write: (row, known) => String(known.n_dice[row]),
  frame: FRAME,
  draw: (row, known) => ({dice: drawDice(known, row), fields: drawFields(known, row), words: wordsOfWork(known, row)}),
  words: (row, known) => wordsOfWork(known, row),
  press: (key, _row, known) => rowOf(known, key.split("-")[1]),
  /** Arrow keys go from die to die. */
  wake(alive) {
    const {n_dice} = alive.known;
    find(alive.element, ".work-dice").addEventListener("keydown", (event) => {
      const step = {ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1}[event.key];
      if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      alive.go(Math.max(0, Math.min(n_dice.length - 1, alive.place + step)), true);
      find(alive.element, `[data-press="dice-${n_dice[alive.place]}"]`).focus();
    }, {signal: alive.signal});
  },
};

export const {view, mount} = makeFigure(work);
