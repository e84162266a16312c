/** The values of one game, as far as they are here: a whole table, or the parts that turns have needed so far. */

import {readValueTable, valueOfState} from "../game/values/table.js";
import {EDITIONS} from "./editions.js";
import {openParts} from "./values-in-parts.js";

/**
 * @typedef {import("../game/tables.js").Game} Game
 * @typedef {(name: string) => Promise<ArrayBuffer>} FetchFile
 *
 * @typedef {object} Values
 * @property {number} start_value Expected final score of a new game.
 * @property {(filled: number) => readonly string[]} missing Parts that a turn from this set of categories lacks.
 * @property {(names: readonly string[]) => number} bytes What it takes to fetch parts.
 * @property {(names: readonly string[]) => Promise<void>} fetch Fetch parts; rejects with a sentence for readers.
 * @property {import("../game/turn.js").ValueOf} valueOf Points still to come from a state that is here.
 */

/**
 * Open the values of a game: fetch the table of the essay's, or the list of the parts of another.
 * @param {import("./editions.js").Edition} edition @param {Game} game @param {FetchFile} file
 * @returns {Promise<Values>} Rejects with a sentence for readers.
 */
export async function openValues(edition, game, file) {
  if (edition === EDITIONS[0]) return openTable(edition.file, game, file);
  return openParts(edition.file, game, file);
}

/** @param {string} name @param {Game} game @param {FetchFile} file @returns {Promise<Values>} */
async function openTable(name, game, file) {
  const table = await readValueTable(await file(name), game);
  return {
    start_value: table.start_value,
    missing: () => [],
    bytes: () => 0,
    fetch: async () => {},
    valueOf: (filled, upper_total) => valueOfState(table, game.states, filled, upper_total),
  };
}
