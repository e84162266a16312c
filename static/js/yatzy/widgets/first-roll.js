/** The first roll: what perfect play does with each of them, and how little some of it matters. */
import {countOrders} from "../game/turn.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {countsOf, layOutRolls, ROWS} from "../parts/roll-map.js";
import {gamesToSee} from "../perfect/score-curve.js";
import {drawGuess, drawVerdict, SHOWN, showVerdict} from "../parts/guess.js";
import {diceImage, dieImage} from "../parts/dice.js";
import {lossPhrase, lossText} from "../words/text.js";
import {optionMarkup, optionText} from "../parts/ranked.js";
import {dressed, find, makeFigure, overGrid} from "site_builder/kit";

/** @import {RollMap} from "../parts/roll-map.js" */

// The first roll of a game: all rolls by pattern, what perfect play does with each, and how close the runner-up is.

/**
 * @typedef {object} Rows
 * @property {string[]} dice
 * @property {string[]} option The dice kept, or the category scored.
 * @property {string[]} second_option
 * @property {number[]} value
 * @property {number[]} gap
 *
 * @typedef {object} Options All that the roll offers that is asked about.
 * @property {string[]} dice
 * @property {string[]} option As in `Rows`.
 * @property {number[]} value
 * @property {number[]} loss
 *
 * @typedef {{opening_rolls: Rows, first_roll_options: Options}} Data
 * @typedef {"gap" | "kept"} Ink What the colour of a roll says.
 * @typedef {{roll: number, ink: Ink, found: readonly number[]}} Place `found`: places of the close calls, from 0.
 */

/** Losses of the runner-up at which the colour grows paler. */
const GAPS = [0.1, 0.25, 0.5, 1, 2, 5];
const THROWS = 7776;
const CALLS = 5;
/** What the reader may answer, and points of a guess that every point given away costs. */
export const ANSWERS = ["full_house", "111", "66", ""];
const PRICE = 2;

/** Lay out the rolls by pattern, as in the figure of all rolls. @param {Rows} rows */
export function layOut(rows) {
  const pattern = rows.dice.map((dice) => countsOf(dice).filter((count) => count > 0).sort((a, b) => b - a).join("-"));
  return layOutRolls({roll: rows.dice, pattern, orders: rows.dice.map(ordersOf), distinct_keeps: []});
}

/** Count the throws that are one roll. @param {string} dice Ascending. */
export const ordersOf = (dice) => countOrders([...dice].map(Number));

/** Tell whether an option scores: it is a category then, not dice. @param {string} option */
const scores = (option) => !/^[1-6]*$/.test(option);

/**
 * Colour of a roll, 0 to 6: the closer the call, or the more dice are kept, the stronger.
 * @param {Rows} rows @param {number} roll @param {Ink} ink
 */
export function stepOf(rows, roll, ink) {
  if (ink === "gap") return 6 - GAPS.filter((gap) => rows.gap[roll] >= gap).length;
  return scores(rows.option[roll]) ? 6 : rows.option[roll].length;
}

/** Name the question that a roll poses: its best options, both. @param {Rows} rows @param {number} roll */
const optionsOf = (rows, roll) => `${rows.option[roll]},${rows.second_option[roll]}`;

/**
 * Find the closest calls; rolls that pose the same question are one.
 * @param {Rows} rows
 * @returns {{roll: number, rolls: number[]}[]} The closest first.
 */
export function closestCalls(rows) {
  const order = rows.gap.map((_, roll) => roll).sort((a, b) => rows.gap[a] - rows.gap[b] || a - b);
  /** @type {Map<string, {roll: number, rolls: number[]}>} */
  const calls = new Map();
  for (const roll of order) {
    const question = optionsOf(rows, roll);
    const call = calls.get(question);
    if (call) call.rolls.push(roll);
    else if (calls.size < CALLS) calls.set(question, {roll, rolls: [roll]});
  }
  return [...calls.values()];
}

/** Note a close call that the reader has come to. @param {Rows} rows @param {Place} place @returns {Place} */
export function noteFound(rows, place) {
  const at = closestCalls(rows).findIndex(({rolls}) => rolls.includes(place.roll));
  return at === -1 || place.found.includes(at) ? place : {...place, found: [...place.found, at]};
}

/** An option of a roll, as the ranking of options draws it. @param {Rows} rows @param {number} roll @param {boolean} second */
function optionOf(rows, roll, second) {
  return optionNamed(rows.dice[roll], (second ? rows.second_option : rows.option)[roll]);
}

/** @param {string} roll Its dice. @param {string} name The dice kept, or the category scored. */
function optionNamed(roll, name) {
  const category = scandinavian.categories.find((one) => one.name === name);
  const dice = (category === undefined ? name : roll).split("").map(Number);
  if (category === undefined) return {action: /** @type {const} */ ("keep"), dice, title: "", points: 0};
  return {action: /** @type {const} */ ("score"), dice, title: category.title, points: category.points(dice)};
}

/** What an answer gives away. @param {Options} options @param {string} name */
export const lossOf = ({option, loss}, name) => loss[option.indexOf(name)];

/** Points of an answer, nothing to ten. @param {number} loss */
export const pointsOfLoss = (loss) => Math.max(0, 10 - Math.round(PRICE * loss));

/** @param {Rows} rows @param {number} roll */
function wordsOfChance(rows, roll) {
  return `This roll opens one game in <b>${gamesToSee(ordersOf(rows.dice[roll]) / THROWS)}</b>.`;
}

/** What a game brings on average: that of all first rolls. @param {Rows} rows */
const averageOf = (rows) => rows.dice.reduce((sum, dice, roll) => sum + (ordersOf(dice) / THROWS) * rows.value[roll], 0);

/**
 * Points less price after an option of a roll: of what is scored, or on average of what comes of the dice that are kept.
 * @param {Rows} rows @param {number} roll @param {boolean} second
 */
export const differenceOf = (rows, roll, second) => rows.value[roll] - (second ? rows.gap[roll] : 0) - averageOf(rows);

/** Read a place from a link: "11256", or "11256.kept"; the dice may stand in any order. @param {string | null} text @param {Rows} rows @returns {Place | null} */
export function placeOfText(text, rows) {
  const [dice, ink = "gap"] = (text ?? "").split(".");
  const roll = rows.dice.indexOf([...dice].sort().join(""));
  return roll >= 0 && (ink === "gap" || ink === "kept") ? {roll, ink, found: []} : null;
}

/** @param {Rows} rows @param {Place} place */
export const textOfPlace = (rows, {roll, ink}) => ink === "gap" ? rows.dice[roll] : `${rows.dice[roll]}.${ink}`;

// The first rolls, drawn: a cell a roll, the dice of one of them, its two best options, and the close calls found.

const BLOCKS = [0, 1];
const INKS = [{ink: "gap", title: "How close the runner-up is"}, {ink: "kept", title: "How many dice are kept"}];

/** What a block of the map holds in every ink: patterns, and empty groups for its cells and the mark. @param {RollMap} map @param {number} block */
function drawBlock(map, block) {
  const columns = map.columns / BLOCKS.length;
  const patterns = map.patterns.filter(({column}) => Math.floor(column / columns) === block);
  const labels = patterns.map(({key}) => `<span data-pattern="${key}">${key.replaceAll("-", "+")}</span>`);
  const groups = patterns.map(({column, columns: width}) => `<rect class="first-group" x="${column - block * columns + 0.06}" y=".02" width="${width - 0.12}" height="${ROWS - 0.04}" rx=".12"/>`);
  return `<div class="rolls-block"><p class="rolls-labels grid-layout soft" aria-hidden="true">${labels.join("")}</p>
<svg viewBox="0 0 ${columns} ${ROWS}" aria-hidden="true"><rect class="first-area" width="${columns}" height="${ROWS}"/>${groups.join("")}<g data-region="cells-${block}"></g><g data-region="mark-${block}"></g></svg></div>`;
}

/** @param {Rows} rows @param {RollMap} map @param {Place} place @param {number} block */
function drawCells(rows, map, {ink}, block) {
  const columns = map.columns / BLOCKS.length;
  return Array.from({length: ROWS * columns}, (_, at) => {
    const [x, y] = [at % columns, Math.floor(at / columns)];
    const roll = map.indexAt({column: x + block * columns, row: y});
    return `<rect class="first-${stepOf(rows, roll, ink)}" x="${x + 0.15}" y="${y + 0.13}" width=".7" height=".74" rx=".1"/>`;
  }).join("");
}

/** @param {Rows} rows @param {RollMap} map @param {Place} place @param {number} block */
function drawMark(rows, map, {roll}, block) {
  const columns = map.columns / BLOCKS.length;
  const {column, row} = map.cellOf(rows.dice[roll]);
  if (Math.floor(column / columns) !== block) return "";
  return `<rect class="reticle-ring" x="${column - block * columns + 0.02}" y="${row + 0.02}" width=".96" height=".96" rx=".15"/>`;
}

/** @param {Place} place */
function drawInks({ink}) {
  return INKS.map((one) => `<button type="button" class="button first-ink" aria-pressed="${one.ink === ink}" data-press="ink-${one.ink}">${one.title}</button>`).join("");
}

/** @param {Place} place */
function drawKey({ink}) {
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
  const best = `<p class="first-option centred grid-layout"><span><b>${optionMarkup(optionOf(rows, roll, false), n_dice)}</b></span><b>${rows.value[roll].toFixed(2)}</b><span class="first-best strong">best</span></p>`;
  const loss = `<span class="first-loss grid-layout"><span class="loss-bar" aria-hidden="true"><svg><rect x="${Math.min(100, 20 * gap).toFixed(1)}%" y="-10%" width="100%" height="120%"/></svg></span><span aria-hidden="true">${lossText(gap)}</span><span class="visually-hidden">${lossPhrase(gap)}</span></span>`;
  const second = `<p class="first-option centred grid-layout"><span>${optionMarkup(optionOf(rows, roll, true), n_dice)}</span><span>${(rows.value[roll] - rows.gap[roll]).toFixed(2)}</span>${loss}</p>`;
  return `${best}${second}<p class="first-price soft">Points minus price: ${priceOf(rows, roll, false)}; with the next best ${priceOf(rows, roll, true)}.</p><p class="first-chance soft">${wordsOfChance(rows, roll)}</p>`;
}

/** Points less price of an option: a subtraction where the roll is scored, else an average. @param {Rows} rows @param {number} roll @param {boolean} second */
function priceOf(rows, roll, second) {
  const {action, points} = optionOf(rows, roll, second);
  const difference = differenceOf(rows, roll, second);
  const text = `<b>${difference < 0 ? "−" : "+"}${Math.abs(difference).toFixed(2)}</b>`;
  return action === "score" ? `${points} − ${(points - difference).toFixed(2)} = ${text}` : `${text} on average`;
}

/** The close calls: those found, and places for the rest. @param {Rows} rows @param {Place} place */
function drawCalls(rows, {found}) {
  const calls = closestCalls(rows).map(({roll}, at) => {
    if (!found.includes(at)) return `<li><button type="button" class="button first-call" data-press="call-${at}" aria-label="Show close call ${at + 1}">?</button></li>`;
    return `<li><button type="button" class="button first-call" data-press="call-${at}" aria-label="Close call ${at + 1}: ${rows.dice[roll].split("").join(" ")}">${diceImage(rows.dice[roll].split("").map(Number))}<span>${lossText(rows.gap[roll])}</span></button></li>`;
  });
  const words = found.length === calls.length ? "All five closest calls found" : `${found.length} of the ${calls.length} closest calls found. Look for the strongest colour, or press a mark to be shown`;
  return `<p>${words}:</p><ol class="rows">${calls.join("")}</ol>`;
}

/** @typedef {Data & {map: import("../parts/roll-map.js").RollMap}} Known */
/** `guess`: right after it was given. @typedef {Place & {asks: boolean, guess: string | null}} Asked */

/** Three ones and two sixes: a full house that is broken up. */
const OPENING = "11166";

/** Go elsewhere: whoever does has seen the answer. @param {Asked} place @param {Partial<Asked>} change @param {Known} known @returns {Asked} */
function moved(place, change, {opening_rolls: rows}) {
  return {...noteFound(rows, {...place, ...change}), asks: false, guess: null};
}

/** @type {import("site_builder/kit").Figure<Asked, Known>} */
const firstRoll = {
  know: (data) => ({...data, map: layOut(data.opening_rolls)}),
  opening: ({place = OPENING}, {opening_rolls: rows}) => ({.../** @type {Asked} */ (placeOfText(place, rows)), asks: true, guess: null}),
  read(text, {opening_rolls: rows}) {
    const place = placeOfText(text, rows);
    return place && {...place, asks: false, guess: null};
  },
  write: (place, {opening_rolls: rows}) => (place.asks ? "" : textOfPlace(rows, place)),
  frame: (_, {first_roll_options: options, map}) => `<div class="first to-guess">
${drawGuess(questionOf(options))}${drawVerdict()}
<p class="first-inks with-script" role="group" aria-label="What the colour says" data-region="inks"></p>
<div class="first-field grid-layout">${BLOCKS.map((block) => drawBlock(map, block)).join("")}</div>
<p class="first-key" aria-hidden="true" data-region="key"></p>
<div class="first-one centred wraps unfolds"><p class="first-dice" data-region="dice"></p>
<div class="first-options" data-region="options"></div></div>
<div class="first-calls with-script unfolds" data-region="calls"></div>
</div>`,
  draw: (place, {opening_rolls: rows, first_roll_options: options, map}) => ({
    ...Object.fromEntries(BLOCKS.map((block) => [`cells-${block}`, drawCells(rows, map, place, block)])),
    ...Object.fromEntries(BLOCKS.map((block) => [`mark-${block}`, drawMark(rows, map, place, block)])),
    inks: drawInks(place),
    key: drawKey(place),
    verdict: place.guess === null ? "" : verdictOf(options, place.guess),
    dice: drawDice(rows, place),
    options: drawOptions(rows, place),
    calls: drawCalls(rows, place),
  }),
  words: (place, {opening_rolls: rows}) => `${rows.dice[place.roll].split("").join(" ")}: ${drawOptions(rows, place)}`,
  /** "guess-66", "skip", "ink-kept" or "call-0". */
  press(key, place, known) {
    const [what, name] = key.split("-");
    if (what === "guess") return {...moved(place, {}, known), guess: name.replace("none", "")};
    if (what === "skip") return {...moved(place, {}, known), guess: SHOWN};
    if (what === "ink") return moved(place, {ink: name === "kept" ? "kept" : "gap"}, known);
    return moved(place, what === "call" ? {roll: closestCalls(known.opening_rolls)[Number(name)].roll} : {}, known);
  },
  pressed(key, {element, context, known: {first_roll_options: options}, place: {guess}, announce}) {
    if (key.startsWith("ink-")) return;
    if (guess !== null && guess !== SHOWN) context.record("house", pointsOfLoss(lossOf(options, guess)));
    announce(guess === null ? undefined : verdictOf(options, guess, optionText));
    if (guess !== null) showVerdict(element);
    else if (!key.startsWith("call-")) find(element, ".first-field").focus({preventScroll: true}); // The button that had the focus is gone.
  },
  hands: [
    dressed(".first", ({asks}) => (asks ? "first to-guess" : "first")),
    overGrid(".first-field", {
      label: "All first rolls by pattern. Arrow keys move the reticle.",
      areas: ".first-area",
      size: (_, {map}) => ({columns: map.columns, rows: ROWS, stride: 5}),
      read: ({roll}, {opening_rolls: rows, map}) => map.cellOf(rows.dice[roll]),
      moved: (place, cell, known) => moved(place, {roll: known.map.indexAt(cell)}, known),
      looked: (place, cell, known) => (place.asks ? null : moved(place, {roll: known.map.indexAt(cell)}, known)),
    }),
  ],
};

export const {view, mount} = makeFigure(firstRoll);
