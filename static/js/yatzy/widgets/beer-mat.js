/** The mat: what is worth carrying in a head. Guess what it scores, turn one of its numbers, play throws by it. */
import {dressed, every, makeFigure} from "site_builder/kit";
import {drawCard, drawDice, drawPlace, drawTally, verdictPhrase} from "../parts/quiz-drawing.js";
import {chosenOption} from "../parts/quiz.js";
import {liftDiceUnderHand} from "../parts/lift.js";
import {openMat, placeOfText, pressMat, readMat, textOfPlace} from "../minds/mat.js";
import {drawAnswer, drawLines, drawPars, drawSheet, drawTurning, frameOf, wordsOfTurning} from "../minds/mat-drawing.js";
import {pointsOfGuess, verdictOf} from "../minds/mat-guess.js";
import {SHOWN, showVerdict} from "../parts/guess.js";

/** @import {Figure} from "site_builder/kit" @import {Mat, Place} from "../minds/mat.js" */

/** Whether the guess is still to come. @param {Place} place */
const asks = ({guess}) => guess === undefined;

/** @type {Figure<Place, Mat>} */
const mat = {
  know: readMat,
  opening: (_state, known) => openMat(known),
  still: (place) => ({...place, guess: ""}),
  read: (text, known, from) => {
    const place = placeOfText(text, known, from);
    return place && {...place, guess: place.guess ?? ""};
  },
  write: textOfPlace,
  frame: frameOf,
  draw: (place, known) => ({
    pars: drawPars(known, place),
    lines: drawLines(known, place),
    sheet: drawSheet(known),
    verdict: place.guess ? verdictOf(known, place.guess) : "",
    turning: drawTurning(known, place),
    place: drawPlace(known.deck, place),
    dice: drawDice(known.deck, place),
    answer: drawAnswer(known, place),
    card: drawCard(known.deck, place),
    tally: drawTally(known.deck, place, "The mat"),
  }),
  words: (place, known) => wordsOfTurning(known, place),
  press(key, place, known) {
    if (key === "skip") return {...place, guess: SHOWN};
    if (key.startsWith("guess-")) return {...place, guess: key.slice(6)};
    return pressMat(key, place, known);
  },
  pressed(key, {announce, context, element, known, place}, before) {
    if (key === "skip" || key.startsWith("guess-")) {
      if (key !== "skip") context.record("mat", pointsOfGuess(known, place.guess ?? ""));
      showVerdict(element);
      return announce(verdictOf(known, place.guess ?? ""));
    }
    const chosen = place.answers === before.answers ? undefined : chosenOption(place, known.deck.examples);
    if (chosen !== undefined) {
      announce(verdictPhrase(chosen.regret));
      every(element, "[data-press=next]:not([disabled])")[0]?.focus({preventScroll: true});
    } else if (place.box !== before.box || place.change !== before.change) announce();
  },
  hands: [dressed(".beer-mat", (place) => (asks(place) ? "beer-mat to-guess" : "beer-mat"))],
  wake({element, signal}) {
    liftDiceUnderHand(element, signal);
  },
};

export const {view, mount} = makeFigure(mat);
