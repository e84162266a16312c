/**
 * The map of all slots, a loupe on it, and the card that a slot stands for.
 */
import {dieShape} from "../parts/dice.js";
import {counted, grouped, percentage, textOfCount} from "site_builder/kit";
import {wordsOfNode} from "./slot-blocks.js";
import {drawNext, drawTurn} from "./slot-turn-drawing.js";
import {
  cellOfSlot, countBits, filledBoxes, HEIGHT, LOWER_BOXES, LOWER_SETS, SCORECARD, TILE, TILES_ACROSS, TILES_DOWN, WIDTH,
} from "./slots.js";
import {namesOfMask} from "./upper-place.js";
import {cellsPath, UPPER_NAMES, whyNot} from "./upper-totals.js";

/**
 * @import {Slot} from "./slots.js" @import {UpperSet} from "./upper-totals.js" @import {Lattice} from "../game/lattice.js"
 * @import {Block, Node} from "./slot-blocks.js"
 */

/**
 * @typedef {Record<string, number[]>} Counter
 * @typedef {{counter: Counter, sets: readonly UpperSet[], lattice: Lattice, blocks: readonly Block[]}} Country What the map is drawn from.
 *
 * @typedef {object} Moment
 * @property {string} still Several stills of this figure stand on one page; each has ids of its own.
 * @property {number} step
 * @property {Slot} slot
 * @property {Node} node
 */

/** The step that opens a slot into its turn. */
export const TURN = 3;
export const LAST = 4;

/** Pixels that the loupe shows in each direction. */
const LOUPE = 15;

/** What hand and steps do not draw anew. @param {Moment} now @param {Country} country */
export function frameOf({still, step}, {counter, sets, blocks}) {
  const tile = `counter-tile-${still}`;
  const count = countOfStep(counter, step);
  return `<div class="state-counter" data-step="${step}">
<p class="counter-count"><b>${textOfCount(count)}</b> <span>${count.words}</span></p>
<div class="counter-field"><svg class="counter-picture" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${drawTile(sets, tile)}
<g class="counter-map"><rect class="counter-print" x="-70" y="-70" width="${WIDTH + 140}" height="${HEIGHT + 240}" rx="12"/>
<g id="counter-slots-${still}">${drawSlots(tile)}</g><rect class="counter-area" width="${WIDTH}" height="${HEIGHT}"/>
<g class="counter-reticle" data-region="reticle"></g></g>
<g class="counter-turn">${drawTurn(blocks)}</g></svg></div>
<div class="counter-reading">
<div class="counter-loupe" data-region="loupe"></div>
<div class="counter-slot"><svg viewBox="0 0 180 48" aria-hidden="true" data-region="boxes"></svg>
<p class="counter-words" data-region="words"></p></div>
</div>
</div>`;
}

/** @param {Moment} now @param {Country} country */
export function drawMoment(now, country) {
  const {still, step, slot, node} = now;
  return {
    words: wordsOf(country, now),
    next: drawNext(country.lattice, country.blocks, node),
    boxes: drawBoxes(slot, country.sets),
    reticle: drawReticle(slot, step),
    loupe: `<svg viewBox="${loupeBox(slot, step)}" aria-hidden="true"><use href="#counter-slots-${still}"/></svg>
<svg viewBox="0 0 ${LOUPE} ${LOUPE}" aria-hidden="true">${drawLoupeGrid()}</svg>`,
  };
}

/** @param {Country} country @param {Moment} now */
export function wordsOf({sets, lattice, blocks}, {slot, node, step}) {
  if (step === TURN) return wordsOfNode(lattice, blocks, node);
  const {card, verdict} = wordsOfSlot(slot, sets, step);
  return `<b>${card}</b> ${verdict}`;
}

/** Whether the upper totals are told apart at a step. @param {number} step */
export function isApart(step) {
  return step > 0;
}

/** Draw the unreachable pixels of a tile as a pattern, to be repeated 512 times. @param {readonly UpperSet[]} sets @param {string} id */
export function drawTile(sets, id) {
  const dark = sets.map(({reachable}) => reachable.map((met) => !met));
  const size = `width="${TILE}" height="${TILE}" patternUnits="userSpaceOnUse"`;
  return `<defs><pattern id="${id}" ${size}><path class="slot-dark" d="${cellsPath(dark)}"/></pattern></defs>`;
}

/**
 * Draw all slots: shades for the number of lower boxes filled, the dark pixels of every tile, the seams.
 * @param {string} id Pattern of a tile.
 */
export function drawSlots(id) {
  const seams = [
    ...Array.from({length: TILES_ACROSS - 1}, (_, index) => `M${(index + 1) * TILE} 0v${HEIGHT}`),
    ...Array.from({length: TILES_DOWN - 1}, (_, index) => `M0 ${(index + 1) * TILE}h${WIDTH}`),
  ].join("");
  return `${drawShades()}<rect class="slots-dark" width="${WIDTH}" height="${HEIGHT}" fill="url(#${id})"/><path class="slots-seams" d="${seams}"/>`;
}

/** Tiles with as many lower boxes filled follow each other: an area that ends and begins within a row. */
function drawShades() {
  const tiles = LOWER_SETS.map(countBits);
  return Array.from({length: LOWER_BOXES + 1}, (_, count) => {
    const [first, end] = [tiles.indexOf(count), tiles.lastIndexOf(count) + 1];
    const path = Array.from({length: TILES_DOWN}, (_, row) => {
      const from = Math.max(first, row * TILES_ACROSS);
      const to = Math.min(end, (row + 1) * TILES_ACROSS);
      return to > from ? `M${(from % TILES_ACROSS) * TILE} ${row * TILE}h${(to - from) * TILE}v${TILE}h-${(to - from) * TILE}z` : "";
    }).join("");
    return `<path class="shade-${count}" d="${path}"/>`;
  }).join("");
}

/** Where the reticle stands on the map, in slots, and how large a pixel is. @param {Slot} slot @param {number} step */
export function pixelOf(slot, step) {
  const {column, row} = cellOfSlot(slot, isApart(step));
  const side = isApart(step) ? 1 : SCORECARD;
  return {x: column * side, y: row * side, side};
}

/** Draw the reticle on the map. @param {Slot} slot @param {number} step */
function drawReticle(slot, step) {
  const {x, y, side} = pixelOf(slot, step);
  const [across, down] = [x + side / 2, y + side / 2];
  return `<path d="M0 ${down}h${WIDTH}M${across} 0v${HEIGHT}"/><g transform="translate(${across} ${down}) scale(${side})"><circle r="16"/></g>`;
}

/** Part of the map under the loupe, as a viewBox. @param {Slot} slot @param {number} step */
export function loupeBox(slot, step) {
  const {x, y, side} = pixelOf(slot, step);
  const before = ((LOUPE - 1) / 2) * side;
  return `${x - before} ${y - before} ${LOUPE * side} ${LOUPE * side}`;
}

/** Draw what lies over the loupe: the bounds of its pixels, and the reticle. */
function drawLoupeGrid() {
  const lines = Array.from({length: LOUPE - 1}, (_, index) => `M${index + 1} 0v${LOUPE}M0 ${index + 1}h${LOUPE}`).join("");
  const middle = (LOUPE - 1) / 2;
  return `<path class="loupe-lines" d="${lines}"/><rect class="reticle-ring" x="${middle - 0.1}" y="${middle - 0.1}" width="1.2" height="1.2"/>`;
}

/**
 * Draw the fifteen boxes of a card: the upper ones as dice, the lower ones as lines; open boxes are hollow.
 * @param {Slot} slot @param {readonly UpperSet[]} sets
 */
function drawBoxes(slot, sets) {
  return filledBoxes(slot, sets).map((filled, index) => {
    const upper = index < UPPER_NAMES.length;
    const x = upper ? index * 30 : (index - UPPER_NAMES.length) * 20;
    const shape = upper
      ? dieShape({face: index + 1, x: 1, y: 1, size: 24})
      : `<rect x="1.5" y="1.5" width="15" height="13" rx="3"/>`;
    return `<g class="${upper ? "box-upper" : "box-lower"}${filled ? " filled" : ""}" transform="translate(${x} ${upper ? 0 : 32})">${shape}</g>`;
  }).join("");
}

/**
 * Say which card a slot stands for, and whether a game can come there.
 * @param {Slot} slot @param {readonly UpperSet[]} sets @param {number} step @returns {{card: string, verdict: string}}
 */
export function wordsOfSlot(slot, sets, step) {
  const set = sets[slot.row];
  const names = {0: "No upper box", [2 ** UPPER_NAMES.length - 1]: "All upper boxes"}[set.mask] ?? namesOfMask(set.mask);
  const below = countBits(slot.lower);
  const boxes = `${below === 0 ? "none" : below} of ${LOWER_BOXES} boxes below`;
  if (!isApart(step)) return {card: `${names}; ${boxes}.`, verdict: `${counted(set.faces.length + below, "box", "boxes")} filled.`};
  const verdict = set.reachable[slot.total] ? "Games come here." : `No game comes here. ${whyNot(set, slot.total, "They")}`;
  return {card: `${names}, ${counted(slot.total, "point")} above; ${boxes}.`, verdict};
}

/**
 * Tell the number of a step, and what it counts.
 * @param {Counter} counter @param {number} step @returns {{number: number, decimals: number, words: string}}
 */
export function countOfStep(counter, step) {
  const value = (/** @type {string} */ name) => counter[name][0];
  return [
    {number: value("scorecards"), decimals: 0, words: "scorecards"},
    {number: value("slots"), decimals: 0, words: "slots"},
    {number: value("reachable_states"), decimals: 0, words: `states; ${percentage(value("unreachable_share"))} went dark`},
    {number: value("turn_nodes"), decimals: 0, words: "places inside a single turn"},
    {number: value("value_table_bytes") / 1e6, decimals: 2, words: `megabytes for ${grouped(value("reachable_states"))} values`},
  ][step];
}
