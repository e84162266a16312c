/** Four habits of human players, and the players who have some of them, computed exactly. */
import {recordsOf} from "./records.js";

/** @import {DataSet} from "../../engine/widget" */
/**
 * @typedef {{habits: string, plays_as: string, mean: number, sd: number, bonus_rate: number, beats: number}} Player
 * @typedef {"chances" | "pars" | "bonus" | "top"} Habit
 * @typedef {Map<string, Player>} Players By their habits: "none", "chances-pars".
 */

/** In the order of their names in the data. @type {readonly Habit[]} */
export const HABITS = ["chances", "pars", "bonus", "top"];

/**
 * Descriptions of a player with a habit, short and full; of the habit as a noun; and as a predicate.
 * @type {Readonly<Record<Habit, {title: string, does: string, phrase: string, said: string}>>}
 */
export const WORDS_OF_HABIT = {
  chances: {title: "Counts the chances", does: "Works out both rerolls of a turn exactly.", phrase: "counting the chances of a turn", said: "counts the chances of a turn"},
  pars: {title: "Knows the pars", does: "Counts a box by what it brings above a printed list.", phrase: "knowing the list of pars", said: "knows the list of pars"},
  bonus: {title: "Wants three of each face", does: "Counts three or more of a face above as 5 points more, fewer as 25 less.", phrase: "aiming for the bonus", said: "aims for the bonus"},
  top: {title: "Throws for the top first", does: "Keeps a low pair or a lone die only for its upper box.", phrase: "throwing for the upper half first", said: "throws for the upper half first"},
};

/** Read the players. @param {DataSet} table `habit_players`. @returns {Players} */
export const readPlayers = (table) => new Map(recordsOf(table).map((row) => [row.habits, /** @type {Player} */ (row)]));

/** Return the name of a set of habits. @param {Iterable<string>} habits */
export function nameOfSet(habits) {
  const have = new Set(habits);
  return HABITS.filter((habit) => have.has(habit)).join("-") || "none";
}

/** Return the habits of a set. @param {string} name @returns {Habit[]} */
export const habitsOfSet = (name) => HABITS.filter((habit) => name.split("-").includes(habit));

/** Return the player with some habits. @param {Players} players @param {Iterable<string>} habits @returns {Player} */
export function playerWith(players, habits) {
  const found = players.get(nameOfSet(habits));
  if (found === undefined) throw new Error(`nobody has the habits ${nameOfSet(habits)}`);
  return found;
}
