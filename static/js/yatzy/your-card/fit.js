/** Who plays like the reader? The players with habits who answer some questions as the reader does. */
import {HABITS, habitsOfSet, playerWith, readPlayers} from "../parts/habits.js";
import {readCurves} from "../parts/hills.js";
import {groupsOf} from "../parts/records.js";
import {scandinavian} from "../game/rules/scandinavian.js";

/** @import {DataSet} from "../../engine/widget" @import {Habit, Player, Players} from "../parts/habits.js" */
/**
 * @typedef {{action: "keep" | "score", option: string, regret: number, players: string[]}} Option
 * @typedef {object} Question
 * @property {number[]} dice
 * @property {number} rerolls
 * @property {{title: string, points: number}[]} filled
 * @property {Option[]} options In an order that tells nothing: keeps by their dice, boxes as on the card.
 *
 * @typedef {{questions: Question[], players: Players, curves: import("../parts/hills.js").Curves}} Known
 * @typedef {readonly (number | null)[]} Answers The option of each question; their number for something else; null for none yet.
 * @typedef {{players: Player[], nearest: Player, alike: number, answered: number, best: number[], missing: {habit: Habit, gain: number} | null}} Fit `best`: which of the answers, in the order in which they were asked, are those of perfect play.
 */

/** Whoever answers so many questions less alike than the nearest player still fits. */
const SLACK = 1;

const boxOf = (/** @type {string} */ name) => scandinavian.categories.findIndex((box) => box.name === name);

/** Title of a box. @param {string} name */
export const titleOf = (name) => scandinavian.categories[boxOf(name)].title;

/** @param {Option} one @param {Option} other */
function inOrder(one, other) {
  if (one.action !== other.action) return one.action === "keep" ? -1 : 1;
  if (one.action === "keep") return one.option.length - other.option.length || (one.option < other.option ? -1 : 1);
  return boxOf(one.option) - boxOf(other.option);
}

/** Read the data sets. @param {{habit_questions: DataSet, habit_players: DataSet, habit_curves: DataSet}} data @returns {Known} */
export function readKnown({habit_questions, habit_players, habit_curves}) {
  const questions = groupsOf(habit_questions, "question").map((rows) => {
    const [{dice, rerolls, filled}] = rows;
    const written = filled === "" ? [] : String(filled).split(",").map((entry) => entry.split("="));
    return {
      dice: Array.from(String(dice), Number),
      rerolls,
      filled: written.map(([name, points]) => ({title: titleOf(name), points: Number(points)})),
      options: rows.map((row) => ({action: row.action, option: row.option, regret: row.regret, players: String(row.players).split(" ")})).sort(inOrder),
    };
  });
  return {questions, players: readPlayers(habit_players), curves: readCurves(habit_curves)};
}

/** The players that differ, each by its fewest habits; perfect play is none of them. @param {Known} known @returns {Player[]} */
export function differentPlayers({players}) {
  return [...players.values()].filter(({habits, plays_as}) => habits === plays_as && habits !== "perfect");
}

/** How many answers a player gives as the reader does. @param {Known} known @param {Answers} answers @param {Player} player */
function alikeIn({questions}, answers, {habits}) {
  return questions.filter(({options}, place) => options[answers[place] ?? -1]?.players.includes(habits)).length;
}

/** The habit whose want costs a player most; null for who has all that matter. @param {Players} players @param {Player} player */
function dearestMissing(players, player) {
  const have = habitsOfSet(player.habits);
  const gains = HABITS.map((habit) => ({habit, gain: playerWith(players, [...have, habit]).mean - player.mean}));
  const dearest = gains.reduce((best, one) => (one.gain > best.gain ? one : best));
  return dearest.gain > 0 ? dearest : null;
}

/** Those that are asked first, by their places in the data, in whose order links hold the answers: first one that divides a table. */
const FIRST = [2, 3, 1, 4];

/** In which order they are asked. @param {Answers} answers */
const orderOf = (answers) => [...new Set([...FIRST, ...answers.keys()])].filter((place) => place < answers.length);

/** Find the players who answer as the reader does, from the lowest mean up. @param {Known} known @param {Answers} answers @returns {Fit} */
export function fitOf(known, answers) {
  const rated = differentPlayers(known).map((player) => ({player, alike: alikeIn(known, answers, player)}));
  const most = Math.max(...rated.map(({alike}) => alike));
  const fitting = rated.filter(({alike}) => alike >= most - SLACK).map(({player}) => player).sort((a, b) => a.mean - b.mean);
  const nearest = rated.filter(({alike}) => alike === most).map(({player}) => player).sort((a, b) => b.mean - a.mean)[0];
  return {
    players: fitting,
    nearest,
    alike: most,
    answered: countDone(answers),
    best: orderOf(answers).flatMap((place, asked) => (known.questions[place].options[answers[place] ?? -1]?.regret === 0 ? [asked + 1] : [])),
    missing: dearestMissing(known.players, nearest),
  };
}

/** The question that is asked now; their number when all are answered. @param {Answers} answers */
export const askedNow = (answers) => orderOf(answers).find((place) => answers[place] === null) ?? answers.length;

/** The question that was asked before; none before the first. @param {Answers} answers */
export const askedBefore = (answers) => orderOf(answers).filter((place) => answers[place] !== null).at(-1);

/** How many are answered. @param {Answers} answers */
export const countDone = (answers) => answers.filter((answer) => answer !== null).length;

/** Write answers for a link: a digit each, "x" for none yet. @param {Answers} answers */
export const textOfAnswers = (answers) => answers.map((answer) => answer ?? "x").join("").replace(/x+$/, "");

/** Read answers from a link; null for a text that holds none. @param {Known} known @param {string | null} text @returns {Answers | null} */
export function answersOfText({questions}, text) {
  const digits = Array.from(text ?? "");
  const isRead = digits.some((digit) => digit !== "x") && digits.length <= questions.length && digits.every((digit, place) => digit === "x" || (/\d/.test(digit) && Number(digit) <= questions[place].options.length));
  return isRead ? questions.map((_, place) => (digits[place] ?? "x") === "x" ? null : Number(digits[place])) : null;
}
