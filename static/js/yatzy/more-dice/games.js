/**
 * Several games side by side: where they end, what their boxes bring, and when these are filled. Four questions are put
 * to one game at a time, while another one is remembered to compare it with.
 */

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
export const POINTS = {from: 80, to: 640};
/** Standard deviations from the mean that are drawn, in steps of a twentieth. */
export const SPREADS = {from: -4, to: 5, step: 0.05};

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
export function gameOf(games, name) {
  return /** @type {Game} */ (games.find((game) => game.name === name));
}

/** Chance of so many points or more. @param {Game} game @param {number} score */
export function chanceOfMore({at_least}, score) {
  return at_least[Math.max(0, Math.min(score, at_least.length - 1))];
}

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
export function spreadAt(column) {
  return Math.round((SPREADS.from + column * SPREADS.step) * 100) / 100;
}

/** Where the hand stands first. @param {Game} game @param {Ask} ask */
function firstPlace(game, ask) {
  if (ask === "ends") return {column: Math.round(game.mean) - POINTS.from, row: 0};
  if (ask === "shape") return {column: Math.round((2 - SPREADS.from) / SPREADS.step), row: 0};
  const name = game.early[game.early.length - 1].name;
  return ask === "boxes" ? {column: 0, row: game.boxes.length - 1} : {column: game.early.length - 1, row: game.early.findIndex((box) => box.name === name)};
}

/** Put another question. @param {readonly Game[]} games @param {Place} place @param {Ask} ask @returns {Place} */
export function withAsk(games, place, ask) {
  return {...place, ask, ...firstPlace(gameOf(games, place.game), ask)};
}

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
export function textOfPlace({game, other, ask, column, row}) {
  return `${game}.${other}.${ask}.${column}.${row}`;
}
