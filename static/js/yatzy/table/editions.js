/** The games of the table: those of the advisor, and one of which there are no values, so that only the score is kept. */

import {EDITIONS, findEdition, rulesOf} from "../advisor/editions.js";
import {codeMissing} from "../words/text.js";

/** @import {Ruleset} from "../game/rules/scandinavian.js" */

/** Maxi Yatzy as many sheets print it. */
export const MAXI_75 = "maxi-75";

/** Names of the games, in the order in which they are offered. @type {readonly string[]} */
export const EDITION_NAMES = EDITIONS.flatMap(({name}) => (name === "maxi" ? [name, MAXI_75] : [name]));

/** Tell whether there are values of a game. @param {string} name */
export const hasValues = (name) => findEdition(name) !== undefined;

/** Tell whether machines can play a game by less than its values. @param {string} name */
export const hasMinds = (name) => name === EDITIONS[0].name;

/** Return the rules of a game. @param {string} name One of the names. @returns {Promise<Ruleset>} */
export async function rulesFor(name) {
  const edition = findEdition(name);
  if (edition !== undefined) return rulesOf(edition);
  const {maxi} = await import("../game/rules/other-games.js").catch(codeMissing);
  return {...maxi, threshold: 75, bonus: 50, options: {...maxi.options, threshold: 75, bonus: 50}};
}
