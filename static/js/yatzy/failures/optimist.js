/** The optimist: stops of a dial from the average of the dice to the best of the dice, and how ties are broken at its end. */
import {scandinavian} from "../game/rules/scandinavian.js";
import {recordsOf} from "../parts/records.js";

/**
 * @typedef {object} Stop A stop of the dial.
 * @property {number} hope From 0, perfect play, to 1, the optimist.
 * @property {number} believes Final score that the player expects.
 * @property {number} mean Final score that it can truly expect.
 * @property {number} bonus_rate
 *
 * @typedef {{dice: number[], text: string}} Move What a player does with a roll of its first turn, two throws in hand.
 *
 * @typedef {{rule: string, moves: Move[], mean: number, bonus_rate: number}} Tie A rule for options that the optimist believes equal.
 *
 * @typedef {object} Dial
 * @property {Stop[]} stops
 * @property {Tie[]} ties Rules that a person could follow, the published one first.
 * @property {number} best No rule scores more.
 * @property {number} worst No rule scores less.
 *
 * @typedef {{stop: number, tie: number}} Moment `tie` counts at the last stop only.
 */

const [BEST, WORST] = ["truly-best", "truly-worst"];

/** A guess loses a point for so many points that it is off. */
const POINTS_OFF = 10;

/** @typedef {import("../../engine/widget").DataSet} DataSet */
/** @typedef {{optimist_dial: DataSet, max_tie_rules: DataSet, tie_rule_moves: DataSet}} Data */

/** Read the data sets. @param {Data} data @returns {Dial} */
export function readDial({optimist_dial: dial, max_tie_rules: rules, tie_rule_moves: moves}) {
  const stops = recordsOf(dial).map(({hope, believes, mean, bonus_rate}) => ({hope, believes, mean, bonus_rate}));
  const ties = recordsOf(rules).map(({rule, mean, bonus_rate}) => ({rule, moves: readMoves(moves, rule), mean, bonus_rate}));
  const meanOf = (/** @type {string} */ name) => ties.find(({rule}) => rule === name)?.mean ?? 0;
  return {stops, ties: ties.filter(({rule}) => rule !== BEST && rule !== WORST), best: meanOf(BEST), worst: meanOf(WORST)};
}

/** What a rule does with each of the rolls that show it. @param {DataSet} table @param {string} rule @returns {Move[]} */
function readMoves(table, rule) {
  return recordsOf(table).filter((row) => row.rule === rule).map(({dice, category, keep}) => {
    const roll = Array.from(dice, Number);
    const box = scandinavian.categories.find(({name}) => name === category);
    const kept = keep === "" ? "throws all five" : `keeps ${[...keep].join(" ")}`;
    return {dice: roll, text: box === undefined ? kept : `writes ${box.points(roll)} in ${box.title}`};
  });
}

/** The stop that is asked about first: the last one that is not all hope. @param {Dial} dial */
export const askedStop = ({stops}) => stops.length - 2;

/** Points of a guess at the score of that stop, nothing to ten. @param {Dial} dial @param {number} guess */
export function pointsOfGuess(dial, guess) {
  return Math.max(0, 10 - Math.round(Math.abs(guess - dial.stops[askedStop(dial)].mean) / POINTS_OFF));
}

/** What a moment of the dial truly scores. @param {Dial} dial @param {Moment} moment @returns {{mean: number, bonus_rate: number}} */
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
export const worthOfThrow = (hope) => (1 - hope) * THROW.mean + hope * THROW.best;

/** Hope in per cent: "99.9". @param {number} hope */
export const percentOfHope = (hope) => String(Math.round(1000 * hope) / 10);

/** Write a moment for a link. @param {Dial} dial @param {Moment} moment */
export function textOfMoment({stops, ties}, {stop, tie}) {
  const percent = percentOfHope(stops[stop].hope);
  return stop === stops.length - 1 ? `${percent}.${ties[tie].rule}` : percent;
}

/** Read a moment from a link, "99.9" or "100.backwards"; null when there is none such. @param {Dial} dial @param {string | null} text @returns {Moment | null} */
export function momentOfText({stops, ties}, text) {
  const [, percent, rule] = /^([\d.]+?)(?:\.([a-z-]+))?$/.exec(text ?? "") ?? [];
  const stop = stops.findIndex(({hope}) => percentOfHope(hope) === percent);
  const tie = rule === undefined ? 0 : ties.findIndex((one) => one.rule === rule);
  return stop === -1 || tie === -1 ? null : {stop, tie};
}
