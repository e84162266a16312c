
/** Escape text for markup. @param {string} text */
export const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

/**
 * Fill the gaps of a text: "{points} in {box}".
 * @param {string} text @param {Readonly<Record<string, string | number>>} gaps
 */
export const filled = (text, gaps) => text.replace(/\{(\w+)\}/g, (_, gap) => String(gaps[gap]));

/**
 * @typedef {string | number | Sentence} Gap
 * @typedef {{form: string, gaps: Gap[]}} Sentence A sentence for readers by its English form, "No die shows {0}.", and the
  *   values of its gaps.
 */

/** Create a sentence from a template literal. @param {TemplateStringsArray} parts @param {Gap[]} gaps @returns {Sentence} */
export const sentence = (parts, ...gaps) => ({form: parts.map((part, at) => (at < gaps.length ? `${part}{${at}}` : part)).join(""), gaps});

/** Return a sentence in a language. @param {Sentence} sentence @param {Readonly<Record<string, string>>} [others] Translations by English form. @returns {string} */
export const told = ({form, gaps}, others = {}) => filled(others[form] ?? form, Object.fromEntries(gaps.map((gap, at) => [at, typeof gap === "object" ? told(gap, others) : gap])));

/** An error whose message is shown to readers. */
export class SentenceError extends Error {
  /** @param {Sentence} sentence @param {ErrorOptions} [options] */
  constructor(sentence, options) {
    super(told(sentence), options);
    this.name = new.target.name;
    this.sentence = sentence;
  }
}

// Format points without Intl, because the build draws figures in an engine that lacks it.

/** Smaller losses are below the resolution of the value table. */
const INDISTINGUISHABLE = 0.005;

/** Return the number of decimals of a loss; 0 for one below the resolution. @param {number} regret Not negative. */
export function lossDigits(regret) {
  if (regret < INDISTINGUISHABLE) return 0;
  return regret < 0.1 ? 2 : 1;
}

/** Format an expected score: one decimal, a true minus sign. @param {number} points */
export const expected = (points) => points.toFixed(1).replace("-", "−");

/** Format an integer, marked if it is approximate. @param {number} number @param {boolean} [is_rough] */
export const whole = (number, is_rough = false) => `${is_rough ? "≈\u00a0" : ""}${Math.round(number)}`;

/**
 * Format the loss of an option: "−0.4", "−0.03", or "even" below the resolution.
 * @param {number} regret Not negative.
 */
export function lossText(regret) {
  const digits = lossDigits(regret);
  return digits === 0 ? "even" : `−${regret.toFixed(digits)}`;
}

/** Format the loss of an option for screen readers. @param {number} regret */
export function lossPhrase(regret) {
  const digits = lossDigits(regret);
  return digits === 0 ? "as good as the best" : `gives away ${regret.toFixed(digits)}`;
}

/** Format a probability in whole percent, or with decimals if it is small. @param {number} probability */
export function chance(probability) {
  const percent = 100 * probability;
  if (percent > 0 && percent < 0.1) return "under 0.1%";
  return `${percent.toFixed(percent === 0 || percent >= 10 ? 0 : 1)}%`;
}
