/**
 * Lanes: how the upper totals of a card are covered by rows of neighbours that take every step together.
 */

/**
 * @typedef {object} Data
 * @property {{upper_set: number[], last_dead: number[], best: number[], reachable: string[]}} lane_pages
 * @property {{lanes: number[], coalesced: boolean[], rows: number[]}} lane_rows
 *
 * @typedef {object} Moment
 * @property {number} upperSet Filled upper boxes, a bit mask.
 * @property {number} lanes
 * @property {boolean} coalesced Whether hopeless totals are solved once for all.
 * @property {number} step The row that is being solved.
 *
 * @typedef {"idle" | "useful" | "shared"} Lane What a lane does: nothing that counts, a state, or one for many.
 * @typedef {{first: number, lanes: readonly Lane[], copied: number}} Row `copied`: totals below that share its first value.
 */

export const WIDTHS = [1, 2, 4, 8, 16];
export const N_TOTALS = 64;

/**
 * Cover the totals of a card.
 * @param {Data} data
 * @param {{upperSet: number, lanes: number, coalesced: boolean}} how
 * @returns {Row[]} In the order in which they are solved.
 */
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
