/** Hills: small distributions of final scores on one axis and one scale, so that equal areas are equal probabilities. */
import {pathOf, percentOf, shareOf, stretched, underneath} from "site_builder/kit";

/** @import {DataSet} from "../../engine/widget" */
/** @typedef {{score: number[], most: number, chances: (player: string) => number[]}} Curves `score`: the minimum of each bin. */

/** Range of scores drawn; others are too rare to be visible. */
const AXIS = {from: 60, to: 360};
const TICKS = [100, 200, 300];

/** Read the curves: a column of scores, and one for each player. @param {DataSet} table @returns {Curves} */
export function readCurves({score, ...curves}) {
  const most = Math.max(...Object.values(curves).flat());
  const chances = (/** @type {string} */ player) => curves[player.replaceAll("-", "_")];
  return {score, most, chances};
}

/** Colours of players with habits and of perfect play, as attributes for files that readers save. */
const AREA = 'class="hill-area" fill="var(--c6)" fill-opacity="0.28"';
const OUTLINE = 'class="hill-outline" fill="none" stroke="var(--c1)" stroke-width="1.75" vector-effect="non-scaling-stroke"';
const BASE = '<line class="base" stroke="var(--soft)" x2="100%" y1="100%" y2="100%"/>';

/** @param {Curves} curves @param {string} player @param {string} look */
function hill({score, most, chances}, player, look) {
  const inside = chances(player).flatMap((chance, bin) => (score[bin] < AXIS.from || score[bin] > AXIS.to ? [] : [/** @type {[number, number]} */ ([shareOf(score[bin] + 0.5, AXIS), chance / most])]));
  return `<path ${look} d="${pathOf([[0, 0], ...inside, [1, 0]])}"/>`;
}

/** Draw the hills of players as areas, and perfect play as an outline. @param {Curves} curves @param {readonly string[]} players */
export function drawHills(curves, players) {
  return `${stretched(`${players.map((player) => hill(curves, player, AREA)).join("")}${hill(curves, "perfect", OUTLINE)}`)}${BASE}`;
}

/** Draw the hill of a player with its mean. @param {Curves} curves @param {string} player @param {number} mean */
export function drawHill(curves, player, mean) {
  const x = percentOf(shareOf(mean, AXIS));
  return `${drawHills(curves, [player])}<line class="hill-mean" x1="${x}" x2="${x}" y2="100%"/>`;
}

/** Draw the scores under a hill. */
export const drawHillAxis = () => underneath(TICKS.map((score) => ({share: shareOf(score, AXIS), label: String(score)})));
