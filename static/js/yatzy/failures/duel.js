/** One game with the same dice for several players: every decision, what it gave away, and where luck came in. */
import {scandinavian} from "../game/rules/scandinavian.js";
import {groupsOf} from "../parts/records.js";
import {percent} from "site_builder/kit";
import {glyph, glyphAt} from "../parts/cast.js";
import {dieShape} from "../parts/dice.js";
import {scoresAfter} from "../parts/scorecard.js";
import {expected} from "../words/points.js";

/** @import {DataSet} from "../../engine/widget" */

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
 */
export function accountOf({start}, {decisions}, made) {
  const lost = decisions.slice(0, made).reduce((sum, {regret}) => sum + regret, 0);
  const value = made === 0 ? start : decisions[made - 1].value;
  return {value, lost, luck: value - start + lost};
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
export function stepOf({steps}, moment) {
  return steps.findIndex((step) => orderOf(step) === orderOf(moment));
}

/** Find the step at which the dice have favoured a player most over the first player. @param {Duel} duel @param {Contestant} player */
function luckiestOf(duel, player) {
  const [first] = duel.players;
  const leads = duel.steps.map((_, step) => accountOf(duel, player, madeAt(duel, player, step)).luck - accountOf(duel, first, madeAt(duel, first, step)).luck);
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
export const YOU = "you";

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
export function stepBeside(duel, step, way) {
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
export function whenOf({steps}, step) {
  return `Turn ${steps[step].turn}, throw ${steps[step].throw}`;
}

/** Say what those players do who decide at a step. @param {Duel} duel @param {number} step */
export function wordsOfStep(duel, step) {
  const deciding = duel.players.filter((player) => decidesAt(duel, player, step));
  const told = deciding.map((player) => `${player.title}: ${wordsOfDecision(player.decisions[madeAt(duel, player, step) - 1])}`);
  return `${whenOf(duel, step)}. ${told.join(" ") || "All have written already."}`;
}

/** All that the players can score, and play at random. @param {Duel} duel @param {Record<string, number[]>} curves @returns {Ridge[]} */
export function ridgesOf({players}, curves) {
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
export function shareBelow(chances, score) {
  return chances.slice(0, score).reduce((sum, chance) => sum + chance, 0);
}

/** @param {readonly number[]} chances @param {number} most */
function areaOf(chances, most) {
  const points = chances.slice(0, LAST_SCORE + 1).map((chance, score) => `${Math.round((WIDE * score) / LAST_SCORE)} ${Math.round(HIGH * (1 - chance / most))}`);
  return `M0 ${HIGH}L${points.join("L")}L${WIDE} ${HIGH}z`;
}

/** Draw the curves; all have the same scale, so that equal areas are equal chances. @param {readonly Ridge[]} ridges */
export function drawRidges(ridges) {
  const most = Math.max(...ridges.flatMap(({chances}) => chances));
  return ridges.map(({name, title, chances, mark}) => {
    const mean = meanOf(chances);
    const marked = mark === null ? "" : `<line class="mark" x1="${percent(placeOfScore(mark))}" x2="${percent(placeOfScore(mark))}" y1="0" y2="100%"/>`;
    const told = mark === null ? "" : ` This game: <b>${mark}</b>, above ${(100 * shareBelow(chances, mark)).toFixed(0)}% of all.`;
    return `<div class="ridge ${name}"><p><b>${title}</b> mean ${mean.toFixed(1)}.${told}</p><svg aria-hidden="true"><svg viewBox="0 0 ${WIDE} ${HIGH}" width="100%" height="100%" preserveAspectRatio="none"><path d="${areaOf(chances, most)}"/></svg><line class="base" x2="100%" y1="100%" y2="100%"/>${marked}</svg></div>`;
  }).join("");
}

/** Draw the axis below the curves. */
export function drawRidgeAxis() {
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
export const playerOf = ({players}, {who}) => /** @type {Contestant} */ (players.find(({name}) => name === who));

/** Draw whose card can lie open, as switches; there is always a seat for the reader. @param {Duel} duel @param {Place} place */
export function drawWho({players}, {who}) {
  const seats = players.some(({name}) => name === YOU) ? players : [...players, {name: YOU, title: "You"}];
  return seats.map(({name, title}) => `<button type="button" class="duel-name ${name}" aria-pressed="${name === who}" data-press="who-${name}">${glyph(name)} ${title}</button>`).join("");
}

/** Draw a player's card, and what it does at a step. @param {Duel} duel @param {Place} place */
export function drawPlayer(duel, place) {
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
    return `<li class="${names}"><span>${title}</span> <b>${scores[category] ?? "<i>open</i>"}</b></li>`;
  });
  return `<ol class="duel-boxes grid-layout">${cells.join("")}</ol>`;
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
    `${Math.round(10 * placeOf(duel, one))} ${Math.round(10 * heightOf(accountOf(duel, player, madeAt(duel, player, one)).value))}`);
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
  const now = players.map((player) => ({name: player.name, points: accountOf(duel, player, madeAt(duel, player, step)).value}));
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
export function drawDock(duel, place) {
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
export function wordsOfDice(duel, place) {
  const player = playerOf(duel, place);
  const {dice} = player.decisions[madeAt(duel, player, place.step) - 1] ?? {dice: ["no dice"]};
  return `${player.title} has ${dice.join(" ")} on the table.`;
}

/** Draw the account of every player: what the game was worth at the start, luck, and what was given away. @param {Duel} duel @param {number} step */
export function drawAccounts(duel, step) {
  const rows = duel.players.map((player) => {
    const {value, lost, luck} = accountOf(duel, player, madeAt(duel, player, step));
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
    {label: "They part", step: partingOf(duel, greedy) ?? 0, who: greedy.name},
    {label: "Greed is lucky", step: luckiestOf(duel, greedy), who: greedy.name},
    {label: `One pencil stroke, −${regret.toFixed(1)}`, step: stroke, who: greedy.name},
    {label: "Hope’s dearest", step: dearestOf(duel, optimist), who: optimist.name},
    {label: "The end", step: duel.steps.length - 1, who: duel.players[0].name},
  ];
}

/** Draw the moments as buttons. @param {Duel} duel @param {Place} place */
export function drawMoments(duel, {step}) {
  const moments = momentsOf(duel);
  return moments.map((moment, at) =>
    `<button type="button" class="button" aria-pressed="${moment.step === step}" data-press="stop-${at}">${moment.label}</button>`).join("");
}
