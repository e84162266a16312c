/** Popovers of the glossary, by hover, focus and first touch; Esc closes them. */
import {around} from "../browser/page.js";

// Position of a popover: below or above its word, within the window. No DOM.

const MARGIN = 12;
const DISTANCE = 8;

/**
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box Pixels from the window's corner.
 * @typedef {{width: number, height: number}} Size
 */

/**
 * Return the position of a popover near a word.
 * @param {Box} word @param {Size} popover
 * @param {Size & {top?: number}} view Width and height of the window; `top` is covered by the bar.
 * @returns {{left: number, top: number, above: boolean}} Its corner, pixels from the window's corner.
 */
export function placePopover(word, popover, view) {
  const ceiling = (view.top ?? 0) + MARGIN;
  const below = word.bottom + DISTANCE;
  const over = word.top - DISTANCE - popover.height;
  const fitsBelow = below + popover.height + MARGIN <= view.height;
  // If neither side has room, choose below unless above fits: a page cannot be scrolled up beyond its start.
  const above = !fitsBelow && over >= ceiling;
  const middle = (word.left + word.right - popover.width) / 2;
  const rightmost = view.width - MARGIN - popover.width;
  return {left: Math.round(Math.max(MARGIN, Math.min(middle, rightmost))), top: Math.round(above ? over : below), above};
}

/**
 * Return the box of a word under the pointer; a word broken over two lines has two.
 * @param {readonly Box[]} pieces At least one.
 * @param {{x: number, y: number} | null} pointer @returns {Box}
 */
export function pieceAt(pieces, pointer) {
  if (!pointer) return pieces[0];
  const distance = (/** @type {Box} */ piece) =>
    Math.max(piece.left - pointer.x, pointer.x - piece.right, 0) + Math.max(piece.top - pointer.y, pointer.y - piece.bottom, 0);
  return pieces.reduce((best, piece) => (distance(piece) < distance(best) ? piece : best));
}

const OPEN_AFTER = 140;
const CLOSE_AFTER = 220;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** The word whose popover is open. @type {HTMLElement | null} */
let openWord = null;
/** Whether the popover of the touched word was open before the touch, which closes it. */
let wasOpen = false;

/** Listen for words of the glossary on the whole page. */
export function startConcepts() {
  document.addEventListener("pointerover", ({target, pointerType, clientX, clientY}) => {
    if (pointerType !== "mouse") return;
    const word = wordOf(target);
    if (word && word !== openWord) later(OPEN_AFTER, () => open(word, {x: clientX, y: clientY}));
    else if (word || popoverOf(target)) clearTimeout(timer);
  });
  document.addEventListener("pointerout", ({target, pointerType}) => {
    if (pointerType === "mouse" && (wordOf(target) || popoverOf(target))) later(CLOSE_AFTER, close);
  });
  document.addEventListener("focusin", ({target}) => {
    const word = wordOf(target);
    if (word?.matches(":focus-visible")) open(word, null);
    else if (!popoverOf(target)) close();
  });
  document.addEventListener("pointerdown", ({target}) => {
    wasOpen = wordOf(target) !== null && wordOf(target) === openWord;
  }, true);
  document.addEventListener("click", (event) => {
    const word = wordOf(event.target);
    const isTouch = /** @type {PointerEvent} */ (event).pointerType === "touch";
    if (!word || !isTouch || wasOpen) return;
    event.preventDefault();
    open(word, {x: event.clientX, y: event.clientY});
  });
}

/**
 * Show the popover of a word.
 * @param {HTMLElement} word
 * @param {{x: number, y: number} | null} pointer Position of the pointer, if there is one.
 */
function open(word, pointer) {
  clearTimeout(timer);
  const popover = document.getElementById(`concept-${word.dataset.concept}`);
  if (!popover || word === openWord) return;
  close();
  popover.addEventListener("toggle", forgetWhenClosed);
  popover.showPopover();
  const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  const {left, top} = placePopover(
    pieceAt([...word.getClientRects()], pointer),
    popover.getBoundingClientRect(),
    {width: document.documentElement.clientWidth, height: innerHeight, top: Math.max(bar, 0)},
  );
  // In page coordinates, so that the popover scrolls with its word.
  popover.style.setProperty("left", `${left + scrollX}px`);
  popover.style.setProperty("top", `${top + scrollY}px`);
  word.setAttribute("aria-describedby", popover.id);
  openWord = word;
}

/** Hide the open popover. */
function close() {
  clearTimeout(timer);
  const popover = openWord && document.getElementById(`concept-${openWord.dataset.concept}`);
  forget();
  if (popover?.matches(":popover-open")) popover.hidePopover();
}

/** @param {Event} event */
function forgetWhenClosed(event) {
  const isThisOne = /** @type {HTMLElement} */ (event.target).id === openWord?.getAttribute("aria-describedby");
  if (/** @type {ToggleEvent} */ (event).newState === "closed" && isThisOne) forget();
}

function forget() {
  openWord?.removeAttribute("aria-describedby");
  openWord = null;
}

/** @param {number} milliseconds @param {() => void} action */
function later(milliseconds, action) {
  clearTimeout(timer);
  timer = setTimeout(action, milliseconds);
}

/** @param {EventTarget | null} target */
const wordOf = (target) => around(target, "a.concept[data-concept]");

/** @param {EventTarget | null} target */
const popoverOf = (target) => around(target, ".popover");
