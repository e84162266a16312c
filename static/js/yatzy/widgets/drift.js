/**
 * What do short numbers do to the answer? Choose what is rounded to 24 binary digits, and drag from the end of the game to its beginning.
 */
import {alongPicture, makeFigure} from "site_builder/kit";
import {drawDigits, drawLines, drawWays, wordsOf} from "../machine/drift-drawing.js";
import {momentOfText, readDrift, textOfMoment} from "../machine/drift.js";

/** @import {Drift, DriftMoment as Moment} from "../machine/types" */

const OPENING = "lattice.15";

const FRAME = `<div class="drift">
<div class="drift-panel">
<p class="drift-head">Short numbers for</p>
<div class="drift-ways" role="group" aria-label="What is kept in short numbers" data-region="ways"></div>
<p class="drift-words" data-region="words"></p>
<div class="drift-digits" data-region="digits"></div>
</div>
<div class="drift-field">
<p class="drift-head">too large by, thousandths of a point</p>
<div class="beat-plot drift-plot"><svg aria-hidden="true" data-region="lines"></svg></div>
<p class="drift-head drift-end">turns solved, from the end of the game</p>
</div>
</div>`;

/** Turns of a game. @param {Drift} drift */
const lastOf = (drift) => (drift.get("lattice")?.length ?? 1) - 1;

/** @type {import("site_builder/kit").Figure<Moment, Drift>} */
const figure = {
  know: readDrift,
  opening: ({moment = OPENING}, drift) => /** @type {Moment} */ (momentOfText(moment, drift) ?? momentOfText(OPENING, drift)),
  read: momentOfText,
  write: textOfMoment,
  frame: FRAME,
  draw: (moment, drift) => ({
    ways: drawWays(moment),
    words: wordsOf(drift, moment),
    digits: drawDigits(drift, moment),
    lines: drawLines(drift, moment),
  }),
  words: (moment, drift) => wordsOf(drift, moment),
  /** "way-table". */
  press: (key, moment) => ({...moment, way: key.split("-")[1]}),
  hands: [alongPicture(".drift-field", {
    label: "Turns solved",
    stride: 3,
    now: ({turns}) => turns,
    last: (_moment, drift) => lastOf(drift),
    moved: (moment, turns) => ({...moment, turns}),
  })],
};

export const {view, mount} = makeFigure(figure);
