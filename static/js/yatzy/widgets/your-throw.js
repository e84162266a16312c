/** Your throw: one decision before anything is explained. The hill of all that can come moves by what it gives away. */
import {dressed, every, find, makeFigure} from "site_builder/kit";
import {chosenIn, openThrows, placeOfText, pressThrow, readThrows, textOfPlace} from "../title/your-throw.js";
import {drawChips, drawDice, drawHill, drawKey, drawOnward, drawQuestion, drawSums, drawThrowCard, frameOf, verdictOf} from "../title/your-throw-drawing.js";
import {pointsOfRegret} from "../parts/quiz.js";
import {showTop} from "../parts/show-top.js";
import {tumble} from "../parts/throwing.js";

/** @import {Place, Throw} from "../title/your-throw.js" */

/** The figure that asks these throws, too. */
const SAME = "prices.html#decisions";

/** Whether the throw waits for its answer. @param {Place} place */
const asks = ({at, answers}) => answers[at] === 0;

/** @type {import("site_builder/kit").Figure<Place, readonly Throw[]>} */
const yourThrow = {
  know: readThrows,
  opening: (_state, throws) => openThrows(throws),
  read: placeOfText,
  write: textOfPlace,
  frame: frameOf,
  draw: (place, throws) => ({
    dice: drawDice(throws, place),
    question: drawQuestion(throws, place),
    chips: drawChips(throws, place),
    hill: drawHill(throws, place),
    key: drawKey(throws, place),
    verdict: verdictOf(throws, place),
    sums: drawSums(throws, place),
    onward: drawOnward(throws, place),
  }),
  card: (_place, throws) => drawThrowCard(throws),
  words: (place, throws) => verdictOf(throws, place) || drawQuestion(throws, place),
  press: pressThrow,
  pressed(_, {announce, context, element, known: throws, place}, before) {
    announce();
    const asked = throws[place.at];
    const chosen = asks(before) && chosenIn(asked, place.answers[place.at]);
    if (chosen) context.record(String(asked.example + 1), pointsOfRegret(chosen.regret), SAME);
    if (place.at === before.at) return;
    if (!context.reducedMotion) tumble(every(element, ".throw-dice .die"));
    showTop(find(element, ".throw-dice"), context.reducedMotion);
    find(element, ".throw-chip").focus({preventScroll: true}); // The button that had the focus is gone.
  },
  hands: [dressed(".throws", (place) => (asks(place) ? "throws asking" : "throws"))],
  wake({context, element, place}) {
    if (!context.reducedMotion && asks(place)) tumble(every(element, ".throw-dice .die"));
  },
};

export const {view, card, mount} = makeFigure(yourThrow);
