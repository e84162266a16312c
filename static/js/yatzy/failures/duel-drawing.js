/** Same dice, three players: a line of what each can still expect, dice at its hand, and one card that shows any of them. */
import {percent} from "site_builder/kit";
import {glyph, glyphAt} from "../parts/cast.js";
import {dieShape} from "../parts/dice.js";
import {scoresAfter} from "../parts/scorecard.js";
import {expected} from "../words/points.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {accountOf, decidesAt, dearestOf, luckiestOf, madeAt, partingOf, wordsOfDecision, YOU} from "./duel.js";

/** @import {Contestant, Decision, Duel, Place} from "./duel.js" */

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
<p class="duel-total"><span>Points so far</span><b>${decision.total}</b></p>`;
}

/** Draw a card small: a cell a box, its points once it is filled. @param {Contestant} player @param {number} made @param {boolean} waits */
function drawBoxes(player, made, waits) {
  const scores = scoresAfter(player.decisions, made);
  const last = waits ? null : player.decisions[made - 1].category;
  const cells = scandinavian.categories.map(({title}, category) => {
    const names = [scores[category] === null ? "open" : "filled", category === last ? "just" : ""].filter(Boolean).join(" ");
    return `<li class="${names}"><span>${title}</span> <b>${scores[category] ?? "<i>open</i>"}</b></li>`;
  });
  return `<ol class="duel-boxes">${cells.join("")}</ol>`;
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
