/** The first rolls, drawn: a cell a roll, the dice of one of them, its two best options, and the close calls found. */
import {SHOWN} from "../parts/guess.js";
import {diceImage, dieImage} from "../parts/dice.js";
import {lossPhrase, lossText} from "../words/points.js";
import {optionMarkup, optionText} from "../parts/ranked.js";
import {ANSWERS, closestCalls, differenceOf, GAPS, lossOf, optionNamed, optionOf, scores, stepOf, wordsOfChance} from "./first-roll.js";
import {ROWS} from "../parts/roll-map.js";

/** @import {RollMap} from "../parts/roll-map.js" */
/** @import {Options, Place, Rows} from "./first-roll.js" */

export const BLOCKS = [0, 1];
const INKS = [{ink: "gap", title: "How close the runner-up is"}, {ink: "kept", title: "How many dice are kept"}];

/** What a block of the map holds in every ink: patterns, and empty groups for its cells and the mark. @param {RollMap} map @param {number} block */
export function drawBlock(map, block) {
  const columns = map.columns / BLOCKS.length;
  const patterns = map.patterns.filter(({column}) => Math.floor(column / columns) === block);
  const labels = patterns.map(({key}) => `<span data-pattern="${key}">${key.replaceAll("-", "+")}</span>`);
  const groups = patterns.map(({column, columns: width}) => `<rect class="first-group" x="${column - block * columns + 0.06}" y=".02" width="${width - 0.12}" height="${ROWS - 0.04}" rx=".12"/>`);
  return `<div class="rolls-block"><p class="rolls-labels" aria-hidden="true">${labels.join("")}</p>
<svg viewBox="0 0 ${columns} ${ROWS}" aria-hidden="true"><rect class="first-area" width="${columns}" height="${ROWS}"/>${groups.join("")}<g data-region="cells-${block}"></g><g data-region="mark-${block}"></g></svg></div>`;
}

/** @param {Rows} rows @param {RollMap} map @param {Place} place @param {number} block */
export function drawCells(rows, map, {ink}, block) {
  const columns = map.columns / BLOCKS.length;
  return Array.from({length: ROWS * columns}, (_, at) => {
    const [x, y] = [at % columns, Math.floor(at / columns)];
    const roll = map.indexAt({column: x + block * columns, row: y});
    return `<rect class="first-${stepOf(rows, roll, ink)}" x="${x + 0.15}" y="${y + 0.13}" width=".7" height=".74" rx=".1"/>`;
  }).join("");
}

/** @param {Rows} rows @param {RollMap} map @param {Place} place @param {number} block */
export function drawMark(rows, map, {roll}, block) {
  const columns = map.columns / BLOCKS.length;
  const {column, row} = map.cellOf(rows.dice[roll]);
  if (Math.floor(column / columns) !== block) return "";
  return `<rect class="reticle-ring" x="${column - block * columns + 0.02}" y="${row + 0.02}" width=".96" height=".96" rx=".15"/>`;
}

/** @param {Place} place */
export function drawInks({ink}) {
  return INKS.map((one) => `<button type="button" class="button first-ink" aria-pressed="${one.ink === ink}" data-press="ink-${one.ink}">${one.title}</button>`).join("");
}

/** @param {Place} place */
export function drawKey({ink}) {
  const swatch = (/** @type {number} */ step, /** @type {string} */ words) => `<span><i class="first-${step}"></i>${words}</span>`;
  if (ink === "kept") return [1, 2, 3, 4].map((count) => swatch(count, String(count))).join("") + swatch(6, "all: scored at once");
  return `<span>the next best loses</span>${swatch(6, `under ${GAPS[0]}`)}${GAPS.map((gap, at) => swatch(5 - at, `${gap} or more`)).join("")}<span>points</span>`;
}

/** Ask what to do with the first roll of all. @param {Options} options @returns {import("../parts/guess.js").Question} */
export function questionOf({dice: [dice]}) {
  const faces = dice.split("").map(Number);
  const answers = ANSWERS.map((name) => ({key: name || "none", words: optionMarkup(optionNamed(dice, name), faces.length)}));
  return {question: `Your first throw: ${diceImage(faces)} What do you do?`, answers};
}

/** Answer it. @param {Options} options @param {string} name @param {typeof optionText} [written] How the answer is named. */
export function verdictOf(options, name, written = optionMarkup) {
  const {dice: [dice]} = options;
  if (name === SHOWN) return `Best is <b>${written(optionNamed(dice, options.option[options.loss.indexOf(0)]), dice.length)}</b>.`;
  const said = `Your answer, <b>${written(optionNamed(dice, name), dice.length)}</b>,`;
  const loss = lossOf(options, name);
  return loss === 0 ? `${said} is the best there is.` : `${said} gives away <b>${loss.toFixed(2)}</b> points.`;
}

/** The dice of the roll, those kept lifted. @param {Rows} rows @param {Place} place */
export function drawDice(rows, {roll}) {
  const kept = scores(rows.option[roll]) ? rows.dice[roll].split("") : rows.option[roll].split("");
  return rows.dice[roll].split("").map((face) => {
    const at = kept.indexOf(face);
    if (at >= 0) kept.splice(at, 1);
    return dieImage(Number(face), {kept: at >= 0});
  }).join("");
}

/** @param {Rows} rows @param {Place} place */
export function drawOptions(rows, {roll}) {
  const n_dice = rows.dice[roll].length;
  const gap = rows.gap[roll];
  const best = `<p class="first-option"><span><b>${optionMarkup(optionOf(rows, roll, false), n_dice)}</b></span><b>${rows.value[roll].toFixed(2)}</b><span class="first-best">best</span></p>`;
  const loss = `<span class="first-loss"><span class="loss-bar" aria-hidden="true"><svg><rect x="${Math.min(100, 20 * gap).toFixed(1)}%" y="-10%" width="100%" height="120%"/></svg></span><span aria-hidden="true">${lossText(gap)}</span><span class="visually-hidden">${lossPhrase(gap)}</span></span>`;
  const second = `<p class="first-option"><span>${optionMarkup(optionOf(rows, roll, true), n_dice)}</span><span>${(rows.value[roll] - rows.gap[roll]).toFixed(2)}</span>${loss}</p>`;
  return `${best}${second}<p class="first-price">Points minus price: ${priceOf(rows, roll, false)}; with the next best ${priceOf(rows, roll, true)}.</p><p class="first-chance">${wordsOfChance(rows, roll)}</p>`;
}

/** Points less price of an option: a subtraction where the roll is scored, else an average. @param {Rows} rows @param {number} roll @param {boolean} second */
function priceOf(rows, roll, second) {
  const {action, points} = optionOf(rows, roll, second);
  const difference = differenceOf(rows, roll, second);
  const text = `<b>${difference < 0 ? "−" : "+"}${Math.abs(difference).toFixed(2)}</b>`;
  return action === "score" ? `${points} − ${(points - difference).toFixed(2)} = ${text}` : `${text} on average`;
}

/** The close calls: those found, and places for the rest. @param {Rows} rows @param {Place} place */
export function drawCalls(rows, {found}) {
  const calls = closestCalls(rows).map(({roll}, at) => {
    if (!found.includes(at)) return `<li><button type="button" class="button first-call" data-press="call-${at}" aria-label="Show close call ${at + 1}">?</button></li>`;
    return `<li><button type="button" class="button first-call" data-press="call-${at}" aria-label="Close call ${at + 1}: ${rows.dice[roll].split("").join(" ")}">${diceImage(rows.dice[roll].split("").map(Number))}<span>${lossText(rows.gap[roll])}</span></button></li>`;
  });
  const words = found.length === calls.length ? "All five closest calls found" : `${found.length} of the ${calls.length} closest calls found. Look for the strongest colour, or press a mark to be shown`;
  return `<p>${words}:</p><ol>${calls.join("")}</ol>`;
}
