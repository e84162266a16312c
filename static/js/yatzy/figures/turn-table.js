/**
 * The values of all cards, fetched when a figure first needs one that did not come with the page.
 */
import {readValueTable, valueOfState} from "../data.js";

/** File that the figure lists in site.toml. */
const TABLE = "values-scandinavian";

/**
 * @param {import("../../engine/widget").Context} context
 * @param {import("../game.js").Game} game
 */
export function openTable(context, game) {
  /** @type {import("../data.js").ValueTable | null} */
  let table = null;
  let is_coming = false;

  /**
   * Fetch the table once; what goes wrong is told under the figure, with a way to try again.
   * @param {() => void} ready
   * @param {() => void} back Goes back to what needs no table.
   */
  async function load(ready, back) {
    if (is_coming) return;
    is_coming = true;
    try {
      table = await readValueTable(await context.file(TABLE), game);
      is_coming = false;
      ready();
    } catch (error) {
      is_coming = false;
      back();
      context.fail(error, () => load(ready, back));
    }
  }

  return {
    load,
    /** Values of states, or null while they are not here. @returns {((filled: number, upper_total: number) => number) | null} */
    valueOf() {
      const found = table;
      return found && ((filled, upper_total) => valueOfState(found, game.states, filled, upper_total));
    },
  };
}
