/**
 * Lanes: how the upper totals of a card are covered by rows of neighbours that take every step together.
 */

import {partsOf} from "site_builder/kit";

/** @import {Cover, Lane, LanesData as Data, LanesMoment as Moment, Row} from "./types" */

export const WIDTHS = [1, 2, 4, 8, 16];
export const N_TOTALS = 64;

/** Cover the totals of a card, in the order in which rows are solved. @param {Data} data @param {Cover} cover @returns {Row[]} */
export function rowsOf({lane_pages: pages}, {upperSet, lanes, coalesced}) {
  const start = coalesced ? pages.last_dead[upperSet] : 0;
  const count = Math.max(1, Math.ceil((pages.best[upperSet] + 1 - start) / lanes));
  return Array.from({length: count}, (_, place) => {
    const first = start + place * lanes;
    const kinds = Array.from({length: lanes}, (_lane, lane) => {
      if (coalesced && place === 0 && lane === 0) return /** @type {Lane} */ ("shared");
      return /** @type {Lane} */ (pages.reachable[upperSet][first + lane] === "1" ? "useful" : "idle");
    });
    return {first, lanes: kinds, copied: place === 0 ? start : 0};
  });
}

/** Rows of the whole game. @param {Data} data @param {number} lanes @param {boolean} coalesced */
export function allRows({lane_rows: table}, lanes, coalesced) {
  return table.rows[table.lanes.findIndex((width, place) => width === lanes && table.coalesced[place] === coalesced)];
}

/** The row over a total; the first one for totals below all, the last one for those past all. @param {readonly Row[]} rows @param {number} total */
export function stepAtTotal(rows, total) {
  const found = rows.findIndex(({first, lanes}) => total < first + lanes.length);
  return found === -1 ? rows.length - 1 : found;
}

/** Write a moment for a link: "56.16.1.2". @param {Moment} moment */
export function textOfMoment({upperSet, lanes, coalesced, step}) {
  return [upperSet, lanes, Number(coalesced), step].join(".");
}

/** @param {string | null} text @param {Data} data @returns {Moment | null} */
export function momentOfText(text, data) {
  const match = /^(\d{1,2})\.(\d{1,2})\.([01])\.(\d{1,2})$/.exec(text ?? "");
  if (match === null) return null;
  const [upperSet, lanes, coalesced, step] = [Number(match[1]), Number(match[2]), match[3] === "1", Number(match[4])];
  if (upperSet >= N_TOTALS || !WIDTHS.includes(lanes)) return null;
  const n_rows = rowsOf(data, {upperSet, lanes, coalesced}).length;
  return step < n_rows ? {upperSet, lanes, coalesced, step} : null;
}

/**
 * Where a press leads, "box-0", "lanes-16" or "share-0"; the hand stays at its total as well as it can.
 * @param {string} key @param {Moment} moment @param {Data} data @returns {Moment}
 */
export function momentAfter(key, moment, data) {
  const [part, number] = partsOf(key);
  const total = rowsOf(data, moment)[moment.step].first;
  const next = part === "box" ? {...moment, upperSet: moment.upperSet ^ (1 << number)}
    : part === "lanes" ? {...moment, lanes: number}
      : {...moment, coalesced: !moment.coalesced};
  return {...next, step: stepAtTotal(rowsOf(data, next), total)};
}
