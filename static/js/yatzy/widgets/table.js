/** At the table: a scorekeeper for one to six players, who may ask a coach, on one phone. */

import {Database, STORED} from "../table/database.js";
import {Table} from "../table/alive.js";
import {drawFrame} from "../table/frame.js";
import {firstVoice} from "../table/words.js";
import {sentence, SentenceError} from "../words/text.js";

/** Draw the form of a new game. */
export const view = () => drawFrame();

/** Fetch the code that is loaded on demand. It imports the table, so the table receives this function instead of importing it. */
const later = () => import("../table/later.js").catch(() => {
  throw new SentenceError(sentence`A part of this page could not be fetched. Is the network there?`);
});

/**
 * Let the players play.
 * @param {HTMLElement} element @param {Record<string, import("../../engine/widget").DataSet>} data @param {import("../../engine/widget").Context} context
 * @returns {Promise<import("../../engine/widget").Controller>}
 */
export async function mount(element, data, context) {
  const database = new Database(context);
  const refusal = await database.open().then(() => null, (error) => error);
  const voice = await firstVoice(context, database.older(STORED.language), database.kept(STORED.language));
  const table = new Table(element, data, context, voice, database, later);
  await table.start(refusal);
  return {
    press: (key) => table.press(key),
    reset: () => void table.leave(),
    destroy: () => table.destroy(),
  };
}
