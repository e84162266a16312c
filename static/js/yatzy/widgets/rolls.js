/**
 * When are two rolls the same? Five dice fall, their order melts away, and the ways to keep some of them collapse.
 */
import {byDigits, every, find, makeFigure, overGrid, partsOf} from "site_builder/kit";
import {drawThrow, frameOf, wordsOfKeep, wordsOfThrow} from "../geometry/roll-drawing.js";
import {textOfRoll, textOfThrow, throwOfText, turnDie} from "../geometry/throw.js";
import {layOutRolls, ROWS} from "../parts/roll-map.js";
import {meltOrder, throwDice, tumble} from "../parts/throwing.js";

/** @import {Throw} from "../geometry/throw.js" @import {Known} from "../geometry/roll-drawing.js" */

/** Opening throw, in the order of the dice, and the way to keep of it: one of two fives. */
const OPENING = "61525.8";

/** The roll in a cell of the map. @param {import("site_builder/kit").Cell} cell @param {Known} known */
const rollAt = (cell, {map, rolls}) => rolls[map.indexAt(cell)];

/** @type {import("site_builder/kit").Figure<Throw, Known>} */
const rolls = {
  know: (data) => ({map: layOutRolls(data.rolls), rolls: data.rolls.roll}),
  /** `throw`: five faces as thrown, a point, and the way to keep. */
  opening: (state) => /** @type {Throw} */ (throwOfText(state.throw ?? OPENING) ?? throwOfText(OPENING)),
  read: throwOfText,
  write: textOfThrow,
  frame: frameOf,
  draw: drawThrow,
  words: wordsOfThrow,
  /** "throw", "face-0" (turn a die), "keep-0" (keep a die of the roll) or "way-5". */
  press(key, now) {
    const [part, number] = partsOf(key);
    const {thrown, way} = now;
    if (part === "throw") return {thrown: throwDice(thrown.length), way: 0};
    if (part === "face") return turnDie(now, number, (thrown[number] % 6) + 1);
    return {thrown, way: part === "way" ? number : way ^ (1 << number)};
  },
  pressed(key, {announce, context, element, place}) {
    const [part] = partsOf(key);
    if (part === "keep" || part === "way") return announce(wordsOfKeep(place));
    if (!context.reducedMotion) setInMotion(element, place.thrown, part === "throw");
    announce();
  },
  hands: [
    byDigits(".rolls-thrown", 6, (now, die, face) => turnDie(now, die, face(now.thrown[die]))),
    overGrid(".rolls-field", {
      label: "Map of all rolls by pattern. Arrow keys move to another roll.",
      areas: ".rolls-area",
      size: (_now, {map}) => ({columns: map.columns, rows: ROWS}),
      read: ({thrown}, {map}) => map.cellOf(textOfRoll(thrown)),
      moved: (_now, cell, known) => ({thrown: Array.from(rollAt(cell, known), Number), way: 0}),
      looked: (now, cell, known) => ({...now, looked: rollAt(cell, known)}),
    }),
  ],
};

/**
 * Let dice fall, their order melt away, and the ways to keep them come together.
 * @param {HTMLElement} element @param {readonly number[]} thrown
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

export const {view, mount} = makeFigure(rolls);
