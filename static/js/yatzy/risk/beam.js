/**
 * One throw, weighed by players of every taste: where on the beam of its outcomes it balances.
 *
 * The certainty equivalent c solves the equation sum of p (exp(theta (x - c)) - 1) = 0. Divide each term by
 * theta (x - c): with the weights p (exp(theta (x - c)) - 1) / (theta (x - c)) the outcomes balance at c.
 */
import {gathered} from "site_builder/kit";
import {readStops} from "./stops.js";

/** @import {Beam, Data, Outcome} from "./types" */

/** Outcomes nearer to each other than this, in points, are put into one weight; a column is as wide. */
export const BIN = 0.5;
/** Nearer to c than this, in units of 1 / theta, an outcome has just its chance for a weight. */
const CLOSE = 1e-6;

/** Read the data sets. @param {Data} data @returns {Beam} */
export function readBeam({chance_node, chance_node_equivalents, throw_sigmas, regime_map}) {
  /** @type {Outcome[]} */
  const outcomes = [];
  chance_node.value.forEach((value, row) => {
    const last = outcomes[outcomes.length - 1];
    if (last !== undefined && Math.abs(last.value - value) < 1e-6) last.chance += chance_node.probability[row];
    else outcomes.push({value, chance: chance_node.probability[row]});
  });
  return {
    stops: readStops(chance_node_equivalents.theta),
    outcomes,
    worth: chance_node_equivalents.certainty_equivalent,
    spread: chance_node_equivalents.spread,
    mean: chance_node_equivalents.mean[0],
    sigma: chance_node.sigma[0],
    keep: chance_node.keep[0],
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

/**
 * How much each outcome counts for a player; all weights together are 1.
 * @param {readonly Outcome[]} outcomes @param {number} theta
 * @param {number} worth The certainty equivalent.
 * @returns {number[]} By outcome.
 */
export function weightsOf(outcomes, theta, worth) {
  const weights = outcomes.map(({value, chance}) => {
    const exponent = theta * (value - worth);
    return chance * (Math.abs(exponent) < CLOSE ? 1 : Math.expm1(exponent) / exponent);
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/**
 * Put weights together that stand closely on the beam, each pile where its own weights balance.
 * @param {readonly Outcome[]} outcomes The worst first. @param {readonly number[]} weights @returns {{at: number, weight: number}[]}
 */
export function stack(outcomes, weights) {
  /** @type {{first: number, weight: number, moment: number}[]} */
  const piles = [];
  outcomes.forEach(({value}, place) => {
    const [weight, last] = [weights[place], piles[piles.length - 1]];
    if (last !== undefined && value - last.first < BIN) {
      last.weight += weight;
      last.moment += weight * value;
    } else piles.push({first: value, weight, moment: weight * value});
  });
  return piles.map(({weight, moment}) => ({at: moment / weight, weight}));
}

/** Regimes of a stop. @param {Beam} beam @param {number} stop */
export function regimesOf({stops, regimes}, stop) {
  return regimes.get(Math.abs(stops[stop])) ?? [];
}
