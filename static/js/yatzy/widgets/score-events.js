/** What are the humps? The curve of final scores taken apart by the bonus, Yatzy and the straights. */
import {find, makeFigure, shareText} from "site_builder/kit";
import {across, areaOf, scoreAt, stretched, TICKS, TOP} from "../perfect/score-curve.js";

// The distribution taken apart by four events: the bonus, Yatzy and the two straights.

/** The events, by their bit in the number of a combination. */
const EVENTS = [
  {bit: 1, name: "bonus", got: "bonus", missed: "no bonus", title: "Bonus"},
  {bit: 2, name: "yatzy", got: "Yatzy", missed: "no Yatzy", title: "Yatzy"},
  {bit: 4, name: "small_straight", got: "small straight", missed: "no small", title: "Small straight"},
  {bit: 8, name: "large_straight", got: "large straight", missed: "no large", title: "Large straight"},
];

/**
 * @typedef {object} Data
 * @property {{combination: number[], score: number[], games: number[]}} score_events
 * @property {{combination: number[], probability: number[], mean: number[], sd: number[]}} joint_events
 *
 * @typedef {object} Part One group of games.
 * @property {number} events Bits of the events that it has, among those that split the games.
 * @property {number} share Of all games.
 * @property {number} mean
 * @property {number} sd
 * @property {number[]} chances Of each score together with the events, from 0.
 */

const ALL = EVENTS.reduce((bits, {bit}) => bits | bit, 0);
const PER = 1e6;

/**
 * Join the sixteen combinations that agree in the events that split the games.
 * @param {Data} data
 * @param {number} split Bits of the events that do.
 * @returns {Part[]} By their bits.
 */
export function partsOf({score_events, joint_events}, split) {
  const best = score_events.score.reduce((most, score) => Math.max(most, score), 0);
  /** @type {Part[]} */
  const parts = [];
  for (let events = 0; events <= ALL; events += 1) {
    if ((events & split) !== events) continue;
    const member = (/** @type {number} */ combination) => (combination & split) === events;
    parts.push({events, ...momentsOf(joint_events, member), chances: Array.from({length: best + 1}, () => 0)});
  }
  score_events.combination.forEach((combination, row) => {
    const part = parts.find(({events}) => events === (combination & split));
    if (part) part.chances[score_events.score[row]] += score_events.games[row] / PER;
  });
  return parts;
}

/**
 * Mix shares, means and spreads of the combinations that belong together.
 * @param {Data["joint_events"]} rows @param {(combination: number) => boolean} member
 */
function momentsOf(rows, member) {
  const own = rows.combination.map((_, row) => row).filter((row) => member(rows.combination[row]));
  const share = own.reduce((sum, row) => sum + rows.probability[row], 0);
  const mean = own.reduce((sum, row) => sum + rows.probability[row] * rows.mean[row], 0) / share;
  const squares = own.reduce((sum, row) => sum + rows.probability[row] * (rows.sd[row] ** 2 + (rows.mean[row] - mean) ** 2), 0);
  return {share, mean, sd: Math.sqrt(squares / share)};
}

/** Name a group of games by its events. @param {number} events @param {number} split */
export function nameOfPart(events, split) {
  if (split === 0) return "all games";
  return EVENTS.filter(({bit}) => split & bit).map(({bit, got, missed}) => (events & bit ? got : missed)).join(", ");
}

/** Find the group that most games with a score belong to. @param {readonly Part[]} parts @param {number} score */
export function likeliestPart(parts, score) {
  return parts.reduce((best, part) => ((part.chances[score] ?? 0) > (best.chances[score] ?? 0) ? part : best)).events;
}

/** @typedef {{split: number, chosen: number}} Place `split` and `chosen` are bits of events. */

/**
 * Read a place from a link, "3.1": the bits of the events that split, and those of the chosen group.
 * @param {string | null} text @returns {Place | null}
 */
export function placeOfText(text) {
  const match = /^(\d{1,2})\.(\d{1,2})$/.exec(text ?? "");
  if (match === null || Number(match[1]) > ALL) return null;
  return {split: Number(match[1]), chosen: Number(match[2]) & Number(match[1])};
}

// The groups of games, drawn: a hump for each under the curve of all, and a table of their shares and means.

const STRAIGHTS = 12;
const OTHERS = 3;

/** Switches for the events. @param {Place} place */
function drawSwitches({split}) {
  return EVENTS.map(({bit, title}) => `<button type="button" class="button humps-switch" aria-pressed="${(split & bit) !== 0}" data-press="event-${bit}"><i aria-hidden="true"></i>${title}</button>`).join("");
}

/** @param {readonly Part[]} parts @param {Place} place */
function drawHumps(parts, {chosen}) {
  const all = parts[0].chances.map((_, score) => parts.reduce((sum, {chances}) => sum + chances[score], 0));
  const humps = parts.filter(({events}) => events !== chosen)
    .map(({chances}) => `<path class="humps-part" d="${areaOf(chances, TOP)}"/>`);
  const part = /** @type {Part} */ (parts.find(({events}) => events === chosen));
  const ticks = TICKS.map((score) => `<text class="humps-tick" x="${across(score)}" y="100%" dy="1.5em">${score}</text>`);
  const mean = across(part.mean);
  return `<line class="humps-base" x2="100%" y1="100%" y2="100%"/>${ticks.join("")}
${stretched(`<path class="humps-all soft-line" d="${areaOf(all, TOP)}"/>${humps.join("")}<path class="humps-chosen data-area data-line" d="${areaOf(part.chances, TOP)}"/>`)}
<line class="humps-mean" x1="${mean}" x2="${mean}" y1="6%" y2="100%"/><text class="humps-mean-text" x="${mean}" y="0" dy=".9em" text-anchor="${part.mean > 300 ? "end" : part.mean < 160 ? "start" : "middle"}">mean ${part.mean.toFixed(1)}</text>`;
}

/** All ways that some events can come. @param {number} bits */
const subsets = (bits) => [0, 1, 2, 3, 4, 8, 12].filter((one) => (one & bits) === one && (one & ~bits) === 0);

/** A table of the groups: straights down, the bonus and Yatzy across. @param {readonly Part[]} parts @param {Place} place */
function drawTable(parts, {split, chosen}) {
  const columns = subsets(split & OTHERS);
  const rows = subsets(split & STRAIGHTS);
  const most = Math.max(...parts.map(({share}) => share));
  const head = split & OTHERS ? `<tr><td class="humps-corner quiet">mean<br>share</td>${columns.map((events) => `<th scope="col">${nameOfPart(events, split & OTHERS)}</th>`).join("")}</tr>` : "";
  const body = rows.map((lower) => {
    const name = split & STRAIGHTS ? nameOfPart(lower, split & STRAIGHTS) : "";
    const cells = columns.map((upper) => cellOf(/** @type {Part} */ (parts.find(({events}) => events === (lower | upper))), {split, chosen}, most));
    return `<tr>${name ? `<th scope="row">${name}</th>` : `<td class="humps-corner quiet">${split & OTHERS ? "" : "mean<br>share"}</td>`}${cells.join("")}</tr>`;
  });
  return `<table class="humps-table"><tbody>${head}${body.join("")}</tbody></table>`;
}

/** @param {Part} part @param {Place} place @param {number} most */
function cellOf({events, share, mean}, {split, chosen}, most) {
  const bar = `<svg class="humps-bar data-area" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.round(100 * share / most)}" height="4"/></svg>`;
  return `<td><button type="button" class="humps-cell grid-layout" aria-pressed="${events === chosen}" data-press="part-${events}" aria-label="${nameOfPart(events, split)}: ${shareText(share)} of games, mean ${mean.toFixed(1)}"><b>${mean.toFixed(1)}</b><span>${shareText(share)}</span>${bar}</button></td>`;
}

/** @param {readonly Part[]} parts @param {Place} place */
function wordsOfPart(parts, {split, chosen}) {
  const {share, mean, sd} = /** @type {Part} */ (parts.find(({events}) => events === chosen));
  const name = nameOfPart(chosen, split);
  return `<b>${name[0].toUpperCase()}${name.slice(1)}</b>: ${shareText(share)} of perfect games, <b>${mean.toFixed(2)}</b> on average, with a spread of ${sd.toFixed(1)} points.`;
}

/** Split by the bonus and Yatzy; the games with the bonus alone. */
const OPENING = "3.1";

const FRAME = `<div class="humps">
<p class="humps-switches with-script" role="group" aria-label="Take the games apart by" data-region="switches"></p>
<div class="humps-field" data-dock-from><svg aria-hidden="true" data-region="humps"></svg></div>
<p class="humps-words" data-region="words"></p>
<div class="humps-parts" role="group" aria-label="Groups of games: mean score and share" data-region="table"></div>
</div>`;

/** Groups of games, by what splits them. @typedef {(split: number) => readonly Part[]} Known */

/** @type {import("site_builder/kit").Figure<Place, Known>} */
const humps = {
  /** Each split is worked out once. @returns {Known} */
  know(data) {
    /** @type {Map<number, readonly Part[]>} */
    const known = new Map();
    return (split) => {
      const parts = known.get(split) ?? partsOf(data, split);
      known.set(split, parts);
      return parts;
    };
  },
  opening: ({place = OPENING}) => /** @type {Place} */ (placeOfText(place)),
  read: placeOfText,
  write: ({split, chosen}) => `${split}.${chosen}`,
  frame: FRAME,
  draw(place, partsAt) {
    const parts = partsAt(place.split);
    return {
      switches: drawSwitches(place),
      humps: drawHumps(parts, place),
      words: wordsOfPart(parts, place),
      table: drawTable(parts, place),
    };
  },
  words: (place, partsAt) => wordsOfPart(partsAt(place.split), place),
  /** "event-4" splits the games or joins them again, "part-5" chooses a group. */
  press(key, {split, chosen}) {
    const [what, number] = key.split("-");
    const bits = Number(number);
    if (what === "part") return {split, chosen: bits & split};
    const next = split ^ bits;
    return {split: next, chosen: next & bits ? chosen | bits : chosen & next};
  },
  /** A press on the hills chooses the one that is likeliest there. */
  wake(alive) {
    const field = find(alive.element, ".humps-field");
    field.addEventListener("click", ({clientX}) => {
      const {left, width} = field.getBoundingClientRect();
      const {split} = alive.place;
      alive.go({split, chosen: likeliestPart(alive.known(split), scoreAt((clientX - left) / width))}, true);
    }, {signal: alive.signal});
  },
};

export const {view, mount} = makeFigure(humps);
