/**
 * Fill the gaps of a text: "{count} pages."
 * @param {string} text @param {Readonly<Record<string, string | number>>} values
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}
