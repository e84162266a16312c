/**
 * Small plots that fill their box at any width: positions in percent, lines in a nested square that is stretched.
 */

/** @typedef {{from: number, to: number}} Range */

/** Return the position of a value in a range, 0 to 1. @param {number} value @param {Range} range */
export const shareOf = (value, {from, to}) => (value - from) / (to - from);

/** Format a percentage as a length for SVG and CSS. @param {number} number */
export const percent = (number) => `${Math.round(number * 100) / 100}%`;

/** Format a share as a length for SVG and CSS. @param {number} share */
export const percentOf = (share) => `${Math.round(share * 1e4) / 100}%`;

/**
 * Return the path of a line through points, given as shares of the plot from its bottom left corner, in a square of 1,000
 * units. Relative coordinates compress to half the size of absolute ones.
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

/** Return the path of a step function over cells of equal width. @param {readonly number[]} values */
export function stairsOf(values) {
  return pathOf(values.flatMap((up, cell) => /** @type {[number, number][]} */ ([[cell / values.length, up], [(cell + 1) / values.length, up]])));
}

/** Stretch paths to fill the plot. @param {string} paths */
export function stretched(paths) {
  return `<svg viewBox="0 0 1000 1000" width="100%" height="100%" preserveAspectRatio="none">${paths}</svg>`;
}

/**
 * Draw horizontal lines with their labels in the left margin, where they cover no curve.
 * @param {readonly {share: number, label: string}[]} ticks
 */
export function levels(ticks) {
  return ticks.map(({share, label}) => {
    const y = percentOf(1 - share);
    return `<line class="${share === 0 ? "base" : "grid"}" x2="100%" y1="${y}" y2="${y}"/><text class="tick" y="${y}" dx="-.9em" dy=".35em" text-anchor="end">${label}</text>`;
  }).join("");
}

/** Draw labels below the plot; the first and the last stay within its width. @param {readonly {share: number, label: string}[]} ticks */
export function underneath(ticks) {
  return ticks.map(({share, label}) => {
    const anchor = share < 0.02 ? "start" : share > 0.98 ? "end" : "middle";
    return `<text class="tick" x="${percentOf(share)}" y="100%" dy="1.35em" text-anchor="${anchor}">${label}</text>`;
  }).join("");
}
