/** Your card: what the guesses have brought, and whom the reader plays like. */
import {dressed, every, find, makeFigure, savePicture} from "site_builder/kit";
import {adviceOf, drawCard, drawKeepsake, drawPlayersCard, drawQuestion, frameOf, wordsOfFit} from "../your-card/drawing.js";
import {answersOfText, askedBefore, askedNow, readKnown, textOfAnswers} from "../your-card/fit.js";

/** @import {Card} from "../../engine/widget" @import {Answers, Known} from "../your-card/fit.js" */
/** @typedef {{answers: Answers, card: Card | null}} Place */

/** What is kept in the browser for the next visit. */
const KEPT = "answers";

/** @param {Place} place */
const isDone = ({answers}) => askedNow(answers) === answers.length;

/** @param {Answers} answers @param {number | undefined} place @param {number | null} answer */
const answered = (answers, place, answer) => answers.map((one, at) => (at === place ? answer : one));

/** @type {import("site_builder/kit").Figure<Place, Known>} */
const figure = {
  know: readKnown,
  opening: (_, {questions}) => ({answers: questions.map(() => null), card: null}),
  read(text, known, {card}) {
    const answers = answersOfText(known, text);
    return answers && {answers, card};
  },
  write: ({answers}) => textOfAnswers(answers),
  frame: (_, known) => frameOf(known),
  draw: ({answers, card}, known) => ({
    card: drawCard(card),
    words: wordsOfFit(known, answers),
    picture: drawKeepsake(known, answers),
    advice: adviceOf(known, answers),
    question: drawQuestion(known, answers),
  }),
  card: (_, known) => drawPlayersCard(known),
  words: ({answers}, known) => wordsOfFit(known, answers),
  /** "answer-2", "back" or "over"; "svg" and "png" lead nowhere. */
  press(key, place, {questions}) {
    if (key === "over") return {...place, answers: questions.map(() => null)};
    if (key === "back") return {...place, answers: answered(place.answers, askedBefore(place.answers), null)};
    return key.startsWith("answer-") ? {...place, answers: answered(place.answers, askedNow(place.answers), Number(key.split("-")[1]))} : null;
  },
  pressed(_, {announce, context, element, place}) {
    context.keep(KEPT, textOfAnswers(place.answers));
    const next = isDone(place) ? find(element, ".own-words") : every(element, ".own-option")[0];
    next?.focus({preventScroll: true});
    announce();
  },
  hands: [dressed(".own", (place) => (isDone(place) ? "own done" : "own"))],
  wake(alive) {
    const {context, element, known} = alive;
    const before = context.readState() === null ? answersOfText(known, context.kept(KEPT)) : null;
    alive.pass({answers: before ?? alive.place.answers, card: context.card()});
    return {
      press(key) {
        if (key !== "svg" && key !== "png") return false;
        const drawing = /** @type {SVGSVGElement | null} */ (element.querySelector(".own-picture"));
        const keep = () => drawing && savePicture(drawing, "yatzy", key).catch((error) => context.fail(error, keep));
        keep();
      },
      reset: () => context.keep(KEPT, ""),
    };
  },
};

export const {view, card, mount} = makeFigure(figure);
