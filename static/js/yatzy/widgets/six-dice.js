/**
 * Six dice, and other games: one stage on which the reader exchanges the game and the question.
 */
import {dressed, makeFigure, overGrid} from "site_builder/kit";
import {ASKS, gameOf, placeOfText, readGames, sizeOf, textOfPlace, withAsk, withGame} from "../more-dice/games.js";
import {drawGames, frameOf, mapClass, wordsOf} from "../more-dice/games-drawing.js";
import {SHOWN, showVerdict} from "../parts/guess.js";
import {ANSWERS, drawBonusCard, pointsOfGuess, verdictOf} from "../more-dice/games-guess.js";

/** @import {Game, Place} from "../more-dice/games.js" */

/**
 * @typedef {object} Told
 * @property {ReadonlySet<string>} seen Games that were on the stage: only these tell their numbers.
 * @property {string} [guess]
 */

/** Remember what is on the stage. @param {Place} place @param {Told} before @returns {Place & Told} */
function onStage(place, {seen, guess}) {
  return {...place, guess, seen: new Set([...seen, place.game, place.other])};
}

/** Whether the guess is still to come: the game that answers it was not on the stage. @param {Told} told */
const asks = ({seen}) => !seen.has(ANSWERS);

/** @type {import("site_builder/kit").Figure<Place & Told, readonly Game[]>} */
const stage = {
  know: readGames,
  opening({place = ""}, games) {
    const [{name}] = games;
    const first = placeOfText(place, games) ?? withAsk(games, {game: name, other: name, ask: "ends", column: 0, row: 0}, "ends");
    return onStage(first, {seen: new Set()});
  },
  read(text, games, from) {
    const place = placeOfText(text, games);
    return place && onStage(place, from);
  },
  write: textOfPlace,
  frame: frameOf,
  draw: (place, games) => ({
    ...drawGames(games, place, place.seen),
    verdict: place.guess === undefined ? "" : verdictOf(games, place.guess),
  }),
  card: drawBonusCard,
  words: (place, games) => wordsOf(games, place),
  /** "game-maxi", "ask-boxes"; a guess and the way past it put the game on the stage that answers. */
  press(key, place, games) {
    const [what, name] = [key.split("-")[0], key.replace(/^\w+-?/, "")];
    if (what === "guess" || what === "skip") return onStage(withGame(games, place, ANSWERS), {...place, guess: name || SHOWN});
    const asked = ASKS.find(({ask}) => ask === name);
    if (what === "ask") return asked ? {...place, ...withAsk(games, place, asked.ask)} : null;
    return onStage(withGame(games, place, name), place);
  },
  /** The button that had the focus is gone after a guess. */
  pressed(key, {announce, context, element, known, place: {guess = ""}}) {
    const [what] = key.split("-");
    if (what !== "guess" && what !== "skip") return announce();
    if (what === "guess") context.record("bonus", pointsOfGuess(known, guess));
    showVerdict(element);
    announce(verdictOf(known, guess));
  },
  hands: [
    overGrid(".games-field", {
      label: "Answer for the chosen game. Arrow keys move the mark.",
      areas: ".games-area",
      size: ({game, ask}, games) => ({...sizeOf(gameOf(games, game), ask), stride: ask === "ends" || ask === "shape" ? 20 : 5}),
      read: (place) => place,
      moved: (place, cell) => ({...place, ...cell}),
    }),
    dressed(".games", (place) => (asks(place) ? "games to-guess" : "games")),
    dressed(".games-map", mapClass),
  ],
};

export const {view, card, mount} = makeFigure(stage);
