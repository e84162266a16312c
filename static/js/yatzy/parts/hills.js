/** Hills: distributions of final scores, small, all on one axis and one scale, so that equal areas are equal chances. */
import {pathOf, percentOf, shareOf, stretched, underneath} from "site_builder/kit";

/** @import {DataSet} from "../../engine/widget" */
/** @typedef {{score: number[], most: number, chances: (player: string) => number[]}} Curves `score`: the least of each bin. */

/** Hills are drawn between these scores; what lies outside is too rare to be seen. */
const AXIS = {from: 60, to: 360};
const TICKS = [100, 200, 300];

/** Read the curves: a column of scores, and one for each player. @param {DataSet} table @returns {Curves} */
export function readCurves({score, ...curves}) {
  const most = Math.max(...Object.values(curves).flat());
  const chances = (/** @type {string} */ player) => curves[player.replaceAll("-", "_")];
  return {score, most, chances};
}

/** @param {Curves} curves @param {string} player @param {string} name */
function hill({score, most, chances}, player, name) {
  const inside = chances(player).flatMap((chance, bin) => (score[bin] < AXIS.from || score[bin] > AXIS.to ? [] : [/** @type {[number, number]} */ ([shareOf(score[bin] + 0.5, AXIS), chance / most])]));
  return `<path class="${name}" d="${pathOf([[0, 0], ...inside, [1, 0]])}"/>`;
}

/**
 * Draw the hill of a player with those of others as outlines, and the player's mean.
 * @param {Curves} curves @param {{player: string, mean: number}} own @param {readonly string[]} [outlines]
 */
export function drawHill(curves, {player, mean}, outlines = ["perfect"]) {
  const x = percentOf(shareOf(mean, AXIS));
  const others = outlines.map((other) => hill(curves, other, `hill-outline ${other}`));
  return `${stretched(`${hill(curves, player, "hill-area")}${others.join("")}`)}<line class="hill-mean" x1="${x}" x2="${x}" y2="100%"/><line class="base" x2="100%" y1="100%" y2="100%"/>`;
}

/** Draw several hills over each other, each as an area. @param {Curves} curves @param {readonly string[]} players */
export function drawHills(curves, players) {
  return `${stretched(`${players.map((player) => hill(curves, player, "hill-area")).join("")}${hill(curves, "perfect", "hill-outline perfect")}`)}<line class="base" x2="100%" y1="100%" y2="100%"/>`;
}

/** A stretch of scores, as shares of the axis. @param {number} from @param {number} to */
export const stretchOf = (from, to) => ({from: percentOf(shareOf(from, AXIS)), wide: percentOf(shareOf(to, AXIS) - shareOf(from, AXIS))});

/** Draw the scores under a hill. */
export const drawHillAxis = () => underneath(TICKS.map((score) => ({share: shareOf(score, AXIS), label: String(score)})));
