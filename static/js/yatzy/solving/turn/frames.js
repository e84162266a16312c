/**
 * One turn, solved backwards, ring by ring: what every keep is known to be worth after each step of the sweeps.
 *
 * The rolls are scored; then mean and max sweeps alternate, three means and two maxima, each in one step a ring.
 */
import {maxSweep} from "../../game/lattice.js";
import {solveTurn} from "../../game/turn.js";

/** @import {Lattice} from "../../game/lattice.js" */

/** @typedef {"score" | "mean" | "best"} Kind */

/**
 * @typedef {object} Phase
 * @property {Kind} kind
 * @property {number} throws Throws still to come when a keep is valued: 0 for scoring, 1 for the last throw, ...
 *
 * @typedef {object} Sweeps One turn with the values after each phase.
 * @property {import("../../game/turn.js").Turn} turn
 * @property {Float64Array[]} value_of_phase Per phase: value of every keep when it is finished.
 * @property {number} lowest Smallest value of any keep after any phase.
 * @property {number} highest
 *
 * @typedef {object} Front Where the work stands.
 * @property {number} phase
 * @property {number} ring Size of the keeps that were valued last.
 */

/** The phases of a turn of three throws. @type {readonly Phase[]} */
export const PHASES = [
  {kind: "score", throws: 0},
  {kind: "mean", throws: 1},
  {kind: "best", throws: 1},
  {kind: "mean", throws: 2},
  {kind: "best", throws: 2},
  {kind: "mean", throws: 3},
];

/** Dice of a roll, and so steps of a sweep. */
const N_DICE = 5;

/** The last step: the empty keep is worth what the turn is worth. */
export const LAST_STEP = (PHASES.length - 1) * N_DICE;

/** Tell what was done last at a step. @param {number} step 0: the rolls were scored. @returns {Front} */
export function frontOf(step) {
  if (step === 0) return {phase: 0, ring: N_DICE};
  const phase = 1 + Math.floor((step - 1) / N_DICE);
  const done = (step - 1) % N_DICE;
  return {phase, ring: PHASES[phase].kind === "mean" ? N_DICE - 1 - done : done + 1};
}

/** The step at which a phase is finished. @param {number} phase */
export function endOf(phase) {
  return phase * N_DICE;
}

/**
 * Tell whether a ring has its value of the sweep at hand; full rolls keep theirs while means are taken of them.
 * @param {Front} front @param {number} size
 */
export function isFresh({phase, ring}, size) {
  return PHASES[phase].kind === "best" ? size <= ring : size >= ring;
}

/** Find the phase whose values a ring shows; -1 while nothing is known. @param {Front} front @param {number} size */
export function phaseOfRing(front, size) {
  if (isFresh(front, size)) return front.phase;
  return front.phase <= 1 ? -1 : front.phase - 1;
}

/**
 * Find the phase in which the value was computed that a ring shows; -1 while nothing is known.
 * @param {Front} front @param {number} size
 */
export function origin(front, size) {
  const phase = phaseOfRing(front, size);
  return phase > 0 && PHASES[phase].kind === "mean" && size === N_DICE ? phase - 1 : phase;
}

/**
 * Solve a turn and keep what is known after each phase.
 * @param {import("../../game/tables.js").Game} game
 * @param {(filled: number, upper_total: number) => number} valueOf Points still to come from the states after the turn.
 * @param {{filled: number, upper_total: number}} state @returns {Sweeps}
 */
export function solveInSweeps(game, valueOf, state) {
  const turn = solveTurn(game, valueOf, state);
  const value_of_phase = PHASES.map(({kind, throws}) => {
    const values = turn.value_of_keep[throws].slice();
    if (kind === "best") maxSweep(game.lattice, values);
    return values;
  });
  const known = value_of_phase.flatMap((values) => [...values]).filter(Number.isFinite);
  return {turn, value_of_phase, lowest: known.reduce((a, b) => Math.min(a, b)), highest: known.reduce((a, b) => Math.max(a, b))};
}

/**
 * Read what a keep is known to be worth at a step; null while nothing is known.
 * @param {Sweeps} sweeps @param {Lattice} lattice @param {number} step @param {number} keep
 */
export function valueAt({value_of_phase}, {dice_of_keep}, step, keep) {
  const phase = phaseOfRing(frontOf(step), dice_of_keep[keep].length);
  return phase < 0 ? null : value_of_phase[phase][keep];
}

/**
 * List the keeps that a keep's value is made of in its phase: six extensions for a mean, the keeps with one die less
 * for a maximum.
 * @param {Lattice} lattice @param {number} phase @param {number} keep @returns {number[]}
 */
export function sourcesOf({extensions_of_keep, start_of_subkeeps, subkeeps, first_roll}, phase, keep) {
  const kind = PHASES[phase]?.kind;
  if (kind === "mean" && keep < first_roll) return [...extensions_of_keep.subarray(6 * keep, 6 * keep + 6)];
  if (kind === "best") return [...subkeeps.subarray(start_of_subkeeps[keep], start_of_subkeeps[keep + 1])];
  return [];
}

/**
 * Find the part of a roll that is best to keep, by what is known after a maximum: the smallest keep of that value.
 * @param {Sweeps} sweeps
 * @param {readonly number[]} keeps The keeps of a roll, small ones first, the roll last.
 * @param {number} phase A mean phase.
 */
export function bestKeep({value_of_phase}, keeps, phase) {
  const values = value_of_phase[phase];
  return keeps.reduce((best, keep) => (values[keep] > values[best] + 1e-9 ? keep : best));
}

/**
 * Find the part of a roll that is best to keep while a maximum is taken; null in the other phases.
 * @param {Sweeps} sweeps
 * @param {readonly number[]} keeps The keeps of a roll, small ones first, the roll last.
 * @param {number} step
 */
export function bestNow(sweeps, keeps, step) {
  const {phase} = frontOf(step);
  return PHASES[phase].kind === "best" ? bestKeep(sweeps, keeps, phase - 1) : null;
}
