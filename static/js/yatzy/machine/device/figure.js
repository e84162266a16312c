/**
 * The reader's own device solves the game: what the figure knows and shows. Before that, and where no script runs, it
 * shows what the solver has found.
 */

import {layOutGame} from "../../game/tables.js";
import {recordsOf} from "../../parts/records.js";
import {areSame, rulesetOf, USUAL} from "./rules.js";

/** @import {DataSet} from "../../../engine/widget" @import {Rules} from "./ranges.js" @import {Solution} from "./solve.js" @import {Progress} from "./worker.js" */

/**
 * @typedef {object} Run What the device does, or has done.
 * @property {Rules} rules
 * @property {Progress | null} progress Null until it has begun.
 *
 * @typedef {object} Known
 * @property {Solution} ours What the solver has found for the usual rules.
 * @property {readonly number[]} states How many states each layer has by the usual rules.
 * @property {boolean} can_run Whether this browser can run a kernel.
 * @property {Run | null} run
 *
 * @typedef {object} Shown What is to be seen of some rules.
 * @property {"ours" | "asked" | "solving" | "done"} stage
 * @property {readonly number[]} done
 * @property {readonly number[]} all
 * @property {number} seconds
 * @property {Solution | null} solution
 */

/** @param {Record<string, DataSet>} data @returns {Known} */
export function readKnown({prices, counter, layers}) {
  const {categories} = layOutGame(rulesetOf(USUAL)).ruleset;
  const found = recordsOf(prices).map(({box, points, price}) => ({box: categories.findIndex(({name}) => name === box), points, price}));
  const states = recordsOf(layers).sort((one, other) => one.filled - other.filled).map((layer) => layer.states);
  return {ours: {value: counter.start_value[0], prices: found}, states, can_run: true, run: null};
}

/** @param {Rules} rules @param {Known} known @returns {Shown} */
export function shownOf(rules, {ours, states, run}) {
  const nothing = states.map(() => 0);
  if (run !== null && areSame(run.rules, rules)) {
    const {done, all, seconds, solution} = run.progress ?? {done: nothing, all: nothing, seconds: 0, solution: null};
    return {stage: solution === null ? "solving" : "done", done, all, seconds, solution};
  }
  if (areSame(rules, USUAL)) return {stage: "ours", done: states, all: states, seconds: 0, solution: ours};
  return {stage: "asked", done: nothing, all: nothing, seconds: 0, solution: null};
}
