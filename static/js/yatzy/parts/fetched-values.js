/**
 * The values of all cards, fetched when a figure first needs one that did not come with the page.
 */

/** @import {Context} from "../../engine/widget" @import {Game} from "../game/tables.js" */

/** @typedef {(filled: number, upper_total: number) => number} ValueOf Points still to come. */

/** File that the figure lists in site.toml. */
const TABLE = "values-scandinavian";

/**
 * Make what fetches the table; what goes wrong is told under the figure, with a way to try again.
 * @param {Context} context @param {Game} game
 * @param {(valueOf: ValueOf) => void} came @param {() => void} missed
 */
export function valuesFor(context, game, came, missed) {
  let is_coming = false;
  return async function load() {
    if (is_coming) return;
    is_coming = true;
    try {
      // What reads the table is fetched with it: most readers never need either.
      const [{readValueTable, valueOfState}, buffer] = await Promise.all([import("../game/values/table.js"), context.file(TABLE)]);
      const table = await readValueTable(buffer, game);
      came((filled, upper_total) => valueOfState(table, game.states, filled, upper_total));
    } catch (error) {
      missed();
      context.fail(error, load);
    } finally {
      is_coming = false;
    }
  };
}
