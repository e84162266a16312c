/**
 * One box left: keep dice and see, point by point, what the throws to come are worth. The first answer is a guess.
 */
import {findKeep, keepsOfRoll, solveTurn} from "../game/turn.js";
import {byDigits, counted, dressed, every, find, makeFigure, numberWord, partsOf, percent} from "site_builder/kit";
import {dieButton, throwDice, tumble} from "../parts/dice.js";
import {layOutGame} from "../game/tables.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {plainCard, plainDice, plainField, plainWords} from "../parts/plain.js";
import {chance} from "../words/text.js";

/** @import {Lattice} from "../game/turn.js" */

// The simplest card there is: one box open, the bonus settled. What each keep leads to, point by point.

/**
 * @typedef {object} Box
 * @property {readonly number[]} points Points that the box can bring, ascending.
 * @property {Float64Array} points_of_roll
 * @property {Float64Array[][]} chances_of_keep Per number of throws to come (1, 2, 3; entry 0 is unused) and keep: the
 *   chance of each number of points, if all later decisions are the best.
 * @property {Float64Array[]} value_of_keep The same as mean points.
 *
 * @typedef {object} Hand What lies on the table.
 * @property {readonly number[]} dice As they lie.
 * @property {number} kept Dice that stay: bit i for the i-th.
 * @property {number} rerolls Throws still in hand.
 */

const N_FACES = 6;
/** Values closer than this are equal; then scoring goes first, and the keep that comes first as a word. */
const TIE = 1e-9;
/** Points of a guess that every point given away costs. */
const PRICE = 4;

/** Solve a box. @param {import("../game/tables.js").Game} game @param {number} category @returns {Box} */
export function solveBox({lattice, ruleset, points_of_roll: points_of_all}, category) {
  const n_categories = ruleset.categories.length;
  const points_of_roll = Float64Array.from({length: lattice.n_rolls}, (_, roll) => points_of_all[roll * n_categories + category]);
  const points = [...new Set([0, ...points_of_roll])].sort((a, b) => a - b);
  /** @type {Float64Array[]} */
  let chances_of_roll = Array.from(points_of_roll, (score) => Float64Array.from(points, (one) => Number(one === score)));
  /** @type {Box} */
  const box = {points, points_of_roll, chances_of_keep: [[]], value_of_keep: [new Float64Array(0)]};
  for (let throws = 1; throws <= ruleset.n_throws; throws += 1) {
    const chances = meanOfChances(lattice, chances_of_roll);
    const values = Float64Array.from(chances, (of_keep) => meanOf(points, of_keep));
    box.chances_of_keep.push(chances);
    box.value_of_keep.push(values);
    chances_of_roll = chances_of_roll.map((_, roll) => {
      const best = bestChoice(lattice, values, points_of_roll, roll);
      return best === null ? chances[lattice.first_roll + roll] : chances[best];
    });
  }
  return box;
}

/**
 * Value every box before its first throw, if it is the only one open.
 * @param {import("../game/tables.js").Game} game
 * @returns {number[][]} Mean points per category, for one throw, two and three.
 */
export function meansOfBoxes(game) {
  const all = 2 ** game.ruleset.categories.length - 1;
  return game.ruleset.categories.map((_, category) => {
    const turn = solveTurn(game, () => 0, {filled: all ^ (1 << category), upper_total: 0});
    return turn.value_of_keep.slice(1).map((values) => values[0]);
  });
}

/** The mean sweep, for a whole list of chances a keep. @param {Lattice} lattice @param {readonly Float64Array[]} chances_of_roll */
function meanOfChances({first_roll, extensions_of_keep}, chances_of_roll) {
  /** @type {Float64Array[]} */
  const chances = [...new Array(first_roll), ...chances_of_roll];
  for (let keep = first_roll - 1; keep >= 0; keep -= 1) {
    const mean = new Float64Array(chances_of_roll[0].length);
    for (let face = 0; face < N_FACES; face += 1) {
      chances[extensions_of_keep[keep * N_FACES + face]].forEach((chance, index) => (mean[index] += chance / N_FACES));
    }
    chances[keep] = mean;
  }
  return chances;
}

/** @param {readonly number[]} points @param {Float64Array} chances */
const meanOf = (points, chances) => points.reduce((sum, score, index) => sum + score * chances[index], 0);

/**
 * Choose between scoring a roll and its keeps; null for scoring.
 * @param {Lattice} lattice
 * @param {Float64Array} values Per keep.
 * @param {Float64Array} points_of_roll @param {number} roll
 */
function bestChoice(lattice, values, points_of_roll, roll) {
  const wordOf = (/** @type {number} */ keep) => lattice.dice_of_keep[keep].join("");
  /** @type {number | null} */
  let best = null;
  let most = points_of_roll[roll];
  for (const keep of keepsOfRoll(lattice, roll)) {
    const better = values[keep] > most + TIE;
    const before = best !== null && values[keep] > most - TIE && wordOf(keep) < wordOf(best);
    if (!better && !before) continue;
    best = keep;
    most = values[keep];
  }
  return best;
}

/** Dice that stay on the table. @param {Hand} hand */
export const keptDice = ({dice, kept}) => dice.filter((_, die) => kept & (1 << die));

/**
 * Tell what a hand leads to: with all dice kept, or without a reroll, its points; else what the throw brings.
 * @param {Lattice} lattice @param {Box} box @param {Hand} hand @returns {{chances: Float64Array, mean: number, writes: boolean}}
 */
export function outlook(lattice, box, hand) {
  const dice = keptDice(hand);
  const writes = hand.rerolls === 0 || dice.length === lattice.n_dice;
  const roll = findKeep(lattice, hand.dice) - lattice.first_roll;
  if (!writes) {
    const chances = box.chances_of_keep[hand.rerolls][findKeep(lattice, dice)];
    return {chances, mean: meanOf(box.points, chances), writes};
  }
  const mean = box.points_of_roll[roll];
  return {chances: Float64Array.from(box.points, (one) => Number(one === mean)), mean, writes};
}

/** Find the best way to keep some of the dice. @param {Lattice} lattice @param {Box} box @param {Hand} hand @returns {Hand} */
export function bestHand(lattice, box, hand) {
  const roll = findKeep(lattice, hand.dice) - lattice.first_roll;
  const all = 2 ** hand.dice.length - 1;
  if (hand.rerolls === 0) return {...hand, kept: all};
  const best = bestChoice(lattice, box.value_of_keep[hand.rerolls], box.points_of_roll, roll);
  if (best === null) return {...hand, kept: all};
  const rest = [...lattice.dice_of_keep[best]];
  const kept = hand.dice.reduce((mask, face, die) => {
    const found = rest.indexOf(face);
    if (found === -1) return mask;
    rest.splice(found, 1);
    return mask | (1 << die);
  }, 0);
  return {...hand, kept};
}

/**
 * List what every choice of a hand is worth, writing it down among them.
 * @param {Lattice} lattice @param {Box} box @param {Hand} hand
 * @returns {number[]} Mean points, ascending.
 */
export function meansOfChoices(lattice, box, {dice, rerolls}) {
  const roll = findKeep(lattice, dice) - lattice.first_roll;
  const keeps = rerolls === 0 ? [] : keepsOfRoll(lattice, roll).map((keep) => box.value_of_keep[rerolls][keep]);
  return [...keeps, box.points_of_roll[roll]].sort((a, b) => a - b);
}

/**
 * Judge a choice: what it gives away against the best one, how many choices are better, and the points of a guess.
 * @param {Lattice} lattice @param {Box} box @param {Hand} hand @returns {{loss: number, better: number, points: number}}
 */
export function judge(lattice, box, hand) {
  const {mean} = outlook(lattice, box, hand);
  const means = meansOfChoices(lattice, box, hand);
  const loss = Math.max(0, means[means.length - 1] - mean);
  const better = means.filter((other) => other > mean + TIE).length;
  return {loss, better, points: Math.max(0, 10 - Math.round(PRICE * loss))};
}

// One box left, as a game to play: what lies on the table, and what the first answer was.

/**
 * @typedef {Hand & {category: number, guess: number | null, asks: boolean}} Moment `guess`: dice kept in
 *   the first answer, if there is one; `asks`: it is still to come, and all that tells is covered.
 *
 * @typedef {object} Table What the figure is drawn from.
 * @property {import("../game/tables.js").Game} game
 * @property {number[][]} means Of all boxes, for one throw, two and three.
 * @property {(category: number) => Box} boxOf Solved point by point when it is first asked for.
 */

/** Chance is open, two rerolls are left, and nothing is kept yet. @type {Moment} */
const OPENING = {...(/** @type {Moment} */ (momentOfText("chance.24456.2.0"))), asks: true};

/** @returns {Table} */
function layOutTable() {
  const game = layOutGame(scandinavian);
  /** @type {Map<number, Box>} */
  const solved = new Map();
  const boxOf = (/** @type {number} */ category) => {
    const box = solved.get(category) ?? solveBox(game, category);
    solved.set(category, box);
    return box;
  };
  return {game, means: meansOfBoxes(game), boxOf};
}

/** Write a moment for a link: "chance.24456.2.0", and after "~" the first answer. @param {Moment} moment */
function textOfMoment({category, dice, rerolls, kept, guess}) {
  const text = [scandinavian.categories[category].name, dice.join(""), rerolls, kept].join(".");
  return guess === null ? text : `${text}~${guess}`;
}

/** @param {string} text @returns {Moment | null} */
function momentOfText(text) {
  const match = /^([a-z_]+)\.([1-6]{5})\.([0-2])\.(\d{1,2})(?:~(\d{1,2}))?$/.exec(text);
  const category = match ? scandinavian.categories.findIndex(({name}) => name === match[1]) : -1;
  const guess = match?.[5] === undefined ? null : Number(match[5]);
  if (match === null || category === -1 || Math.max(Number(match[4]), guess ?? 0) > 31) return null;
  return {category, dice: Array.from(match[2], Number), rerolls: Number(match[3]), kept: Number(match[4]), guess, asks: false};
}

/** Nothing is left to throw. @param {Moment} moment */
const isOver = ({rerolls, kept, dice}) => rerolls === 0 || kept === 2 ** dice.length - 1;

/** Dice that lie still in the next throw; after the last one it is a new turn, and none do. @param {Moment} moment */
const heldOf = (moment) => (isOver(moment) ? 0 : moment.kept);

/**
 * Follow a press: "keep-0", "guess", "skip", "throw", "best", "rerolls-1" or "box-13"; "skip" shows the best keep, too.
 * Any press but on a die shows the answer.
 * @param {string} key @param {Moment} moment @param {Table} table @returns {Moment}
 */
function pressed(key, moment, {game, boxOf}) {
  const [part, number] = partsOf(key);
  const now = {...moment, asks: moment.asks && part === "keep"};
  if (part === "guess") return {...now, guess: moment.asks ? moment.kept : moment.guess};
  if (part === "throw") return thrown(now);
  if (part === "keep" && now.rerolls > 0) return {...now, kept: now.kept ^ (1 << number)};
  if (part === "best" || part === "skip") return {...now, ...bestHand(game.lattice, boxOf(now.category), now)};
  if (part === "rerolls") return {...now, rerolls: number};
  return part === "box" ? {...now, category: number} : now;
}

/** @param {Moment} moment @returns {Moment} */
function thrown(moment) {
  const kept = heldOf(moment);
  const fallen = throwDice(moment.dice.length);
  const dice = moment.dice.map((face, die) => (kept & (1 << die) ? face : fallen[die]));
  return {...moment, dice, kept, rerolls: isOver(moment) ? scandinavian.n_throws - 1 : moment.rerolls - 1};
}

// One box left, drawn: the dice, the chance of every result as bars, and the fifteen boxes to choose from.

/** @typedef {{chances: Float64Array, mean: number, writes: boolean}} Outlook */

/** Bars carry their chance as a number while there are not more of them than this; else only the tallest does. */
const FEW = 8;
/** Height that the tallest bar takes, and width that a bar takes at most, in percent. */
const TALL = 84;
const WIDE = 2;
/** A scale ends at no smaller chance than this, or small chances would look large. */
const SMALLEST_TOP = 0.25;

const BOX = `
<p class="box-question asks">Only Chance is open, and you may throw twice more. <b>Which dice stay?</b></p>
<div class="box-table stack">
<div class="box-dice" role="group" aria-label="Dice on the table; press those to keep" data-region="dice"></div>
<p class="box-controls asks"><button type="button" class="button box-keep strong" data-press="guess" data-region="keep"></button>
<button type="button" class="button" data-press="skip">Just show me</button></p>
<p class="box-controls with-script tells"><button type="button" class="button box-throw strong" data-press="throw" data-region="throw"></button>
<button type="button" class="button" data-press="best">Show the best keep</button></p>
<div class="box-rerolls beside tells" role="group" aria-label="Rerolls left" data-region="rerolls"></div>
<div class="box-strip tells"><p>All your choices, by their mean</p><svg aria-hidden="true" data-region="strip"></svg></div>
</div>
<div class="box-result" data-dock-from>
<p class="box-verdict tells" data-region="verdict"></p>
<p class="box-words tells" data-region="words"></p>
<div class="box-bars"><svg aria-hidden="true" data-region="bars"></svg><p class="box-cover asks" aria-hidden="true">?</p></div>
<p class="box-axis" aria-hidden="true">points written in the end</p>
</div>
<div class="box-all tells"><p class="box-head">The box that is left, and its mean before the first throw</p>
<div class="box-choices choices" role="group" aria-label="The box that is left" data-region="choices"></div></div>
`;

/** @param {Moment} moment @param {Table} table */
function drawMoment(moment, table) {
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
function wordsOfMoment(moment, {game: {lattice, ruleset}, boxOf}) {
  const box = boxOf(moment.category);
  const best = outlook(lattice, box, bestHand(lattice, box, moment)).mean;
  return wordsOfHand(moment, outlook(lattice, box, moment), best, ruleset.categories[moment.category].title);
}

/** Judge the first answer to the opening question. @param {Moment} moment @param {Table} table */
function verdictOfGuess({guess}, {game, boxOf}) {
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
<text class="mean-label emphasis" x="${percent(at(mean))}" y="8%" dy="-.4em" ${mean > highest / 2 ? 'text-anchor="end" dx=".5em"' : 'dx="-.5em"'}>mean ${mean.toFixed(2)}</text>`;
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
  const dots = means.map((value) => `<circle class="strip-dot data-area" cx="${at(value)}" cy="12" r="4"/>`);
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
function drawBoxCard(moment, {game: {lattice}, boxOf}) {
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

/** What comes first has the class `asks`; what `tells` is covered until there is an answer. @param {Moment} moment */
const covered = ({asks}) => (asks ? "last-box guessing" : "last-box");

/** @type {import("site_builder/kit").Figure<Moment, Table>} */
const box = {
  know: layOutTable,
  /** `moment`: box, dice, rerolls and kept dice, "chance.24456.2.0". */
  opening: ({moment = ""}) => momentOfText(moment) ?? OPENING,
  read: momentOfText,
  write: textOfMoment,
  frame: (moment) => `<div class="${covered(moment)}">${BOX}</div>`,
  draw: drawMoment,
  card: drawBoxCard,
  words: (moment, table) => (moment.asks ? nameOfKeep(moment) : wordsOfMoment(moment, table)),
  press: pressed,
  pressed(key, {announce, context, element, known, place}, before) {
    const judged = key === "guess" && before.asks;
    announce(judged ? verdictOfGuess(place, known) : undefined);
    if (judged) {
      context.record("keep", judge(known.game.lattice, known.boxOf(place.category), before).points);
      find(element, ".box-throw").focus({preventScroll: true}); // The button that had the focus is gone.
    }
    const held = heldOf(before);
    if (key === "throw" && !context.reducedMotion) tumble(every(element, ".box-dice .die").filter((_, die) => !(held & (1 << die))));
  },
  hands: [
    byDigits(".box-dice", 6, (moment, at, face) => ({
      ...moment, asks: false, dice: moment.dice.map((old, die) => (die === at ? face(old) : old)),
    })),
    dressed(".last-box", covered),
  ],
  wake({known, place}) {
    known.boxOf(place.category); // Solved before the first press asks for it.
  },
};

export const {view, card, mount} = makeFigure(box);
