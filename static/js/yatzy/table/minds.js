/**
 * Machines that play on purpose less than perfectly. A mind is a worth of its own for every card, with an exact turn on
 * top, or a rung of the ladder.
 */

import {adviser} from "../advisor/answer.js";
import {layOutGame} from "../game/tables.js";
import {recordsOf} from "../parts/records.js";
import {rungPlayer} from "./rungs.js";

/** @import {Answer} from "../advisor/drawing.js" */
/** @import {Position} from "../advisor/position.js" */
/** @import {Ruleset} from "../game/rules/scandinavian.js" */
/** @import {DataSet} from "../../engine/widget" */

/** @typedef {(position: Position) => Answer} Mind */

/** Of a face in each upper box, as the pars count. */
const USUAL = 3;
/** Added to the square of the curve's width. */
const BLUNT = 0.01;

/** The normal distribution function: sums of odd powers, which end soon where it is neither zero nor one. @param {number} x */
export function normalCurve(x) {
  if (Math.abs(x) > 7) return x < 0 ? 0 : 1;
  let [sum, term] = [x, x];
  for (let odd = 3; sum + term !== sum || odd === 3; odd += 2) sum += term *= (x * x) / odd;
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}

/**
 * What the seventeen numbers say a card is worth: a par for each open box, and of the bonus as much as is likely.
 * @param {Ruleset} ruleset @param {DataSet} minds_par @returns {import("../game/turn.js").ValueOf}
 */
export function worthByPars({categories, threshold, bonus}, minds_par) {
  const numbers = new Map(recordsOf(minds_par).map(({box, integer}) => [box, integer]));
  const [spread, shift] = [numbers.get("spread"), numbers.get("shift")];
  return (filled, upper_total) => {
    let [pars, usual, squares, n_upper] = [0, 0, 0, 0];
    categories.forEach(({name, face}, box) => {
      if (filled & (1 << box)) return;
      pars += numbers.get(name);
      usual += USUAL * face;
      squares += face * face;
      n_upper += Number(face > 0);
    });
    const surplus = upper_total + usual - threshold + 0.5 + shift * n_upper;
    return pars + bonus * normalCurve(surplus / Math.sqrt(spread * spread * squares + BLUNT));
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
