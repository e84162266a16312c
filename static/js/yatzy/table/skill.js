/** How well somebody plays, as far as few games tell: with the range that goes with it, and the rung of the ladder. */

import {recordsOf} from "../parts/records.js";
import {SOLVED} from "./editions.js";
import {playedOf} from "./history.js";
import {readGame} from "./records.js";

/** @import {Desk} from "./desk.js" */
/** @import {Review} from "./review.js" */
/** @import {Ended} from "./archive.js" */

/** Games from which a rung is named, and the last ones that count. */
export const LEAST_GAMES = 5;
export const LAST_GAMES = 20;

/**
 * @typedef {{mean: number, margin: number, n: number}} Estimate A mean of n numbers, and twice its standard error.
 * @typedef {Estimate & {rung: string, left: number, is_below: boolean}} Skill Below all rungs somebody gives away more than the lowest one.
 */

/** Tell whether every throw of every turn is known. @param {Review} review */
export const isAllKnown = ({steps}) => steps.every(({known}) => known);

/**
 * Find what each player of a record gave away, by their names; of nobody where the game is another or was not played to
 * its end, and not of those of whom a turn is not known.
 * @param {Desk} desk @param {string} text @returns {Promise<Record<string, number>>}
 */
export async function givenIn(desk, text) {
  const game = readGame(text);
  if (game === null || game.setup.edition !== SOLVED) return {};
  const played = playedOf(game, desk.ruleset);
  const reviews = played.player < 0 ? await desk.review(played.cards, game.setup.dice) : [];
  return Object.fromEntries(reviews.flatMap((review, player) => (isAllKnown(review) ? [[game.setup.players[player].name, review.regret]] : [])));
}

/** Estimate a mean from numbers that vary. @param {readonly number[]} numbers At least two. @returns {Estimate} */
export function estimate(numbers) {
  const n = numbers.length;
  const mean = numbers.reduce((sum, one) => sum + one, 0) / n;
  const variance = numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (n - 1);
  return {mean, margin: 2 * Math.sqrt(variance / n), n};
}

/**
 * Points of a mistake that may not have come in one game: without it a player who errs seldom would seem to be known
 * better than a game can tell.
 */
export const UNSEEN = 3;

/**
 * Say what somebody would average who always gave away so much, and the range in which that lies judging by how much
 * the turns of this game differ, and one more with a mistake. Nobody averages more than perfect play.
 * @param {Review} review A game of which every turn is known.
 */
export function averageOf({start, regret, steps}) {
  const n = steps.length;
  const {mean, margin} = estimate([...steps.map((step) => step.regret), UNSEEN]);
  return {average: start - regret, low: Math.max(0, start - n * (mean + margin)), high: Math.min(start, start - n * (mean - margin))};
}

/**
 * Name the rung of the ladder that gives away about as much as somebody's last games; null for too few games.
 * @param {readonly Ended[]} games @param {string} name @param {Record<string, any[]>} ladder @returns {Skill | null}
 */
export function skillOf(games, name, ladder) {
  const given = games.flatMap((game) => (name in game.given ? [game.given[name]] : [])).slice(-LAST_GAMES);
  if (given.length < LEAST_GAMES) return null;
  const estimated = estimate(given);
  const rungs = recordsOf(ladder).map(({rung, left}) => ({rung, left}));
  const nearest = rungs.reduce((best, one) => (Math.abs(one.left - estimated.mean) < Math.abs(best.left - estimated.mean) ? one : best));
  const is_below = estimated.mean - estimated.margin > Math.max(...rungs.map(({left}) => left));
  return {...estimated, ...nearest, is_below};
}
