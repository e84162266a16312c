/**
 * What a saved throw is worth, drawn: a step for each throw in the purse, and a map of turns by throws saved.
 */
import {counted, percentOf} from "site_builder/kit";
import {COLUMNS, gameOf, purseOf, STEPS, stepOf} from "./worth.js";
import {titleOfGame} from "./titles.js";

/** @import {Game, Place} from "./worth.js" */

export const WORTH = `<div class="worth">
<div class="worth-games with-script" role="group" aria-label="Game" data-region="games"></div>
<p class="worth-head">points that each saved throw adds, one after the other</p>
<div class="worth-map"><div class="worth-steps"><svg aria-hidden="true" data-region="steps"></svg></div>
<div class="worth-counts" aria-hidden="true" data-region="counts"></div>
<div class="worth-turns" aria-hidden="true" data-region="turns"></div>
<div class="worth-field"><svg aria-hidden="true" data-region="map"></svg></div>
<p class="worth-axis">down: turn · across: throws saved already</p></div>
<p class="worth-key" aria-hidden="true">${drawKey()}</p>
<p class="worth-words" data-region="words"></p>
</div>`;

/** @param {readonly Game[]} games @param {Place} place */
export function drawWorth(games, place) {
  return {
    games: drawGames(games, place),
    steps: drawSteps(games, place),
    map: drawMap(games, place),
    turns: drawTurns(games, place),
    counts: drawCounts(place),
    words: wordsOf(games, place),
  };
}

/** @param {readonly Game[]} games @param {Place} place */
function drawGames(games, place) {
  return games.map(({name}) => `<button type="button" class="button worth-game" aria-pressed="${name === place.game}" data-press="game-${name}">${titleOfGame(name)}</button>`).join("");
}

/** The largest worth of all, at the top of the steps. @param {readonly Game[]} games */
function topOf(games) {
  return 1.1 * Math.max(...games.flatMap(({rows}) => rows.flatMap((row) => row.map(({worth}) => worth))));
}

/** Draw a step for each throw: those in the purse, the next one, and those after it. @param {readonly Game[]} games @param {Place} place */
function drawSteps(games, {game: name, row, column}) {
  const game = gameOf(games, name);
  const top = topOf(games);
  const levels = [0, 1, 2, 3, 4, 5].filter((level) => level < top).map((level) => {
    const y = percentOf(1 - level / top);
    return `<line class="${level === 0 ? "worth-base" : "worth-grid"}" x2="100%" y1="${y}" y2="${y}"/><text class="worth-tick end" x="0" y="${y}" dx="-.5em" dy=".35em">${level}</text>`;
  });
  const bars = game.rows[row].map(({worth}, saved) => {
    const look = saved < column ? "have" : saved === column ? "next" : "later";
    return `<rect class="worth-step ${look}" x="${percentOf((saved + 0.08) / COLUMNS)}" width="${percentOf(0.84 / COLUMNS)}" y="${percentOf(1 - worth / top)}" height="${percentOf(worth / top)}"/>`;
  });
  return `${levels.join("")}${bars.join("")}`;
}

/** @param {readonly Game[]} games @param {Place} place */
function drawMap(games, {game: name, row, column}) {
  const {rows} = gameOf(games, name);
  const size = rows.length;
  const cells = rows.flatMap((cellsOfRow, y) => cellsOfRow.map(({worth}, x) =>
    `<rect class="fill-${stepOf(worth)}" x="${percentOf((x + 0.03) / COLUMNS)}" y="${percentOf((y + 0.04) / size)}" width="${percentOf(0.94 / COLUMNS)}" height="${percentOf(0.92 / size)}"/>`));
  return `<rect class="worth-area" width="100%" height="100%"/>${cells.join("")}<rect class="worth-ring" x="${percentOf(column / COLUMNS)}" y="${percentOf(row / size)}" width="${percentOf(1 / COLUMNS)}" height="${percentOf(1 / size)}"/>`;
}

/** @param {readonly Game[]} games @param {Place} place */
function drawTurns(games, {game, row}) {
  return gameOf(games, game).rows.map((_, at) => `<span${at === row ? ' class="on"' : ""}>${at + 2}</span>`).join("");
}

/** @param {Place} place */
function drawCounts({column}) {
  return Array.from({length: COLUMNS}, (_, at) => `<span${at === column ? ' class="on"' : ""}>${at}</span>`).join("");
}

function drawKey() {
  const swatches = [0, ...STEPS].map((from, step) => `<span><i class="fill-${step}"></i>${step === 0 ? "less" : from}</span>`);
  return `<span>points or more:</span>${swatches.join("")}`;
}

/** @param {readonly Game[]} games @param {Place} place */
export function wordsOf(games, {game: name, row, column}) {
  const game = gameOf(games, name);
  const {worth, least, most} = game.rows[row][column];
  const purse = column === 0 ? "With nothing saved" : `With ${counted(column, "throw")} saved`;
  const together = column === 0 ? "" : column === 1 ? ` The one in the purse is worth ${purseOf(game, row, 1).toFixed(2)}.` : ` The ${column} in the purse are worth ${purseOf(game, row, column).toFixed(2)} together.`;
  return `Before turn <b>${row + 2}</b>. ${purse}, one more is worth <b>${worth.toFixed(2)}</b> points (from ${least.toFixed(2)} to ${most.toFixed(2)}, by the card).${together}`;
}
