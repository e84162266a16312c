/** Mouse, finger and keyboard at the advisor. */

import {onPress} from "site_builder/kit";
import {liftDiceUnderHand} from "../parts/lift.js";
import {focusControl} from "../parts/regions.js";
import {nextDie} from "./position.js";
import {chooseScore, enterFace, eraseDie, turnDie, typeText} from "./session.js";

/** @import {Session} from "./session.js" */

/**
 * @typedef {object} Hand
 * @property {Session} session
 * @property {import("../game/rules/scandinavian.js").Ruleset} ruleset
 * @property {(next: Session) => void} go
 * @property {(key: string) => void} press
 * @property {(name: string) => void} choose Take up another game.
 */

/** Listen to what the reader does; returns what stops it. @param {HTMLElement} element @param {Hand} hand */
export function listen(element, hand) {
  const stop = new AbortController();
  const {signal} = stop;
  onPress(element, (key) => hand.press(key), signal);
  element.addEventListener("change", (event) => {
    const select = closest(event.target, "select[data-category], select[data-game]");
    if (select instanceof HTMLSelectElement) followSelect(element, select, hand);
  }, {signal});
  element.addEventListener("input", (event) => {
    const field = closest(event.target, "[data-field=dice]");
    if (field instanceof HTMLInputElement) hand.go(typeText(hand.session, field.value));
  }, {signal});
  element.addEventListener("keydown", (event) => followKey(element, event, hand), {signal});
  liftDiceUnderHand(element, signal);
  return () => stop.abort();
}

/**
 * Follow an entry that was made before the figure was alive, and show it again.
 * @param {HTMLElement} element @param {Hand} hand
 * @param {string} name The `data-entry` of what it was made in.
 * @param {string} value
 */
export function followEntry(element, hand, name, value) {
  const entry = /** @type {HTMLInputElement | HTMLSelectElement | null} */ (element.querySelector(`[data-entry="${name}"]`));
  if (entry === null) return;
  entry.value = value;
  entry.focus({preventScroll: true}); // The reader is there still; an earlier press may have led the focus away.
  if (entry instanceof HTMLSelectElement) followSelect(element, entry, hand);
  else hand.go(typeText(hand.session, value));
}

/** @param {EventTarget | null} target @param {string} selector @returns {HTMLElement | null} */
function closest(target, selector) {
  return target instanceof Element ? target.closest(selector) : null;
}

/** @param {HTMLElement} element @param {HTMLSelectElement} select @param {Hand} hand */
function followSelect(element, select, hand) {
  if (select.dataset.game !== undefined) return hand.choose(select.value);
  const category = [...element.querySelectorAll("select[data-category]")].indexOf(select);
  hand.go(chooseScore(hand.session, hand.ruleset, category, select.value === "" ? null : Number(select.value)));
}

/** @param {HTMLElement} element @param {KeyboardEvent} event @param {Hand} hand */
function followKey(element, event, hand) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const field = closest(event.target, "[data-field=dice]");
  if (field !== null && event.key === "Enter") {
    event.preventDefault(); // Or the same key press would take the option that the focus goes to.
    return void focusControl(element, ".ranked [data-press]");
  }
  if (closest(event.target, "input[type=text], select") !== null) return;
  const die = dieOf(event.target);
  if (/^\d$/.test(event.key)) return void enterDigit(element, event, hand, die);
  const at_dice = closest(event.target, "[data-region=dice]") !== null;
  if (at_dice && (event.key === "Backspace" || event.key === "Delete")) return void hand.go(eraseDie(hand.session, die));
  if (die < 0) return;
  const step = {ArrowUp: 1, ArrowDown: -1}[event.key];
  const move = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  if (step === undefined && move === undefined) return;
  event.preventDefault();
  if (step !== undefined) hand.go(turnDie(hand.session, die, step > 0 ? 1 : -1));
  if (move !== undefined) focusControl(element, `[data-press="die-${die + move}"]`);
}

/** @param {EventTarget | null} target Index of the die that has the focus, -1 for none. */
function dieOf(target) {
  return Number(/^die-(\d)$/.exec(closest(target, "[data-press]")?.dataset.press ?? "")?.[1] ?? -1);
}

/**
 * Show a digit on the die that has the focus, and go on to the next.
 * @param {HTMLElement} element @param {KeyboardEvent} event @param {Hand} hand @param {number} die
 */
function enterDigit(element, event, hand, die) {
  event.preventDefault();
  const session = die >= 0 ? {...hand.session, selected: die} : hand.session;
  hand.go(enterFace(session, Number(event.key)));
  const next = nextDie(hand.session.position);
  if (hand.session.problem === "" && next >= 0) focusControl(element, `[data-press="die-${next}"]`);
}
