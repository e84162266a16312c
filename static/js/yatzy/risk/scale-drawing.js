/** The scales, drawn: the throw in the left pan, sure points in the right one. */
import {listed} from "site_builder/kit";
import {diceImage, dieShape} from "../parts/dice.js";
import {HALF, isLevel, levelAt, stopOfTaste, TASTES, worthOf} from "./scale.js";
import {thetaText} from "./stops.js";

/** @import {Throw} from "./types" @import {Place} from "./scale.js" */

/** Units of the drawing: the middle of the beam, half its length, and how far below its ends the pans hang. */
const [MIDDLE, TOP, ARM, DROP] = [180, 34, 112, 96];
/** The beam tilts by so many degrees a point, and at most so far. */
const [STEEP, STEEPEST] = [4, 13];
const PAN = 58;
const DIE = 24;
/** Coins: half their width, their thickness, and how many lie on each other. */
const [COIN, THICK, PILE] = [11, 6, 9];

/** @param {number} number */
const round = (number) => Math.round(number * 10) / 10;

/** @param {number} x @param {number} y @param {string} inside */
function pan(x, y, inside) {
  const bottom = y + DROP;
  return `<path class="scale-string" d="M${round(x)} ${round(y)}L${round(x - PAN)} ${round(bottom)}M${round(x)} ${round(y)}L${round(x + PAN)} ${round(bottom)}"/><path class="scale-pan" d="M${round(x - PAN - 4)} ${round(bottom)}h${2 * PAN + 8}q-8 14 -${PAN + 4} 14t-${PAN + 4} -14z"/>${inside}`;
}

/** The dice that stay and those that are thrown. @param {Throw} thrown @param {number} x @param {number} bottom */
function drawDice({keep}, x, bottom) {
  const faces = [...Array.from(keep, Number), ...Array(5 - keep.length).fill(0)];
  const places = [[-1, 1], [0, 1], [-1.5, 0], [-0.5, 0], [0.5, 0]];
  return faces.map((face, die) => dieShape({face, x: round(x + places[die][0] * (DIE + 2)), y: round(bottom - (places[die][1] + 1) * (DIE + 2)), size: DIE, kept: face > 0})).join("");
}

/** Coins in piles, the last one a half. @param {number} sure @param {number} x @param {number} bottom */
function drawCoins(sure, x, bottom) {
  const coins = Math.ceil(sure);
  const piles = Math.ceil(coins / PILE);
  return Array.from({length: coins}, (_, coin) => {
    const pile = Math.floor(coin / PILE);
    const wide = coin + 1 > sure ? COIN : 2 * COIN;
    const left = x + (pile - piles / 2) * (2 * COIN + 1);
    return `<rect class="scale-coin" x="${round(left)}" y="${round(bottom - ((coin % PILE) + 1) * THICK)}" width="${wide - 1}" height="${THICK - 1}" rx="2"/>`;
  }).join("");
}

/** Draw the scales. @param {Throw} thrown @param {Place} place */
export function drawScale(thrown, {stop, sure}) {
  const heavier = worthOf(thrown, stop) - sure;
  const tilt = Math.abs(heavier) <= HALF / 2 ? 0 : Math.max(-STEEPEST, Math.min(STEEPEST, STEEP * heavier));
  const [across, down] = [ARM * Math.cos((tilt * Math.PI) / 180), ARM * Math.sin((tilt * Math.PI) / 180)];
  const [left, right] = [{x: MIDDLE - across, y: TOP + down}, {x: MIDDLE + across, y: TOP - down}];
  return `<path class="scale-post" d="M${MIDDLE} ${TOP}V214M${MIDDLE - 40} 214h80"/><line class="scale-beam" x1="${round(left.x)}" y1="${round(left.y)}" x2="${round(right.x)}" y2="${round(right.y)}"/><circle class="scale-pivot" cx="${MIDDLE}" cy="${TOP}" r="5"/>
${pan(left.x, left.y, drawDice(thrown, left.x, left.y + DROP))}${pan(right.x, right.y, drawCoins(sure, right.x, right.y + DROP))}`;
}

/** Whose scales these are, as buttons; what was found stands with the name. @param {Throw} thrown @param {Place} place */
export function drawTastes(thrown, {stop, found}) {
  return TASTES.map(({name}, taste) => {
    const own = stopOfTaste(thrown, taste);
    const told = found.includes(own) ? ` <b>${levelAt(thrown, own)}</b>` : "";
    return `<button type="button" data-press="taste-${taste}" aria-pressed="${own === stop}">${name}${told}</button>`;
  }).join("");
}

/** @param {Throw} thrown @param {number} stop */
function playerOf({stops}, stop) {
  const taste = TASTES.find(({theta}) => theta === stops[stop]);
  return taste ? `the ${taste.name.toLowerCase()} player` : `a player with theta ${thetaText(stops[stop])}`;
}

/** Say whether the pans are level, and what it means. @param {Throw} thrown @param {Place} place */
export function wordsOfScale(thrown, place) {
  const {stop, sure} = place;
  const who = playerOf(thrown, stop);
  const start = who.charAt(0).toUpperCase() + who.slice(1);
  if (isLevel(thrown, place)) return `Level: to ${who} the throw is worth <b>${worthOf(thrown, stop).toFixed(2)}</b> points more than its worst outcome. That makes <b>${thrown.worth[stop].toFixed(1)}</b> for the rest of the game.`;
  const points = `<b>${sure}</b> sure ${sure === 1 ? "point is" : "points are"}`;
  return sure < worthOf(thrown, stop) ? `${start} keeps the throw: ${points} too few.` : `${start} gives the throw away: ${points} more than it is worth.`;
}

/** Say what is weighed. @param {Throw} thrown */
export function wordsOfThrow({keep, outcomes}) {
  const worst = outcomes[0].value.toFixed(1);
  return `First turn, last throw: ${diceImage(Array.from(keep, Number))} stay, three dice are thrown. At worst ${worst} points are to come. How many more, for sure, would ${listed(TASTES.map(({name}) => `a ${name.toLowerCase()}`)).replace(" and ", " or ")} player take for the throw?`;
}
