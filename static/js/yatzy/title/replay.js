/** Recorded games, decision by decision: what lies on the table, what is kept or written, what is to be expected. */
import {numberWord} from "site_builder/kit";
import {scandinavian} from "../game/rules/scandinavian.js";
import {groupsOf} from "../parts/records.js";

/** @import {DataSet} from "../../engine/widget" */

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
export const TURNS = scandinavian.categories.length;

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
