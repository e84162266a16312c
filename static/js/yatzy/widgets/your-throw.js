/** Your throw: one decision before anything is explained. The hill of all that can come moves by what it gives away. */
import {groupsOf} from "../parts/records.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {dressed, every, find, listed, makeFigure, numberWord, percentOf, stairsOf, stretched} from "site_builder/kit";
import {glyph} from "../parts/cast.js";
import {dieImage, tumble} from "../parts/dice.js";
import {expected} from "../words/text.js";
import {plainCard, plainDice, plainField, plainWords} from "../parts/plain.js";
import {hatching} from "../parts/ways.js";
import {pointsOfRegret} from "../parts/quiz.js";
import {showTop} from "../parts/guess.js";

/** @import {DataSet} from "../../engine/widget" */

// Your throw: three decisions, each with the box to write asked first, and where games can end after every answer. A
// place is a frozen value; what the reader does leads to the next one. No DOM.

/**
 * @typedef {object} Option
 * @property {"keep" | "score"} action
 * @property {string} title Title of the box; "" where dice are kept.
 * @property {readonly number[]} kept Dice kept; none where the roll is scored.
 * @property {number} points
 * @property {number} price
 * @property {number} difference Points less price, or what keeping brings of that on average.
 * @property {number} value
 * @property {number} regret
 * @property {boolean} greedy
 *
 * @typedef {object} Throw
 * @property {number} example Which of the five decisions of the first chapter it is, from 0 as there.
 * @property {number} turn From 1.
 * @property {readonly number[]} dice
 * @property {number} rerolls
 * @property {number} upper_total
 * @property {readonly string[]} open Titles of the open boxes.
 * @property {number} before Expected final score before the turn.
 * @property {readonly Option[]} options
 * @property {readonly (readonly number[])[]} curves Chance of each bin of final scores: before the turn, then after each option.
 * @property {number} first Lowest score of the first bin that is drawn.
 * @property {number} bin Scores in a bin.
 *
 * @typedef {object} Place
 * @property {number} at Which throw, from 0.
 * @property {readonly number[]} answers By throw the number of the option chosen, from 1; 0 before.
 * @property {number} shown The option whose hill is drawn, from 1; 0 for the hill before the turn.
 */

/** Empty bins that are drawn beside the hills of a throw. */
const MARGIN = 3;
/** Chances that are too small to see: the ends of the hills. */
const UNSEEN = 2e-4;

/** @param {Record<string, DataSet>} data @returns {readonly Throw[]} */
export function readThrows({throw_options, throw_curves}) {
  const hills = groupsOf(throw_curves, "throw");
  return groupsOf(throw_options, "throw").map((rows, at) => readThrow(rows, hills[at]));
}

/** @param {Record<string, any>[]} rows @param {Record<string, any>[]} hills @returns {Throw} */
function readThrow(rows, hills) {
  const [{example, turn, dice, rerolls, upper_total, open, value, difference}] = rows;
  const titles = new Map(scandinavian.categories.map(({name, title}) => [name, title]));
  const titleOf = (/** @type {string} */ name) => titles.get(name) ?? "";
  return {
    example, turn, rerolls, upper_total,
    dice: facesOf(dice),
    open: open.split(",").map(titleOf),
    before: value - difference,
    options: rows.map((row) => ({
      action: row.action, title: titleOf(row.category), kept: facesOf(row.keep), points: row.points, price: row.price,
      difference: row.difference, value: row.value, regret: row.regret, greedy: row.greedy,
    })),
    ...layOut(hills, rows.length + 1),
  };
}

/** @param {string} text */
const facesOf = (text) => [...text].map(Number);

/** Lay the hills of a throw on one axis. @param {Record<string, any>[]} hills @param {number} count */
function layOut(hills, count) {
  const scores = hills.filter(({share}) => share >= UNSEEN).map(({score}) => score);
  const bin = Math.min(...hills.slice(1).map(({score}, at) => score - hills[at].score).filter((step) => step > 0));
  const first = Math.min(...scores) - MARGIN * bin;
  const n_bins = (Math.max(...scores) - first) / bin + 1 + MARGIN;
  const curves = Array.from({length: count}, () => new Array(n_bins).fill(0));
  for (const {option, score, share} of hills) {
    const cell = (score - first) / bin;
    if (cell >= 0 && cell < n_bins) curves[option][cell] = share;
  }
  return {curves, first, bin};
}

/** @param {readonly Throw[]} throws @returns {Place} */
export const openThrows = (throws) => ({at: 0, answers: throws.map(() => 0), shown: 0});

/** Write a place for a link: throw, option shown, answers. @param {Place} place */
export const textOfPlace = ({at, answers, shown}) => `${at + 1}.${shown}.${answers.join("")}`;

/** Read a place from a link; null for a text that names none. @param {string} text @param {readonly Throw[]} throws @returns {Place | null} */
export function placeOfText(text, throws) {
  const match = /^(\d)\.(\d)\.(\d+)$/.exec(text);
  if (match === null) return null;
  const [at, shown, answers] = [Number(match[1]) - 1, Number(match[2]), facesOf(match[3])];
  if (throws[at] === undefined || answers.length !== throws.length) return null;
  if (answers.some((answer, one) => answer > throws[one].options.length) || shown > throws[at].options.length) return null;
  return answers[at] === 0 && shown > 0 ? null : {at, answers, shown};
}

/** Follow a press: "option-2" or "next". @param {string} key @param {Place} place @param {readonly Throw[]} throws @returns {Place | null} */
export function pressThrow(key, place, throws) {
  if (key === "next") {
    const at = Math.min(place.at + 1, throws.length - 1);
    return {...place, at, shown: place.answers[at]};
  }
  const option = Number(key.replace("option-", ""));
  if (!(option >= 1 && option <= throws[place.at].options.length)) return null;
  const answers = place.answers.map((answer, at) => (at === place.at && answer === 0 ? option : answer));
  return {...place, answers, shown: option};
}

/** The option chosen in a throw; undefined before. @param {Throw} asked @param {number} answer @returns {Option | undefined} */
export const chosenIn = ({options}, answer) => options[answer - 1];

/** The option that perfect play takes. @param {Throw} asked */
export const bestOf = ({options}) => /** @type {Option} */ (options.find(({regret}) => regret === 0));

/** The option that greed takes. @param {Throw} asked */
export const greedyOf = ({options}) => /** @type {Option} */ (options.find(({greedy}) => greedy));

/**
 * Points given away so far, by the reader and by greed, over the throws that are answered.
 * @param {Place} place @param {readonly Throw[]} throws
 */
export function givenAway({answers}, throws) {
  const answered = throws.filter((_, at) => answers[at] > 0);
  return {
    answered: answered.length,
    you: throws.reduce((sum, asked, at) => sum + (chosenIn(asked, answers[at])?.regret ?? 0), 0),
    greedy: answered.reduce((sum, asked) => sum + greedyOf(asked).regret, 0),
  };
}

// Your throw as markup, region by region: the chips with their tags, the hill that moves, and what was given away.

/** Height of the highest hill of a throw, as a share of the field; above it stand the numbers. */
const HIGHEST = 0.82;
const HATCH = "throw-hatch";

/** @param {Place} _place @param {readonly Throw[]} throws */
const frameOf = (_place, throws) => `<div class="throws">
<div class="throw-hand"><p class="throw-dice" data-region="dice"></p><p class="throw-question" data-region="question"></p></div>
<div class="throw-chips with-script" role="group" aria-label="Your answer" data-region="chips"></div>
<div class="throw-hill"><svg aria-hidden="true" data-region="hill"></svg><p class="throw-key" aria-hidden="true" data-region="key"></p></div>
<div class="throw-answer stack"><p class="throw-verdict" tabindex="-1" data-region="verdict"></p><div class="throw-sums" data-region="sums"></div><p class="throw-onward with-script" data-region="onward"></p></div>
${throws.map(drawStill).join("")}</div>`;

/** The answers of a throw, for paper and for readers without scripts. @param {Throw} asked */
function drawStill(asked) {
  const rows = asked.options.map((option) => `<li>${nameOf(option)}: ${phraseOf(option)}.</li>`);
  return `<div class="throw-still"><p>${asked.dice.join("-")}. ${situationOf(asked)}</p><ul>${rows.join("")}</ul></div>`;
}

/** What a choice does, in words. @param {Option} option */
const nameOf = ({action, title, points, kept}) => (action === "score" ? `${title} for ${points}` : `Keeping ${kept.join(" ")}`);

/** Where it leads, and what it gives away. @param {Option} option */
const phraseOf = ({value, regret}) => `${expected(value)} on average${regret === 0 ? ", the best choice" : `, ${lost(regret)} given away`}`;

/** @param {number} regret */
const lost = (regret) => regret.toFixed(regret > 0 && regret < 0.1 ? 2 : 1);

/** When it is, and what is open. @param {Throw} asked */
function situationOf({turn, rerolls, upper_total, open}) {
  const when = rerolls === 0 ? "last throw" : `${numberWord(rerolls)} throw left`;
  if (turn === 1) return `First turn, ${when}.`;
  return `Turn ${turn}, ${when}. Open: ${listed(open)}; ${upper_total} points in the upper half.`;
}

/** @param {readonly Throw[]} throws @param {Place} place */
const drawDice = (throws, {at}) => throws[at].dice.map((face) => dieImage(face)).join("");

/** @param {readonly Throw[]} throws @param {Place} place */
function drawQuestion(throws, {at}) {
  const asked = throws[at];
  return `${situationOf(asked)} <b>${asked.options.every(({action}) => action === "score") ? "Where do you write it?" : "What do you do?"}</b>`;
}

/** The chips; after the answer each has its tag, and shows its hill. @param {readonly Throw[]} throws @param {Place} place */
export function drawChips(throws, {at, answers, shown}) {
  const answered = answers[at] > 0;
  return throws[at].options.map((option, index) => {
    const {action, title, points, kept, regret} = option;
    const what = action === "score" ? `<span>${title}</span><b>${points}</b>` : `<span>Keep and throw</span><b>${kept.join(" ")}</b>`;
    const own = index + 1 === answers[at];
    const names = ["throw-chip", answered && regret === 0 ? "best" : "", own ? "own" : ""].filter(Boolean).join(" ");
    const label = `${action === "score" ? `${title}, ${points} points` : `Keep ${kept.join(" ")}, throw the others`}${answered ? `: ${phraseOf(option)}` : ""}`;
    const tag = answered ? `<span class="throw-tag strong">${regret === 0 ? "best" : `−${lost(regret)}`}</span>` : "";
    return `<button type="button" class="${names}" data-press="option-${index + 1}" aria-label="${label}"${answered ? ` aria-pressed="${index + 1 === shown}"` : ""}>${what}${tag}</button>`;
  }).join("");
}

/** Place of a final score along the axis of a throw. @param {Throw} asked @param {number} score */
const across = ({first, bin, curves: [{length}]}, score) => (score - first) / (bin * length);

/** @param {Throw} asked @param {number} option */
function hillOf({curves}, option) {
  const top = Math.max(...curves.flat());
  return stairsOf(curves[option].map((share) => (share / top) * HIGHEST));
}

/** Steps between the scores that are named under the hill, and how near the average before the turn none is. */
const TICKS = 50;
const NEAR = 0.09;

/** Final scores under the hill, and the average before the turn among them. @param {Throw} asked */
function drawTicks(asked) {
  const tick = (/** @type {number} */ score) => `<text class="tick" x="${percentOf(across(asked, score))}" y="100%" dy="1.35em" text-anchor="middle">${Math.round(score)}</text>`;
  const {first, bin, before, curves: [{length}]} = asked;
  const round = Array.from({length: Math.ceil((first + bin * length) / TICKS)}, (_, step) => step * TICKS);
  const apart = round.filter((score) => {
    const place = across(asked, score);
    return place > NEAR / 2 && place < 1 - NEAR / 2 && Math.abs(place - across(asked, before)) > NEAR;
  });
  return [...apart, before].map(tick).join("");
}

/** The hill of all that can come, before the turn and after the option shown. @param {readonly Throw[]} throws @param {Place} place */
export function drawHill(throws, {at, shown}) {
  const asked = throws[at];
  const option = chosenIn(asked, shown);
  const before = percentOf(across(asked, asked.before));
  const edge = hillOf(asked, shown);
  const outline = shown === 0 ? "" : `<path class="throw-before data-line plot-line" d="${hillOf(asked, 0)}"/>`;
  return `${hatching(HATCH)}
${stretched(`<path class="throw-area" d="${edge}V1000H0z"/><path class="throw-edge data-line plot-line" d="${edge}"/>${outline}`)}${option === undefined ? "" : drawLost(asked, option)}
<line class="base" x2="100%" y1="100%" y2="100%"/><line class="throw-mean soft-line" x1="${before}" x2="${before}" y1="14%" y2="100%"/>
${drawTicks(asked)}${option === undefined ? "" : drawValue(asked, option)}`;
}

/** What the option gives away, as a strip from its average to the best. @param {Throw} asked @param {Option} option */
function drawLost(asked, {value, regret}) {
  if (regret === 0) return "";
  const [from, to] = [across(asked, value), across(asked, bestOf(asked).value)];
  return `<rect class="throw-lost" x="${percentOf(from)}" y="12%" width="${percentOf(to - from)}" height="88%" fill="url(#${HATCH})"/>
<line class="throw-best" x1="${percentOf(to)}" x2="${percentOf(to)}" y1="12%" y2="100%"/><text class="throw-number emphasis throw-best" x="${percentOf(to)}" y="12%" dx=".4em" dy="-.35em">${expected(bestOf(asked).value)} best</text>`;
}

/** @param {Throw} asked @param {Option} option */
function drawValue(asked, {value}) {
  const x = percentOf(across(asked, value));
  return `<line class="throw-now data-line" x1="${x}" x2="${x}" y1="12%" y2="100%"/><text class="throw-number emphasis" x="${x}" y="12%" dx="-.4em" dy="-.35em" text-anchor="end">${expected(value)}</text>`;
}

/** @param {readonly Throw[]} throws @param {Place} place */
function drawKey(throws, {at, shown}) {
  const asked = throws[at];
  const all = at === 0 ? `all perfect games, ${Math.round(asked.before)} on average` : "where this game could end before the turn";
  const option = chosenIn(asked, shown);
  const axis = "<span>Final score →</span>";
  if (option === undefined) return `${axis}<span><i class="key-hill"></i>${all}</span>`;
  const strip = option.regret === 0 ? "" : `<span><i class="key-lost"></i>${lost(option.regret)} given away</span>`;
  return `${axis}<span><i class="key-before"></i>${all}</span><span><i class="key-hill"></i>after it</span>${strip}`;
}

/** What the choice comes to that is looked at; nothing before the answer. @param {readonly Throw[]} throws @param {Place} place */
export function verdictOf(throws, {at, answers, shown}) {
  const asked = throws[at];
  const option = chosenIn(asked, answers[at] > 0 && shown > 0 ? shown : answers[at]);
  if (option === undefined) return "";
  const best = bestOf(asked);
  const leads = `After ${inSentence(option)} this game ends at ${expected(option.value)} on average`;
  const turn = `Before the turn it was ${expected(asked.before)}: the dice were ${best.difference < 0 ? "poor" : "kind"}`;
  if (option.regret === 0) return `<b>Nothing given away.</b> ${leads}, and no choice does better. ${turn}${best.difference < 0 ? ", the choice perfect" : ""}.`;
  return `<b>${lost(option.regret)} given away.</b> ${leads}, after ${inSentence(best)} at ${expected(best.value)}. ${turn}.${pricesOf(option.regret < SLIGHT ? greedyOf(asked) : option, best)}`;
}

/** A choice in the midst of a sentence. @param {Option} option */
const inSentence = (option) => (option.action === "score" ? nameOf(option) : nameOf(option).toLowerCase());

/** A choice that gives away less is not explained, but the greedy one. */
const SLIGHT = 1;

/** Why, where two boxes can be held against each other, or a throw can only add. @param {Option} option @param {Option} best */
function pricesOf(option, best) {
  if (best.action === "keep") {
    const stays = option.action === "score" && best.kept.reduce((sum, face) => sum + face, 0) === option.points;
    return stays ? ` The ${option.points} points of ${option.title} stay on the table: another throw can only add to them.` : "";
  }
  if (option === best || option.action === "keep") return "";
  const price = (/** @type {Option} */ one) => `${one.price.toFixed(1)} for ${one.title}, against ${one.points}`;
  return ` Each box has a price, what closing it takes from all that is still to come: ${price(option)} points now; ${price(best)}.`;
}

/** Who took what, and the sums; nothing before the answer. @param {readonly Throw[]} throws @param {Place} place */
export function drawSums(throws, place) {
  const asked = throws[place.at];
  const chosen = chosenIn(asked, place.answers[place.at]);
  if (chosen === undefined) return "";
  const {answered, you, greedy} = givenAway(place, throws);
  const first = place.shown === place.answers[place.at] ? "" : ", first answer";
  const row = (/** @type {string} */ who, /** @type {Option} */ option, /** @type {number} */ sum) =>
    `<tr><th scope="row">${who}</th><td>${option.action === "score" ? option.title : `keeps ${option.kept.join("\u00a0")}`}</td><td>${sum === 0 ? "0" : lost(sum)}</td></tr>`;
  const after = answered > 1 ? `, ${numberWord(answered)} throws` : "";
  return `<table><thead><tr><td></td><th scope="col">takes</th><th scope="col">given away${after}</th></tr></thead>
<tbody>${row(`${glyph("you")} You${first}`, chosen, you)}${row(`${glyph("greedy")} Greedy <small>(most points now)</small>`, greedyOf(asked), greedy)}${row(`${glyph("perfect")} Perfect`, bestOf(asked), 0)}</tbody></table>`;
}

/** The ways on. @param {readonly Throw[]} throws @param {Place} place */
function drawOnward(throws, {at, answers}) {
  if (answers[at] === 0) return "";
  const left = throws.length - 1 - at;
  const more = left > 0 ? `<button type="button" class="button" data-press="next">${left === 1 ? "One" : left === 2 ? "Two" : left} more like this</button>` : "";
  return `${more}<a class="button" href="prices.html">Find out why</a>`;
}

/** The first throw on a card: a box for its points, and the bite that it takes out of the hill. @param {readonly Throw[]} throws */
function drawThrowCard([asked]) {
  const tempting = greedyOf(asked);
  const [best, other] = [bestOf(asked), tempting].map((option) => hillOf(asked, asked.options.indexOf(option) + 1));
  const hills = `<path d="${best}V1000H0z" fill="var(--red)" fill-opacity="0.55"/><path d="${other}V1000H0z" fill="var(--blue-soft)"/><path d="${other}" fill="none" stroke="var(--blue)" stroke-width="2.5" vector-effect="non-scaling-stroke"/>`;
  return plainCard([
    plainDice(asked.dice, 14, 62),
    plainWords(`${tempting.title}, ${tempting.points} points?`, 132, 27),
    plainField(140, 224, `${stretched(hills)}<line x2="100%" y1="100%" y2="100%" stroke="var(--ink)" stroke-width="3"/>`),
  ]);
}

/** The figure that asks these throws, too. */
const SAME = "prices.html#decisions";

/** Whether the throw waits for its answer. @param {Place} place */
const asks = ({at, answers}) => answers[at] === 0;

/** @type {import("site_builder/kit").Figure<Place, readonly Throw[]>} */
const yourThrow = {
  know: readThrows,
  opening: (_state, throws) => openThrows(throws),
  read: placeOfText,
  write: textOfPlace,
  frame: frameOf,
  draw: (place, throws) => ({
    dice: drawDice(throws, place),
    question: drawQuestion(throws, place),
    chips: drawChips(throws, place),
    hill: drawHill(throws, place),
    key: drawKey(throws, place),
    verdict: verdictOf(throws, place),
    sums: drawSums(throws, place),
    onward: drawOnward(throws, place),
  }),
  card: (_place, throws) => drawThrowCard(throws),
  words: (place, throws) => verdictOf(throws, place) || drawQuestion(throws, place),
  press: pressThrow,
  pressed(_, {announce, context, element, known: throws, place}, before) {
    announce();
    const asked = throws[place.at];
    const chosen = asks(before) && chosenIn(asked, place.answers[place.at]);
    if (chosen) context.record(String(asked.example + 1), pointsOfRegret(chosen.regret), SAME);
    if (place.at === before.at) return;
    if (!context.reducedMotion) tumble(every(element, ".throw-dice .die"));
    showTop(find(element, ".throw-dice"), context.reducedMotion);
    find(element, ".throw-chip").focus({preventScroll: true}); // The button that had the focus is gone.
  },
  hands: [dressed(".throws", (place) => (asks(place) ? "throws asking" : "throws"))],
  wake({context, element, place}) {
    if (!context.reducedMotion && asks(place)) tumble(every(element, ".throw-dice .die"));
  },
};

export const {view, card, mount} = makeFigure(yourThrow);
