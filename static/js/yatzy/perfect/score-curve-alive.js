/** The curve asks before it tells: the reader draws a hill, the true one grows over it, and a last score of one's own can be typed. */
import {every, find} from "site_builder/kit";
import {nextWindow, placeOfText, topOf} from "./score-curve-drawing.js";
import {isDrawn, overlapOf, pointsOfOverlap} from "./score-guess.js";
import {densitiesOf} from "./score-guess-drawing.js";
import {Sheet} from "./score-sheet.js";

/** @import {Curve} from "./score-curve.js" */
/** @typedef {import("./score-curve-drawing.js").Place & {asks: boolean}} Place */
/** @typedef {import("site_builder/kit").Alive<Place, Curve>} Alive */

/** Milliseconds in which the true curve grows over a guess. */
const GROWTH = 400;

/** What asks for a guess, in place of all that tells. */
const ASKS = `<p class="ends-shares ends-reading asks"></p>
<div class="ends-sheet asks" role="group" aria-label="Your drawing of the curve. Arrow keys up and down move a handle, left and right go to the next."><svg></svg></div>
<p class="ends-ask asks">Draw along with mouse or finger, or lift the dots. Only the shape counts: the higher it is, the more games end there.</p>
<p class="ends-controls asks"><button type="button" class="button ends-reveal" data-press="reveal" aria-disabled="true">Show where they end</button><button type="button" class="button" data-press="erase">Erase</button><button type="button" class="button" data-press="skip">Just show me</button></p>`;

/** What the figure is called while it asks; its usual words describe the curve. */
const ASKED = "An empty sheet for the distribution of the final score of perfect play, to be drawn by you.";

/** A hand: what the figure is called, its cover, and the score that was typed follow the place. @param {Alive} alive */
export function followAsking(alive) {
  const {element} = alive;
  const input = inputOf(element);
  const described = element.getAttribute("aria-label") ?? "";
  return {
    tell() {
      const {asks, own} = alive.place;
      find(element, ".ends").classList.toggle("guessing", asks);
      element.setAttribute("aria-label", asks ? ASKED : described);
      if (ownOfText(input.value) !== own) input.value = String(own ?? "");
    },
    destroy: () => element.setAttribute("aria-label", described),
  };
}

/** Bring the sheet, and let a score be typed. @param {Alive} alive @returns {Partial<import("../../engine/widget").Controller>} */
export function askForCurve(alive) {
  const {element, known: curve, context, signal} = alive;
  const input = inputOf(element);
  find(element, ".ends").insertAdjacentHTML("afterbegin", ASKS);
  const sheet = new Sheet(element, () => {
    find(element, ".ends-reveal").setAttribute("aria-disabled", String(!isDrawn(sheet.heights))); // There is something to judge.
  }, signal);
  sheet.clear();
  input.addEventListener("input", () => {
    const own = ownOfText(input.value);
    alive.go({...alive.place, own, score: own === null ? alive.place.score : Math.min(own, curve.best)});
  }, {signal});

  /** Press "reveal", "skip", "erase", "smoother" or "sharper". @param {string} key */
  function press(key) {
    const told = {...alive.place, asks: false};
    if (key === "erase") return sheet.clear();
    if (key === "skip") return alive.go(told);
    if (key !== "reveal") return alive.go({...told, window: nextWindow(told.window, key === "smoother" ? 1 : -1)});
    if (!isDrawn(sheet.heights)) return context.announce("Draw something first.");
    alive.go({...told, drawn: sheet.heights});
    context.record("curve", pointsOfOverlap(overlapOf(sheet.heights, curve)));
    if (!context.reducedMotion) grow(element, sheet.heights, topOf(alive.place));
    find(element, ".ends-field").focus({preventScroll: true});
    alive.announce(find(element, ".ends-verdict").textContent ?? "");
  }

  /** Go to a place as a link names it; what the reader has made stays. @param {string} text */
  function show(text) {
    const asked = placeOfText(text, curve);
    if (asked === null) return;
    const {own, drawn} = alive.place;
    alive.go({...asked, own, drawn, asks: false}, true);
  }

  return {press, show, reset: () => sheet.clear()};
}

/**
 * The curve rises from the ground, and the drawing goes to the size that holds all games.
 * @param {HTMLElement} element @param {readonly number[]} drawn @param {number} top
 */
function grow(element, drawn, top) {
  const scale = (Math.max(...drawn) * top) / Math.max(...densitiesOf(drawn));
  const timing = {duration: GROWTH, easing: "ease-out"};
  const moved = /** @type {const} */ ([
    [".ends-field :is(.ends-area, .ends-above, .ends-line)", [{transform: "scaleY(0)"}, {transform: "none"}]],
    [".ends-guess", [{transform: `scaleY(${scale})`}, {transform: "none"}]],
    [".ends-field :is(.ends-beside, .ends-peak, .ends-mean, .ends-mean-text)", [{opacity: 0}, {opacity: 0, offset: 0.7}, {opacity: 1}]],
  ]);
  for (const [selector, frames] of moved) {
    for (const one of every(element, selector)) one.animate([...frames], timing);
  }
}

/** @param {HTMLElement} element */
const inputOf = (element) => /** @type {HTMLInputElement} */ (find(element, ".ends-input"));

/** Read a score that was typed; null for none. @param {string} text */
const ownOfText = (text) => (/^\d{1,3}$/.test(text) ? Number(text) : null);
