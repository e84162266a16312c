/**
 * Which totals can happen? Upper totals across, sets of upper boxes down; every cell tells its dice or why it has none.
 */
import {dressed, every, find, listed, makeFigure, overGrid, partsOf} from "site_builder/kit";
import {cellsPath, DICE, facesOfMask, findWay, readUpperSets, UPPER_NAMES, whyNot} from "../geometry/upper-totals.js";
import {dieShape} from "../parts/dice.js";
import {drawGuess, showVerdict} from "../parts/guess.js";

/** @import {UpperSet} from "../geometry/upper-totals.js" */

// Where a reader stands on the grid of upper totals: a row, a total, and the dice that lead there.

/** Dice that a box is filled with by its switch: three of each face are the threshold. */
const USUAL_DICE = 3;

/**
 * @typedef {object} Place
 * @property {UpperSet} set
 * @property {number} total Upper total, capped at the threshold.
 * @property {number[] | null} counts Dice per face, Ones first, that make it; null where no dice do.
 */

/** Largest upper total that is told apart: it stands for all above. @param {UpperSet} set */
const thresholdOf = (set) => set.reachable.length - 1;

/** Points of dice. @param {readonly number[]} counts Dice per face, Ones first. */
export const pointsOf = (counts) => counts.reduce((sum, dice, index) => sum + dice * (index + 1), 0);

/** Stand on a cell of the grid. @param {UpperSet} set @param {number} total @returns {Place} */
export const placeAt = (set, total) => ({set, total, counts: findWay(set.faces, total, thresholdOf(set))});

/**
 * Stand where the given dice lead.
 * @param {readonly UpperSet[]} sets
 * @param {number} mask Boxes that are filled.
 * @param {number[]} counts @returns {Place}
 */
function placeOf(sets, mask, counts) {
  const set = /** @type {UpperSet} */ (sets.find((one) => one.mask === mask));
  return {set, total: Math.min(pointsOf(counts), thresholdOf(set)), counts};
}

/** Fill an open box with three dice, or empty a filled one. @param {readonly UpperSet[]} sets @param {Place} place @param {number} face */
export function switchBox(sets, {set, counts}, face) {
  const filled = (set.mask >> (face - 1)) & 1;
  const changed = counts ? counts.slice() : set.faces.reduce(withUsualDice, [0, 0, 0, 0, 0, 0]);
  changed[face - 1] = filled ? 0 : USUAL_DICE;
  return placeOf(sets, set.mask ^ (1 << (face - 1)), changed);
}

/**
 * Put one die more into a box; after the last comes none. An open box is filled by it.
 * @param {readonly UpperSet[]} sets @param {Place} place @param {number} face
 */
export function addDie(sets, {set, counts}, face) {
  const changed = counts ? counts.slice() : [0, 0, 0, 0, 0, 0];
  changed[face - 1] = (changed[face - 1] + 1) % (DICE + 1);
  return placeOf(sets, set.mask | (1 << (face - 1)), changed);
}

/** @param {number[]} counts @param {number} face */
const withUsualDice = (counts, face) => counts.map((dice, index) => (index === face - 1 ? USUAL_DICE : dice));

/** Write a place for a link: the faces and the total, "13.11". @param {Place} place */
export const textOfPlace = ({set, total}) => `${set.faces.join("")}.${total}`;

/**
 * Read a place from a link.
 * @param {readonly UpperSet[]} sets @param {string | null} text
 * @returns {Place | null} Null when the text names no cell of the grid.
 */
export function placeOfText(sets, text) {
  const match = /^([1-6]*)\.(\d+)$/.exec(text ?? "");
  const set = match && sets.find(({faces}) => faces.join("") === match[1]);
  return set && Number(match[2]) <= thresholdOf(set) ? placeAt(set, Number(match[2])) : null;
}

/** Name the filled boxes: "Ones and Threes". @param {number} mask */
export const namesOfMask = (mask) => listed(facesOfMask(mask).map((face) => UPPER_NAMES[face - 1])) || "No box filled";

/** A total in words; the last one stands for all above. @param {Place} place */
function titleOf({set, total}) {
  if (total === thresholdOf(set)) return `${total} points or more`;
  return total === 1 ? "1 point" : `${total} points`;
}

/** Say how a place is reached, or why it is not. @param {Place} place */
export function reasonOf({set, total, counts}) {
  if (counts === null) return whyNot(set, total);
  if (set.faces.length === 0) return "Nothing is written above.";
  const points = pointsOf(counts);
  if (points === 0) return `${set.faces.length === 1 ? "The box was" : "The boxes were"} filled with zero.`;
  const sum = set.faces.filter((face) => counts[face - 1] > 0).map((face) => `${counts[face - 1]} × ${face}`).join(" + ");
  const bonus = total === thresholdOf(set) ? ". The bonus is earned" : "";
  const skipped = set.capOnly && bonus ? `; no dice in these boxes make ${total} itself` : "";
  return `${sum} = ${points}${bonus}${skipped}.`;
}

/**
 * Tell after how many dice of a face each total of a row is first met, counting from another row.
 * @param {readonly boolean[]} before Totals of the smaller set.
 * @param {number} face Box that is added.
 * @returns {(number | null)[]} Dice needed per total; null where there is no way.
 */
export function diceToReach(before, face) {
  const cap = before.length - 1;
  return before.map((_, total) => {
    for (let dice = 0; dice <= DICE; dice += 1) {
      const from = total - dice * face;
      const passed = total === cap && before.some((met, earlier) => met && earlier >= Math.max(from, 0));
      if (passed || before[from]) return dice;
    }
    return null;
  });
}

// A guess before the grid is shown: which of a few totals can never stand above?

/** Boxes that are filled, and the totals to choose from: dice make all of them but one. */
const FACES = "35";
export const TOTALS = [14, 29, 36, 37];
/** Points of the right answer; all others bring none. */
const POINTS = 10;

/** The row that is asked about. @param {readonly UpperSet[]} sets */
const askedRow = (sets) => /** @type {UpperSet} */ (sets.find(({faces}) => faces.join("") === FACES));

/** The cell that answers: no dice lead there. @param {readonly UpperSet[]} sets @returns {Place} */
export function answerOf(sets) {
  const row = askedRow(sets);
  return placeAt(row, /** @type {number} */ (TOTALS.find((total) => !row.reachable[total])));
}

/** @param {readonly UpperSet[]} sets @returns {import("../parts/guess.js").Question} */
export function questionOf(sets) {
  const answers = TOTALS.map((total) => ({key: String(total), words: String(total)}));
  return {question: `Only ${namesOfMask(askedRow(sets).mask)} are filled. Which of these totals can <b>never</b> stand in the upper half?`, answers};
}

/** Points of a guess. @param {readonly UpperSet[]} sets @param {number} total */
export const pointsOfTotal = (sets, total) => total === answerOf(sets).total ? POINTS : 0;

/** Answer a guess; why no dice make the right one stands beside the grid. @param {readonly UpperSet[]} sets @param {number} total */
export function verdictOf(sets, total) {
  const answer = answerOf(sets);
  if (total < 0) return `<b>${answer.total}</b> never happens.`;
  if (total === answer.total) return `Right: <b>${total}</b> never happens.`;
  return `<b>${total}</b> can happen: ${reasonOf(placeAt(answer.set, total))} What never happens is <b>${answer.total}</b>.`;
}

// The grid of upper totals and its six boxes, as markup.

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
<p class="upper-grid-heads grid-layout soft" aria-hidden="true"><span>boxes</span><span>upper total</span></p>
<div class="upper-grid-field">${drawGrid(sets, askedRow(sets))}</div>
<div class="upper-grid-axis grid-layout soft" aria-hidden="true"><p>${faces}</p>${ticks}</div>
<div class="upper-grid-strip tells" aria-hidden="true" data-region="strip"></div>
<p class="upper-grid-count tells" data-region="count"></p>
<p class="upper-grid-key"><span><i class="key-lit"></i>can happen</span> <span><i></i>cannot</span>
<span><i class="key-bonus"></i>${cap} or more</span><span><i class="key-passed"></i>passes ${cap}, never meets it</span></p>
</div>
${drawGuess(questionOf(sets))}
<div class="upper-grid-panel unfolds"><p class="guess-verdict" tabindex="-1" data-region="verdict"></p>
<p class="upper-grid-names soft" data-region="names"></p>
<p class="upper-grid-total" data-region="total"></p>
<div class="upper-boxes grid-layout" role="group" aria-label="Upper boxes" data-region="boxes"></div>
<p class="upper-grid-reason" data-region="reason"></p>
</div>
</div>`;
}

/** What changes with the place. @param {Place} place */
function drawPlace(place) {
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
<g class="members"><path d="${cellsPath(members, INK)}"/><path class="cell-lines hollow" d="${uprights(UPPER_NAMES.length + 1, rows)}"/></g>
<g transform="translate(${SET_COLUMNS} 0)"><rect class="upper-grid-area" width="${cap + 1}" height="${rows}"/>
<path class="cells" d="${cellsPath(below, INK)}"/><path class="cell-lines hollow" d="${uprights(cap + 1, rows)}"/>
<path class="cells-bonus" transform="translate(${cap} 0)" d="${cellsPath(bonus, INK)}"/><g class="cells-passed">${passed.join("")}</g></g>
<path class="groups" d="${groups}"/>
<rect class="asked-row" x="-.3" y="${asked.row - 0.05}" width="${SET_COLUMNS + cap + 1.6}" height="1"/>
<g class="reticle" data-region="reticle"></g></svg>`;
}

/** Upright lines that part columns. @param {number} count @param {number} rows */
const uprights = (count, rows) => Array.from({length: count}, (_, column) => `M${column} 0v${rows}`).join("");

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
<button type="button" class="upper-box-switch soft" data-press="box-${face}" aria-pressed="${pressed}">${name}</button></div>`;
}

/**
 * @typedef {readonly import("../geometry/upper-totals.js").UpperSet[]} Sets
 * @typedef {Place & {asks?: boolean, guess?: number}} Asked Whether the guess is still
 *   to come, and the guess that led here: whoever looks elsewhere has seen the answer.
 * @typedef {import("site_builder/kit").Alive<Asked, Sets>} Alive
 */

/** Opening cell: Ones and Threes with eleven points, a total that takes both. */
const OPENING = "13.11";
/** Milliseconds for the reticle to slide to its next place, and for each die that the totals of a row wait for. */
const GLIDE = 350;
const DIE_MS = 60;

/** @type {import("site_builder/kit").Figure<Asked, Sets>} */
const grid = {
  know: ({upper_reachability}) => readUpperSets(upper_reachability),
  /** `place`: faces of the filled boxes and the total, "13.11". */
  opening: ({place = OPENING}, sets) => ({...(placeOfText(sets, place) ?? placeAt(sets[0], 0)), asks: true}),
  read: (text, sets) => placeOfText(sets, text),
  write: textOfPlace,
  frame: frameOf,
  draw: (place, sets) => ({...drawPlace(place), verdict: place.guess === undefined ? "" : verdictOf(sets, place.guess)}),
  words: (place) => `${namesOfMask(place.set.mask)}, ${titleOf(place)}. ${reasonOf(place)}`,
  /** "box-3", "dice-3", "guess-36", "skip": a box is filled or emptied, a die is added, or the guess goes to the cell that answers it. */
  press(key, place, sets) {
    const [part, number] = partsOf(key);
    if (part === "skip") return {...place, asks: false, guess: -1};
    if (part === "guess") return {...answerOf(sets), guess: number};
    return part === "dice" ? addDie(sets, place, number) : switchBox(sets, place, number);
  },
  pressed(key, alive, before) {
    const [part, number] = partsOf(key);
    if (part === "skip" || part === "guess") return tell(alive, part === "guess" ? number : -1);
    glide(alive.element);
    if (part === "box" && alive.place.set.mask > before.set.mask) spread(alive.element, diceToReach(before.set.reachable, number));
    alive.announce();
  },
  wake: ({element}) => ({reset: () => glide(element)}),
  hands: [
    overGrid(".upper-grid-field", {
      label: "Grid of upper totals and filled upper boxes. Arrow keys move the reticle.",
      areas: ".upper-grid-area",
      size: (_place, sets) => ({columns: thresholdOf(sets[0]) + 1, rows: sets.length}),
      read: ({set, total}) => ({column: total, row: set.row}),
      moved: (_place, {column, row}, sets) => placeAt(sets[row], column),
      looked: ({asks}, {column, row}, sets) => (asks ? null : placeAt(sets[row], column)),
    }),
    dressed(".upper-grid", ({asks}) => (asks ? "upper-grid to-guess" : "upper-grid")),
  ],
};

/** Answer a guess, or show the answer (-1). @param {Alive} alive @param {number} total */
function tell({announce, context, element, known, place}, total) {
  if (total >= 0) context.record("total", pointsOfTotal(known, total));
  showVerdict(element);
  announce(total < 0 ? verdictOf(known, total) : `${verdictOf(known, total)} ${reasonOf(place)}`);
}

/** Let the reticle slide to its next place instead of jumping. @param {HTMLElement} element */
function glide(element) {
  const field = find(element, ".upper-grid-field");
  field.classList.add("gliding");
  setTimeout(() => field.classList.remove("gliding"), GLIDE);
}

/**
 * Let the totals of a row light up die by die.
 * @param {HTMLElement} element
 * @param {readonly (number | null)[]} dice After how many each is met.
 */
function spread(element, dice) {
  every(element, ".upper-grid-strip rect:not(.strip-mark)").forEach((cell, total) => {
    cell.style.setProperty("transition-delay", `${DIE_MS * (dice[total] ?? 0)}ms`);
  });
}

export const {view, mount} = makeFigure(grid);
