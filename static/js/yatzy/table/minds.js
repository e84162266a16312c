/**
 * Machines that play on purpose less than perfectly. A mind is a worth of its own for every card, with an exact turn on
 * top, or a rung of the ladder.
 */

import {adviser} from "../advisor/answer.js";
import {layOutGame} from "../game/tables.js";
import {bonusHeld, readPars} from "../parts/par-sheet.js";
import {rungPlayer} from "./rungs.js";

/** @import {Answer} from "../advisor/drawing.js" */
/** @import {Position} from "../advisor/position.js" */
/** @import {Ruleset} from "../game/rules/scandinavian.js" */
/** @import {DataSet} from "../../engine/widget" */

/** @typedef {(position: Position) => Answer} Mind */

/**
 * What the seventeen numbers say a card is worth: a par for each open box, and of the bonus as much as is likely.
 * @param {Ruleset} ruleset @param {DataSet} minds_par @returns {import("../game/turn.js").ValueOf}
 */
export function worthByPars(ruleset, minds_par) {
  const sheet = readPars(minds_par);
  return (filled, upper_total) => {
    const open = ruleset.categories.filter((_, box) => !(filled & (1 << box)));
    const pars = open.reduce((sum, {name}) => sum + sheet.par_of_box[name], 0);
    return pars + bonusHeld(sheet, ruleset, upper_total, open.flatMap(({face}) => (face > 0 ? [face] : [])));
  };
}

/** A mind that counts its turn exactly, and cards by a worth of its own. @param {Ruleset} ruleset @param {import("../game/turn.js").ValueOf} valueOf @returns {Mind} */
function counting(ruleset, valueOf) {
  return adviser(layOutGame(ruleset), {start_value: valueOf(0, 0, 0), missing: () => [], bytes: () => 0, fetch: async () => {}, valueOf});
}

/** @type {Readonly<Record<"pars" | "greedy", (ruleset: Ruleset, minds_par: DataSet) => Mind>>} */
const MINDS = {
  pars: (ruleset, minds_par) => counting(ruleset, worthByPars(ruleset, minds_par)),
  greedy: (ruleset) => counting(ruleset, () => 0),
};

/** Return the mind of a machine. @param {Exclude<import("./game.js").Plays, "perfect">} plays @param {Ruleset} ruleset @param {DataSet} minds_par */
export const mindOf = (plays, ruleset, minds_par) => (plays === "pars" || plays === "greedy" ? MINDS[plays](ruleset, minds_par) : rungPlayer(plays, ruleset));
