/**
 * The wave, drawn: a column for each layer, its states by value, solved ones inked, and the front that moves left.
 */
import {counted, grouped, percentOf} from "site_builder/kit";
import {countSolved, spanOf} from "./wave.js";

/** @import {Layer, Place} from "./wave.js" */

/** Points from the bottom of the picture to its top, and in a bin. */
const TOP = 260;
const BIN = 4;
const TICKS = [50, 100, 150, 200, 250];
/** Part of a column that the widest bar takes. */
const WIDEST = 0.94;

export const WAVE = `<div class="wave">
<div class="wave-head"><p class="wave-count" data-region="count"></p>
<p class="wave-controls with-script"><button type="button" class="button wave-play" data-press="play">Play</button>
<button type="button" class="button" data-press="time">Time this browser</button></p></div>
<p class="wave-axis-name" aria-hidden="true">points still to come</p>
<div class="wave-field"><svg aria-hidden="true" data-region="wave"></svg></div>
<p class="wave-axis-name" aria-hidden="true">boxes filled</p>
<p class="wave-key" aria-hidden="true">${drawKey()}</p>
<p class="wave-words" data-region="words"></p>
<p class="wave-timing"></p>
</div>`;

/** @param {Place} place @param {readonly Layer[]} layers */
export const drawFront = ({front, looked = front}, layers) => ({
  count: wordsOfCount(layers, front),
  wave: drawWave(layers, front),
  words: wordsOfLayer(layers, looked, front),
});

/**
 * Width of a bar, in columns: each ten times as many states add the same.
 * @param {number} states
 * @param {number} most States in the widest bar.
 */
export function widthOf(states, most) {
  return (WIDEST * Math.log10(1 + states)) / Math.log10(1 + most);
}

/** Draw the wave. @param {readonly Layer[]} layers @param {number} front Layer that it has reached. */
export function drawWave(layers, front) {
  const solved = layers.slice(front);
  const most = layers.flatMap(({bins}) => bins).reduce((largest, {states}) => Math.max(largest, states), 1);
  const bars = solved.flatMap(({filled, bins}) => bins.map(({bin, states}) => {
    const width = Math.round(1000 * widthOf(states, most)) / 1000;
    return `M${Math.round(1000 * (filled + 0.5 - width / 2)) / 1000} ${(TOP - bin) / BIN}h${width}v-1h-${width}z`;
  }));
  const line = solved.map(({filled, perfect}) => `${filled + 0.5} ${Math.round(100 * (TOP - perfect) / BIN) / 100}`).join("L");
  const x = percentOf(front / layers.length);
  return `<rect class="wave-unsolved" width="${x}" height="100%"/>${drawAxes(layers, front)}
<svg viewBox="0 0 ${layers.length} ${TOP / BIN}" width="100%" height="100%" preserveAspectRatio="none"><path class="wave-bars" d="${bars.join("")}"/><path class="wave-perfect" d="M${line}"/></svg>
<line class="wave-front" x1="${x}" x2="${x}" y1="-4%" y2="100%"/><circle class="wave-grip" cx="${x}" cy="-4%" r="9"/>
${front === 0 ? drawStart(layers) : ""}`;
}

/** The one number that remains. @param {readonly Layer[]} layers */
function drawStart(layers) {
  const {perfect} = layers[0];
  return `<text class="wave-start" x="${percentOf(1.4 / layers.length)}" y="${percentOf(1 - perfect / TOP)}" dy="-.35em">${perfect.toFixed(2)}</text>`;
}

/** @param {readonly Layer[]} layers @param {number} front */
function drawAxes(layers, front) {
  const heights = TICKS.map((points) => {
    const y = percentOf(1 - points / TOP);
    return `<line class="grid" x2="100%" y1="${y}" y2="${y}"/><text class="tick" x="100%" y="${y}" dx=".6em" dy=".35em">${points}</text>`;
  });
  const columns = layers.map(({filled}) => {
    const x = percentOf((filled + 0.5) / layers.length);
    const unknown = filled < front ? `<text class="wave-unknown" x="${x}" y="55%">?</text>` : "";
    const often = filled % 5 === 0 ? "" : " wave-between";
    return `${unknown}<text class="tick${often}" x="${x}" y="100%" dy="1.35em" text-anchor="middle">${filled}</text>`;
  });
  return `${heights.join("")}<line class="base" x2="100%" y1="100%" y2="100%"/>${columns.join("")}`;
}

/** Say what the widths count. */
function drawKey() {
  return `<span><i class="wave-swatch narrow"></i><i class="wave-swatch"></i>the wider, the more states; ten times as many add the same width</span><span><i class="wave-dash"></i>where perfect games pass</span>`;
}

/** Say how much is solved. @param {readonly Layer[]} layers @param {number} front */
function wordsOfCount(layers, front) {
  return `<b>${grouped(countSolved(layers, front))}</b> of ${grouped(countSolved(layers, 0))} states solved`;
}

/** Say what a layer holds. @param {readonly Layer[]} layers @param {number} layer @param {number} front */
export function wordsOfLayer(layers, layer, front) {
  const {filled, states, lowest, highest, perfect, operations} = layers[layer];
  const boxes = counted(filled, "box", "boxes");
  if (layer < front) return `${boxes} filled: ${counted(states, "state")}. Not known yet; the wave must pass through the layers to the right first.`;
  if (filled === layers.length - 1) return `<span>All ${boxes} filled: ${counted(states, "state")}.</span> Nothing is to be decided; a full card still brings the bonus, ${highest.toFixed(0)}, or nothing.`;
  const work = `${grouped(operations)} additions and comparisons`;
  if (filled === 0) return `<span>No box filled: one state, the empty card, and ${work}.</span> What remains is one number, <b>${perfect.toFixed(2)}</b>: what a game is worth before it begins.`;
  return `<span>${boxes} filled: ${counted(states, "state")},</span> <span>worth <b>${lowest.toFixed(1)}</b> to <b>${highest.toFixed(1)}</b> points still to come;</span> <span>perfect games pass at ${perfect.toFixed(1)}.</span> <span class="wave-work">The sweeps took ${work}, and nothing but the layer to the right.</span>`;
}

/** Say how long a turn took, and all of them would. @param {number} times @param {number} each Milliseconds. @param {number} turns In all. */
export function wordsOfTime(times, each, turns) {
  return `Measured just now, here: ${grouped(times)} turns, <b>${each.toFixed(2)}</b> thousandths of a second each. `
    + `All ${grouped(turns)} turns of the game, one after another, would take this browser about <b>${spanOf(each * turns)}</b>.`;
}
