/**
 * Several games side by side, drawn: the list of games, the questions, and one stage for all answers.
 */
import {percentage, percentOf, shareText} from "site_builder/kit";
import {ASKS, chanceOfMore, gameOf, POINTS, scoreAt, sizeOf, spreadAt, SPREADS} from "./games.js";
import {drawGuess} from "../parts/guess.js";
import {QUESTION} from "./games-guess.js";
import {titleOfBox, titleOfGame} from "./titles.js";

/** @import {Game, Place} from "./games.js" */

/** Largest share that a bar of the boxes can show. */
const LARGEST_SHARE = 0.4;
/** Chances at which the colour of a turn grows stronger. */
const STEPS = [0.01, 0.03, 0.06, 0.09, 0.12, 0.16];

/** Names of the map, by what is asked. @param {Place} place */
export const mapClass = ({ask}) => `games-map ${ask}`;

/** @param {Place} place */
export const frameOf = (place) => `<div class="games to-guess">
${drawGuess(QUESTION)}<p class="guess-verdict" tabindex="-1" data-region="verdict"></p>
<div class="games-table"><table class="games-list" data-region="list"></table></div>
<div class="games-asks with-script" role="group" aria-label="Question" data-region="asks"></div>
<div class="${mapClass(place)}" data-dock-from><div class="games-names" aria-hidden="true" data-region="names"></div>
<div class="games-field"><svg aria-hidden="true" data-region="stage"></svg></div>
<p class="games-axis" data-region="axis"></p></div>
<p class="games-words" data-region="words"></p>
</div>`;

/** @param {readonly Game[]} games @param {Place} place @param {ReadonlySet<string>} seen Games that were on the stage. */
export function drawGames(games, place, seen) {
  return {
    list: drawList(games, place, seen),
    asks: drawAsks(place),
    names: drawNames(games, place),
    stage: `<rect class="games-area" width="100%" height="100%"/>${drawStage(games, place)}`,
    axis: drawAxis(place),
    words: wordsOf(games, place),
  };
}

/**
 * Draw the list of games with what sets them apart; those that were never on the stage keep their numbers covered, but on
 * paper and where no script runs.
 * @param {readonly Game[]} games @param {Place} place @param {ReadonlySet<string>} seen
 */
export function drawList(games, place, seen) {
  const rows = games.map(({name, dice, mean, sd, bonus_rate, top_rate}) => {
    const mark = name === place.game ? "on" : name === place.other ? "other" : "";
    const numbers = [mean.toFixed(2), sd.toFixed(1), percentage(bonus_rate), percentage(top_rate)];
    const cells = numbers.map((number) => `<td${seen.has(name) ? "" : ' class="unseen"'}><span>${number}</span></td>`).join("");
    return `<tr class="${mark}"><th scope="row"><button type="button" class="games-name" aria-pressed="${name === place.game}" data-press="game-${name}"><i></i>${titleOfGame(name)}</button></th><td>${dice}</td>${cells}</tr>`;
  });
  return `<thead><tr><th scope="col">game</th><th scope="col">dice</th><th scope="col">average</th><th scope="col">spread</th><th scope="col">bonus</th><th scope="col">all alike</th></tr></thead><tbody>${rows.join("")}</tbody>`;
}

/** @param {Place} place */
function drawAsks({ask}) {
  return ASKS.map((one) => `<button type="button" class="button games-ask" aria-pressed="${one.ask === ask}" data-press="ask-${one.ask}">${one.title}</button>`).join("");
}

/** Draw the stage. @param {readonly Game[]} games @param {Place} place */
function drawStage(games, place) {
  const game = gameOf(games, place.game);
  if (place.ask === "boxes") return drawBoxes(game, place);
  if (place.ask === "turns") return drawTurns(game, place);
  return drawEnds(game, gameOf(games, place.other), place);
}

/** A curve as a path in a square of 1,000, by points or by spreads. @param {Game} game @param {boolean} by_spread @param {number} top */
function pathOfGame({chances, mean, sd}, by_spread, top) {
  const {from, to} = by_spread ? SPREADS : POINTS;
  const [scale, origin] = by_spread ? [sd, mean] : [1, 0];
  let path = "";
  chances.forEach((chance, score) => {
    const share = ((score - origin) / scale - from) / (to - from);
    if (share < 0 || share > 1) return;
    path += `${path === "" ? "M" : "L"}${Math.round(share * 1e4) / 10} ${Math.round(1000 * (1 - (chance * scale) / top))}`;
  });
  return path;
}

/** @param {Game} game @param {boolean} by_spread */
function peakOf({chances, sd}, by_spread) {
  return Math.max(...chances) * (by_spread ? sd : 1);
}

/** @param {Game} game @param {Game} other @param {Place} place */
function drawEnds(game, other, place) {
  const by_spread = place.ask === "shape";
  const top = 1.08 * Math.max(peakOf(game, by_spread), peakOf(other, by_spread));
  const {columns} = sizeOf(game, place.ask);
  const x = percentOf(place.column / (columns - 1));
  const line = pathOfGame(game, by_spread, top);
  const ghost = game === other ? "" : `<path class="games-other" d="${pathOfGame(other, by_spread, top)}"/>`;
  const ticks = by_spread ? [-3, -2, -1, 0, 1, 2, 3, 4] : [100, 200, 300, 400, 500, 600];
  const {from, to} = by_spread ? SPREADS : POINTS;
  const labels = ticks.map((tick) => `<text class="games-tick" x="${percentOf((tick - from) / (to - from))}" y="100%" dy="1.7em">${by_spread ? spreadText(tick) : tick}</text>`);
  const mean = by_spread ? "" : [game, other].map((one) => {
    const at = percentOf((one.mean - from) / (to - from));
    return `<line class="games-mean${one === game ? "" : " other"}" x1="${at}" x2="${at}" y1="2%" y2="100%"/>`;
  }).join("");
  return `<svg class="games-curves" viewBox="0 0 1000 1000" width="100%" height="100%" preserveAspectRatio="none"><path class="games-fill" d="${line}L1000 1000L0 1000Z"/>${ghost}<path class="games-line" d="${line}"/></svg><line class="games-base" x2="100%" y1="100%" y2="100%"/>${mean}${labels.join("")}
<line class="games-hand" x1="${x}" x2="${x}" y2="100%"/><circle class="games-grip" cx="${x}" cy="100%" r="8"/>`;
}

/** @param {number} spreads */
function spreadText(spreads) {
  return spreads === 0 ? "mean" : `${spreads < 0 ? "−" : "+"}${Math.abs(spreads)}`;
}

/** @param {Game} game @param {Place} place */
function drawBoxes({boxes}, {row}) {
  const bars = boxes.map(({mean_share, spread_share}, place) => {
    const width = (/** @type {number} */ share) => percentOf(Math.max(0, Math.min(1, share / LARGEST_SHARE)));
    const at = (/** @type {number} */ share) => percentOf((place + share) / boxes.length);
    return `<rect class="games-points" y="${at(0.14)}" width="${width(mean_share)}" height="${percentOf(0.36 / boxes.length)}"/><rect class="games-ups" y="${at(0.54)}" width="${width(spread_share)}" height="${percentOf(0.26 / boxes.length)}"/>`;
  });
  const ticks = [0, 0.1, 0.2, 0.3].map((share) => `<line class="games-grid" x1="${percentOf(share / LARGEST_SHARE)}" x2="${percentOf(share / LARGEST_SHARE)}" y2="100%"/><text class="games-tick${share === 0 ? " first" : ""}" x="${percentOf(share / LARGEST_SHARE)}" y="100%" dy="1.7em">${percentage(share, 0)}</text>`);
  return `${ticks.join("")}${bars.join("")}<rect class="games-ring" y="${percentOf(row / boxes.length)}" width="100%" height="${percentOf(1 / boxes.length)}"/>`;
}

/** @param {number} chance */
function stepOf(chance) {
  return STEPS.filter((step) => chance >= step).length;
}

/** @param {Game} game @param {Place} place */
function drawTurns({early}, {row, column}) {
  const size = early.length;
  const at = (/** @type {number} */ cell, /** @type {number} */ gap) => percentOf((cell + gap) / size);
  const cells = early.flatMap(({turns}, y) => turns.map((chance, x) =>
    `<rect class="fill-${stepOf(chance)}" x="${at(x, 0.03)}" y="${at(y, 0.03)}" width="${percentOf(0.94 / size)}" height="${percentOf(0.94 / size)}"/>`));
  const labels = early.map((_, x) => `<text class="games-tick${(x + 1) % 5 === 0 || x === 0 ? "" : " rare"}" x="${at(x, 0.5)}" y="100%" dy="1.7em">${x + 1}</text>`);
  return `${cells.join("")}${labels.join("")}<rect class="games-ring" x="${at(column, 0)}" y="${at(row, 0)}" width="${percentOf(1 / size)}" height="${percentOf(1 / size)}"/>`;
}

/** Names of the rows, where the stage has any. @param {readonly Game[]} games @param {Place} place */
function drawNames(games, {game: name, ask, row}) {
  const game = gameOf(games, name);
  const listed = ask === "boxes" ? game.boxes : ask === "turns" ? game.early : [];
  return listed.map((box, place) => `<span${place === row ? ' class="on"' : ""}>${titleOfBox(box.name)}</span>`).join("");
}

/** What runs along the bottom. @param {Place} place */
function drawAxis({ask}) {
  if (ask === "ends") return "final score";
  if (ask === "shape") return "distance from the mean, in standard deviations";
  if (ask === "turns") return "turn of the game";
  return `<span class="games-key points"><i></i>share of the points</span> <span class="games-key ups"><i></i>share of the ups and downs</span>`;
}

/** @param {readonly Game[]} games @param {Place} place */
export function wordsOf(games, place) {
  const [game, other] = [gameOf(games, place.game), gameOf(games, place.other)];
  const title = `<b>${titleOfGame(game.name)}</b>`;
  const compared = (/** @type {string} */ words) => (game === other ? "" : words);
  if (place.ask === "ends") {
    const score = scoreAt(game, place);
    return `${title}: <b>${shareText(chanceOfMore(game, score))}</b> of games end with <b>${score}</b> points or more${compared(`; in ${titleOfGame(other.name)}, ${shareText(chanceOfMore(other, score))}`)}.`;
  }
  if (place.ask === "shape") return wordsOfShape(game, other, place);
  const box = (place.ask === "boxes" ? game.boxes : game.early)[place.row];
  if (place.ask === "turns") {
    return `${title}: <b>${titleOfBox(box.name)}</b> is filled in turn <b>${place.column + 1}</b> in <b>${shareText(box.turns[place.column])}</b> of games; on average, in turn ${box.mean_turn.toFixed(1)}.`;
  }
  const empty = box.name === "bonus" ? `It is missed in ${shareText(box.zero_rate)} of games.` : `It stays empty in ${shareText(box.zero_rate)} of games.`;
  return `${title}: <b>${titleOfBox(box.name)}</b> brings <b>${box.mean.toFixed(2)}</b> points on average, ${percentage(box.mean_share)} of all, and makes ${percentage(box.spread_share).replace("-", "−")} of the ups and downs. ${empty}`;
}

/** @param {Game} game @param {Game} other @param {Place} place */
function wordsOfShape(game, other, place) {
  const spreads = spreadAt(place.column);
  const where = spreads === 0 ? "At the mean" : `${Math.abs(spreads).toFixed(2)} spreads ${spreads < 0 ? "below" : "above"} the mean`;
  const told = (/** @type {Game} */ one) => {
    const score = scoreAt(one, place);
    const chance = spreads < 0 ? 1 - chanceOfMore(one, score) : chanceOfMore(one, score);
    return `${shareText(chance)} of games end with ${spreads < 0 ? `less than ${score}` : `${score} or more`}`;
  };
  const also = game === other ? "" : `; ${titleOfGame(other.name)}: ${told(other)}`;
  return `<b>${where}.</b> ${titleOfGame(game.name)}: <b>${told(game)}</b>${also}.`;
}
