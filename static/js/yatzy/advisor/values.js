/** Values of a game: a whole table, or parts that are fetched when a turn needs them. */
import {bytesOfParts, partOfSet, partsOfTurn, readIndex, readPart, valueInPart} from "../game/values/parts.js";
import {readValueTable, valueOfState} from "../game/values/table.js";
import {EDITIONS} from "./position.js";

/** @import {Game} from "../game/tables.js" @import {Part} from "../game/values/parts.js" */

// Values in parts, fetched when a turn needs them and cached.

/**
 * Fetch the list of the parts.
 * @param {string} folder @param {Game} game @param {FetchFile} file
 * @returns {Promise<Values>} Rejects with a sentence for readers.
 */
export async function openParts(folder, game, file) {
  const index = readIndex(await file(`${folder}/index.json.gz`), game);
  /** @type {Map<string, Part>} */
  const parts = new Map();
  /** Pending requests. @type {Map<string, Promise<void>>} */
  const coming = new Map();
  /** Cache of the last set and its part, because a turn reads the same set many times. */
  let [last_set, last_part] = [-1, /** @type {Part | undefined} */ (undefined)];

  /** @param {string} name */
  async function fetchPart(name) {
    parts.set(name, await readPart(await file(`${folder}/${name}.arrow.gz`), game, index, name));
  }

  /** @param {string} name */
  function fetchOnce(name) {
    const begun = coming.get(name) ?? fetchPart(name).finally(() => coming.delete(name));
    coming.set(name, begun);
    return begun;
  }

  return {
    start_value: index.start_value,
    missing: (filled) => partsOfTurn(index, game.ruleset, filled).filter((name) => !parts.has(name)),
    bytes: (names) => bytesOfParts(index, names),
    fetch: async (names) => void (await Promise.all(names.map(fetchOnce))),
    valueOf: (filled, upper_total, extra) => {
      if (filled !== last_set) [last_set, last_part] = [filled, parts.get(partOfSet(index, filled))];
      if (last_part === undefined) throw new RangeError(`the part with set ${filled} is not here`);
      return valueInPart(last_part, index.step, game.states, filled, upper_total, extra);
    },
  };
}

/**
 * @typedef {(name: string) => Promise<ArrayBuffer>} FetchFile
 *
 * @typedef {object} Values
 * @property {number} start_value Expected final score of a new game.
 * @property {(filled: number) => readonly string[]} missing Returns the parts that a turn from this set still needs.
 * @property {(names: readonly string[]) => number} bytes Returns the size of parts.
 * @property {(names: readonly string[]) => Promise<void>} fetch Fetch parts; rejects with a sentence for readers.
 * @property {import("../game/turn.js").ValueOf} valueOf Returns the expected points still to come from a loaded state.
 */

/**
 * Open the values of a game: fetch the table of the essay's game, or the list of parts of another.
 * @param {import("./position.js").Edition} edition @param {Game} game @param {FetchFile} file
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
