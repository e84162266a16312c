/**
 * Format numbers in the language of the site, without Intl: the build's JavaScript engine does not have it.
 */
import {WORDS} from "site_builder/words";
import {translated} from "./texts.js";

const NUMERALS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Positions of thousands separators; some languages group the digits before the last three by twos. */
const PLACES = WORDS.group_size === "2" ? /\B(?=(?:\d{2})*\d{3}$)/g : /\B(?=(\d{3})+$)/g;

/** Convert a number formatted by JavaScript to the signs of the language. @param {string} text */
export function localized(text) {
  const signed = text.replace(".", translated(WORDS.decimal_sign));
  return WORDS.digits === "0123456789" ? signed : signed.replace(/\d/g, (digit) => [...WORDS.digits][Number(digit)]);
}

/** Add the percent sign in the form of the language. @param {string} text A share multiplied by 100. */
const percent = (text) => WORDS.percent_form.replace("{}", text);

/** Format a whole number with thousands separators: 1,430,528. @param {number} number */
export const grouped = (number) => localized(String(Math.round(number))).replace(PLACES, WORDS.group_sign);

/** Format a number with a fixed number of decimals, without negative zero. @param {number} number @param {number} decimals */
export const fixed = (number, decimals) => localized(number.toFixed(decimals).replace(/^-(?=[0.]+$)/, ""));

/** Format a share as a percentage: 0.0077 becomes "0.77%". @param {number} share Between 0 and 1. @param {number} [decimals] */
export const percentage = (share, decimals = 1) => percent(fixed(100 * share, decimals));

/** Format a count with its noun: "1 keep", "24 keeps". @param {number} number @param {string} noun Singular. @param {string} [plural] */
export const counted = (number, noun, plural = `${noun}s`) => `${grouped(number)} ${number === 1 ? noun : plural}`;

/** Join words to a list: "Ones, Threes and Fives". @param {readonly string[]} words */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/** Format a share as a percentage, never rounded to 0% or 100%. @param {number} share */
export function shareText(share) {
  if (share <= 0) return percent("0");
  if (share < 0.001) return percent(localized(Number((100 * share).toPrecision(2)) < 1e-4 ? "under 0.0001" : (100 * share).toPrecision(2)));
  if (share > 0.99949) return share > 0.999999 ? `nearly ${percent("100")}` : percentage(share, 4);
  return percentage(share);
}

/** Spell out a small number. @param {number} n */
export const numberWord = (n) => NUMERALS[n] ?? String(n);

// Animated numbers.

/** Duration of the animation in milliseconds. */
const RUN = 400;

/** Format a count. @param {{number: number, decimals: number}} count */
export const textOfCount = ({number, decimals}) => decimals ? fixed(number, decimals) : grouped(number);

/**
 * Return a function that animates a number to its next value; numbers with decimals change without animation.
 * @param {HTMLElement} element @param {boolean} still @returns {(reached: {number: number, decimals: number}) => void}
 */
export function runNumber(element, still) {
  let shown = 0;
  let frame = 0;
  return ({number, decimals}) => {
    const from = shown;
    const begun = performance.now();
    shown = decimals ? 0 : number;
    cancelAnimationFrame(frame);
    const tick = (/** @type {number} */ time) => {
      const part = still || decimals ? 1 : Math.min(1, Math.max(0, (time - begun) / RUN));
      element.textContent = textOfCount({number: from + (number - from) * part, decimals});
      if (part < 1) frame = requestAnimationFrame(tick);
    };
    tick(begun);
  };
}
