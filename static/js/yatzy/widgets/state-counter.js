/**
 * How many places are there? Every slot a pixel, in five steps: scorecards, slots, states, one turn, all values.
 */
import {every, find, makeFigure, overGrid, runNumber} from "site_builder/kit";
import {countOfStep, drawMoment, frameOf, isApart, LAST, TURN, wordsOf} from "../geometry/counter-drawing.js";
import {cellOfSlot, HEIGHT, SCORECARD, slotAt, slotOfText, textOfSlot, WIDTH} from "../geometry/slots.js";
import {cellOfNode, nodeAt, pastGap, turnBlocks, turnColumns, TURN_ROWS} from "../geometry/slot-blocks.js";
import {readUpperSets} from "../geometry/upper-totals.js";
import {findKeep, keepLattice} from "../game/lattice.js";

/**
 * @import {Slot} from "../geometry/slots.js" @import {Country, Moment} from "../geometry/counter-drawing.js"
 * @import {Cell} from "site_builder/kit"
 */

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
