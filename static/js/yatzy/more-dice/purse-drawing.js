/**
 * A game with saved throws, drawn: the dice, the purse, the question, the card, and the purse over the whole game.
 */
import {counted, percentOf} from "site_builder/kit";
import {dieImage} from "../parts/dice.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {bestOf, cardAfter, gapOf, isClose, isOpen, tallyOf} from "./purse.js";
import {titleOfBox} from "./titles.js";

/** @import {Decision, Moment} from "./purse.js" */

/** Share of the width that the label of a turn takes on a phone. */
const LABEL = 0.16;

/** What never changes of the figure. */
export const PURSE = `<div class="purse">
<div class="purse-controls with-script"><button type="button" class="button" data-press="back" aria-label="One throw back">Back</button><button type="button" class="button" data-press="on">Play on</button><button type="button" class="button" data-press="close">Next close call</button></div>
<div class="purse-play" data-dock-from><b class="purse-when" data-region="when"></b>
<div class="purse-dice" data-region="dice"></div>
<p class="purse-left" data-region="left"></p>
<div class="purse-choices" data-region="choices"></div>
<p class="purse-verdict" data-region="verdict"></p></div>
<div class="purse-side"><div class="purse-card" data-region="card"></div><p class="purse-tally" data-region="tally"></p></div>
<div class="purse-time"><p class="purse-head">Throws in hand at every roll of the game: <span class="write"><i></i>writes</span> <span class="throw"><i></i>throws on</span></p>
<div class="purse-field"><svg aria-hidden="true" data-region="timeline"></svg></div></div>
</div>`;

/** @param {readonly Decision[]} game @param {Moment} moment */
export function drawGame(game, moment) {
  const decision = game[moment.step];
  return {
    when: drawWhen(decision),
    dice: drawDice(decision, moment.guesses[moment.step] !== null),
    left: drawPurse(decision),
    choices: drawChoices(decision, moment),
    verdict: drawVerdict(decision, moment),
    card: drawCard(game, moment.step),
    tally: drawTally(game, moment),
    timeline: drawTimeline(game, moment),
  };
}

/** @param {readonly Decision[]} game @param {Moment} moment */
export function wordsOfMoment(game, moment) {
  const decision = game[moment.step];
  return `${drawWhen(decision)}: ${decision.dice.join(" ")}, ${decision.in_hand} in hand. ${drawVerdict(decision, moment)}`;
}

/** @param {Decision} decision */
function drawWhen({turn, throw: number}) {
  return `Turn ${turn}, throw ${number}`;
}

/** Draw the dice; once the decision is told, those that are kept are lifted. @param {Decision} decision @param {boolean} told */
function drawDice(decision, told) {
  const {dice, stays} = decision;
  return dice.map((face, die) => dieImage(face, {kept: told && bestOf(decision) === "throw" && stays[die]})).join("");
}

/** Draw the throws in hand: two belong to the turn, the others were saved. @param {Decision} decision */
function drawPurse({in_hand, throw: number}) {
  const own = Math.max(0, 3 - number);
  const saved = Math.max(0, in_hand - own);
  const coins = Array.from({length: in_hand}, (_, coin) => `<i${coin < in_hand - saved ? ' class="own"' : ""}></i>`).join("");
  const words = in_hand === 0 ? "no throw left" : `${counted(in_hand, "throw")} left`;
  return `<span class="purse-coins" aria-hidden="true">${coins}</span><b>${words}</b>`;
}

/** Name the two ways. @param {Decision} decision */
function waysOf({write, write_points, keep, in_hand, dice}) {
  const saved = in_hand === 0 ? "" : `, keep ${counted(in_hand, "throw")}`;
  const held = keep.length === 0 ? `Throw all ${dice.length === 5 ? "five" : dice.length} again` : `Keep ${keep.join(" ")}, throw the others`;
  return {write: `Write ${write_points} into ${titleOfBox(write)}${saved}`, throw: held};
}

/** Draw what the reader can choose, or what was chosen. @param {Decision} decision @param {Moment} moment */
function drawChoices(decision, {step, guesses}) {
  if (!isOpen(decision)) return "";
  const ways = waysOf(decision);
  const guess = guesses[step];
  return (/** @type {const} */ (["write", "throw"])).map((way) => {
    const value = way === "write" ? decision.write_value : decision.throw_value;
    const told = guess === null ? "" : `<b>${value.toFixed(2)}</b>`;
    const mark = guess === null ? "" : `${bestOf(decision) === way ? " best" : ""}${guess === way ? " chosen" : ""}`;
    return `<button type="button" class="purse-choice${mark}" data-press="guess-${way}"${guess === null ? "" : ' aria-disabled="true"'}><span>${ways[way]}</span>${told}</button>`;
  }).join("");
}

/** Say what comes of it. @param {Decision} decision @param {Moment} moment */
export function drawVerdict(decision, {step, guesses}) {
  const best = bestOf(decision);
  if (!isOpen(decision)) return `No throw is left: <b>${decision.points}</b> ${decision.points === 1 ? "goes" : "go"} into ${titleOfBox(decision.category)}.`;
  const guess = guesses[step];
  if (guess === null) return isClose(decision) ? "A close call. What would you do?" : "What would you do?";
  const gap = gapOf(decision).toFixed(2);
  return guess === best ? `<b>Right.</b> The other way gives away ${gap}.` : `Perfect play ${best === "write" ? "writes" : "throws"}. Yours gives away <b>${gap}</b>.`;
}

/** Draw the card small: a cell a box. @param {readonly Decision[]} game @param {number} step */
function drawCard(game, step) {
  const points = cardAfter(game, step);
  const cells = scandinavian.categories.map(({name, title}) =>
    `<span class="${points.has(name) ? "filled" : "open"}"><em>${title}</em><b>${points.get(name) ?? ""}</b></span>`);
  return cells.join("");
}

/** @param {readonly Decision[]} game @param {Moment} moment */
function drawTally(game, moment) {
  const {made, right, lost} = tallyOf(game, moment);
  const guesses = made === 0 ? "" : `<span>Your guesses</span><b>${right} of ${made} right, ${lost.toFixed(2)} given away</b>`;
  return `<span>Points so far</span><b>${moment.step === 0 ? 0 : game[moment.step - 1].total}</b>${guesses}`;
}

/** Place of a step across the picture, 0 to 1. @param {readonly Decision[]} game @param {number} step */
const placeOf = (game, step) => (step + 0.5) / game.length;

/** Draw the throws in hand at every decision. @param {readonly Decision[]} game @param {Moment} moment */
export function drawTimeline(game, {step, guesses}) {
  const most = Math.max(...game.map(({in_hand}) => in_hand)) + 1;
  const bars = game.map((decision, at) => {
    const height = decision.in_hand / most;
    const is_told = at < step || (at === step && (guesses[at] !== null || !isOpen(decision)));
    const look = is_told ? bestOf(decision) : "later";
    return `<rect class="purse-bar ${look}" x="${percentOf((at + 0.1) / game.length)}" width="${percentOf(0.8 / game.length)}" y="${percentOf(1 - height)}" height="${percentOf(Math.max(height, 0.004))}"/>`;
  });
  const turns = game.flatMap(({turn, throw: number}, at) => (number !== 1 ? [] : [{turn, share: at / game.length}]));
  let labelled = -1;
  const labels = turns.map(({turn, share}) => {
    const has_room = share - labelled >= LABEL && share <= 1 - LABEL;
    if (has_room) labelled = share;
    const label = has_room ? `<text class="purse-tick" x="${percentOf(share)}" y="100%" dx=".2em" dy="1.4em">turn ${turn}</text>` : "";
    return `<line class="purse-turn" x1="${percentOf(share)}" x2="${percentOf(share)}" y1="100%" y2="103%"/>${label}`;
  });
  const grid = [5, 10].map((count) => `<line class="purse-grid" x2="100%" y1="${percentOf(1 - count / most)}" y2="${percentOf(1 - count / most)}"/><text class="purse-tick" y="${percentOf(1 - count / most)}" dx="-.6em" dy=".35em" text-anchor="end">${count}</text>`);
  const x = percentOf(placeOf(game, step));
  return `${grid.join("")}${bars.join("")}<line class="purse-base" x2="100%" y1="100%" y2="100%"/>${labels.join("")}<line class="purse-hand" x1="${x}" x2="${x}" y2="100%"/><circle class="purse-grip" cx="${x}" cy="0" r="8"/>`;
}
