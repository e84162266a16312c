/**
 * Repaint the figure of one turn.
 */
import {find, repaint} from "site_builder/kit";
import {drawBoxes, drawPresets, totalsOf, wordsOfCard} from "./card.js";
import {drawScale} from "./colours.js";
import {drawColumns} from "./columns-drawing.js";
import {drawCone, drawLinks, drawRings, drawWriting} from "./fan-drawing.js";
import {layOutColumns} from "./places.js";
import {drawReading} from "./reading.js";
import {drawTrack, wordsOfStep} from "./track.js";

/** @import {Shown} from "./fan-drawing.js" @import {Card} from "./card.js" */

const WAITING = "The values of this card are on their way; the picture still shows the card before.";

/**
 * Collect what changes, and return what repaints it.
 * @param {HTMLElement} element @param {import("./alive.js").Prepared} prepared
 * @returns {(shown: Shown, now: {card: Card, dice: readonly number[], waiting: boolean}) => void} `card` may be ahead of what
 *   is shown, while its values are fetched.
 */
export function turnPainter(element, {game, drawDice}) {
  const names = ["step", "track", "dice", "reading", "card-words", "boxes", "presets"];
  const [step, track, dice, reading, words, boxes, presets] = names.map((name) => find(element, `.turn-${name}`));
  const drawn = [".fan-rings", ".fan-cone", ".fan-links", ".fan-writing", ".columns-drawing", ".fan-scale"];
  const [rings, cone, links, writing, columns, scale] = drawn.map((selector) => find(element, selector));
  const range = /** @type {HTMLInputElement} */ (find(element, ".turn-total input"));
  const output = find(element, ".turn-total output");
  const picture = find(element, ".turn-picture");

  /** @type {Map<Element, string>} */
  const shown_in = new Map();
  /** @param {Element} part @param {string} markup */
  function paint(part, markup) {
    if (shown_in.get(part) === markup) return;
    shown_in.set(part, markup);
    repaint(part, markup);
  }

  return (shown, {card, dice: lying, waiting}) => {
    paint(step, wordsOfStep(shown.step));
    paint(track, drawTrack(shown.sweeps, shown.step));
    paint(rings, drawRings(shown));
    paint(cone, drawCone(shown));
    paint(links, drawLinks(shown));
    paint(writing, drawWriting(shown));
    paint(columns, drawColumns(shown, layOutColumns(shown.lattice, shown.roll)));
    paint(scale, drawScale(shown.bounds));
    paint(dice, drawDice(lying));
    paint(reading, drawReading(shown, game));
    paint(words, waiting ? WAITING : wordsOfCard(game, card));
    paint(boxes, drawBoxes(game, card));
    paint(presets, drawPresets(card));
    const totals = totalsOf(game, card.filled);
    range.max = String(totals.length - 1);
    range.value = String(totals.indexOf(card.upper_total));
    output.textContent = String(card.upper_total);
    picture.classList.toggle("waiting", waiting);
  };
}
