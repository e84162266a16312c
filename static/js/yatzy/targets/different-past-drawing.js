/**
 * Same dice, different past, drawn: the dice to keep, the dial, a curve for each move, and the zones of the right ones.
 */
import {dieButton} from "../parts/dice.js";
import {chanceOfMove, DICE, isRight, moveOfDial, moveOfMask, rightMove, THETAS, WRITE} from "./different-past.js";
import {levels, numberWord, percentage, percentOf, stairsOf, stretched, underneath} from "site_builder/kit";
import {chanceOf, drawWays} from "../parts/ways.js";

/** @import {Past, PastMoment as Moment} from "./types" */

const NAMES = ["utterly cautious", "madly cautious", "average", "madly bold"];

/** Say a move. @param {string} move */
export function titleOf(move) {
  if (move === WRITE) return "write the twelve";
  if (move === "") return "throw all five";
  return `keep ${[...move].join(" ")}, throw ${numberWord(DICE.length - move.length)}`;
}

/** @param {number} kept */
export function drawDice(kept) {
  return DICE.map((face, die) => {
    const stays = Boolean(kept & (1 << die));
    return dieButton({face, kept: stays, pressed: stays, press: `keep-${die}`});
  }).join("");
}

/** @param {number} dial Place of the setting. */
export function drawDial(dial) {
  return THETAS.map((theta, place) =>
    `<button type="button" class="past-setting" aria-pressed="${place === dial}" data-press="dial-${place}"><span>${NAMES[place]}</span> <b>θ = ${String(theta).replace("-", "−")}</b></button>`).join("");
}

/** The chances of the three moves: the right one, the dial's, the reader's. @param {Past} past @param {Moment} moment */
export function drawChances(past, {kept, dial}) {
  const moves = {best: rightMove(past), dial: moveOfDial(THETAS[dial]), yours: moveOfMask(kept)};
  return drawWays([
    {name: "best", title: `right: ${titleOf(moves.best)}`, chance: past.best},
    {name: "dial", title: `the dial: ${titleOf(moves.dial)}`, chance: chanceOfMove(past, moves.dial)},
    {name: "yours", title: `you: ${titleOf(moves.yours)}`, chance: chanceOfMove(past, moves.yours)},
  ], "past");
}

/** Draw a step curve for each of the three moves. @param {readonly Past[]} pasts @param {Moment} moment */
export function drawCurves(pasts, {index, kept, dial}) {
  const curve = (/** @type {string} */ name, /** @type {(past: Past) => number} */ chance) =>
    `<path class="curve ${name}" d="${stairsOf(pasts.map(chance))}"/>`;
  const lines = curve("best", ({best}) => best)
    + curve("dial", (past) => chanceOfMove(past, moveOfDial(THETAS[dial])))
    + curve("yours", (past) => chanceOfMove(past, moveOfMask(kept)));
  const x = percentOf((index + 0.5) / pasts.length);
  const ticks = pasts.flatMap(({points}, place) => (points % 5 === 0 ? [{share: (place + 0.5) / pasts.length, label: String(points)}] : []));
  return `${levels([0, 0.5, 1].map((share) => ({share, label: percentage(share, 0)})))}${stretched(lines)}
<line class="beat-hand" x1="${x}" x2="${x}" y1="-5%" y2="100%"/><circle class="beat-grip" cx="${x}" cy="-5%" r="9"/>${underneath(ticks)}`;
}

/** Draw cell by cell whether the dial's move is right. @param {readonly Past[]} pasts @param {Moment} moment */
export function drawZones(pasts, {dial, index}) {
  const move = moveOfDial(THETAS[dial]);
  return pasts.map((past, place) =>
    `<span class="${isRight(past, move) ? "right" : "wrong"}${place === index ? " here" : ""}"></span>`).join("");
}

/** Say what holds for the points so far. @param {readonly Past[]} pasts @param {Moment} moment */
export function wordsOf(pasts, {index, dial}) {
  const past = pasts[index];
  const move = moveOfDial(THETAS[dial]);
  const right = pasts.filter((one) => isRight(one, move)).length;
  const verdict = isRight(past, move) ? "The dial is right here" : `The dial is wrong here, for it would ${titleOf(move)}`;
  const whole = right === pasts.length ? "everywhere" : `for ${right} of these ${pasts.length} pasts`;
  return `<b>${past.points}</b> points so far, ${past.needed} needed: ${titleOf(rightMove(past))}, and win in ${chanceOf(past.best)}. ${verdict}. Its one move serves ${whole}.`;
}
