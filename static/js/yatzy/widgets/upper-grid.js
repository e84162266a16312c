/**
 * Which totals can happen? Upper totals across, sets of upper boxes down; every cell tells its dice or why it has none.
 */
import {dressed, every, find, makeFigure, overGrid, partsOf} from "site_builder/kit";
import {showVerdict} from "../parts/guess.js";
import {drawPlace, frameOf} from "../geometry/upper-drawing.js";
import {answerOf, pointsOfTotal, verdictOf} from "../geometry/upper-guess.js";
import {
  addDie, diceToReach, namesOfMask, placeAt, placeOfText, reasonOf, switchBox, textOfPlace, thresholdOf, titleOf,
} from "../geometry/upper-place.js";
import {readUpperSets} from "../geometry/upper-totals.js";

/**
 * @typedef {readonly import("../geometry/upper-totals.js").UpperSet[]} Sets
 * @typedef {import("../geometry/upper-place.js").Place & {asks?: boolean, guess?: number}} Place Whether the guess is still
 *   to come, and the guess that led here: whoever looks elsewhere has seen the answer.
 * @typedef {import("site_builder/kit").Alive<Place, Sets>} Alive
 */

/** Opening cell: Ones and Threes with eleven points, a total that takes both. */
const OPENING = "13.11";
/** Milliseconds for the reticle to slide to its next place, and for each die that the totals of a row wait for. */
const GLIDE = 350;
const DIE = 60;

/** @type {import("site_builder/kit").Figure<Place, Sets>} */
const grid = {
  know: ({upper_reachability}) => readUpperSets(upper_reachability),
  /** `place`: faces of the filled boxes and the total, "13.11". */
  opening: ({place = OPENING}, sets) => ({...(placeOfText(sets, place) ?? placeAt(sets[0], 0)), asks: true}),
  read: (text, sets) => placeOfText(sets, text),
  write: textOfPlace,
  frame: frameOf,
  draw: (place, sets) => ({...drawPlace(place), verdict: place.guess === undefined ? "" : verdictOf(sets, place.guess)}),
  words: (place) => `${namesOfMask(place.set.mask)}, ${titleOf(place)}. ${reasonOf(place)}`,
  /** "box-3", "dice-3", "guess-36", "skip": a box is filled or emptied, a die is added, or the guess goes to the cell that answers it. */
  press(key, place, sets) {
    const [part, number] = partsOf(key);
    if (part === "skip") return {...place, asks: false, guess: -1};
    if (part === "guess") return {...answerOf(sets), guess: number};
    return part === "dice" ? addDie(sets, place, number) : switchBox(sets, place, number);
  },
  pressed(key, alive, before) {
    const [part, number] = partsOf(key);
    if (part === "skip" || part === "guess") return tell(alive, part === "guess" ? number : -1);
    glide(alive.element);
    if (part === "box" && alive.place.set.mask > before.set.mask) spread(alive.element, diceToReach(before.set.reachable, number));
    alive.announce();
  },
  wake: ({element}) => ({reset: () => glide(element)}),
  hands: [
    overGrid(".upper-grid-field", {
      label: "Grid of upper totals and filled upper boxes. Arrow keys move the reticle.",
      areas: ".upper-grid-area",
      size: (_place, sets) => ({columns: thresholdOf(sets[0]) + 1, rows: sets.length}),
      read: ({set, total}) => ({column: total, row: set.row}),
      moved: (_place, {column, row}, sets) => placeAt(sets[row], column),
      looked: ({asks}, {column, row}, sets) => (asks ? null : placeAt(sets[row], column)),
    }),
    dressed(".upper-grid", ({asks}) => (asks ? "upper-grid to-guess" : "upper-grid")),
  ],
};

/** Answer a guess, or show the answer (-1). @param {Alive} alive @param {number} total */
function tell({announce, context, element, known, place}, total) {
  if (total >= 0) context.record("total", pointsOfTotal(known, total));
  showVerdict(element);
  announce(total < 0 ? verdictOf(known, total) : `${verdictOf(known, total)} ${reasonOf(place)}`);
}

/** Let the reticle slide to its next place instead of jumping. @param {HTMLElement} element */
function glide(element) {
  const field = find(element, ".upper-grid-field");
  field.classList.add("gliding");
  setTimeout(() => field.classList.remove("gliding"), GLIDE);
}

/**
 * Let the totals of a row light up die by die.
 * @param {HTMLElement} element
 * @param {readonly (number | null)[]} dice After how many each is met.
 */
function spread(element, dice) {
  every(element, ".upper-grid-strip rect:not(.strip-mark)").forEach((cell, total) => {
    cell.style.setProperty("transition-delay", `${DIE * (dice[total] ?? 0)}ms`);
  });
}

export const {view, mount} = makeFigure(grid);
