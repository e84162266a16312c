/**
 * Same dice, different past: move the points so far, keep dice, set the dial.
 */
import {alongPicture, find, makeFigure, percentage} from "site_builder/kit";
import {chanceOfMove, momentAfter, momentOfText, moveOfMask, readPasts, textOfMoment} from "../targets/different-past.js";
import {drawChances, drawCurves, drawDial, drawDice, drawZones, wordsOf} from "../targets/different-past-drawing.js";

/** @import {Past, PastMoment as Moment} from "../targets/types" */

/** Opening moment: points so far, the threes kept, the dial at the average. */
const OPENING = "145.24.2";

const FRAME = `<div class="past">
<div class="past-panel">
<p class="past-head">You keep</p>
<div class="past-dice" role="group" aria-label="Dice on the table; press those to keep" data-region="dice"></div>
<p class="past-head">The dial stands at</p>
<div class="past-dial" role="group" aria-label="Setting of the dial" data-region="dial"></div>
<ul class="chance-ways" data-region="chances"></ul>
</div>
<div class="past-result">
<p class="past-words" data-region="words"></p>
<div class="past-field" data-dock-from>
<p class="past-head">chance to win</p>
<div class="beat-plot past-plot"><svg aria-hidden="true" data-region="curves"></svg></div>
<p class="past-head past-end">points so far</p>
<div class="past-zones" aria-hidden="true" data-region="zones"></div>
<p class="past-head past-key"><span><i class="right"></i>the dial’s move is right</span> <span><i class="wrong"></i>it is not</span></p>
</div>
</div>
</div>`;

/** @type {import("site_builder/kit").Figure<Moment, readonly Past[]>} */
const figure = {
  know: readPasts,
  opening: ({moment = OPENING}, pasts) => /** @type {Moment} */ (momentOfText(moment, pasts) ?? momentOfText(OPENING, pasts)),
  read: momentOfText,
  write: textOfMoment,
  frame: FRAME,
  draw: (moment, pasts) => ({
    dice: drawDice(moment.kept),
    dial: drawDial(moment.dial),
    chances: drawChances(pasts[moment.index], moment),
    words: wordsOf(pasts, moment),
    curves: drawCurves(pasts, moment),
    zones: drawZones(pasts, moment),
  }),
  words: (moment, pasts) => wordsOf(pasts, moment),
  readouts({index, kept}, pasts) {
    const {points, needed, best} = pasts[index];
    const yours = chanceOfMove(pasts[index], moveOfMask(kept));
    return {points: String(points), needed: String(needed), best: percentage(best), yours: percentage(yours)};
  },
  press: momentAfter,
  /** What is said of a die is what its move wins: the past is the same. */
  pressed: (key, alive) => alive.announce(key.startsWith("keep") ? find(alive.element, ".chance-way.yours").innerHTML : undefined),
  hands: [alongPicture(".past-field", {
    label: "Points so far",
    stride: 5,
    now: ({index}) => index,
    last: (_moment, pasts) => pasts.length - 1,
    stepAt: (share, _moment, pasts) => Math.min(pasts.length - 1, Math.floor(share * pasts.length)),
    moved: (moment, index) => ({...moment, index}),
  })],
};

export const {view, mount, readouts} = makeFigure(figure);
