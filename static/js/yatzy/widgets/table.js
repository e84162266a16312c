/** At the table: a scorekeeper for one to six players, who may ask a coach, on one phone. */

import {Database, STORED} from "../table/database.js";
import {drawFrame} from "../table/frame.js";
import {firstVoice} from "../table/words.js";
import {codeMissing} from "../words/text.js";

/** Draw the form of a new game. */
export const view = () => drawFrame();

/**
 * Let the players play.
 * @param {HTMLElement} element @param {Record<string, import("../../engine/widget").DataSet>} data @param {import("../../engine/widget").Context} context
 * @returns {Promise<import("../../engine/widget").Controller>}
 */
export async function mount(element, data, context) {
  // The form stands there already; what plays the game comes after it.
  const database = new Database(context);
  const opened = database.open().then(() => null, (error) => error);
  const spoken = opened.then(() => firstVoice(context, database.older(STORED.language), database.kept(STORED.language)));
  const [{Table}, voice] = await Promise.all([import("../table/alive.js").catch(codeMissing), spoken]);
  const table = new Table(element, data, context, voice, database);
  await table.start(await opened);
  return {
    press: (key) => table.press(key),
    reset: () => void table.leave(),
    destroy: () => table.destroy(),
  };
}
