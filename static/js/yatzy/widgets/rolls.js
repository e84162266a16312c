/**
 * When are two rolls the same? Five dice fall, their order melts away, and the ways to keep some of them collapse.
 */
import {every, find, onPress, repaint} from "../figures/elements.js";
import {followHand} from "../figures/hand.js";
import {enterFaces} from "../figures/faces-by-key.js";
import {grouped} from "../figures/numbers.js";
import {
  drawMap, drawMarks, drawRoll, drawThrown, drawWays, wordsOfCollapse, wordsOfKeep, wordsOfRoll,
} from "../figures/roll-drawing.js";
import {layOutRolls, ROWS} from "../figures/roll-map.js";
import {rollOf, textOfThrow, throwOfText, throwsOf, turnDie} from "../figures/throw.js";
import {meltOrder, throwDice, tumble} from "../figures/throwing.js";

/**
 * @typedef {import("../figures/throw.js").Throw} Throw
 * @typedef {{rolls: import("../figures/roll-map.js").RollTable}} Data
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
  const roll = rollOf(now.thrown).join("");
  return `<div class="rolls">
<p class="rolls-head rolls-head-throws"><b>${grouped(throwsOf(now.thrown.length))}</b> throws, die by die</p>
<div class="rolls-hand rolls-hand-thrown"><div class="rolls-dice rolls-thrown" role="group" aria-label="Dice as thrown">${drawThrown(now.thrown)}</div><button type="button" class="button rolls-throw" data-press="throw">Throw</button><p class="rolls-hint">Press a die to turn it, or type five faces.</p></div>
<p class="rolls-head rolls-head-map"><b>${grouped(data.rolls.roll.length)}</b> rolls, whatever the order</p>
<div class="rolls-map"><div class="rolls-field">${drawMap(map, roll)}</div><p class="rolls-words">${wordsOfRoll(map, roll)}</p></div>
<p class="rolls-head rolls-head-keep">${wordsOfCollapse(now.thrown)}</p>
<div class="rolls-hand rolls-hand-roll"><div class="rolls-dice rolls-roll" role="group" aria-label="Dice of the roll; press those to keep">${drawRoll(now)}</div><p class="rolls-keep-words">${wordsOfKeep(now)}</p></div>
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
  const map = layOutRolls(data.rolls);
  const opening = openingOf(context.state);
  let now = throwOfText(context.readState()) ?? opening;
  const paint = painter(element, map);
  const stop = new AbortController();
  const rollNow = () => rollOf(now.thrown).join("");

  /** @param {Throw} next */
  function change(next) {
    now = next;
    paint.all(now);
    context.writeState(textOfThrow(now));
    hand.place();
  }

  const hand = followHand({
    element: find(element, ".rolls-field"),
    label: "Map of all rolls by pattern. Arrow keys move to another roll.",
    areas: every(element, ".rolls-area"),
    columns: map.columns,
    rows: ROWS,
    read: () => map.cellOf(rollNow()),
    look: (cell) => paint.roll(data.rolls.roll[map.indexAt(cell)]),
    leave: () => paint.roll(rollNow()),
    move(cell, byKey) {
      change({thrown: Array.from(data.rolls.roll[map.indexAt(cell)], Number), way: 0});
      if (byKey) context.announce(spoken(map, now));
    },
  });

  /** Press "throw", "face-0" (turn a die), "keep-0" (keep a die of the roll) or "way-5". @param {string} key */
  function press(key) {
    const [part, number] = [key.split("-")[0], Number(key.split("-")[1])];
    if (part === "keep" || part === "way") {
      change({thrown: now.thrown, way: part === "way" ? number : now.way ^ (1 << number)});
      return context.announce(plain(wordsOfKeep(now)));
    }
    if (part === "throw") change({thrown: throwDice(now.thrown.length), way: 0});
    else change(turnDie(now, number, (now.thrown[number] % 6) + 1));
    if (!context.reducedMotion) setInMotion(element, now.thrown, part === "throw");
    context.announce(spoken(map, now));
  }

  onPress(element, press, stop.signal);
  enterFaces(find(element, ".rolls-thrown"), (die, face) => {
    change(turnDie(now, die, face(now.thrown[die])));
    context.announce(spoken(map, now));
  }, stop.signal);
  if (now !== opening) paint.all(now);

  return {
    press,
    reset() {
      change(opening);
      context.writeState(null);
    },
    destroy: () => (stop.abort(), hand.destroy()),
  };
}

/**
 * Collect what changes, and return what repaints it.
 * @param {HTMLElement} element
 * @param {import("../figures/roll-map.js").RollMap} map
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
      paintRoll(rollOf(now.thrown).join(""));
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

/**
 * Say a throw to a screen reader.
 * @param {import("../figures/roll-map.js").RollMap} map
 * @param {Throw} now
 */
function spoken(map, {thrown}) {
  return plain(`${wordsOfRoll(map, rollOf(thrown).join(""))} ${wordsOfCollapse(thrown)}.`);
}

/** @param {string} markup */
function plain(markup) {
  return markup.replace(/<[^>]*>/g, "");
}
