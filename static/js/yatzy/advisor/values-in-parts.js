/** The values of a game in parts: fetched when a turn needs them, and kept. */

import {bytesOfParts, partOfSet, partsOfTurn, readIndex, readPart, valueInPart} from "../game/values/parts.js";

/** @import {Game} from "../game/tables.js" */
/** @import {Part} from "../game/values/parts.js" */

/**
 * Fetch the list of the parts.
 * @param {string} folder @param {Game} game @param {import("./values.js").FetchFile} file
 * @returns {Promise<import("./values.js").Values>} Rejects with a sentence for readers.
 */
export async function openParts(folder, game, file) {
  const index = readIndex(await file(`${folder}/index.json.gz`), game);
  /** @type {Map<string, Part>} */
  const parts = new Map();
  /** Parts on their way. @type {Map<string, Promise<void>>} */
  const coming = new Map();
  /** The set that was asked for last, and its part: a turn asks for one set many times. */
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
