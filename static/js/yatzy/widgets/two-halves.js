/** Two halves: what is worth more to a casual player, counting chances or knowing pars? */
import {dressed, makeFigure} from "site_builder/kit";
import {FOUR, placeOfText, pointsOfGuess, readHalves} from "../failures/halves.js";
import {drawHalvesCard, drawSquare, frameOf, questionWords, verdictOf, wordsOf} from "../failures/halves-drawing.js";
import {SHOWN, showVerdict} from "../parts/guess.js";

/** @import {Halves, Place} from "../failures/halves.js" */

/** @type {import("site_builder/kit").Figure<Place, Halves>} */
const halves = {
  know: readHalves,
  opening: () => ({player: "chances-pars", guess: null}),
  still: (place) => ({...place, guess: ""}),
  read: (text) => placeOfText(text),
  write: ({player, guess}) => (guess === null ? "" : player),
  frame: (_, known) => frameOf(known),
  draw: (place, known) => ({
    verdict: place.guess ? verdictOf(known, place.guess) : "",
    square: drawSquare(known, place),
    words: wordsOf(known, place),
  }),
  card: (_, known) => drawHalvesCard(known),
  words: (place, known) => (place.guess === null ? questionWords() : wordsOf(known, place)),
  /** "guess-pars", "skip" or "look-chances-pars". */
  press(key, place) {
    if (key === "skip") return {...place, guess: SHOWN};
    if (key.startsWith("guess-")) return {...place, guess: key.slice("guess-".length)};
    const player = key.slice("look-".length);
    return FOUR.includes(player) ? {player, guess: place.guess ?? ""} : null;
  },
  pressed(key, {announce, context, element, known, place: {guess}}) {
    if (key.startsWith("look-") || !guess) return announce();
    if (key !== "skip") context.record("halves", pointsOfGuess(known, guess));
    showVerdict(element);
    announce(verdictOf(known, guess));
  },
  hands: [dressed(".halves", ({guess}) => (guess === null ? "halves to-guess" : "halves"))],
};

export const {view, card, mount} = makeFigure(halves);
