/**
 * How close to the limit? Switch the thrifts of the solver on and off, and watch what the arithmetic alone would take.
 */
import {dressed, find, makeFigure} from "site_builder/kit";
import {switchesOfText, textOfSwitches, THRIFTY} from "../machine/speed.js";
import {drawAxis, drawRace, drawRaceCard, drawSwitches, wordsOf} from "../machine/speed-drawing.js";
import {placeAfter, pointsOfGuess, QUESTION, takenOff, verdictOf} from "../machine/speed-guess.js";
import {drawGuess} from "../parts/guess.js";

/** @import {SpeedData, SpeedPlace as Place, Thrift} from "../machine/types" */

const FRAME = `<div class="speed to-guess">
<div class="speed-turned">${drawGuess(QUESTION)}<p class="guess-verdict" tabindex="-1" data-region="verdict"></p>
<div class="speed-switches" data-region="switches"></div>
<p class="speed-words" tabindex="-1" data-region="words"></p></div>
<div class="speed-field" data-dock-from><ol class="speed-race" data-region="race"></ol>
<svg class="speed-axis" aria-hidden="true">${drawAxis()}</svg></div>
</div>`;

/** @type {import("site_builder/kit").Figure<Place, SpeedData>} */
const figure = {
  know: (data) => data,
  opening: ({switches = ""}, data) => ({switches: switchesOfText(switches) ?? THRIFTY, asks: true, verdict: verdictOf(data, null)}),
  read(text, _data, {verdict}) {
    const switches = switchesOfText(text);
    return switches && {switches, asks: false, verdict}; // Whoever looks elsewhere has seen the answer.
  },
  write: ({switches}) => textOfSwitches(switches),
  frame: FRAME,
  draw: ({switches, verdict}, data) => ({
    verdict,
    switches: drawSwitches(switches),
    words: wordsOf(data, switches),
    race: drawRace(data, switches),
  }),
  card: (_place, data) => drawRaceCard(data),
  words: ({switches}, data) => wordsOf(data, switches),
  press: placeAfter,
  pressed(key, alive, {asks}) {
    alive.announce(asks ? alive.place.verdict : undefined);
    if (key === "skip") find(alive.element, ".speed-words").focus({preventScroll: true}); // The button that had the focus is gone.
    else if (asks) alive.context.record("thrift", pointsOfGuess(alive.known, /** @type {Thrift} */ (takenOff(key))));
  },
  hands: [dressed(".speed", ({asks}) => (asks ? "speed to-guess" : "speed"))],
};

export const {view, card, mount} = makeFigure(figure);
