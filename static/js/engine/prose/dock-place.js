/** Where a figure that stands by has room. Numbers only, no DOM. */

/**
 * @typedef {{top: number, bottom: number}} Span
 * @typedef {Span & {left: number, right: number}} Box
 * @typedef {{top: number, start: number, width: number, most: number}} Place In pixels of the window; `most` is its greatest height.
 */

/** The least that a figure needs beside the words, in height and in width, and in a strip; and the space around it. */
const [LEAST, LEAST_STRIP, SPACE] = [300, 160, 24];
/** The share of the window that a strip takes at most. */
const SHARE = 1 / 3;

/** How much of a stage can be seen, of all of it or of the window. @param {Span} stage @param {number} bar @param {number} height */
export function seenOf({top, bottom}, bar, height) {
  const seen = Math.min(bottom, height) - Math.max(top, bar);
  return Math.max(0, seen) / Math.max(1, Math.min(bottom - top, height - bar));
}

/**
 * The largest room in the column beside the words that nothing reaches into, if it is large enough.
 * @param {Box} words @param {Box} page What words and figures have together.
 * @param {number} bar Where the bar ends. @param {number} height Of the window. @param {readonly Box[]} others
 * @returns {Place | null}
 */
export function placeBeside(words, page, bar, height, others) {
  const start = words.right + SPACE;
  const width = page.right - start;
  const inColumn = others.filter(({left, right}) => right > start && left < page.right).sort((a, b) => a.top - b.top);
  let [top, most, from] = [0, 0, bar];
  for (const other of [...inColumn, {top: height, bottom: height}]) {
    const free = Math.min(other.top, height) - from - SPACE;
    if (free > most) [top, most] = [from + SPACE / 2, free];
    from = Math.max(from, other.bottom);
  }
  return width < LEAST || most < LEAST ? null : {top, start, width, most};
}

/**
 * The same place, lower if something comes into it from below; none if too little of it is left.
 * @param {Place} place @param {number} height Of the window. @param {readonly Box[]} others @returns {Place | null}
 */
export function placeKept({top, start, width}, height, others) {
  const inColumn = others.filter((other) => other.right > start && other.left < start + width && other.bottom > top);
  const most = Math.min(height, ...inColumn.map((other) => other.top)) - top - SPACE / 2;
  return most < LEAST ? null : {top, start, width, most};
}

/** A strip under the bar, if the window is high enough. @param {number} bar @param {number} width @param {number} height @returns {Place | null} */
export function placeOfStrip(bar, width, height) {
  const most = Math.floor(height * SHARE);
  return most < LEAST_STRIP ? null : {top: bar, start: 0, width, most};
}
