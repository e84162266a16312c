/**
 * The living scorecard: a perfect game plays itself, a line traces the final score to be expected, and behind it stands
 * the distribution of where the game can still end.
 */
import {alongPicture, every, makeFigure, numberWord, percentOf, playing} from "site_builder/kit";
import {scandinavian} from "../game/rules/scandinavian.js";
import {groupsOf} from "../parts/records.js";
import {dieImage, tumble} from "../parts/dice.js";
import {scorecard, scoresAfter} from "../parts/scorecard.js";

/** @import {DataSet} from "../../engine/widget" */

// Recorded games, decision by decision: what lies on the table, what is kept or written, what is to be expected.

/**
 * One decision, with the dice as they lie.
 * @typedef {object} Decision
 * @property {number} turn From 0.
 * @property {number} throw From 1.
 * @property {number[]} dice Faces, by place on the table.
 * @property {boolean[]} held Dice that were not thrown for this decision.
 * @property {boolean[]} kept Dice that the decision leaves lying; none when it writes.
 * @property {number | null} category Index of the box that is filled, or null.
 * @property {number} points Points written.
 * @property {number} total Points on the card after the decision, the bonus included.
 * @property {number} value Expected final score after the throw, which is that of the decision.
 */

/** Turns of a game: one a box. */
const TURNS = scandinavian.categories.length;

/** Read the data set into games. @param {DataSet} table A row per decision, in the order of play. @returns {Decision[][]} */
export function readGames(table) {
  return groupsOf(table, "game").map((rows, index) =>
    rows.reduce((/** @type {Decision[]} */ game, row) => [...game, readDecision(row, game.at(-1), index + 1)], []));
}

/** @param {Record<string, any>} row @param {Decision | undefined} before @param {number} game @returns {Decision} */
function readDecision({category: name, dice: roll, keep, points, total, value}, before, game) {
  const category = name ? scandinavian.categories.findIndex((one) => one.name === name) : null;
  const thrown = before?.category === null ? before : null; // What this throw goes on from, within the turn.
  const turn = before === undefined ? 0 : before.turn + Number(thrown === null);
  const faces = Array.from(roll, Number);
  const dice = thrown === null ? shuffled(faces, game * TURNS + turn) : refilled(thrown, faces);
  const none = dice.map(() => false);
  return {
    turn,
    throw: thrown === null ? 1 : thrown.throw + 1,
    dice,
    held: thrown?.kept ?? none,
    kept: category === null ? placesOf(dice, Array.from(keep ?? "", Number)) : none,
    category,
    points: points ?? 0,
    total,
    value,
  };
}

/** Lay dice in an order that looks thrown, and is the same each time. @param {number[]} faces @param {number} seed */
function shuffled(faces, seed) {
  const dice = faces.slice();
  let state = seed * 7919 + 17;
  for (let place = dice.length - 1; place > 0; place -= 1) {
    state = (state * 16807) % 2147483647;
    const other = state % (place + 1);
    [dice[place], dice[other]] = [dice[other], dice[place]];
  }
  return dice;
}

/**
 * Leave kept dice where they lie, and put the other faces of the roll into the free places.
 * @param {Decision} before @param {number[]} faces
 */
function refilled({dice, kept}, faces) {
  const rest = faces.slice();
  dice.forEach((face, place) => kept[place] && rest.splice(rest.indexOf(face), 1));
  return dice.map((face, place) => (kept[place] ? face : /** @type {number} */ (rest.pop())));
}

/** Find places on the table that hold the given faces. @param {number[]} dice @param {number[]} faces */
function placesOf(dice, faces) {
  const rest = faces.slice();
  return dice.map((face) => {
    const found = rest.indexOf(face);
    if (found !== -1) rest.splice(found, 1);
    return found !== -1;
  });
}

/**
 * Tell when a decision falls, in turns from the start of the game.
 * @param {readonly Decision[]} game
 * @param {number} made Number of decisions made.
 */
export function timeAfter(game, made) {
  if (made === 0) return 0;
  const {turn, throw: throws} = game[made - 1];
  return turn + throws / scandinavian.n_throws;
}

/** Find how many decisions were made at a time. @param {readonly Decision[]} game @param {number} time In turns. */
export function decisionsAt(game, time) {
  const times = Array.from({length: game.length + 1}, (_, made) => Math.abs(timeAfter(game, made) - time));
  return times.indexOf(Math.min(...times));
}

/** Decisions made half way through a game: the last of its eighth turn. @param {readonly Decision[]} game */
export const halfWay = (game) => game.findIndex(({turn}) => turn === Math.ceil(TURNS / 2));

/** Say what happens at a decision. @param {Decision} decision */
export function wordsOf({turn, throw: throws, dice, kept, category, points}) {
  const when = `Turn ${turn + 1}, throw ${throws}`;
  if (category !== null) return `${when}: writes ${points} into ${scandinavian.categories[category].title}.`;
  const faces = dice.filter((_, place) => kept[place]).sort((a, b) => a - b);
  const thrown = dice.length - faces.length;
  if (faces.length === 0) return `${when}: throws all again.`;
  return `${when}: keeps ${faces.join(" ")}, throws ${numberWord(thrown)} ${thrown === 1 ? "die" : "dice"} again.`;
}

/** Write a moment for a link: game and decisions made, "2.17". @param {{game: number, made: number}} moment */
export const textOfMoment = ({game, made}) => `${game + 1}.${made}`;

// Where a recorded game can still end: the exact distribution of its final score at every moment, read and drawn.

/**
 * @typedef {object} Span Where a game ends as a rule, at one moment, in points.
 * @property {number} low A tenth of all games that stand like this end lower, or there.
 * @property {number} lower The same for a quarter.
 * @property {number} upper The same for three quarters.
 * @property {number} high The same for nine tenths.
 * @property {number} share Chance of an end from `low` to `high`.
 *
 * @typedef {object} Ridge A distribution of final scores, in bins.
 * @property {number} bin Points that share a number.
 * @property {number} first The first bin that has a number.
 * @property {readonly number[]} shares Chances of the bins, in any unit.
 */

/** Points that share a bin in `half_way_curves`. */
const HALF_WAY_BIN = 2;
/** Width of the drawing of a ridge, in units of its own; what cannot happen lies just outside, where it is cut off. */
const ACROSS = 100;
const OUTSIDE = 2;

/** Read the ranges into games. @param {DataSet} table For each game a row per number of decisions seen. @returns {Span[][]} */
export function readRanges(table) {
  return groupsOf(table, "game").map((rows) => rows.map((row) => {
    const {percentile_10: low, percentile_25: lower, percentile_75: upper, percentile_90: high, share} = row;
    return {low, lower, upper, high, share};
  }));
}

/** Read the distribution half way through each game. @param {DataSet} table `half_way_curves` @returns {Ridge[]} */
export function readHalfWay(table) {
  return groupsOf(table, "game").map((rows) => {
    const [first, last] = [rows[0], rows[rows.length - 1]].map(({score}) => score / HALF_WAY_BIN);
    /** @type {number[]} */
    const shares = new Array(last - first + 1).fill(0);
    for (const {score, share} of rows) shares[score / HALF_WAY_BIN - first] = share;
    return {bin: HALF_WAY_BIN, first, shares};
  });
}

/**
 * Read the file of all distributions.
 * @param {ArrayBuffer} bytes @param {readonly Decision[][]} games
 * @returns {Ridge[][]} By game and number of decisions seen.
 */
export function readCurves(bytes, games) {
  const {bin, first, shares} = JSON.parse(new TextDecoder().decode(bytes));
  const n_moments = games.reduce((sum, game) => sum + game.length + 1, 0);
  if (!Array.isArray(first) || first.length !== n_moments || shares?.length !== n_moments) {
    throw new Error("The curves that came do not belong to these games. The line goes on without them.");
  }
  let row = 0;
  return games.map((game) => Array.from({length: game.length + 1}, () => {
    const ridge = {bin, first: first[row], shares: shares[row]};
    row += 1;
    return ridge;
  }));
}

/** Say where the game ends as a rule. @param {Span} span */
export function rangeWords({low, high, share}) {
  if (share === 1 && low === high) return "It cannot end anywhere else.";
  const percent = Math.round(share * 100);
  const games = share === 1 ? "All" : percent === 100 ? "More than 99%" : `${percent}%`;
  const where = low === high ? `with exactly <b>${low}</b>` : `between <b>${low}</b> and <b>${high}</b>`;
  return `${games} of the games that stand like this end ${where}.`;
}

/**
 * Outline of a distribution lying on its side, as wide as the drawing at its peak. It always has the same number of
 * points, so that one can glide into the next.
 * @param {Ridge} ridge
 * @param {number} top Height of the picture, in points.
 * @param {number} per_point Units of the drawing.
 */
export function ridgePath({bin, first, shares}, top, per_point) {
  const peak = Math.max(...shares);
  const n_bins = Math.ceil(top / bin);
  const points = Array.from({length: n_bins}, (_, place) => {
    const across = ((shares[place - first] ?? 0) / peak) * ACROSS - OUTSIDE;
    return `L${Math.round(across * 10) / 10} ${Math.round((top - (place + 0.5) * bin) * per_point)}`;
  });
  return `M${-OUTSIDE} ${top * per_point}${points.join("")}L${-OUTSIDE} 0`;
}

/**
 * Area between two percentiles, up to a moment.
 * @param {readonly Decision[]} game @param {readonly Span[]} spans
 * @param {number} count Decisions seen.
 * @param {["low", "high"] | ["lower", "upper"]} between @param {(time: number, points: number) => string} point
 */
function fanPath(game, spans, count, [below, above], point) {
  const moments = spans.slice(0, count + 1);
  const up = moments.map((span, index) => point(timeAfter(game, index), span[above]));
  const down = moments.map((span, index) => point(timeAfter(game, index), span[below])).reverse();
  return `M${[...up, ...down].join("L")}z`;
}

/**
 * Area from a moment to where the distribution stands, at the heights of its range.
 * @param {number} time @param {number} end @param {Span} span @param {(time: number, points: number) => string} point
 */
function aheadPath(time, end, {low, high}, point) {
  return `M${point(time, high)}L${point(end, high)}L${point(end, low)}L${point(time, low)}z`;
}

/**
 * Draw the distribution at the end of the time axis, over that of all games.
 * @param {Ridge | null} ridge @param {Ridge | null} start @param {number} top @param {number} per_point
 * @param {{x: string, width: string}} place
 */
function drawRidge(ridge, start, top, per_point, {x, width}) {
  const path = (/** @type {Ridge | null} */ one) => (one === null ? "M0 0" : ridgePath(one, top, per_point));
  return `<svg class="endings" x="${x}" width="${width}" height="100%" viewBox="0 0 ${ACROSS} ${top * per_point}" preserveAspectRatio="none">`
    + `<path class="ridge-start plot-line" d="${path(start)}"/><path class="ridge" d="${path(ridge)}"/></svg>`;
}

// A recorded game as a picture: the dice on the table, a line of what it could be expected to end with, and at the end
// of the line the distribution of where it can still end.

/** Units of the drawing per turn, and per point. */
const PER_TURN = 60;
const PER_POINT = 4;
/** Distance of the lines that help to read the height, in points. */
const GRID = 100;
const TICKS = [1, 5, 10, 15];
const EMPTY_DICE = [0, 0, 0, 0, 0];
/** Share of the width that belongs to time; behind it stands the distribution. */
const TIME_SHARE = 0.82;
const ENDINGS_AT = 0.845;

/**
 * A moment of a game.
 * @typedef {object} Moment
 * @property {number} made Decisions made.
 * @property {boolean} fallen Whether the dice of the next decision lie on the table already.
 * @property {number} seen Decisions that were shown; what lies ahead of `made` is drawn faintly.
 *
 * @typedef {{start: number, top: number}} Frame Expected score before the first throw; height of the picture in points.
 *
 * @typedef {object} Endings Where a game can still end.
 * @property {readonly Span[]} spans By decisions seen.
 * @property {Ridge | null} ridge The distribution at the moment, as far as it is at hand.
 * @property {Ridge | null} start The distribution before the first throw.
 */

/** Draw the dice of a moment; those that stay are lifted. @param {readonly Decision[]} game @param {Moment} moment */
export function drawDice(game, {made, fallen}) {
  const decision = game[fallen ? made : made - 1];
  if (decision === undefined) return EMPTY_DICE.map((face) => dieImage(face)).join("");
  const lifted = fallen ? decision.held : decision.kept;
  return decision.dice.map((face, place) => dieImage(face, {kept: lifted[place]})).join("");
}

/**
 * Tell what a moment's line and grip show: when it is, and what is to be expected.
 * @param {readonly Decision[]} game @param {Moment} moment @param {Frame} frame
 */
export function gripOf(game, {made, fallen}, {start}) {
  const count = made + Number(fallen);
  return {time: timeAfter(game, count), value: count === 0 ? start : game[count - 1].value};
}

/**
 * Draw the line of expected final scores over the points written, up to a moment, and where the game can still end.
 * @param {readonly Decision[]} game @param {Moment} moment @param {Frame} frame @param {Endings} endings
 */
export function drawCurve(game, moment, frame, {spans, ridge, start: startRidge}) {
  const {top, start} = frame;
  const {time, value} = gripOf(game, moment, frame);
  const [x, y] = [percentOf((time / TURNS) * TIME_SHARE), percentOf(1 - value / top)];
  const average = percentOf(1 - start / top);
  const count = moment.made + Number(moment.fallen);
  const side = time > 0.7 * TURNS ? `text-anchor="end" dx="-1em"` : `dx="1em"`;
  const at = (/** @type {number} */ when, /** @type {number} */ points) => point(when, points, top);
  return `${drawAxes(top)}
<svg viewBox="0 0 ${TURNS * PER_TURN} ${top * PER_POINT}" width="${percentOf(TIME_SHARE)}" height="100%" preserveAspectRatio="none">
<path class="written" d="${writtenPath(game, moment.made, time, top)}"/><path class="fan-ahead" d="${aheadPath(time, (ENDINGS_AT / TIME_SHARE) * TURNS, spans[count], at)}"/>
<path class="fan" d="${fanPath(game, spans, count, ["low", "high"], at)}"/><path class="fan" d="${fanPath(game, spans, count, ["lower", "upper"], at)}"/>
<path class="ahead" d="${expectedPath(game, moment.seen, frame)}"/><path class="expected" d="${expectedPath(game, count, frame)}"/></svg>
${drawRidge(ridge, startRidge, top, PER_POINT, {x: percentOf(ENDINGS_AT), width: percentOf(1 - ENDINGS_AT)})}
<line class="average" x2="100%" y1="${average}" y2="${average}"/><line class="toward" x1="${x}" x2="${percentOf(ENDINGS_AT)}" y1="${y}" y2="${y}"/>
<line class="now" x1="${x}" x2="${x}" y2="100%"/>
<circle class="grip" cx="${x}" cy="${y}" r="9"/><text class="value" x="${x}" y="${y}" dy="-1em" ${side}>${value.toFixed(1)}</text>`;
}

/** Draw the lines that help to read, and their numbers. @param {number} top */
function drawAxes(top) {
  const heights = Array.from({length: Math.ceil(top / GRID) - 1}, (_, index) => (index + 1) * GRID);
  const lines = heights.map((points) => {
    const y = percentOf(1 - points / top);
    return `<line class="grid" x2="100%" y1="${y}" y2="${y}"/><text class="tick" y="${y}" dx="-.6em" dy=".35em" text-anchor="end">${points}</text>`;
  });
  const [first, ...others] = TICKS;
  const ticks = others.map((turn) => {
    const x = percentOf(((turn - 0.5) / TURNS) * TIME_SHARE);
    return `<text class="tick" x="${x}" y="100%" dy="1.35em" text-anchor="middle">${turn}</text>`;
  });
  return `${lines.join("")}<line class="base" x2="100%" y1="100%" y2="100%"/>
<text class="tick" y="100%" dy="1.35em">turn ${first}</text>${ticks.join("")}
<text class="tick" x="100%" y="100%" dy="1.35em" text-anchor="end">end</text>`;
}

/** Point of the drawing. @param {number} time @param {number} points @param {number} top */
const point = (time, points, top) => `${Math.round(time * PER_TURN)} ${Math.round((top - points) * PER_POINT)}`;

/** @param {readonly Decision[]} game @param {number} count @param {Frame} frame */
function expectedPath(game, count, {start, top}) {
  const points = game.slice(0, count).map(({value}, index) => point(timeAfter(game, index + 1), value, top));
  return `M${[point(0, start, top), ...points].join("L")}`;
}

/**
 * Points written rise when a box is filled.
 * @param {readonly Decision[]} game @param {number} made
 * @param {number} end Time up to which the area is drawn.
 * @param {number} top
 */
function writtenPath(game, made, end, top) {
  let path = `M${point(0, 0, top)}`;
  let total = 0;
  game.slice(0, made).forEach((decision, index) => {
    if (decision.category === null) return;
    const time = timeAfter(game, index + 1);
    path += `L${point(time, total, top)}L${point(time, decision.total, top)}`;
    total = decision.total;
  });
  return `${path}L${point(end, total, top)}V${top * PER_POINT}z`;
}

// The living scorecard: what it knows, where it stands, and what it shows there.

/**
 * @typedef {Moment & {game: number}} GameMoment
 *
 * @typedef {object} Known
 * @property {readonly Decision[][]} games
 * @property {number} start Expected score before the first throw.
 * @property {number} top Height of the picture, in points.
 * @property {Span[][]} spans By game and decisions seen.
 * @property {Ridge[]} half_way By game.
 * @property {Ridge[][] | null} curves By game and decisions seen, once they have come.
 */

/** Height of the picture is a multiple of this, in points. */
const HEADROOM = 50;

/** @returns {Known} */
export function readKnown(/** @type {any} */ {sample_games, game_ranges, half_way_curves, solved}) {
  const highest = [...sample_games.value, ...game_ranges.percentile_90].reduce((most, value) => Math.max(most, value), 0);
  return {
    games: readGames(sample_games),
    start: solved.start_value[0],
    top: Math.ceil((highest + HEADROOM / 2) / HEADROOM) * HEADROOM,
    spans: readRanges(game_ranges),
    half_way: readHalfWay(half_way_curves),
    curves: null,
  };
}

/** Read a moment from a link; a game alone, "2", is half way through it. @param {string} text @param {Known} known @returns {GameMoment | null} */
export function readMoment(text, {games}) {
  const [, number, decisions] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const game = games[Number(number) - 1];
  if (game === undefined) return null;
  const made = decisions === undefined ? halfWay(game) : Number(decisions);
  return made <= game.length ? {game: Number(number) - 1, made, fallen: false, seen: made} : null;
}

/**
 * Go on or back within a game; what was seen stays to be seen.
 * @param {GameMoment} now @param {number} made @param {boolean} [fallen] @returns {GameMoment}
 */
function movedTo({game, seen}, made, fallen = false) {
  return {game, made, fallen, seen: Math.max(seen, made + Number(fallen))};
}

/** The next game, before its first throw. @param {GameMoment} now @param {Known} known @returns {GameMoment} */
const nextGame = ({game}, {games}) => ({game: (game + 1) % games.length, made: 0, fallen: false, seen: 0});

/** @param {GameMoment} _moment @param {Known} known */
const frameOf = (_moment, {start}) => `<div class="living">
<div class="living-play">
<div class="living-table grid-layout"><div class="living-dice" data-region="dice"></div><p class="living-words" data-region="words"></p></div>
<div class="living-curve"><svg aria-hidden="true" data-region="curve"></svg></div>
<p class="living-range" data-region="range"></p>
<p class="living-key"><span><i class="key-expected"></i>expected final score</span>
<span><i class="key-fan"></i>half of all endings, and 8 of 10</span>
<span><i class="key-written"></i>points written</span>
<span><i class="key-average"></i>average of all games, ${start.toFixed(2)}</span></p>
<p class="living-controls centred with-script"><button type="button" class="button" data-press="play">Play</button>
<button type="button" class="button" data-press="another">Another game</button>
<span class="living-count quiet" data-region="count"></span></p>
</div>
<div class="living-card" data-region="card"></div>
</div>`;

/** @param {GameMoment} moment @param {Known} known */
function drawLiving(moment, known) {
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

/** The moment, as a person hears it. @param {GameMoment} moment @param {Known} known */
function wordsOfLiving(moment, known) {
  const game = known.games[moment.game];
  const {value} = gripOf(game, moment, known);
  return `${sentence(game, moment)} Expected final score ${value.toFixed(1)}. ${rangeOf(moment, known)}`;
}

/** Say where the game can still end. @param {GameMoment} moment @param {Known} known */
const rangeOf = ({game, made, fallen}, {spans}) => rangeWords(spans[game][made + Number(fallen)]);

/** @param {readonly Decision[]} game @param {GameMoment} moment */
function drawCard(game, {made}) {
  const last = made > 0 ? game[made - 1].category : null;
  const row = (/** @type {number} */ category) => (category === last ? "just" : "");
  return scorecard({ruleset: scandinavian, scores: scoresAfter(game, made), hide_caption: true, row});
}

/** Say what is happening. @param {readonly Decision[]} game @param {GameMoment} moment */
function sentence(game, {made, fallen}) {
  if (fallen) return `Turn ${game[made].turn + 1}, throw ${game[made].throw}.`;
  if (made === 0) return "The card is empty. The first throw comes.";
  if (made === game.length) return `${wordsOf(game[made - 1])} The game ends with <b>${game[made - 1].total}</b>.`;
  return wordsOf(game[made - 1]);
}

/** @typedef {import("site_builder/kit").Alive<GameMoment, Known>} Alive */

/** File of all distributions: too much to come with the page. */
const CURVES = "game-curves";
/** Milliseconds from one beat to the next: after dice fell, after some were kept, after a box was filled, at the end. */
const BEATS = {fallen: 1100, kept: 900, written: 1700, over: 6000};

/** @type {import("site_builder/kit").Figure<GameMoment, Known>} */
const living = {
  know: readKnown,
  /** `moment`: game and decisions made, "1.20", or the game alone. */
  opening: ({moment = ""}, known) => /** @type {GameMoment} */ (readMoment(moment, known) ?? readMoment("1", known)),
  read: readMoment,
  write: textOfMoment,
  frame: frameOf,
  draw: drawLiving,
  words: wordsOfLiving,
  hands: [alongPicture(".living-curve", {
    label: "Moment of the game",
    stride: scandinavian.n_throws,
    spoken: true,
    now: ({made}) => made,
    last: ({game}, {games}) => games[game].length,
    stepAt: (share, {game}, {games}) => decisionsAt(games[game], (share / TIME_SHARE) * TURNS),
    moved: (moment, made) => movedTo(moment, made),
  })],
  wake(alive) {
    fetchCurves(alive);
    return play(alive);
  },
};

/** Fetch the distributions of all moments; until they come, the line goes on without them. @param {Alive} alive */
async function fetchCurves(alive) {
  const {context, known, signal} = alive;
  try {
    known.curves = readCurves(await context.file(CURVES), known.games);
    if (!signal.aborted) alive.draw();
  } catch (error) {
    context.fail(error, () => fetchCurves(alive));
  }
}

/** Let the game play: dice fall, a decision is made, or the next game begins. @param {Alive} alive */
function play(alive) {
  const {context, element, known} = alive;
  const played = playing(alive, {
    button: "[data-press=play]",
    still: "Next decision",
    beat() {
      const {made, fallen} = alive.place;
      const game = known.games[alive.place.game];
      if (made === game.length) {
        played.pass(nextGame(alive.place, known));
        return BEATS.kept;
      }
      played.pass(movedTo(alive.place, fallen ? made + 1 : made, !fallen));
      if (!fallen) {
        dropDice(element, game[made].held);
        return BEATS.fallen;
      }
      if (made + 1 === game.length) return BEATS.over;
      return game[made].category === null ? BEATS.kept : BEATS.written;
    },
  });
  const {player} = played;
  player.playing = !context.reducedMotion && readMoment(context.readState() ?? "", known) === null;
  return {
    ...played,
    /** Press "play" (play, pause or, without motion, the next decision) or "another". @param {string} key */
    press(key) {
      if (key === "another") {
        alive.go(nextGame(alive.place, known));
        alive.announce("Another game.");
        player.playing = !context.reducedMotion;
      } else if (context.reducedMotion) {
        alive.go(movedTo(alive.place, Math.min(alive.place.made + 1, known.games[alive.place.game].length)), true);
      } else player.playing = !player.playing;
    },
  };
}

/** Let the dice that were thrown fall; those that were held lie still. @param {HTMLElement} element @param {readonly boolean[]} held */
function dropDice(element, held) {
  tumble(every(element, ".living-dice .die").filter((_, place) => !held[place]));
}

export const {view, mount} = makeFigure(living);
