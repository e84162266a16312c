/**
 * How many places are there? Every slot a pixel, in five steps: scorecards, slots, states, one turn, all values.
 */
import {
  countOfStep, drawBoxes, drawLoupeGrid, drawSlots, drawReticle, drawTile, isApart, LOUPE, loupeBox, wordsOfSlot,
} from "../geometry/counter-drawing.js";
import {every, find, followHand, plain, repaint, runNumber, textOfCount} from "site_builder/kit";
import {cellOfSlot, HEIGHT, SCORECARD, slotAt, slotOfText, textOfSlot, WIDTH} from "../geometry/slots.js";
import {cellOfNode, nodeAt, pastGap, turnBlocks, turnColumns, TURN_ROWS, wordsOfNode} from "../geometry/slot-blocks.js";
import {drawNext, drawTurn} from "../geometry/slot-turn-drawing.js";
import {readUpperSets} from "../geometry/upper-totals.js";
import {findKeep, keepLattice} from "../game/lattice.js";

/**
 * @typedef {import("../geometry/slots.js").Slot} Slot
 * @typedef {import("../geometry/slot-blocks.js").Node} Node
 * @typedef {{step?: number, slot?: string}} State
 * @typedef {{counter: Record<string, number[]>, upper_reachability: Parameters<typeof readUpperSets>[0]}} Data
 *
 * @typedef {object} Country What the map is drawn from.
 * @property {import("../geometry/upper-totals.js").UpperSet[]} sets
 * @property {import("../game/lattice.js").Lattice} lattice
 * @property {import("../geometry/slot-blocks.js").Block[]} blocks
 *
 * @typedef {{step: number, slot: Slot, node: Node}} Moment
 */

/** Opening slot: Ones and Threes with eleven points, below one pair, a small straight and Chance. */
const OPENING = "13.11.145";
/** Opening place of the turn: the first throw. */
const OPENING_DICE = [1, 2, 5, 5, 6];
/** The step that opens a slot into its turn. */
const TURN = 3;
const LAST = 4;
/** Milliseconds from one step's picture to the next, a little more than the styles say. */
const MOTION = 430;

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
  const count = countOfStep(data.counter, step);
  return `<div class="state-counter" data-step="${step}">
<p class="counter-count"><b>${textOfCount(count)}</b> <span>${count.words}</span></p>
<div class="counter-field"><svg class="counter-picture" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${drawTile(country.sets, tile)}
<g class="counter-map"><rect class="counter-print" x="-70" y="-70" width="${WIDTH + 140}" height="${HEIGHT + 240}" rx="12"/>
<g id="${slots}">${drawSlots(tile)}</g><rect class="counter-area" width="${WIDTH}" height="${HEIGHT}"/>
<g class="counter-reticle">${drawReticle(slot, step)}</g></g>
<g class="counter-turn">${drawTurn(country.lattice, country.blocks, node)}</g></svg></div>
<div class="counter-reading">
<div class="counter-loupe"><svg viewBox="${loupeBox(slot, step)}" aria-hidden="true"><use href="#${slots}"/></svg>
<svg viewBox="0 0 ${LOUPE} ${LOUPE}" aria-hidden="true">${drawLoupeGrid()}</svg></div>
<div class="counter-slot"><svg viewBox="0 0 180 48" aria-hidden="true">${drawBoxes(slot, country.sets)}</svg>
<p class="counter-words">${wordsOf(country, {slot, node, step})}</p></div>
</div>
</div>`;
}

/** @param {Country} country @param {Moment} now */
function wordsOf({sets, lattice, blocks}, {slot, node, step}) {
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
  return new StateCounter(element, data, context);
}

class StateCounter {
  #timer = 0;
  #element;
  #context;
  #country;
  #opening;
  #paint;
  #hand;
  /** @type {Moment} */
  #now;

  /** @param {HTMLElement} element @param {Data} data @param {import("../../engine/widget").Context} context */
  constructor(element, data, context) {
    this.#element = element;
    this.#context = context;
    this.#country = survey(data);
    this.#opening = openingOf(context.state, this.#country);
    const linked = slotOfText(context.readState(), this.#country.sets);
    this.#now = {...this.#opening, slot: linked ?? this.#opening.slot, step: Number(context.state.step ?? 0)};
    this.#paint = painter(element, this.#country, data.counter, context.reducedMotion);
    this.#hand = this.#followHand();
    this.#paint.reading(this.#now);
  }

  /** What lies under the hand depends on the step: scorecards, slots, or the places of a turn. */
  #followHand() {
    const {blocks} = this.#country;
    const [map, turn] = [".counter-area", ".turn-area"].map((area) => [find(this.#element, area)]);
    const sizeOfStep = () => {
      if (this.#now.step === TURN) return {areas: turn, columns: turnColumns(blocks), rows: TURN_ROWS};
      const side = isApart(this.#now.step) ? 1 : SCORECARD;
      return {areas: map, columns: WIDTH / side, rows: HEIGHT / side};
    };
    return followHand({
      element: find(this.#element, ".counter-field"),
      label: "Map of all slots. Arrow keys move the reticle, with Shift by eight.",
      get areas() { return sizeOfStep().areas; },
      get columns() { return sizeOfStep().columns; },
      get rows() { return sizeOfStep().rows; },
      read: () => this.#cell(),
      look: (cell) => this.#paint.reading(this.#aim(cell) ?? this.#now),
      leave: () => this.#paint.reading(this.#now),
      move: (cell, byKey) => this.#move(cell, byKey),
    });
  }

  /** Where the reticle stands. */
  #cell() {
    const {step, slot, node} = this.#now;
    const {lattice, blocks} = this.#country;
    return step === TURN ? cellOfNode(lattice, blocks, node) : cellOfSlot(slot, isApart(step));
  }

  /**
   * Find what a cell stands for; between the blocks of a turn there is nothing.
   * @param {import("site_builder/kit").Cell} cell
   * @returns {Moment | null}
   */
  #aim(cell) {
    if (this.#now.step !== TURN) return {...this.#now, slot: slotAt(cell, isApart(this.#now.step))};
    const node = nodeAt(this.#country.lattice, this.#country.blocks, cell);
    return node && {...this.#now, node};
  }

  /** @param {import("site_builder/kit").Cell} cell @param {boolean} byKey */
  #move(cell, byKey) {
    const {sets, blocks} = this.#country;
    this.#now = this.#aim(cell) ?? this.#aim(pastGap(blocks, this.#cell(), cell)) ?? this.#now;
    this.#paint.reading(this.#now);
    if (this.#now.step !== TURN) this.#context.writeState(textOfSlot(this.#now.slot, sets));
    if (byKey) this.#context.announce(plain(wordsOf(this.#country, this.#now)));
  }

  /** Show a step; the slot stays. @param {number} step */
  step(step) {
    const {slot} = this.#now;
    this.#context.writeState(slot === this.#opening.slot ? null : textOfSlot(slot, this.#country.sets));
    if (step === this.#now.step) return;
    this.#now = {...this.#now, step: Math.max(0, Math.min(LAST, step))};
    this.#paint.step(this.#now);
    this.#hideHand(find(this.#element, ".state-counter"));
  }

  /** The map grows and shrinks from step to step; the hand shows again where the picture has come to rest. @param {HTMLElement} root */
  #hideHand(root) {
    clearTimeout(this.#timer);
    root.classList.add("stepping");
    this.#timer = window.setTimeout(() => {
      root.classList.remove("stepping");
      this.#hand.place();
    }, this.#context.reducedMotion ? 0 : MOTION);
  }

  /** Show a slot, "13.11.145". @param {string} text */
  show(text) {
    const slot = slotOfText(text, this.#country.sets);
    if (slot === null) return;
    this.#now = {...this.#now, slot};
    this.#paint.reading(this.#now);
    this.#context.writeState(text);
    this.#hand.place();
  }

  reset() {
    this.#now = {...this.#now, ...this.#opening};
    this.#paint.reading(this.#now);
    this.#context.writeState(null);
    this.#hand.place();
  }

  destroy() {
    clearTimeout(this.#timer);
    this.#hand.destroy();
  }
}

/**
 * Collect what changes, and return what repaints it.
 * @param {HTMLElement} element
 * @param {Country} country
 * @param {Record<string, number[]>} counter
 * @param {boolean} still Whether numbers jump instead of running.
 */
function painter(element, country, counter, still) {
  const parts = [".counter-slot svg", ".counter-words", ".counter-loupe svg", ".turn-next", ".counter-reticle"];
  const [boxes, sentence, loupe, next, reticle] = parts.map((part) => find(element, part));
  const root = find(element, ".state-counter");
  const [number, words] = every(element, ".counter-count > *");
  const count = runNumber(number, still);

  /** @param {Moment} now */
  function reading(now) {
    const {step, slot, node} = now;
    repaint(sentence, wordsOf(country, now));
    if (step === TURN) return repaint(next, drawNext(country.lattice, country.blocks, node));
    repaint(boxes, drawBoxes(slot, country.sets));
    loupe.setAttribute("viewBox", loupeBox(slot, step));
    repaint(reticle, drawReticle(slot, step));
  }

  return {
    reading,
    /** @param {Moment} now */
    step(now) {
      const reached = countOfStep(counter, now.step);
      root.dataset.step = String(now.step);
      words.textContent = reached.words;
      count(reached);
      reading(now);
    },
  };
}
