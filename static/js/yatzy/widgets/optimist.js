/**
 * The optimist: turn a dial from the average of the dice to the best of the dice; belief rises, the score falls.
 */
import {askedStop, momentOfText, percentOfHope, pointsOfGuess, readDial, textOfMoment, truthOf} from "../failures/optimist.js";
import {drawCurve, drawGuesses, drawThrow, drawThrowDice, drawTieButtons, drawTieRolls, questionOf, stopAt, verdictOf, wordsOfDial} from "../failures/optimist-drawing.js";
import {find, onPress, percentage, plain, repaint, scrub} from "site_builder/kit";

/**
 * @typedef {import("../failures/optimist.js").Data} Data
 * @typedef {import("../failures/optimist.js").Moment} Moment
 */

/** Opening: the stop that is asked about. */
const OPENING = "99.9";

/**
 * Draw the figure at a stop. What `asks` comes first; what `tells` is covered until there is a guess.
 * @param {{moment?: string}} state `moment`: hope in percent, and at a hundred the rule for ties: "100.backwards".
 * @param {Data} data
 */
export function view({moment}, data) {
  const dial = readDial(data);
  const now = momentOfText(dial, moment ?? OPENING) ?? {stop: 0, tie: 0};
  return `<div class="optimist${moment === undefined ? " guessing" : ""}">
<div class="optimist-throw"><p>Four sixes are on the table, only Yatzy is open, one die is left to throw: <span class="optimist-dice">${drawThrowDice()}</span></p>
<svg class="optimist-beam" aria-hidden="true">${drawThrow(dial, now)}</svg></div>
<div class="optimist-play"><div class="optimist-said"><p class="optimist-words tells">${wordsOfDial(dial, now)}</p><p class="asks">${questionOf(dial)}</p></div>
<div class="optimist-curve"><svg aria-hidden="true">${drawCurve(dial, now)}</svg></div>
<p class="optimist-axis" aria-hidden="true">hope, in per cent, not to scale: from the average of the dice to the best of the dice</p></div>
<div class="optimist-end"><div class="optimist-ties tells"><p>Nothing but hope, and nearly all choices look equal: which one comes first? Five such players in their first turn, with two throws left:</p>
<div class="tie-table"><p class="tie-rolls">${drawTieRolls(dial)}</p>
<div class="tie-buttons" role="group" aria-label="Which of equal choices comes first">${drawTieButtons(dial, now)}</div></div></div>
<div class="optimist-ask asks"><div class="optimist-guesses" role="group" aria-label="Your guess">${drawGuesses()}</div>
<p><button type="button" class="button" data-press="skip">Just show me</button></p></div></div>
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
    hope: `${percentOfHope(hope)}%`,
    believes: believes.toFixed(1),
    scores: mean.toFixed(1),
    loses: (dial.stops[0].mean - mean).toFixed(1),
    bonus: percentage(bonus_rate, 0),
  };
}

/**
 * Let the reader guess, turn the dial along the curve, and choose a rule for ties.
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
  const linked = momentOfText(dial, context.readState());
  let [now, asks] = [linked ?? opening, linked === null];

  /** @param {string} [words] */
  function paint(words = wordsOfDial(dial, now)) {
    find(element, ".optimist").classList.toggle("guessing", asks);
    repaint(find(element, ".optimist-beam"), drawThrow(dial, now));
    repaint(find(element, ".optimist-words"), words);
    repaint(find(element, ".optimist-curve > svg"), drawCurve(dial, now));
    repaint(find(element, ".tie-buttons"), drawTieButtons(dial, now));
    tell();
  }

  /** Go to a moment; whoever does has seen the answer. @param {Moment} next @param {string} [words] */
  function choose(next, words) {
    [now, asks] = [next, false];
    paint(words);
    context.writeState(textOfMoment(dial, next));
  }

  /** Take a guess: the dial goes to the stop that was asked about. @param {number} guess */
  function answer(guess) {
    context.record("hope", pointsOfGuess(dial, guess));
    choose({stop: askedStop(dial), tie: 0}, verdictOf(dial, guess));
    find(element, ".optimist-curve").focus({preventScroll: true}); // The button that had the focus is covered.
    context.announce(plain(verdictOf(dial, guess)));
  }

  const tell = scrub({
    element: find(element, ".optimist-curve"),
    label: "Hope",
    stride: 3,
    read: () => ({now: now.stop, last, words: plain(asks ? questionOf(dial) : wordsOfDial(dial, now))}),
    stepAt: (share) => stopAt(dial, share),
    seek: (next) => choose({...now, stop: next}),
  }, stop.signal);

  /** Press "guess-150", "skip" or "tie-3". @param {string} key */
  function press(key) {
    const [what, number] = [key.split("-")[0], Number(key.split("-")[1])];
    if (what === "guess") return answer(number);
    choose(what === "skip" ? now : {stop: last, tie: number});
    context.announce(plain(wordsOfDial(dial, now)));
  }

  onPress(element, press, stop.signal);
  if (linked !== null) paint();
  const reset = () => {
    [now, asks] = [opening, true];
    paint();
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
