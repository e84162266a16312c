/** Make text safe to stand in markup. @param {string} text */
export function escaped(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
}

/** Say that code did not come: a browser's own words for that are none for readers. @returns {never} */
export function codeMissing() {
  throw new Error("A part of this page could not be fetched. Is the network there?");
}
