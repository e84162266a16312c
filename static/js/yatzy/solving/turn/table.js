/**
 * The values of all cards, fetched when a figure first needs one that did not come with the page.
 */

/** File that the figure lists in site.toml. */
const TABLE = "values-scandinavian";

/** @param {import("../../../engine/widget").Context} context @param {import("../../game/tables.js").Game} game */
export function openTable(context, game) {
  /** @type {((filled: number, upper_total: number) => number) | null} */
  let found = null;
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
      // What reads the table is fetched with it: most readers never need either.
      const [{readValueTable, valueOfState}, buffer] = await Promise.all([import("../../game/values/table.js"), context.file(TABLE)]);
      const table = await readValueTable(buffer, game);
      found = (filled, upper_total) => valueOfState(table, game.states, filled, upper_total);
      is_coming = false;
      ready();
    } catch (error) {
      is_coming = false;
      back();
      context.fail(error, () => load(ready, back));
    }
  }

  /** Values of states, or null while they are not here. */
  return {load, valueOf: () => found};
}
