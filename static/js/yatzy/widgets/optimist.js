/** The optimist: turn a dial from the average of the dice to the best of the dice; belief rises, the score falls. */
import {askedStop, momentOfText, percentOfHope, pointsOfGuess, readDial, textOfMoment, truthOf} from "../failures/optimist.js";
import {
  drawCurve, drawGuesses, drawThrow, drawThrowDice, drawTieButtons, drawTieRolls, questionOf, stopAt, verdictOf, wordsOfDial,
} from "../failures/optimist-drawing.js";
import {alongPicture, dressed, find, makeFigure, percentage} from "site_builder/kit";
import {bringIntoView} from "../parts/guess.js";

/** @typedef {import("../failures/optimist.js").Dial} Dial */
/** @typedef {import("../failures/optimist.js").Moment & {asks: boolean, guess: number | null}} Moment `guess`: right after it was given. */

/** Opening: the stop that is asked about. */
const OPENING = "99.9";

/** What `asks` comes first; what `tells` is covered until there is a guess. @param {Dial} dial */
const frameOf = (dial) => `<div class="optimist guessing">
<div class="optimist-throw"><p>Four sixes are on the table, only Yatzy is open, one die is left to throw: <span class="optimist-dice">${drawThrowDice()}</span></p>
<svg class="optimist-beam" aria-hidden="true" data-region="beam"></svg></div>
<div class="optimist-play"><div class="optimist-said"><p class="optimist-words tells" data-region="words"></p><p class="asks">${questionOf(dial)}</p></div>
<div class="optimist-curve" data-dock-from><svg aria-hidden="true" data-region="curve"></svg></div>
<p class="optimist-axis" aria-hidden="true">hope, in per cent, not to scale: from the average of the dice to the best of the dice</p></div>
<div class="optimist-end"><div class="optimist-ties tells"><p>Nothing but hope, and nearly all choices look equal: which one comes first? Five such players in their first turn, with two throws left:</p>
<div class="tie-table"><p class="tie-rolls">${drawTieRolls(dial)}</p>
<div class="tie-buttons" role="group" aria-label="Which of equal choices comes first" data-region="ties"></div></div></div>
<div class="optimist-ask asks"><div class="optimist-guesses" role="group" aria-label="Your guess">${drawGuesses()}</div>
<p><button type="button" class="button" data-press="skip">Just show me</button></p></div></div>
</div>`;

/** @type {import("site_builder/kit").Figure<Moment, Dial>} */
const optimist = {
  know: readDial,
  opening: ({moment = OPENING}, dial) => ({.../** @type {Moment} */ (momentOfText(dial, moment)), asks: true, guess: null}),
  read(text, dial) {
    const moment = momentOfText(dial, text);
    return moment && {...moment, asks: false, guess: null};
  },
  write: (moment, dial) => (moment.asks ? "" : textOfMoment(dial, moment)),
  frame: (_, dial) => frameOf(dial),
  draw: (moment, dial) => ({
    beam: drawThrow(dial, moment),
    words: moment.guess === null ? wordsOfDial(dial, moment) : verdictOf(dial, moment.guess),
    curve: drawCurve(dial, moment),
    ties: drawTieButtons(dial, moment),
  }),
  words: (moment, dial) => (moment.asks ? questionOf(dial) : wordsOfDial(dial, moment)),
  /** Hope in per cent, the score that is believed in, the true one, and how often the bonus comes. */
  readouts(moment, dial) {
    const {hope, believes} = dial.stops[moment.stop];
    const {mean, bonus_rate} = truthOf(dial, moment);
    return {
      hope: `${percentOfHope(hope)}%`,
      believes: believes.toFixed(1),
      scores: mean.toFixed(1),
      loses: (dial.stops[0].mean - mean).toFixed(1),
      bonus: percentage(bonus_rate, 0),
    };
  },
  /** "guess-150" takes the dial to the stop that was asked about; "skip" or "tie-3". Whoever looks elsewhere has seen the answer. */
  press(key, moment, dial) {
    const [what, number] = [key.split("-")[0], Number(key.split("-")[1])];
    if (what === "guess") return {stop: askedStop(dial), tie: 0, asks: false, guess: number};
    if (what === "skip") return {...moment, asks: false, guess: null};
    return {stop: dial.stops.length - 1, tie: number, asks: false, guess: null};
  },
  pressed(_, {element, context, known: dial, place: {guess}, announce}, {asks}) {
    if (asks) bringIntoView(find(element, ".optimist-words")); // On a phone they are above the buttons.
    if (guess === null) return announce();
    context.record("hope", pointsOfGuess(dial, guess));
    find(element, ".optimist-curve").focus({preventScroll: true}); // The button that had the focus is covered.
    announce(verdictOf(dial, guess));
  },
  hands: [
    dressed(".optimist", ({asks}) => (asks ? "optimist guessing" : "optimist")),
    alongPicture(".optimist-curve", {
      label: "Hope",
      stride: 3,
      now: ({stop}) => stop,
      last: (_, {stops}) => stops.length - 1,
      moved: ({tie}, stop) => ({stop, tie, asks: false, guess: null}),
      stepAt: (share, _, dial) => stopAt(dial, share),
    }),
  ],
};

export const {view, mount, readouts} = makeFigure(optimist);
