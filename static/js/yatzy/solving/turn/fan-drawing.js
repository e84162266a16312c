/**
 * The keeps of a turn as a fan: 1, 6, 21, 56, 126 and 252 of them in rings, coloured by what they are worth.
 */
import {colourOf} from "./colours.js";
import {bestNow, frontOf, isFresh, PHASES, phaseOfRing, sourcesOf, valueAt} from "./frames.js";
import {FAN, keepsWithin, stepsBetween} from "./places.js";

/** @import {Place} from "./places.js" @import {Sweeps} from "./frames.js" @import {Lattice} from "../../game/lattice.js" */

/**
 * @typedef {object} Shown What a picture of the turn shows.
 * @property {Lattice} lattice
 * @property {Sweeps} sweeps
 * @property {readonly number[]} bounds Values where colours change.
 * @property {readonly Place[]} places The fan.
 * @property {number} step
 * @property {number} roll The roll on the table, as a keep.
 * @property {number} keep The keep that is looked at.
 */

/** Half the length of a mark towards the middle, per ring; nought is a dot. */
const HALF_LENGTHS = [0, 0, 0, 0, 9, 14];

/** @param {number} number */
const short = (number) => String(Math.round(number * 10) / 10);

/** @param {Place} place */
const at = ({x, y}) => `${short(x)} ${short(y)}`;

/** A mark for one keep. @param {Place} place */
function markOf(place) {
  const half = HALF_LENGTHS[place.size];
  if (half === 0) return `M${at(place)}h0`;
  const radius = Math.hypot(place.x - FAN.x, place.y - FAN.y);
  const [across, up] = [((place.x - FAN.x) / radius) * half, ((place.y - FAN.y) / radius) * half];
  return `M${short(place.x - across)} ${short(place.y - up)}L${short(place.x + across)} ${short(place.y + up)}`;
}

/** Draw the rings; a ring that waits for its turn in the sweep is pale, one of which nothing is known is grey. @param {Shown} shown */
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
 * Draw all ways to keep some of the roll on the table, and to what the keep that is looked at is made of. No line runs
 * on under the keeps that a face is written on.
 * @param {Shown} shown
 */
export function drawCone(shown) {
  const {lattice, places, roll, keep} = shown;
  const steps = stepsBetween(lattice, keepsWithin(lattice, roll)).map(([part, whole]) => `M${at(places[part])}L${at(places[whole])}`);
  const links = sourcesIn(shown).map((source) => `M${at(places[keep])}L${at(source)}`);
  const written = places.filter(({size}) => size === 1).map(markOf);
  return `<path class="fan-steps" d="${steps.join("")}"/><path class="fan-lines" d="${links.join("")}"/><path class="fan-plates" d="${written.join("")}"/>`;
}

/** What the keep that is looked at is made of, as far as it is known. @param {Shown} shown */
function sourcesIn({lattice, places, step, keep}) {
  const front = frontOf(step);
  return sourcesOf(lattice, isFresh(front, places[keep].size) ? front.phase : -1, keep).map((source) => places[source]);
}

/** Ring the best of them while the player chooses. @param {Shown} shown */
function drawBest({lattice, sweeps, places, roll, step}) {
  const best = bestNow(sweeps, keepsWithin(lattice, roll), step);
  if (best === null) return "";
  return `<circle class="fan-best" cx="${short(places[best].x)}" cy="${short(places[best].y)}" r="${radiusOf(places[best]) - 1}"/>`;
}

/** Ring what the keep that is looked at is made of, and draw the reticle. @param {Shown} shown */
export function drawLinks(shown) {
  const place = shown.places[shown.keep];
  const rings = sourcesIn(shown).map((source) => `<circle class="fan-source" cx="${short(source.x)}" cy="${short(source.y)}" r="${radiusOf(source)}"/>`);
  return `${rings.join("")}${drawBest(shown)}
<circle class="reticle-ring" cx="${short(place.x)}" cy="${short(place.y)}" r="${radiusOf(place) + 2}"/>`;
}

/** Half the width of what surrounds a keep. @param {Place} place */
function radiusOf({size}) {
  return [23, 17, 13, 10, 13, 17][size];
}

/** @param {number} part @param {number} whole */
const percent = (part, whole) => `${short((100 * part) / whole)}%`;

/** Write on the fan: the faces of single dice, and in the middle what the turn is worth as far as it is known. @param {Shown} shown */
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
