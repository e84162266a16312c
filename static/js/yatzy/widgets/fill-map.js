/** When is each box filled? Boxes by turns, for all perfect games, those with the bonus and those without. */
import {makeFigure, overGrid} from "site_builder/kit";
import {drawCells, drawKey, drawKinds, GAMES, placeOfText, rowsOf, textOfPlace, TURNS, wordsOfCell} from "../perfect/fill-map.js";
import {drawNames, drawReticle} from "../perfect/map-drawing.js";
import {titleOf} from "../perfect/score-parts.js";

/** @import {Data, Place} from "../perfect/fill-map.js" */

const OPENING = "probability.yatzy.13";

const FRAME = `<div class="fill">
<p class="fill-kinds with-script" role="group" aria-label="Games to show" data-region="kinds"></p>
<div class="fill-map"><div class="fill-names" aria-hidden="true" data-region="names"></div>
<div class="fill-field"><svg viewBox="0 0 ${TURNS} ${TURNS}" preserveAspectRatio="none" aria-hidden="true"><rect class="fill-area" width="${TURNS}" height="${TURNS}"/><g data-region="cells"></g><g data-region="reticle"></g></svg></div>
<p class="fill-axis" aria-hidden="true">turn</p><div class="fill-turns" aria-hidden="true" data-region="turns"></div></div>
<p class="fill-key" aria-hidden="true">${drawKey()}</p>
<p class="fill-words" data-region="words"></p>
</div>`;

/** @type {import("site_builder/kit").Figure<Place, Data>} */
const fillMap = {
  know: (data) => data,
  opening: ({place = OPENING}, data) => /** @type {Place} */ (placeOfText(place, data)),
  read: placeOfText,
  write: (place, data) => textOfPlace(data, place),
  frame: FRAME,
  draw: (place, data) => ({
    kinds: drawKinds(place),
    names: drawNames(rowsOf(data).map(titleOf), place.row),
    cells: drawCells(data, place),
    reticle: drawReticle({row: place.row, column: place.turn - 1}, TURNS),
    turns: drawNames(Array.from({length: TURNS}, (_, turn) => turn + 1), place.turn - 1),
    words: wordsOfCell(data, place),
  }),
  words: (place, data) => wordsOfCell(data, place),
  press(key, place) {
    const kind = GAMES.find(({games}) => key === `games-${games}`);
    return kind ? {...place, games: kind.games} : null;
  },
  hands: [overGrid(".fill-field", {
    label: "Map of boxes by turns. Arrow keys move the reticle.",
    areas: ".fill-area",
    size: () => ({columns: TURNS, rows: TURNS, stride: 5}),
    read: ({turn, row}) => ({column: turn - 1, row}),
    moved: (place, {column, row}) => ({...place, row, turn: column + 1}),
  })],
};

export const {view, mount} = makeFigure(fillMap);
