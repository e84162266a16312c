/** What the maps of boxes share: a reticle of a row and a column, and names beside the field. */

/** @param {{column: number, row: number}} cell @param {number} count Rows, and as many columns. */
export function drawReticle({column, row}, count) {
  return `<rect class="reticle-row" y="${row}" width="${count}" height="1"/><rect class="reticle-column" x="${column}" width="1" height="${count}"/><rect class="reticle-ring" x="${column}" y="${row}" width="1" height="1"/>`;
}

/** @param {readonly (string | number)[]} names Markup. @param {number} on Which of them the reticle is at. */
export function drawNames(names, on) {
  return names.map((name, at) => `<span${at === on ? ' class="on"' : ""}>${name}</span>`).join("");
}
