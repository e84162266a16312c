/** One throw on a pair of scales: lay sure points against it until the pans are level, for three tastes. */
import {makeFigure} from "site_builder/kit";
import {HALF, levelAt, moved, placeOfText, readThrow, stopOfTaste, textOfPlace} from "../risk/scale.js";
import {drawScale, drawTastes, wordsOfScale, wordsOfThrow} from "../risk/scale-drawing.js";

/** @import {Throw} from "../risk/types" @import {Place} from "../risk/scale.js" */

/** Points in the pan at first, and the taste whose scales these are. */
const [SURE, PLAIN] = [1, 1];

/** Points that the buttons lay on, or take off. */
const STEPS = [{key: "less", points: -1, words: "−1"}, {key: "bit-less", points: -HALF, words: "−½"}, {key: "bit-more", points: HALF, words: "+½"}, {key: "more", points: 1, words: "+1"}];

/** @param {Throw} thrown */
function frameOf(thrown) {
  const steps = STEPS.map(({key, words}) => `<button type="button" data-press="${key}" aria-label="${words} sure points">${words}</button>`);
  return `<div class="scale"><p class="scale-throw">${wordsOfThrow(thrown)}</p>
<div class="scale-tastes" role="group" aria-label="Player" data-region="tastes"></div>
<svg class="scale-picture" viewBox="0 0 360 220" aria-hidden="true" data-region="scale"></svg>
<div class="scale-steps with-script" role="group" aria-label="Sure points">${steps.join("")}</div>
<p class="scale-words" data-region="words"></p></div>`;
}

/** @type {import("site_builder/kit").Figure<Place, Throw>} */
const figure = {
  know: readThrow,
  opening: (_state, thrown) => ({stop: stopOfTaste(thrown, PLAIN), sure: SURE, found: []}),
  read: (text, thrown, {found}) => placeOfText(thrown, text, found),
  write: (place, thrown) => textOfPlace(thrown, place),
  frame: (_place, thrown) => frameOf(thrown),
  draw: (place, thrown) => ({tastes: drawTastes(thrown, place), scale: drawScale(thrown, place), words: wordsOfScale(thrown, place)}),
  words: (place, thrown) => wordsOfScale(thrown, place),
  between: (from, to, part) => ({...to, sure: from.sure + (to.sure - from.sure) * part}),
  /** "taste-2", or "bit-more". */
  press(key, place, thrown) {
    const step = STEPS.find((one) => one.key === key);
    if (step) return moved(thrown, place, place.stop, place.sure + step.points);
    return key.startsWith("taste-") ? moved(thrown, place, stopOfTaste(thrown, Number(key.split("-")[1])), place.sure) : null;
  },
  readouts: (place, thrown) => ({sure: String(place.sure), level: String(levelAt(thrown, place.stop))}),
};

export const {view, mount, readouts} = makeFigure(figure);
