/**
 * When are two rolls the same? Five dice fall, their order melts away, and the ways to keep some of them collapse.
 */
import {enterDigits, every, find, followHand, grouped, onPress, plain, repaint} from "site_builder/kit";
import {
  drawMap, drawMarks, drawRoll, drawThrown, drawWays, wordsOfCollapse, wordsOfKeep, wordsOfRoll,
} from "../geometry/roll-drawing.js";
import {layOutRolls, ROWS} from "../parts/roll-map.js";
import {textOfRoll, textOfThrow, throwOfText, throwsOf, turnDie} from "../geometry/throw.js";
import {meltOrder, throwDice, tumble} from "../parts/throwing.js";

/**
 * @typedef {import("../geometry/throw.js").Throw} Throw
 * @typedef {{rolls: import("../parts/roll-map.js").RollTable}} Data
 */

/** Opening throw, in the order of the dice, and the way to keep of it: one of two fives. */
const OPENING = "61525.8";

/**
 * Draw the figure at its opening throw.
 * @param {{throw?: string}} state `throw`: five faces as thrown, a point, and the way to keep.
 * @param {Data} data
 */
export function view(state, data) {
  const map = layOutRolls(data.rolls);
  const now = openingOf(state);
  const roll = textOfRoll(now.thrown);
  return `<div class="rolls">
<p class="rolls-head rolls-head-throws"><b>${grouped(throwsOf(now.thrown.length))}</b> throws, die by die</p>
<div class="rolls-hand rolls-hand-thrown">
<div class="rolls-dice rolls-thrown" role="group" aria-label="Dice as thrown">${drawThrown(now.thrown)}</div>
<button type="button" class="button rolls-throw with-script" data-press="throw">Throw</button>
<p class="rolls-hint with-script">Press a die to turn it, or type five faces.</p>
</div>
<p class="rolls-head rolls-head-map"><b>${grouped(data.rolls.roll.length)}</b> rolls, whatever the order</p>
<div class="rolls-map"><div class="rolls-field">${drawMap(map, roll)}</div><p class="rolls-words">${wordsOfRoll(map, roll)}</p></div>
<p class="rolls-head rolls-head-keep">${wordsOfCollapse(now.thrown)}</p>
<div class="rolls-hand rolls-hand-roll">
<div class="rolls-dice rolls-roll" role="group" aria-label="Dice of the roll; press those to keep">${drawRoll(now)}</div>
<p class="rolls-keep-words">${wordsOfKeep(now)}</p>
</div>
<div class="ways" aria-hidden="true">${drawWays(now)}</div>
</div>`;
}

/** @param {{throw?: string}} state */
function openingOf(state) {
  return /** @type {Throw} */ (throwOfText(state.throw ?? OPENING) ?? throwOfText(OPENING));
}

/**
 * Let the reader throw, turn and keep dice, and walk the map.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 */
export function mount(element, data, context) {
  return new Rolls(element, data, context);
}

class Rolls {
  #stop = new AbortController();
  #element;
  #context;
  #rolls;
  #map;
  #opening;
  #paint;
  #hand;
  /** @type {Throw} */
  #now;

  /** @param {HTMLElement} element @param {Data} data @param {import("../../engine/widget").Context} context */
  constructor(element, data, context) {
    this.#element = element;
    this.#context = context;
    this.#rolls = data.rolls.roll;
    this.#map = layOutRolls(data.rolls);
    this.#opening = openingOf(context.state);
    this.#now = throwOfText(context.readState()) ?? this.#opening;
    this.#paint = painter(element, this.#map);
    this.#hand = this.#followHand();
    onPress(element, (key) => this.press(key), this.#stop.signal);
    enterDigits(find(element, ".rolls-thrown"), 6, (die, face) => {
      this.#change(turnDie(this.#now, die, face(this.#now.thrown[die])));
      this.#tell();
    }, this.#stop.signal);
    if (this.#now !== this.#opening) this.#paint.all(this.#now);
  }

  #followHand() {
    const textAt = (/** @type {import("site_builder/kit").Cell} */ cell) => this.#rolls[this.#map.indexAt(cell)];
    return followHand({
      element: find(this.#element, ".rolls-field"),
      label: "Map of all rolls by pattern. Arrow keys move to another roll.",
      areas: every(this.#element, ".rolls-area"),
      columns: this.#map.columns,
      rows: ROWS,
      read: () => this.#map.cellOf(textOfRoll(this.#now.thrown)),
      look: (cell) => this.#paint.roll(textAt(cell)),
      leave: () => this.#paint.roll(textOfRoll(this.#now.thrown)),
      move: (cell, byKey) => {
        this.#change({thrown: Array.from(textAt(cell), Number), way: 0});
        if (byKey) this.#tell();
      },
    });
  }

  /** @param {Throw} next */
  #change(next) {
    this.#now = next;
    this.#paint.all(next);
    this.#context.writeState(textOfThrow(next));
    this.#hand.place();
  }

  /** Say the throw to a screen reader. */
  #tell() {
    const {thrown} = this.#now;
    this.#context.announce(plain(`${wordsOfRoll(this.#map, textOfRoll(thrown))} ${wordsOfCollapse(thrown)}.`));
  }

  /** Press "throw", "face-0" (turn a die), "keep-0" (keep a die of the roll) or "way-5". @param {string} key */
  press(key) {
    const [part, number] = [key.split("-")[0], Number(key.split("-")[1])];
    const {thrown, way} = this.#now;
    if (part === "keep" || part === "way") {
      this.#change({thrown, way: part === "way" ? number : way ^ (1 << number)});
      return this.#context.announce(plain(wordsOfKeep(this.#now)));
    }
    const falling = part === "throw";
    this.#change(falling ? {thrown: throwDice(thrown.length), way: 0} : turnDie(this.#now, number, (thrown[number] % 6) + 1));
    if (!this.#context.reducedMotion) setInMotion(this.#element, this.#now.thrown, falling);
    this.#tell();
  }

  reset() {
    this.#change(this.#opening);
    this.#context.writeState(null);
  }

  destroy() {
    this.#stop.abort();
    this.#hand.destroy();
  }
}

/**
 * Collect what changes, and return what repaints it.
 * @param {HTMLElement} element
 * @param {import("../parts/roll-map.js").RollMap} map
 */
function painter(element, map) {
  const part = (/** @type {string} */ name) => find(element, name);
  const [thrown, roll, ways, head] = [".rolls-thrown", ".rolls-roll", ".ways", ".rolls-head-keep"].map(part);
  const [words, keepWords] = [".rolls-words", ".rolls-keep-words"].map(part);
  const marks = every(element, ".rolls-mark");

  /** @param {string} text */
  function paintRoll(text) {
    drawMarks(map, text).forEach((mark, block) => repaint(marks[block], mark));
    repaint(words, wordsOfRoll(map, text));
  }

  return {
    roll: paintRoll,
    all(/** @type {Throw} */ now) {
      repaint(thrown, drawThrown(now.thrown));
      repaint(roll, drawRoll(now));
      repaint(ways, drawWays(now));
      repaint(head, wordsOfCollapse(now.thrown));
      repaint(keepWords, wordsOfKeep(now));
      paintRoll(textOfRoll(now.thrown));
    },
  };
}

/**
 * Let dice fall, their order melt away, and the ways to keep them come together.
 * @param {HTMLElement} element
 * @param {readonly number[]} thrown
 * @param {boolean} falling Whether all dice were thrown; else one was turned by hand.
 */
function setInMotion(element, thrown, falling) {
  const fallen = every(element, ".rolls-thrown .die");
  if (falling) tumble(fallen);
  meltOrder(fallen, every(element, ".rolls-roll .die"), thrown, falling ? undefined : 0);
  const ways = find(element, ".ways");
  ways.classList.add("apart");
  requestAnimationFrame(() => requestAnimationFrame(() => ways.classList.remove("apart")));
}
