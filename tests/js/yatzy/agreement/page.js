/**
 * Compare the page's results for positions with the solver's: reads one position per line from standard input, and writes a
 * summary to standard output. Called by `python -m tests.agreement`, with the name of the game.
 */

import {createInterface} from "node:readline";

import {adviser} from "../../../../static/js/yatzy/advisor/answer.js";
import {findEdition, rulesOf} from "../../../../static/js/yatzy/advisor/position.js";
import {openValues} from "../../../../static/js/yatzy/advisor/values.js";
import {layOutGame} from "../../../../static/js/yatzy/game/tables.js";
import {readPublishedFile} from "../published.js";

/**
 * @typedef {object} Told
 * @property {(number | null)[]} scores
 * @property {number} n_extra_yahtzees
 * @property {number[]} dice
 * @property {number} rerolls
 * @property {[string, number][]} options Key and value, best first.
 *
 * @typedef {object} Summary
 * @property {number} positions
 * @property {number} options
 * @property {number} worst_difference Maximum difference between two values of an option, in points.
 * @property {number} other_best Number of positions in which another option is first.
 * @property {number} dearest_other_best Maximum loss of such an option, in points.
 * @property {string[]} faults The first errors.
 */

/** Half a step of the tables, and a step, plus the rounding of sums in another order. */
const [MOST_DIFFERENCE, TIED] = [1 / 512 + 1e-9, 1 / 256 + 1e-9];
const MOST_FAULTS = 5;

const edition = findEdition(process.argv[2]);
if (edition === undefined) throw new RangeError(`there is no game called ${process.argv[2]}`);
const game = layOutGame(rulesOf(edition));
const values = await openValues(edition, game, readPublishedFile);
const answer = adviser(game, values);

/** @type {Summary} */
const summary = {positions: 0, options: 0, worst_difference: 0, other_best: 0, dearest_other_best: 0, faults: []};
for await (const line of createInterface({input: process.stdin})) {
  const told = /** @type {Told} */ (JSON.parse(line));
  const fault = await compare(told);
  if (fault !== "" && summary.faults.length < MOST_FAULTS) summary.faults.push(`${fault}: ${line.slice(0, 300)}`);
}
process.stdout.write(JSON.stringify(summary));

/** Compare one position, and count it; returns "" if it agrees. @param {Told} told */
async function compare({options, ...position}) {
  let answered = answer({...position, kept: 0});
  if (answered.kind === "fetching") {
    await values.fetch(answered.names);
    answered = answer({...position, kept: 0});
  }
  if (answered.kind !== "options") return `the page answers with ${answered.kind}`;
  const found = new Map(answered.options.map(({key, value}) => [key, value]));
  const differences = options.map(([key, value]) => Math.abs((found.get(key) ?? NaN) - value));
  const worst = Math.max(...differences);
  const best = new Map(options).get(answered.options[0].key) ?? NaN;
  const given_away = options[0][1] - best;
  const is_other = answered.options[0].key !== options[0][0];
  summary.positions += 1;
  summary.options += options.length;
  summary.worst_difference = Math.max(summary.worst_difference, worst);
  summary.other_best += Number(is_other);
  summary.dearest_other_best = Math.max(summary.dearest_other_best, given_away);
  if (found.size !== options.length || !(worst <= MOST_DIFFERENCE)) return "other options, or other values";
  return given_away <= TIED ? "" : "another best option";
}
