/**
 * How many places are there? Every slot a pixel, in five steps: scorecards, slots, states, one turn, all values.
 */
import {scandinavian} from "../game/rules/scandinavian.js";
import {cellsPath, facesOfMask, readUpperSets, UPPER_NAMES, whyNot} from "../geometry/upper-totals.js";
import {findKeep, keepLattice, keepsOfRoll} from "../game/turn.js";
import {counted, every, find, grouped, makeFigure, overGrid, percentage, runNumber, textOfCount} from "site_builder/kit";
import {dieShape} from "../parts/dice.js";
import {namesOfMask} from "./upper-grid.js";

/** @import {UpperSet} from "../geometry/upper-totals.js" @import {Lattice} from "../game/turn.js" @import {Cell} from "site_builder/kit" */

// The map of all slots: one pixel for each set of filled boxes and upper total. A tile holds the upper half of the
// card, its 64 sets down and its 64 totals across; there is one tile for each set of lower boxes, ordered by their
// number, row by row. Before the totals are told apart, a tile is 8 by 8 pixels, one for each upper set.

/** Side of a tile, in slots. */
export const TILE = 64;
/** Tiles beside each other. */
const TILES_ACROSS = 32;
/** Tiles below each other. */
const TILES_DOWN = 16;
/** Side of the square that stands for a scorecard before totals are told apart, in slots. */
export const SCORECARD = 8;

export const WIDTH = TILE * TILES_ACROSS;
export const HEIGHT = TILE * TILES_DOWN;

const N_UPPER = scandinavian.categories.filter(({face}) => face > 0).length;
const N_LOWER = scandinavian.categories.length - N_UPPER;

/**
 * A pixel of the map.
 * @typedef {object} Slot
 * @property {number} lower Mask of the filled lower boxes, the first of them bit 0.
 * @property {number} row Row of the upper set in data set `upper_reachability`.
 * @property {number} total Upper total.
 */

/** Number of set bits. @param {number} mask */
export function countBits(mask) {
  let bits = 0;
  for (let rest = mask; rest > 0; rest &= rest - 1) bits += 1;
  return bits;
}

/** Lower sets in the order of their tiles. */
export const LOWER_SETS = Array.from({length: 2 ** N_LOWER}, (_, mask) => mask)
  .sort((a, b) => countBits(a) - countBits(b) || a - b);

/**
 * Find the slot of a pixel.
 * @param {{column: number, row: number}} cell
 * @param {boolean} apart Whether totals are told apart.
 * @returns {Slot}
 */
export function slotAt({column, row}, apart) {
  const side = apart ? TILE : TILE / SCORECARD;
  const tile = Math.floor(row / side) * TILES_ACROSS + Math.floor(column / side);
  const [across, down] = [column % side, row % side];
  return apart
    ? {lower: LOWER_SETS[tile], row: down, total: across}
    : {lower: LOWER_SETS[tile], row: down * side + across, total: 0};
}

/** Find the pixel of a slot. @param {Slot} slot @param {boolean} apart */
export function cellOfSlot({lower, row, total}, apart) {
  const tile = LOWER_SETS.indexOf(lower);
  const [across, down] = [tile % TILES_ACROSS, Math.floor(tile / TILES_ACROSS)];
  const side = apart ? TILE : TILE / SCORECARD;
  return apart
    ? {column: across * side + total, row: down * side + row}
    : {column: across * side + (row % side), row: down * side + Math.floor(row / side)};
}

/** Write a slot for a link: upper faces, upper total, mask of the lower boxes. @param {Slot} slot @param {readonly UpperSet[]} sets */
export const textOfSlot = ({lower, row, total}, sets) => `${sets[row].faces.join("")}.${total}.${lower}`;

/**
 * Read a slot from a link.
 * @param {unknown} text @param {readonly UpperSet[]} sets
 * @returns {Slot | null} Null when the text names no slot.
 */
export function slotOfText(text, sets) {
  const match = /^([1-6]*)\.(\d{1,2})\.(\d{1,3})$/.exec(String(text));
  const set = match && sets.find(({faces}) => faces.join("") === match[1]);
  if (!set || Number(match[2]) >= TILE || Number(match[3]) >= LOWER_SETS.length) return null;
  return {lower: Number(match[3]), row: set.row, total: Number(match[2])};
}

/** List which of the fifteen boxes are filled, in scorecard order. @param {Slot} slot @param {readonly UpperSet[]} sets */
export function filledBoxes({lower, row}, sets) {
  const faces = facesOfMask(sets[row].mask);
  return scandinavian.categories.map(({face}, index) => (face > 0 ? faces.includes(face) : Boolean(lower & (1 << (index - N_UPPER)))));
}

/** Number of lower boxes. */
const LOWER_BOXES = N_LOWER;

// One turn as a picture: what can lie on the table after each throw and after each choice, a square for each. Five
// blocks follow each other: rolls, keeps, rolls, keeps, rolls. All are equally high.

/** Height of every block, in squares; it divides the numbers of rolls and of keeps. */
export const TURN_ROWS = 21;

const FIRST_COLUMN = 8;
const GAP = 4;
const MARGIN = 4;

/** What the blocks show, in the order of a turn. @type {readonly {rolls: boolean, label: string}[]} */
const BLOCKS = [
  {rolls: true, label: "throw 1"},
  {rolls: false, label: "keep"},
  {rolls: true, label: "throw 2"},
  {rolls: false, label: "keep"},
  {rolls: true, label: "throw 3"},
];

/**
 * @typedef {{rolls: boolean, label: string, column: number, columns: number}} Block
 * @typedef {{block: number, keep: number}} Node A place of the turn: block, and index of the dice in the lattice.
 */

/** Lay out the blocks. @param {Lattice} lattice @returns {Block[]} */
export function turnBlocks({n_rolls, n_keeps}) {
  let column = FIRST_COLUMN;
  return BLOCKS.map(({rolls, label}) => {
    const block = {rolls, label, column, columns: (rolls ? n_rolls : n_keeps) / TURN_ROWS};
    column += block.columns + GAP;
    return block;
  });
}

/** Columns that the turn takes in all. @param {readonly Block[]} blocks */
export function turnColumns(blocks) {
  const last = blocks[blocks.length - 1];
  return last.column + last.columns + MARGIN;
}

/**
 * Find the place that is drawn in a cell.
 * @param {Lattice} lattice @param {readonly Block[]} blocks @param {{column: number, row: number}} cell
 * @returns {Node | null} Null between the blocks.
 */
export function nodeAt({first_roll}, blocks, {column, row}) {
  const block = blocks.findIndex((one) => column >= one.column && column < one.column + one.columns);
  if (block === -1) return null;
  const index = (column - blocks[block].column) * TURN_ROWS + row;
  return {block, keep: index + (blocks[block].rolls ? first_roll : 0)};
}

/** Find the cell in which a place is drawn. @param {Lattice} lattice @param {readonly Block[]} blocks @param {Node} node */
export function cellOfNode({first_roll}, blocks, {block, keep}) {
  const index = keep - (blocks[block].rolls ? first_roll : 0);
  return {column: blocks[block].column + Math.floor(index / TURN_ROWS), row: index % TURN_ROWS};
}

/**
 * Step over the gap between two blocks, in the direction of the way; past the last block there is none.
 * @param {readonly Block[]} blocks @param {{column: number, row: number}} from
 * @param {{column: number, row: number}} to A cell between blocks.
 */
function pastGap(blocks, from, to) {
  const ahead = to.column > from.column
    ? blocks.find(({column}) => column > from.column)
    : blocks.filter(({column, columns}) => column + columns <= from.column).pop();
  if (ahead === undefined) return from;
  return {column: to.column > from.column ? ahead.column : ahead.column + ahead.columns - 1, row: to.row};
}

/**
 * List the places that can come next: the keeps of a roll, or the rolls that a keep can become.
 * @param {Lattice} lattice @param {readonly Block[]} blocks @param {Node} node @returns {Node[]}
 */
export function nextNodes(lattice, blocks, {block, keep}) {
  if (block === blocks.length - 1) return [];
  const next = blocks[block].rolls
    ? [...keepsOfRoll(lattice, keep - lattice.first_roll), keep]
    : rollsOfKeep(lattice, keep);
  return next.map((one) => ({block: block + 1, keep: one}));
}

/** List the rolls that a keep can become. @param {Lattice} lattice @param {number} keep */
function rollsOfKeep({extensions_of_keep, first_roll, n_dice, dice_of_keep}, keep) {
  let reached = new Set([keep]);
  for (let dice = dice_of_keep[keep].length; dice < n_dice; dice += 1) {
    reached = new Set([...reached].flatMap((one) => (one < first_roll ? [...extensions_of_keep.subarray(6 * one, 6 * one + 6)] : [one])));
  }
  return [...reached];
}

/** Say what a place of the turn is, and what can come next. @param {Lattice} lattice @param {readonly Block[]} blocks @param {Node} node */
export function wordsOfNode(lattice, blocks, node) {
  const dice = lattice.dice_of_keep[node.keep];
  const text = dice.join(" ");
  const next = nextNodes(lattice, blocks, node).length;
  if (next === 0) return `Last throw ${text}: write it into an open box.`;
  if (blocks[node.block].rolls) return `Roll ${text}: choose among ${counted(next, "keep")}.`;
  const fallen = lattice.n_dice - dice.length;
  if (fallen === 0) return `Keep all, ${text}: throw nothing, and write.`;
  return `Keep ${text || "nothing"}: ${fallen === 1 ? "one die falls" : `${fallen} dice fall`} again, to one of ${counted(next, "roll")}.`;
}

// The picture of one turn, opened out of a slot of the map.

/** Side of the slot that is opened, in columns. */
const SLOT = 4;
/** Height of a place as drawn, against its width. */
const TALL = 1.6;

/** Place and scale of the turn on the map. @param {readonly Block[]} blocks */
function frame(blocks) {
  const pitch = Math.round((1000 * WIDTH) / turnColumns(blocks)) / 1000;
  return {pitch, top: Math.round((HEIGHT - TURN_ROWS * pitch * TALL) / 2)};
}

/** Draw all places of a turn. @param {readonly Block[]} blocks */
function drawTurn(blocks) {
  const {pitch, top} = frame(blocks);
  const slotRows = SLOT / TALL;
  const middle = (TURN_ROWS - slotRows) / 2;
  const squares = blocks.map(({column, columns, rolls}) => {
    const rows = Array.from({length: TURN_ROWS}, (_, row) => `M${column + 0.12} ${row + 0.5}h${columns - 0.24}`).join("");
    const kind = rolls ? "turn-rolls" : "turn-keeps";
    return `<path class="${kind}" stroke-width=".76" stroke-dasharray=".76 .24" d="${rows}"/>`;
  });
  const fans = blocks.map(({column}, index) => {
    const before = blocks[index - 1];
    const [left, from, to] = before ? [before.column + before.columns, 0, TURN_ROWS] : [1 + SLOT, middle, middle + slotRows];
    return `M${left} ${from}L${column} 0V${TURN_ROWS}L${left} ${to}z`;
  });
  const labels = blocks.map(({column, columns, label}) => {
    const x = Math.round((column + columns / 2) * pitch);
    const count = columns * TURN_ROWS;
    return `<text x="${x}" y="${top - 40}" class="turn-count">${count}</text>
<text x="${x}" y="${HEIGHT - top + 24}" class="turn-label">${label}</text>`;
  });
  return `<g transform="translate(0 ${top}) scale(${pitch} ${pitch * TALL})">
<rect class="turn-area" width="${turnColumns(blocks)}" height="${TURN_ROWS}"/><path class="turn-fan" d="${fans.join("")}"/>
<rect class="turn-slot hand-line" x="1" y="${middle}" width="${SLOT}" height="${slotRows}"/>${squares.join("")}
<g class="turn-next" data-region="next"></g></g>${labels.join("")}`;
}

/**
 * Draw the reticle on a place, and mark what can come next.
 * @param {Lattice} lattice @param {readonly Block[]} blocks @param {Node} node
 */
function drawNext(lattice, blocks, node) {
  const {column, row} = cellOfNode(lattice, blocks, node);
  const cells = nextNodes(lattice, blocks, node).map((next) => cellOfNode(lattice, blocks, next));
  const lines = cells.map((cell) => `M${column + 0.5} ${row + 0.5}L${cell.column + 0.5} ${cell.row + 0.5}`).join("");
  const marks = cells.map((cell) => `M${cell.column + 0.1} ${cell.row + 0.5}h.8`).join("");
  return `<path class="turn-lines plot-line" d="${lines}"/><path class="turn-marks" stroke-width=".8" d="${marks}"/>
<rect class="reticle-ring" x="${column - 0.35}" y="${row - 0.2}" width="1.7" height="1.4" rx=".3"/>`;
}

// The map of all slots, a loupe on it, and the card that a slot stands for.

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
const TURN = 3;
const LAST = 4;

/** Pixels that the loupe shows in each direction. */
const LOUPE = 15;

/** What hand and steps do not draw anew. @param {Moment} now @param {Country} country */
function frameOf({still, step}, {counter, sets, blocks}) {
  const tile = `counter-tile-${still}`;
  const count = countOfStep(counter, step);
  return `<div class="state-counter" data-step="${step}">
<p class="counter-count soft"><b>${textOfCount(count)}</b> <span>${count.words}</span></p>
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
function drawMoment(now, country) {
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
function wordsOf({sets, lattice, blocks}, {slot, node, step}) {
  if (step === TURN) return wordsOfNode(lattice, blocks, node);
  const {card, verdict} = wordsOfSlot(slot, sets, step);
  return `<b>${card}</b> ${verdict}`;
}

/** Whether the upper totals are told apart at a step. @param {number} step */
const isApart = (step) => step > 0;

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
  return `${drawShades()}<rect class="slots-dark" width="${WIDTH}" height="${HEIGHT}" fill="url(#${id})"/><path class="slots-seams hollow" d="${seams}"/>`;
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
  return `<path class="loupe-lines hollow" d="${lines}"/><rect class="reticle-ring" x="${middle - 0.1}" y="${middle - 0.1}" width="1.2" height="1.2"/>`;
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

/** Opening slot: Ones and Threes with eleven points, below one pair, a small straight and Chance. */
const OPENING = "13.11.145";
/** Opening place of the turn: the first throw. */
const OPENING_DICE = [1, 2, 5, 5, 6];
/** Milliseconds from one step's picture to the next, a little more than the styles say. */
const MOTION = 430;

/** Where the reticle stands. @param {Moment} now @param {Country} country @returns {Cell} */
function cellOf({step, slot, node}, {lattice, blocks}) {
  return step === TURN ? cellOfNode(lattice, blocks, node) : cellOfSlot(slot, isApart(step));
}

/** What a cell stands for; nothing between the blocks of a turn. @param {Moment} now @param {Cell} cell @param {Country} country */
function aim(now, cell, {lattice, blocks}) {
  if (now.step !== TURN) return {...now, slot: slotAt(cell, isApart(now.step))};
  const node = nodeAt(lattice, blocks, cell);
  return node && {...now, node};
}

/** @type {import("site_builder/kit").Figure<Moment, Country>} */
const counter = {
  know({counter, upper_reachability}) {
    const lattice = keepLattice(5);
    return {counter, sets: readUpperSets(upper_reachability), lattice, blocks: turnBlocks(lattice)};
  },
  opening: ({step, slot = OPENING}, {sets, lattice}) => ({
    still: String(step ?? "live"),
    step: Number(step ?? 0),
    slot: slotOfText(slot, sets) ?? /** @type {Slot} */ (slotOfText(OPENING, sets)),
    node: {block: 0, keep: findKeep(lattice, OPENING_DICE)},
  }),
  read(text, {sets}, from) {
    const slot = slotOfText(text, sets);
    return slot && {...from, slot};
  },
  write: ({slot}, {sets}) => textOfSlot(slot, sets),
  frame: frameOf,
  draw: drawMoment,
  words: (now, country) => wordsOf(country, now),
  step: (step, now) => ({...now, step: Math.max(0, Math.min(LAST, step))}),
  hands: [overGrid(".counter-field", {
    label: "Map of all slots. Arrow keys move the reticle, with Shift by eight.",
    areas: ({step}) => (step === TURN ? ".turn-area" : ".counter-area"),
    size({step}, {blocks}) {
      if (step === TURN) return {columns: turnColumns(blocks), rows: TURN_ROWS};
      const side = isApart(step) ? 1 : SCORECARD;
      return {columns: WIDTH / side, rows: HEIGHT / side};
    },
    read: cellOf,
    looked: aim,
    moved: (now, cell, country) =>
      aim(now, cell, country) ?? aim(now, pastGap(country.blocks, cellOf(now, country), cell), country) ?? now,
  })],
  wake: leadBySteps,
};

/**
 * At another step the count runs to the next one. The map grows and shrinks then; the hand shows again where the picture
 * has come to rest.
 * @param {import("site_builder/kit").Alive<Moment, Country>} alive
 */
function leadBySteps(alive) {
  const {element, context, known, signal} = alive;
  const root = find(element, ".state-counter");
  const [number, words] = every(element, ".counter-count > *");
  const run = runNumber(number, context.reducedMotion);
  let timer = 0;

  signal.addEventListener("abort", () => clearTimeout(timer));
  /** @param {Moment} next */
  function lead(next) {
    const {step} = alive.place;
    alive.go(next);
    if (next.step === step) return;
    const reached = countOfStep(known.counter, next.step);
    root.dataset.step = String(next.step);
    words.textContent = reached.words;
    run(reached);
    clearTimeout(timer);
    root.classList.add("stepping");
    const rest = () => {
      root.classList.remove("stepping");
      alive.draw();
    };
    // Two frames more: the hand is moved unseen, or it would jump before the eyes.
    timer = window.setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(rest)), context.reducedMotion ? 0 : MOTION);
  }
  return {lead};
}

export const {view, mount} = makeFigure(counter);
