/** One throw on a pair of scales: lay sure points against it until the pans are level, for three tastes. */
import {readStops, stopOfText, thetaText} from "../risk/stops.js";
import {listed, makeFigure} from "site_builder/kit";
import {diceImage, dieShape} from "../parts/dice.js";

/** @import {Data} from "../risk/stops.js" */
/**
 * @typedef {object} Outcome
 * @property {number} value
 * @property {number} chance
 *
 * @typedef {object} Throw One throw, weighed by players of every taste.
 * @property {number[]} stops Theta of each stop.
 * @property {Outcome[]} outcomes Equal ones together, the worst first.
 * @property {number[]} worth Certainty equivalent, by stop.
 * @property {number} mean
 * @property {string} keep Dice that are kept.
 */

// A throw on a pair of scales: sure points are laid against it until the pans are level.

/**
 * @typedef {object} Place
 * @property {number} stop Whose scales: the stop of its theta.
 * @property {number} sure Points in the right pan, beyond what the throw brings at worst.
 * @property {readonly number[]} found Stops whose pans have been level.
 */

/** Three tastes, by theta. */
export const TASTES = [{theta: -0.1, name: "Cautious"}, {theta: 0, name: "Plain"}, {theta: 0.1, name: "Bold"}];

/** Points are laid on in halves, so many at most; the pans are level where no half is nearer. */
export const [HALF, MOST] = [0.5, 40];

/** Read the throw. @param {Pick<Data, "chance_node" | "chance_node_equivalents">} data @returns {Throw} */
export function readThrow({chance_node, chance_node_equivalents}) {
  /** @type {Outcome[]} */
  const outcomes = [];
  chance_node.value.forEach((value, row) => {
    const last = outcomes[outcomes.length - 1];
    if (last !== undefined && Math.abs(last.value - value) < 1e-6) last.chance += chance_node.probability[row];
    else outcomes.push({value, chance: chance_node.probability[row]});
  });
  const stops = readStops(chance_node_equivalents.theta);
  return {stops, outcomes, worth: chance_node_equivalents.certainty_equivalent, mean: chance_node_equivalents.mean[0], keep: chance_node.keep[0]};
}

/** What the throw is worth to the player of a stop, beyond its worst outcome. @param {Throw} thrown @param {number} stop */
export const worthOf = ({worth, outcomes}, stop) => worth[stop] - outcomes[0].value;

/** The points in halves at which the pans are level. @param {Throw} thrown @param {number} stop */
export const levelAt = (thrown, stop) => Math.round(worthOf(thrown, stop) / HALF) * HALF;

/** Whether the pans are level. @param {Throw} thrown @param {Place} place */
const isLevel = (thrown, {stop, sure}) => sure === levelAt(thrown, stop);

/** Be at a stop with so many points, and remember whose pans are level. @param {Throw} thrown @param {Place} place @param {number} stop @param {number} sure @returns {Place} */
export function moved(thrown, {found}, stop, sure) {
  const next = {stop, sure: Math.max(0, Math.min(MOST, sure)), found};
  return isLevel(thrown, next) && !found.includes(stop) ? {...next, found: [...found, stop]} : next;
}

/** The stop of a taste. @param {Throw} thrown @param {number} taste */
export const stopOfTaste = ({stops}, taste) => stops.indexOf(TASTES[taste].theta);

/** Write a place for a link. @param {Throw} thrown @param {Place} place */
export const textOfPlace = ({stops}, {stop, sure}) => `${stops[stop]}~${sure}`;

/** Read a place from a link: "-0.1~3.5", or a theta alone, as links had it, for level pans. @param {Throw} thrown @param {string} text @param {readonly number[]} found @returns {Place | null} */
export function placeOfText(thrown, text, found) {
  const [theta, points] = text.split("~");
  const stop = stopOfText(theta, thrown.stops);
  const sure = points === undefined ? levelAt(thrown, stop ?? 0) : Number(points);
  return stop === null || !(sure >= 0 && sure <= MOST) || sure % HALF !== 0 ? null : moved(thrown, {stop, sure, found}, stop, sure);
}

// The scales, drawn: the throw in the left pan, sure points in the right one.

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
  return `<path class="scale-string soft-line hollow" d="M${round(x)} ${round(y)}L${round(x - PAN)} ${round(bottom)}M${round(x)} ${round(y)}L${round(x + PAN)} ${round(bottom)}"/><path class="scale-pan ink-line" d="M${round(x - PAN - 4)} ${round(bottom)}h${2 * PAN + 8}q-8 14 -${PAN + 4} 14t-${PAN + 4} -14z"/>${inside}`;
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
  return `<path class="scale-post hollow" d="M${MIDDLE} ${TOP}V214M${MIDDLE - 40} 214h80"/><line class="scale-beam hollow" x1="${round(left.x)}" y1="${round(left.y)}" x2="${round(right.x)}" y2="${round(right.y)}"/><circle class="scale-pivot" cx="${MIDDLE}" cy="${TOP}" r="5"/>
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
function wordsOfThrow({keep, outcomes}) {
  const worst = outcomes[0].value.toFixed(1);
  return `First turn, last throw: ${diceImage(Array.from(keep, Number))} stay, three dice are thrown. At worst ${worst} points are to come. How many more, for sure, would ${listed(TASTES.map(({name}) => `a ${name.toLowerCase()}`)).replace(" and ", " or ")} player take for the throw?`;
}

/** Points in the pan at first, and the taste whose scales these are. */
const [SURE, PLAIN] = [1, 1];

/** Points that the buttons lay on, or take off. */
const STEPS = [{key: "less", points: -1, words: "−1"}, {key: "bit-less", points: -HALF, words: "−½"}, {key: "bit-more", points: HALF, words: "+½"}, {key: "more", points: 1, words: "+1"}];

/** @param {Throw} thrown */
function frameOf(thrown) {
  const steps = STEPS.map(({key, words}) => `<button type="button" data-press="${key}" aria-label="${words} sure points">${words}</button>`);
  return `<div class="scale"><p class="scale-throw">${wordsOfThrow(thrown)}</p>
<div class="scale-tastes wraps" role="group" aria-label="Player" data-region="tastes"></div>
<svg class="scale-picture" viewBox="0 0 360 220" aria-hidden="true" data-region="scale"></svg>
<div class="scale-steps wraps with-script" role="group" aria-label="Sure points">${steps.join("")}</div>
<p class="scale-words" data-region="words"></p></div>`;
}

/** @type {import("site_builder/kit").Figure<Place, Throw>} */
const figure = {
  know: readThrow,
  opening: (_state, thrown) => ({stop: stopOfTaste(thrown, PLAIN), sure: SURE, found: []}),
  read: (text, thrown, {found}) => placeOfText(thrown, text, found),
  write: (place, thrown) => textOfPlace(thrown, place),
  frame: (_place, thrown) => frameOf(thrown),
  draw: (place, thrown) => ({tastes: drawTastes(thrown, place), scale: drawScale(thrown, place), words: wordsOfScale(thrown, place)}),
  words: (place, thrown) => wordsOfScale(thrown, place),
  between: (from, to, part) => ({...to, sure: from.sure + (to.sure - from.sure) * part}),
  /** "taste-2", or "bit-more". */
  press(key, place, thrown) {
    const step = STEPS.find((one) => one.key === key);
    if (step) return moved(thrown, place, place.stop, place.sure + step.points);
    return key.startsWith("taste-") ? moved(thrown, place, stopOfTaste(thrown, Number(key.split("-")[1])), place.sure) : null;
  },
  readouts: (place, thrown) => ({sure: String(place.sure), level: String(levelAt(thrown, place.stop))}),
};

export const {view, mount, readouts} = makeFigure(figure);
