/** The ladder: four habits, learned in any order; what each adds to those before it. */
import {dressed, every, find, makeFigure} from "site_builder/kit";
import {movedTo, OPENING, orderOfGuess, placeOfText, pointsOfGuess, readLadder, textOfPlace} from "../failures/ladder.js";
import {drawLadder, FRAME, questionWords, verdictOf, wordsOfLadder, wordsOfMove} from "../failures/ladder-drawing.js";
import {SHOWN, showVerdict} from "../parts/guess.js";
import {byDragging} from "../failures/ladder-drag.js";

/** @import {Habit, Players} from "../parts/habits.js" @import {Place} from "../failures/ladder.js" */

/** @type {import("site_builder/kit").Figure<Place, Players>} */
const ladder = {
  know: readLadder,
  opening: () => ({order: OPENING, guess: null}),
  still: (place) => ({...place, guess: ""}),
  read: (text) => placeOfText(text),
  write: textOfPlace,
  frame: FRAME,
  draw: (place, players) => ({
    verdict: place.guess ? verdictOf(players, place.guess) : "",
    rungs: drawLadder(players, place),
  }),
  words: (place, players) => (place.guess === null ? questionWords() : wordsOfLadder(players, place)),
  /** "guess-top", "skip", "up-bonus" or "down-bonus". */
  press(key, place) {
    const [what, name] = key.split("-");
    if (what === "skip") return {...place, guess: SHOWN};
    if (what === "guess") return {order: orderOfGuess(name), guess: name};
    const habit = /** @type {Habit} */ (name);
    return {order: movedTo(place.order, habit, place.order.indexOf(habit) + (what === "up" ? -1 : 1)), guess: place.guess ?? ""};
  },
  pressed(key, {announce, context, element, known: players, place}) {
    const [what, habit] = key.split("-");
    if (what === "guess") context.record("habit", pointsOfGuess(players, habit));
    if (what === "guess" || what === "skip") {
      showVerdict(element);
      return announce(verdictOf(players, place.guess ?? ""));
    }
    const back = what === "up" ? "down" : "up";
    const button = every(element, `[data-press=${key}]:not([disabled])`)[0] ?? find(element, `[data-press=${back}-${habit}]`);
    button.focus({preventScroll: true}); // The habit is in another row now, and its button with it.
    announce(wordsOfMove(players, place, /** @type {Habit} */ (habit)));
  },
  hands: [dressed(".ladder", ({guess}) => (guess === null ? "ladder to-guess" : "ladder")), byDragging],
};

export const {view, mount} = makeFigure(ladder);
