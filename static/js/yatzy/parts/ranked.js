/**
 * A list of options, best first: the action, a hatched bar for its loss, the expected final score, the loss.
 *
 * Returns text, so that the build can draw it; its styles are in `static/css/yatzy/parts/ranked.css`.
 */

import {diceImage} from "./dice.js";
import {lossDigits, whole} from "../words/text.js";
import {englishVoice} from "../words/voice.js";

/** @import {Voice} from "../words/voice.js" @import {Outlook} from "../endings/outlook.js" */

/**
 * @typedef {object} RankedOption
 * @property {"keep" | "score"} action
 * @property {readonly number[]} dice Dice kept; for a score the whole roll.
 * @property {string} title Title of the category; "" for a keep.
 * @property {string} key Names the option: "keep-555", "score-full_house".
 * @property {number} points Points written now; 0 for a keep.
 * @property {number} value Expected final score.
 * @property {number} regret
 * @property {readonly {name: string, text: string}[]} [marks] Players who choose it: a class and a word.
 *
 * @typedef {object} Ranking
 * @property {readonly RankedOption[]} options Best first.
 * @property {number} n_dice
 * @property {string} label Name of the list for screen readers.
 * @property {boolean} [pressable] Options are buttons with their key as `data-press`.
 * @property {Voice} [voice] Language.
 */

/**
 * Describe the action of an option.
 * @param {Pick<RankedOption, "action" | "dice" | "title" | "points">} option @param {number} n_dice @param {Voice} [voice]
 */
export function optionText({action, dice, title, points}, n_dice, voice = englishVoice()) {
  if (action === "score") return voice.t`Score ${title}, ${points}`;
  return dice.length === 0 ? voice.t`Throw all ${n_dice} dice` : voice.t`Keep ${dice.join("\u00a0")}`;
}

/** Describe the loss of an option, for screen readers. @param {number} regret @param {Voice} voice */
export function lossWords(regret, voice) {
  const digits = lossDigits(regret);
  return digits === 0 ? voice.t`as good as the best` : voice.t`gives away ${voice.points(regret, digits)}`;
}

/**
 * Draw the action of an option: dice as pictures, a category by its name.
 * @param {Pick<RankedOption, "action" | "dice" | "title" | "points">} option @param {number} n_dice @param {Voice} [voice]
 */
export function optionMarkup(option, n_dice, voice = englishVoice()) {
  const {action, dice, title, points} = option;
  if (action === "score") return voice.t`Score ${title}, ${`<b>${points}</b>`}`;
  return dice.length === 0 ? optionText(option, n_dice, voice) : voice.t`Keep ${diceImage(dice)}`;
}

/** Draw the hatched bar of a loss; the best option has none. @param {number} regret @param {number} largest Loss that fills the bar. */
function lossBar(regret, largest) {
  const rest = `<rect x="${((100 * regret) / largest).toFixed(1)}%" y="-10%" width="100%" height="120%"/>`;
  return `<span class="loss-bar${regret === 0 ? " none" : ""}" aria-hidden="true"><svg>${rest}</svg></span>`;
}

/** @param {RankedOption} option @param {number} largest @param {Ranking} ranking @param {Voice} voice */
function row(option, largest, {n_dice, pressable = false}, voice) {
  const {key, value, regret, marks = []} = option;
  const digits = lossDigits(regret);
  const loss = digits === 0 ? (regret === 0 ? voice.t`best` : voice.t`even`) : voice.points(-regret, digits);
  const said = regret === 0 ? voice.t`best` : lossWords(regret, voice);
  const marked = marks.map((mark) => `<span class="mark ${mark.name}">${mark.text}</span>`).join("");
  const inside = `<span class="what">${optionMarkup(option, n_dice, voice)}${marked}</span>${lossBar(regret, largest)}`
    + `<span class="val"><span class="visually-hidden">, ${voice.t`expected final score`} </span>${voice.points(value)}</span>`
    + `<span class="reg"><span aria-hidden="true">${loss}</span><span class="visually-hidden">, ${said}</span></span>`;
  const names = ["option", regret === 0 ? "best" : "", ...marks.map((mark) => mark.name)].filter(Boolean).join(" ");
  const facts = `data-option="${key}" data-value="${value.toFixed(4)}"`;
  if (pressable) return `<li class="${names}" ${facts}><button type="button" class="row" data-press="${key}">${inside}</button></li>`;
  return `<li class="${names}" ${facts}><div class="row">${inside}</div></li>`;
}

/**
 * Draw the final scores after the best two options. Before they are known, the space of the longest text is reserved, so
 * that nothing moves when they appear.
 * @param {readonly RankedOption[]} options @param {readonly Outlook[]} outlooks Empty until they are known.
 * @param {(option: RankedOption, ends: {bonus: string, low: string, high: number}) => string} said As markup.
 * @param {string} [coming] Shown until they are known.
 */
export function outlookList(options, outlooks, said, coming = "") {
  const [list, item] = outlooks.length > 0 ? ["ol", "li"] : ["div", "p"];
  const lines = options.slice(0, 2).map((option, place) => {
    const line = (/** @type {Outlook} */ {bonus, low, high, is_rough}) => said(option, {bonus: whole(100 * bonus, is_rough), low: whole(low, is_rough), high});
    const room = line({bonus: 1, low: 888, high: 888, is_rough: true});
    return `<${item} data-room="${room}"><span>${place in outlooks ? line(outlooks[place]) : place > 0 ? "" : coming}</span></${item}>`;
  });
  return `<${list} class="outlooks">${lines.join("")}</${list}>`;
}

/** Minimum loss of a full bar, so that tiny losses do not look large. */
const SMALLEST_SCALE = 2;

/**
 * Draw ranked options under their column headers. On a phone the press "all" shows all of them: the widget must set the class
 * `show-all` on its stage.
 * @param {Ranking} ranking
 */
export function rankedOptions(ranking) {
  const {options, label, voice = englishVoice()} = ranking;
  const largest = Math.max(SMALLEST_SCALE, options.at(-1)?.regret ?? 0);
  const rows = options.map((option) => row(option, largest, ranking, voice));
  const more = `<button type="button" class="button more-options" data-press="all">${voice.t`Show all ${options.length} options`}</button>`;
  const head = `<div class="ranked-head soft" aria-hidden="true"><span>${voice.t`Option`}</span><span class="gives">${voice.t`Gives away`}</span><span class="val">${voice.t`Final score`}</span><span class="reg">${voice.t`Loss`}</span></div>`;
  return `${head}<ol class="ranked rows" aria-label="${label}">${rows.join("\n")}</ol>${more}`;
}
