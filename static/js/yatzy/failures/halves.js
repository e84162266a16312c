/** Two halves of the game: counting the chances of a turn, and knowing what the boxes usually bring. */
import {readCurves} from "../parts/hills.js";
import {readPlayers} from "../parts/habits.js";
import {recordsOf} from "../parts/records.js";

/** @import {DataSet} from "../../engine/widget" @import {Player, Players} from "../parts/habits.js" */
/**
 * @typedef {{players: Players, curves: import("../parts/hills.js").Curves, pars: {category: string, par: number}[]}} Halves
 * @typedef {object} Place
 * @property {string} player The one of the four that is told about.
 * @property {string | null} guess What was guessed; null before, empty for a reader who did not want to.
 */

/** The four, row by row: without and with chances, each without and with pars. */
export const FOUR = ["none", "pars", "chances", "chances-pars"];

/** A half is worth more than the other if it brings so many points more. */
const CLEARLY = 5;
const POINTS = {right: 10, nearly: 6, wrong: 3};

/** @param {{habit_players: DataSet, habit_curves: DataSet, habit_pars: DataSet}} data @returns {Halves} */
export function readHalves({habit_players, habit_curves, habit_pars}) {
  const pars = recordsOf(habit_pars).map(({category, par}) => ({category, par}));
  return {players: readPlayers(habit_players), curves: readCurves(habit_curves), pars};
}

/** @param {Halves} halves @param {string} name @returns {Player} */
export function playerCalled({players}, name) {
  const player = players.get(name);
  if (player === undefined) throw new Error(`nobody has the habits ${name}`);
  return player;
}

/** What a player scores more than the casual one. @param {Halves} halves @param {string} name */
export const gainOf = (halves, name) => playerCalled(halves, name).mean - playerCalled(halves, "none").mean;

/** Which half is worth more: "chances", "pars", or "same" where they are within a few points. @param {Halves} halves */
export function truthOf(halves) {
  const more = gainOf(halves, "pars") - gainOf(halves, "chances");
  return Math.abs(more) < CLEARLY ? "same" : more > 0 ? "pars" : "chances";
}

/** Points of a guess; where the halves are worth the same, whoever named the one that is a little ahead was nearly right. @param {Halves} halves @param {string} guess */
export function pointsOfGuess(halves, guess) {
  const truth = truthOf(halves);
  if (guess === truth) return POINTS.right;
  const ahead = gainOf(halves, "pars") > gainOf(halves, "chances") ? "pars" : "chances";
  return truth === "same" && guess === ahead ? POINTS.nearly : POINTS.wrong;
}

/** Read a place from a link. @param {string | null} text @returns {Place | null} */
export const placeOfText = (text) => (FOUR.includes(text ?? "") ? {player: String(text), guess: ""} : null);
