/** When boxes are filled: a map of boxes by turns, for all games, those with the bonus, and those without. */
import {percentage, shareText} from "site_builder/kit";
import {titleOf} from "./score-parts.js";

/** @typedef {"probability" | "given_bonus" | "given_no_bonus"} Games */
/** @typedef {{fill_map: Record<Games | "zero_rate" | "points" | "turn", number[]> & {category: string[]}}} Data */
/** @typedef {{games: Games, row: number, turn: number}} Place `row` in the order of the map, `turn` from 1. */

/** @type {readonly {games: Games, title: string, phrase: string}[]} */
export const GAMES = [
  {games: "probability", title: "All games", phrase: "of all games"},
  {games: "given_bonus", title: "With the bonus", phrase: "of games with the bonus"},
  {games: "given_no_bonus", title: "Without it", phrase: "of games without the bonus"},
];

export const TURNS = 15;
/** Chances at which the colour grows stronger. */
const STEPS = [0.01, 0.03, 0.06, 0.09, 0.12, 0.16];

/** Order the boxes by their average turn, the earliest first; the same for all kinds of games, so that rows compare. @param {Data} data */
export function rowsOf({fill_map}) {
  const names = [...new Set(fill_map.category)];
  const turn = (/** @type {string} */ name) => fill_map.category.reduce((sum, category, row) =>
    sum + (category === name ? fill_map.turn[row] * fill_map.probability[row] : 0), 0);
  return names.map((name) => ({name, turn: turn(name)})).sort((a, b) => a.turn - b.turn).map(({name}) => name);
}

/** @param {Data} data @param {string} name @param {number} turn */
export function entryOf({fill_map}, name, turn) {
  return fill_map.category.findIndex((category, row) => category === name && fill_map.turn[row] === turn);
}

/** @param {number} chance */
export const stepOf = (chance) => STEPS.filter((step) => chance >= step).length;

/** @param {Data} data @param {Place} place */
export function drawCells(data, {games}) {
  const cells = rowsOf(data).flatMap((name, y) => Array.from({length: TURNS}, (_, x) => {
    const chance = data.fill_map[games][entryOf(data, name, x + 1)];
    return `<rect class="fill-${stepOf(chance)}" x="${x + 0.03}" y="${y + 0.03}" width=".94" height=".94"/>`;
  }));
  return cells.join("");
}

/** @param {Place} place */
export function drawKinds({games}) {
  return GAMES.map((kind) => `<button type="button" class="button fill-kind" aria-pressed="${kind.games === games}" data-press="games-${kind.games}">${kind.title}</button>`).join("");
}

export function drawKey() {
  const swatches = [0, ...STEPS].map((from, step) => `<span><i class="fill-${step}"></i>${step === 0 ? "less" : percentage(from, 0)}</span>`);
  return `<span>filled in this turn in:</span>${swatches.join("")}<span>of games or more</span>`;
}

/** @param {Data} data @param {Place} place */
export function wordsOfCell(data, {games, row, turn}) {
  const {fill_map} = data;
  const name = rowsOf(data)[row];
  const entry = entryOf(data, name, turn);
  const {phrase} = /** @type {{phrase: string}} */ (GAMES.find((kind) => kind.games === games));
  const often = `<b>${titleOf(name)}</b> is filled in turn <b>${turn}</b> in <b>${shareText(fill_map[games][entry])}</b> ${phrase}`;
  const others = GAMES.filter((kind) => kind.games !== games)
    .map((kind) => `${shareText(fill_map[kind.games][entry])} ${kind.phrase}`).join(", ");
  if (fill_map.probability[entry] === 0) return `${often}.`;
  return `${often} (${others}). When it is, it brings ${fill_map.points[entry].toFixed(1)} points, and nothing in ${shareText(fill_map.zero_rate[entry])} of cases.`;
}

/** Read a place from a link: "given_bonus.yatzy.13". @param {string | null} text @param {Data} data @returns {Place | null} */
export function placeOfText(text, data) {
  const match = /^(\w+)\.(\w+)\.(\d{1,2})$/.exec(text ?? "");
  const kind = GAMES.find(({games}) => games === match?.[1]);
  const row = rowsOf(data).indexOf(match?.[2] ?? "");
  const turn = Number(match?.[3]);
  return kind && row >= 0 && turn >= 1 && turn <= TURNS ? {games: kind.games, row, turn} : null;
}

/** @param {Data} data @param {Place} place */
export function textOfPlace(data, {games, row, turn}) {
  return `${games}.${rowsOf(data)[row]}.${turn}`;
}
