/**
 * A position as text for the page's address: "3,-,9,12,-,18,-,-,-,-,0,-,-,22,-:55566:2", points by category, dice,
 * rerolls; a fourth part where it is not 0, how many of the dice were kept; a fifth, the extra Yahtzees. In front of it
 * stands the name of the game, "maxi:", unless that is the one the essay is about. Reading is in links.js.
 */

import {EDITIONS} from "./editions.js";

/** @import {Edition} from "./editions.js" */

/** Write a position of a game as text. @param {Edition} edition @param {import("./position.js").Position} position */
export function writePosition(edition, {scores, dice, kept, rerolls, n_extra_yahtzees}) {
  const rest = n_extra_yahtzees > 0 ? [kept, n_extra_yahtzees] : kept > 0 ? [kept] : [];
  const game = edition === EDITIONS[0] ? [] : [edition.name];
  return [...game, scores.map((points) => points ?? "-").join(","), dice.join(""), rerolls, ...rest].join(":");
}

/**
 * Write a game with what can be undone in it: its positions, the oldest first, with a space between.
 * @param {Edition} edition @param {Pick<import("./session.js").Session, "past" | "position">} session
 */
export function writeGame(edition, {past, position}) {
  return [...past, position].map((one) => writePosition(edition, one)).join(" ");
}
