/**
 * The optimist: turn a dial from the average of the dice to the best of the dice; belief rises, the score falls.
 */
import {momentOfText, readDial, textOfMoment, truthOf} from "../failures/optimist.js";
import {drawCurve, drawThrow, drawThrowDice, drawTieButtons, stopAt, wordsOfDial} from "../failures/optimist-drawing.js";
import {find, onPress, plain, repaint} from "../figures/elements.js";
import {percentage} from "../figures/numbers.js";
import {scrub} from "../figures/scrubber.js";

/**
 * @typedef {import("../../engine/widget").DataSet} DataSet
 * @typedef {{optimist_dial: DataSet, max_tie_rules: DataSet}} Data
 * @typedef {import("../failures/optimist.js").Moment} Moment
 */

/** Opening: a third of hope, where belief and truth have parted already. */
const OPENING = "30";

/**
 * Draw the figure at a stop.
 * @param {{moment?: string}} state `moment`: hope in percent, and at a hundred the rule for ties: "100.backwards".
 * @param {Data} data
 */
export function view({moment = OPENING}, data) {
  const dial = readDial(data);
  const now = momentOfText(dial, moment) ?? {stop: 0, tie: 0};
  return `<div class="optimist">
<div class="optimist-throw"><p>Four sixes are on the table, only Yatzy is open, one die is left to throw: <span class="optimist-dice">${drawThrowDice()}</span></p>
<svg class="optimist-beam" aria-hidden="true">${drawThrow(dial, now)}</svg></div>
<div class="optimist-play"><p class="optimist-words">${wordsOfDial(dial, now)}</p>
<div class="optimist-curve"><svg aria-hidden="true">${drawCurve(dial, now)}</svg></div>
<p class="optimist-axis" aria-hidden="true">hope, in per cent, not to scale: from the average of the dice to the best of the dice</p></div>
<div class="optimist-ties"><p>Nothing but hope, and nearly all choices look equal. Which one comes first?</p>
<div class="tie-buttons" role="group" aria-label="Which of equal choices comes first">${drawTieButtons(dial, now)}</div></div>
</div>`;
}

/**
 * Read out hope in per cent, the score that is believed in, the true one, and how often the bonus comes.
 * @param {{moment?: string, linked?: string}} state
 * @param {Data} data
 */
export function readouts({moment = OPENING, linked = moment}, data) {
  const dial = readDial(data);
  const now = momentOfText(dial, linked);
  if (now === null) return null;
  const {hope, believes} = dial.stops[now.stop];
  const {mean, bonus_rate} = truthOf(dial, now);
  return {
    hope: `${Math.round(100 * hope)}%`,
    believes: believes.toFixed(1),
    scores: mean.toFixed(1),
    loses: (dial.stops[0].mean - mean).toFixed(1),
    bonus: percentage(bonus_rate, 0),
  };
}

/**
 * Let the reader turn the dial along the curve, and choose a rule for ties.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const dial = readDial(data);
  const last = dial.stops.length - 1;
  const opening = /** @type {Moment} */ (momentOfText(dial, String(context.state.moment ?? OPENING)) ?? {stop: 0, tie: 0});
  let now = opening;

  /** @param {Moment} next */
  function paint(next) {
    now = next;
    repaint(find(element, ".optimist-beam"), drawThrow(dial, now));
    repaint(find(element, ".optimist-words"), wordsOfDial(dial, now));
    repaint(find(element, ".optimist-curve > svg"), drawCurve(dial, now));
    repaint(find(element, ".tie-buttons"), drawTieButtons(dial, now));
    tell();
  }

  /** @param {Moment} next */
  function choose(next) {
    paint(next);
    context.writeState(textOfMoment(dial, next));
  }

  const tell = scrub({
    element: find(element, ".optimist-curve"),
    label: "Hope",
    stride: 3,
    read: () => ({now: now.stop, last, words: plain(wordsOfDial(dial, now))}),
    stepAt: (share) => stopAt(dial, share),
    seek: (next) => choose({...now, stop: next}),
  }, stop.signal);

  const press = (/** @type {string} */ key) => {
    choose({stop: last, tie: Number(key.split("-")[1])});
    context.announce(plain(wordsOfDial(dial, now)));
  };
  onPress(element, press, stop.signal);
  const linked = momentOfText(dial, context.readState());
  if (linked !== null) paint(linked);
  const reset = () => {
    paint(opening);
    context.writeState(null);
  };
  const show = (/** @type {string} */ text) => {
    const asked = momentOfText(dial, text);
    if (asked === null) return;
    choose(asked);
    context.announce(plain(wordsOfDial(dial, now)));
  };
  return {press, show, reset, destroy: () => stop.abort()};
}
