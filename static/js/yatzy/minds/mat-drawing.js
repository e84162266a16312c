/** The mat as markup, region by region; all of it pure. */

import {lossPhrase} from "../words/points.js";
import {chosenOption, greedyOption} from "../parts/quiz.js";
import {drawGuess, drawVerdict} from "../parts/guess.js";
import {verdictPhrase, YOU} from "../parts/quiz-drawing.js";
import {optionMarkup, rankedOptions} from "../parts/ranked.js";
import {QUESTION} from "./mat-guess.js";
import {turnedBy} from "./mat.js";

/** @import {Mat, Place} from "./mat.js" */

const MAT = {name: "greedy", text: "mat"};

/** @param {number} change */
const signed = (change) => (change > 0 ? `+${change}` : String(change).replace("-", "−"));

/** Draw the whole figure with its regions. */
export const frameOf = () => `<div class="beer-mat to-guess"><div class="mat-print"><div class="mat-side"><div class="mat-pars" data-region="pars"></div><div class="mat-turning unfolds" data-region="turning"></div></div>
<div class="mat-rules"><p class="mat-note">What an open box <b>shows</b>: the points of the roll, less the box’s number; in the upper half also what the bonus gains or loses by the table.</p>
<p class="mat-head">With throws left: the first line that fits</p><ol class="mat-lines" data-region="lines"></ol>
<p class="mat-note"><b>With a box open</b>: the upper box of that face, or a kind, Full house or Yatzy; of one die or two a pair, too.</p>
<p class="mat-head">With no throw left: write the box that shows most</p></div><div class="mat-sheet" data-region="sheet"></div></div>
${drawGuess(QUESTION)}${drawVerdict()}
<div class="mat-play decisions unfolds"><div class="decisions-place" data-region="place"></div><div class="decisions-dice" data-region="dice"></div>
<div class="decisions-answer" data-region="answer"></div><div class="decisions-side"><div class="decisions-card" data-region="card"></div><div class="decisions-tally" data-region="tally"></div></div></div></div>`;

/** The pars, a button each. @param {Mat} mat @param {Place} place */
export function drawPars({boxes}, {box, change}) {
  const rows = boxes.map(({name, title, turned}) => {
    const own = name === box;
    const {par} = turned.find((one) => one.change === (own ? change : 0)) ?? turned[0];
    return `<li><button type="button" class="mat-par" data-press="par-${name}" aria-pressed="${own}"><span>${title}</span> <b>${par}</b></button></li>`;
  });
  return `<p class="mat-head">Par of each box</p><ul>${rows.join("")}</ul>`;
}

/** The lines for the dice; the one that decides the throw shown is marked once it is answered. @param {Mat} mat @param {Place} place */
export function drawLines({lines, deck: {examples}}, {index, answers}) {
  const {lesson} = examples[index];
  const decides = answers[index] === null ? "" : lesson;
  return lines.map((words, line) => {
    const names = [line === lines.length - 1 ? "else" : "", words === decides ? "decides" : ""].filter(Boolean).join(" ");
    return `<li${names && ` class="${names}"`}>${words.replace(" -", " −")}</li>`;
  }).join("");
}

/** The table of the bonus. @param {Mat} mat */
export function drawSheet(mat) {
  const {sheet} = mat;
  const [{cells}] = sheet;
  const heads = cells.map(({least, most}, column) => {
    if (column === 0) return `≤ ${signed(most)}`;
    if (column === cells.length - 1) return `≥ ${signed(least)}`;
    return least === most ? signed(least) : `${signed(least)} to ${signed(most)}`;
  });
  // With no upper box open the bonus is written, or lost.
  const {bonus} = mat.deck.ruleset;
  const settled = {open: 0, cells: cells.map(({least}) => ({worth: least < 0 ? 0 : bonus}))};
  const rows = [...[...sheet].reverse(), settled].map(({open, cells: worth}) => `<tr><th scope="row">${open}</th>${worth.map((cell) => `<td>${String(cell.worth).replace("-", "−")}</td>`).join("")}</tr>`);
  return `<table><caption><b>What the bonus is worth.</b> Down: how many upper boxes are open. Across: by how much the filled ones are above three of each face. ${exampleOf(mat)}</caption>
<thead><tr><td></td>${heads.map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

/** What the bonus is worth in a place of the table. @param {Mat} mat @param {number} open @param {number} above */
const worthAt = ({sheet}, open, above) => /** @type {{worth: number}} */ (sheet.find((row) => row.open === open)?.cells.find(({least, most}) => least <= above && above <= most)).worth;

/** The mat at work: three sixes on an empty card, which change nothing above three of each face. @param {Mat} mat */
function exampleOf(mat) {
  const box = mat.boxes.findIndex(({name}) => name === "sixes");
  const {face} = mat.deck.ruleset.categories[box];
  const n_upper = mat.sheet.length;
  const [points, par] = [3 * face, turnedBy(mat, {box: "sixes", change: 0}).par];
  const [before, after] = [worthAt(mat, n_upper, 0), worthAt(mat, n_upper - 1, 0)];
  return `Three sixes on an empty card: ${points} less ${par}, and the bonus goes from ${before} to ${after}; Sixes show ${signed(points - par + after - before)}.`;
}

/** One par turned, and what the mat then scores. @param {Mat} mat @param {Place} place */
export function drawTurning(mat, place) {
  const {par} = turnedBy(mat, place);
  const stops = mat.boxes.find(({name}) => name === place.box)?.turned ?? [];
  const title = mat.boxes.find(({name}) => name === place.box)?.title;
  const [first, last] = [stops[0].change, stops[stops.length - 1].change];
  const button = (/** @type {string} */ key, /** @type {string} */ words, /** @type {string} */ label, /** @type {boolean} */ off) =>
    `<button type="button" class="button" data-press="${key}" aria-label="${label}"${off ? " disabled" : ""}>${words}</button>`;
  return `<div class="mat-turn" role="group" aria-label="Par of ${title}">${button("down", "−", `Lower ${title}`, place.change === first)}<span><b>${title}</b> ${par}</span>${button("up", "+", `Raise ${title}`, place.change === last)}</div>
<p>${wordsOfTurning(mat, place)}</p>`;
}

/** @param {Mat} mat @param {Place} place */
export function wordsOfTurning(mat, place) {
  const {par, mean} = turnedBy(mat, place);
  const title = mat.boxes.find(({name}) => name === place.box)?.title;
  if (place.change === 0) return `As it is printed, with ${title} at ${par}, the mat scores <b>${mean.toFixed(2)}</b>.`;
  const more = mean - mat.mean;
  return `With ${title} at ${par} the mat scores <b>${mean.toFixed(2)}</b>: ${more < 0 ? `${(-more).toFixed(2)} less` : `${more.toFixed(2)} more`} than as it is printed.`;
}

/** What the choice and the mat's are worth; nothing before the choice. @param {Mat} mat @param {Place} place */
export function drawAnswer({deck, lines}, place) {
  const chosen = chosenOption(place, deck.examples);
  if (chosen === undefined) return "";
  const {n_dice} = deck.ruleset;
  const {options, lesson} = deck.examples[place.index];
  const mats = greedyOption(deck.examples[place.index]);
  const line = lesson === lines[lines.length - 1] ? "The last line" : `Line ${lines.indexOf(lesson) + 1}`;
  const said = chosen === mats
    ? `${line} of the mat says the same.`
    : `${line} of the mat says “${optionMarkup(mats, n_dice)}”, which ${mats.regret === 0 ? "is best" : lossPhrase(mats.regret)}.`;
  const marked = options.map((option) => ({...option, marks: [...(option === chosen ? [YOU] : []), ...(option === mats ? [MAT] : [])]}));
  return `<p class="verdict"><b>${verdictPhrase(chosen.regret)}</b> ${said} <button type="button" class="link" data-press="again">Choose again</button></p>
${rankedOptions({options: marked, n_dice, label: "Options, best first"})}
${place.index < deck.examples.length - 1 ? `<button type="button" class="button onward" data-press="next">Next throw</button>` : ""}`;
}
