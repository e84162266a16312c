/**
 * Numbers of the prose connected to a figure: draggable ones (`::scrub`), read-only ones (`::readout`), and choices
 * (`::pick`). Each shows its written text until the figure is moved.
 */
import {readParameter} from "../browser/address.js";
import {around} from "../browser/page.js";
import {mountFigure} from "../figures/watch.js";
import {lead, readouts} from "../figures/lead.js";
import {localized} from "../kit/numbers.js";
import {shownByStep} from "./steps.js";
import {numberOf, stopByHand, stopByKey, stopsOfText} from "./stops.js";
import "site_builder/main";

// Choices (`::pick`): an inline select element.

/**
 * Replace the text of a pick by a select element.
 * @param {HTMLElement} pick @param {(state: string) => void} choose Called with the chosen state of the figure.
 */
function renderPick(pick, choose) {
  if (pick.firstElementChild !== null) return;
  const {stops = "[]", labels = "[]", state = "", label = ""} = pick.dataset;
  const texts = /** @type {string[]} */ (JSON.parse(stops));
  const select = document.createElement("select");
  select.setAttribute("aria-label", label);
  for (const [index, words] of /** @type {string[]} */ (JSON.parse(labels)).entries()) select.add(new Option(words, texts[index]));
  const written = pick.textContent ?? "";
  pick.replaceChildren(select);
  showPick(pick, written);
  select.addEventListener("change", () => choose(state.replaceAll("*", select.value)));
}

/** Select the option with the figure's text. @param {HTMLElement} pick @param {string} words */
function showPick(pick, words) {
  const select = pick.querySelector("select");
  const option = [...(select?.options ?? [])].find(({text}) => text === words);
  if (option) option.selected = true;
}

/** Pixels below which a movement is a press, not a drag. */
const SLACK = 4;

/** Text of each number as published. @type {WeakMap<Element, string>} */
const written = new WeakMap();
/** The state requested last for each figure. @type {WeakMap<Element, string>} */
const asked = new WeakMap();
/**
 * The number being dragged, with its value and pointer position at the start.
 * @type {{scrub: HTMLElement, pointer: number, x: number, from: number, moved: boolean} | null}
 */
let held = null;
let listening = false;

/** Activate the numbers of the page; called again after the page was patched. */
export function startScrubs() {
  for (const number of numbersOf()) {
    if (!number.hasAttribute("data-live")) written.set(number, textOf(number));
    number.setAttribute("data-live", "");
    if (isPick(number)) renderPick(number, (state) => showState(number, state));
    if (isScrub(number)) updateAria(number);
  }
  for (const id of new Set(numbersOf().map(({dataset}) => dataset.figure ?? ""))) followAddress(id);
  if (!listening) listen();
  listening = true;
}

function listen() {
  document.addEventListener("figurestate", (event) => {
    const {target, detail} = /** @type {CustomEvent<string | null>} */ (event);
    updateNumbers(/** @type {HTMLElement} */ (target), detail);
  });
  document.addEventListener("figurestep", (event) => {
    const {target, detail} = /** @type {CustomEvent<{linked: string} | {step: number}>} */ (event);
    updateNumbersAtStep(/** @type {HTMLElement} */ (target), detail);
  });
  document.addEventListener("pointerdown", startDrag);
  document.addEventListener("pointermove", drag);
  document.addEventListener("pointerup", endDrag);
  document.addEventListener("pointercancel", release);
  document.addEventListener("focusout", ({target}) => scrubOf(target) && release());
  document.addEventListener("keydown", (event) => {
    const scrub = scrubOf(event.target);
    if (scrub === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const stop = stopByKey(event.key, numberOf(textOf(scrub)), stopsOf(scrub));
    if (stop === null) return;
    event.preventDefault();
    move(scrub, stop);
  });
}

/** @param {PointerEvent} event */
function startDrag(event) {
  const scrub = scrubOf(event.target);
  if (scrub === null || event.button !== 0 || !event.isPrimary) return;
  scrub.setPointerCapture(event.pointerId);
  scrub.classList.add("held");
  held = {scrub, pointer: event.pointerId, x: event.clientX, from: numberOf(textOf(scrub)), moved: false};
}

/** @param {PointerEvent} event */
function drag({clientX, pointerId}) {
  if (held?.pointer !== pointerId || (!held.moved && Math.abs(clientX - held.x) < SLACK)) return;
  held.moved = true;
  move(held.scrub, stopByHand(held.from, clientX - held.x, stopsOf(held.scrub)));
}

/** A press without a drag moves one step, in the direction of the pressed half. @param {PointerEvent} event */
function endDrag({clientX}) {
  const {scrub, moved, from} = held ?? {};
  release();
  if (scrub === undefined || from === undefined || moved) return;
  const {left, right} = scrub.getBoundingClientRect();
  const key = clientX < (left + right) / 2 ? "ArrowLeft" : "ArrowRight";
  move(scrub, stopByKey(key, from, stopsOf(scrub)) ?? 0);
}

/** End a drag; readouts shrink to the width of their text. */
function release() {
  held?.scrub.classList.remove("held");
  held = null;
  for (const reading of document.querySelectorAll(".readout > [data-widest]")) reading.removeAttribute("data-widest");
}

/** Move a number to one of its stops, and the figure with it. @param {HTMLElement} scrub @param {number} index */
function move(scrub, index) {
  const stop = stopsOfText(scrub.dataset.stops ?? "")[index];
  const figure = document.getElementById(scrub.dataset.figure ?? "");
  const state = (scrub.dataset.state ?? "").replaceAll("*", stop);
  if (figure === null || (asked.get(figure) === state && Number(stop) === numberOf(textOf(scrub)))) return;
  setText(scrub, localized(stop).replace("-", "−"));
  updateAria(scrub);
  showState(scrub, state);
}

/** Show a state requested by the prose in its figure. @param {HTMLElement} number @param {string} state */
async function showState(number, state) {
  const figure = document.getElementById(number.dataset.figure ?? "");
  if (figure === null) return;
  asked.set(figure, state);
  try {
    const controller = await mountFigure(figure);
    if (asked.get(figure) !== state) return;
    updateNumbers(figure, state);
    lead(figure, controller, state);
  } catch (error) {
    updateNumbers(figure, null);
    console.warn(error); // The figure shows the error.
  }
}

/** Update all numbers of a figure to its state; null restores the published texts. @param {HTMLElement} figure @param {string | null} state */
function updateNumbers(figure, state) {
  if (state === null) asked.delete(figure);
  else asked.set(figure, state);
  setTexts(figure, () => (state === null ? null : readouts.get(figure)?.({linked: state}) ?? null));
}

/** Update all numbers of a figure to a step that has moved it. @param {HTMLElement} figure @param {{linked: string} | {step: number}} at */
function updateNumbersAtStep(figure, at) {
  asked.delete(figure);
  setTexts(figure, () => readouts.get(figure)?.(at) ?? null);
}

/** @param {HTMLElement} figure @param {() => Record<string, string> | null} read Its quantities; null restores the published texts. */
function setTexts(figure, read) {
  const numbers = numbersOf(figure.id);
  const texts = numbers.length === 0 ? null : read();
  for (const number of numbers) setText(number, texts?.[number.dataset.of ?? ""] ?? written.get(number) ?? "");
  for (const number of numbers) if (isScrub(number)) updateAria(number);
}

/** Show the state in the address of the page, or the step that has moved the figure already. @param {string} id */
function followAddress(id) {
  const state = readParameter(id);
  const figure = document.getElementById(id);
  const at = figure && shownByStep(figure);
  if (figure === null || (state === null && !at)) return;
  const follow = () => (state === null ? at && updateNumbersAtStep(figure, at) : updateNumbers(figure, state));
  mountFigure(figure).then(follow, () => {}); // The figure shows the error.
}

/** @param {HTMLElement} number @param {string} text */
function setText(number, text) {
  if (isPick(number)) {
    showPick(number, text);
    return;
  }
  const reading = /** @type {HTMLElement} */ (number.firstElementChild);
  if (reading.textContent !== text) reading.textContent = text;
  const isMoving = held !== null || scrubOf(document.activeElement) !== null;
  if (isMoving && text.length > (reading.dataset.widest ?? "").length) reading.dataset.widest = text;
}

/** Set the ARIA attributes of a number; its value text includes the readouts of its paragraph. @param {HTMLElement} scrub */
function updateAria(scrub) {
  const stops = stopsOf(scrub);
  const [first, last] = [stops[0], stops[stops.length - 1]];
  const around = scrub.closest("p, li, td, figcaption") ?? scrub;
  const beside = numbersOf(scrub.dataset.figure, around).filter((number) => !isScrub(number) && !isPick(number));
  const values = {
    "role": "slider",
    "tabindex": 0,
    "aria-label": nameOf(scrub),
    "aria-controls": scrub.dataset.figure,
    "aria-valuemin": first,
    "aria-valuemax": last,
    "aria-valuenow": Math.max(first, Math.min(last, numberOf(textOf(scrub)))),
    "aria-valuetext": [textOf(scrub), ...beside.map((number) => `${nameOf(number)} ${textOf(number)}`)].join(", "),
  };
  for (const [name, value] of Object.entries(values)) scrub.setAttribute(name, String(value));
}

/** @param {string} [id] Of a figure; by default of all. @param {ParentNode} [root] */
function numbersOf(id, root = document) {
  const numbers = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".scrub, .readout, .pick")]);
  return id === undefined ? numbers : numbers.filter(({dataset}) => dataset.figure === id);
}

/** @param {HTMLElement} scrub */
const stopsOf = (scrub) => stopsOfText(scrub.dataset.stops ?? "").map(Number);

/** Return the label of a number. @param {HTMLElement} number */
const nameOf = ({dataset}) => dataset.label ?? dataset.of ?? "";

/** @param {Element} number */
const textOf = (number) => number.textContent ?? "";

/** @param {Element} number */
const isScrub = (number) => number.classList.contains("scrub");

/** @param {Element} number */
const isPick = (number) => number.classList.contains("pick");

/** @param {EventTarget | null} target */
const scrubOf = (target) => around(target, ".scrub[role=slider]");
