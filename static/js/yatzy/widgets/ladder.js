/** The ladder: guess which habit is worth most, then see what each of them brings. */
import {dearestOf, isHabit, momentOfText, readLadder, textOfMoment} from "../failures/ladder.js";
import {drawLadder, drawTable, wordsOfLadder, wordsOfRung} from "../failures/ladder-drawing.js";
import {makeFigure} from "site_builder/kit";

/** @import {Moment, Rung} from "../failures/ladder.js" */
/** @import {Figure} from "site_builder/kit" */

/** Closed until there is a guess; for readers without JavaScript it stands open below. @type {Figure<Moment, readonly Rung[]>} */
const ladder = {
  know: (data) => readLadder(data.ladder),
  opening: ({guess = null}, rungs) => momentOfText(rungs, guess),
  read(text, rungs) {
    const moment = momentOfText(rungs, text);
    return moment.guess === null ? null : moment;
  },
  write: (moment, rungs) => textOfMoment(rungs, moment) ?? "",
  frame: (_, rungs) => `<div class="ladder"><p class="ladder-words" data-region="words"></p>
<ol class="ladder-rungs" data-region="rungs"></ol>
<p class="ladder-more" data-region="more"></p>
<details class="without-script"><summary>What each habit brings</summary>${drawTable(rungs)}</details></div>`,
  draw: (moment, rungs) => ({
    words: wordsOfLadder(rungs, moment),
    rungs: drawLadder(rungs, moment),
    more: wordsOfRung(rungs, moment),
  }),
  words: (moment, rungs) => wordsOfLadder(rungs, moment),
  /** "rung-3": the first that is a habit is the guess; later ones are looked at. */
  press(key, {guess}, rungs) {
    const row = Number(key.split("-")[1]);
    if (guess === null && !isHabit(rungs, row)) return null;
    return {guess: guess ?? row, looked: row};
  },
  pressed(_, {context, known: rungs, place, announce}, before) {
    if (before.guess !== null || place.guess === null) return announce(wordsOfRung(rungs, place));
    context.record("habit", Math.max(0, Math.round((10 * rungs[place.guess].gain) / rungs[dearestOf(rungs)].gain)));
    announce();
  },
};

export const {view, mount} = makeFigure(ladder);
