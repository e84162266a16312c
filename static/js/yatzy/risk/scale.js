/** A throw on a pair of scales: sure points are laid against it until the pans are level. */
import {readStops, stopOfText} from "./stops.js";

/** @import {Data, Outcome, Throw} from "./types" */
/**
 * @typedef {object} Place
 * @property {number} stop Whose scales: the stop of its theta.
 * @property {number} sure Points in the right pan, beyond what the throw brings at worst.
 * @property {readonly number[]} found Stops whose pans have been level.
 */

/** Three tastes, by theta. */
export const TASTES = [{theta: -0.1, name: "Careful"}, {theta: 0, name: "Plain"}, {theta: 0.1, name: "Bold"}];

/** Points are laid on in halves, so many at most; the pans are level where no half is nearer. */
export const [HALF, MOST] = [0.5, 40];

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

/** What the throw is worth to the player of a stop, beyond its worst outcome. @param {Throw} thrown @param {number} stop */
export const worthOf = ({worth, outcomes}, stop) => worth[stop] - outcomes[0].value;

/** The points in halves at which the pans are level. @param {Throw} thrown @param {number} stop */
export const levelAt = (thrown, stop) => Math.round(worthOf(thrown, stop) / HALF) * HALF;

/** Whether the pans are level. @param {Throw} thrown @param {Place} place */
export const isLevel = (thrown, {stop, sure}) => sure === levelAt(thrown, stop);

/** Be at a stop with so many points, and remember whose pans are level. @param {Throw} thrown @param {Place} place @param {number} stop @param {number} sure @returns {Place} */
export function moved(thrown, {found}, stop, sure) {
  const next = {stop, sure: Math.max(0, Math.min(MOST, sure)), found};
  return isLevel(thrown, next) && !found.includes(stop) ? {...next, found: [...found, stop]} : next;
}

/** The stop of a taste. @param {Throw} thrown @param {number} taste */
export const stopOfTaste = ({stops}, taste) => stops.indexOf(TASTES[taste].theta);

/** Write a place for a link. @param {Throw} thrown @param {Place} place */
export const textOfPlace = ({stops}, {stop, sure}) => `${stops[stop]}~${sure}`;

/** Read a place from a link: "-0.1~3.5", or a theta alone, as links had it, for level pans. @param {Throw} thrown @param {string} text @param {readonly number[]} found @returns {Place | null} */
export function placeOfText(thrown, text, found) {
  const [theta, points] = text.split("~");
  const stop = stopOfText(theta, thrown.stops);
  const sure = points === undefined ? levelAt(thrown, stop ?? 0) : Number(points);
  return stop === null || !(sure >= 0 && sure <= MOST) || sure % HALF !== 0 ? null : moved(thrown, {stop, sure, found}, stop, sure);
}
