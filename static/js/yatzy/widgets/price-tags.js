/** Price tags: on every open box hangs what closing it takes from everything still to come. The rule is to take the largest difference. */
import {drawGuess, drawVerdict, SHOWN, showVerdict} from "../parts/guess.js";
import {cardOf, isSameCard, switchFilled, totalsOf, withTotal} from "../parts/card.js";
import {layOutGame} from "../game/tables.js";
import {byDigits, dressed, every, makeFigure, partsOf} from "site_builder/kit";
import {recordsOf} from "../parts/records.js";
import {countUpper, scandinavian} from "../game/rules/scandinavian.js";
import {dieButton, throwDice, tumble} from "../parts/dice.js";
import {valuesFor} from "../parts/fetched-values.js";

/**
 * @import {DataSet} from "../../engine/widget" @import {Card} from "../parts/card.js" @import {ValueOf} from "../parts/fetched-values.js"
 * @import {Alive, Figure} from "site_builder/kit"
 */

// Price tags: what closing each box takes from everything still to come, on any card, and a roll to spend. A place is
// a frozen value; what the reader does leads to the next one. No DOM.

/**
 * @typedef {object} Place
 * @property {Card} card
 * @property {readonly number[]} dice As they lie.
 * @property {number} box The box that is looked at; -1 for the one that the rule takes.
 * @property {string | null} guess Name of the box that the reader takes for the dearest; `SHOWN` for who did not want to guess, "" behind a link, null before.
 *
 * @typedef {object} Known
 * @property {import("../game/tables.js").Game} game
 * @property {ReadonlyMap<string, number>} first Prices on the empty card, by box and points.
 * @property {ValueOf | null} all Values of all cards; null until they are fetched.
 *
 * @typedef {object} Tag What a roll and a box are to each other.
 * @property {number} box
 * @property {number} points
 * @property {number | null} price Null while the values are on their way.
 */

/** Nothing is filled. */
export const EMPTY = {filled: 0, upper_total: 0};
/** The throw of the title page. */
const OPENING = [1, 1, 3, 3, 3];

/** @param {Record<string, DataSet>} data @returns {Known} */
export function readPrices({prices}) {
  const first = new Map(recordsOf(prices).map(({box, points, price}) => [`${box} ${points}`, price]));
  return {game: layOutGame(scandinavian), first, all: null};
}

/** @returns {Place} */
export const openTags = () => ({card: EMPTY, dice: OPENING, box: -1, guess: null});

/** Whether a reader has answered, and pressed nothing since: the tags are enough. @param {Place} place */
const isFresh = ({card, dice, box, guess}) => Boolean(guess) && box < 0 && isSameCard(card, EMPTY) && dice.every((face, die) => face === OPENING[die]);

/** Whether the prices of a card are not here yet. @param {Place} place @param {Known} known */
export const isWaiting = ({card}, {all}) => all === null && !isSameCard(card, EMPTY);

/** Whether a box is filled. @param {Card} card @param {number} box */
const isFilled = ({filled}, box) => Boolean(filled & (1 << box));

/** The price of writing points into a box of a card; null while it is on its way. @param {Known} known @param {Card} card @param {number} box @param {number} points */
export function priceOf({game, first, all}, card, box, points) {
  const {name, face} = game.ruleset.categories[box];
  if (isSameCard(card, EMPTY)) return /** @type {number} */ (first.get(`${name} ${face > 0 ? points : 0}`));
  if (all === null) return null;
  const filled = card.filled | (1 << box);
  const upper_total = Math.min(card.upper_total + (face > 0 ? points : 0), game.ruleset.threshold);
  return all(card.filled, card.upper_total) - all(filled, upper_total);
}

/** The tags of the open boxes for the roll on the table, in scorecard order. @param {Place} place @param {Known} known @returns {Tag[]} */
export function tagsOf({card, dice}, known) {
  const roll = [...dice].sort((a, b) => a - b);
  return known.game.ruleset.categories.flatMap((category, box) => {
    if (isFilled(card, box)) return [];
    const points = category.points(roll);
    return [{box, points, price: priceOf(known, card, box, points)}];
  });
}

/** The box where points minus price is greatest; null while prices are on their way. @param {readonly Tag[]} tags */
export function dearest(tags) {
  /** @type {{box: number, points: number, price: number, difference: number} | null} */
  let best = null;
  for (const {box, points, price} of tags) {
    if (price === null) return null;
    if (best === null || points - price > best.difference) best = {box, points, price, difference: points - price};
  }
  return best;
}

/** The box that is looked at; -1 while it is not known which one the rule takes. @param {Place} place @param {Known} known */
const lookedAt = (place, known) => (place.box < 0 ? (dearest(tagsOf(place, known))?.box ?? -1) : place.box);

/** The six prices of an upper box, or the one of a lower box. @param {Place} place @param {number} box @param {Known} known @returns {Tag[]} */
export function ladderOf({card, dice}, box, known) {
  const {face, points} = known.game.ruleset.categories[box];
  const all = face > 0 ? Array.from({length: known.game.ruleset.n_dice + 1}, (_, count) => count * face) : [points([...dice].sort((a, b) => a - b))];
  return all.map((written) => ({box, points: written, price: priceOf(known, card, box, written)}));
}

/** Write the roll into a box, or open it again. The last box stays open. @param {Place} place @param {number} box @param {Known} known @returns {Place | null} */
function written(place, box, {game}) {
  if (box < 0) return null;
  const {card, dice} = place;
  const {face, points} = game.ruleset.categories[box];
  const next = switchFilled(game, card, box);
  if (isFilled(card, box) || next === card || face === 0) return {...place, card: next};
  return {...place, card: withTotal(game, next, card.upper_total + points([...dice].sort((a, b) => a - b)))};
}

/**
 * Where a press leads: "box-3", "write", "die-0", "empty", "total=5" (the place of an upper total), "guess-chance", "skip".
 * @param {string} key @param {Place} place @param {Known} known @returns {Place | null}
 */
export function pressTags(key, place, known) {
  const {game} = known;
  if (key === "skip") return {...place, guess: SHOWN};
  if (key.startsWith("guess-")) return {...place, guess: key.slice(6)};
  if (key === "write") return written(place, lookedAt(place, known), known);
  if (key === "empty") return {...place, card: EMPTY};
  const [part, number] = partsOf(key);
  if (part === "box" && place.guess === null) return guessed(place, game.ruleset.categories[number]);
  if (part === "box") return {...place, box: place.box === number ? -1 : number};
  if (part === "die") return {...place, dice: turned(place.dice, number, (face) => (face % 6) + 1)};
  if (part === "total") return {...place, card: withTotal(game, place.card, totalsOf(game, place.card.filled)[number])};
  return null;
}

/** A box of the card is an answer, too, if it is of the half that is asked about. @param {Place} place @param {{name: string, face: number}} category */
const guessed = (place, {name, face}) => (face > 0 ? null : {...place, guess: name});

/** @param {readonly number[]} dice @param {number} die @param {(face: number) => number} face */
const turned = (dice, die, face) => dice.map((old, at) => (at === die ? face(old) : old));

/** Write a place for a link: filled boxes, upper total, dice, and the box that is looked at. @param {Place} place */
export const textOfPlace = ({card, dice, box}) => [card.filled, card.upper_total, dice.join(""), ...(box < 0 ? [] : [box])].join(".");

/** Read a place from a link: whoever has it wants no question. @param {string} text @param {Known} known @param {Place} from @returns {Place | null} */
export function placeOfText(text, {game}, from) {
  const match = /^(\d{1,5})\.(\d{1,2})\.([1-6]{5})(?:\.(\d{1,2}))?$/.exec(text);
  const card = match && cardOf(game, Number(match[1]), Number(match[2]));
  const box = match?.[4] === undefined ? -1 : Number(match[4]);
  if (!match || !card || box >= game.ruleset.categories.length) return null;
  return {card, dice: [...match[3]].map(Number), box, guess: from.guess ?? ""};
}

// A guess before the tags are turned over: which box of the lower half has the highest price on an empty card?

const ASKED = ["yatzy", "full_house", "two_pairs", "chance"];
/** Points of the best answer; each point of price below it costs one. */
const BEST = 10;

/** @param {Known} known @returns {import("../parts/guess.js").Question} */
export function questionOf({game}) {
  const titles = new Map(game.ruleset.categories.map(({name, title}) => [name, title]));
  return {
    question: "The card is empty. Which of these boxes has the highest price?",
    answers: ASKED.map((name) => ({key: name, words: titles.get(name) ?? ""})),
  };
}

/** The price of a box of the lower half on an empty card. @param {Known} known @param {string} name */
function priceNamed(known, name) {
  const box = known.game.ruleset.categories.findIndex((one) => one.name === name);
  return {title: known.game.ruleset.categories[box].title, price: /** @type {number} */ (priceOf(known, EMPTY, box, 0))};
}

/** @param {Known} known */
const dearestAsked = (known) => ASKED.map((name) => priceNamed(known, name)).reduce((best, one) => (one.price > best.price ? one : best));

/** Points of a guess. @param {Known} known @param {string} guess */
export const pointsOfGuess = (known, guess) => Math.max(0, Math.round(BEST - (dearestAsked(known).price - priceNamed(known, guess).price)));

/** Answer a guess. @param {Known} known @param {string} guess */
export function verdictOf(known, guess) {
  const best = dearestAsked(known);
  const answer = `${best.title} costs <b>${best.price.toFixed(1)}</b>`;
  if (guess === SHOWN) return `${answer}, the most in the lower half.`;
  const own = priceNamed(known, guess);
  return own.title === best.title ? `Yes: ${answer}, the most in the lower half.` : `${own.title} costs ${own.price.toFixed(1)}; ${answer}.`;
}

// Price tags as markup, region by region.

const WAITING = "The prices of this card are on their way.";
const INVITATION = "Throw the dice or press a box, and points minus price are worked out.";

/** @param {Place} _place @param {Known} known */
export const frameOf = (_place, known) => `<div class="price-tags to-guess">
<div class="tags-hand grid-layout">${drawGuess(questionOf(known))}${drawVerdict()}
<div class="tags-roll centred wraps unfolds"><div class="tags-dice" role="group" aria-label="The roll on the table" data-region="dice"></div><button type="button" class="button with-script" data-press="throw">Throw</button></div>
<p class="tags-rule unfolds" data-region="rule"></p><div class="tags-box stack unfolds" data-region="box"></div></div>
<div class="tags-card"><p class="tags-key unfolds"><span class="with-script">Press a box for its prices, and to write in it.</span> <span>Under a box: the points of the roll, and <b>points minus price</b>. On the tag: the price; in the upper half, for as many of the face as lie there.</span></p><div class="tags-boxes grid-layout" role="group" aria-label="The card, with a price on every open box" data-region="boxes"></div>
<div class="tags-foot centred wraps with-script unfolds" data-region="foot"></div></div></div>`;

/** A number with its sign. @param {number} points */
const signed = (points) => `${points < -0.05 ? "−" : points > 0.05 ? "+" : ""}${Math.abs(points).toFixed(1)}`;

/** A price; below nothing the box brings more than its points. @param {number} price */
const priceText = (price) => price.toFixed(1).replace("-", "−");

/** @param {Place} place */
function drawDice({dice}) {
  return dice.map((face, die) => dieButton({face, press: `die-${die}`, label: `die showing ${face}; press to turn`})).join("");
}

/** The card: a box a button, with what the roll brings, its price and the difference. @param {Place} place @param {Known} known */
export function drawBoxes(place, known) {
  const tags = new Map(tagsOf(place, known).map((tag) => [tag.box, tag]));
  const best = dearest([...tags.values()])?.box;
  const boxes = known.game.ruleset.categories.map(({title}, box) => drawBox(title + countOf(place, known, box), box, tags.get(box), box === best, box === place.box));
  const n_upper = countUpper(known.game.ruleset);
  return `<ul class="rows">${boxes.slice(0, n_upper).join("")}</ul><ul class="rows">${boxes.slice(n_upper).join("")}</ul>`;
}

/** How many dice an upper box counts, as a tag of it is for so many. @param {Place} place @param {Known} known @param {number} box */
function countOf({card, dice}, {game}, box) {
  const {face} = game.ruleset.categories[box];
  return face === 0 || isFilled(card, box) ? "" : ` <small class="tells">× ${dice.filter((one) => one === face).length}</small>`;
}

/** @param {string} title @param {number} box @param {Tag | undefined} tag @param {boolean} is_best @param {boolean} is_looked_at */
function drawBox(title, box, tag, is_best, is_looked_at) {
  const names = ["tags-row", tag === undefined ? "filled" : "", is_best ? "best" : ""].filter(Boolean).join(" ");
  return `<li><button type="button" class="${names}" data-press="box-${box}" aria-pressed="${is_looked_at}"><span class="tags-title">${title}</span>${tag === undefined ? `<span class="tags-sum quiet">filled</span>` : drawTag(tag, is_best)}</button></li>`;
}

/** @param {Tag} tag @param {boolean} is_best */
function drawTag({points, price}, is_best) {
  if (price === null) return `<span class="tags-price strong tells">…</span>`;
  return `<span class="tags-price strong tells"><span class="visually-hidden">price </span>${priceText(price)}</span><span class="tags-sum quiet tells">${points} <span class="visually-hidden">points, difference</span> <b>${signed(points - price)}</b>${is_best ? `<span class="visually-hidden">, the largest</span>` : ""}</span>`;
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
function drawFoot({card}, {game}) {
  const totals = totalsOf(game, card.filled);
  const at = totals.indexOf(card.upper_total);
  const field = totals.length < 2 ? `<span class="tags-total soft">Fill an upper box, and its points can be moved here</span>`
    : `<label class="turn-total beside tags-total soft"><span>Points in the upper half</span> <input type="range" min="0" max="${totals.length - 1}" value="${at}" data-entry="total"> <output>${card.upper_total}</output></label>`;
  return `${field}<button type="button" class="button" data-press="empty"${isSameCard(card, EMPTY) ? ' aria-disabled="true"' : ""}>Empty card</button>`;
}

/** What is on the table and what follows, in words. @param {Place} place @param {Known} known */
const wordsOfTags = (place, known) => `${place.dice.join(" ")}. ${drawRule(place, known)}`;

/** Fetch the values of all cards once a card needs them, and let the dice be thrown. @param {Alive<Place, Known>} alive */
function live(alive) {
  const {context, element, known} = alive;
  const load = valuesFor(context, known.game, (valueOf) => {
    known.all = valueOf;
    alive.draw();
  }, () => alive.go({...alive.place, card: EMPTY}));
  const tell = () => {
    if (isWaiting(alive.place, known)) load();
  };
  tell();
  return {
    tell,
    /** "throw"; all other presses lead where they lead. @param {string} key */
    press(key) {
      if (key !== "throw") return false;
      alive.go({...alive.place, dice: throwDice(known.game.ruleset.n_dice)}, true);
      if (!context.reducedMotion) tumble(every(element, ".tags-dice .die"));
    },
  };
}

/** @type {Figure<Place, Known>} */
const tags = {
  know: readPrices,
  opening: openTags,
  read: placeOfText,
  write: textOfPlace,
  frame: frameOf,
  draw: (place, known) => ({
    verdict: place.guess ? verdictOf(known, place.guess) : "",
    dice: drawDice(place),
    rule: isFresh(place) ? INVITATION : drawRule(place, known),
    box: drawLook(place, known),
    boxes: drawBoxes(place, known),
    foot: drawFoot(place, known),
  }),
  words: wordsOfTags,
  press: pressTags,
  pressed(key, {announce, context, element, known, place}, before) {
    if (before.guess === null && place.guess) {
      if (key !== "skip") context.record("dearest", pointsOfGuess(known, place.guess));
      announce(verdictOf(known, place.guess));
      showVerdict(element);
    } else announce();
  },
  hands: [
    byDigits(".tags-dice", 6, (place, at, face) => ({...place, dice: turned(place.dice, at, face)})),
    dressed(".price-tags", (place) => `price-tags${place.guess === null ? " to-guess" : isFresh(place) ? " fresh" : ""}`),
  ],
  wake: live,
};

export const {view, mount} = makeFigure(tags);
