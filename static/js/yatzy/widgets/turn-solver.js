/**
 * One turn, solved before your eyes: the keep lattice as a fan, means running inward, maxima outward, true values.
 *
 * The first turn of a game ships with the page; for any other card the advisor's table of values is fetched.
 */
import {cardOf, isSameCard, switchFilled, totalsOf, withTotal} from "../parts/card.js";
import {
  bestKeep, boundsOf, COLUMNS_BOX, drawColumns, drawCone, drawLinks, drawRings, drawScale, drawWriting, endOf, FAN, frontOf, isFresh,
  LAST_STEP, layOutColumns, layOutFan, origin, PHASES, placeBeside, solveInSweeps, sourcesOf, valueAt,
} from "../solving/fan.js";
import {findKeep} from "../game/turn.js";
import {countUpper, scandinavian} from "../game/rules/scandinavian.js";
import {layOutGame} from "../game/tables.js";
import {valuesFor} from "../parts/fetched-values.js";
import {alongPicture, byDigits, counted, dressed, find, makeFigure, numberWord, overNodes, partsOf, percentOf, Player} from "site_builder/kit";
import {diceImage, dieButton} from "../parts/dice.js";
import {escaped} from "../words/text.js";

/**
 * @import {Game} from "../game/tables.js" @import {Card} from "../parts/card.js" @import {Place, Shown, Sweeps} from "../solving/fan.js"
 * @import {Alive, Figure} from "site_builder/kit"
 */

// What the reader looks at in the figure of one turn: card, roll, step of the sweeps, and the keep under the hand.

/**
 * @typedef {object} Moment
 * @property {import("../parts/card.js").Card} card
 * @property {number} roll The roll on the table, as a keep.
 * @property {number} step
 * @property {number} keep The keep under the hand.
 */

/** Opening moment: the first turn of a game, the first sweep half way, one roll and its two fives. */
export const OPENING = "0.0.12556.3.55";

/** Write a moment for a link: filled boxes, upper total, roll, step, keep. @param {Game} game @param {Moment} moment */
export function textOfMoment({lattice}, {card, roll, step, keep}) {
  const [dice, kept] = [roll, keep].map((one) => lattice.dice_of_keep[one].join(""));
  return [card.filled, card.upper_total, dice, step, kept || "0"].join(".");
}

/** Read a moment from a link. @param {Game} game @param {string | null} text @returns {Moment | null} Null when there is no such moment. */
export function momentOfText(game, text) {
  const match = /^(\d{1,5})\.(\d{1,2})\.([1-6]{5})\.(\d{1,2})\.([1-6]{0,5}|0)$/.exec(text ?? "");
  if (match === null) return null;
  const card = cardOf(game, Number(match[1]), Number(match[2]));
  const roll = game.lattice.keep_of_text.get(match[3]);
  const keep = game.lattice.keep_of_text.get(match[5] === "0" ? "" : match[5]);
  const step = Number(match[4]);
  if (card === null || roll === undefined || keep === undefined || step > LAST_STEP) return null;
  return {card, roll, step, keep};
}

/** Tell whether the roll holds all dice of a keep. @param {Game} game @param {number} roll @param {number} keep */
function holds({lattice}, roll, keep) {
  const rest = [...lattice.dice_of_keep[roll]];
  return lattice.dice_of_keep[keep].every((die) => rest.includes(die) && rest.splice(rest.indexOf(die), 1).length === 1);
}

// The card that a turn is played on, drawn, and cards that are worth a look.

/** All boxes filled. */
const ALL = 2 ** 15 - 1;
const [SIXES, CHANCE, YATZY] = [1 << 5, 1 << 13, 1 << 14];

/**
 * Cards that are worth a look, each with a roll and a keep that show why.
 * @type {readonly {title: string, card: Card, roll: string, keep: string}[]}
 */
export const PRESETS = [
  {title: "Empty card", card: {filled: 0, upper_total: 0}, roll: "12556", keep: "55"},
  {title: "Half way", card: {filled: 0b010010101010101, upper_total: 27}, roll: "24466", keep: "66"},
  {title: "Only Chance", card: {filled: ALL - CHANCE, upper_total: 0}, roll: "24456", keep: "56"},
  {title: "Only Yatzy", card: {filled: ALL - YATZY, upper_total: 0}, roll: "23335", keep: "333"},
  {title: "Sixes for the bonus", card: {filled: ALL - SIXES, upper_total: 45}, roll: "13666", keep: "66"},
];

/** Draw them as buttons. @param {Card} now */
function drawPresets(now) {
  return PRESETS.map(({title, card}, index) =>
    `<button type="button" class="turn-preset" aria-pressed="${isSameCard(card, now)}" data-press="card-${index}">${title}</button>`).join("");
}

/** Draw the boxes as switches. @param {Game} game @param {Card} card */
function drawBoxes(game, {filled}) {
  const n_upper = countUpper(game.ruleset);
  const boxes = game.ruleset.categories.map(({title}, category) => {
    const is_filled = Boolean(filled & (1 << category));
    return `<button type="button" class="turn-box" aria-pressed="${is_filled}" data-press="box-${category}">${title}</button>`;
  });
  return `<div class="turn-upper choices">${boxes.slice(0, n_upper).join("")}</div><div class="turn-lower choices">${boxes.slice(n_upper).join("")}</div>`;
}

/** Say what the card looks like. @param {Game} game @param {Card} card */
function wordsOfCard(game, {filled, upper_total}) {
  const {categories, threshold} = game.ruleset;
  const open = categories.filter((_, category) => !(filled & (1 << category)));
  if (open.length === categories.length) return "The card is empty: the first turn of a game.";
  const boxes = open.length === 1 ? `Only ${open[0].title} is open` : `${open.length} boxes are open`;
  const above = upper_total === threshold ? `${threshold} or more points in the upper half, so the bonus is safe` : `${upper_total} points in the upper half`;
  return `${boxes}; ${above}.`;
}

// What the figure of one turn knows: the game, where its keeps are drawn, and the values of the card that it shows.

/**
 * @typedef {(filled: number, upper_total: number) => number} ValueOf Points still to come.
 * @typedef {Moment & {dice: readonly number[]}} Table A moment, and the roll's dice as they lie.
 *
 * @typedef {object} Known
 * @property {Game} game
 * @property {readonly Place[]} places The fan.
 * @property {ValueOf} first Values after the first turn of a game.
 * @property {ValueOf | null} all Values of all cards; null until they are fetched.
 * @property {{card: Card, sweeps: import("../solving/fan.js").Sweeps, bounds: number[]}} solved
 */

const [{card: EMPTY}] = PRESETS;

/** @param {{opening_turn: {category: string[], upper_total: number[], value: number[]}}} data @returns {Known} */
function know({opening_turn}) {
  const game = layOutGame(scandinavian);
  /** @type {Map<string, number>} */
  const values = new Map();
  opening_turn.category.forEach((name, row) => {
    const category = scandinavian.categories.findIndex((one) => one.name === name);
    values.set(`${1 << category} ${opening_turn.upper_total[row]}`, opening_turn.value[row]);
  });
  const first = (/** @type {number} */ filled, /** @type {number} */ total) => /** @type {number} */ (values.get(`${filled} ${total}`));
  return {game, places: layOutFan(game.lattice), first, all: null, solved: solve(game, first, EMPTY)};
}

/** @param {Game} game @param {ValueOf} valueOf @param {Card} card */
function solve(game, valueOf, card) {
  const sweeps = solveInSweeps(game, valueOf, card);
  return {card, sweeps, bounds: boundsOf(sweeps.value_of_phase)};
}

/**
 * What a picture of a moment shows: its card is solved if its values are here, else it is the one before.
 * @param {Table} now @param {Known} known
 */
function shownAt(now, known) {
  const valueOf = isSameCard(now.card, EMPTY) ? known.first : known.all;
  if (valueOf !== null && isWaiting(now, known)) known.solved = solve(known.game, valueOf, now.card);
  const {sweeps, bounds} = known.solved;
  return {...now, lattice: known.game.lattice, places: known.places, sweeps, bounds};
}

/** Whether the values of a card are still on their way. @param {Table} now @param {Known} known */
const isWaiting = ({card}, {solved}) => !isSameCard(card, solved.card);

/**
 * A moment with the dice of its roll; they stay as they lie where it is the same roll.
 * @param {Moment} moment @param {Known} known @param {Table} [from] @returns {Table}
 */
function laid(moment, {game: {lattice}}, from) {
  const stays = from !== undefined && findKeep(lattice, from.dice) === moment.roll;
  return {...moment, dice: stays ? from.dice : lattice.dice_of_keep[moment.roll]};
}

/** Go back to the card that needs nothing but what came with the page. @param {Table} now */
const withEmptyCard = (now) => ({...now, card: EMPTY});

// The values of all cards, for the figure of one turn.

/** Make what fetches the values; while they do not come, the card stays empty. @param {Alive<Table, Known>} alive */
function tableFor(alive) {
  const {context, known} = alive;
  return valuesFor(context, known.game, (valueOf) => {
    known.all = valueOf;
    alive.draw();
  }, () => alive.go(withEmptyCard(alive.place)));
}

// The way through the sweeps as a line to drag along: five sweeps, and what the turn is worth after each mean.

const THROWS = ["no throw", "one throw", "two throws", "three throws"];
const NAMES = {score: "Score every roll", mean: "Mean sweep", best: "Max sweep"};

/** Draw the line with its handle, and the sweeps under it. @param {Sweeps} sweeps @param {number} step */
function drawTrack(sweeps, step) {
  const share = percentOf(step / LAST_STEP);
  const parts = PHASES.slice(1).map(({kind, throws}, index) => {
    const phase = index + 1;
    const state = step >= endOf(phase) ? "done" : step > endOf(phase - 1) ? "now" : "";
    const value = kind === "mean" && step >= endOf(phase) ? sweeps.value_of_phase[phase][0].toFixed(2) : "";
    return `<span class="track-part ${state}"><b>${kind === "mean" ? "mean" : "max"}</b><i>${kind === "mean" ? `${THROWS[throws]} ` : ""}</i>${value}</span>`;
  });
  return `<svg class="track-line" aria-hidden="true"><line class="track-rest" x2="100%" y1="50%" y2="50%"/><line class="track-done" x2="${share}" y1="50%" y2="50%"/>
<circle class="track-grip" cx="${share}" cy="50%" r="9"/></svg><span class="track-parts grid-layout quiet" aria-hidden="true">${parts.join("")}</span>`;
}

/** Say what is done at a step. @param {number} step */
function wordsOfStep(step) {
  const {phase, ring} = frontOf(step);
  const {kind} = PHASES[phase];
  if (kind === "score") return `<b>${NAMES.score}.</b> Each of the rolls is written into the box where it brings most, points to come included.`;
  const keeps = ["the empty keep", "keeps of one die", "keeps of two dice", "keeps of three dice", "keeps of four dice", "full rolls"][ring];
  if (kind === "mean") return `<b>${NAMES.mean}, inward.</b> Now ${keeps}: each is the mean of the six that one more die can make of it.`;
  return `<b>${NAMES.best}, outward.</b> Now ${keeps}: each takes the best of itself and of the keeps with one die less.`;
}

/** Say the same to a person who hears it, with the place in the whole. @param {number} step */
function stepForEar(step) {
  const {phase, ring} = frontOf(step);
  return `${NAMES[PHASES[phase].kind]} ${phase} of ${PHASES.length - 1}, ring of ${ring} dice`;
}

// What the place under the hand says: what it is worth, and what that is made of.

/** @typedef {{what: string, value: number, best: boolean}} Source */

/** As many sources are listed as a keep has extensions. */
const MOST = 6;

/**
 * Say what the place under the hand is worth.
 * @param {Shown} shown @param {Game} game @returns {{title: string, words: string, sources: Source[]}}
 */
export function readingOf(shown, game) {
  const {lattice, sweeps, step, keep} = shown;
  const size = lattice.dice_of_keep[keep].length;
  const front = frontOf(step);
  const phase = origin(front, size);
  const value = valueAt(sweeps, lattice, step, keep);
  const title = titleOf(shown);
  if (value === null) return {title, words: "Not known yet: the sweep has not come this far.", sources: []};
  const is_known = isFresh(front, size);
  const sources = is_known ? listSources(shown, game, phase) : [];
  const words = is_known ? explain(shown, phase, value) : `<b>${points(value)}</b>, from the sweep before. This one has not come here yet.`;
  return {title, words, sources};
}

/** Draw the same. @param {Shown} shown @param {Game} game */
function drawReading(shown, game) {
  const {title, words, sources} = readingOf(shown, game);
  const items = sources.map(({what, value, best}) => `<li${best ? ' class="best"' : ""}><span>${what}</span> <b>${points(value)}</b></li>`);
  return `<p class="turn-title strong">${title}</p><p class="turn-words">${words}</p><ul class="turn-sources rows stack">${items.join("")}</ul>`;
}

/** @param {Shown} shown */
function titleOf({lattice, keep}) {
  const dice = lattice.dice_of_keep[keep];
  if (dice.length === 0) return "Nothing kept, all five dice to throw";
  return dice.length === lattice.n_dice ? `The roll ${diceImage(dice)}` : `Keep ${diceImage(dice)}`;
}

/** @param {Shown} shown @param {number} phase @param {number} value */
function explain(shown, phase, value) {
  const {lattice, sweeps, keep} = shown;
  const {kind, throws} = PHASES[phase];
  const size = lattice.dice_of_keep[keep].length;
  if (kind === "score") return `No throw is left. In its best box it is worth <b>${points(value)}</b>: points now, and points to come.`;
  if (kind === "mean") {
    const left = throws === 1 ? "the last throw" : `${numberWord(throws)} throws left`;
    return `The next die shows one of six faces. With ${left}, this keep is worth their mean, <b>${points(value)}</b>.`;
  }
  const best = lattice.dice_of_keep[bestKeep(sweeps, subkeepsOf(lattice, keep), phase - 1)];
  const choice = best.length === 0 ? "throw all of it again" : best.length === size ? "keep all of it" : `keep ${best.join(" ")}`;
  const left = counted(throws, "reroll").replace(/^\d/, numberWord(throws));
  if (size === 0) return `With ${left} in hand there is nothing to choose: <b>${points(value)}</b>.`;
  return `With ${left} in hand, the best part of it is worth <b>${points(value)}</b>: ${choice}.`;
}

/** All parts of a keep, small ones first, itself last. @param {Shown["lattice"]} lattice @param {number} keep */
function subkeepsOf({start_of_subkeeps, subkeeps}, keep) {
  const found = new Set([keep]);
  for (const part of found) for (const less of subkeeps.subarray(start_of_subkeeps[part], start_of_subkeeps[part + 1])) found.add(less);
  return [...found].sort((a, b) => a - b);
}

/** List what a value is made of. @param {Shown} shown @param {Game} game @param {number} phase @returns {Source[]} */
function listSources({lattice, sweeps, keep}, game, phase) {
  const {kind} = PHASES[phase];
  if (kind === "score") return boxesFor(game, sweeps, keep);
  const values = sweeps.value_of_phase[phase];
  const sources = sourcesOf(lattice, phase, keep).map((source) => ({keep: source, value: values[source], own: false}));
  if (kind === "best" && sources.length > 0) sources.push({keep, value: sweeps.value_of_phase[phase - 1][keep], own: true});
  const most = sources.reduce((best, {value}) => Math.max(best, value), -Infinity);
  return sources.map(({keep: source, value, own}) => ({
    what: own ? "as it lies" : diceImage(lattice.dice_of_keep[source], lattice.dice_of_keep[source].join(" ") || "nothing") + (source === 0 ? "nothing" : ""),
    value,
    best: kind === "best" && value > most - 1e-9,
  }));
}

/** List the best boxes for a roll. @param {Game} game @param {Shown["sweeps"]} sweeps @param {number} keep @returns {Source[]} */
function boxesFor({ruleset, lattice, points_of_roll}, {turn}, keep) {
  const roll = keep - lattice.first_roll;
  const options = turn.value_of_score.flatMap((values, category) => (values === null ? [] : [{category, value: values[roll]}]));
  options.sort((a, b) => b.value - a.value || a.category - b.category);
  return options.slice(0, MOST).map(({category, value}, place) => ({
    what: `${escaped(ruleset.categories[category].title)} ${points_of_roll[roll * ruleset.categories.length + category]}`,
    value,
    best: place === 0,
  }));
}

/** @param {number} value */
const points = (value) => value.toFixed(2);

/** Milliseconds from one step to the next while playing, and at the end of a sweep. */
const BEAT = 600;
const PAUSE = 1500;

const WAITING = "The values of this card are on their way; the picture still shows the card before.";

/**
 * What stays as it is while the reader moves; the fan after each mean sweep is for who cannot play it.
 * @param {Table} now @param {Known} known
 */
const frameOf = (now, known) => `<div class="turn-solver">
<div class="turn-way grid-layout">
<p class="turn-step" data-region="step"></p>
<div class="turn-play with-script"><button type="button" class="button turn-toggle strong" data-press="play">Play</button>
<button type="button" class="button" data-press="back" aria-label="One step back">◀</button>
<button type="button" class="button" data-press="on" aria-label="One step on">▶</button></div>
<div class="turn-track" data-region="track"></div>
</div>
<div class="turn-picture" data-dock-from>
<div class="turn-rings"><svg class="fan-drawing" viewBox="0 0 ${FAN.width} ${FAN.height}" aria-hidden="true"><g class="fan-cone" data-region="cone"></g>
<g class="fan-rings" data-region="rings"></g><g class="fan-links" data-region="links"></g></svg>
<svg class="fan-writing" aria-hidden="true" data-region="writing"></svg></div>
<div class="turn-columns"><svg class="columns-drawing" viewBox="${COLUMNS_BOX}" aria-hidden="true" data-region="columns"></svg></div>
<p class="fan-scale beside quiet" aria-hidden="true" data-region="scale"></p>
</div>
<div class="turn-frames grid-layout">${drawFrames(shownAt(now, known))}</div>
<div class="turn-hand">
<div class="turn-dice" role="group" aria-label="The roll on the table" data-region="dice"></div>
<div class="turn-reading" data-region="reading"></div>
</div>
<div class="turn-card grid-layout">
<p class="turn-card-words" data-region="card"></p>
<div class="turn-presets with-script" role="group" aria-label="Cards to look at" data-region="presets"></div>
<details class="turn-fill opens"><summary>Fill any boxes</summary>
<div class="turn-boxes choices" role="group" aria-label="Filled boxes" data-region="boxes"></div>
<label class="turn-total beside with-script" data-region="total"></label>
</details>
</div>
</div>`;

/** @param {import("../solving/fan.js").Shown} shown */
function drawFrames(shown) {
  return PHASES.map(({kind, throws}, phase) => {
    if (kind !== "mean") return "";
    const value = shown.sweeps.value_of_phase[phase][0].toFixed(2);
    return `<div><svg viewBox="0 0 ${FAN.width} ${FAN.height}" aria-hidden="true"><g class="fan-rings">${drawRings({...shown, step: endOf(phase)})}</g></svg>
<p>${counted(throws, "throw")} to come: the middle is worth <b>${value}</b></p></div>`;
  }).join("");
}

/** @param {Table} now @param {Known} known */
function draw(now, known) {
  const {game} = known;
  const shown = shownAt(now, known);
  const totals = totalsOf(game, now.card.filled);
  return {
    step: wordsOfStep(now.step),
    track: drawTrack(shown.sweeps, now.step),
    rings: drawRings(shown),
    cone: drawCone(shown),
    links: drawLinks(shown),
    writing: drawWriting(shown),
    columns: drawColumns(shown, layOutColumns(game.lattice, now.roll)),
    scale: drawScale(shown.bounds),
    dice: now.dice.map((face, die) => dieButton({face, press: `die-${die}`, label: `die showing ${face}; press to turn`})).join(""),
    reading: drawReading(shown, game),
    card: isWaiting(now, known) ? WAITING : wordsOfCard(game, now.card),
    presets: drawPresets(now.card),
    boxes: drawBoxes(game, now.card),
    total: `<span>Points in the upper half</span> <input type="range" min="0" max="${totals.length - 1}" value="${totals.indexOf(now.card.upper_total)}" data-entry="total"> <output>${now.card.upper_total}</output>`,
  };
}

/** What the keep under the hand says to who hears it. @param {Table} now @param {Known} known */
function wordsOf(now, known) {
  const {title, words} = readingOf(shownAt(now, known), known.game);
  return `${title.startsWith("Nothing") ? title : `Keep ${known.game.lattice.dice_of_keep[now.keep].join(" ")}`}. ${words}`;
}

/** @param {Table} now @param {Known} known */
const wordsOfRoll = ({roll}, {game: {lattice}}) => `The roll is ${lattice.dice_of_keep[roll].join(" ")}.`;

/** @param {Table} now @param {number} step */
const atStep = (now, step) => ({...now, step: Math.max(0, Math.min(LAST_STEP, step))});

/** Look at a keep; a full roll comes onto the table. @param {Table} now @param {Place} place @param {Known} known */
function lookedAt(now, {keep}, known) {
  return laid({...now, keep, roll: keep >= known.game.lattice.first_roll ? keep : now.roll}, known, now);
}

/** @param {Table} now @param {number} die @param {(old: number) => number} face @param {Known} known @returns {Table} */
function turned(now, die, face, {game}) {
  const dice = now.dice.map((old, index) => (index === die ? face(old) : old));
  const roll = findKeep(game.lattice, dice);
  return {...now, dice, roll, keep: holds(game, roll, now.keep) ? now.keep : roll};
}

/**
 * Where a press leads: "back", "on", "die-0", "box-3", "card-1", or "total=5", the place of an upper total.
 * @param {string} key @param {Table} now @param {Known} known
 */
function press(key, now, known) {
  const [part, number] = partsOf(key);
  const {game} = known;
  if (part === "die") return turned(now, number, (old) => (old % 6) + 1, known);
  if (part === "box") return {...now, card: switchFilled(game, now.card, number)};
  if (part === "total") return {...now, card: withTotal(game, now.card, totalsOf(game, now.card.filled)[number])};
  if (part !== "card") return atStep(now, part === "back" ? now.step - 1 : now.step + 1);
  const [roll, keep] = [PRESETS[number].roll, PRESETS[number].keep].map((dice) => findKeep(game.lattice, Array.from(dice, Number)));
  return laid({...now, card: PRESETS[number].card, roll, keep}, known, now);
}

/**
 * A reticle on the fan, or on the columns that a narrow screen has instead.
 * @param {string} selector
 * @param {(now: Table, known: Known) => readonly Place[]} nodes
 * @param {Readonly<Record<string, "previous" | "next" | "inward" | "outward">>} ways Where arrow keys lead.
 * @param {boolean} isLarge
 */
function overKeeps(selector, nodes, ways, isLarge) {
  return overNodes(selector, {
    label: "Keeps of the turn. Arrow keys move the reticle from keep to keep.",
    isLarge,
    nodes,
    read(now, /** @type {Known} */ known) {
      const places = nodes(now, known);
      return places.find(({keep}) => keep === now.keep) ?? places[places.length - 1];
    },
    beside: (from, key, stride, places) => (key in ways ? placeBeside(places, from, ways[key], stride) : null),
    looked: (now, {keep}) => ({...now, keep}),
    moved: lookedAt,
  });
}

/**
 * Let the sweeps play: they go on while the reader looks around, and stop where the step or the card is changed.
 * @param {Alive<Table, Known>} alive
 */
function play(alive) {
  const {element, context, known} = alive;
  const toggle = find(element, ".turn-toggle");
  const load = tableFor(alive);
  let reached = alive.place;
  const pass = (/** @type {number} */ step) => alive.pass((reached = atStep(alive.place, step)));
  const player = new Player(element, () => {
    pass(alive.place.step + 1);
    const {step} = alive.place;
    if (step === LAST_STEP) player.playing = false;
    return PHASES.some((_, phase) => endOf(phase) === step) ? PAUSE : BEAT;
  }, (playing) => (toggle.textContent = playing ? "Pause" : "Play"));
  if (context.reducedMotion) toggle.textContent = "Next step";
  return {
    /** "play"; without motion it is one step on. @param {string} key */
    press(key) {
      if (key !== "play") return false;
      const isOver = alive.place.step === LAST_STEP;
      if (context.reducedMotion) return alive.go(atStep(alive.place, isOver ? 0 : alive.place.step + 1));
      if (!player.playing && isOver) pass(0);
      player.playing = !player.playing;
    },
    tell() {
      const {step, card} = alive.place;
      if (step !== reached.step || card !== reached.card) player.playing = false;
      reached = alive.place;
      if (isWaiting(alive.place, known)) load();
    },
    reset: () => (player.playing = false),
    destroy: () => player.stop(),
  };
}

/** @type {Figure<Table, Known>} */
const turn = {
  know,
  /** `moment`: filled boxes, upper total, roll, step, keep. */
  opening: ({moment = OPENING}, known) =>
    laid(/** @type {Moment} */ (momentOfText(known.game, moment) ?? momentOfText(known.game, OPENING)), known),
  read(text, known, from) {
    const moment = momentOfText(known.game, text);
    return moment && laid(moment, known, from);
  },
  write: (now, {game}) => textOfMoment(game, now),
  frame: frameOf,
  draw,
  words: wordsOf,
  press,
  pressed(key, {announce, known, place}) {
    if (key.startsWith("die")) announce(wordsOfRoll(place, known));
  },
  hands: [
    overKeeps(".turn-rings", (_now, {places}) => places,
      {ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "outward", ArrowDown: "inward"}, false),
    overKeeps(".turn-columns", ({roll}, {game}) => layOutColumns(game.lattice, roll),
      {ArrowUp: "previous", ArrowDown: "next", ArrowRight: "outward", ArrowLeft: "inward"}, true),
    alongPicture(".turn-track", {
      label: "Step of the sweeps",
      stride: 5,
      now: ({step}) => step,
      last: () => LAST_STEP,
      moved: atStep,
      words: ({step}) => stepForEar(step),
    }),
    byDigits(".turn-dice", 6, turned, wordsOfRoll),
    dressed(".turn-picture", (now, known) => (isWaiting(now, known) ? "turn-picture waiting" : "turn-picture")),
  ],
  wake: play,
};

export const {view, mount} = makeFigure(turn);
