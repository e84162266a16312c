/** The advisor's scorecard as markup: every box a choice of points, and what the dice on the table offer. */

import {possiblePoints, totalsOfScores} from "../game/tables.js";
import {scorecard} from "../parts/scorecard.js";
import {stepper} from "../parts/stepper.js";
import {countMissing, mostExtraYahtzees, offersOf} from "./position.js";

/** @import {Ruleset} from "../game/rules/scandinavian.js" */
/** @import {Position} from "./position.js" */
/** @import {Shown} from "./drawing.js" */

/**
 * Draw the scorecard; every box is a choice of the points it can hold, and with a full roll its points are offered.
 * @param {Shown} shown
 */
export function drawCard({ruleset, position, latest = -1, beside}) {
  const {scores, n_extra_yahtzees} = position;
  const offers = countMissing(position) === 0 ? offersOf(ruleset, position) : [];
  return scorecard({
    ruleset,
    scores,
    n_extra_yahtzees,
    hide_caption: true,
    row: (category) => (category === latest ? "latest" : ""),
    cell: (category) => `<span class="box">${beside?.(category) ?? ""}${drawOffer(ruleset, category, offers[category])}${drawChoice(ruleset, category, scores[category])}</span>`,
    extra_cell: drawExtra(ruleset, position),
  });
}

/** @param {Ruleset} ruleset @param {number} category @param {import("../game/rules/jokers.js").Entry | null | undefined} entry */
function drawOffer({categories}, category, entry) {
  if (!entry) return "";
  const {name, title} = categories[category];
  const [nothing, more] = [entry.points === 0 ? " nothing" : "", entry.on_top > 0 ? ` and ${entry.on_top} on top` : ""];
  return `<button type="button" class="offer${nothing}" data-press="score-${name}" aria-label="Score ${entry.points} in ${title}${more}">${entry.points}</button>`;
}

/**
 * Draw the extra Yahtzees as a number to raise and lower, once the box for them holds points.
 * @param {Ruleset} ruleset @param {Position} position
 */
function drawExtra(ruleset, {scores, n_extra_yahtzees}) {
  const most = mostExtraYahtzees(ruleset, scores);
  const {on_top} = totalsOfScores(ruleset, scores, n_extra_yahtzees);
  return `<span class="box">${most > 0 ? stepper("extra", n_extra_yahtzees, most, "extra Yahtzee", String(on_top)) : on_top}</span>`;
}

/** @param {Ruleset} ruleset @param {number} category @param {number | null} written */
function drawChoice(ruleset, category, written) {
  const {name, title} = ruleset.categories[category];
  const choices = possiblePoints(ruleset, category).map(
    (points) => `<option value="${points}"${points === written ? " selected" : ""}>${points}</option>`,
  );
  return `<select data-category="${name}" data-entry="points-${name}" aria-label="Points in ${title}"><option value="">–</option>${choices.join("")}</select>`;
}
