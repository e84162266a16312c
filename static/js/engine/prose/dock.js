/**
 * Figures that stand by (`dock=yes`): while words that move a figure are read and the figure is out of sight, its stage
 * stands beside them, or where there is no room as a strip under the bar, which can be closed. It is the stage itself,
 * moved by its position; its place keeps its height, so that nothing else moves.
 */
import "site_builder/main";
import {WORDS} from "site_builder/words";
import {enliven} from "../figures/alive.js";
import {fit, NAMED, placeBeside, placeKept, placeOfStrip, seenOf, unfit} from "./dock-place.js";

const WIDE = "(min-width: 62.01rem)";
/** What may stand in the column beside the words. */
const OBSTACLES = "main :is(.figure, .steps, .table, .aside, .side, .datasets, .equation, pre, .pager)";

/** Of a figure this much is enough to be seen in its place, and only so little is not. */
const [ENOUGH, LITTLE] = [0.5, 0.2];

/** Figures that the reader has sent away; they may come again once they were seen in their place. @type {WeakSet<Element>} */
const closed = new WeakSet();
/** The words that move each figure, by the blocks that hold them. @type {Map<HTMLElement, Element[]>} */
let drivers = new Map();
/** @type {HTMLElement | null} */
let docked = null;
/** Where it stands. @type {import("./dock-place.js").Place | null} */
let standing = null;
let isAsked = false;

/** Watch the figures that stand by; again after the page was patched. */
export function startDock() {
  const figures = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".figure[data-dock]")]);
  drivers = new Map(figures.map((figure) => [figure, blocksOf(figure)]));
  for (const type of ["scroll", "resize"]) addEventListener(type, ask, {passive: true});
  document.addEventListener("figurestate", ask); // What has answered may stand by from now on.
  addEventListener("beforeprint", () => docked && putBack(docked));
  ask();
}

/**
 * Bring a figure before the eyes where it stands by; tells whether it can be seen now. What was pressed stays in sight.
 * @param {HTMLElement} figure @param {Element} word
 */
export function standsBy(figure, word) {
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

/** Paragraphs that hold words or numbers that move a figure; without any, those of its section. @param {HTMLElement} figure */
function blocksOf(figure) {
  const id = CSS.escape(figure.id);
  const words = [...document.querySelectorAll(`main :is([data-figure="${id}"], a.set[href$="#${id}"])`)];
  const blocks = words.map((word) => word.closest("p, li, td, blockquote") ?? word).filter((block) => !figure.contains(block));
  return blocks.length > 0 ? [...new Set(blocks)] : [...(figure.closest("section")?.querySelectorAll(":scope > p") ?? [])];
}

function ask() {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    choose();
  });
}

/** Let the figure stand by whose words are read, if it cannot be seen. @param {HTMLElement} [asked] The words of this one are. */
function choose(asked) {
  const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  const middle = ((docked && standing?.start === 0 ? standing.top + standing.most : bar) + innerHeight) / 2; // of what can be read
  // Words that a strip would cover, whether it stands there or not, are read no more.
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
  if (docked && (docked !== best || !place)) putBack(docked);
  if (!best || !place) return;
  if (best.classList.contains("alive")) lift(best, place);
  else enliven(best).then(ask, () => {}); // It tells itself what went wrong.
}

/** Where a stage stands, or stood before it was lifted. @param {HTMLElement} figure */
function placeOf(figure) {
  const stage = /** @type {HTMLElement} */ (figure.querySelector(":scope > .stage"));
  if (figure !== docked) return stage.getBoundingClientRect();
  const {top} = figure.getBoundingClientRect();
  return {top, bottom: top + parseFloat(figure.style.getPropertyValue("--dock-room"))};
}

/** Whether what a figure has to show is still covered, as before a guess: a strip would hold nothing but its question. @param {HTMLElement} figure */
const isCovered = (figure) => figure.querySelector(NAMED)?.checkVisibility({visibilityProperty: true}) === false;

/** The room for a figure, if there is any. @param {HTMLElement} figure @param {number} bar */
function roomFor(figure, bar) {
  if (!matchMedia(WIDE).matches) return isCovered(figure) ? null : placeOfStrip(bar, innerWidth, innerHeight);
  const main = /** @type {HTMLElement} */ (figure.closest("main")).getBoundingClientRect();
  const words = drivers.get(figure)?.[0]?.getBoundingClientRect() ?? main;
  const others = [...document.querySelectorAll(OBSTACLES)].filter((other) => other.parentElement?.closest(".figure") !== figure && other.checkVisibility());
  const boxes = others.map((other) => other.getBoundingClientRect());
  const kept = figure === docked && standing && standing.start > 0 && placeKept(standing, innerHeight, boxes);
  return kept || placeBeside(words, main, bar, innerHeight, boxes);
}

/**
 * Lift a stage out of its place, unseen for a frame: what is moved before the eyes counts as a jump, and is one.
 * @param {HTMLElement} figure @param {import("./dock-place.js").Place} place
 */
function lift(figure, place) {
  const stage = /** @type {HTMLElement} */ (figure.querySelector(":scope > .stage"));
  const isNew = figure !== docked;
  if (isNew) figure.style.setProperty("--dock-room", `${stage.getBoundingClientRect().height}px`);
  const isMoved = isNew || place.top !== standing?.top || place.start !== standing.start || place.most !== standing.most || place.width !== standing.width;
  if (isNew || place.top !== standing?.top || place.start !== standing.start) unseen(figure, () => figure.classList.add("docked"));
  for (const [name, value] of Object.entries(place)) figure.style.setProperty(`--dock-${name}`, `${value}px`);
  document.documentElement.classList.toggle("dock-strip", place.start === 0);
  document.documentElement.style.setProperty("--dock-edge", `${place.top + place.most}px`);
  standing = place;
  if (isNew) {
    docked = figure;
    closeButton(figure);
    stage.scrollTop = 0;
    const from = stage.querySelector("[data-dock-from]");
    if (from) stage.scrollTop = from.getBoundingClientRect().top - stage.getBoundingClientRect().top - 8;
  }
  if (isMoved) fit(stage, place.most);
}

/**
 * Put a stage back into its place. Its height may have changed meanwhile: the words below the place keep their position in
 * the window. Browsers do not anchor the scroll position while an element returns into the flow.
 * @param {HTMLElement} figure
 */
function putBack(figure) {
  docked = null;
  unfit();
  document.documentElement.classList.remove("dock-strip");
  const before = figure.getBoundingClientRect();
  unseen(figure, () => figure.classList.remove("docked"));
  figure.style.removeProperty("--dock-room");
  const grown = figure.getBoundingClientRect().bottom - before.bottom;
  if (before.top < 0 && grown !== 0) scrollBy({top: grown, behavior: "instant"}); // A scroll by 0 would stop one on its way to a link.
}

/** Move something that is not seen meanwhile. @param {HTMLElement} figure @param {() => void} move */
function unseen(figure, move) {
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
    putBack(figure);
  });
  figure.querySelector(":scope > .stage")?.after(button);
}
