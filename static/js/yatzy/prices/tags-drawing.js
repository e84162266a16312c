/** Price tags as markup, region by region. */

import {countUpper} from "../game/rules/scandinavian.js";
import {dieButton} from "../parts/dice.js";
import {drawGuess, drawVerdict} from "../parts/guess.js";
import {totalsOf} from "../parts/card.js";
import {dearest, EMPTY, isFilled, isWaiting, ladderOf, lookedAt, tagsOf} from "./tags.js";
import {isSameCard} from "../parts/card.js";
import {questionOf} from "./tags-guess.js";

/** @import {Known, Place, Tag} from "./tags.js" */

const WAITING = "The prices of this card are on their way.";

/** @param {Place} _place @param {Known} known */
export const frameOf = (_place, known) => `<div class="price-tags to-guess">
<div class="tags-hand">${drawGuess(questionOf(known))}${drawVerdict()}
<div class="tags-roll unfolds"><div class="tags-dice" role="group" aria-label="The roll on the table" data-region="dice"></div><button type="button" class="button with-script" data-press="throw">Throw</button></div>
<p class="tags-rule unfolds" data-region="rule"></p><div class="tags-box unfolds" data-region="box"></div></div>
<div class="tags-card"><p class="tags-key unfolds"><span class="with-script">Press a box for its prices, and to write in it.</span> <span>Under a box: the points of the roll, and <b>points minus price</b>. On the tag: the price; in the upper half, for as many of the face as lie there.</span></p><div class="tags-boxes" role="group" aria-label="The card, with a price on every open box" data-region="boxes"></div>
<div class="tags-foot with-script unfolds" data-region="foot"></div></div></div>`;

/** A number with its sign. @param {number} points */
const signed = (points) => `${points < -0.05 ? "−" : points > 0.05 ? "+" : ""}${Math.abs(points).toFixed(1)}`;

/** A price; below nothing the box brings more than its points. @param {number} price */
const priceText = (price) => price.toFixed(1).replace("-", "−");

/** @param {Place} place */
export function drawDice({dice}) {
  return dice.map((face, die) => dieButton({face, press: `die-${die}`, label: `die showing ${face}; press to turn`})).join("");
}

/** The card: a box a button, with what the roll brings, its price and the difference. @param {Place} place @param {Known} known */
export function drawBoxes(place, known) {
  const tags = new Map(tagsOf(place, known).map((tag) => [tag.box, tag]));
  const best = dearest([...tags.values()])?.box;
  const boxes = known.game.ruleset.categories.map(({title}, box) => drawBox(title + countOf(place, known, box), box, tags.get(box), box === best, box === place.box));
  const n_upper = countUpper(known.game.ruleset);
  return `<ul>${boxes.slice(0, n_upper).join("")}</ul><ul>${boxes.slice(n_upper).join("")}</ul>`;
}

/** How many dice an upper box counts, as a tag of it is for so many. @param {Place} place @param {Known} known @param {number} box */
function countOf({card, dice}, {game}, box) {
  const {face} = game.ruleset.categories[box];
  return face === 0 || isFilled(card, box) ? "" : ` <small class="tells">× ${dice.filter((one) => one === face).length}</small>`;
}

/** @param {string} title @param {number} box @param {Tag | undefined} tag @param {boolean} is_best @param {boolean} is_looked_at */
function drawBox(title, box, tag, is_best, is_looked_at) {
  const names = ["tags-row", tag === undefined ? "filled" : "", is_best ? "best" : ""].filter(Boolean).join(" ");
  return `<li><button type="button" class="${names}" data-press="box-${box}" aria-pressed="${is_looked_at}"><span class="tags-title">${title}</span>${tag === undefined ? `<span class="tags-sum">filled</span>` : drawTag(tag, is_best)}</button></li>`;
}

/** @param {Tag} tag @param {boolean} is_best */
function drawTag({points, price}, is_best) {
  if (price === null) return `<span class="tags-price tells">…</span>`;
  return `<span class="tags-price tells"><span class="visually-hidden">price </span>${priceText(price)}</span><span class="tags-sum tells">${points} <span class="visually-hidden">points, difference</span> <b>${signed(points - price)}</b>${is_best ? `<span class="visually-hidden">, the largest</span>` : ""}</span>`;
}

/** The rule, in the numbers of this roll. @param {Place} place @param {Known} known */
export function drawRule(place, known) {
  const best = dearest(tagsOf(place, known));
  if (best === null) return WAITING;
  const {title} = known.game.ruleset.categories[best.box];
  const price = best.price < 0 ? `(${priceText(best.price)})` : priceText(best.price);
  return `Points minus price, and the largest is <b>${title}</b>: ${best.points} − ${price} = <b>${signed(best.difference)}</b>.`;
}

/** The box that is looked at: its prices, and the pencil. @param {Place} place @param {Known} known */
export function drawLook(place, known) {
  const {card, dice} = place;
  const box = lookedAt(place, known);
  if (box < 0) return "";
  const {title, face, points} = known.game.ruleset.categories[box];
  const filled = isFilled(card, box);
  const brings = points([...dice].sort((a, b) => a - b));
  const pencil = `<button type="button" class="button with-script" data-press="write">${filled ? "Open it again" : `Write ${brings} here`}</button>`;
  if (filled) return `<p><b>${title}</b> is filled.</p>${pencil}`;
  if (isWaiting(place, known)) return `<p><b>${title}</b></p>${pencil}`;
  const steps = ladderOf(place, box, known);
  const cells = (/** @type {(tag: Tag, price: number, count: number) => string} */ cell) =>
    steps.map((tag, count) => `<td${tag.points === brings ? ' class="now"' : ""}>${cell(tag, tag.price ?? 0, count)}</td>`).join("");
  const rows = [
    `<th scope="row">${face > 0 ? "written" : "points"}</th>${cells((tag, _, count) => (face > 0 ? `${count}×${face}` : String(tag.points)))}`,
    `<th scope="row">price</th>${cells((_, price) => priceText(price))}`,
    `<th scope="row">difference</th>${cells((tag, price) => signed(tag.points - price))}`,
  ];
  return `<table><caption><b>${title}</b>${face > 0 ? " has six prices" : " has one price, whatever is written"}</caption><tbody>${rows.map((row) => `<tr>${row}</tr>`).join("")}</tbody></table>${pencil}`;
}

/** The upper total, and the way back to the empty card. @param {Place} place @param {Known} known */
export function drawFoot({card}, {game}) {
  const totals = totalsOf(game, card.filled);
  const at = totals.indexOf(card.upper_total);
  const field = totals.length < 2 ? `<span class="tags-total">Fill an upper box, and its points can be moved here</span>`
    : `<label class="turn-total tags-total"><span>Points in the upper half</span> <input type="range" min="0" max="${totals.length - 1}" value="${at}" data-entry="total"> <output>${card.upper_total}</output></label>`;
  return `${field}<button type="button" class="button" data-press="empty"${isSameCard(card, EMPTY) ? ' aria-disabled="true"' : ""}>Empty card</button>`;
}

/** What is on the table and what follows, in words. @param {Place} place @param {Known} known */
export const wordsOfTags = (place, known) => `${place.dice.join(" ")}. ${drawRule(place, known)}`;
