/** The mat: what is worth carrying in a head. Guess what it scores, turn one of its numbers, play throws by it. */
import {groupsOf, readExamples, recordsOf} from "../parts/records.js";
import {chosenOption, drawCard, drawDice, drawPlace, drawTally, greedyOption, pressQuiz, startQuiz, verdictPhrase, YOU} from "../parts/quiz.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {drawGuess, drawVerdict, SHOWN, showVerdict} from "../parts/guess.js";
import {lossPhrase} from "../words/text.js";
import {optionMarkup, rankedOptions} from "../parts/ranked.js";
import {dressed, every, makeFigure} from "site_builder/kit";
import {liftDiceUnderHand} from "../parts/dice.js";
import {plainCard, plainChoices, plainWords} from "../parts/plain.js";

/**
 * @import {DataSet} from "../../engine/widget" @import {Deck, Quiz} from "../parts/quiz.js"
 * @import {Figure} from "site_builder/kit"
 */

// The mat: fifteen pars, lines for the dice, a table for the bonus; one par turned, and throws to play by it. A place
// is a frozen value; what the reader does leads to the next one. No DOM.

/**
 * @typedef {object} Turned What the mat scores with a par turned by so much.
 * @property {number} change
 * @property {number} par
 * @property {number} mean
 *
 * @typedef {object} Mat
 * @property {Deck} deck Throws to play; the other player in it is the mat.
 * @property {readonly {name: string, title: string, turned: readonly Turned[]}[]} boxes
 * @property {readonly string[]} lines
 * @property {readonly {open: number, cells: readonly {least: number, most: number, worth: number, is_read: boolean}[]}[]} sheet
 * @property {number} mean What the mat scores as it is printed.
 *
 * @typedef {object} Turning
 * @property {string} box The box whose par is turned, or can be.
 * @property {number} change
 * @property {string} [guess]
 *
 * @typedef {Quiz & Turning} Place
 */

/** The mat that is printed, by the number of its lines for the dice. */
const N_LINES = 7;
/** Said last on every mat. */
const LAST_LINE = "Else throw all dice.";
/** The box that is turned first: the one whose par differs most from what it can bring. */
const FIRST_BOX = "chance";

/** @param {Record<string, DataSet>} data @returns {Mat} */
export function readMat({minds_rules, minds_mat_pars, minds_sheet, minds_mat, minds_turned, minds_moments}) {
  const turned = recordsOf(minds_turned);
  const titles = new Map(scandinavian.categories.map(({name, title}) => [name, title]));
  return {
    deck: {ruleset: scandinavian, examples: readExamples({...minds_moments, greedy: minds_moments.by_mat}, scandinavian)},
    boxes: recordsOf(minds_mat_pars).map(({box}) => ({
      name: box,
      title: titles.get(box) ?? box,
      turned: turned.filter((row) => row.box === box).map(({change, par, mean}) => ({change, par, mean})),
    })),
    lines: [...recordsOf(minds_rules).filter(({mat}) => mat === `mat-${N_LINES}`).map(({words}) => words), LAST_LINE],
    sheet: groupsOf(minds_sheet, "open_boxes").map((cells) => ({
      open: cells[0].open_boxes,
      cells: cells.filter(({rules}) => rules === N_LINES).map(({least, most, worth, is_read}) => ({least, most, worth, is_read})),
    })),
    mean: recordsOf(minds_mat).find(({rules}) => rules === N_LINES)?.mean,
  };
}

/** Where the figure opens. @param {Mat} mat @returns {Place} */
export const openMat = ({deck}) => ({...startQuiz(deck.examples), box: FIRST_BOX, change: 0});

/** What is known of the par as it is turned. @param {Mat} mat @param {Turning} turning @returns {Turned} */
export function turnedBy({boxes}, {box, change}) {
  const found = boxes.find(({name}) => name === box)?.turned.find((one) => one.change === change);
  if (found === undefined) throw new Error(`the data set holds no ${box} turned by ${change}`);
  return found;
}

/** The next change in a direction, or the same at the end. @param {Mat} mat @param {Turning} turning @param {1 | -1} way */
function changeTo({boxes}, {box, change}, way) {
  const stops = boxes.find(({name}) => name === box)?.turned.map((one) => one.change) ?? [];
  return stops[stops.indexOf(change) + way] ?? change;
}

/** Write a place for a link: the throw, the box, and by how much it is turned. @param {Place} place */
export const textOfPlace = ({index, box, change}) => `${index + 1}.${box}.${change}`;

/** Read a place from a link; null for a text that names none. @param {string} text @param {Mat} mat @param {Place} from @returns {Place | null} */
export function placeOfText(text, mat, from) {
  const [number, box, change] = text.split(".");
  const index = Number(number) - 1;
  const known = mat.boxes.find(({name}) => name === box)?.turned.some((one) => one.change === Number(change));
  if (!known || mat.deck.examples[index] === undefined) return null;
  return {...from, index, picked: [], box, change: Number(change)};
}

/** Follow a press: "par-chance", "up", "down", "as-printed", or one of the quiz. @param {string} key @param {Place} place @param {Mat} mat @returns {Place | null} */
export function pressMat(key, place, mat) {
  if (key.startsWith("par-")) return {...place, box: key.slice(4), change: 0};
  if (key === "up") return {...place, change: changeTo(mat, place, 1)};
  if (key === "down") return {...place, change: changeTo(mat, place, -1)};
  if (key === "as-printed") return {...place, change: 0};
  return {...place, ...pressQuiz(place, key, mat.deck.examples)};
}

// A guess before the mat tells what it scores.

/** Scores to choose from, far enough apart. */
const CHOICES = [180, 205, 230, 245];
/** Points of the nearest, and of the one beside it. */
const [NEAREST, BESIDE] = [10, 4];

/** @type {import("../parts/guess.js").Question} */
export const QUESTION = {
  question: "Whoever follows this mat, and knows no chances, scores on average about…",
  answers: CHOICES.map((score) => ({key: String(score), words: String(score)})),
};

/** How many choices lie between a guess and the nearest one. @param {Mat} mat @param {string} guess */
function stepsOff({mean}, guess) {
  const nearest = CHOICES.reduce((best, score) => (Math.abs(score - mean) < Math.abs(best - mean) ? score : best));
  return Math.abs(CHOICES.indexOf(nearest) - CHOICES.indexOf(Number(guess)));
}

/** Points of a guess. @param {Mat} mat @param {string} guess */
export const pointsOfGuess = (mat, guess) => [NEAREST, BESIDE][stepsOff(mat, guess)] ?? 0;

/** Answer a guess. @param {Mat} mat @param {string} guess */
export function verdictOf(mat, guess) {
  const judged = stepsOff(mat, guess) === 0 ? "Yes" : Number(guess) > mat.mean ? "Less" : "More";
  return `${guess === SHOWN ? "It" : `${judged}: it`} scores <b>${mat.mean.toFixed(1)}</b> points, followed through the whole game.`;
}

// The mat as markup, region by region; all of it pure.

const MAT = {name: "greedy", text: "mat"};

/** @param {number} change */
const signed = (change) => (change > 0 ? `+${change}` : String(change).replace("-", "−"));

/** Draw the whole figure with its regions. */
const frameOf = () => `<div class="beer-mat to-guess">${drawGuess(QUESTION)}${drawVerdict()}
<div class="mat-print grid-layout"><p class="mat-title">The mat: Yatzy without counting chances</p><div class="mat-side"><div class="mat-pars" data-region="pars"></div><div class="mat-turning centred wraps unfolds" data-region="turning"></div></div>
<div class="mat-rules"><p class="mat-note soft">What an open box <b>shows</b>: its points for the roll, less its number; in the upper half also what the bonus gains or loses by the table. You write the box that shows most; of equals, the first on the card.</p>
<p class="mat-head">With throws left: the first line that fits</p><ol class="mat-lines" data-region="lines"></ol>
<p class="mat-note soft">Keep every die of a face, one of each in a straight; three equal are three or more. Keep none, and the line does not fit; keep all five, and you write. <b>With a box open</b>: the upper box of that face, Three or Four of a kind, Full house or Yatzy; in the lines that say a die or a pair also One pair or Two pairs.</p>
<p class="mat-head">With no throw left: write</p></div><div class="mat-sheet" data-region="sheet"></div></div>
<p class="mat-take with-script"><button type="button" class="button" data-press="take">Take the mat along (A5)</button></p>
<div class="mat-play grid-layout decisions unfolds"><div class="decisions-place centred soft apart" data-region="place"></div><div class="decisions-dice" data-region="dice"></div>
<div class="decisions-answer" data-region="answer"></div><div class="decisions-side"><div class="decisions-card" data-region="card"></div><div class="decisions-tally" data-region="tally"></div></div></div></div>`;

/** The pars, a button each. @param {Mat} mat @param {Place} place */
function drawPars({boxes}, {box, change}) {
  const rows = boxes.map(({name, title, turned}) => {
    const own = name === box;
    const {par} = turned.find((one) => one.change === (own ? change : 0)) ?? turned[0];
    return `<li><button type="button" class="mat-par centred apart whole-row" data-press="par-${name}" aria-pressed="${own}"><span>${title}</span> <b>${par}</b></button></li>`;
  });
  return `<p class="mat-head">Par of each box</p><ul class="rows">${rows.join("")}</ul>`;
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
  const heads = cells.map(({least}, column) => (column === 0 ? "less" : signed(least)));
  // With no upper box open the bonus is written, or lost.
  const {bonus, threshold} = mat.deck.ruleset;
  const settled = {open: 0, cells: cells.map(({least}) => ({worth: least < 0 ? 0 : bonus, is_read: true}))};
  const rows = [...[...sheet].reverse(), settled].map(({open, cells: worth}) => `<tr><th scope="row">${open}</th>${worth.map((cell) => `<td>${cell.is_read ? String(cell.worth).replace("-", "−") : ""}</td>`).join("")}</tr>`);
  return `<table><caption><b>What the bonus is worth.</b> Down: how many upper boxes are open. Across: by how much, at least, the filled ones are above three of each face. From ${threshold} upper points on it is ${bonus}. ${exampleOf(mat)}</caption>
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
function drawTurning(mat, place) {
  const {par} = turnedBy(mat, place);
  const stops = mat.boxes.find(({name}) => name === place.box)?.turned ?? [];
  const title = mat.boxes.find(({name}) => name === place.box)?.title;
  const [first, last] = [stops[0].change, stops[stops.length - 1].change];
  const button = (/** @type {string} */ key, /** @type {string} */ words, /** @type {string} */ label, /** @type {boolean} */ off) =>
    `<button type="button" class="button" data-press="${key}" aria-label="${label}"${off ? ' aria-disabled="true"' : ""}>${words}</button>`;
  return `<div class="mat-turn beside" role="group" aria-label="Par of ${title}">${button("down", "−", `Lower ${title}`, place.change === first)}<span><b>${title}</b> ${par}</span>${button("up", "+", `Raise ${title}`, place.change === last)}</div>
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

/** Boxes of the mat on a card. */
const ON_CARD = ["chance", "sixes", "yatzy"];

/** Some pars, for a card. @param {Mat} mat */
function drawMatCard(mat) {
  const boxes = ON_CARD.map((box) => `${mat.boxes.find(({name}) => name === box)?.title} ${turnedBy(mat, {box, change: 0}).par}`);
  return plainCard([plainWords("What is a box worth?", 110, 27), plainChoices(boxes)]);
}

/** Whether the guess is still to come. @param {Place} place */
const asks = ({guess}) => guess === undefined;

/** Print the mat and nothing else, on a page of its size. */
function takeAlong() {
  const {classList} = document.documentElement;
  classList.add("mat-alone");
  addEventListener("afterprint", () => classList.remove("mat-alone"), {once: true});
  print();
}

/** @type {Figure<Place, Mat>} */
const mat = {
  know: readMat,
  opening: (_state, known) => openMat(known),
  still: (place) => ({...place, guess: ""}),
  read: (text, known, from) => {
    const place = placeOfText(text, known, from);
    return place && {...place, guess: place.guess ?? ""};
  },
  write: textOfPlace,
  frame: frameOf,
  draw: (place, known) => ({
    pars: drawPars(known, place),
    lines: drawLines(known, place),
    sheet: drawSheet(known),
    verdict: place.guess ? verdictOf(known, place.guess) : "",
    turning: drawTurning(known, place),
    place: drawPlace(known.deck, place),
    dice: drawDice(known.deck, place),
    answer: drawAnswer(known, place),
    card: drawCard(known.deck, place),
    tally: drawTally(known.deck, place, "The mat"),
  }),
  card: (_place, known) => drawMatCard(known),
  words: (place, known) => wordsOfTurning(known, place),
  press(key, place, known) {
    if (key === "skip") return {...place, guess: SHOWN};
    if (key.startsWith("guess-")) return {...place, guess: key.slice(6)};
    return pressMat(key, place, known);
  },
  pressed(key, {announce, context, element, known, place}, before) {
    if (key === "skip" || key.startsWith("guess-")) {
      if (key !== "skip") context.record("mat", pointsOfGuess(known, place.guess ?? ""));
      showVerdict(element);
      return announce(verdictOf(known, place.guess ?? ""));
    }
    const chosen = place.answers === before.answers ? undefined : chosenOption(place, known.deck.examples);
    if (chosen !== undefined) {
      announce(verdictPhrase(chosen.regret));
      every(element, "[data-press=next]:not([aria-disabled])")[0]?.focus({preventScroll: true});
    } else if (place.box !== before.box || place.change !== before.change) announce();
  },
  hands: [dressed(".beer-mat", (place) => (asks(place) ? "beer-mat to-guess" : "beer-mat"))],
  wake({element, signal}) {
    liftDiceUnderHand(element, signal);
    return {press: (key) => key === "take" && takeAlong()};
  },
};

export const {view, card, mount} = makeFigure(mat);
