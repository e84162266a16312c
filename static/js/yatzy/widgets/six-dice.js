/**
 * Six dice, and other games: one stage on which the reader exchanges the game and the question.
 */
import {dressed, makeFigure, overGrid, percentage, percentOf, shareText} from "site_builder/kit";
import {plainCard, plainChoices, plainDice, plainWords} from "../parts/plain.js";
import {drawGuess, SHOWN, showVerdict} from "../parts/guess.js";
import {titleOfBox, titleOfGame} from "../more-dice/titles.js";

// Several games side by side: where they end, what their boxes bring, and when these are filled. Four questions are
// put to one game at a time, while another one is remembered to compare it with.

/**
 * @typedef {object} Data
 * @property {Record<"mean" | "sd" | "bonus_rate" | "top_rate" | "dice", number[]> & {game: string[], top_box: string[]}} game_facts
 * @property {{game: string[], score: number[], games: number[]}} game_scores
 * @property {Record<"mean" | "zero_rate" | "mean_turn" | "mean_share" | "spread_share", number[]> & {game: string[], category: string[]}} game_boxes
 * @property {{game: string[], category: string[], turn: number[], probability: number[]}} game_turns
 *
 * @typedef {Record<"mean" | "zero_rate" | "mean_turn" | "mean_share" | "spread_share", number> & {name: string, turns: number[]}} Box
 *   `turns`: probability that it is filled in each turn; none for the bonus.
 *
 * @typedef {object} Game
 * @property {string} name
 * @property {number} dice
 * @property {number} mean
 * @property {number} sd
 * @property {number} bonus_rate
 * @property {number} top_rate
 * @property {number[]} chances Probability of each score, from 0.
 * @property {number[]} at_least Probability of each score or more; one entry longer.
 * @property {Box[]} boxes In the order of the card, the bonus last.
 * @property {Box[]} early The boxes without the bonus, in the order of their average turn.
 *
 * @typedef {"ends" | "shape" | "boxes" | "turns"} Ask
 * @typedef {{game: string, other: string, ask: Ask, column: number, row: number}} Place `other`: the game to compare with.
 */

const PER = 1e6;

/** Scores drawn. */
const POINTS = {from: 80, to: 640};
/** Standard deviations from the mean that are drawn, in steps of a twentieth. */
const SPREADS = {from: -4, to: 5, step: 0.05};

/** @type {readonly {ask: Ask, title: string}[]} */
export const ASKS = [
  {ask: "ends", title: "Where do games end?"},
  {ask: "shape", title: "What shape is that?"},
  {ask: "boxes", title: "What do boxes bring?"},
  {ask: "turns", title: "When are they filled?"},
];

/** Read the data sets. @param {Data} data @returns {Game[]} */
export function readGames({game_facts: facts, game_scores, game_boxes, game_turns}) {
  return facts.game.map((name, row) => {
    const chances = chancesOf(game_scores, name);
    const boxes = boxesOf(game_boxes, game_turns, name);
    const early = boxes.filter(({turns}) => turns.length > 0).sort((a, b) => a.mean_turn - b.mean_turn);
    const {dice, mean, sd, bonus_rate, top_rate} = facts;
    return {
      name, dice: dice[row], mean: mean[row], sd: sd[row], bonus_rate: bonus_rate[row], top_rate: top_rate[row],
      chances, at_least: sumsFromTheTop(chances), boxes, early,
    };
  });
}

/** @param {Data["game_scores"]} rows @param {string} name */
function chancesOf({game, score, games}, name) {
  /** @type {number[]} */
  const chances = [];
  game.forEach((other, row) => {
    if (other !== name) return;
    while (chances.length < score[row]) chances.push(0);
    chances.push(games[row] / PER);
  });
  return chances;
}

/** @param {number[]} chances */
function sumsFromTheTop(chances) {
  const sums = [...chances, 0];
  for (let score = chances.length - 1; score >= 0; score -= 1) sums[score] += sums[score + 1];
  return sums;
}

/** @param {Data["game_boxes"]} boxes @param {Data["game_turns"]} turns @param {string} name @returns {Box[]} */
function boxesOf(boxes, turns, name) {
  /** @type {Map<string, number[]>} */
  const filled = new Map();
  turns.game.forEach((game, row) => {
    if (game !== name) return;
    const chances = filled.get(turns.category[row]) ?? [];
    chances[turns.turn[row] - 1] = turns.probability[row];
    filled.set(turns.category[row], chances);
  });
  return boxes.category.flatMap((category, row) => (boxes.game[row] === name ? [{
    name: category, mean: boxes.mean[row], zero_rate: boxes.zero_rate[row], mean_turn: boxes.mean_turn[row],
    mean_share: boxes.mean_share[row], spread_share: boxes.spread_share[row], turns: filled.get(category) ?? [],
  }] : []));
}

/** @param {readonly Game[]} games @param {string} name */
export const gameOf = (games, name) => /** @type {Game} */ (games.find((game) => game.name === name));

/** Chance of so many points or more. @param {Game} game @param {number} score */
export const chanceOfMore = ({at_least}, score) => at_least[Math.max(0, Math.min(score, at_least.length - 1))];

/** How many places there are for the hand. @param {Game} game @param {Ask} ask */
export function sizeOf({boxes, early}, ask) {
  if (ask === "ends") return {columns: POINTS.to - POINTS.from + 1, rows: 1};
  if (ask === "shape") return {columns: Math.round((SPREADS.to - SPREADS.from) / SPREADS.step) + 1, rows: 1};
  return ask === "boxes" ? {columns: 1, rows: boxes.length} : {columns: early.length, rows: early.length};
}

/** The score at a column: points, or so many spreads from the mean. @param {Game} game @param {Place} place */
export function scoreAt({mean, sd}, {ask, column}) {
  return ask === "ends" ? POINTS.from + column : Math.ceil(mean + sd * spreadAt(column));
}

/** @param {number} column */
const spreadAt = (column) => Math.round((SPREADS.from + column * SPREADS.step) * 100) / 100;

/** Where the hand stands first. @param {Game} game @param {Ask} ask */
function firstPlace(game, ask) {
  if (ask === "ends") return {column: Math.round(game.mean) - POINTS.from, row: 0};
  if (ask === "shape") return {column: Math.round((2 - SPREADS.from) / SPREADS.step), row: 0};
  const name = game.early[game.early.length - 1].name;
  return ask === "boxes" ? {column: 0, row: game.boxes.length - 1} : {column: game.early.length - 1, row: game.early.findIndex((box) => box.name === name)};
}

/** Put another question. @param {readonly Game[]} games @param {Place} place @param {Ask} ask @returns {Place} */
export const withAsk = (games, place, ask) => ({...place, ask, ...firstPlace(gameOf(games, place.game), ask)});

/** Exchange the game; the hand stays at its score, or at its box where both games have it. @param {readonly Game[]} games @param {Place} place @param {string} name @returns {Place} */
export function withGame(games, place, name) {
  if (name === place.game) return place;
  const [before, after] = [gameOf(games, place.game), gameOf(games, name)];
  const {columns, rows} = sizeOf(after, place.ask);
  const listOf = (/** @type {Game} */ game) => (place.ask === "turns" ? game.early : game.boxes);
  const same = place.ask === "ends" || place.ask === "shape" ? 0 : listOf(after).findIndex((box) => box.name === listOf(before)[place.row].name);
  return {
    ...place, game: name, other: place.game, column: Math.min(place.column, columns - 1),
    row: same === -1 ? Math.min(place.row, rows - 1) : same,
  };
}

/**
 * Read a place from a link: "maxi.yahtzee.ends.170.0".
 * @param {string | null} text @param {readonly Game[]} games @returns {Place | null}
 */
export function placeOfText(text, games) {
  const match = /^([\w-]+)\.([\w-]+)\.(\w+)\.(\d{1,3})\.(\d{1,2})$/.exec(text ?? "");
  const game = games.find(({name}) => name === match?.[1]);
  const other = games.find(({name}) => name === match?.[2]);
  const asked = ASKS.find(({ask}) => ask === match?.[3]);
  if (match === null || !game || !other || !asked) return null;
  const {columns, rows} = sizeOf(game, asked.ask);
  const [column, row] = [Number(match[4]), Number(match[5])];
  return column < columns && row < rows ? {game: game.name, other: other.name, ask: asked.ask, column, row} : null;
}

/** @param {Place} place */
export const textOfPlace = ({game, other, ask, column, row}) => `${game}.${other}.${ask}.${column}.${row}`;

// A guess before Maxi Yatzy is on the stage: does a sixth die make the bonus easier, or harder?

/** The game that answers, and the one that it is compared with. */
const ANSWERS = "maxi";
const KNOWN = "scandinavian";
const [EASIER, HARDER] = ["easier", "harder"];
/** Points of the right answer. */
const REWARD = 10;

/** How often the bonus comes, as text. @param {readonly Game[]} games @param {string} name */
const rateOf = (games, name) => percentage(gameOf(games, name).bonus_rate);

export const QUESTION = {
  question: "Three of each face with five dice, four of each with six: does the bonus become <b>easier</b>, or <b>harder</b>?",
  answers: [{key: EASIER, words: "Easier"}, {key: HARDER, words: "Harder"}],
};

/** The question on a card. */
const drawBonusCard = () =>
  plainCard([plainDice([1, 2, 3, 4, 5, 6], 14, 56), plainWords("Six dice: is the bonus", 132, 27), plainChoices(QUESTION.answers.map(({words}) => words))]);

/** @param {readonly Game[]} games */
const answerOf = (games) => gameOf(games, ANSWERS).bonus_rate > gameOf(games, KNOWN).bonus_rate ? EASIER : HARDER;

/** Points of a guess. @param {readonly Game[]} games @param {string} guess */
export const pointsOfGuess = (games, guess) => guess === answerOf(games) ? REWARD : 0;

/** Answer a guess. @param {readonly Game[]} games @param {string} guess */
export function verdictOf(games, guess) {
  const answer = answerOf(games);
  const start = guess === SHOWN ? "It" : guess === answer ? "Yes, it" : "No, it";
  return `${start} is <b>${answer}</b>: in ${titleOfGame(ANSWERS)} the bonus comes in <b>${rateOf(games, ANSWERS)}</b> of perfect games.`;
}

// Several games side by side, drawn: the list of games, the questions, and one stage for all answers.

/** Largest share that a bar of the boxes can show. */
const LARGEST_SHARE = 0.4;
/** Chances at which the colour of a turn grows stronger. */
const STEPS = [0.01, 0.03, 0.06, 0.09, 0.12, 0.16];

/** Names of the map, by what is asked. @param {Place} place */
const mapClass = ({ask}) => `games-map ${ask}`;

/** @param {Place} place */
const frameOf = (place) => `<div class="games to-guess">
${drawGuess(QUESTION)}<p class="guess-verdict" tabindex="-1" data-region="verdict"></p>
<div class="games-table"><table class="games-list" data-region="list"></table></div>
<div class="games-asks with-script" role="group" aria-label="Question" data-region="asks"></div>
<div class="${mapClass(place)}" data-dock-from><div class="games-names grid-layout quiet" aria-hidden="true" data-region="names"></div>
<div class="games-field"><svg aria-hidden="true" data-region="stage"></svg></div>
<p class="games-axis" data-region="axis"></p></div>
<p class="games-words" data-region="words"></p>
</div>`;

/** @param {readonly Game[]} games @param {Place} place @param {ReadonlySet<string>} seen Games that were on the stage. */
function drawGames(games, place, seen) {
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
    return `<tr class="${mark}"><th scope="row"><button type="button" class="games-name bare whole-row" aria-pressed="${name === place.game}" data-press="game-${name}"><i></i>${titleOfGame(name)}</button></th><td>${dice}</td>${cells}</tr>`;
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
const peakOf = ({chances, sd}, by_spread) => Math.max(...chances) * (by_spread ? sd : 1);

/** @param {Game} game @param {Game} other @param {Place} place */
function drawEnds(game, other, place) {
  const by_spread = place.ask === "shape";
  const top = 1.08 * Math.max(peakOf(game, by_spread), peakOf(other, by_spread));
  const {columns} = sizeOf(game, place.ask);
  const x = percentOf(place.column / (columns - 1));
  const line = pathOfGame(game, by_spread, top);
  const ghost = game === other ? "" : `<path class="games-other ink-line plot-line" d="${pathOfGame(other, by_spread, top)}"/>`;
  const ticks = by_spread ? [-3, -2, -1, 0, 1, 2, 3, 4] : [100, 200, 300, 400, 500, 600];
  const {from, to} = by_spread ? SPREADS : POINTS;
  const labels = ticks.map((tick) => `<text class="games-tick" x="${percentOf((tick - from) / (to - from))}" y="100%" dy="1.7em">${by_spread ? spreadText(tick) : tick}</text>`);
  const mean = by_spread ? "" : [game, other].map((one) => {
    const at = percentOf((one.mean - from) / (to - from));
    return `<line class="games-mean${one === game ? "" : " other"}" x1="${at}" x2="${at}" y1="2%" y2="100%"/>`;
  }).join("");
  return `<svg class="games-curves" viewBox="0 0 1000 1000" width="100%" height="100%" preserveAspectRatio="none"><path class="games-fill" d="${line}L1000 1000L0 1000Z"/>${ghost}<path class="games-line data-line plot-line" d="${line}"/></svg><line class="games-base" x2="100%" y1="100%" y2="100%"/>${mean}${labels.join("")}
<line class="games-hand" x1="${x}" x2="${x}" y2="100%"/><circle class="games-grip" cx="${x}" cy="100%" r="8"/>`;
}

/** @param {number} spreads */
const spreadText = (spreads) => spreads === 0 ? "mean" : `${spreads < 0 ? "−" : "+"}${Math.abs(spreads)}`;

/** @param {Game} game @param {Place} place */
function drawBoxes({boxes}, {row}) {
  const bars = boxes.map(({mean_share, spread_share}, place) => {
    const width = (/** @type {number} */ share) => percentOf(Math.max(0, Math.min(1, share / LARGEST_SHARE)));
    const at = (/** @type {number} */ share) => percentOf((place + share) / boxes.length);
    return `<rect class="games-points data-area" y="${at(0.14)}" width="${width(mean_share)}" height="${percentOf(0.36 / boxes.length)}"/><rect class="games-ups" y="${at(0.54)}" width="${width(spread_share)}" height="${percentOf(0.26 / boxes.length)}"/>`;
  });
  const ticks = [0, 0.1, 0.2, 0.3].map((share) => `<line class="games-grid" x1="${percentOf(share / LARGEST_SHARE)}" x2="${percentOf(share / LARGEST_SHARE)}" y2="100%"/><text class="games-tick${share === 0 ? " first" : ""}" x="${percentOf(share / LARGEST_SHARE)}" y="100%" dy="1.7em">${percentage(share, 0)}</text>`);
  return `${ticks.join("")}${bars.join("")}<rect class="games-ring hollow hand-line" y="${percentOf(row / boxes.length)}" width="100%" height="${percentOf(1 / boxes.length)}"/>`;
}

/** @param {number} chance */
const stepOf = (chance) => STEPS.filter((step) => chance >= step).length;

/** @param {Game} game @param {Place} place */
function drawTurns({early}, {row, column}) {
  const size = early.length;
  const at = (/** @type {number} */ cell, /** @type {number} */ gap) => percentOf((cell + gap) / size);
  const cells = early.flatMap(({turns}, y) => turns.map((chance, x) =>
    `<rect class="fill-${stepOf(chance)}" x="${at(x, 0.03)}" y="${at(y, 0.03)}" width="${percentOf(0.94 / size)}" height="${percentOf(0.94 / size)}"/>`));
  const labels = early.map((_, x) => `<text class="games-tick${(x + 1) % 5 === 0 || x === 0 ? "" : " rare"}" x="${at(x, 0.5)}" y="100%" dy="1.7em">${x + 1}</text>`);
  return `${cells.join("")}${labels.join("")}<rect class="games-ring hollow hand-line" x="${at(column, 0)}" y="${at(row, 0)}" width="${percentOf(1 / size)}" height="${percentOf(1 / size)}"/>`;
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

/**
 * @typedef {object} Told
 * @property {ReadonlySet<string>} seen Games that were on the stage: only these tell their numbers.
 * @property {string} [guess]
 */

/** Remember what is on the stage. @param {Place} place @param {Told} before @returns {Place & Told} */
const onStage = (place, {seen, guess}) => ({...place, guess, seen: new Set([...seen, place.game, place.other])});

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
