/**
 * Options ranked best first: what to do, a hatched bar for what it gives away, the expected final score, the loss.
 *
 * Returns text, so that the build can draw it; `static/css/yatzy/parts/ranked.css` dresses it.
 */

import {diceImage} from "./dice.js";
import {expected, lossPhrase, lossText} from "../words/text.js";

/**
 * @typedef {object} RankedOption
 * @property {"keep" | "score"} action
 * @property {readonly number[]} dice Dice kept; for a score the whole roll.
 * @property {string} title Title of the category; "" for a keep.
 * @property {string} key Names the option: "keep-555", "score-full_house".
 * @property {number} points Points written now; 0 for a keep.
 * @property {number} value Expected final score.
 * @property {number} regret
 * @property {readonly {name: string, text: string}[]} [marks] Whose choice it is: a class and a word.
 *
 * @typedef {object} Ranking
 * @property {readonly RankedOption[]} options Best first.
 * @property {number} n_dice
 * @property {string} label Name of the list for screen readers.
 * @property {boolean} [pressable] Options are buttons with their key as `data-press`.
 */

/** Say what an option does, in words. @param {Pick<RankedOption, "action" | "dice" | "title" | "points">} option @param {number} n_dice */
export function optionText({action, dice, title, points}, n_dice) {
  if (action === "score") return `Score ${title}, ${points}`;
  return dice.length === 0 ? `Throw all ${n_dice} dice` : `Keep ${dice.join(" ")}`;
}

/**
 * Draw what an option does: dice as dice, a category by its name.
 * @param {Pick<RankedOption, "action" | "dice" | "title" | "points">} option @param {number} n_dice
 */
export function optionMarkup(option, n_dice) {
  const {action, dice, title, points} = option;
  if (action === "score") return `Score ${title}, <b>${points}</b>`;
  return dice.length === 0 ? optionText(option, n_dice) : `Keep ${diceImage(dice)}`;
}

/** Draw the hatched bar of a loss; the best option has none. @param {number} regret @param {number} largest Loss that fills the bar. */
function lossBar(regret, largest) {
  const rest = `<rect x="${((100 * regret) / largest).toFixed(1)}%" y="-10%" width="100%" height="120%"/>`;
  return `<span class="loss-bar${regret === 0 ? " none" : ""}" aria-hidden="true"><svg>${rest}</svg></span>`;
}

/** @param {RankedOption} option @param {number} largest @param {Ranking} ranking */
function row(option, largest, {n_dice, pressable = false}) {
  const {key, value, regret, marks = []} = option;
  const loss = regret === 0 ? "best" : lossText(regret);
  const said = regret === 0 ? "best" : lossPhrase(regret);
  const marked = marks.map((mark) => `<span class="mark ${mark.name}">${mark.text}</span>`).join("");
  const inside = `<span class="what">${optionMarkup(option, n_dice)}${marked}</span>${lossBar(regret, largest)}`
    + `<span class="val"><span class="visually-hidden">, expected final score </span>${expected(value)}</span>`
    + `<span class="reg"><span aria-hidden="true">${loss}</span><span class="visually-hidden">, ${said}</span></span>`;
  const names = ["option", regret === 0 ? "best" : "", ...marks.map((mark) => mark.name)].filter(Boolean).join(" ");
  const facts = `data-option="${key}" data-value="${value.toFixed(4)}"`;
  if (pressable) return `<li class="${names}" ${facts}><button type="button" class="row" data-press="${key}">${inside}</button></li>`;
  return `<li class="${names}" ${facts}><div class="row">${inside}</div></li>`;
}

/** A bar is never full at a smaller loss than this, or trifles would look like blunders. */
const SMALLEST_SCALE = 2;

const HEAD = `<div class="ranked-head soft" aria-hidden="true"><span>Option</span><span class="gives">Gives away</span><span class="val">Final score</span><span class="reg">Loss</span></div>`;

/**
 * Draw ranked options under their column heads; on a phone the press "all" shows more than the first ones, which the
 * widget answers with the class `show-all` on its stage.
 * @param {Ranking} ranking
 */
export function rankedOptions(ranking) {
  const {options, label} = ranking;
  const largest = Math.max(SMALLEST_SCALE, options.at(-1)?.regret ?? 0);
  const rows = options.map((option) => row(option, largest, ranking));
  const more = `<button type="button" class="button more-options" data-press="all">Show all ${options.length} options</button>`;
  return `${HEAD}<ol class="ranked rows" aria-label="${label}">${rows.join("\n")}</ol>${more}`;
}
