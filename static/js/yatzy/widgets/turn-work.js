/**
 * Why not just multiply? The work of a sweep by two methods, for two to eight dice.
 */
import {find, makeFigure} from "site_builder/kit";
import {drawDice, drawFields, wordsOfWork} from "../solving/work-drawing.js";

/** @import {Work} from "../solving/work-drawing.js" */

/** Dice of Yatzy. */
const OPENING = 5;

const FRAME = `<div class="work">
<div class="work-dice" role="group" aria-label="Number of dice" data-region="dice"></div>
<div class="work-fields" data-region="fields"></div>
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
