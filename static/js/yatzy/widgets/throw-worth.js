/**
 * What is a saved throw worth? Turns by throws saved, for two games.
 */
import {makeFigure, overGrid} from "site_builder/kit";
import {COLUMNS, gameOf, placeOfText, readGames, textOfPlace, within} from "../more-dice/worth.js";
import {drawWorth, WORTH, wordsOf} from "../more-dice/worth-drawing.js";

/** @import {Game, Place} from "../more-dice/worth.js" */

/** @type {import("site_builder/kit").Figure<Place, readonly Game[]>} */
const worth = {
  know: readGames,
  /** `place`: game, turn and throws saved, "scandinavian-saved.8.4". */
  opening: ({place = ""}, games) => placeOfText(place, games) ?? within(games, {game: games[0].name, row: 6, column: 4}),
  read: placeOfText,
  write: textOfPlace,
  frame: WORTH,
  draw: (place, games) => drawWorth(games, place),
  words: (place, games) => wordsOf(games, place),
  press: (key, place, games) => within(games, {...place, game: key.replace(/^game-/, "")}),
  hands: [overGrid(".worth-field", {
    label: "Turns by throws saved. Arrow keys move the mark.",
    areas: ".worth-area",
    size: ({game}, games) => ({columns: COLUMNS, rows: gameOf(games, game).rows.length, stride: 5}),
    read: (place) => place,
    moved: (place, cell, games) => within(games, {...place, ...cell}),
  })],
};

export const {view, mount} = makeFigure(worth);
