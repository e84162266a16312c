/** The par sheet beside the card: what each open box is counted on for, and what this throw brings over that. */

import {totalsOfScores} from "../game/tables.js";
import {bonusHeld} from "../parts/par-sheet.js";
import {countMissing, isOver, offersOf} from "./position.js";

/** @import {Ruleset} from "../game/rules/scandinavian.js" */
/** @import {ParSheet} from "../parts/par-sheet.js" */
/** @import {Position} from "./position.js" */

/** What the sheet holds of the bonus of a card. @param {ParSheet} sheet @param {Ruleset} ruleset @param {Position["scores"]} scores */
export function bonusOfCard(sheet, ruleset, scores) {
  const faces = ruleset.categories.flatMap(({face}, box) => (face > 0 && scores[box] === null ? [face] : []));
  return bonusHeld(sheet, ruleset, totalsOfScores(ruleset, scores).upper_total, faces);
}

/**
 * What the dice on the table bring over par in each open box, with what they do to the bonus; null in the others, and
 * in all of them while dice are missing.
 * @param {ParSheet} sheet @param {Ruleset} ruleset @param {Position} position @returns {(number | null)[]}
 */
export function overPar(sheet, ruleset, position) {
  const {scores} = position;
  const offers = countMissing(position) === 0 && !isOver(position) ? offersOf(ruleset, position) : [];
  const held = bonusOfCard(sheet, ruleset, scores);
  return scores.map((_, category) => {
    const points = offers[category]?.points;
    if (points === undefined) return null;
    const after = scores.map((old, place) => (place === category ? points : old));
    return points - sheet.par_of_box[ruleset.categories[category].name] + bonusOfCard(sheet, ruleset, after) - held;
  });
}

/** @param {number} points */
const signed = (points) => {
  const text = Math.abs(points).toFixed(1);
  return text === "0.0" ? text : `${points < 0 ? "−" : "+"}${text}`;
};

/**
 * Return what stands beside each box: its par, and what this throw brings over it; the most of them is marked.
 * @param {ParSheet} sheet @param {Ruleset} ruleset @param {Position} position @returns {(category: number) => string}
 */
export function drawPars(sheet, ruleset, position) {
  const over = overPar(sheet, ruleset, position);
  const most = Math.max(...over.map((points) => points ?? -Infinity));
  return (category) => {
    if (position.scores[category] !== null) return "";
    const points = over[category];
    const brings = points === null ? "" : `<b${points === most ? ' class="most"' : ""}><span class="visually-hidden">, this throw </span>${signed(points)}</b>`;
    return `<span class="par"><span class="visually-hidden">Par </span>${sheet.par_of_box[ruleset.categories[category].name]}${brings}</span>`;
  };
}

/** What the numbers mean. */
export const LEGEND = "Beside each open box its par, and what this throw brings over it, with what it does to the bonus. Who writes, writes the most.";
