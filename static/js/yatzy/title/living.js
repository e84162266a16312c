/** The living scorecard: what it knows, where it stands, and what it shows there. */
import {scandinavian} from "../game/rules/scandinavian.js";
import {scorecard, scoresAfter} from "../parts/scorecard.js";
import {halfWay, readGames, wordsOf} from "./replay.js";
import {drawCurve, drawDice, gripOf} from "./replay-drawing.js";
import {rangeWords, readHalfWay, readRanges} from "./replay-endings.js";

/**
 * @typedef {import("./replay.js").Decision} Decision
 * @typedef {import("./replay-endings.js").Ridge} Ridge
 * @typedef {import("./replay-drawing.js").Moment & {game: number}} Moment
 *
 * @typedef {object} Known
 * @property {readonly Decision[][]} games
 * @property {number} start Expected score before the first throw.
 * @property {number} top Height of the picture, in points.
 * @property {import("./replay-endings.js").Span[][]} spans By game and decisions seen.
 * @property {Ridge[]} half_way By game.
 * @property {Ridge[][] | null} curves By game and decisions seen, once they have come.
 */

/** Height of the picture is a multiple of this, in points. */
const HEADROOM = 50;

/** @returns {Known} */
export function readKnown(/** @type {any} */ {sample_games, game_ranges, half_way_curves, counter}) {
  const highest = [...sample_games.value, ...game_ranges.percentile_90].reduce((most, value) => Math.max(most, value), 0);
  return {
    games: readGames(sample_games),
    start: counter.start_value[0],
    top: Math.ceil((highest + HEADROOM / 2) / HEADROOM) * HEADROOM,
    spans: readRanges(game_ranges),
    half_way: readHalfWay(half_way_curves),
    curves: null,
  };
}

/** Read a moment from a link; a game alone, "2", is half way through it. @param {string} text @param {Known} known @returns {Moment | null} */
export function readMoment(text, {games}) {
  const [, number, decisions] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const game = games[Number(number) - 1];
  if (game === undefined) return null;
  const made = decisions === undefined ? halfWay(game) : Number(decisions);
  return made <= game.length ? {game: Number(number) - 1, made, fallen: false, seen: made} : null;
}

/**
 * Go on or back within a game; what was seen stays to be seen.
 * @param {Moment} now @param {number} made @param {boolean} [fallen] @returns {Moment}
 */
export function movedTo({game, seen}, made, fallen = false) {
  return {game, made, fallen, seen: Math.max(seen, made + Number(fallen))};
}

/** The next game, before its first throw. @param {Moment} now @param {Known} known @returns {Moment} */
export function nextGame({game}, {games}) {
  return {game: (game + 1) % games.length, made: 0, fallen: false, seen: 0};
}

/** @param {Moment} _moment @param {Known} known */
export const frameOf = (_moment, {start}) => `<div class="living">
<div class="living-play">
<div class="living-table"><div class="living-dice" data-region="dice"></div><p class="living-words" data-region="words"></p></div>
<div class="living-curve"><svg aria-hidden="true" data-region="curve"></svg></div>
<p class="living-range" data-region="range"></p>
<p class="living-key"><span><i class="key-expected"></i>expected final score</span>
<span><i class="key-fan"></i>half of all endings, and 8 of 10</span>
<span><i class="key-written"></i>points written</span>
<span><i class="key-average"></i>average of all games, ${start.toFixed(2)}</span></p>
<p class="living-controls with-script"><button type="button" class="button" data-press="play">Play</button>
<button type="button" class="button" data-press="another">Another game</button>
<span class="living-count" data-region="count"></span></p>
</div>
<div class="living-card" data-region="card"></div>
</div>`;

/** @param {Moment} moment @param {Known} known */
export function drawLiving(moment, known) {
  const {games, start, top, spans, half_way, curves} = known;
  const {game: index, made, fallen} = moment;
  const game = games[index];
  const count = made + Number(fallen);
  const shipped = count === halfWay(game) ? half_way[index] : null;
  const endings = {spans: spans[index], ridge: curves ? curves[index][count] : shipped, start: curves ? curves[index][0] : null};
  return {
    dice: drawDice(game, moment),
    words: sentence(game, moment),
    curve: drawCurve(game, moment, {start, top}, endings),
    range: rangeOf(moment, known),
    count: `game ${index + 1} of ${games.length}`,
    card: drawCard(game, moment),
  };
}

/** The moment, as a person hears it. @param {Moment} moment @param {Known} known */
export function wordsOfLiving(moment, known) {
  const game = known.games[moment.game];
  const {value} = gripOf(game, moment, known);
  return `${sentence(game, moment)} Expected final score ${value.toFixed(1)}. ${rangeOf(moment, known)}`;
}

/** Say where the game can still end. @param {Moment} moment @param {Known} known */
function rangeOf({game, made, fallen}, {spans}) {
  return rangeWords(spans[game][made + Number(fallen)]);
}

/** @param {readonly Decision[]} game @param {Moment} moment */
function drawCard(game, {made}) {
  const last = made > 0 ? game[made - 1].category : null;
  const row = (/** @type {number} */ category) => (category === last ? "just" : "");
  return scorecard({ruleset: scandinavian, scores: scoresAfter(game, made), hide_caption: true, row});
}

/** Say what is happening. @param {readonly Decision[]} game @param {Moment} moment */
function sentence(game, {made, fallen}) {
  if (fallen) return `Turn ${game[made].turn + 1}, throw ${game[made].throw}.`;
  if (made === 0) return "The card is empty. The first throw comes.";
  if (made === game.length) return `${wordsOf(game[made - 1])} The game ends with <b>${game[made - 1].total}</b>.`;
  return wordsOf(game[made - 1]);
}
