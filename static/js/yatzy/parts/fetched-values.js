/**
 * The values of all cards, fetched when a figure first needs one that is not part of the page.
 */

/** @import {Context} from "../../engine/widget" @import {Game} from "../game/tables.js" */

/** @typedef {(filled: number, upper_total: number) => number} ValueOf Points still to come. */

/** File that the figure lists in site.toml. */
const TABLE = "values-scandinavian";

/**
 * Return a function that fetches the table; errors are shown under the figure with a button to retry.
 * @param {Context} context @param {Game} game
 * @param {(valueOf: ValueOf) => void} came @param {() => void} missed
 */
export function valuesFor(context, game, came, missed) {
  let is_coming = false;
  return async function load() {
    if (is_coming) return;
    is_coming = true;
    try {
      // Loaded on demand with the table: most readers need neither.
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
