/** At the table: a scorekeeper for one to six players, who may ask a coach, on one phone. */

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
  const [{Table}, voice] = await Promise.all([import("../table/alive.js").catch(codeMissing), firstVoice(context)]);
  const table = new Table(element, data, context, voice);
  await table.start();
  return {
    press: (key) => table.press(key),
    reset: () => void table.leave(),
    destroy: () => table.destroy(),
  };
}
