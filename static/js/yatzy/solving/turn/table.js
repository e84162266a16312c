/**
 * The values of all cards, for the figure of one turn.
 */
import {valuesFor} from "../../parts/fetched-values.js";
import {withEmptyCard} from "./known.js";

/** @import {Alive} from "site_builder/kit" @import {Known, Table} from "./known.js" */

/** Make what fetches the values; while they do not come, the card stays empty. @param {Alive<Table, Known>} alive */
export function tableFor(alive) {
  const {context, known} = alive;
  return valuesFor(context, known.game, (valueOf) => {
    known.all = valueOf;
    alive.draw();
  }, () => alive.go(withEmptyCard(alive.place)));
}
