/** The first roll: what perfect play does with each of them, and how little some of it matters. */
import {dressed, find, makeFigure, overGrid} from "site_builder/kit";
import {closestCalls, layOut, lossOf, noteFound, placeOfText, pointsOfLoss, textOfPlace} from "../perfect/first-roll.js";
import {
  BLOCKS, drawBlock, drawCalls, drawCells, drawDice, drawInks, drawKey, drawMark, drawOptions, questionOf, verdictOf,
} from "../perfect/first-roll-drawing.js";
import {drawGuess, drawVerdict, SHOWN, showVerdict} from "../parts/guess.js";
import {optionText} from "../parts/ranked.js";
import {ROWS} from "../parts/roll-map.js";

/** @typedef {import("../perfect/first-roll.js").Data & {map: import("../parts/roll-map.js").RollMap}} Known */
/** `guess`: right after it was given. @typedef {import("../perfect/first-roll.js").Place & {asks: boolean, guess: string | null}} Place */

/** Three ones and two sixes: a full house that is broken up. */
const OPENING = "11166";

/** Go elsewhere: whoever does has seen the answer. @param {Place} place @param {Partial<Place>} change @param {Known} known @returns {Place} */
function moved(place, change, {opening_rolls: rows}) {
  return {...noteFound(rows, {...place, ...change}), asks: false, guess: null};
}

/** @type {import("site_builder/kit").Figure<Place, Known>} */
const firstRoll = {
  know: (data) => ({...data, map: layOut(data.opening_rolls)}),
  opening: ({place = OPENING}, {opening_rolls: rows}) => ({.../** @type {Place} */ (placeOfText(place, rows)), asks: true, guess: null}),
  read(text, {opening_rolls: rows}) {
    const place = placeOfText(text, rows);
    return place && {...place, asks: false, guess: null};
  },
  write: (place, {opening_rolls: rows}) => (place.asks ? "" : textOfPlace(rows, place)),
  frame: (_, {first_roll_options: options, map}) => `<div class="first to-guess">
${drawGuess(questionOf(options))}${drawVerdict()}
<p class="first-inks with-script" role="group" aria-label="What the colour says" data-region="inks"></p>
<div class="first-field">${BLOCKS.map((block) => drawBlock(map, block)).join("")}</div>
<p class="first-key" aria-hidden="true" data-region="key"></p>
<div class="first-one unfolds"><p class="first-dice" data-region="dice"></p>
<div class="first-options" data-region="options"></div></div>
<div class="first-calls with-script unfolds" data-region="calls"></div>
</div>`,
  draw: (place, {opening_rolls: rows, first_roll_options: options, map}) => ({
    ...Object.fromEntries(BLOCKS.map((block) => [`cells-${block}`, drawCells(rows, map, place, block)])),
    ...Object.fromEntries(BLOCKS.map((block) => [`mark-${block}`, drawMark(rows, map, place, block)])),
    inks: drawInks(place),
    key: drawKey(place),
    verdict: place.guess === null ? "" : verdictOf(options, place.guess),
    dice: drawDice(rows, place),
    options: drawOptions(rows, place),
    calls: drawCalls(rows, place),
  }),
  words: (place, {opening_rolls: rows}) => `${rows.dice[place.roll].split("").join(" ")}: ${drawOptions(rows, place)}`,
  /** "guess-66", "skip", "ink-kept" or "call-0". */
  press(key, place, known) {
    const [what, name] = key.split("-");
    if (what === "guess") return {...moved(place, {}, known), guess: name.replace("none", "")};
    if (what === "skip") return {...moved(place, {}, known), guess: SHOWN};
    if (what === "ink") return moved(place, {ink: name === "kept" ? "kept" : "gap"}, known);
    return moved(place, what === "call" ? {roll: closestCalls(known.opening_rolls)[Number(name)].roll} : {}, known);
  },
  pressed(key, {element, context, known: {first_roll_options: options}, place: {guess}, announce}) {
    if (key.startsWith("ink-")) return;
    if (guess !== null && guess !== SHOWN) context.record("house", pointsOfLoss(lossOf(options, guess)));
    announce(guess === null ? undefined : verdictOf(options, guess, optionText));
    if (guess !== null) showVerdict(element);
    else if (!key.startsWith("call-")) find(element, ".first-field").focus({preventScroll: true}); // The button that had the focus is gone.
  },
  hands: [
    dressed(".first", ({asks}) => (asks ? "first to-guess" : "first")),
    overGrid(".first-field", {
      label: "All first rolls by pattern. Arrow keys move the reticle.",
      areas: ".first-area",
      size: (_, {map}) => ({columns: map.columns, rows: ROWS, stride: 5}),
      read: ({roll}, {opening_rolls: rows, map}) => map.cellOf(rows.dice[roll]),
      moved: (place, cell, known) => moved(place, {roll: known.map.indexAt(cell)}, known),
      looked: (place, cell, known) => (place.asks ? null : moved(place, {roll: known.map.indexAt(cell)}, known)),
    }),
  ],
};

export const {view, mount} = makeFigure(firstRoll);
