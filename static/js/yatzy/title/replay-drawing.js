/**
 * A recorded game as a picture: the dice on the table, a line of what it could be expected to end with, and at the end
 * of the line the distribution of where it can still end.
 */
import {percentOf} from "site_builder/kit";
import {dieImage} from "../parts/dice.js";
import {aheadPath, drawRidge, fanPath} from "./replay-endings.js";
import {timeAfter, TURNS} from "./replay.js";

/** @import {Ridge, Span} from "./replay-endings.js" */
/** @import {Decision} from "./replay.js" */

/** Units of the drawing per turn, and per point. */
const PER_TURN = 60;
const PER_POINT = 4;
/** Distance of the lines that help to read the height, in points. */
const GRID = 100;
const TICKS = [1, 5, 10, 15];
const EMPTY_DICE = [0, 0, 0, 0, 0];
/** Share of the width that belongs to time; behind it stands the distribution. */
export const TIME_SHARE = 0.82;
const ENDINGS_AT = 0.845;

/**
 * A moment of a game.
 * @typedef {object} Moment
 * @property {number} made Decisions made.
 * @property {boolean} fallen Whether the dice of the next decision lie on the table already.
 * @property {number} seen Decisions that were shown; what lies ahead of `made` is drawn faintly.
 *
 * @typedef {{start: number, top: number}} Frame Expected score before the first throw; height of the picture in points.
 *
 * @typedef {object} Endings Where a game can still end.
 * @property {readonly Span[]} spans By decisions seen.
 * @property {Ridge | null} ridge The distribution at the moment, as far as it is at hand.
 * @property {Ridge | null} start The distribution before the first throw.
 */

/** Draw the dice of a moment; those that stay are lifted. @param {readonly Decision[]} game @param {Moment} moment */
export function drawDice(game, {made, fallen}) {
  const decision = game[fallen ? made : made - 1];
  if (decision === undefined) return EMPTY_DICE.map((face) => dieImage(face)).join("");
  const lifted = fallen ? decision.held : decision.kept;
  return decision.dice.map((face, place) => dieImage(face, {kept: lifted[place]})).join("");
}

/**
 * Tell what a moment's line and grip show: when it is, and what is to be expected.
 * @param {readonly Decision[]} game @param {Moment} moment @param {Frame} frame
 */
export function gripOf(game, {made, fallen}, {start}) {
  const count = made + Number(fallen);
  return {time: timeAfter(game, count), value: count === 0 ? start : game[count - 1].value};
}

/**
 * Draw the line of expected final scores over the points written, up to a moment, and where the game can still end.
 * @param {readonly Decision[]} game @param {Moment} moment @param {Frame} frame @param {Endings} endings
 */
export function drawCurve(game, moment, frame, {spans, ridge, start: startRidge}) {
  const {top, start} = frame;
  const {time, value} = gripOf(game, moment, frame);
  const [x, y] = [percentOf((time / TURNS) * TIME_SHARE), percentOf(1 - value / top)];
  const average = percentOf(1 - start / top);
  const count = moment.made + Number(moment.fallen);
  const side = time > 0.7 * TURNS ? `text-anchor="end" dx="-1em"` : `dx="1em"`;
  const at = (/** @type {number} */ when, /** @type {number} */ points) => point(when, points, top);
  return `${drawAxes(top)}
<svg viewBox="0 0 ${TURNS * PER_TURN} ${top * PER_POINT}" width="${percentOf(TIME_SHARE)}" height="100%" preserveAspectRatio="none">
<path class="written" d="${writtenPath(game, moment.made, time, top)}"/><path class="fan-ahead" d="${aheadPath(time, (ENDINGS_AT / TIME_SHARE) * TURNS, spans[count], at)}"/>
<path class="fan" d="${fanPath(game, spans, count, ["low", "high"], at)}"/><path class="fan" d="${fanPath(game, spans, count, ["lower", "upper"], at)}"/>
<path class="ahead" d="${expectedPath(game, moment.seen, frame)}"/><path class="expected" d="${expectedPath(game, count, frame)}"/></svg>
${drawRidge(ridge, startRidge, top, PER_POINT, {x: percentOf(ENDINGS_AT), width: percentOf(1 - ENDINGS_AT)})}
<line class="average" x2="100%" y1="${average}" y2="${average}"/><line class="toward" x1="${x}" x2="${percentOf(ENDINGS_AT)}" y1="${y}" y2="${y}"/>
<line class="now" x1="${x}" x2="${x}" y2="100%"/>
<circle class="grip" cx="${x}" cy="${y}" r="9"/><text class="value" x="${x}" y="${y}" dy="-1em" ${side}>${value.toFixed(1)}</text>`;
}

/** Draw the lines that help to read, and their numbers. @param {number} top */
function drawAxes(top) {
  const heights = Array.from({length: Math.ceil(top / GRID) - 1}, (_, index) => (index + 1) * GRID);
  const lines = heights.map((points) => {
    const y = percentOf(1 - points / top);
    return `<line class="grid" x2="100%" y1="${y}" y2="${y}"/><text class="tick" y="${y}" dx="-.6em" dy=".35em" text-anchor="end">${points}</text>`;
  });
  const [first, ...others] = TICKS;
  const ticks = others.map((turn) => {
    const x = percentOf(((turn - 0.5) / TURNS) * TIME_SHARE);
    return `<text class="tick" x="${x}" y="100%" dy="1.35em" text-anchor="middle">${turn}</text>`;
  });
  return `${lines.join("")}<line class="base" x2="100%" y1="100%" y2="100%"/>
<text class="tick" y="100%" dy="1.35em">turn ${first}</text>${ticks.join("")}
<text class="tick" x="100%" y="100%" dy="1.35em" text-anchor="end">end</text>`;
}

/** Point of the drawing. @param {number} time @param {number} points @param {number} top */
function point(time, points, top) {
  return `${Math.round(time * PER_TURN)} ${Math.round((top - points) * PER_POINT)}`;
}

/** @param {readonly Decision[]} game @param {number} count @param {Frame} frame */
function expectedPath(game, count, {start, top}) {
  const points = game.slice(0, count).map(({value}, index) => point(timeAfter(game, index + 1), value, top));
  return `M${[point(0, start, top), ...points].join("L")}`;
}

/**
 * Points written rise when a box is filled.
 * @param {readonly Decision[]} game @param {number} made
 * @param {number} end Time up to which the area is drawn.
 * @param {number} top
 */
function writtenPath(game, made, end, top) {
  let path = `M${point(0, 0, top)}`;
  let total = 0;
  game.slice(0, made).forEach((decision, index) => {
    if (decision.category === null) return;
    const time = timeAfter(game, index + 1);
    path += `L${point(time, total, top)}L${point(time, decision.total, top)}`;
    total = decision.total;
  });
  return `${path}L${point(end, total, top)}V${top * PER_POINT}z`;
}
