/** A quiet line under a figure: what a guess in it has brought, and what the card holds by now. */
import {WORDS} from "site_builder/words";
import {fill} from "../browser/fill.js";

/** Points of the best answer to a guess. */
const MOST = 10;

/** @param {HTMLElement} figure @param {{points: number, total: number} | null} kept */
export function tellPoints(figure, kept) {
  if (kept === null) return;
  let line = figure.querySelector(".guess-points");
  if (line === null) {
    line = Object.assign(document.createElement("p"), {className: "guess-points"});
    figure.querySelector(".stage")?.after(line);
  }
  line.textContent = fill(WORDS.guess_points, {points: kept.points, most: MOST, total: kept.total});
}
