/** The stops of a `::scrub`, and how keys and drags move between them. No DOM. */
import {WORDS} from "site_builder/words";

/** Pixels of a drag over all stops, so that one movement reaches them all. */
const REACH = 260;
const [CLOSEST, WIDEST] = [2, 26];
/** Share of all stops that Page Up and Page Down move by. */
const PAGE = 0.1;

/** A number with points as thousands separators. */
const BY_POINTS = /^-?[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/;

/**
 * Parse a number formatted in the language of the site or by JavaScript: with a minus sign, thousands separators or a
 * percent sign. Returns NaN if there is none.
 * @param {string} text
 */
export function numberOf(text) {
  const plain = WORDS.digits === "0123456789" ? text : text.replace(/\p{Nd}/gu, (digit) => String([...WORDS.digits].indexOf(digit)));
  const bare = plain.trim().replace(/^%\s?|\s?%$/, "").replace("−", "-");
  const joined = WORDS.group_sign !== "." || BY_POINTS.test(bare) ? bare.replaceAll(WORDS.group_sign, "") : bare;
  return joined === "" ? NaN : Number(joined.replace(WORDS.decimal_sign, "."));
}

/**
 * Parse the stops written by the build: "first:step:last", or a list.
 * @param {string} text
 * @returns {string[]} In the form used in states.
 */
export function stopsOfText(text) {
  const [first, step, last] = text.split(":");
  if (last === undefined) return text.split(" ");
  const decimals = Math.max(...[first, step].map((number) => (number.split(".")[1] ?? "").length));
  const count = Math.round((Number(last) - Number(first)) / Number(step)) + 1;
  return Array.from({length: count}, (_, index) => String(Number((Number(first) + index * Number(step)).toFixed(decimals))));
}

/**
 * Return the stop to which a key leads; null for any other key.
 * @param {string} key
 * @param {number} now The shown number; it may be between two stops.
 * @param {readonly number[]} stops Ascending.
 * @returns {number | null} Index of the stop.
 */
export function stopByKey(key, now, stops) {
  const last = stops.length - 1;
  const page = Math.max(2, Math.round(last * PAGE));
  const below = stops.filter((stop) => stop < now).length;
  const above = stops.filter((stop) => stop <= now).length;
  /** @type {Record<string, number>} */
  const goals = {
    ArrowLeft: below - 1, ArrowDown: below - 1, ArrowRight: above, ArrowUp: above,
    PageDown: below - page, PageUp: above + page - 1, Home: 0, End: last,
  };
  return key in goals ? Math.max(0, Math.min(last, goals[key])) : null;
}

/**
 * Return the stop to which a drag leads.
 * @param {number} from The number at the start.
 * @param {number} distance Pixels to the right.
 * @param {readonly number[]} stops Ascending.
 * @returns {number} Index of the stop.
 */
export function stopByHand(from, distance, stops) {
  const last = stops.length - 1;
  const pixels = Math.max(CLOSEST, Math.min(WIDEST, REACH / last));
  return Math.max(0, Math.min(last, nearestStop(from, stops) + Math.round(distance / pixels)));
}

/** @param {number} number @param {readonly number[]} stops */
function nearestStop(number, stops) {
  return stops.reduce((best, stop, index) => (Math.abs(stop - number) < Math.abs(stops[best] - number) ? index : best), 0);
}
