/**
 * What are lanes? Fill upper boxes, choose how many totals go through a turn together, and drag along them.
 */
import {alongPicture, makeFigure} from "site_builder/kit";
import {momentAfter, momentOfText, N_TOTALS, rowsOf, stepAtTotal, textOfMoment} from "../machine/lanes.js";
import {drawAxis, drawBoxes, drawHand, drawRows, drawShare, drawStairs, drawTotals, drawWidths, wordsOf} from "../machine/lanes-drawing.js";

/** @import {LanesData, LanesMoment as Moment} from "../machine/types" */

/** Fours, Fives and Sixes filled, four lanes, nothing shared. */
const OPENING = "56.4.0.5";

const FRAME = `<div class="lanes">
<div class="lanes-panel">
<p class="lanes-head">Upper boxes filled</p>
<div class="lanes-boxes" role="group" aria-label="Upper boxes filled" data-region="boxes"></div>
<p class="lanes-head">Lanes</p>
<div class="lanes-widths" role="group" aria-label="Lanes" data-region="widths"></div>
<div class="lanes-share" data-region="share"></div>
<p class="lanes-words" data-region="words"></p>
</div>
<div class="lanes-field" data-dock-from>
<p class="lanes-head">upper total</p>
<svg class="lanes-totals" viewBox="0 0 ${N_TOTALS} 1" preserveAspectRatio="none" aria-hidden="true" data-region="totals"></svg>
<svg class="lanes-rows" viewBox="0 0 ${N_TOTALS} ${N_TOTALS}" preserveAspectRatio="none" aria-hidden="true" data-region="rows"></svg>
<svg class="lanes-axis" aria-hidden="true">${drawAxis()}</svg>
<p class="lanes-head lanes-key"><span><i class="useful"></i>solved</span> <span><i class="idle"></i>idle lane</span> <span><i class="copied"></i>shares a value</span> <span><i class="stairs"></i>one lane alone</span> <span>time runs down</span></p>
</div>
</div>`;

/** @type {import("site_builder/kit").Figure<Moment, LanesData>} */
const figure = {
  know: (data) => data,
  opening: ({moment = OPENING}, data) => /** @type {Moment} */ (momentOfText(moment, data) ?? momentOfText(OPENING, data)),
  read: momentOfText,
  write: textOfMoment,
  frame: FRAME,
  draw: (moment, data) => ({
    boxes: drawBoxes(moment),
    widths: drawWidths(moment),
    share: drawShare(moment),
    words: wordsOf(data, moment),
    totals: drawTotals(data, moment),
    rows: drawStairs(data, moment) + drawRows(data, moment) + drawHand(data, moment),
  }),
  words: (moment, data) => wordsOf(data, moment),
  press: momentAfter,
  hands: [alongPicture(".lanes-field", {
    label: "Row that is being solved",
    stride: 4,
    now: ({step}) => step,
    last: (moment, data) => rowsOf(data, moment).length - 1,
    stepAt: (share, moment, data) => stepAtTotal(rowsOf(data, moment), Math.min(N_TOTALS - 1, Math.floor(share * N_TOTALS))),
    moved: (moment, step) => ({...moment, step}),
  })],
};

export const {view, mount} = makeFigure(figure);
