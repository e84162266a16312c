/**
 * Docked figures (`dock=yes`): while text that moves a figure is being read and the figure is out of view, its stage is
 * shown beside the text, or without room there as a strip under the bar, which can be closed. The stage itself is
 * positioned; its original place keeps its height, so that nothing else moves.
 */
import "site_builder/main";
import {WORDS} from "site_builder/words";
import {mountFigure} from "../figures/watch.js";
import {fit, NAMED, placeBeside, samePlace, placeOfStrip, seenOf, unfit} from "./dock-place.js";

const WIDE = "(min-width: 62.01rem)";
/** Elements that may occupy the column beside the text. */
const OBSTACLES = "main :is(.figure, .steps, .table, .aside, .side, .datasets, .equation, pre, .pager)";

/** Visible share at which a figure is undocked, and below which it is docked. */
const [ENOUGH, LITTLE] = [0.5, 0.2];

/** Milliseconds without a new state after which a stage is measured. */
const SETTLED = 150;

/** Figures closed by the reader; they may be docked again after they were visible in their original place. @type {WeakSet<Element>} */
const closed = new WeakSet();
/** Blocks of text that move each figure. @type {Map<HTMLElement, Element[]>} */
let drivers = new Map();
/** @type {HTMLElement | null} */
let docked = null;
/** Place of the docked stage. @type {import("./dock-place.js").Place | null} */
let dockedPlace = null;
let isScheduled = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Watch the figures that can be docked; called again after the page was patched. */
export function startDock() {
  const figures = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".figure[data-dock]")]);
  drivers = new Map(figures.map((figure) => [figure, blocksOf(figure)]));
  for (const type of ["scroll", "resize"]) addEventListener(type, chooseSoon, {passive: true});
  document.addEventListener("figurestate", () => {
    chooseSoon(); // A covered figure can be docked after its guess is made.
    clearTimeout(timer);
    timer = setTimeout(updateRoom, SETTLED);
  });
  addEventListener("beforeprint", () => docked && undock(docked));
  chooseSoon();
}

/**
 * Dock a figure and return whether it is visible. The pressed word stays visible.
 * @param {HTMLElement} figure @param {Element} word
 */
export function showDocked(figure, word) {
  if (!drivers.has(figure)) return false;
  closed.delete(figure);
  choose(figure);
  if (docked !== figure) return false;
  const stage = /** @type {HTMLElement} */ (figure.querySelector(":scope > .stage")).getBoundingClientRect();
  const pressed = word.getBoundingClientRect();
  const covered = pressed.left < stage.right && stage.left < pressed.right ? stage.bottom + 16 - pressed.top : 0;
  if (covered > 0) scrollBy({top: -covered});
  return true;
}

/** Return the paragraphs with words or numbers that move a figure; if there are none, those of its section. @param {HTMLElement} figure */
function blocksOf(figure) {
  const id = CSS.escape(figure.id);
  const words = [...document.querySelectorAll(`main :is([data-figure="${id}"], a.set[href$="#${id}"])`)];
  const blocks = words.map((word) => word.closest("p, li, td, blockquote") ?? word).filter((block) => !figure.contains(block));
  return blocks.length > 0 ? [...new Set(blocks)] : [...(figure.closest("section")?.querySelectorAll(":scope > p") ?? [])];
}

function chooseSoon() {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    choose();
  });
}

/** Dock the figure whose text is being read, if it is out of view. @param {HTMLElement} [asked] Prefer this figure. */
function choose(asked) {
  const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  const middle = ((docked && dockedPlace?.start === 0 ? dockedPlace.top + dockedPlace.most : bar) + innerHeight) / 2; // of the area that can be read
  // Text under a strip does not count as being read, whether or not the strip is shown.
  const strip = matchMedia(WIDE).matches ? null : placeOfStrip(bar, innerWidth, innerHeight);
  const first = strip === null ? bar : strip.top + strip.most;
  let [best, nearest] = [/** @type {HTMLElement | null} */ (null), Infinity];
  for (const [figure, blocks] of drivers) {
    const seen = seenOf(placeOf(figure), bar, innerHeight);
    if (seen >= ENOUGH) closed.delete(figure);
    const isWanted = seen < (figure === docked || figure === asked ? ENOUGH : LITTLE);
    if (!isWanted || closed.has(figure)) continue;
    const boxes = blocks.filter((block) => block.checkVisibility()).map((block) => block.getBoundingClientRect());
    const read = boxes.filter(({top, bottom}) => bottom > first && top < innerHeight);
    const distance = figure === asked ? -1 : Math.min(...read.map(({top, bottom}) => Math.max(0, top - middle, middle - bottom)));
    if (distance < nearest) [best, nearest] = [figure, distance];
  }
  const place = best && roomFor(best, bar);
  if (docked && (docked !== best || !place)) undock(docked);
  if (!best || !place) return;
  if (best.classList.contains("alive")) dock(best, place);
  else mountFigure(best).then(chooseSoon, () => {}); // The figure shows the error.
}

/** Return the position of a stage, or its original position if it is docked. @param {HTMLElement} figure */
function placeOf(figure) {
  const stage = /** @type {HTMLElement} */ (figure.querySelector(":scope > .stage"));
  if (figure !== docked) return stage.getBoundingClientRect();
  const {top} = figure.getBoundingClientRect();
  return {top, bottom: top + parseFloat(figure.style.getPropertyValue("--dock-room"))};
}

/** Whether a figure's picture is covered, as before a guess: a strip would show only the question. @param {HTMLElement} figure */
const isCovered = (figure) => figure.querySelector(NAMED)?.checkVisibility({visibilityProperty: true}) === false;

/** Return the place for a figure, if there is one. @param {HTMLElement} figure @param {number} bar */
function roomFor(figure, bar) {
  if (!matchMedia(WIDE).matches) return isCovered(figure) ? null : placeOfStrip(bar, innerWidth, innerHeight);
  const main = /** @type {HTMLElement} */ (figure.closest("main")).getBoundingClientRect();
  const words = drivers.get(figure)?.[0]?.getBoundingClientRect() ?? main;
  const others = [...document.querySelectorAll(OBSTACLES)].filter((other) => other.parentElement?.closest(".figure") !== figure && other.checkVisibility());
  const boxes = others.map((other) => other.getBoundingClientRect());
  const kept = figure === docked && dockedPlace && dockedPlace.start > 0 && samePlace(dockedPlace, innerHeight, boxes);
  return kept || placeBeside(words, main, bar, innerHeight, boxes);
}

/**
 * Dock a stage, hidden for a frame: visible movement would count as a layout shift.
 * @param {HTMLElement} figure @param {import("./dock-place.js").Place} place
 */
function dock(figure, place) {
  const stage = /** @type {HTMLElement} */ (figure.querySelector(":scope > .stage"));
  const isNew = figure !== docked;
  if (isNew) figure.style.setProperty("--dock-room", `${stage.getBoundingClientRect().height}px`);
  const isMoved = isNew || place.top !== dockedPlace?.top || place.start !== dockedPlace.start || place.most !== dockedPlace.most || place.width !== dockedPlace.width;
  if (isNew || place.top !== dockedPlace?.top || place.start !== dockedPlace.start) moveHidden(figure, () => figure.classList.add("docked"));
  for (const [name, value] of Object.entries(place)) figure.style.setProperty(`--dock-${name}`, `${value}px`);
  document.documentElement.classList.toggle("dock-strip", place.start === 0);
  document.documentElement.style.setProperty("--dock-edge", `${place.top + place.most}px`);
  dockedPlace = place;
  if (isNew) {
    docked = figure;
    closeButton(figure);
    stage.scrollTop = 0;
    const from = stage.querySelector("[data-dock-from]");
    if (from) stage.scrollTop = from.getBoundingClientRect().top - stage.getBoundingClientRect().top - 8;
  }
  if (isMoved) fit(stage, place.most);
}

/** @param {HTMLElement} figure */
function undock(figure) {
  docked = null;
  unfit();
  document.documentElement.classList.remove("dock-strip");
  moveHidden(figure, () => figure.classList.remove("docked"));
  figure.style.removeProperty("--dock-room");
}

/** Give the original place the current height of the docked stage, so that text does not jump when it is undocked. */
function updateRoom() {
  if (!docked || !dockedPlace) return;
  const stage = /** @type {HTMLElement} */ (docked.querySelector(":scope > .stage"));
  const [before, {scrollTop}] = [docked.getBoundingClientRect(), stage];
  unfit();
  docked.classList.remove("docked");
  docked.style.setProperty("--dock-room", `${stage.getBoundingClientRect().height}px`);
  docked.classList.add("docked");
  stage.scrollTop = scrollTop;
  fit(stage, dockedPlace.most);
  const grown = docked.getBoundingClientRect().bottom - before.bottom;
  // Browsers do not anchor while an element leaves the flow or returns. Scrolling by zero would stop a smooth scroll.
  if (grown !== 0 && before.top < 0) scrollBy({top: grown, behavior: "instant"});
}

/** Hide a figure while it is moved. @param {HTMLElement} figure @param {() => void} move */
function moveHidden(figure, move) {
  figure.classList.add("docking");
  move();
  requestAnimationFrame(() => requestAnimationFrame(() => figure.classList.remove("docking")));
}

/** @param {HTMLElement} figure */
function closeButton(figure) {
  if (figure.querySelector(":scope > .dock-close")) return;
  const button = Object.assign(document.createElement("button"), {type: "button", className: "dock-close", textContent: "×"});
  button.setAttribute("aria-label", WORDS.close);
  button.addEventListener("click", () => {
    closed.add(figure);
    undock(figure);
  });
  figure.querySelector(":scope > .stage")?.after(button);
}
