/**
 * How many places are there? Every slot a pixel, in five steps: scorecards, slots, states, one turn, all values.
 */
import {
  countOfStep, drawBoxes, drawLoupeGrid, drawSlots, drawTile, isApart, loupeBox, drawReticle, wordsOfSlot,
} from "../figures/counter-drawing.js";
import {every, find, repaint} from "../figures/elements.js";
import {followHand} from "../figures/hand.js";
import {grouped} from "../figures/numbers.js";
import {cellOfSlot, HEIGHT, SCORECARD, slotAt, slotOfText, textOfSlot, WIDTH} from "../figures/slots.js";
import {cellOfNode, nodeAt, turnBlocks, turnColumns, TURN_ROWS, wordsOfNode} from "../figures/turn-blocks.js";
import {drawNext, drawTurn} from "../figures/turn-drawing.js";
import {readUpperSets} from "../figures/upper-totals.js";
import {findKeep, keepLattice} from "../lattice.js";

/**
 * @typedef {import("../figures/slots.js").Slot} Slot
 * @typedef {import("../figures/turn-blocks.js").Node} Node
 * @typedef {{step?: number, slot?: string}} State
 * @typedef {{counter: Record<string, number[]>, upper_reachability: Parameters<typeof readUpperSets>[0]}} Data
 *
 * @typedef {object} Country What the map is drawn from.
 * @property {import("../figures/upper-totals.js").UpperSet[]} sets
 * @property {import("../lattice.js").Lattice} lattice
 * @property {import("../figures/turn-blocks.js").Block[]} blocks
 */

/** Opening slot: Ones and Threes with eleven points, below one pair, a small straight and Chance. */
const OPENING = "13.11.145";
/** Opening place of the turn: the first throw. */
const OPENING_DICE = [1, 2, 5, 5, 6];
/** The step that opens a slot into its turn. */
const TURN = 3;
const LAST = 4;

/** @param {Data} data @returns {Country} */
function survey(data) {
  const lattice = keepLattice(5);
  return {sets: readUpperSets(data.upper_reachability), lattice, blocks: turnBlocks(lattice)};
}

/** @param {State} state @param {Country} country */
function openingOf({slot = OPENING}, {sets, lattice}) {
  return {
    slot: slotOfText(slot, sets) ?? /** @type {Slot} */ (slotOfText(OPENING, sets)),
    node: {block: 0, keep: findKeep(lattice, OPENING_DICE)},
  };
}

/**
 * Draw the figure at a step.
 * @param {State} state
 * @param {Data} data
 */
export function view(state, data) {
  const country = survey(data);
  const {slot, node} = openingOf(state, country);
  const step = state.step ?? 0;
  // Several stills of this figure stand on one page; each needs ids of its own.
  const [tile, slots] = ["tile", "slots"].map((part) => `counter-${part}-${state.step ?? "live"}`);
  return `<div class="state-counter" data-step="${step}">
<p class="counter-count"><b>${textOfCount(countOfStep(data.counter, step))}</b> <span>${countOfStep(data.counter, step).words}</span></p>
<div class="counter-field">
<svg class="counter-picture" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${drawTile(country.sets, tile)}
<g class="counter-map"><rect class="counter-print" x="-70" y="-70" width="${WIDTH + 140}" height="${HEIGHT + 240}" rx="12"/><g id="${slots}">${drawSlots(tile)}</g><rect class="counter-area" width="${WIDTH}" height="${HEIGHT}"/><g class="counter-reticle">${drawReticle(slot, step)}</g></g>
<g class="counter-turn">${drawTurn(country.lattice, country.blocks, node)}</g></svg>
</div>
<div class="counter-reading">
<div class="counter-loupe"><svg viewBox="${loupeBox(slot, step)}" aria-hidden="true"><use href="#${slots}"/></svg><svg viewBox="0 0 15 15" aria-hidden="true">${drawLoupeGrid()}</svg></div>
<div class="counter-slot"><svg viewBox="0 0 180 48" aria-hidden="true">${drawBoxes(slot, country.sets)}</svg><p class="counter-words">${wordsOf(country, slot, node, step)}</p></div>
</div>
</div>`;
}

/** @param {{number: number, decimals: number}} count */
function textOfCount({number, decimals}) {
  return decimals ? number.toFixed(decimals) : grouped(number);
}

/** @param {Country} country @param {Slot} slot @param {Node} node @param {number} step */
function wordsOf({sets, lattice, blocks}, slot, node, step) {
  if (step === TURN) return wordsOfNode(lattice, blocks, node);
  const {card, verdict} = wordsOfSlot(slot, sets, step);
  return `<b>${card}</b> ${verdict}`;
}

/**
 * Let steps change the picture, and the reader's hand read any pixel or any place of the turn.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 */
export function mount(element, data, context) {
  const country = survey(data);
  const {sets, lattice, blocks} = country;
  const opening = openingOf(context.state, country);
  const now = {
    step: Number(context.state.step ?? 0),
    slot: slotOfText(context.readState(), sets) ?? opening.slot,
    node: opening.node,
  };
  const paint = painter(element, country, data.counter, context.reducedMotion);
  const areas = {map: [find(element, ".counter-area")], turn: [find(element, ".turn-area")]};

  /** What a cell of the field stands for; between the blocks of a turn, nothing. @param {import("../figures/hand.js").Cell} cell */
  function aim(cell) {
    if (now.step !== TURN) return {...now, slot: slotAt(cell, isApart(now.step))};
    const node = nodeAt(lattice, blocks, cell);
    return node && {...now, node};
  }

  const hand = followHand({
    element: find(element, ".counter-field"),
    label: "Map of all slots. Arrow keys move the reticle, with Shift by eight.",
    get areas() { return now.step === TURN ? areas.turn : areas.map; },
    get columns() { return now.step === TURN ? turnColumns(blocks) : isApart(now.step) ? WIDTH : WIDTH / SCORECARD; },
    get rows() { return now.step === TURN ? TURN_ROWS : isApart(now.step) ? HEIGHT : HEIGHT / SCORECARD; },
    read: () => (now.step === TURN ? cellOfNode(lattice, blocks, now.node) : cellOfSlot(now.slot, isApart(now.step))),
    look: (cell) => paint.reading(aim(cell) ?? now),
    leave: () => paint.reading(now),
    move(cell, byKey) {
      Object.assign(now, aim(cell) ?? aim(pastGap(cell)));
      paint.reading(now);
      if (now.step !== TURN) context.writeState(textOfSlot(now.slot, sets));
      if (byKey) context.announce(wordsOf(country, now.slot, now.node, now.step).replace(/<[^>]*>/g, ""));
    },
  });

  /** Step over the gap between two blocks, in the direction of the way. @param {import("../figures/hand.js").Cell} cell */
  function pastGap({column, row}) {
    const from = cellOfNode(lattice, blocks, now.node).column;
    const ahead = blocks.filter((block) => (column > from ? block.column > from : block.column <= from && block.column + block.columns < from));
    const block = column > from ? ahead[0] : ahead[ahead.length - 1];
    if (!block) return cellOfNode(lattice, blocks, now.node);
    return {column: column > from ? block.column : block.column + block.columns - 1, row};
  }

  paint.reading(now);
  return {
    step(/** @type {number} */ step) {
      now.step = Math.max(0, Math.min(LAST, step));
      paint.step(now);
      hand.place();
    },
    reset() {
      Object.assign(now, opening);
      paint.reading(now);
      context.writeState(null);
      hand.place();
    },
    destroy: () => hand.destroy(),
  };
}

/**
 * Collect what changes, and return what repaints it.
 * @param {HTMLElement} element
 * @param {Country} country
 * @param {Record<string, number[]>} counter
 * @param {boolean} still Whether numbers jump instead of running.
 */
function painter(element, country, counter, still) {
  const root = find(element, ".state-counter");
  const [number, words] = every(element, ".counter-count > *");
  const [boxes, sentence] = [find(element, ".counter-slot svg"), find(element, ".counter-words")];
  const [loupe, next, reticle] = [".counter-loupe svg", ".turn-next", ".counter-reticle"].map((selector) => find(element, selector));
  let shown = countOfStep(counter, 0);
  let frame = 0;

  /** @param {{step: number, slot: Slot, node: Node}} now */
  function reading({step, slot, node}) {
    repaint(sentence, wordsOf(country, slot, node, step));
    if (step === TURN) return repaint(next, drawNext(country.lattice, country.blocks, node));
    repaint(boxes, drawBoxes(slot, country.sets));
    loupe.setAttribute("viewBox", loupeBox(slot, step));
    repaint(reticle, drawReticle(slot, step));
  }

  /** Let the number run from the last step's to this one's. @param {number} step */
  function count(step) {
    const from = shown.number;
    shown = countOfStep(counter, step);
    words.textContent = shown.words;
    const begun = performance.now();
    cancelAnimationFrame(frame);
    const tick = (/** @type {number} */ time) => {
      const part = still || shown.decimals ? 1 : Math.min(1, Math.max(0, (time - begun) / 400));
      number.textContent = textOfCount({number: from + (shown.number - from) * part, decimals: shown.decimals});
      if (part < 1) frame = requestAnimationFrame(tick);
    };
    tick(begun);
  }

  return {
    reading,
    /** @param {{step: number, slot: Slot, node: Node}} now */
    step(now) {
      root.dataset.step = String(now.step);
      count(now.step);
      reading(now);
    },
  };
}
