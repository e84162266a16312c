/**
 * Numbers as text, without Intl: the build draws the same figures in an engine that has none.
 */

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Write a whole number with thousands apart: 1,430,528. @param {number} number */
export function grouped(number) {
  return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Write a number with so many decimals; what is rounded to zero has no minus sign. @param {number} number @param {number} decimals */
export function fixed(number, decimals) {
  return number.toFixed(decimals).replace(/^-(?=[0.]+$)/, "");
}

/** Write a share as a percentage: 0.0077 becomes "0.77%". @param {number} share Between 0 and 1. @param {number} [decimals] */
export function percentage(share, decimals = 1) {
  return `${fixed(100 * share, decimals)}%`;
}

/** Count things in words: "1 keep", "24 keeps". @param {number} number @param {string} noun Singular. @param {string} [plural] */
export function counted(number, noun, plural = `${noun}s`) {
  return `${grouped(number)} ${number === 1 ? noun : plural}`;
}

/** Join words as a person would: "Ones, Threes and Fives". @param {readonly string[]} words */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/** Write a share as a percentage that is never rounded to nought or to the whole. @param {number} share */
export function shareText(share) {
  if (share <= 0) return "0%";
  if (share < 0.001) return `${Number((100 * share).toPrecision(2)) < 1e-4 ? "under 0.0001" : (100 * share).toPrecision(2)}%`;
  if (share > 0.99949) return share > 0.999999 ? "nearly 100%" : `${(100 * share).toFixed(4)}%`;
  return `${(100 * share).toFixed(1)}%`;
}

/** Say a small number as a word. @param {number} n */
export function numberWord(n) {
  return WORDS[n] ?? String(n);
}
