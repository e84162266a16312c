/** The ladder: four habits that a casual player learns one after the other, in any order. */
import {HABITS, playerWith, readPlayers} from "../parts/habits.js";

/** @import {DataSet} from "../../engine/widget" @import {Habit, Player, Players} from "../parts/habits.js" */
/**
 * @typedef {object} Place
 * @property {readonly Habit[]} order In which the habits are learned.
 * @property {string | null} guess After what the bonus habit is worth most; null before, empty for a reader who did not want to.
 *
 * @typedef {{habit: Habit, player: Player, gain: number}} Step
 */

/** The order at first: who follows a rule learns the arithmetic last. @type {readonly Habit[]} */
export const OPENING = ["bonus", "top", "chances", "pars"];

/** The habit that is asked about. @type {Habit} */
export const ASKED = "bonus";

/** What links named before habits could be ordered: a rung of the ladder of that time. */
const FORMER = ["patterns", "open_boxes", "sacrifice", "bonus_aim", "chance_late", "upper_dice", "counting", "par"];

/** @param {{habit_players: DataSet}} data @returns {Players} */
export const readLadder = ({habit_players}) => readPlayers(habit_players);

/** Learn the habits one after the other. @param {Players} players @param {readonly Habit[]} order @returns {Step[]} */
export function stepsOf(players, order) {
  return order.map((habit, row) => {
    const player = playerWith(players, order.slice(0, row + 1));
    return {habit, player, gain: player.mean - playerWith(players, order.slice(0, row)).mean};
  });
}

/** What the asked habit brings after one other, or learned first, "first". @param {Players} players @param {string} after */
export function gainAfter(players, after) {
  const before = HABITS.filter((habit) => habit === after);
  return playerWith(players, [...before, ASKED]).mean - playerWith(players, before).mean;
}

/** Points of a guess: ten for the best, in proportion for others. @param {Players} players @param {string} guess */
export function pointsOfGuess(players, guess) {
  const best = Math.max(...["first", ...HABITS].map((after) => (after === ASKED ? 0 : gainAfter(players, after))));
  return Math.round((10 * gainAfter(players, guess)) / best);
}

/** Move a habit to another row. @param {readonly Habit[]} order @param {Habit} habit @param {number} row @returns {readonly Habit[]} */
export function movedTo(order, habit, row) {
  const others = order.filter((one) => one !== habit);
  const place = Math.max(0, Math.min(order.length - 1, row));
  return [...others.slice(0, place), habit, ...others.slice(place)];
}

/** The order that shows a guess: the other habit first, then the asked one. @param {string} guess @returns {readonly Habit[]} */
export function orderOfGuess(guess) {
  return movedTo(movedTo(OPENING, ASKED, 0), /** @type {Habit} */ (HABITS.includes(/** @type {Habit} */ (guess)) ? guess : ASKED), 0);
}

/** Write a place for a link. @param {Place} place */
export const textOfPlace = ({order, guess}) => (guess === null ? "" : order.join("-"));

/** Read a place from a link, of today or of the former ladder; null for none. @param {string | null} text @returns {Place | null} */
export function placeOfText(text) {
  if (text === null) return null;
  if (FORMER.includes(text)) return {order: OPENING, guess: ""};
  const order = /** @type {Habit[]} */ (text.split("-"));
  const isOrder = order.length === HABITS.length && HABITS.every((habit) => order.includes(habit));
  return isOrder ? {order, guess: ""} : null;
}
