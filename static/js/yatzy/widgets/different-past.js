/**
 * Same dice, different past: move the points so far, keep dice, set the dial.
 */
import {alongPicture, find, levels, makeFigure, numberWord, partsOf, percentage, percentOf, stairsOf, stretched, underneath} from "site_builder/kit";
import {dieButton} from "../parts/dice.js";
import {chanceOf, drawWays} from "../parts/ways.js";

/**
 * @typedef {object} Past What holds for one number of points so far.
 * @property {number} points
 * @property {number} needed
 * @property {number} best
 * @property {Map<string, number>} chance_of_move By the dice that a move keeps, ascending.
 *
 * @typedef {object} Moment Place of the past, mask of the dice kept, place of the dial.
 * @property {number} index
 * @property {number} kept
 * @property {number} dial
 */

// Same dice, different past: the last box is Chance, a reroll is left, and the points so far decide which move is
// right.

/** Dice on the table. */
const DICE = [2, 2, 2, 3, 3];
/** Settings of the dial to choose from, per point. */
export const THETAS = [-3, -0.5, 0, 0.5];
const REROLLS = 1;
const FACES = [1, 2, 3, 4, 5, 6];
/** Chances closer than this are equal. */
const TIE = 1e-12;

/** The move that keeps all dice: write them. */
export const WRITE = DICE.join("");

/** Read the data set, by ascending points so far. @param {Record<string, Record<string, any[]>>} data @returns {Past[]} */
export function readPasts({worked_example: {rerolls, points_so_far, needed, action, keep, probability}}) {
  /** @type {Map<number, Past>} */
  const found = new Map();
  points_so_far.forEach((points, row) => {
    if (rerolls[row] !== REROLLS) return;
    const past = found.get(points) ?? {points, needed: needed[row], best: 0, chance_of_move: new Map()};
    past.chance_of_move.set(action[row] === "score" ? WRITE : keep[row], probability[row]);
    past.best = Math.max(past.best, probability[row]);
    found.set(points, past);
  });
  return [...found.values()].sort((a, b) => a.points - b.points);
}

/** The chance of a move. @param {Past} past @param {string} move Dice kept, ascending. */
export function chanceOfMove({chance_of_move}, move) {
  const chance = chance_of_move.get(move);
  if (chance === undefined) throw new RangeError(`${JSON.stringify(move)} is no part of the dice`);
  return chance;
}

/** Whether no move wins more often. @param {Past} past @param {string} move */
export const isRight = (past, move) => chanceOfMove(past, move) >= past.best - TIE;

/** The move that is right for a past; of several, the one that throws fewest dice. @param {Past} past */
export function rightMove(past) {
  const right = [...past.chance_of_move.keys()].filter((move) => isRight(past, move));
  return right.reduce((most, move) => (move.length > most.length ? move : most));
}

/** What a die in the hand is worth, for sure, to a player with the dial at theta. @param {number} theta */
export function worthOfDie(theta) {
  if (theta === 0) return FACES.reduce((sum, face) => sum + face, 0) / FACES.length;
  return Math.log(FACES.reduce((sum, face) => sum + Math.exp(theta * face), 0) / FACES.length) / theta;
}

/** The move of a player with the dial at theta: in Chance each die stands for itself. @param {number} theta */
export const moveOfDial = (theta) => DICE.filter((face) => face > worthOfDie(theta)).join("");

/** The move that keeps the dice of a mask. @param {number} kept Bit i for the i-th die. */
export const moveOfMask = (kept) => DICE.filter((_, die) => kept & (1 << die)).join("");

/**
 * Read a moment from a link: points so far, mask of kept dice, place of the dial.
 * @param {string | null} text @param {readonly Past[]} pasts @returns {Moment | null}
 */
export function momentOfText(text, pasts) {
  const match = /^(\d{1,3})\.(\d{1,2})\.(\d)$/.exec(text ?? "");
  if (match === null) return null;
  const index = pasts.findIndex(({points}) => points === Number(match[1]));
  const [kept, dial] = [Number(match[2]), Number(match[3])];
  return index === -1 || kept >= 2 ** DICE.length || dial >= THETAS.length ? null : {index, kept, dial};
}

/** @param {Moment} moment @param {readonly Past[]} pasts */
export const textOfMoment = ({index, kept, dial}, pasts) => [pasts[index].points, kept, dial].join(".");

/** Where a press leads: "keep-0", "dial-2". @param {string} key @param {Moment} moment @returns {Moment} */
function momentAfter(key, moment) {
  const [part, number] = partsOf(key);
  return part === "keep" ? {...moment, kept: moment.kept ^ (1 << number)} : {...moment, dial: number};
}

// Same dice, different past, drawn: the dice to keep, the dial, a curve for each move, and the zones of the right
// ones.

const NAMES = ["utterly cautious", "madly cautious", "average", "madly bold"];

/** Say a move. @param {string} move */
export function titleOf(move) {
  if (move === WRITE) return "write the twelve";
  if (move === "") return "throw all five";
  return `keep ${[...move].join(" ")}, throw ${numberWord(DICE.length - move.length)}`;
}

/** @param {number} kept */
function drawDice(kept) {
  return DICE.map((face, die) => {
    const stays = Boolean(kept & (1 << die));
    return dieButton({face, kept: stays, pressed: stays, press: `keep-${die}`});
  }).join("");
}

/** @param {number} dial Place of the setting. */
function drawDial(dial) {
  return THETAS.map((theta, place) =>
    `<button type="button" class="past-setting" aria-pressed="${place === dial}" data-press="dial-${place}"><span>${NAMES[place]}</span> <b>theta ${String(theta).replace("-", "−")}</b></button>`).join("");
}

/** The chances of the three moves: the right one, the dial's, the reader's. @param {Past} past @param {Moment} moment */
function drawChances(past, {kept, dial}) {
  const moves = {best: rightMove(past), dial: moveOfDial(THETAS[dial]), yours: moveOfMask(kept)};
  return drawWays([
    {name: "best", title: `right: ${titleOf(moves.best)}`, chance: past.best},
    {name: "dial", title: `the dial: ${titleOf(moves.dial)}`, chance: chanceOfMove(past, moves.dial)},
    {name: "yours", title: `you: ${titleOf(moves.yours)}`, chance: chanceOfMove(past, moves.yours)},
  ], "past");
}

/** Draw a step curve for each of the three moves. @param {readonly Past[]} pasts @param {Moment} moment */
function drawCurves(pasts, {index, kept, dial}) {
  const curve = (/** @type {string} */ name, /** @type {(past: Past) => number} */ chance) =>
    `<path class="curve ${name}" d="${stairsOf(pasts.map(chance))}"/>`;
  const lines = curve("best", ({best}) => best)
    + curve("dial", (past) => chanceOfMove(past, moveOfDial(THETAS[dial])))
    + curve("yours", (past) => chanceOfMove(past, moveOfMask(kept)));
  const x = percentOf((index + 0.5) / pasts.length);
  const ticks = pasts.flatMap(({points}, place) => (points % 5 === 0 ? [{share: (place + 0.5) / pasts.length, label: String(points)}] : []));
  return `${levels([0, 0.5, 1].map((share) => ({share, label: percentage(share, 0)})))}${stretched(lines)}
<line class="beat-hand" x1="${x}" x2="${x}" y1="-5%" y2="100%"/><circle class="beat-grip" cx="${x}" cy="-5%" r="9"/>${underneath(ticks)}`;
}

/** Draw cell by cell whether the dial's move is right. @param {readonly Past[]} pasts @param {Moment} moment */
function drawZones(pasts, {dial, index}) {
  const move = moveOfDial(THETAS[dial]);
  return pasts.map((past, place) =>
    `<span class="${isRight(past, move) ? "right" : "wrong"}${place === index ? " here" : ""}"></span>`).join("");
}

/** Say what holds for the points so far. @param {readonly Past[]} pasts @param {Moment} moment */
export function wordsOf(pasts, {index, dial}) {
  const past = pasts[index];
  const move = moveOfDial(THETAS[dial]);
  const right = pasts.filter((one) => isRight(one, move)).length;
  const verdict = isRight(past, move) ? "The dial is right here" : `The dial is wrong here, for it would ${titleOf(move)}`;
  const whole = right === pasts.length ? "everywhere" : `for ${right} of these ${pasts.length} pasts`;
  return `<b>${past.points}</b> points so far, ${past.needed} needed: ${titleOf(rightMove(past))}, and win in ${chanceOf(past.best)}. ${verdict}. Its one move serves ${whole}.`;
}

/** Opening moment: points so far, the threes kept, the dial at the average. */
const OPENING = "145.24.2";

const FRAME = `<div class="past">
<div class="past-panel stack">
<p class="past-head">You keep</p>
<div class="past-dice" role="group" aria-label="Dice on the table; press those to keep" data-region="dice"></div>
<p class="past-head">The dial stands at</p>
<div class="past-dial grid-layout" role="group" aria-label="Setting of the dial" data-region="dial"></div>
<ul class="chance-ways grid-layout rows" data-region="chances"></ul>
</div>
<div class="past-result stack">
<p class="past-words" data-region="words"></p>
<div class="past-field" data-dock-from>
<p class="past-head">chance to win</p>
<div class="beat-plot past-plot"><svg aria-hidden="true" data-region="curves"></svg></div>
<p class="past-head past-end">points so far</p>
<div class="past-zones" aria-hidden="true" data-region="zones"></div>
<p class="past-head past-key"><span><i class="right"></i>the dial’s move is right</span> <span><i class="wrong"></i>it is not</span></p>
</div>
</div>
</div>`;

/** @type {import("site_builder/kit").Figure<Moment, readonly Past[]>} */
const figure = {
  know: readPasts,
  opening: ({moment = OPENING}, pasts) => /** @type {Moment} */ (momentOfText(moment, pasts) ?? momentOfText(OPENING, pasts)),
  read: momentOfText,
  write: textOfMoment,
  frame: FRAME,
  draw: (moment, pasts) => ({
    dice: drawDice(moment.kept),
    dial: drawDial(moment.dial),
    chances: drawChances(pasts[moment.index], moment),
    words: wordsOf(pasts, moment),
    curves: drawCurves(pasts, moment),
    zones: drawZones(pasts, moment),
  }),
  words: (moment, pasts) => wordsOf(pasts, moment),
  readouts({index, kept}, pasts) {
    const {points, needed, best} = pasts[index];
    const yours = chanceOfMove(pasts[index], moveOfMask(kept));
    return {points: String(points), needed: String(needed), best: percentage(best), yours: percentage(yours)};
  },
  press: momentAfter,
  /** What is said of a die is what its move wins: the past is the same. */
  pressed: (key, alive) => alive.announce(key.startsWith("keep") ? find(alive.element, ".chance-way.yours").innerHTML : undefined),
  hands: [alongPicture(".past-field", {
    label: "Points so far",
    stride: 5,
    now: ({index}) => index,
    last: (_moment, pasts) => pasts.length - 1,
    stepAt: (share, _moment, pasts) => Math.min(pasts.length - 1, Math.floor(share * pasts.length)),
    moved: (moment, index) => ({...moment, index}),
  })],
};

export const {view, mount, readouts} = makeFigure(figure);
