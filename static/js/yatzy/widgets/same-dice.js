/** Same dice, three players: perfect play, the greedy player and the optimist play one game with the same luck in their dice. */
import {scandinavian} from "../game/rules/scandinavian.js";
import {groupsOf, optionKey} from "../parts/records.js";
import {alongPicture, counted, every, find, grouped, listed, makeFigure, numberWord, percent} from "site_builder/kit";
import {glyph, glyphAt} from "../parts/cast.js";
import {dieButton, dieShape, tumble} from "../parts/dice.js";
import {scoresAfter} from "../parts/scorecard.js";
import {expected} from "../words/text.js";
import {findKeep, rankOptions, solveTurn} from "../game/turn.js";
import {layOutGame} from "../game/tables.js";
import {valuesFor} from "../parts/fetched-values.js";
import {plainCard, plainChoices, plainDice, plainWords} from "../parts/plain.js";

/**
 * @import {DataSet} from "../../engine/widget" @import {Game} from "../game/tables.js" @import {Option} from "../game/turn.js"
 * @import {ValueOf} from "../parts/fetched-values.js"
 */

// One game with the same dice for several players: every decision, what it gave away, and where luck came in.

/**
 * @typedef {object} Decision
 * @property {number} turn From 1.
 * @property {number} throw From 1.
 * @property {number[]} dice Each in its place.
 * @property {boolean[]} stays Dice that are kept; all of them where the roll is written.
 * @property {number | null} category Box that is filled, or null.
 * @property {number} points
 * @property {number} total
 * @property {number} value Expected final score after the decision, if all later ones are perfect.
 * @property {number} regret What the decision gives away.
 *
 * @typedef {{name: string, title: string, decisions: Decision[], final_score: number}} Contestant
 *
 * @typedef {object} Duel
 * @property {Contestant[]} players
 * @property {{turn: number, throw: number}[]} steps All throws that a game can have, in order.
 * @property {number} start Expected score of perfect play before the first throw.
 * @property {number} seed
 * @property {number} rank
 * @property {number} seeds
 */

/** @type {Readonly<Record<string, string>>} */
const TITLES = {optimal: "Perfect", greedy: "Greedy", max: "Optimist"};

/** Read the data set. @param {DataSet} table `duel_games`, in the order of play. @param {number} start @returns {Duel} */
export function readDuel(table, start) {
  const players = groupsOf(table, "player").map((own) => {
    const [{player: name, final_score}] = own;
    return {name, title: TITLES[name] ?? name, decisions: own.map(readDecision), final_score};
  });
  const steps = scandinavian.categories.flatMap((_, turn) =>
    Array.from({length: scandinavian.n_throws}, (_throw, at) => ({turn: turn + 1, throw: at + 1})));
  return {players, steps, start, seed: table.seed[0], rank: table.rank[0], seeds: table.seeds[0]};
}

/** @param {{turn: number, throw: number}} moment */
const orderOf = ({turn, throw: throws}) => 10 * turn + throws;

/** @param {Record<string, any>} row @returns {Decision} */
function readDecision({turn, throw: throws, dice, stays, category: box, points, total, value, regret}) {
  const category = scandinavian.categories.findIndex(({name}) => name === box);
  const lie = {dice: Array.from(dice, Number), stays: Array.from(stays, (one) => one === "1")};
  return {turn, throw: throws, ...lie, category: category === -1 ? null : category, points, total, value, regret};
}

/** Number of decisions that a player has made up to a step. @param {Duel} duel @param {Contestant} player @param {number} step */
export function madeAt({steps}, {decisions}, step) {
  return decisions.filter((decision) => orderOf(decision) <= orderOf(steps[step])).length;
}

/** Whether a player decides at a step, or has written already in this turn. @param {Duel} duel @param {Contestant} player @param {number} step */
export function decidesAt(duel, player, step) {
  const decision = player.decisions[madeAt(duel, player, step) - 1];
  return decision !== undefined && orderOf(decision) === orderOf(duel.steps[step]);
}

/**
 * Take apart what a player stands at: what the game was worth at the start, what its decisions gave away, and luck, which is the rest.
 * @param {Duel} duel @param {Contestant} player @param {number} made
 * @param {number} [value] Where it stands after the next throw, if that lies on the table.
 */
export function accountOf({start}, {decisions}, made, value = made === 0 ? start : decisions[made - 1].value) {
  const lost = decisions.slice(0, made).reduce((sum, {regret}) => sum + regret, 0);
  return {value, lost, luck: value - start + lost};
}

/** Take apart what a player stands at at a step. @param {Duel} duel @param {Contestant & {asked?: Asked | null}} player @param {number} step */
function accountAt(duel, player, step) {
  const {asked} = player;
  const waits = asked && orderOf(asked) <= orderOf(duel.steps[step]);
  return accountOf(duel, player, madeAt(duel, player, step), waits ? asked.value : undefined);
}

/** Find the step at which a player first does something else than the first player. @param {Duel} duel @param {Contestant} player */
export function partingOf(duel, player) {
  const [first] = duel.players;
  const same = (/** @type {Decision} */ a, /** @type {Decision} */ b) =>
    a.category === b.category && orderOf(a) === orderOf(b) && a.dice.join() === b.dice.join() && a.stays.join() === b.stays.join();
  const index = player.decisions.findIndex((decision, row) => first.decisions[row] === undefined || !same(decision, first.decisions[row]));
  return index === -1 ? null : stepOf(duel, player.decisions[index]);
}

/** Find the step of a player's dearest decision. @param {Duel} duel @param {Contestant} player */
export function dearestOf(duel, {decisions}) {
  const dearest = decisions.reduce((most, one) => (one.regret > most.regret ? one : most));
  return stepOf(duel, dearest);
}

/** Find the step of a moment. @param {Duel} duel @param {{turn: number, throw: number}} moment */
const stepOf = ({steps}, moment) => steps.findIndex((step) => orderOf(step) === orderOf(moment));

/** Find the step at which the dice have favoured a player most over the first player. @param {Duel} duel @param {Contestant} player */
function luckiestOf(duel, player) {
  const [first] = duel.players;
  const leads = duel.steps.map((_, step) => accountAt(duel, player, step).luck - accountAt(duel, first, step).luck);
  return leads.indexOf(Math.max(...leads));
}

/** Write a step for a link: turn and throw, "13.3". @param {Duel} duel @param {number} step */
export const textOfStep = ({steps}, step) => `${steps[step].turn}.${steps[step].throw}`;

/** Read a step from a link; null when there is none such. @param {Duel} duel @param {string | null} text */
export function stepOfText(duel, text) {
  const match = /^(\d+)\.(\d)$/.exec(text ?? "");
  const step = match ? stepOf(duel, {turn: Number(match[1]), throw: Number(match[2])}) : -1;
  return step === -1 ? null : step;
}

/**
 * @typedef {object} Place
 * @property {number} step
 * @property {string} who Name of the player whose card lies open.
 * @property {readonly string[]} own Answers of the reader, who may play too, in the order of the questions.
 * @property {readonly number[]} picked Dice that the reader is about to keep.
 */

/** Whose card lies open where a link names nobody. */
const WHO = "greedy";
/** The reader among the players. */
const YOU = "you";

/** Write a place for a link: "13.3", the player unless it is the usual one, and the reader's answers. @param {Duel} duel @param {Place} place */
export const textOfPlace = (duel, {step, who, own}) => [`${textOfStep(duel, step)}${who === WHO ? "" : `.${who}`}`, ...own].join("~");

/** Read a place from a link; null when there is none such. @param {Duel} duel @param {string} text @returns {Place | null} */
export function placeOfText(duel, text) {
  const [where, ...own] = text.split("~");
  const [, moment, who = WHO] = /^(\d+\.\d)(?:\.(\w+))?$/.exec(where) ?? [];
  const step = stepOfText(duel, moment ?? null);
  if (step === null || !(who === YOU || duel.players.some(({name}) => name === who))) return null;
  return own.every((answer) => /^(keep-[1-6]{0,4}|score-[a-z_]+)$/.test(answer)) ? {step, who, own, picked: []} : null;
}

/** The next step, or the one before, at which somebody decides. @param {Duel} duel @param {number} step @param {1 | -1} way */
function stepBeside(duel, step, way) {
  let next = step + way;
  while (duel.steps[next] !== undefined && !duel.players.some((player) => decidesAt(duel, player, next))) next += way;
  return duel.steps[next] === undefined ? step : next;
}

/** Say what a player does. @param {Decision} decision */
export function wordsOfDecision({dice, stays, category, points, regret}) {
  const cost = regret >= 0.005 ? ` It gives away <b>${regret.toFixed(2)}</b>.` : " Nothing is better.";
  if (category !== null) return `Writes <b>${points}</b> into ${scandinavian.categories[category].title}.${cost}`;
  const kept = dice.filter((_, die) => stays[die]).sort((a, b) => a - b);
  return kept.length === 0 ? `Throws all five again.${cost}` : `Keeps ${kept.join(" ")}.${cost}`;
}

/** @param {Duel} duel @param {number} step */
const whenOf = ({steps}, step) => `Turn ${steps[step].turn}, throw ${steps[step].throw}`;

/** Say what those players do who decide at a step. @param {Duel} duel @param {number} step */
function wordsOfStep(duel, step) {
  const deciding = duel.players.filter((player) => decidesAt(duel, player, step));
  const told = deciding.map((player) => `${player.title}: ${wordsOfDecision(player.decisions[madeAt(duel, player, step) - 1])}`);
  return `${whenOf(duel, step)}. ${told.join(" ") || "All have written already."}`;
}

/** All that the players can score, and play at random. @param {Duel} duel @param {Record<string, number[]>} curves @returns {Ridge[]} */
function ridgesOf({players}, curves) {
  const ridges = players.map(({name, title, final_score}) => ({name, title, chances: curves[name], mark: final_score}));
  return [...ridges, {name: "random", title: "Play at random", chances: curves.random, mark: null}];
}

// The score distributions of several players above each other, on one axis, each with one game marked in it.

/**
 * @typedef {object} Ridge
 * @property {string} name
 * @property {string} title
 * @property {number[]} chances By score, from 0.
 * @property {number | null} mark A final score to mark.
 */

/** The axis ends here; greater scores are too rare to be seen. */
const LAST_SCORE = 350;
const TICKS = [0, 50, 100, 150, 200, 250, 300, 350];
/** Units of the drawing of one curve. */
const [WIDE, HIGH] = [1000, 100];

/** @param {number} score */
const placeOfScore = (score) => (100 * score) / LAST_SCORE;

/** Mean of a distribution. @param {readonly number[]} chances */
export function meanOf(chances) {
  return chances.reduce((sum, chance, score) => sum + chance * score, 0) / chances.reduce((sum, chance) => sum + chance, 0);
}

/** Share of the games that end below a score. @param {readonly number[]} chances @param {number} score */
export const shareBelow = (chances, score) => chances.slice(0, score).reduce((sum, chance) => sum + chance, 0);

/** @param {readonly number[]} chances @param {number} most */
function areaOf(chances, most) {
  const points = chances.slice(0, LAST_SCORE + 1).map((chance, score) => `${Math.round((WIDE * score) / LAST_SCORE)} ${Math.round(HIGH * (1 - chance / most))}`);
  return `M0 ${HIGH}L${points.join("L")}L${WIDE} ${HIGH}z`;
}

/** Draw the curves; all have the same scale, so that equal areas are equal chances. @param {readonly Ridge[]} ridges */
function drawRidges(ridges) {
  const most = Math.max(...ridges.flatMap(({chances}) => chances));
  return ridges.map(({name, title, chances, mark}) => {
    const mean = meanOf(chances);
    const marked = mark === null ? "" : `<line class="mark" x1="${percent(placeOfScore(mark))}" x2="${percent(placeOfScore(mark))}" y1="0" y2="100%"/>`;
    const told = mark === null ? "" : ` This game: <b>${mark}</b>, above ${(100 * shareBelow(chances, mark)).toFixed(0)}% of all.`;
    return `<div class="ridge ${name}"><p><b>${title}</b> mean ${mean.toFixed(1)}.${told}</p><svg aria-hidden="true"><svg viewBox="0 0 ${WIDE} ${HIGH}" width="100%" height="100%" preserveAspectRatio="none"><path d="${areaOf(chances, most)}"/></svg><line class="base" x2="100%" y1="100%" y2="100%"/>${marked}</svg></div>`;
  }).join("");
}

/** Draw the axis below the curves. */
function drawRidgeAxis() {
  return TICKS.map((score) => {
    const anchor = score === 0 ? "start" : score === LAST_SCORE ? "end" : "middle";
    return `<text x="${percent(placeOfScore(score))}" y="14" text-anchor="${anchor}"${score % 100 === 50 && score !== LAST_SCORE ? ' class="minor"' : ""}>${score}</text>`;
  }).join("");
}

// Same dice, three players: a line of what each can still expect, dice at its hand, and one card that shows any of them.

/** Highest score of the picture, and of its lowest band, which holds what decisions give away. */
const TOP = 320;
const GRID = 100;
/** Units of the inner drawing. */
const UNITS = 1000;
/** Places that the names of the curves need apart, in points. */
const APART = 32;
/** A decision that gives away as much as this has the tallest mark. */
const DEAR = 45;
const BAND = 22;
/** Part of the width that the game takes, in percent; behind it the names have room. */
const TIME = 80;

/** @param {number} points */
const heightOf = (points) => (100 - BAND) * (1 - points / TOP);

/** Place of a step, in percent. @param {Duel} duel @param {number} step */
const placeOf = ({steps}, step) => 1 + (TIME * (step + 1)) / steps.length;

/** Find the step at a share of the width. @param {Duel} duel @param {number} share */
export function stepAt({steps}, share) {
  return Math.max(0, Math.min(steps.length - 1, Math.round(((100 * share - 1) / TIME) * steps.length) - 1));
}

/** The player whose card lies open. @param {Duel} duel @param {Place} place */
const playerOf = ({players}, {who}) => /** @type {Contestant} */ (players.find(({name}) => name === who));

/** Draw whose card can lie open, as switches; there is always a seat for the reader. @param {Duel} duel @param {Place} place */
function drawWho({players}, {who}) {
  const seats = players.some(({name}) => name === YOU) ? players : [...players, {name: YOU, title: "You"}];
  return seats.map(({name, title}) => `<button type="button" class="duel-name ${name}" aria-pressed="${name === who}" data-press="who-${name}">${glyph(name)} ${title}</button>`).join("");
}

/** Draw a player's card, and what it does at a step. @param {Duel} duel @param {Place} place */
function drawPlayer(duel, place) {
  const {step} = place;
  const player = playerOf(duel, place);
  const made = madeAt(duel, player, step);
  const decision = player.decisions[made - 1];
  if (made === 0) return `<p class="duel-words">Your dice are on their way.</p>`;
  const waits = !decidesAt(duel, player, step);
  const parts = !waits && partingOf(duel, player) === step ? " parts from perfect play" : "";
  const words = waits ? "Has written already, and waits." : wordsOfDecision(decision);
  return `<p class="duel-words"><b>${player.title}${parts}.</b> ${words}</p>${drawBoxes(player, made, waits)}
<p class="duel-total apart"><span>Points so far</span><b>${decision.total}</b></p>`;
}

/** Draw a card small: a cell a box, its points once it is filled. @param {Contestant} player @param {number} made @param {boolean} waits */
function drawBoxes(player, made, waits) {
  const scores = scoresAfter(player.decisions, made);
  const last = waits ? null : player.decisions[made - 1].category;
  const cells = scandinavian.categories.map(({title}, category) => {
    const names = [scores[category] === null ? "open" : "filled", category === last ? "just" : ""].filter(Boolean).join(" ");
    return `<li class="${names}"><span>${title}</span> <b>${scores[category] ?? '<i class="visually-hidden">open</i>'}</b></li>`;
  });
  return `<ol class="duel-boxes grid-layout rows">${cells.join("")}</ol>`;
}

/** The last step of a player's game, or of as much of it as is played; -1 before. @param {Duel} duel @param {Contestant} player */
function lastStepOf({steps}, {decisions}) {
  const last = decisions[decisions.length - 1];
  if (last === undefined) return -1;
  const written = decisions.filter(({category}) => category !== null).length;
  return written === scandinavian.categories.length ? steps.length - 1 : steps.findIndex((step) => step.turn === last.turn && step.throw === last.throw);
}

/** Line of one player up to a step. @param {Duel} duel @param {Contestant} player @param {number} step */
function lineOf(duel, player, step) {
  const points = Array.from({length: Math.min(step, lastStepOf(duel, player)) + 1}, (_, one) =>
    `${Math.round(10 * placeOf(duel, one))} ${Math.round(10 * heightOf(accountAt(duel, player, one).value))}`);
  return `M${[`10 ${Math.round(10 * heightOf(duel.start))}`, ...points].join("L")}`;
}

/** Draw marks for what a player's decisions give away. @param {Duel} duel @param {Contestant} player */
function drawLosses(duel, player) {
  if (player === duel.players[0]) return "";
  const width = TIME / duel.steps.length / 2.3;
  const shift = {max: 0.05, [YOU]: -0.5}[player.name] ?? -1.05;
  return duel.steps.map((_, step) => {
    const decision = player.decisions[madeAt(duel, player, step) - 1];
    if (!decidesAt(duel, player, step) || decision.regret < 0.05) return "";
    const height = Math.max(0.6, (BAND - 4) * Math.sqrt(Math.min(1, decision.regret / DEAR)));
    const x = placeOf(duel, step) + shift * width;
    const told = player.name !== YOU && step === dearestOf(duel, player) ? `<text class="tick" x="${percent(x + width / 2)}" y="${percent(100 - height)}" dy="-.3em" text-anchor="middle">−${decision.regret.toFixed(1)}</text>` : "";
    return `<rect class="loss ${player.name}" fill="url(#duel-hatch-${player.name})" x="${percent(x)}" y="${percent(100 - height)}" width="${percent(width)}" height="${percent(height)}"/>${told}`;
  }).join("");
}

/** @param {readonly Contestant[]} players */
function drawHatches(players) {
  const patterns = players.map(({name}) => `<pattern id="duel-hatch-${name}" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch ${name}" x1="1" x2="1" y2="4"/></pattern>`);
  return `<defs>${patterns.join("")}</defs>`;
}

/** Spread labels so that they do not touch. @param {{name: string, points: number}[]} labels */
function spread(labels) {
  const sorted = [...labels].sort((a, b) => b.points - a.points);
  sorted.forEach((label, row) => {
    if (row > 0) label.points = Math.min(label.points, sorted[row - 1].points - APART);
  });
  const short = Math.max(0, 8 - sorted[sorted.length - 1].points);
  return sorted.map((label) => ({...label, points: label.points + short}));
}

/** Draw what every player could expect up to a step; the rest of the game faintly. @param {Duel} duel @param {number} step */
export function drawCurves(duel, step) {
  const {players, steps} = duel;
  const grid = [GRID, 2 * GRID, 3 * GRID].map((points) => `<line class="grid" x2="${TIME + 1}%" y1="${percent(heightOf(points))}" y2="${percent(heightOf(points))}"/><text class="tick" y="${percent(heightOf(points))}" dx="-.6em" dy=".35em" text-anchor="end">${points}</text>`);
  const turns = steps.flatMap((one, index) => (one.throw === 1 && [1, 5, 10, 15].includes(one.turn) ? [`<text class="tick" x="${percent(one.turn === 1 ? 0 : placeOf(duel, index))}" y="100%" dy="1.8em">${one.turn === 1 ? "turn 1" : one.turn}</text>`] : []));
  const lines = players.map((player) => `<path class="ahead ${player.name}" d="${lineOf(duel, player, steps.length - 1)}"/><path class="line ${player.name}" d="${lineOf(duel, player, step)}"/>`);
  const x = placeOf(duel, step);
  const now = players.map((player) => ({name: player.name, points: accountAt(duel, player, step).value}));
  const labels = spread(now.map((one) => ({...one}))).map(({name, points}) =>
    `<text class="label ${name}" x="${percent(x)}" y="${percent(heightOf(points))}" dx=".7em" dy=".35em"><tspan class="who">${players.find((one) => one.name === name)?.title} </tspan>${expected(now.find((one) => one.name === name)?.points ?? 0)}</text>`);
  const ends = now.map(({name, points}) => glyphAt(name, percent(x), percent(heightOf(points))));
  return `${drawHatches(players)}${grid.join("")}<line class="base" x2="${TIME + 1}%" y1="100%" y2="100%"/>${turns.join("")}<text class="tick" y="${percent(100 - BAND)}" dy="1.2em"><tspan x="${TIME + 4}%">given</tspan><tspan x="${TIME + 4}%" dy="1.2em">away</tspan></text>
<svg viewBox="0 0 ${UNITS} ${UNITS}" width="100%" height="100%" preserveAspectRatio="none">${lines.join("")}</svg>
<line class="now" x1="${percent(x)}" x2="${percent(x)}" y2="100%"/>${players.map((player) => drawLosses(duel, player)).join("")}<circle class="grip" cx="${percent(x)}" cy="100%" r="9"/>${ends.join("")}${labels.join("")}`;
}

/** Sizes of the dice at the hand, in pixels. */
const [DIE, DIE_GAP] = [28, 5];

/** Draw the dice of the player whose card lies open, over the hand; those that stay have a rim. @param {Duel} duel @param {Place} place */
function drawDock(duel, place) {
  const player = playerOf(duel, place);
  const decision = player.decisions[madeAt(duel, player, place.step) - 1];
  if (decision === undefined) return "";
  const {dice, stays, category} = decision;
  const waits = !decidesAt(duel, player, place.step);
  const x = placeOf(duel, place.step);
  const width = dice.length * DIE + (dice.length - 1) * DIE_GAP;
  const shapes = dice.map((face, die) => dieShape({face, x: die * (DIE + DIE_GAP), y: 0, size: DIE, kept: category === null && stays[die]}));
  return `<svg class="duel-dice${waits ? " waits" : ""}" x="${percent(x)}" overflow="visible"><g transform="translate(${Math.round((-width * x) / 100)} 0)">${shapes.join("")}</g></svg>`;
}

/** The same in words. @param {Duel} duel @param {Place} place */
function wordsOfDice(duel, place) {
  const player = playerOf(duel, place);
  const {dice} = player.decisions[madeAt(duel, player, place.step) - 1] ?? {dice: ["no dice"]};
  return `${player.title} has ${dice.join(" ")} on the table.`;
}

/** Draw the account of every player: what the game was worth at the start, luck, and what was given away. @param {Duel} duel @param {number} step */
export function drawAccounts(duel, step) {
  const rows = duel.players.map((player) => {
    const {value, lost, luck} = accountAt(duel, player, step);
    const sign = luck < 0 ? "−" : "+";
    return `<tr class="${player.name}"><th scope="row">${glyph(player.name)} ${player.title}</th><td>${duel.start.toFixed(1)}</td><td>${sign}${Math.abs(luck).toFixed(1)}</td><td>${lost > 0 ? `−${lost.toFixed(1)}` : "0"}</td><td><b>${expected(value)}</b></td></tr>`;
  });
  return `<thead><tr><th scope="col">Player</th><th scope="col">Start</th><th scope="col">Luck</th><th scope="col">Given away</th><th scope="col">Stands at</th></tr></thead><tbody>${rows.join("")}</tbody>`;
}

/** The moments that tell the game, and whose card to look at. @param {Duel} duel */
export function momentsOf(duel) {
  const [, greedy, optimist] = duel.players;
  const stroke = dearestOf(duel, greedy);
  const {regret} = /** @type {Decision} */ (greedy.decisions[madeAt(duel, greedy, stroke) - 1]);
  return [
    {label: "First difference", step: partingOf(duel, greedy) ?? 0, who: greedy.name},
    {label: "Greedy is lucky", step: luckiestOf(duel, greedy), who: greedy.name},
    {label: `One pencil stroke, −${regret.toFixed(1)}`, step: stroke, who: greedy.name},
    {label: "Optimist’s worst", step: dearestOf(duel, optimist), who: optimist.name},
    {label: "The end", step: duel.steps.length - 1, who: duel.players[0].name},
  ];
}

/** Draw the moments as buttons. @param {Duel} duel @param {Place} place */
function drawMoments(duel, {step}) {
  const moments = momentsOf(duel);
  return moments.map((moment, at) =>
    `<button type="button" class="button" aria-pressed="${moment.step === step}" data-press="stop-${at}">${moment.label}</button>`).join("");
}

// The reader's own game with the dice of the duel: own choices at some moments, perfect play at all others. Exact:
// values come from the table of all cards and the solved turn; dice from the same queues as everyone's.

/** @typedef {{turn: number, throw: number}} Moment */

/**
 * @typedef {object} Asked A decision that waits for the reader.
 * @property {number} turn
 * @property {number} throw
 * @property {readonly number[]} dice Each in its place.
 * @property {readonly Option[]} options Best first.
 * @property {number} value Expected final score with these dice.
 *
 * @typedef {Contestant & {asked: Asked | null, answers: readonly Decision[]}} Own `answers`: the decisions that were the reader's own.
 *
 * @typedef {object} Rules
 * @property {Game} game
 * @property {ValueOf} valueOf
 * @property {readonly (readonly number[])[]} queues Faces of each die, in the order in which it shows them.
 * @property {readonly Moment[]} stops Where the reader is asked, in order; in a turn that perfect play ends before, at its end.
 */

/** Read the queues. @param {DataSet} table */
export const readQueues = ({faces}) => faces.map((/** @type {string} */ one) => Array.from(one, Number));

/**
 * Play the game up to its end, or to the first question that has no answer.
 * @param {Rules} rules @param {readonly string[]} answers Options by name, "keep-44" or "score-ones", in the order of the questions.
 * @returns {Own | null} Null where an answer is no option of its question.
 */
export function playOwn(rules, answers) {
  const {game: {ruleset}, queues} = rules;
  /** @type {Table} */
  const table = {filled: 0, upper: 0, written: 0, thrown: queues.map(() => 0), answers: []};
  /** @type {Decision[]} */
  const decisions = [];
  for (let turn = 1; turn <= ruleset.categories.length; turn += 1) {
    const played = playTurn(rules, answers, table, turn);
    if (played === null) return null;
    decisions.push(...played.decisions);
    if (played.asked !== null) return {...own(decisions), asked: played.asked, answers: table.answers};
  }
  return answers.length > table.answers.length ? null : {...own(decisions), asked: null, answers: table.answers};
}

/** @param {Decision[]} decisions @returns {Contestant} */
const own = (decisions) => ({name: YOU, title: "You", decisions, final_score: decisions.at(-1)?.total ?? 0});

/**
 * @typedef {object} Table What lies on the table between turns; it changes as the game goes on.
 * @property {number} filled
 * @property {number} upper
 * @property {number} written
 * @property {number[]} thrown How many faces of each queue were shown.
 * @property {Decision[]} answers Decisions that were the reader's own so far.
 */

/**
 * @param {Rules} rules @param {readonly string[]} answers @param {Table} table @param {number} turn
 * @returns {{decisions: Decision[], asked: Asked | null} | null}
 */
function playTurn(rules, answers, table, turn) {
  const {game, valueOf, queues, stops} = rules;
  const {ruleset, lattice} = game;
  const solved = solveTurn(game, valueOf, {filled: table.filled, upper_total: Math.min(table.upper, ruleset.threshold)});
  const stop = stops.find((one) => one.turn === turn);
  /** @type {Decision[]} */
  const decisions = [];
  let [dice, stays] = [queues.map(() => 0), queues.map(() => false)];
  for (let throws = 1; throws <= ruleset.n_throws; throws += 1) {
    dice = dice.map((face, die) => (stays[die] ? face : queues[die][table.thrown[die]++]));
    const options = rankOptions(game, solved, findKeep(lattice, dice) - lattice.first_roll, ruleset.n_throws - throws);
    let [taken] = options;
    const is_asked = stop !== undefined && (throws === stop.throw || (throws < stop.throw && taken.action === "score"));
    if (is_asked) {
      const answer = answers[table.answers.length];
      if (answer === undefined) return {decisions, asked: {turn, throw: throws, dice, options, value: table.written + options[0].value}};
      const chosen = options.find((option) => keyOf(game, option) === answer);
      if (chosen === undefined) return null;
      taken = chosen;
    }
    stays = staysOf(dice, taken);
    const decision = decisionOf(game, table, {turn, throw: throws, dice, stays}, taken);
    decisions.push(decision);
    if (is_asked) table.answers.push(decision);
    if (taken.action === "score") break;
  }
  return {decisions, asked: null};
}

/** Name an option. @param {Game} game @param {Option} option */
export const keyOf = ({ruleset}, {action, dice, category}) => optionKey({action, dice, category: ruleset.categories[category]?.name ?? ""});

/** Which dice stay: of equal ones those further left; all of them where the roll is written. @param {readonly number[]} dice @param {Option} option */
function staysOf(dice, {action, dice: kept}) {
  if (action === "score") return dice.map(() => true);
  const wanted = [...kept];
  return dice.map((face) => {
    const found = wanted.indexOf(face);
    if (found >= 0) wanted.splice(found, 1);
    return found >= 0;
  });
}

/**
 * Note a decision, and write what it writes.
 * @param {Game} game @param {Table} table @param {Pick<Decision, "turn" | "throw" | "dice" | "stays">} lie @param {Option} taken @returns {Decision}
 */
function decisionOf({ruleset}, table, lie, {action, category, points, value, regret}) {
  const expected = table.written + value;
  if (action === "score") {
    table.filled |= 1 << category;
    table.written += points;
    if (ruleset.categories[category].face > 0) table.upper += points;
  }
  const total = table.written + (table.upper >= ruleset.threshold ? ruleset.bonus : 0);
  return {...lie, category: action === "score" ? category : null, points: action === "score" ? points : 0, total, value: expected, regret};
}

// The reader at the table: the game as it stands with the reader in it, and the question that waits.

/** @typedef {Duel & {game: Game, queues: readonly (readonly number[])[], valueOf: ValueOf | null, seat?: {own: string, valueOf: ValueOf | null, you: Own}}} Seats */

/** A reader who has not played yet, or cannot: the values are on their way. @type {Own} */
const NOBODY = {name: YOU, title: "You", decisions: [], final_score: 0, asked: null, answers: []};

/** Moments at which the reader is asked: those that tell the game, one in a turn. @param {Duel} duel */
function questionsOf(duel) {
  const moments = momentsOf(duel).slice(0, -1).map(({step}) => duel.steps[step]).sort((a, b) => a.turn - b.turn || a.throw - b.throw);
  return moments.filter(({turn}, at) => turn !== moments[at - 1]?.turn);
}

/** The reader's game as it stands; answers that lead nowhere count as none. @param {Seats} seats @param {readonly string[]} own @returns {Own} */
function played(seats, own) {
  const {game, queues, valueOf} = seats;
  if (valueOf === null) return NOBODY;
  const rules = {game, valueOf, queues, stops: questionsOf(seats)};
  return playOwn(rules, own) ?? playOwn(rules, []) ?? NOBODY;
}

/** The reader's game at a place, played once. @param {Seats} seats @param {Place} place @returns {Own} */
function youAt(seats, {own}) {
  const name = own.join("~");
  if (seats.seat?.own !== name || seats.seat.valueOf !== seats.valueOf) seats.seat = {own: name, valueOf: seats.valueOf, you: played(seats, own)};
  return seats.seat.you;
}

/** All who play at a place: the reader too, once she sits down. @template {Seats} T @param {T} seats @param {Place} place @returns {T} */
function tableAt(seats, place) {
  if (place.who !== YOU && place.own.length === 0) return seats;
  return {...seats, players: [...seats.players, youAt(seats, place)]};
}

/** The question that waits at a place, if the reader looks at it. @param {Seats} seats @param {Place} place @returns {Asked | null} */
function askedAt(seats, place) {
  const {asked} = place.who === YOU ? youAt(seats, place) : NOBODY;
  return asked !== null && place.step >= stepOf(seats, asked) ? asked : null;
}

/** Go to where the reader is asked, or to the end. @param {Seats} seats @param {Place} place @returns {Place} */
function atQuestion(seats, place) {
  const {asked} = youAt(seats, place);
  if (seats.valueOf === null) return place;
  return {...place, picked: [], step: asked === null ? seats.steps.length - 1 : stepOf(seats, asked)};
}

/** Faces of the dice that the reader is about to keep, as the answer to a question. @param {Asked} asked @param {readonly number[]} picked */
const keepOf = ({dice}, picked) => `keep-${picked.map((die) => dice[die]).sort().join("")}`;

/**
 * Follow a press of the reader: "own-die-2", "own-throw" or "own-score-chance".
 * @param {string} key @param {Seats} seats @param {Place} place @returns {Place | null}
 */
function pressOwn(key, seats, place) {
  const asked = askedAt(seats, place);
  if (asked === null) return null;
  const [, what, name] = key.split("-");
  if (what === "die") {
    const die = Number(name);
    return {...place, picked: place.picked.includes(die) ? place.picked.filter((one) => one !== die) : [...place.picked, die].sort()};
  }
  const answer = what === "throw" ? keepOf(asked, place.picked) : `score-${name}`;
  return atQuestion(seats, {...place, own: [...place.own, answer]});
}

/** Say what the last answer came to. @param {Own} you */
function wordsOfAnswer({answers}) {
  const last = answers[answers.length - 1];
  return last === undefined ? "" : `Turn ${last.turn}: ${wordsOfDecision(last)} `;
}

/** Say what stands on the reader's card, and who plays between the questions. @param {Own} you */
function wordsOfCard({decisions}) {
  const {categories, threshold} = scandinavian;
  const written = decisions.flatMap(({category, points}) => (category === null ? [] : [{...categories[category], points}]));
  if (written.length === 0) return "You are asked in the turns that tell the game; the others perfect play plays for you.";
  const upper = written.reduce((sum, {face, points}) => sum + (face > 0 ? points : 0), 0);
  return `Perfect play has gone on for you where you were not asked. Your card: ${listed(written.map(({title, points}) => `${title}&nbsp;${points}`))}; upper half ${upper} of ${threshold}.`;
}

/** What the reader is asked, with dice to keep and boxes to write. @param {Seats} seats @param {Place} place @param {Asked} asked */
function drawQuestion(seats, place, asked) {
  const {dice, options} = asked;
  const throws = scandinavian.n_throws - asked.throw;
  const buttons = dice.map((face, die) => dieButton({face, kept: place.picked.includes(die), pressed: place.picked.includes(die), label: `die showing ${face}`, press: `own-die-${die}`}));
  const others = dice.length - place.picked.length;
  const button = throws === 0 || others === 0 ? ""
    : `<button type="button" class="button" data-press="own-throw">Throw ${others === dice.length ? "all" : `the other ${others === 1 ? "die" : numberWord(others)}`}</button>`;
  const boxes = options.filter(({action}) => action === "score").sort((a, b) => a.category - b.category).map(({category, points}) => {
    const {name, title} = scandinavian.categories[category];
    return `<button type="button" class="button" data-press="own-score-${name}">${title} <b>${points}</b></button>`;
  });
  const task = throws === 0 ? "Which box?" : `${counted(throws, "throw")} left: keep some dice and throw the others, or write.`;
  const you = youAt(seats, place);
  return `<p class="duel-words">${wordsOfAnswer(you)}<b>${whenOf(seats, stepOf(seats, asked))}: your dice.</b> ${task}</p>
<div class="duel-own-dice" role="group" aria-label="Your dice">${buttons.join("")}</div>${button}<div class="duel-own-boxes choices" role="group" aria-label="Write into">${boxes.join("")}</div><p class="duel-own-card soft">${wordsOfCard(you)}</p>`;
}

/** @typedef {Seats & {ridges: readonly Ridge[]}} Known */
/** @typedef {import("site_builder/kit").Alive<Place, Known>} Alive */

/** The players and their first dice, for a card. @param {readonly Contestant[]} players */
function drawPlayersCard(players) {
  const [{decisions: [{dice}]}] = players;
  return plainCard([plainDice(dice, 14, 62), plainWords("The same dice: who wins?", 132, 27), plainChoices(players.map(({title}) => title))]);
}

/** @param {Place} _place @param {Known} known */
const frameOf = (_place, {ridges, seed, rank, seeds}) => `<div class="duel">
<div class="duel-moments centred with-script" role="group" aria-label="Moments that tell the game" data-region="moments"></div>
<div class="duel-strip" data-dock-from><p class="duel-key quiet">What each can expect if it played perfectly from here on</p>
<div class="duel-curves"><svg aria-hidden="true"><g data-region="curves"></g><g data-region="dock"></g></svg></div>
<div class="duel-controls centred with-script"><button type="button" class="button" data-press="back" aria-label="One decision back">◀</button><button type="button" class="button" data-press="on" aria-label="Next decision">▶</button><b class="duel-when" data-region="when"></b></div></div>
<div class="duel-card stack"><div class="duel-who with-script" role="group" aria-label="Whose card lies open" data-region="who"></div><p class="visually-hidden" data-region="dice"></p><div class="duel-player stack" data-region="player"></div></div>
<div class="duel-table"><table class="duel-accounts" data-region="accounts"></table></div>
<details class="duel-ridges opens"><summary>All games that they can play, exactly, and where this one ended</summary>${drawRidges(ridges)}<svg class="ridge-axis" aria-hidden="true">${drawRidgeAxis()}</svg>
<p class="duel-rank quiet">This is game ${grouped(seed)}. Ordered by the lead of perfect play over the greedy player, it is number ${grouped(rank)} of ${grouped(seeds)}: the middle.</p></details>
</div>`;

/** Let the dice fall that were thrown for a step; kept ones lie still. @param {Alive} alive */
function dropDice({element, known, place}) {
  const duel = tableAt(known, place);
  const player = playerOf(duel, place);
  if (!decidesAt(duel, player, place.step)) return;
  const before = player.decisions[madeAt(duel, player, place.step) - 2];
  const held = before?.turn === duel.steps[place.step].turn ? before.stays : [];
  tumble(every(element, ".duel-dice .die-shape > *:first-child").filter((_, die) => !held[die]));
}

/** Fetch the values once the reader sits down; her dice fall then. @param {Alive} alive */
function seat(alive) {
  const {context, known} = alive;
  const load = valuesFor(context, known.game, (valueOf) => {
    known.valueOf = valueOf;
    if (alive.place.who === YOU) alive.go(atQuestion(known, alive.place), true);
    else alive.draw();
  }, () => alive.go({...alive.place, who: known.players[0].name, own: []}));
  const tell = () => {
    if (known.valueOf === null && (alive.place.who === YOU || alive.place.own.length > 0)) load();
  };
  tell();
  return {tell};
}

/** What a press brought: after an answer of the reader's own, what it gave away. @param {string} key @param {Alive} alive @param {Place} before */
function tellPress(key, alive, before) {
  const {announce, context, element, known, place} = alive;
  if (place.own !== before.own) {
    announce(wordsOfAnswer(youAt(known, place)));
    find(element, askedAt(known, place) === null ? ".duel-name.you" : ".duel-own-dice .die").focus({preventScroll: true});
    return;
  }
  if (key.startsWith("own")) return;
  if (!context.reducedMotion && !key.startsWith("who")) dropDice(alive);
  announce();
}

/** @type {import("site_builder/kit").Figure<Place, Known>} */
const sameDice = {
  know(data) {
    const duel = readDuel(data.duel_games, data.counter.start_value[0]);
    const table = {game: layOutGame(scandinavian), queues: readQueues(data.duel_queues), valueOf: null};
    return {...duel, ...table, ridges: ridgesOf(duel, data.failure_curves)};
  },
  /** By default where the players part. */
  opening({moment = ""}, duel) {
    const [{step, who}] = momentsOf(duel);
    return placeOfText(duel, moment) ?? {step, who, own: [], picked: []};
  },
  read: (text, duel) => placeOfText(duel, text),
  write: (place, duel) => textOfPlace(duel, place),
  frame: frameOf,
  draw(place, known) {
    const duel = tableAt(known, place);
    const asked = askedAt(known, place);
    return {
      moments: drawMoments(known, place),
      curves: drawCurves(duel, place.step),
      dock: asked === null ? drawDock(duel, place) : "",
      when: whenOf(duel, place.step),
      who: drawWho(duel, place),
      dice: asked === null ? wordsOfDice(duel, place) : "",
      player: asked === null ? drawPlayer(duel, place) : drawQuestion(known, place, asked),
      accounts: drawAccounts(duel, place.step),
    };
  },
  card: (_place, {players}) => drawPlayersCard(players),
  words: (place, known) => wordsOfStep(tableAt(known, place), place.step),
  /** "on", "back", "stop-2", "who-greedy", or what the reader does in her own game. */
  press(key, place, known) {
    const [what, name] = key.split("-");
    if (what === "own") return pressOwn(key, known, place);
    if (what === "who") return name === YOU ? atQuestion(known, {...place, who: name}) : {...place, who: name};
    if (what === "stop") return {...place, step: momentsOf(known)[Number(name)].step, who: momentsOf(known)[Number(name)].who};
    return {...place, step: stepBeside(tableAt(known, place), place.step, what === "on" ? 1 : -1)};
  },
  pressed: tellPress,
  hands: [alongPicture(".duel-curves", {
    label: "Step of the game",
    stride: 3,
    now: ({step}) => step,
    last: (_, {steps}) => steps.length - 1,
    moved: (place, step) => ({...place, step}),
    stepAt: (share, _, duel) => stepAt(duel, share),
  })],
  wake: seat,
};

export const {view, card, mount} = makeFigure(sameDice);
