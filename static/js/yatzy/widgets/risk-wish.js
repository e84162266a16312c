/**
 * Which risk suits which wish: choose a percentile and get its best theta, or choose theta and see all percentiles.
 */
import {alongPicture, makeFigure} from "site_builder/kit";
import {DIAL, drawDial, turnDial} from "../risk/dial.js";
import {bestWish, N_PERCENTILES, readLadder, textOfWish, wishOfText} from "../risk/wish.js";
import {drawLadder, drawRungs, wordsOfWish} from "../risk/wish-drawing.js";

/** @import {Ladder, Wish} from "../risk/types" */

/** Percentile at which the figure opens. */
const OPENING = 5;

const FRAME = `<div class="risk risk-wish-figure">
<p class="wish-words" data-region="words"></p>
<div><p class="risk-title">Points more than with theta 0 <span>by percentile, bad games on the left</span></p>
<div class="wish-ladder"><svg aria-hidden="true" data-region="ladder"></svg></div></div>
<p class="wish-key" aria-hidden="true"><span><i class="key-line"></i>this theta</span><span><i class="key-best"></i>best theta for each percentile</span><span><i class="key-limit"></i>best that can be had</span></p>
<div class="wish-rungs" role="group" aria-label="Percentiles" data-region="rungs"></div>
<div>${DIAL}
<p class="risk-ends" aria-hidden="true"><span>← cautious</span><span>theta</span><span>bold →</span></p></div>
</div>`;

/** @type {import("site_builder/kit").Figure<Wish, Ladder>} */
const figure = {
  know: readLadder,
  /** `wish`: percentile and theta, "5:-0.025". */
  opening: ({wish = ""}, ladder) => wishOfText(ladder, wish) ?? bestWish(ladder, OPENING),
  read: (text, ladder) => wishOfText(ladder, text),
  write: (wish, ladder) => textOfWish(ladder, wish),
  frame: FRAME,
  draw: (wish, ladder) => ({
    words: wordsOfWish(ladder, wish),
    ladder: drawLadder(ladder, wish),
    rungs: drawRungs(ladder, wish),
    dial: drawDial(ladder.stops, wish.stop),
  }),
  words: (wish, ladder) => wordsOfWish(ladder, wish),
  /** "rung:95". */
  press(key, _wish, ladder) {
    const percentile = Number(key.split(":")[1]);
    return percentile >= 1 && percentile <= N_PERCENTILES ? bestWish(ladder, percentile) : null;
  },
  hands: [
    alongPicture(".wish-ladder", {
      label: "Percentile wished for",
      stride: 10,
      now: ({percentile}) => percentile - 1,
      last: () => N_PERCENTILES - 1,
      stepAt: (share) => Math.max(0, Math.min(N_PERCENTILES - 1, Math.round(share * N_PERCENTILES - 0.5))),
      moved: (_wish, place, ladder) => bestWish(ladder, place + 1),
    }),
    turnDial(({stop}) => stop, (wish, stop) => ({...wish, stop})),
  ],
};

export const {view, mount} = makeFigure(figure);
