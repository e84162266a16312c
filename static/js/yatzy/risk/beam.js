/** One throw, what it is worth to players of every taste, and all the throws of a game. */
import {gathered} from "site_builder/kit";
import {readStops} from "./stops.js";

/** @import {Beam, Data, Outcome, Throw} from "./types" */

/** Read the throw. @param {Pick<Data, "chance_node" | "chance_node_equivalents">} data @returns {Throw} */
export function readThrow({chance_node, chance_node_equivalents}) {
  /** @type {Outcome[]} */
  const outcomes = [];
  chance_node.value.forEach((value, row) => {
    const last = outcomes[outcomes.length - 1];
    if (last !== undefined && Math.abs(last.value - value) < 1e-6) last.chance += chance_node.probability[row];
    else outcomes.push({value, chance: chance_node.probability[row]});
  });
  const stops = readStops(chance_node_equivalents.theta);
  return {stops, outcomes, worth: chance_node_equivalents.certainty_equivalent, mean: chance_node_equivalents.mean[0], keep: chance_node.keep[0]};
}

/** Read all throws of a game. @param {Data} data @returns {Beam} */
export function readBeam({chance_node, chance_node_equivalents, throw_sigmas, regime_map}) {
  return {
    ...readThrow({chance_node, chance_node_equivalents}),
    sigmas: throw_sigmas.low.map((low, row) => ({low, high: throw_sigmas.high[row], share: throw_sigmas.share[row]})),
    throws: throw_sigmas.throws.reduce((sum, one) => sum + one, 0),
    regimes: readRegimes(regime_map),
  };
}

/** @param {Record<string, any[]>} regime_map */
function readRegimes({theta, low, high, share}) {
  const regimes = gathered(theta, (row) => ({low: low[row], high: high[row] ?? Infinity, share: share[row]}));
  const [first] = regimes.values();
  regimes.set(0, first.map((regime, place) => ({...regime, share: place === 0 ? 1 : 0})));
  return regimes;
}

/** Regimes of a stop. @param {Beam} beam @param {number} stop */
export function regimesOf({stops, regimes}, stop) {
  return regimes.get(Math.abs(stops[stop])) ?? [];
}
