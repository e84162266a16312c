/**
 * Drift: what numbers of single precision make of the values, from the last turn back to the first.
 */

import {gathered} from "site_builder/kit";

/** @import {Drift, DriftMoment as Moment} from "./types" */

/** Ways to use short numbers, from the most careful. @type {readonly (readonly [string, string])[]} */
export const WAYS = [
  ["stored", "only what is kept between turns"],
  ["factor", "only the one sixth"],
  ["table", "everything, table of chances"],
  ["lattice", "everything, die by die"],
];

/** Read the layers of each way, the full card first. @param {Record<string, Record<string, any[]>>} data @returns {Drift} */
export function readDrift({float32_drift: {way, filled, drift, thousandths, value}}) {
  const found = gathered(way, (row) => ({filled: filled[row], drift: drift[row], thousandths: thousandths[row], value: value[row]}));
  for (const layers of found.values()) layers.sort((one, other) => other.filled - one.filled);
  return found;
}

/**
 * Split a number into the digits that are right and those that are not, written like the exact one.
 * @param {number} value @param {number} exact @param {number} decimals @returns {[string, string]}
 */
export function rightDigits(value, exact, decimals) {
  const [written, wanted] = [value.toFixed(decimals), exact.toFixed(decimals)];
  let same = 0;
  while (same < written.length && written[same] === wanted[same]) same += 1;
  return [written.slice(0, same), written.slice(same)];
}

/** @param {Moment} moment */
export function textOfMoment({way, turns}) {
  return `${way}.${turns}`;
}

/** @param {string | null} text @param {Drift} drift @returns {Moment | null} */
export function momentOfText(text, drift) {
  const [way, turns] = (text ?? "").split(".");
  const layers = drift.get(way);
  if (layers === undefined || !/^\d{1,2}$/.test(turns ?? "") || Number(turns) >= layers.length) return null;
  return {way, turns: Number(turns)};
}
