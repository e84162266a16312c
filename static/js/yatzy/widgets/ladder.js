/**
 * The ladder: guess which habit is worth most, then see what each of them brings.
 */
import {dearestOf, isHabit, momentOfText, readLadder, textOfMoment} from "../failures/ladder.js";
import {drawLadder, wordsOfLadder, wordsOfRung} from "../failures/ladder-drawing.js";
import {find, onPress, plain, repaint} from "site_builder/kit";

/**
 * @typedef {{ladder: import("../../engine/widget").DataSet}} Data
 * @typedef {import("../failures/ladder.js").Moment} Moment
 */

/**
 * Draw the ladder, closed by default; for readers without JavaScript it stands open below.
 * @param {{guess?: string}} state
 * @param {Data} data
 */
export function view({guess}, data) {
  const rungs = readLadder(data.ladder);
  const now = momentOfText(rungs, guess ?? null);
  const rows = rungs.map(({title, mean, gain}) => `<tr><th scope="row">${title}</th><td>${gain.toFixed(1)}</td><td>${mean.toFixed(1)}</td></tr>`);
  return `<div class="ladder"><p class="ladder-words">${wordsOfLadder(rungs, now)}</p>
<ol class="ladder-rungs">${drawLadder(rungs, now)}</ol>
<p class="ladder-more">${wordsOfRung(rungs, now)}</p>
<details class="without-script"><summary>What each habit brings</summary><table><thead><tr><th scope="col">Rung</th><th scope="col">Brings</th><th scope="col">Mean</th></tr></thead><tbody>${rows.join("")}</tbody></table></details></div>`;
}

/**
 * Let the reader guess, and look at every rung.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const rungs = readLadder(data.ladder);
  /** @type {Moment} */
  let now = {guess: null, looked: null};

  /** @param {Moment} next */
  function show(next) {
    now = next;
    repaint(find(element, ".ladder-words"), wordsOfLadder(rungs, now));
    repaint(find(element, ".ladder-rungs"), drawLadder(rungs, now));
    repaint(find(element, ".ladder-more"), wordsOfRung(rungs, now));
  }

  const press = (/** @type {string} */ key) => {
    const row = Number(key.split("-")[1]);
    const first = now.guess === null;
    if (first && !isHabit(rungs, row)) return;
    show(first ? {guess: row, looked: row} : {...now, looked: row});
    if (first) {
      context.writeState(textOfMoment(rungs, now));
      context.record("habit", Math.max(0, Math.round((10 * rungs[row].gain) / rungs[dearestOf(rungs)].gain)));
    }
    context.announce(plain(first ? wordsOfLadder(rungs, now) : wordsOfRung(rungs, now)));
  };
  onPress(element, press, stop.signal);
  const linked = momentOfText(rungs, context.readState());
  if (linked.guess !== null) show(linked);
  const reset = () => {
    show({guess: null, looked: null});
    context.writeState(null);
  };
  return {press, reset, destroy: () => stop.abort()};
}
