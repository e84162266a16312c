/** Texts of live charts: colours put into a specification, and what a tip says. No DOM. */

/**
 * Replace every `var(--name)` by its value: Vega mixes colours itself and knows nothing of custom properties.
 * @param {string} specification JSON.
 * @param {(name: string) => string} valueOf
 * @returns {string} JSON.
 */
export function withColors(specification, valueOf) {
  return specification.replace(/var\((--[\w-]+)\)/g, (whole, name) => {
    const value = valueOf(name).trim();
    return value === "" ? whole : JSON.stringify(value).slice(1, -1);
  });
}

/** Say what a tip shows. @param {unknown} value What Vega gives: a text, or texts by title. @returns {string[]} Lines. */
export function describe(value) {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.entries(value).map(([title, text]) => `${title}: ${text}`);
}
