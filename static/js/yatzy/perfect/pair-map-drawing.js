/** All pairs of boxes as a square of cells, and one pair as bars: what each result of a box does to another. */
import {COUNT, entryOf, EXAMPLES, NAMES, outcomesOf, stepOf} from "./pair-map.js";
import {titleOf} from "./score-parts.js";

/** @import {Data, Place} from "./pair-map.js" */

/** @param {Data} data */
export function drawCells(data) {
  const cells = NAMES.flatMap((_, y) => NAMES.map((__, x) => {
    if (x === y) return `<rect class="pairs-self" x="${x + 0.3}" y="${y + 0.3}" width=".4" height=".4"/>`;
    const step = stepOf(data.pair_ties.correlation[entryOf(data, {known: y, other: x})]);
    const minus = step < 2 ? `<path class="pairs-minus" d="M${x + 0.25} ${y + 0.5}h.5"/>` : "";
    return `<rect class="pairs-${step}" x="${x + 0.04}" y="${y + 0.04}" width=".92" height=".92"/>${minus}`;
  }));
  return `<rect class="pairs-area" width="${COUNT}" height="${COUNT}"/>${cells.join("")}`;
}

export function drawExamples() {
  return EXAMPLES.map(({title}, at) => `<button type="button" class="button" data-press="example-${at}">${title}</button>`).join("");
}

export function drawKey() {
  const swatch = (/** @type {number} */ step) => `<i class="pairs-${step}"></i>`;
  return `<span>${swatch(0)}${swatch(1)}${swatch(2)} one high, the other low (a stroke marks the strong ones)</span><span>${swatch(3)} hardly tied</span><span>${swatch(4)}${swatch(5)}${swatch(6)} high together</span>`;
}

/** Bars of what each result of the known box does to the other: up for more, down for less. @param {Data} data @param {Place} place */
export function drawShifts(data, place) {
  const outcomes = outcomesOf(data, place).filter(({chance}) => chance >= 1e-4);
  if (outcomes.length === 0) return "";
  const [first, last] = [outcomes[0].points, outcomes[outcomes.length - 1].points];
  const reach = Math.max(...outcomes.map(({shift}) => Math.abs(shift)), 0.05);
  const at = (/** @type {number} */ points) => 16 + 78 * (points - first) / Math.max(1, last - first);
  const bars = outcomes.map(({points, chance, shift}) => {
    const height = 44 * Math.abs(shift) / reach;
    const width = Math.max(0.8, 8 * Math.sqrt(chance));
    return `<rect class="pairs-bar" x="${(at(points) - width / 2).toFixed(2)}%" width="${width.toFixed(2)}%" y="${(shift > 0 ? 50 - height : 50).toFixed(2)}%" height="${height.toFixed(2)}%"/>`;
  });
  const often = Math.ceil(outcomes.length / 8);
  const ticks = outcomes.filter((_, index) => index % often === 0)
    .map(({points}) => `<text class="pairs-tick" x="${at(points).toFixed(1)}%" y="100%" dy="1.2em">${points}</text>`);
  const scale = `${reach.toFixed(reach < 1 ? 2 : 1)}`;
  return `<text class="pairs-scale" x="0" y="6%" dy=".35em">+${scale}</text><text class="pairs-scale" x="0" y="94%" dy=".35em">−${scale}</text>${bars.join("")}<line class="pairs-base" x2="100%" y1="50%" y2="50%"/>${ticks.join("")}`;
}

/** @param {Place} place */
export function titleOfShifts({known, other}) {
  if (known === other) return "";
  return `Points in ${titleOf(NAMES[known])} (across), and how many more or fewer than usual ${titleOf(NAMES[other])} then has. The wider a bar, the more often.`;
}

/** A reticle of a row and a column. @param {{column: number, row: number}} cell @param {number} count Rows, and as many columns. */
export function drawReticle({column, row}, count) {
  return `<rect class="reticle-row" y="${row}" width="${count}" height="1"/><rect class="reticle-column" x="${column}" width="1" height="${count}"/><rect class="reticle-ring" x="${column}" y="${row}" width="1" height="1"/>`;
}

/** Names beside the field. @param {readonly (string | number)[]} names Markup. @param {number} on Which of them the reticle is at. */
export function drawNames(names, on) {
  return names.map((name, at) => `<span${at === on ? ' class="on"' : ""}>${name}</span>`).join("");
}
