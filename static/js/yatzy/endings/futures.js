/** What options lead to, with what files know of it. */

import {readEarly} from "./early.js";
import {Futures} from "./outlook.js";
import {readRough} from "./rough.js";

/**
 * @param {import("../game/tables.js").Game} game @param {import("../game/turn.js").ValueOf} valueOf
 * @param {import("../advisor/values.js").FetchFile | null} file Null for rules of which there are no files.
 */
export async function openFutures(game, valueOf, file) {
  if (file === null) return new Futures(game, valueOf);
  const [early_bytes, rough_bytes] = await Promise.all(["early-endings", "rough-endings"].map((name) => file(name)));
  const {endingOf, curves} = readEarly(early_bytes, game, valueOf);
  await new Promise((resolve) => setTimeout(resolve)); // The page breathes between two files.
  return new Futures(game, valueOf, endingOf, readRough(rough_bytes, game, valueOf, curves));
}
