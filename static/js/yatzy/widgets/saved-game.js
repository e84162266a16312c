/**
 * A game with saved throws: at every roll, write and keep the throws that are left, or throw on? Guess first.
 */
import {alongPicture, counted, every, makeFigure, percentOf} from "site_builder/kit";
import {dieImage, tumble} from "../parts/dice.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {titleOfBox} from "../more-dice/titles.js";

/** @import {Alive, Figure} from "site_builder/kit" */

// A game with saved throws: its decisions, the throws in hand at each, and what the reader guessed.

/**
 * @typedef {object} Decision
 * @property {number} turn From 1.
 * @property {number} throw From 1.
 * @property {number[]} dice Each in its place.
 * @property {boolean[]} stays
 * @property {number} in_hand Throws left, the saved ones included.
 * @property {number} total Points on the card after the decision.
 * @property {string} category Box that perfect play fills; empty where it throws.
 * @property {number} points
 * @property {string} write Best box to write into now.
 * @property {number} write_points
 * @property {number} write_value
 * @property {number[]} keep Dice that the best throw keeps.
 * @property {number} throw_value
 *
 * @typedef {"write" | "throw"} Guess
 * @typedef {{step: number, guesses: readonly (Guess | null)[]}} Moment
 */

/** A call is close if the two ways are less than this many points apart. */
const CLOSE = 1.25;

/** Read the data set. @param {import("../../engine/widget").DataSet} rows `saved_game`, in the order of play. @returns {Decision[]} */
export function readGame(rows) {
  return rows.turn.map((turn, row) => ({
    turn,
    throw: rows.throw[row],
    dice: Array.from(rows.dice[row], Number),
    stays: Array.from(rows.stays[row], (one) => one === "1"),
    in_hand: rows.in_hand[row],
    total: rows.total[row],
    category: rows.category[row],
    points: rows.points[row],
    write: rows.write[row],
    write_points: rows.write_points[row],
    write_value: rows.write_value[row],
    keep: Array.from(rows.keep[row], Number),
    throw_value: rows.throw_value[row],
  }));
}

/** What perfect play does. @param {Decision} decision @returns {Guess} */
export const bestOf = ({category}) => category === "" ? "throw" : "write";

/** What the worse of the two ways gives away. @param {Decision} decision */
export const gapOf = ({write_value, throw_value}) => Math.abs(write_value - throw_value);

/** Whether there is something to guess. @param {Decision} decision */
const isOpen = ({in_hand}) => in_hand > 0;

/** @param {Decision} decision */
export const isClose = (decision) => isOpen(decision) && gapOf(decision) < CLOSE;

/** The next close call after a step, or the first one after the last. @param {readonly Decision[]} game @param {number} step */
export function nextClose(game, step) {
  const later = game.findIndex((decision, at) => at > step && isClose(decision));
  return later === -1 ? game.findIndex(isClose) : later;
}

/** The first close call after the first turn. @param {readonly Decision[]} game */
function firstClose(game) {
  return game.findIndex((decision) => decision.turn > 1 && bestOf(decision) === "write" && isClose(decision));
}

/** Dice that lay still when those of a step were thrown. @param {readonly Decision[]} game @param {number} step @returns {readonly boolean[]} */
function heldBefore(game, step) {
  return step > 0 && game[step].throw > 1 && isOpen(game[step - 1]) ? game[step - 1].stays : [];
}

/** @param {readonly Decision[]} game @param {number} step @returns {Moment} */
export const startAt = (game, step) => ({step, guesses: game.map(() => null)});

/**
 * Follow a press: "guess-write", "guess-throw", "on", "back" or "close".
 * @param {readonly Decision[]} game @param {Moment} moment @param {string} key @returns {Moment}
 */
export function pressed(game, {step, guesses}, key) {
  const last = game.length - 1;
  if (key === "on") return {step: Math.min(last, step + 1), guesses};
  if (key === "back") return {step: Math.max(0, step - 1), guesses};
  if (key === "close") return {step: nextClose(game, step), guesses};
  const guess = /** @type {Guess} */ (key.split("-")[1]);
  if (!isOpen(game[step]) || guesses[step] !== null) return {step, guesses};
  return {step, guesses: guesses.map((old, at) => (at === step ? guess : old))};
}

/** Count the guesses and what they gave away. @param {readonly Decision[]} game @param {Moment} moment */
export function tallyOf(game, {guesses}) {
  const made = guesses.flatMap((guess, step) => (guess === null ? [] : [{guess, decision: game[step]}]));
  const wrong = made.filter(({guess, decision}) => guess !== bestOf(decision));
  return {made: made.length, right: made.length - wrong.length, lost: wrong.reduce((sum, {decision}) => sum + gapOf(decision), 0)};
}

/** Read the card after some decisions: points by box. @param {readonly Decision[]} game @param {number} made */
function cardAfter(game, made) {
  return new Map(game.slice(0, made).flatMap(({category, points}) => (category === "" ? [] : [[category, points]])));
}

/** Write a step for a link: turn and throw, "3.1". @param {readonly Decision[]} game @param {number} step */
export const textOfStep = (game, step) => `${game[step].turn}.${game[step].throw}`;

/** Read a step from a link; null when there is none such. @param {readonly Decision[]} game @param {string | null} text */
export function stepOfText(game, text) {
  const step = game.findIndex(({turn, throw: number}) => `${turn}.${number}` === text);
  return step === -1 ? null : step;
}

// A game with saved throws, drawn: the dice, the purse, the question, the card, and the purse over the whole game.

/** Share of the width that the label of a turn takes on a phone. */
const LABEL = 0.16;

/** What never changes of the figure. */
const PURSE = `<div class="purse">
<div class="purse-controls with-script"><button type="button" class="button" data-press="back" aria-label="One throw back">Back</button><button type="button" class="button" data-press="on">Play on</button><button type="button" class="button" data-press="close">Next close call</button></div>
<div class="purse-play stack" data-dock-from><b class="purse-when" data-region="when"></b>
<div class="purse-dice" data-region="dice"></div>
<p class="purse-left" data-region="left"></p>
<div class="purse-choices stack" data-region="choices"></div>
<p class="purse-verdict" data-region="verdict"></p></div>
<div class="purse-side stack"><div class="purse-card grid-layout" data-region="card"></div><p class="purse-tally grid-layout" data-region="tally"></p></div>
<div class="purse-time"><p class="purse-head">Throws in hand at every roll of the game: <span class="write"><i></i>writes</span> <span class="throw"><i></i>throws on</span></p>
<div class="purse-field"><svg aria-hidden="true" data-region="timeline"></svg></div></div>
</div>`;

/** @param {readonly Decision[]} game @param {Moment} moment */
function drawGame(game, moment) {
  const decision = game[moment.step];
  return {
    when: drawWhen(decision),
    dice: drawDice(decision, moment.guesses[moment.step] !== null),
    left: drawPurse(decision),
    choices: drawChoices(decision, moment),
    verdict: drawVerdict(decision, moment),
    card: drawCard(game, moment.step),
    tally: drawTally(game, moment),
    timeline: drawTimeline(game, moment),
  };
}

/** @param {readonly Decision[]} game @param {Moment} moment */
function wordsOfMoment(game, moment) {
  const decision = game[moment.step];
  return `${drawWhen(decision)}: ${decision.dice.join(" ")}, ${decision.in_hand} in hand. ${drawVerdict(decision, moment)}`;
}

/** @param {Decision} decision */
const drawWhen = ({turn, throw: number}) => `Turn ${turn}, throw ${number}`;

/** Draw the dice; once the decision is told, those that are kept are lifted. @param {Decision} decision @param {boolean} told */
function drawDice(decision, told) {
  const {dice, stays} = decision;
  return dice.map((face, die) => dieImage(face, {kept: told && bestOf(decision) === "throw" && stays[die]})).join("");
}

/** Draw the throws in hand: two belong to the turn, the others were saved. @param {Decision} decision */
function drawPurse({in_hand, throw: number}) {
  const own = Math.max(0, 3 - number);
  const saved = Math.max(0, in_hand - own);
  const coins = Array.from({length: in_hand}, (_, coin) => `<i${coin < in_hand - saved ? ' class="own"' : ""}></i>`).join("");
  const words = in_hand === 0 ? "no throw left" : `${counted(in_hand, "throw")} left`;
  return `<span class="purse-coins" aria-hidden="true">${coins}</span><b>${words}</b>`;
}

/** Name the two ways. @param {Decision} decision */
function waysOf({write, write_points, keep, in_hand, dice}) {
  const saved = in_hand === 0 ? "" : `, keep ${counted(in_hand, "throw")}`;
  const held = keep.length === 0 ? `Throw all ${dice.length === 5 ? "five" : dice.length} again` : `Keep ${keep.join(" ")}, throw the others`;
  return {write: `Write ${write_points} into ${titleOfBox(write)}${saved}`, throw: held};
}

/** Draw what the reader can choose, or what was chosen. @param {Decision} decision @param {Moment} moment */
function drawChoices(decision, {step, guesses}) {
  if (!isOpen(decision)) return "";
  const ways = waysOf(decision);
  const guess = guesses[step];
  return (/** @type {const} */ (["write", "throw"])).map((way) => {
    const value = way === "write" ? decision.write_value : decision.throw_value;
    const told = guess === null ? "" : `<b>${value.toFixed(2)}</b>`;
    const mark = guess === null ? "" : `${bestOf(decision) === way ? " best" : ""}${guess === way ? " chosen" : ""}`;
    return `<button type="button" class="purse-choice${mark}" data-press="guess-${way}"${guess === null ? "" : ' aria-disabled="true"'}><span>${ways[way]}</span>${told}</button>`;
  }).join("");
}

/** Say what comes of it. @param {Decision} decision @param {Moment} moment */
export function drawVerdict(decision, {step, guesses}) {
  const best = bestOf(decision);
  if (!isOpen(decision)) return `No throw is left: <b>${decision.points}</b> ${decision.points === 1 ? "goes" : "go"} into ${titleOfBox(decision.category)}.`;
  const guess = guesses[step];
  if (guess === null) return isClose(decision) ? "A close call. What would you do?" : "What would you do?";
  const gap = gapOf(decision).toFixed(2);
  return guess === best ? `<b>Right.</b> The other way gives away ${gap}.` : `Perfect play ${best === "write" ? "writes" : "throws"}. Yours gives away <b>${gap}</b>.`;
}

/** Draw the card small: a cell a box. @param {readonly Decision[]} game @param {number} step */
function drawCard(game, step) {
  const points = cardAfter(game, step);
  const cells = scandinavian.categories.map(({name, title}) =>
    `<span class="${points.has(name) ? "filled" : "open"}"><em>${title}</em><b>${points.get(name) ?? ""}</b></span>`);
  return cells.join("");
}

/** @param {readonly Decision[]} game @param {Moment} moment */
function drawTally(game, moment) {
  const {made, right, lost} = tallyOf(game, moment);
  const guesses = made === 0 ? "" : `<span>Your guesses</span><b>${right} of ${made} right, ${lost.toFixed(2)} given away</b>`;
  return `<span>Points so far</span><b>${moment.step === 0 ? 0 : game[moment.step - 1].total}</b>${guesses}`;
}

/** Place of a step across the picture, 0 to 1. @param {readonly Decision[]} game @param {number} step */
const placeOf = (game, step) => (step + 0.5) / game.length;

/** Draw the throws in hand at every decision. @param {readonly Decision[]} game @param {Moment} moment */
export function drawTimeline(game, {step, guesses}) {
  const most = Math.max(...game.map(({in_hand}) => in_hand)) + 1;
  const bars = game.map((decision, at) => {
    const height = decision.in_hand / most;
    const is_told = at < step || (at === step && (guesses[at] !== null || !isOpen(decision)));
    const look = is_told ? bestOf(decision) : "later";
    return `<rect class="purse-bar ${look}" x="${percentOf((at + 0.1) / game.length)}" width="${percentOf(0.8 / game.length)}" y="${percentOf(1 - height)}" height="${percentOf(Math.max(height, 0.004))}"/>`;
  });
  const turns = game.flatMap(({turn, throw: number}, at) => (number !== 1 ? [] : [{turn, share: at / game.length}]));
  let labelled = -1;
  const labels = turns.map(({turn, share}) => {
    const has_room = share - labelled >= LABEL && share <= 1 - LABEL;
    if (has_room) labelled = share;
    const label = has_room ? `<text class="purse-tick" x="${percentOf(share)}" y="100%" dx=".2em" dy="1.4em">turn ${turn}</text>` : "";
    return `<line class="purse-turn soft-line" x1="${percentOf(share)}" x2="${percentOf(share)}" y1="100%" y2="103%"/>${label}`;
  });
  const grid = [5, 10].map((count) => `<line class="purse-grid" x2="100%" y1="${percentOf(1 - count / most)}" y2="${percentOf(1 - count / most)}"/><text class="purse-tick" y="${percentOf(1 - count / most)}" dx="-.6em" dy=".35em" text-anchor="end">${count}</text>`);
  const x = percentOf(placeOf(game, step));
  return `${grid.join("")}${bars.join("")}<line class="purse-base" x2="100%" y1="100%" y2="100%"/>${labels.join("")}<line class="purse-hand" x1="${x}" x2="${x}" y2="100%"/><circle class="purse-grip" cx="${x}" cy="0" r="8"/>`;
}

/** @typedef {readonly Decision[]} Game */

/** @type {Figure<Moment, Game>} */
const purse = {
  know: ({saved_game}) => readGame(saved_game),
  /** `moment`: turn and throw, "3.1". */
  opening: ({moment = ""}, game) => startAt(game, stepOfText(game, moment) ?? firstClose(game)),
  read(text, game, from) {
    const step = stepOfText(game, text);
    return step === null ? null : {...from, step};
  },
  write: ({step}, game) => textOfStep(game, step),
  frame: PURSE,
  draw: (moment, game) => drawGame(game, moment),
  words: (moment, game) => wordsOfMoment(game, moment),
  press: (key, moment, game) => pressed(game, moment, key),
  pressed(key, {announce, context, known, place}) {
    announce();
    const {made, lost} = tallyOf(known, place);
    if (key.startsWith("guess") && made === 1) context.record("purse", Math.max(0, 10 - Math.round(10 * lost)));
  },
  hands: [alongPicture(".purse-field", {
    label: "Roll of the game",
    stride: 5,
    now: ({step}) => step,
    last: (_moment, game) => game.length - 1,
    stepAt: (share, _moment, game) => Math.min(game.length - 1, Math.floor(share * game.length)),
    moved: (moment, step) => ({...moment, step}),
  })],
  wake: dropDice,
};

/** At another step the dice fall that were thrown for it; back at the opening they lie. @param {Alive<Moment, Game>} alive */
function dropDice(alive) {
  const {element, context, known} = alive;
  /** @type {number | null} */
  let shown = alive.place.step;
  return {
    reset: () => (shown = null),
    tell() {
      const {step} = alive.place;
      const before = shown;
      shown = step;
      if (before === null || before === step || context.reducedMotion) return;
      const held = heldBefore(known, step);
      tumble(every(element, ".purse-dice .die").filter((_, die) => !held[die]));
    },
  };
}

export const {view, mount} = makeFigure(purse);
