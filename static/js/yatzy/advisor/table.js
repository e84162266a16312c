/** One game at the advisor: its rules, what the reader left there, and what it is answered with. */

/** @import {Answer} from "./drawing.js" */

/**
 * @typedef {object} Table
 * @property {import("./editions.js").Edition} edition
 * @property {import("../game/rules/scandinavian.js").Ruleset} ruleset
 * @property {import("./session.js").Session} session
 * @property {import("./values.js").Values | null} values Null while they are not here.
 * @property {(position: import("./position.js").Position) => Answer} answer
 * @property {string} awaited The parts that are waited for; "" for none.
 */

/** @returns {Answer} */
export const waiting = () => ({kind: "waiting"});

/**
 * Lay out a game whose values are not here yet.
 * @param {import("./editions.js").Edition} edition @param {import("../game/rules/scandinavian.js").Ruleset} ruleset
 * @param {import("./session.js").Session} session @returns {Table}
 */
export function layTable(edition, ruleset, session) {
  return {edition, ruleset, session, values: null, answer: waiting, awaited: ""};
}

/** Have a game answer with what went wrong, until it is tried again. @param {Table} table @param {unknown} error */
export function fail(table, error) {
  const message = error instanceof Error ? error.message : String(error);
  table.answer = () => ({kind: "failed", message});
}
