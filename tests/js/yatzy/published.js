/** The data sets of `python -m solver datasets` in build/data, for tests; a missing one is reported. */

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

/** Opened archives, with offset and length of every file. @type {Map<string, Promise<Archive>>} */
const archives = new Map();

/** @typedef {{content: Buffer, entries: Map<string, [number, number]>}} Archive */

/**
 * Find the files of an uncompressed zip archive.
 * @param {string} name
 * @returns {Promise<Archive>}
 */
async function openArchive(name) {
  const content = await read(name);
  const end = content.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const entries = new Map();
  let at = content.readUInt32LE(end + 16);
  for (let left = content.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [length, local] = [content.readUInt32LE(at + 20), content.readUInt32LE(at + 42)];
    const [name_length, more] = [content.readUInt16LE(at + 28), content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32)];
    const first = local + 30 + content.readUInt16LE(local + 26) + content.readUInt16LE(local + 28);
    entries.set(content.toString("latin1", at + 46, at + 46 + name_length), [first, length]);
    at += 46 + name_length + more;
  }
  return {content, entries};
}

/**
 * Read a file of values, inflated: "values-scandinavian", "values-maxi/3-4.arrow.gz".
 * @param {string} name
 * @returns {Promise<ArrayBuffer>}
 */
export async function readPublishedFile(name) {
  const [set, part] = name.split("/");
  const bytes = gunzipSync(part === undefined ? await read(`${set}.arrow.gz`) : await readPart(`${set}.zip`, part));
  return /** @type {ArrayBuffer} */ (bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** @param {string} name @returns {Promise<ArrayBuffer>} The inflated file. */
async function readInflated(name) {
  const bytes = gunzipSync(await read(`${name}.gz`));
  return /** @type {ArrayBuffer} */ (bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Read the score distributions of the sample games. */
export const readPublishedCurves = () => readInflated("game-curves.json");

/** Read the exact distributions of cards with few filled boxes. */
export const readPublishedEarly = () => readInflated("early-endings.bin");

/** Read the approximate distributions of all cards. */
export const readPublishedRough = () => readInflated("rough-endings.bin");

/**
 * @param {string} archive
 * @param {string} part
 */
async function readPart(archive, part) {
  const opened = archives.get(archive) ?? openArchive(archive);
  archives.set(archive, opened);
  const {content, entries} = await opened;
  const found = entries.get(part);
  if (found === undefined) throw new Error(`build/data/${archive} holds no ${part}`);
  return content.subarray(found[0], found[0] + found[1]);
}

/** Read the value table of the essay's game, inflated. */
export function readPublishedTable() {
  return readPublishedFile("values-scandinavian");
}

/**
 * @typedef {["keep", string, number] | ["score", string, number, number]} VectorOption
 * @typedef {{filled: number, upper: number, extra: number, dice: string, rerolls: number, options: VectorOption[]}} VectorPosition
 * @typedef {object} Vectors
 * @property {number} schema_version
 * @property {string} ruleset
 * @property {Record<string, number | boolean | string>} options
 * @property {number} n_dice
 * @property {number} n_rerolls
 * @property {number} threshold
 * @property {number} bonus
 * @property {boolean} saves_throws
 * @property {import("../../../static/js/yatzy/game/rules/jokers.js").ExtraYahtzees | null} extra_yahtzees
 * @property {number} start_value
 * @property {string[]} rolls
 * @property {string[]} keeps
 * @property {string[]} categories
 * @property {number[][]} points
 * @property {number[][]} upper_totals_of_set
 * @property {VectorPosition[]} positions
 */

/**
 * Read the solver's tables of a game, and its ranking of random positions.
 * @param {string} [name]
 * @returns {Promise<Vectors>}
 */
export async function readVectors(name = "vectors") {
  return JSON.parse((await read(`${name}.json`)).toString("utf8"));
}

/**
 * Read the decisions of the ladder's players in random positions: filled boxes, upper total, dice and rerolls of each.
 * @returns {Promise<{positions: [number, number, string, number][], taken: Record<string, string[]>}>}
 */
export async function readRungs() {
  return JSON.parse((await read("vectors-rungs.json")).toString("utf8"));
}

/**
 * Read a table in the form in which a page contains it: values by column.
 * @param {string} name
 * @returns {Promise<import("../../../static/js/engine/widget").DataSet>}
 */
export async function readDataSet(name) {
  const table = tableFromIPC(await read(`${name}.arrow`));
  return Object.fromEntries(table.names.map((column) => [column, [...table.getChild(String(column))]]));
}
