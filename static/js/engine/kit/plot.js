/**
 * A small plot that fills its box at any width: places in percent, lines in a square of their own that is stretched.
 */

/** @typedef {{from: number, to: number}} Range */

/** Place of a value between the ends of a range, 0 to 1. @param {number} value @param {Range} range */
export const shareOf = (value, {from, to}) => (value - from) / (to - from);

/** A number of per cent as a length that SVG and CSS read. @param {number} number */
export const percent = (number) => `${Math.round(number * 100) / 100}%`;

/** A share as a length that SVG and CSS read. @param {number} share */
export const percentOf = (share) => `${Math.round(share * 1e4) / 100}%`;

/**
 * The path of a line through points given as shares of the plot, from its bottom left corner; in a square of 1,000.
 * It consists of steps from point to point, which compress to half the bytes of places.
 * @param {readonly (readonly [number, number])[]} points
 */
export function pathOf(points) {
  let [left, top] = [0, 0];
  const steps = points.map(([across, up]) => {
    const [x, y] = [Math.round(across * 1e4), Math.round((1 - up) * 1e4)];
    const step = `${(x - left) / 10} ${(y - top) / 10}`;
    [left, top] = [x, y];
    return step;
  });
  return `M${steps.join("l")}`;
}

/** The path of stairs over equal cells, each at the height of its own value. @param {readonly number[]} values */
export function stairsOf(values) {
  return pathOf(values.flatMap((up, cell) => /** @type {[number, number][]} */ ([[cell / values.length, up], [(cell + 1) / values.length, up]])));
}

/** Stretch paths over the whole plot. @param {string} paths */
export function stretched(paths) {
  return `<svg viewBox="0 0 1000 1000" width="100%" height="100%" preserveAspectRatio="none">${paths}</svg>`;
}

/**
 * Draw level lines with their labels, which stand in the margin at the left: no curve and no hand comes there.
 * @param {readonly {share: number, label: string}[]} ticks
 */
export function levels(ticks) {
  return ticks.map(({share, label}) => {
    const y = percentOf(1 - share);
    return `<line class="${share === 0 ? "base" : "grid"}" x2="100%" y1="${y}" y2="${y}"/><text class="tick" y="${y}" dx="-.9em" dy=".35em" text-anchor="end">${label}</text>`;
  }).join("");
}

/** Draw labels under the plot; those at its ends stay inside. @param {readonly {share: number, label: string}[]} ticks */
export function underneath(ticks) {
  return ticks.map(({share, label}) => {
    const anchor = share < 0.02 ? "start" : share > 0.98 ? "end" : "middle";
    return `<text class="tick" x="${percentOf(share)}" y="100%" dy="1.35em" text-anchor="${anchor}">${label}</text>`;
  }).join("");
}
