/** What goes with what? All pairs of boxes by their correlation; behind each the conditional means. */
import {makeFigure, overGrid} from "site_builder/kit";
import {CODES, COUNT, EXAMPLES, NAMES, placeOfText, textOfPlace, wordsOfPair} from "../perfect/pair-map.js";
import {drawCells, drawExamples, drawKey, drawNames, drawReticle, drawShifts, titleOfShifts} from "../perfect/pair-map-drawing.js";
import {titleOf} from "../perfect/score-parts.js";

/** @import {Data, Place} from "../perfect/pair-map.js" */

const OPENING = "sixes.bonus";

/** @type {import("site_builder/kit").Figure<Place, Data>} */
const pairMap = {
  know: (data) => data,
  opening: ({place = OPENING}) => /** @type {Place} */ (placeOfText(place)),
  read: placeOfText,
  write: textOfPlace,
  frame: (_, data) => `<div class="pairs">
<div class="pairs-map"><div class="pairs-names" aria-hidden="true" data-region="names"></div>
<div class="pairs-field"><svg viewBox="0 0 ${COUNT} ${COUNT}" preserveAspectRatio="none" aria-hidden="true">${drawCells(data)}<g data-region="reticle"></g></svg></div>
<span></span><div class="pairs-codes" aria-hidden="true" data-region="codes"></div></div>
<div class="pairs-one">
<p class="pairs-examples with-script">${drawExamples()}</p>
<p class="pairs-words" data-region="words"></p>
<svg class="pairs-shifts" aria-hidden="true" data-region="shifts"></svg>
<p class="pairs-note" data-region="note"></p>
</div>
<p class="pairs-key" aria-hidden="true">${drawKey()}</p>
</div>`,
  draw: (place, data) => ({
    names: drawNames(NAMES.map((name, at) => `${titleOf(name)} <small>${CODES[at]}</small>`), place.known),
    reticle: drawReticle({row: place.known, column: place.other}, COUNT),
    codes: drawNames(CODES, place.other),
    words: wordsOfPair(data, place),
    shifts: drawShifts(data, place),
    note: titleOfShifts(place),
  }),
  words: (place, data) => wordsOfPair(data, place),
  /** "example-0": pairs worth a look. */
  press(key) {
    const {known, other} = EXAMPLES[Number(key.split("-")[1])];
    return placeOfText(`${known}.${other}`);
  },
  hands: [overGrid(".pairs-field", {
    label: "Map of all pairs of boxes. Arrow keys move the reticle.",
    areas: ".pairs-area",
    size: () => ({columns: COUNT, rows: COUNT, stride: 4}),
    read: ({known, other}) => ({column: other, row: known}),
    moved: (_, {column, row}) => ({known: row, other: column}),
  })],
};

export const {view, mount} = makeFigure(pairMap);
