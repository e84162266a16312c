/**
 * The grid of upper totals and its six boxes, as markup.
 */
import {dieShape} from "../parts/dice.js";
import {drawGuess} from "../parts/guess.js";
import {askedRow, questionOf} from "./upper-guess.js";
import {namesOfMask, reasonOf, thresholdOf, titleOf} from "./upper-place.js";
import {cellsPath, DICE, facesOfMask, UPPER_NAMES} from "./upper-totals.js";

/** @import {UpperSet} from "./upper-totals.js" @import {Place} from "./upper-place.js" */

/** Units left of the cells, where each row shows its set. */
const SET_COLUMNS = 8;

/** Height of a cell that is drawn in a row of 1: rows stay apart. */
const INK = 0.86;
const DIE = 40;
const DIE_STEP = 46;
const AXIS = [0, 10, 20, 30, 40, 50];

/** What does not change with the place; which totals can happen is covered until there is a guess. @param {Place} place @param {readonly UpperSet[]} sets */
export function frameOf({set}, sets) {
  const cap = thresholdOf(set);
  const ticks = [...AXIS, cap].map((total) => `<span>${total}${total === cap ? "+" : ""}</span>`).join("");
  const faces = UPPER_NAMES.map((_, index) => `<span>${index + 1}</span>`).join("");
  return `<div class="upper-grid to-guess">
<div class="upper-grid-map">
<p class="upper-grid-heads" aria-hidden="true"><span>boxes</span><span>upper total</span></p>
<div class="upper-grid-field">${drawGrid(sets, askedRow(sets))}</div>
<div class="upper-grid-axis" aria-hidden="true"><p>${faces}</p>${ticks}</div>
<div class="upper-grid-strip tells" aria-hidden="true" data-region="strip"></div>
<p class="upper-grid-count tells" data-region="count"></p>
<p class="upper-grid-key"><span><i class="key-lit"></i>can happen</span> <span><i></i>cannot</span>
<span><i class="key-bonus"></i>${cap} or more</span><span><i class="key-passed"></i>passes ${cap}, never meets it</span></p>
</div>
${drawGuess(questionOf(sets))}
<div class="upper-grid-panel unfolds"><p class="guess-verdict" tabindex="-1" data-region="verdict"></p>
<p class="upper-grid-names" data-region="names"></p>
<p class="upper-grid-total" data-region="total"></p>
<div class="upper-boxes" role="group" aria-label="Upper boxes" data-region="boxes"></div>
<p class="upper-grid-reason" data-region="reason"></p>
</div>
</div>`;
}

/** What changes with the place. @param {Place} place */
export function drawPlace(place) {
  const {reachable, mask} = place.set;
  return {
    reticle: drawReticle(place),
    strip: drawStrip(place),
    count: `${reachable.filter(Boolean).length} of the ${reachable.length} totals can happen with these boxes filled.`,
    names: namesOfMask(mask),
    total: titleOf(place),
    boxes: drawBoxes(place),
    reason: reasonOf(place),
  };
}

/**
 * Draw all cells and the set of every row.
 * @param {readonly UpperSet[]} sets
 * @param {UpperSet} asked Row that is marked while it is asked about.
 */
function drawGrid(sets, asked) {
  const cap = thresholdOf(sets[0]);
  const rows = sets.length;
  const below = sets.map(({reachable}) => reachable.slice(0, cap));
  const bonus = sets.map(({reachable, capOnly}) => [reachable[cap] && !capOnly]);
  const passed = sets.filter(({capOnly}) => capOnly)
    .map(({row}) => `<rect x="${cap + 0.12}" y="${row + 0.05}" width=".76" height=".76"/>`);
  const members = sets.map(({mask}) => UPPER_NAMES.map((_, index) => Boolean(mask & (1 << index))));
  const groups = sets.filter(({row, faces}) => row > 0 && faces.length !== sets[row - 1].faces.length)
    .map(({row}) => `M0 ${row - 0.07}h${SET_COLUMNS + cap + 1}`).join("");
  return `<svg viewBox="0 0 ${SET_COLUMNS + cap + 1} ${rows}" aria-hidden="true">
<g class="members"><path d="${cellsPath(members, INK)}"/><path class="cell-lines" d="${uprights(UPPER_NAMES.length + 1, rows)}"/></g>
<g transform="translate(${SET_COLUMNS} 0)"><rect class="upper-grid-area" width="${cap + 1}" height="${rows}"/>
<path class="cells" d="${cellsPath(below, INK)}"/><path class="cell-lines" d="${uprights(cap + 1, rows)}"/>
<path class="cells-bonus" transform="translate(${cap} 0)" d="${cellsPath(bonus, INK)}"/><g class="cells-passed">${passed.join("")}</g></g>
<path class="groups" d="${groups}"/>
<rect class="asked-row" x="-.3" y="${asked.row - 0.05}" width="${SET_COLUMNS + cap + 1.6}" height="1"/>
<g class="reticle" data-region="reticle"></g></svg>`;
}

/** Upright lines that part columns. @param {number} count @param {number} rows */
function uprights(count, rows) {
  return Array.from({length: count}, (_, column) => `M${column} 0v${rows}`).join("");
}

/** @param {Place} place */
function drawReticle({set, total}) {
  const width = SET_COLUMNS + set.reachable.length + 0.6;
  return `<rect class="reticle-row" transform="translate(0 ${set.row})" x="-.3" y="-.05" width="${width}" height="1"/>
<g transform="translate(${SET_COLUMNS} 0)">
<rect class="reticle-column" transform="translate(${total} 0)" y="-.3" width="1" height="${2 ** UPPER_NAMES.length + 0.6}"/>
<rect class="reticle-ring" transform="translate(${total} ${set.row})" x="-.35" y="-.4" width="1.7" height="1.7" rx=".4"/></g>`;
}

/** Draw the reader's row once more, large. @param {Place} place */
function drawStrip({set, total}) {
  const cells = set.reachable.map((met, index) => `<rect${met ? ' class="met"' : ""} x="${index + 0.08}" width=".84" height="3"/>`);
  return `<svg viewBox="0 0 ${SET_COLUMNS + set.reachable.length} 4"><g transform="translate(${SET_COLUMNS} .5)">${cells.join("")}</g>
<rect class="strip-mark" transform="translate(${SET_COLUMNS + total} 0)" x="-.2" y=".2" width="1.4" height="3.6" rx=".4"/></svg>`;
}

/** Draw the six boxes: a stack of dice to add to, and the switch that fills the box. @param {Place} place */
function drawBoxes({set, counts}) {
  const filled = facesOfMask(set.mask);
  return UPPER_NAMES.map((name, index) => {
    const face = index + 1;
    const dice = counts ? counts[index] : null;
    return filled.includes(face) ? filledBox(name, face, dice) : openBox(name, face);
  }).join("");
}

/** @param {string} name @param {number} face @param {number | null} dice */
function filledBox(name, face, dice) {
  const points = dice === null ? "?" : String(dice * face);
  const said = dice === null ? "filled, no dice make this total" : `${dice} ${dice === 1 ? "die" : "dice"}, ${points} points`;
  return boxMarkup("upper-box filled", {name, face, dice: dice ?? 0, points, label: `${name}: ${said}. One die more`, pressed: true});
}

/** @param {string} name @param {number} face */
function openBox(name, face) {
  return boxMarkup("upper-box", {name, face, dice: 0, points: "", label: `${name}: open. Fill it with one die`, pressed: false});
}

/** @param {string} names @param {{name: string, face: number, dice: number, points: string, label: string, pressed: boolean}} box */
function boxMarkup(names, {name, face, dice, points, label, pressed}) {
  const slots = Array.from({length: DICE}, (_, slot) => (slot < dice
    ? dieShape({face, x: 4, y: (DICE - 1 - slot) * DIE_STEP + 3, size: DIE})
    : `<rect class="slot" x="6" y="${(DICE - 1 - slot) * DIE_STEP + 5}" width="${DIE - 4}" height="${DIE - 4}" rx="8"/>`));
  return `<div class="${names}"><button type="button" class="upper-box-dice" data-press="dice-${face}" aria-label="${label}">
<svg viewBox="0 0 48 ${DICE * DIE_STEP}" aria-hidden="true">${slots.join("")}</svg>
<span class="upper-box-points" aria-hidden="true">${points}</span></button>
<button type="button" class="upper-box-switch" data-press="box-${face}" aria-pressed="${pressed}">${name}</button></div>`;
}
