/**
 * Make text safe to stand in markup.
 * @param {string} text
 */
export function escaped(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
}
