/**
 * Why not just multiply? The work of a sweep by two methods, for two to eight dice.
 */
import {find, onPress, plain, repaint} from "site_builder/kit";
import {drawDice, drawFields, wordsOfWork} from "../solving/work-drawing.js";

/** @typedef {{sweep_work: import("../solving/work-drawing.js").Work}} Data */

/** Dice of Yatzy. */
const OPENING = 5;

/** @param {Data} data @param {unknown} n_dice */
function rowOf({sweep_work}, n_dice) {
  return sweep_work.n_dice.indexOf(Number(n_dice));
}

/**
 * Draw the figure for a number of dice.
 * @param {{dice?: number}} state
 * @param {Data} data
 */
export function view({dice = OPENING}, data) {
  const row = rowOf(data, dice);
  return `<div class="work">
<div class="work-dice" role="group" aria-label="Number of dice">${drawDice(data.sweep_work, row)}</div>
<div class="work-fields">${drawFields(data.sweep_work, row)}</div>
<p class="work-words">${wordsOfWork(data.sweep_work, row)}</p>
</div>`;
}

/**
 * Let the reader choose the number of dice: press a die, or use the arrow keys.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const {n_dice} = data.sweep_work;
  const opening = rowOf(data, context.state.dice ?? OPENING);
  let row = opening;

  /** @param {number} next */
  function show(next) {
    row = next;
    repaint(find(element, ".work-dice"), drawDice(data.sweep_work, row));
    repaint(find(element, ".work-fields"), drawFields(data.sweep_work, row));
    repaint(find(element, ".work-words"), wordsOfWork(data.sweep_work, row));
  }

  /** @param {number} next */
  function choose(next) {
    if (next < 0 || next >= n_dice.length) return;
    show(next);
    context.writeState(next === opening ? null : String(n_dice[next]));
    context.announce(plain(wordsOfWork(data.sweep_work, row)));
  }

  const press = (/** @type {string} */ key) => choose(rowOf(data, key.split("-")[1]));
  onPress(element, press, stop.signal);
  find(element, ".work-dice").addEventListener("keydown", (event) => {
    const step = {ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1}[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(row + step);
    find(element, `[data-press="dice-${n_dice[row]}"]`).focus();
  }, {signal: stop.signal});
  const linked = rowOf(data, context.readState() ?? "");
  if (linked >= 0) show(linked);
  return {press, reset: () => show(opening), destroy: () => stop.abort()};
}
