/** What takes a while: the device works out a report, or the games that can come of a decision are followed. */

import {positionOf} from "./judge.js";

/** @import {Table} from "./alive.js" */
/** @import {Known} from "./paint.js" */

/**
 * Tell whether a player looks at the options, or has looked before: who does it once will again, and need not wait.
 * @param {import("./paint.js").Panel | null} panel @param {import("./game.js").Played} played
 */
export const looksAhead = (panel, {player, cards}) => panel?.kind === "options" || cards[player]?.peeks > 0;

/** The game has gone on meanwhile. */
export class Left extends Error {}

/** Let the device work out the report in full precision. @param {Table} table */
export async function workOut(table) {
  table.complain(table.voice.say("waiting"));
  try {
    await table.desk?.solveExactly();
    table.look({});
    await table.ask();
  } catch (error) {
    table.complain(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Follow the best two options of the dice on the table to the ends of all games.
 * @param {Table} table @param {Known} known @param {(outlooks: Known["outlooks"]) => void} tell Throws once the game has gone on.
 */
export async function follow(table, {options}, tell) {
  const {desk, ruleset, shown: {played}} = table;
  if (desk === null || options === null) return;
  const breathe = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    tell("coming");
  };
  try {
    tell(await desk.lookAhead(positionOf(played, ruleset), options, breathe));
  } catch (error) {
    if (!(error instanceof Left)) table.complain(table.voice.say("no_values"));
  }
}
