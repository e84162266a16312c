/**
 * Lanes, drawn: the totals of a card as cells, and below them the rows that cover them, time running down.
 */
import {dieImage} from "../parts/dice.js";
import {allRows, N_TOTALS, rowsOf, WIDTHS} from "./lanes.js";
import {counted, grouped, listed} from "site_builder/kit";

/** @import {LanesData as Data, LanesMoment as Moment} from "./types" */

const BOXES = ["Ones", "Twos", "Threes", "Fours", "Fives", "Sixes"];
const TOTALS = [0, 16, 32, 48, 63];

/** @param {Moment} moment */
export function drawBoxes({upperSet}) {
  return BOXES.map((title, box) => {
    const on = Boolean((upperSet >> box) & 1);
    return `<button type="button" class="lanes-box" aria-pressed="${on}" aria-label="${title} filled" data-press="box-${box}">${dieImage(box + 1, {small: true, kept: on})}</button>`;
  }).join("");
}

/** @param {Moment} moment */
export function drawWidths({lanes}) {
  return WIDTHS.map((width) => `<button type="button" class="button" aria-pressed="${width === lanes}" aria-label="${counted(width, "lane")}" data-press="lanes-${width}">${width}</button>`).join("");
}

/** @param {Moment} moment */
export function drawShare({coalesced}) {
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
export function drawStairs(data, {upperSet}) {
  const steps = rowsOf(data, {upperSet, lanes: 1, coalesced: false}).length;
  const path = Array.from({length: steps}, (_, step) => `V${step + 1}H${step + 1}`);
  return `<path class="lanes-stairs" d="M0 0${path.join("")}" vector-effect="non-scaling-stroke"/>`;
}

/** @param {Data} data @param {Moment} moment */
export function drawHand(data, moment) {
  const {first, lanes} = rowsOf(data, moment)[moment.step];
  const x = Math.min(N_TOTALS, first + lanes.length / 2);
  return `<rect class="lanes-frame" x="${first}" y="${moment.step}" width="${lanes.length}" height="1" vector-effect="non-scaling-stroke"/><line class="lanes-line" x1="${x}" x2="${x}" y1="-6" y2="${moment.step}" vector-effect="non-scaling-stroke"/>`;
}

export function drawAxis() {
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
