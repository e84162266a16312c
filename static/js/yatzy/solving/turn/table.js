/**
 * The values of all cards, fetched when a figure first needs one that did not come with the page.
 */
import {withEmptyCard} from "./known.js";

/** @import {Alive} from "site_builder/kit" @import {Known, Table} from "./known.js" */

/** File that the figure lists in site.toml. */
const TABLE = "values-scandinavian";

/**
 * Make what fetches the table; what goes wrong is told under the figure, with a way to try again.
 * @param {Alive<Table, Known>} alive
 */
export function tableFor(alive) {
  const {context, known} = alive;
  let is_coming = false;
  return async function load() {
    if (is_coming) return;
    is_coming = true;
    try {
      // What reads the table is fetched with it: most readers never need either.
      const [{readValueTable, valueOfState}, buffer] = await Promise.all([import("../../game/values/table.js"), context.file(TABLE)]);
      const table = await readValueTable(buffer, known.game);
      known.all = (filled, upper_total) => valueOfState(table, known.game.states, filled, upper_total);
      alive.draw();
    } catch (error) {
      alive.go(withEmptyCard(alive.place));
      context.fail(error, load);
    } finally {
      is_coming = false;
    }
  };
}
