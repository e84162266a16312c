
/** Make text safe to stand in markup. @param {string} text */
export const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

/** Say that code did not come: a browser's own words for that are none for readers. @returns {never} */
export function codeMissing() {
  throw new Error("A part of this page could not be fetched. Is the network there?");
}

// Points as text, without Intl: the build draws figures in an engine that has none.

/** Losses smaller than this are below what the value table can tell apart. */
const INDISTINGUISHABLE = 0.005;

/** Write an expected score: one decimal, a true minus sign. @param {number} points */
export const expected = (points) => points.toFixed(1).replace("-", "−");

/** Write a whole number, and that it is only nearly so. @param {number} number @param {boolean} [is_rough] */
export const whole = (number, is_rough = false) => `${is_rough ? "≈\u00a0" : ""}${Math.round(number)}`;

/**
 * Write what an option gives away against the best one: "−0.4", "−0.03", or "even" where it is too little to tell.
 * @param {number} regret Not negative.
 */
export function lossText(regret) {
  if (regret < INDISTINGUISHABLE) return "even";
  return `−${regret.toFixed(regret < 0.1 ? 2 : 1)}`;
}

/** Say the same for a screen reader. @param {number} regret */
export function lossPhrase(regret) {
  if (regret < INDISTINGUISHABLE) return "as good as the best";
  return `gives away ${regret.toFixed(regret < 0.1 ? 2 : 1)}`;
}

/** Write a chance in whole percent, or finer where it is small. @param {number} probability */
export function chance(probability) {
  const percent = 100 * probability;
  if (percent > 0 && percent < 0.1) return "under 0.1%";
  return `${percent.toFixed(percent === 0 || percent >= 10 ? 0 : 1)}%`;
}
