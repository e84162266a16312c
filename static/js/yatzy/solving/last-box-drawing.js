/**
 * One box left, drawn: the dice, the chance of every result as bars, and the fifteen boxes to choose from.
 */
import {dieButton} from "../parts/dice.js";
import {plainCard, plainDice, plainField, plainWords} from "../parts/plain.js";
import {chance} from "../words/points.js";
import {bestHand, judge, keptDice, meansOfChoices, outlook} from "./last-box.js";
import {isOver, OPENING} from "./last-box-moment.js";
import {counted, numberWord, percent} from "site_builder/kit";

/** @import {Box, Hand} from "./last-box.js" @import {Moment, Table} from "./last-box-moment.js" */

/** @typedef {{chances: Float64Array, mean: number, writes: boolean}} Outlook */

/** Bars carry their chance as a number while there are not more of them than this; else only the tallest does. */
const FEW = 8;
/** Height that the tallest bar takes, and width that a bar takes at most, in percent. */
const TALL = 84;
const WIDE = 2;
/** A scale ends at no smaller chance than this, or small chances would look large. */
const SMALLEST_TOP = 0.25;
/** Chances as close as this are equal. */
const TIE = 1e-9;

export const BOX = `
<p class="box-question asks">Only Chance is open, and you may throw twice more. <b>Which dice stay?</b></p>
<div class="box-table">
<div class="box-dice" role="group" aria-label="Dice on the table; press those to keep" data-region="dice"></div>
<p class="box-controls asks"><button type="button" class="button box-keep" data-press="guess" data-region="keep"></button>
<button type="button" class="button" data-press="skip">Just show me</button></p>
<p class="box-controls with-script tells"><button type="button" class="button box-throw" data-press="throw" data-region="throw"></button>
<button type="button" class="button" data-press="best">Show the best keep</button></p>
<div class="box-rerolls tells" role="group" aria-label="Rerolls left" data-region="rerolls"></div>
<div class="box-strip tells"><p>All your choices, by their mean</p><svg aria-hidden="true" data-region="strip"></svg></div>
</div>
<div class="box-result" data-dock-from>
<p class="box-verdict tells" data-region="verdict"></p>
<p class="box-words tells" data-region="words"></p>
<div class="box-bars"><svg aria-hidden="true" data-region="bars"></svg><p class="box-cover asks" aria-hidden="true">?</p></div>
<p class="box-axis" aria-hidden="true">points written in the end</p>
</div>
<div class="box-all tells"><p class="box-head">The box that is left, and its mean before the first throw</p>
<div class="box-choices" role="group" aria-label="The box that is left" data-region="choices"></div></div>
`;

/** @param {Moment} moment @param {Table} table */
export function drawMoment(moment, table) {
  const {category, rerolls} = moment;
  const {game: {lattice, ruleset}, means, boxOf} = table;
  const box = boxOf(category);
  const leads = outlook(lattice, box, moment);
  return {
    dice: drawDice(moment),
    keep: nameOfKeep(moment),
    throw: isOver(moment) ? "Next roll" : "Throw the rest",
    rerolls: drawRerolls(rerolls),
    verdict: moment.guess === null ? "" : verdictOfGuess(moment, table),
    words: wordsOfMoment(moment, table),
    bars: drawBars(box, leads),
    strip: drawStrip(meansOfChoices(lattice, box, moment), leads.mean),
    choices: drawChoices(ruleset, means.map((of_box) => of_box[rerolls]), category),
  };
}

/** @param {Moment} moment @param {Table} table */
export function wordsOfMoment(moment, {game: {lattice, ruleset}, boxOf}) {
  const box = boxOf(moment.category);
  const best = outlook(lattice, box, bestHand(lattice, box, moment)).mean;
  return wordsOfHand(moment, outlook(lattice, box, moment), best, ruleset.categories[moment.category].title);
}

/** Judge the first answer to the opening question. @param {Moment} moment @param {Table} table */
export function verdictOfGuess({guess}, {game, boxOf}) {
  const hand = {...OPENING, kept: guess ?? 0};
  return verdictOf(hand, judge(game.lattice, boxOf(hand.category), hand));
}

/** @param {Hand} hand */
function drawDice({dice, kept, rerolls}) {
  return dice.map((face, die) => {
    const stays = Boolean(kept & (1 << die)) || rerolls === 0;
    return dieButton({face, kept: stays, pressed: stays, press: `keep-${die}`});
  }).join("");
}

/** Draw the choice of how many rerolls are left. @param {number} rerolls */
function drawRerolls(rerolls) {
  const buttons = [0, 1, 2].map((count) =>
    `<button type="button" class="box-reroll" aria-pressed="${count === rerolls}" aria-label="${counted(count, "reroll")} left" data-press="rerolls-${count}">${count}</button>`);
  return `<span>Rerolls left</span>${buttons.join("")}`;
}

/** Draw a bar for every result, and where the mean lies. @param {Box} box @param {Outlook} outlook */
export function drawBars({points}, {chances, mean}) {
  const highest = points[points.length - 1];
  const gap = points.slice(1).reduce((least, score, index) => Math.min(least, score - points[index]), highest);
  const width = Math.min(WIDE, (80 * gap) / (highest + gap));
  const at = (/** @type {number} */ score) => WIDE / 2 + (score / highest) * (100 - WIDE);
  const most = chances.reduce((a, b) => Math.max(a, b), SMALLEST_TOP);
  const few = points.length <= FEW;
  const heightOf = (/** @type {number} */ index) => (TALL * chances[index]) / most;
  const bars = points.map((score, index) =>
    `<rect class="bar" x="${percent(at(score) - width / 2)}" y="${percent(100 - heightOf(index))}" width="${percent(width)}" height="${percent(heightOf(index))}"/>`);
  const tallest = middleOfTallest(chances);
  const labels = points.map((score, index) => {
    const shown = few ? chances[index] > 0 : index === tallest && chances[index] >= SMALLEST_TOP;
    const place = `${placeOf(score, highest, at(score))} y="${percent(100 - heightOf(index))}"`;
    return shown ? `<text class="bar-chance" ${place} dy="-.4em">${chance(chances[index]).replace("under ", "&lt;")}</text>` : "";
  });
  const ticks = points.filter((score) => few || score % (highest > 20 ? 5 : 2) === 0).map((score) =>
    `<text class="tick" ${placeOf(score, highest, at(score))} y="100%" dy="1.35em">${score}</text>`);
  return `<line class="base" x2="100%" y1="100%" y2="100%"/>${bars.join("")}${ticks.join("")}
<line class="mean" x1="${percent(at(mean))}" x2="${percent(at(mean))}" y1="8%" y2="100%"/>${labels.join("")}
<text class="mean-label" x="${percent(at(mean))}" y="8%" dy="-.4em" ${mean > highest / 2 ? 'text-anchor="end" dx=".5em"' : 'dx="-.5em"'}>mean ${mean.toFixed(2)}</text>`;
}

/** Find the tallest bar; of several as tall, the one in their middle. @param {Float64Array} chances */
function middleOfTallest(chances) {
  const most = Math.max(...chances);
  const tallest = [...chances.keys()].filter((index) => most - chances[index] < TIE);
  return tallest[Math.floor((tallest.length - 1) / 2)];
}

/** Labels at the ends of the axis stay inside the picture. @param {number} score @param {number} highest @param {number} at */
function placeOf(score, highest, at) {
  if (score === 0) return 'x="0" text-anchor="start"';
  return score === highest ? 'x="100%" text-anchor="end"' : `x="${percent(at)}"`;
}

/**
 * Draw a dot for every choice, by what it is worth, and ring the one at hand; which is which is left to find out.
 * @param {readonly number[]} means Of all choices, ascending.
 * @param {number} mean Of the choice at hand.
 */
function drawStrip(means, mean) {
  const [worst, best] = [means[0], means[means.length - 1]];
  const at = (/** @type {number} */ value) => percent(best > worst ? 4 + (92 * (value - worst)) / (best - worst) : 50);
  const dots = means.map((value) => `<circle class="strip-dot" cx="${at(value)}" cy="12" r="4"/>`);
  const ends = best > worst ? `<text x="0" y="38">${worst.toFixed(2)}</text><text x="100%" y="38" text-anchor="end">${best.toFixed(2)}</text>` : "";
  return `<line class="strip-line" x1="4%" x2="96%" y1="12" y2="12"/>${dots.join("")}${ends}<circle class="reticle-ring" cx="${at(mean)}" cy="12" r="8"/>`;
}

/**
 * Say what the hand leads to.
 * @param {Hand} hand @param {Outlook} outlook
 * @param {number} best Mean of the best choice.
 * @param {string} title The box.
 */
export function wordsOfHand(hand, {mean, writes}, best, title) {
  const loss = best - mean > 0.005 ? "" : " No choice is worth more.";
  if (writes) {
    const ask = hand.rerolls > 0 ? loss : "";
    return `Write <b>${mean.toFixed(0)}</b> into ${title}.${ask}`;
  }
  const kept = keptDice(hand).sort((a, b) => a - b);
  const thrown = hand.dice.length - kept.length;
  const what = kept.length === 0 ? "Throw all five" : `Keep ${kept.join(" ")}, throw ${numberWord(thrown)}`;
  return `${what}: <b>${mean.toFixed(2)}</b> points on average.${loss}`;
}

/** Name what a hand keeps, for the button that says so. @param {Hand} hand */
export function nameOfKeep(hand) {
  const kept = keptDice(hand).sort((a, b) => a - b);
  if (kept.length === 0) return "Throw all five";
  return kept.length === hand.dice.length ? "Keep all five" : `Keep ${kept.join(" ")}`;
}

/**
 * Say what became of the first choice; which one is the best is left to find out.
 * @param {Hand} hand @param {{loss: number, better: number}} judged
 */
export function verdictOf(hand, {loss, better}) {
  const name = nameOfKeep(hand);
  if (better === 0) return `Your first answer, <b>${name}</b>, is the best there is. Now look what the others would have brought.`;
  const others = better === 1 ? "One other choice is" : `${counted(better, "other choice")} are`;
  return `Your first answer was <b>${name}</b>. ${others} better, the best by <b>${loss.toFixed(2)}</b>. Can you find it?`;
}

/**
 * Draw the boxes, each with what it is worth before the first throw.
 * @param {import("../game/rules/scandinavian.js").Ruleset} ruleset @param {readonly number[]} means @param {number} chosen
 */
function drawChoices({categories}, means, chosen) {
  return categories.map(({title}, category) =>
    `<button type="button" class="box-choice" aria-pressed="${category === chosen}" data-press="box-${category}"><span>${title}</span> <b>${means[category].toFixed(2)}</b></button>`).join("");
}

/** The opening dice on a card, over the chances of what the best keep leads to. @param {Moment} moment @param {Table} table */
export function drawBoxCard(moment, {game: {lattice}, boxOf}) {
  const box = boxOf(moment.category);
  const {chances} = outlook(lattice, box, bestHand(lattice, box, moment));
  const most = Math.max(...chances);
  const step = 100 / chances.length;
  const bars = Array.from(chances, (one, index) => `<rect x="${percent(index * step + step / 5)}" y="${percent(100 - (TALL * one) / most)}" width="${percent((3 * step) / 5)}" height="${percent((TALL * one) / most)}" fill="var(--blue)"/>`);
  return plainCard([
    plainDice(moment.dice, 14, 62),
    plainWords("Which dice stay?", 132, 27),
    plainField(140, 224, `${bars.join("")}<line x2="100%" y1="100%" y2="100%" stroke="var(--ink)" stroke-width="3"/>`),
  ]);
}
