/**
 * What are lanes? Fill upper boxes, choose how many totals go through a turn together, and drag along them.
 */
import {alongPicture, counted, grouped, listed, makeFigure, partsOf} from "site_builder/kit";
import {dieImage} from "../parts/dice.js";

/**
 * @typedef {object} Data
 * @property {{upper_set: number[]; last_dead: number[]; best: number[]; reachable: string[]}} lane_pages
 * @property {{lanes: number[]; coalesced: boolean[]; rows: number[]}} lane_rows
 *
 * @typedef {object} Cover How the totals of a card are covered.
 * @property {number} upperSet Filled upper boxes, a bit mask.
 * @property {number} lanes
 * @property {boolean} coalesced Whether hopeless totals are solved once for all.
 *
 * @typedef {Cover & {step: number}} Moment `step`: the row that is being solved.
 *
 * @typedef {"idle" | "useful" | "shared"} Lane What a lane does: nothing that counts, a state, or one for many.
 *
 * @typedef {object} Row
 * @property {number} first
 * @property {readonly Lane[]} lanes
 * @property {number} copied Totals below that share its first value.
 */

// Lanes: how the upper totals of a card are covered by rows of neighbours that take every step together.

export const WIDTHS = [1, 2, 4, 8, 16];
export const N_TOTALS = 64;

/** Cover the totals of a card, in the order in which rows are solved. @param {Data} data @param {Cover} cover @returns {Row[]} */
export function rowsOf({lane_pages: pages}, {upperSet, lanes, coalesced}) {
  const start = coalesced ? pages.last_dead[upperSet] : 0;
  const count = Math.max(1, Math.ceil((pages.best[upperSet] + 1 - start) / lanes));
  return Array.from({length: count}, (_, place) => {
    const first = start + place * lanes;
    const kinds = Array.from({length: lanes}, (_lane, lane) => {
      if (coalesced && place === 0 && lane === 0) return /** @type {Lane} */ ("shared");
      return /** @type {Lane} */ (pages.reachable[upperSet][first + lane] === "1" ? "useful" : "idle");
    });
    return {first, lanes: kinds, copied: place === 0 ? start : 0};
  });
}

/** Rows of the whole game. @param {Data} data @param {number} lanes @param {boolean} coalesced */
export function allRows({lane_rows: table}, lanes, coalesced) {
  return table.rows[table.lanes.findIndex((width, place) => width === lanes && table.coalesced[place] === coalesced)];
}

/** The row over a total; the first one for totals below all, the last one for those past all. @param {readonly Row[]} rows @param {number} total */
export function stepAtTotal(rows, total) {
  const found = rows.findIndex(({first, lanes}) => total < first + lanes.length);
  return found === -1 ? rows.length - 1 : found;
}

/** Write a moment for a link: "56.16.1.2". @param {Moment} moment */
export function textOfMoment({upperSet, lanes, coalesced, step}) {
  return [upperSet, lanes, Number(coalesced), step].join(".");
}

/** @param {string | null} text @param {Data} data @returns {Moment | null} */
export function momentOfText(text, data) {
  const match = /^(\d{1,2})\.(\d{1,2})\.([01])\.(\d{1,2})$/.exec(text ?? "");
  if (match === null) return null;
  const [upperSet, lanes, coalesced, step] = [Number(match[1]), Number(match[2]), match[3] === "1", Number(match[4])];
  if (upperSet >= N_TOTALS || !WIDTHS.includes(lanes)) return null;
  const n_rows = rowsOf(data, {upperSet, lanes, coalesced}).length;
  return step < n_rows ? {upperSet, lanes, coalesced, step} : null;
}

/**
 * Where a press leads, "box-0", "lanes-16" or "share-0"; the hand stays at its total as well as it can.
 * @param {string} key @param {Moment} moment @param {Data} data @returns {Moment}
 */
function momentAfter(key, moment, data) {
  const [part, number] = partsOf(key);
  const total = rowsOf(data, moment)[moment.step].first;
  const next = part === "box" ? {...moment, upperSet: moment.upperSet ^ (1 << number)}
    : part === "lanes" ? {...moment, lanes: number}
      : {...moment, coalesced: !moment.coalesced};
  return {...next, step: stepAtTotal(rowsOf(data, next), total)};
}

// Lanes, drawn: the totals of a card as cells, and below them the rows that cover them, time running down.

const BOXES = ["Ones", "Twos", "Threes", "Fours", "Fives", "Sixes"];
const TOTALS = [0, 16, 32, 48, 63];

/** @param {Moment} moment */
function drawBoxes({upperSet}) {
  return BOXES.map((title, box) => {
    const on = Boolean((upperSet >> box) & 1);
    return `<button type="button" class="lanes-box grid-layout bare" aria-pressed="${on}" aria-label="${title} filled" data-press="box-${box}">${dieImage(box + 1, {small: true, kept: on})}</button>`;
  }).join("");
}

/** @param {Moment} moment */
function drawWidths({lanes}) {
  return WIDTHS.map((width) => `<button type="button" class="button" aria-pressed="${width === lanes}" aria-label="${counted(width, "lane")}" data-press="lanes-${width}">${width}</button>`).join("");
}

/** @param {Moment} moment */
function drawShare({coalesced}) {
  return `<button type="button" class="button" aria-pressed="${coalesced}" data-press="share-0">Hopeless totals once for all</button>`;
}

/** A cell for each total: solved, being solved, still to come; not there at all. @param {Data} data @param {Moment} moment */
export function drawTotals(data, moment) {
  const rows = rowsOf(data, moment);
  const reachable = data.lane_pages.reachable[moment.upperSet];
  const {first, lanes} = rows[moment.step];
  const from = moment.step === 0 ? 0 : first;
  const cells = [...reachable].flatMap((flag, total) => {
    if (flag === "0") return [];
    const kind = total < from ? "solved" : total < first + lanes.length ? "now" : "later";
    return [`<rect class="${kind}" x="${total + 0.06}" width=".88" height="1"/>`];
  });
  return cells.join("");
}

/** A bar for each row, as deep as it is late; the part of it that does nothing is hollow. @param {Data} data @param {Moment} moment */
export function drawRows(data, moment) {
  return rowsOf(data, moment).map(({first, lanes, copied}, place) => {
    const kind = place < moment.step ? "solved" : place === moment.step ? "now" : "later";
    const cells = lanes.map((lane, index) => `<rect class="${lane} ${kind}" x="${first + index + 0.06}" y="${place + 0.08}" width=".88" height=".84"/>`);
    const copies = copied > 0 ? `<rect class="copied" x="0" y="${place + 0.3}" width="${copied}" height=".4"/>` : "";
    return copies + cells.join("");
  }).join("");
}

/** The stairs that a single lane would climb down, to compare with. @param {Data} data @param {Moment} moment */
function drawStairs(data, {upperSet}) {
  const steps = rowsOf(data, {upperSet, lanes: 1, coalesced: false}).length;
  const path = Array.from({length: steps}, (_, step) => `V${step + 1}H${step + 1}`);
  return `<path class="lanes-stairs soft-line hollow" d="M0 0${path.join("")}" vector-effect="non-scaling-stroke"/>`;
}

/** @param {Data} data @param {Moment} moment */
function drawHand(data, moment) {
  const {first, lanes} = rowsOf(data, moment)[moment.step];
  const x = Math.min(N_TOTALS, first + lanes.length / 2);
  return `<rect class="lanes-frame hollow hand-line" x="${first}" y="${moment.step}" width="${lanes.length}" height="1" vector-effect="non-scaling-stroke"/><line class="lanes-line hand-line" x1="${x}" x2="${x}" y1="-6" y2="${moment.step}" vector-effect="non-scaling-stroke"/>`;
}

function drawAxis() {
  return TOTALS.map((total) => {
    const anchor = total === 0 ? "start" : total === 63 ? "end" : "middle";
    return `<text x="${(100 * (total + 0.5)) / N_TOTALS}%" y="1em" text-anchor="${anchor}">${total}</text>`;
  }).join("");
}

/** Say what the picture shows. @param {Data} data @param {Moment} moment */
export function wordsOf(data, moment) {
  const rows = rowsOf(data, moment);
  const {upperSet, lanes, coalesced, step} = moment;
  const filled = BOXES.filter((_, box) => (upperSet >> box) & 1);
  const card = filled.length === 0 ? "No upper box filled" : `${listed(filled)} filled`;
  const {reachable, last_dead} = data.lane_pages;
  const states = [...reachable[upperSet]].filter((flag) => flag === "1").length;
  const idle = rows[step].lanes.filter((lane) => lane === "idle").length;
  const hopeless = coalesced && last_dead[upperSet] > 0 ? ` Totals up to ${last_dead[upperSet]} cannot earn the bonus any more: one lane stands for all of them.` : "";
  return `${card}: ${counted(states, "total")}, <b>${counted(rows.length, "step")}</b>. You are at step ${step + 1}, ${idle === 0 ? "every lane is of use" : `${counted(idle, "lane")} idle`}.${hopeless} `
    + `The whole game takes <b>${grouped(allRows(data, lanes, coalesced))}</b> such steps; one lane by itself would take ${grouped(allRows(data, 1, false))}.`;
}

/** Fours, Fives and Sixes filled, four lanes, nothing shared. */
const OPENING = "56.4.0.5";

const FRAME = `<div class="lanes">
<div class="lanes-panel stack">
<p class="lanes-head">Upper boxes filled</p>
<div class="lanes-boxes grid-layout" role="group" aria-label="Upper boxes filled" data-region="boxes"></div>
<p class="lanes-head">Lanes</p>
<div class="lanes-widths choices" role="group" aria-label="Lanes" data-region="widths"></div>
<div class="lanes-share" data-region="share"></div>
<p class="lanes-words" data-region="words"></p>
</div>
<div class="lanes-field" data-dock-from>
<p class="lanes-head">upper total</p>
<svg class="lanes-totals" viewBox="0 0 ${N_TOTALS} 1" preserveAspectRatio="none" aria-hidden="true" data-region="totals"></svg>
<svg class="lanes-rows" viewBox="0 0 ${N_TOTALS} ${N_TOTALS}" preserveAspectRatio="none" aria-hidden="true" data-region="rows"></svg>
<svg class="lanes-axis" aria-hidden="true">${drawAxis()}</svg>
<p class="lanes-head lanes-key"><span><i class="useful"></i>solved</span> <span><i class="idle"></i>idle lane</span> <span><i class="copied"></i>shares a value</span> <span><i class="stairs"></i>one lane alone</span> <span>time runs down</span></p>
</div>
</div>`;

/** @type {import("site_builder/kit").Figure<Moment, Data>} */
const figure = {
  know: (data) => data,
  opening: ({moment = OPENING}, data) => /** @type {Moment} */ (momentOfText(moment, data) ?? momentOfText(OPENING, data)),
  read: momentOfText,
  write: textOfMoment,
  frame: FRAME,
  draw: (moment, data) => ({
    boxes: drawBoxes(moment),
    widths: drawWidths(moment),
    share: drawShare(moment),
    words: wordsOf(data, moment),
    totals: drawTotals(data, moment),
    rows: drawStairs(data, moment) + drawRows(data, moment) + drawHand(data, moment),
  }),
  words: (moment, data) => wordsOf(data, moment),
  press: momentAfter,
  hands: [alongPicture(".lanes-field", {
    label: "Row that is being solved",
    stride: 4,
    now: ({step}) => step,
    last: (moment, data) => rowsOf(data, moment).length - 1,
    stepAt: (share, moment, data) => stepAtTotal(rowsOf(data, moment), Math.min(N_TOTALS - 1, Math.floor(share * N_TOTALS))),
    moved: (moment, step) => ({...moment, step}),
  })],
};

export const {view, mount} = makeFigure(figure);
