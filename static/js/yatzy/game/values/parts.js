/**
 * Read the values of a game that is too large for one file, in parts.
 *
 * A part contains the states of one chunk (which of some chosen categories are filled) and one band (how many of the
 * others are). Its rows are ordered by the upper categories among the filled ones, then by the filled ones, the extra
 * of the state and the upper total: a matrix for each upper set, a row for each set and extra, a column for each total.
 * Stored are the differences to the left and above, mapped to non-negative numbers.
 */

import {grouped} from "site_builder/kit";
import {checkMetadata, checkSteps, decode, readScale, unfold, ValueTableError} from "./table.js";
import {countBits, countExtras} from "../rules/jokers.js";
import {rankOfTotal} from "../tables.js";

/** @import {Game} from "../tables.js" */

const SCHEMA_VERSION = "1";

/**
 * @typedef {object} Index
 * @property {readonly number[]} chosen The chosen categories, ascending.
 * @property {readonly number[]} first_layer_of_band
 * @property {readonly (readonly number[])[]} bytes_of_part Bytes by chunk and band.
 * @property {number} step Points in one step.
 * @property {number} start_value Expected final score of a new game, as computed before rounding.
 *
 * @typedef {object} Part
 * @property {Uint16Array} steps_of_row Value of each state in steps above the base.
 * @property {number} base
 * @property {ReadonlyMap<number, number>} first_row_of_set First row of each set of filled categories.
 */

/**
 * Read the index of the parts and check that it belongs to the game.
 * @param {ArrayBuffer} buffer The file, inflated.
 * @param {Pick<Game, "ruleset">} game @returns {Index}
 * @throws {ValueTableError}
 */
export function readIndex(buffer, {ruleset}) {
  const content = parse(buffer);
  const metadata = new Map(Object.entries(content));
  checkMetadata(metadata, ruleset, SCHEMA_VERSION);
  const {chosen, first_layer_of_band, bytes_of_part} = content;
  const names = ruleset.categories.map(({name}) => name);
  const categories = Array.isArray(chosen) ? chosen.map((name) => names.indexOf(name)) : [-1];
  const is_whole = Array.isArray(bytes_of_part) && bytes_of_part.length === 2 ** categories.length
    && bytes_of_part.every((row) => row.length === first_layer_of_band?.length);
  if (categories.includes(-1) || !is_whole) {
    throw new ValueTableError("The list of the parts of the table does not say what is in them.");
  }
  return {chosen: categories, first_layer_of_band, bytes_of_part, ...readScale(metadata)};
}

/** @param {ArrayBuffer} buffer @returns {Record<string, any>} */
function parse(buffer) {
  try {
    return Object(JSON.parse(new TextDecoder().decode(buffer)));
  } catch (error) {
    throw new ValueTableError("The list of the parts of the table cannot be read: it is damaged, or was cut off on its way here.", error);
  }
}

/** Return the name of the part with a set of filled categories: chunk and band. @param {Index} index @param {number} filled */
export function partOfSet({chosen, first_layer_of_band}, filled) {
  let chunk = 0;
  chosen.forEach((category, bit) => (chunk |= ((filled >> category) & 1) << bit));
  const layer = countBits(filled) - countBits(chunk);
  return `${chunk}-${first_layer_of_band.filter((first) => first <= layer).length - 1}`;
}

/**
 * List the parts that a turn reads.
 * @param {Index} index @param {import("../rules/scandinavian.js").Ruleset} ruleset
 * @param {number} filled Set of filled categories when the turn begins.
 */
export function partsOfTurn(index, {categories}, filled) {
  const open = categories.map((_, category) => 1 << category).filter((bit) => (filled & bit) === 0);
  return [...new Set(open.map((bit) => partOfSet(index, filled | bit)))];
}

/** List all parts, and add up their bytes. @param {Index} index */
export function namesOfParts(index) {
  const names = index.bytes_of_part.flatMap((bands, chunk) => bands.flatMap((bytes, band) => (bytes > 0 ? [`${chunk}-${band}`] : [])));
  return {names, bytes: bytesOfParts(index, names)};
}

/** Add up the bytes of parts. @param {Index} index @param {readonly string[]} names */
export function bytesOfParts({bytes_of_part}, names) {
  return names.reduce((sum, name) => {
    const [chunk, band] = name.split("-").map(Number);
    return sum + bytes_of_part[chunk][band];
  }, 0);
}

/**
 * List the sets of filled categories of a part in the order of its rows, by their upper set.
 * @param {Index} index @param {Game} game @param {string} name
 * @returns {number[][]} Sets per upper set.
 */
function setsOfPart({chosen, first_layer_of_band}, {ruleset, states}, name) {
  const [chunk, band] = name.split("-").map(Number);
  const [first, stop] = [first_layer_of_band[band], first_layer_of_band[band + 1] ?? Infinity];
  const always = chosen.reduce((set, category, bit) => set | (((chunk >> bit) & 1) << category), 0);
  const others = ruleset.categories.flatMap((_, category) => (category < states.n_upper || chosen.includes(category) ? [] : [1 << category]));
  const lower_sets = Array.from({length: 2 ** others.length}, (_, subset) =>
    others.reduce((set, bit, place) => (subset & (1 << place) ? set | bit : set), always));
  const layers = lower_sets.map((set) => countBits(set) - countBits(always));
  return states.totals_of_set.map((_, upper_set) => {
    const n_upper = countBits(upper_set);
    return lower_sets.filter((_, place) => layers[place] + n_upper >= first && layers[place] + n_upper < stop).map((set) => set | upper_set);
  });
}

/**
 * Read a part and check that it is complete and belongs to the game and to its name.
 * @param {ArrayBuffer} buffer The file, inflated.
 * @param {Game} game @param {Index} index @param {string} name @returns {Promise<Part>}
 * @throws {ValueTableError} If the part is damaged, truncated, outdated, another part or of another game.
 */
export async function readPart(buffer, game, index, name) {
  const {metadata, n_rows, low, high} = decode(buffer);
  checkMetadata(metadata, game.ruleset, SCHEMA_VERSION);
  const {step, start_value} = readScale(metadata);
  if (metadata.get("part") !== name || step !== index.step || start_value !== index.start_value) {
    throw new ValueTableError(`This part of the table of values, ${metadata.get("part") ?? "without a name"}, does not belong to the others.`);
  }
  const sets_of_upper_set = setsOfPart(index, game, name);
  const n_pages_of_upper_set = sets_of_upper_set.map((sets) => sets.reduce((sum, set) => sum + countExtras(game.ruleset, set), 0));
  const expected = n_pages_of_upper_set.reduce((sum, n_pages, set) => sum + n_pages * game.states.totals_of_set[set].length, 0);
  if (n_rows !== expected || metadata.get("rows") !== String(n_rows)) {
    throw new ValueTableError(`This part of the table of values has ${grouped(n_rows)} rows where ${grouped(expected)} are needed.`);
  }
  const steps_of_row = addUp(low, high, n_pages_of_upper_set, game.states.totals_of_set);
  await checkSteps(steps_of_row, metadata);
  return {steps_of_row, base: Number(metadata.get("base")), first_row_of_set: firstRows(game, sets_of_upper_set)};
}

/** @param {Game} game @param {readonly number[][]} sets_of_upper_set */
function firstRows({ruleset, states}, sets_of_upper_set) {
  const first_row_of_set = new Map();
  let row = 0;
  sets_of_upper_set.forEach((sets, upper_set) => {
    for (const set of sets) {
      first_row_of_set.set(set, row);
      row += countExtras(ruleset, set) * states.totals_of_set[upper_set].length;
    }
  });
  return first_row_of_set;
}

/**
 * Decode and add up the differences, matrix by matrix.
 * @param {Uint8Array} low @param {Uint8Array} high @param {readonly number[]} n_pages_of_upper_set
 * @param {readonly (readonly number[])[]} totals_of_set
 */
function addUp(low, high, n_pages_of_upper_set, totals_of_set) {
  const steps_of_row = new Uint16Array(low.length);
  let row = 0;
  n_pages_of_upper_set.forEach((n_pages, upper_set) => {
    const width = totals_of_set[upper_set].length;
    for (let page = 0; page < n_pages; page += 1) {
      let across = 0;
      for (let column = 0; column < width; column += 1, row += 1) {
        across += unfold(low[row], high[row]);
        steps_of_row[row] = across + (page > 0 ? steps_of_row[row - width] : 0); // modulo 65,536, like the encoder
      }
    }
  });
  return steps_of_row;
}

/**
 * Return the points still to come from a state of a part, bonus included.
 * @param {Part} part @param {number} step @param {import("../tables.js").States} states @param {number} filled
 * @param {number} upper_total 0 to the threshold.
 * @param {number} extra
 */
export function valueInPart({steps_of_row, base, first_row_of_set}, step, states, filled, upper_total, extra) {
  const first = first_row_of_set.get(filled);
  if (first === undefined) throw new RangeError(`set ${filled} is not in this part`);
  const upper_set = filled & (2 ** states.n_upper - 1);
  const row = first + extra * states.totals_of_set[upper_set].length + rankOfTotal(states, upper_set, upper_total);
  return (base + steps_of_row[row]) * step;
}
