/** The data sets that `python -m solver datasets` leaves in build/data, for tests; a missing one is said in a sentence. */

import {readFile} from "node:fs/promises";
import {gunzipSync} from "node:zlib";

import {tableFromIPC} from "@uwdata/flechette";

const FOLDER = new URL("../../../build/data/", import.meta.url);

/** @param {string} name */
async function read(name) {
  try {
    return await readFile(new URL(name, FOLDER));
  } catch (error) {
    throw new Error(`build/data/${name} is missing; run "python -m solver datasets" first`, {cause: error});
  }
}

/** @returns {Promise<ArrayBuffer>} The value table as a browser gets it after inflating. */
export async function readPublishedTable() {
  const bytes = gunzipSync(await read("values-scandinavian.arrow.gz"));
  return /** @type {ArrayBuffer} */ (bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** @returns {Promise<ArrayBuffer>} Where the sample games can still end, as a browser gets it after inflating. */
export async function readPublishedCurves() {
  const bytes = gunzipSync(await read("game-curves.json.gz"));
  return /** @type {ArrayBuffer} */ (bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/**
 * @typedef {["keep", string, number] | ["score", string, number, number]} VectorOption
 * @typedef {{filled: number, upper: number, dice: string, rerolls: number, options: VectorOption[]}} VectorPosition
 * @typedef {object} Vectors
 * @property {number} schema_version
 * @property {string} ruleset
 * @property {string[]} rolls
 * @property {string[]} keeps
 * @property {string[]} categories
 * @property {number[][]} points
 * @property {number[][]} upper_totals_of_set
 * @property {VectorPosition[]} positions
 */

/** @returns {Promise<Vectors>} What Python knows of the game, and its ranking of random positions. */
export async function readVectors() {
  return JSON.parse((await read("vectors.json")).toString("utf8"));
}

/**
 * Read a table as a page ships it: plain values by column.
 * @param {string} name
 * @returns {Promise<import("../../../static/js/engine/widget").DataSet>}
 */
export async function readDataSet(name) {
  const table = tableFromIPC(await read(`${name}.arrow`));
  return Object.fromEntries(table.names.map((column) => [column, [...table.getChild(String(column))]]));
}
