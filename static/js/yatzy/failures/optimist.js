/**
 * The optimist: stops of a dial from the average of the dice to the best of the dice, and how ties are broken at its end.
 */
import {scandinavian} from "../rules.js";

/**
 * @typedef {object} Stop A stop of the dial.
 * @property {number} hope From 0, perfect play, to 1, the optimist.
 * @property {number} believes Final score that the player expects.
 * @property {number} mean Final score that it can truly expect.
 * @property {number} bonus_rate
 *
 * @typedef {object} Tie A rule for options that the optimist believes equal.
 * @property {string} rule
 * @property {string} label
 * @property {number} mean
 * @property {number} bonus_rate
 *
 * @typedef {object} Dial
 * @property {Stop[]} stops
 * @property {Tie[]} ties Rules that a person could follow, the published one first.
 * @property {number} best No rule scores more.
 * @property {number} worst No rule scores less.
 *
 * @typedef {object} Moment
 * @property {number} stop
 * @property {number} tie Counts at the last stop only.
 */

/** Rules in a reader's words. @type {Readonly<Record<string, string>>} */
const LABELS = {
  "project": "write at once, top box, fewest dice",
  "bottom-up": "write at once, bottom box, fewest dice",
  "most-dice": "write at once, top box, most dice",
  "throw-first": "throw first, all dice, top box",
  "backwards": "throw first, high dice stay, bottom box",
};
const [BEST, WORST] = ["truly-best", "truly-worst"];

/**
 * Read the data sets.
 * @param {{optimist_dial: import("../../engine/widget").DataSet, max_tie_rules: import("../../engine/widget").DataSet}} data
 * @returns {Dial}
 */
export function readDial({optimist_dial: dial, max_tie_rules: rules}) {
  const stops = dial.hope.map((hope, row) => ({
    hope, believes: dial.believes[row], mean: dial.mean[row], bonus_rate: dial.bonus_rate[row],
  }));
  const ties = rules.rule.map((rule, row) => ({
    rule, label: LABELS[rule] ?? rules.description[row], mean: rules.mean[row], bonus_rate: rules.bonus_rate[row],
  }));
  const meanOf = (/** @type {string} */ name) => ties.find(({rule}) => rule === name)?.mean ?? 0;
  return {stops, ties: ties.filter(({rule}) => rule !== BEST && rule !== WORST), best: meanOf(BEST), worst: meanOf(WORST)};
}

/**
 * What a moment of the dial truly scores.
 * @param {Dial} dial
 * @param {Moment} moment
 * @returns {{mean: number, bonus_rate: number}}
 */
export function truthOf({stops, ties}, {stop, tie}) {
  return stop === stops.length - 1 ? ties[tie] : stops[stop];
}

/** The throw that shows what hope does: four sixes on the table, only Yatzy open, one die in the hand. */
export const THROW = (() => {
  const yatzy = scandinavian.categories[scandinavian.categories.length - 1];
  const points = [1, 2, 3, 4, 5, 6].map((face) => yatzy.points([6, 6, 6, 6, face].sort((a, b) => a - b)));
  const best = Math.max(...points);
  return {best, mean: points.reduce((sum, one) => sum + one, 0) / points.length, chance: points.filter((one) => one === best).length / points.length};
})();

/** What a player with this hope counts the throw for. @param {number} hope */
export function worthOfThrow(hope) {
  return (1 - hope) * THROW.mean + hope * THROW.best;
}

/** Write a moment for a link. @param {Dial} dial @param {Moment} moment */
export function textOfMoment({stops, ties}, {stop, tie}) {
  const percent = String(Math.round(100 * stops[stop].hope));
  return stop === stops.length - 1 ? `${percent}.${ties[tie].rule}` : percent;
}

/** Read a moment from a link; null when there is none such. @param {Dial} dial @param {string | null} text @returns {Moment | null} */
export function momentOfText({stops, ties}, text) {
  const [percent, rule] = (text ?? "").split(".");
  const stop = stops.findIndex(({hope}) => String(Math.round(100 * hope)) === percent);
  const tie = rule === undefined ? 0 : ties.findIndex((one) => one.rule === rule);
  return stop === -1 || tie === -1 ? null : {stop, tie};
}
