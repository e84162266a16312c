/** The numbers that a `::scrub` can be, and where keys and hands take it from one to another. No DOM. */
import {WORDS} from "site_builder/words";

/** Pixels that a hand moves from one stop to the next: all stops lie in reach of one movement, and none too close. */
const REACH = 260;
const [CLOSEST, WIDEST] = [2, 26];
/** Page Up and Page Down move by this share of all stops. */
const PAGE = 0.1;

/** A number of a language that sets thousands apart by points. */
const BY_POINTS = /^-?[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/;

/**
 * Read a number as it is printed in the language of the site, or as JavaScript writes it: a true minus sign, thousands
 * apart, perhaps per cent. NaN where there is none.
 * @param {string} text
 */
export function numberOf(text) {
  const plain = WORDS.digits === "0123456789" ? text : text.replace(/\p{Nd}/gu, (digit) => String([...WORDS.digits].indexOf(digit)));
  const bare = plain.trim().replace(/^%\s?|\s?%$/, "").replace("−", "-");
  const joined = WORDS.group_sign !== "." || BY_POINTS.test(bare) ? bare.replaceAll(WORDS.group_sign, "") : bare;
  return joined === "" ? NaN : Number(joined.replace(WORDS.decimal_sign, "."));
}

/**
 * Read the numbers that the build wrote down: "first:step:last", or each of them.
 * @param {string} text
 * @returns {string[]} As states have them.
 */
export function stopsOfText(text) {
  const [first, step, last] = text.split(":");
  if (last === undefined) return text.split(" ");
  const decimals = Math.max(...[first, step].map((number) => (number.split(".")[1] ?? "").length));
  const count = Math.round((Number(last) - Number(first)) / Number(step)) + 1;
  return Array.from({length: count}, (_, index) => String(Number((Number(first) + index * Number(step)).toFixed(decimals))));
}

/**
 * Find the stop that a key leads to; null for any other key.
 * @param {string} key
 * @param {number} now The number that is shown; a figure may have been moved to one between the stops.
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
 * Find the stop that a hand has dragged to.
 * @param {number} from The number that it took hold of.
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
