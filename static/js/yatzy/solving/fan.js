/**
 * One turn solved by backward induction, ring by ring: the known value of every keep after each step of the sweeps.
 *
 * The rolls are scored; then mean and max sweeps alternate, three means and two maxima, each one ring per step.
 */
import {keepsOfRoll, maxSweep, solveTurn} from "../game/turn.js";
import {nearestPlace} from "site_builder/kit";

/** @import {Lattice} from "../game/turn.js" */

/** @typedef {"score" | "mean" | "best"} Kind */

/**
 * @typedef {object} Phase
 * @property {Kind} kind
 * @property {number} throws Throws still to come when a keep is valued: 0 for scoring, 1 for the last throw, ...
 *
 * @typedef {object} Sweeps One turn with the values after each phase.
 * @property {import("../game/turn.js").Turn} turn
 * @property {Float64Array[]} value_of_phase Per phase: value of every keep when it is finished.
 * @property {number} lowest Smallest value of any keep after any phase.
 * @property {number} highest
 *
 * @typedef {object} Front Progress of the computation.
 * @property {number} phase
 * @property {number} ring Size of the keeps that were valued last.
 */

/** The phases of a turn of three throws. @type {readonly Phase[]} */
export const PHASES = [
  {kind: "score", throws: 0},
  {kind: "mean", throws: 1},
  {kind: "best", throws: 1},
  {kind: "mean", throws: 2},
  {kind: "best", throws: 2},
  {kind: "mean", throws: 3},
];

/** Dice of a roll, and steps of a sweep. */
const N_DICE = 5;

/** The last step: the empty keep has the value of the turn. */
export const LAST_STEP = (PHASES.length - 1) * N_DICE;

/** Return what was computed last at a step. @param {number} step 0: the rolls were scored. @returns {Front} */
export function frontOf(step) {
  if (step === 0) return {phase: 0, ring: N_DICE};
  const phase = 1 + Math.floor((step - 1) / N_DICE);
  const done = (step - 1) % N_DICE;
  return {phase, ring: PHASES[phase].kind === "mean" ? N_DICE - 1 - done : done + 1};
}

/** Return the step at which a phase is finished. @param {number} phase */
export const endOf = (phase) => phase * N_DICE;

/**
 * Whether a ring has its value of the current sweep; full rolls keep theirs during a mean sweep.
 * @param {Front} front @param {number} size
 */
export const isFresh = ({phase, ring}, size) => PHASES[phase].kind === "best" ? size <= ring : size >= ring;

/** Return the phase whose values a ring shows; -1 if they are not known yet. @param {Front} front @param {number} size */
export function phaseOfRing(front, size) {
  if (isFresh(front, size)) return front.phase;
  return front.phase <= 1 ? -1 : front.phase - 1;
}

/**
 * Return the phase in which the value shown by a ring was computed; -1 if it is not known yet.
 * @param {Front} front @param {number} size
 */
export function origin(front, size) {
  const phase = phaseOfRing(front, size);
  return phase > 0 && PHASES[phase].kind === "mean" && size === N_DICE ? phase - 1 : phase;
}

/**
 * Solve a turn and record the values after each phase.
 * @param {import("../game/tables.js").Game} game
 * @param {(filled: number, upper_total: number) => number} valueOf Points still to come from the states after the turn.
 * @param {{filled: number, upper_total: number}} state @returns {Sweeps}
 */
export function solveInSweeps(game, valueOf, state) {
  const turn = solveTurn(game, valueOf, state);
  const value_of_phase = PHASES.map(({kind, throws}) => {
    const values = turn.value_of_keep[throws].slice();
    if (kind === "best") maxSweep(game.lattice, values);
    return values;
  });
  const known = value_of_phase.flatMap((values) => [...values]).filter(Number.isFinite);
  return {turn, value_of_phase, lowest: known.reduce((a, b) => Math.min(a, b)), highest: known.reduce((a, b) => Math.max(a, b))};
}

/**
 * Return the value of a keep known at a step; null if it is not known yet.
 * @param {Sweeps} sweeps @param {Lattice} lattice @param {number} step @param {number} keep
 */
export function valueAt({value_of_phase}, {dice_of_keep}, step, keep) {
  const phase = phaseOfRing(frontOf(step), dice_of_keep[keep].length);
  return phase < 0 ? null : value_of_phase[phase][keep];
}

/**
 * List the keeps from which a keep's value is computed in a phase: six extensions for a mean, the keeps with one die less
 * for a maximum.
 * @param {Lattice} lattice @param {number} phase @param {number} keep @returns {number[]}
 */
export function sourcesOf({extensions_of_keep, start_of_subkeeps, subkeeps, first_roll}, phase, keep) {
  const kind = PHASES[phase]?.kind;
  if (kind === "mean" && keep < first_roll) return [...extensions_of_keep.subarray(6 * keep, 6 * keep + 6)];
  if (kind === "best") return [...subkeeps.subarray(start_of_subkeeps[keep], start_of_subkeeps[keep + 1])];
  return [];
}

/**
 * Return the best keep of a roll by the values after a maximum: the smallest keep of that value.
 * @param {Sweeps} sweeps
 * @param {readonly number[]} keeps The keeps of a roll, small ones first, the roll last.
 * @param {number} phase A mean phase.
 */
export function bestKeep({value_of_phase}, keeps, phase) {
  const values = value_of_phase[phase];
  return keeps.reduce((best, keep) => (values[keep] > values[best] + 1e-9 ? keep : best));
}

/**
 * Return the best keep of a roll during a maximum; null in the other phases.
 * @param {Sweeps} sweeps
 * @param {readonly number[]} keeps The keeps of a roll, small ones first, the roll last.
 * @param {number} step
 */
function bestNow(sweeps, keeps, step) {
  const {phase} = frontOf(step);
  return PHASES[phase].kind === "best" ? bestKeep(sweeps, keeps, phase - 1) : null;
}

// Positions of the keeps in the drawing: all of them as a fan, or those of one roll in columns for a narrow screen.

/** @typedef {{keep: number, size: number, x: number, y: number}} Place A keep, its number of dice, and its position. */

/** The drawing of the fan: its size and its centre. */
export const FAN = {width: 1000, height: 532, x: 500, y: 500};
/** Distance of each ring from the centre. */
const RADII = [0, 94, 184, 276, 370, 466];

/** The drawing of the columns: room for the ten keeps of two dice of a roll, and of three. */
const COLUMNS = {width: 318, height: 380, across: 53, down: 38};

/**
 * Lay out all keeps as a fan: a ring for each number of dice, ones at the left, sixes at the right.
 * @param {Lattice} lattice
 * @returns {Place[]} In the order of the keeps.
 */
export function layOutFan({dice_of_keep}) {
  const count_of_size = RADII.map((_, size) => dice_of_keep.filter((dice) => dice.length === size).length);
  const first_of_size = RADII.map((_, size) => dice_of_keep.findIndex((dice) => dice.length === size));
  return dice_of_keep.map((dice, keep) => {
    const size = dice.length;
    const angle = Math.PI * (1 - (keep - first_of_size[size] + 0.5) / count_of_size[size]);
    return {keep, size, x: FAN.x + RADII[size] * Math.cos(angle), y: FAN.y - RADII[size] * Math.sin(angle)};
  });
}

/**
 * Lay out the keeps of a roll in columns: no die at the left, all of them at the right.
 * @param {Lattice} lattice
 * @param {number} roll Index of the roll as a keep.
 * @returns {Place[]} Small keeps first, the roll last.
 */
export function layOutColumns(lattice, roll) {
  const keeps = keepsWithin(lattice, roll);
  const sizeOf = (/** @type {number} */ keep) => lattice.dice_of_keep[keep].length;
  return keeps.map((keep) => {
    const size = sizeOf(keep);
    const column = keeps.filter((other) => sizeOf(other) === size);
    const row = column.indexOf(keep) - (column.length - 1) / 2;
    return {keep, size, x: (size + 0.5) * COLUMNS.across, y: COLUMNS.height / 2 + row * COLUMNS.down};
  });
}

/**
 * List the keeps of a roll, small ones first, the roll itself last.
 * @param {Lattice} lattice
 * @param {number} roll Index of the roll as a keep.
 */
export const keepsWithin = (lattice, roll) => [...keepsOfRoll(lattice, roll - lattice.first_roll), roll];

/**
 * List the single-die steps between keeps.
 * @param {Lattice} lattice @param {readonly number[]} keeps
 * @returns {[number, number][]} Each from the smaller keep to the larger one.
 */
export function stepsBetween({start_of_subkeeps, subkeeps}, keeps) {
  const wanted = new Set(keeps);
  return keeps.flatMap((keep) => [...subkeeps.subarray(start_of_subkeeps[keep], start_of_subkeeps[keep + 1])]
    .filter((part) => wanted.has(part))
    .map((part) => /** @type {[number, number]} */ ([part, keep])));
}

/** Directions of arrow keys along a ring. */
const ALONG = /** @type {Record<string, number>} */ ({previous: -1, next: 1});

/**
 * Return the place to which an arrow key leads: the neighbour in the same ring, or the nearest place of the next ring.
 * @param {readonly Place[]} places @param {Place} from @param {"previous" | "next" | "inward" | "outward"} way
 * @param {number} [stride] Places to skip along a ring.
 */
export function placeBeside(places, from, way, stride = 1) {
  const size = from.size + (way === "outward" ? 1 : 0) - (way === "inward" ? 1 : 0);
  const ring = places.filter((place) => place.size === size);
  if (ring.length === 0) return from;
  if (size !== from.size) return nearestPlace(ring, from);
  const index = ring.findIndex(({keep}) => keep === from.keep) + ALONG[way] * stride;
  return ring[Math.max(0, Math.min(ring.length - 1, index))];
}

// Colours for the values of one turn: seven steps, each for as many different values as any other.

const N_STEPS = 7;
/** Values are distinguished to a thousandth of a point. */
const FINENESS = 1000;

/**
 * Return the values at which the colour changes.
 * @param {readonly Float64Array[]} value_of_phase
 * @returns {number[]} Lower bounds of all steps but the first.
 */
export function boundsOf(value_of_phase) {
  const rounded = value_of_phase.flatMap((values) => Array.from(values, (value) => Math.round(value * FINENESS) / FINENESS));
  const values = [...new Set(rounded)].filter(Number.isFinite).sort((a, b) => a - b);
  return Array.from({length: N_STEPS - 1}, (_, index) => values[Math.floor(((index + 1) * values.length) / N_STEPS)]);
}

/** Return the number of a value's colour. @param {readonly number[]} bounds @param {number} value */
export const colourOf = (bounds, value) => bounds.filter((bound) => value >= bound).length;

/** Draw the colour scale with the values where it changes. @param {readonly number[]} bounds */
export function drawScale(bounds) {
  const swatches = Array.from({length: N_STEPS}, (_, colour) => {
    const from = colour === 0 ? "" : `<span>${bounds[colour - 1].toFixed(bounds[colour - 1] < 10 ? 1 : 0)}</span>`;
    return `<i class="v${colour}">${from}</i>`;
  });
  return `<span class="fan-scale-word">fewer points</span>${swatches.join("")}<span class="fan-scale-word">more</span>`;
}

// The keeps of one roll in columns, for a narrow screen: dice, value and colour of each.

const HALF_WIDTH = 22;
const HALF_HEIGHT = 17;

/** Draw the columns. @param {Shown} shown @param {readonly Place[]} columns */
export function drawColumns(shown, columns) {
  const {lattice, step, keep} = shown;
  const place_of_keep = new Map(columns.map((place) => [place.keep, place]));
  const front = frontOf(step);
  const looked = lattice.dice_of_keep[keep].length;
  const sources = new Set(sourcesOf(lattice, isFresh(front, looked) ? front.phase : -1, keep));
  const lines = stepsBetween(lattice, columns.map((place) => place.keep)).map(([part, whole]) => {
    const [from, to] = [place_of_keep.get(part), place_of_keep.get(whole)];
    const used = (part === keep && sources.has(whole)) || (whole === keep && sources.has(part));
    const [left, right] = [/** @type {Place} */ (from), /** @type {Place} */ (to)];
    return {used, line: `M${left.x + HALF_WIDTH} ${left.y}L${right.x - HALF_WIDTH} ${right.y}`};
  });
  const best = bestNow(shown.sweeps, columns.map((place) => place.keep), step);
  const path = (/** @type {boolean} */ used) => lines.filter((line) => line.used === used).map(({line}) => line).join("");
  /** @param {number} one */
  function roleOf(one) {
    const role = one === keep ? "looked" : sources.has(one) ? "source" : "";
    return one === best ? `${role} best` : role;
  }
  const cells = columns.map((place) => drawCell(shown, place, roleOf(place.keep)));
  return `<path class="columns-steps hollow" d="${path(false)}"/><path class="fan-lines plot-line" d="${path(true)}"/>${cells.join("")}`;
}

/** @param {Shown} shown @param {Place} place @param {string} role */
function drawCell({lattice, sweeps, bounds, step}, {keep, size, x, y}, role) {
  const front = frontOf(step);
  const value = valueAt(sweeps, lattice, step, keep);
  const phase = phaseOfRing(front, size);
  const state = phase < 0 ? "unknown" : isFresh(front, size) ? "fresh" : "stale";
  const dice = lattice.dice_of_keep[keep].join("") || "none";
  const [left, top] = [x - HALF_WIDTH, y - HALF_HEIGHT];
  const colour = value === null ? "" : ` v${colourOf(bounds, value)}`;
  return `<g class="cell ${state} ${role}"><rect class="cell-box" x="${left - 2}" y="${top - 1}" width="${2 * HALF_WIDTH + 4}" height="${2 * HALF_HEIGHT + 4}" rx="5"/>
<text class="cell-dice" x="${x}" y="${y - 5}">${dice}</text><text class="cell-value" x="${x}" y="${y + 9}">${value === null ? "?" : textOf(value)}</text>
<rect class="cell-colour${colour}" x="${left}" y="${y + HALF_HEIGHT - 5}" width="${2 * HALF_WIDTH}" height="5" rx="1"/></g>`;
}

/** @param {number} value */
const textOf = (value) => value.toFixed(value < 100 ? 2 : 1);

/** The view box of the columns. */
export const COLUMNS_BOX = `0 0 ${COLUMNS.width} ${COLUMNS.height}`;

// The keeps of a turn as a fan: 1, 6, 21, 56, 126 and 252 of them in rings, coloured by value.

/**
 * @typedef {object} Shown What a picture of the turn shows.
 * @property {Lattice} lattice
 * @property {Sweeps} sweeps
 * @property {readonly number[]} bounds Values where colours change.
 * @property {readonly Place[]} places The fan.
 * @property {number} step
 * @property {number} roll The roll on the table, as a keep.
 * @property {number} keep The keep at the reticle.
 */

/** Half the length of a mark in radial direction, per ring; 0 is a dot. */
const HALF_LENGTHS = [0, 0, 0, 0, 9, 14];

/** @param {number} number */
const short = (number) => String(Math.round(number * 10) / 10);

/** @param {Place} place */
const at = ({x, y}) => `${short(x)} ${short(y)}`;

/** Draw the mark of a keep. @param {Place} place */
function markOf(place) {
  const half = HALF_LENGTHS[place.size];
  if (half === 0) return `M${at(place)}h0`;
  const radius = Math.hypot(place.x - FAN.x, place.y - FAN.y);
  const [across, up] = [((place.x - FAN.x) / radius) * half, ((place.y - FAN.y) / radius) * half];
  return `M${short(place.x - across)} ${short(place.y - up)}L${short(place.x + across)} ${short(place.y + up)}`;
}

/** Draw the rings: pale if the sweep has not reached them, grey if their values are not known yet. @param {Shown} shown */
export function drawRings({lattice, sweeps, bounds, places, step}) {
  const front = frontOf(step);
  return HALF_LENGTHS.map((_, size) => {
    const ring = places.filter((place) => place.size === size);
    const phase = phaseOfRing(front, size);
    const states = phase < 0 ? "unknown" : isFresh(front, size) ? "fresh" : "stale";
    const last = size === front.ring ? " front" : "";
    const paths = [];
    for (let colour = 0; colour <= bounds.length; colour += 1) {
      const marks = ring.filter(({keep}) => phase < 0 ? colour === 0 : colourOf(bounds, sweeps.value_of_phase[phase][keep]) === colour);
      paths.push(`<path class="v${colour}" d="${marks.map(markOf).join("")}"/>`);
    }
    return `<g class="fan-ring ring-${size} ${states}${last}">${paths.join("")}</g>`;
  }).join("");
}

/**
 * Draw the keeps of the roll, with lines from the current keep to those from which its value is computed. Lines end
 * before keeps that are labelled with a face.
 * @param {Shown} shown
 */
export function drawCone(shown) {
  const {lattice, places, roll, keep} = shown;
  const steps = stepsBetween(lattice, keepsWithin(lattice, roll)).map(([part, whole]) => `M${at(places[part])}L${at(places[whole])}`);
  const links = sourcesIn(shown).map((source) => `M${at(places[keep])}L${at(source)}`);
  const written = places.filter(({size}) => size === 1).map(markOf);
  return `<path class="fan-steps soft-line plot-line" d="${steps.join("")}"/><path class="fan-lines plot-line" d="${links.join("")}"/><path class="fan-plates" d="${written.join("")}"/>`;
}

/** Return the keeps from which the value of the current keep is computed, if it is known. @param {Shown} shown */
function sourcesIn({lattice, places, step, keep}) {
  const front = frontOf(step);
  return sourcesOf(lattice, isFresh(front, places[keep].size) ? front.phase : -1, keep).map((source) => places[source]);
}

/** Mark the best keep during a maximum. @param {Shown} shown */
function drawBest({lattice, sweeps, places, roll, step}) {
  const best = bestNow(sweeps, keepsWithin(lattice, roll), step);
  if (best === null) return "";
  return `<circle class="fan-best plot-line" cx="${short(places[best].x)}" cy="${short(places[best].y)}" r="${radiusOf(places[best]) - 1}"/>`;
}

/** Mark the keeps from which the value of the current keep is computed, and draw the reticle. @param {Shown} shown */
export function drawLinks(shown) {
  const place = shown.places[shown.keep];
  const rings = sourcesIn(shown).map((source) => `<circle class="fan-source plot-line" cx="${short(source.x)}" cy="${short(source.y)}" r="${radiusOf(source)}"/>`);
  return `${rings.join("")}${drawBest(shown)}
<circle class="reticle-ring" cx="${short(place.x)}" cy="${short(place.y)}" r="${radiusOf(place) + 2}"/>`;
}

/** Half the width of the frame around a keep. @param {Place} place */
const radiusOf = ({size}) => [23, 17, 13, 10, 13, 17][size];

/** @param {number} part @param {number} whole */
const percent = (part, whole) => `${short((100 * part) / whole)}%`;

/** Draw the labels: the faces of single dice, and at the centre the value of the turn if it is known. @param {Shown} shown */
export function drawWriting(shown) {
  const {lattice, places, step, sweeps} = shown;
  const faces = places.filter(({size}) => size === 1).map(({keep, x, y}) => {
    const value = valueAt(sweeps, lattice, step, keep);
    const dark = value !== null && colourOf(shown.bounds, value) > 3 ? " on-dark" : "";
    const stale = isFresh(frontOf(step), 1) ? "" : " stale";
    return `<text class="fan-face${dark}${stale}" x="${percent(x, FAN.width)}" y="${percent(y, FAN.height)}" dy=".35em">${lattice.dice_of_keep[keep][0]}</text>`;
  });
  const ends = [0, lattice.n_rolls - 1].map((roll) => {
    const place = places[lattice.first_roll + roll];
    const side = roll === 0 ? "start" : "end";
    return `<text class="fan-end" x="${roll === 0 ? "0" : "100"}%" y="${percent(place.y + 24, FAN.height)}" dy=".6em" text-anchor="${side}">${lattice.dice_of_keep[place.keep].join(" ")}</text>`;
  });
  return `${faces.join("")}${ends.join("")}<text class="fan-middle" x="50%" dx="2.2rem" y="${percent(FAN.y, FAN.height)}" dy=".5em">${middleText(shown)}</text>`;
}

/** @param {Shown} shown */
function middleText({lattice, sweeps, step}) {
  const value = valueAt(sweeps, lattice, step, 0);
  const {phase} = frontOf(step);
  return value === null || PHASES[phase].kind === "best" || !isFresh(frontOf(step), 0) ? "" : value.toFixed(2);
}
