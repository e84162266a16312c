/**
 * A score to beat: drag the target, and see how often three ways to play get there. The answer is covered until a guess
 * or a drag, for eyes and for the voice of the slider alike.
 */
import {
  alongPicture, counted, dressed, grouped, levels, makeFigure, pathOf, percentage, percentOf, shareOf, stretched, underneath,
} from "site_builder/kit";
import {glyphAt} from "../parts/cast.js";
import {chanceOf, drawWays, hatching} from "../parts/ways.js";

/**
 * @typedef {object} Target
 * @property {number} score
 * @property {number} best Chance of a player who sees the points so far.
 * @property {number} dial Chance of the best theta.
 * @property {number} theta
 * @property {number} optimal Chance of play for the mean.
 *
 * @typedef {object} Place Place of the target, whether its answer is still covered, and the guess that it answers, in percent.
 * @property {number} index
 * @property {boolean} asks
 * @property {number | null} guess
 */

// A score to beat: how often each way to play gets there, and what is lost by the two that do not look at the score.

/** Read the data set, by ascending score. @param {Record<string, Record<string, any[]>>} data @returns {Target[]} */
export function readTargets({score_to_beat: {score, best, dial, theta, optimal}}) {
  return score.map((points, row) => ({score: points, best: best[row], dial: dial[row], theta: theta[row], optimal: optimal[row]}));
}

/** Find the target that a link names; null when it names none. @param {string | null} text @param {readonly Target[]} targets */
export function indexOfText(text, targets) {
  if (!/^\d{1,3}$/.test(text ?? "")) return null;
  const index = targets.findIndex(({score}) => score === Number(text));
  return index === -1 ? null : index;
}

/** Find the target at which most is lost. @param {readonly Target[]} targets */
export function widestGap(targets) {
  return targets.reduce((widest, target) => (target.best - target.dial > widest.best - widest.dial ? target : widest));
}

/** Points of a guess of the best chance, nothing to ten. @param {Target} target @param {number} guess In percent. */
const pointsOfGuess = ({best}, guess) => Math.max(0, 10 - Math.round(Math.abs(guess - 100 * best)));

/** Where a setting of the dial stands on its strip, -1 to 1: dense near zero, where the play changes most. @param {number} theta */
export const placeOnDial = (theta) => Math.asinh(theta / 0.01) / Math.asinh(3 / 0.01);

// A score to beat, drawn: three chances as bars, three curves over all targets, and the gap beneath them.

const TICKS = [100, 150, 200, 250, 300];
/** Top of the plot of gaps, a chance. */
const GAP_TOP = 0.08;
/** Guesses of the best chance, in percent. */
const GUESSES = [45, 50, 55, 65, 80];
/** Games that the words count in. */
const GAMES = 1000;
/** Ways to play, from the one that knows most. @type {readonly (readonly [keyof Target & ("best" | "dial" | "optimal"), string])[]} */
const WAYS = [["best", "plays for this target"], ["dial", "the dial, where it serves best"], ["optimal", "plays for the average"]];

/** A setting of the dial as text. @param {number} theta */
const thetaText = (theta) => String(theta).replace("-", "−");

/** @param {readonly Target[]} targets */
const rangeOf = (targets) => ({from: targets[0].score, to: targets[targets.length - 1].score});

/** Draw the three chances of a target. @param {Target} target */
const drawChances = (target) => drawWays(WAYS.map(([name, title]) => ({name, title, chance: target[name]})), "beat");

/** Draw where the dial serves this target best. @param {Target} target */
function drawDial({theta}) {
  const at = percentOf(0.5 + 0.47 * placeOnDial(theta));
  return `<line class="beat-rail" x1="3%" x2="97%" y1="12" y2="12"/><line class="beat-rail" x1="50%" x2="50%" y1="6" y2="18"/><circle class="beat-needle data-area" cx="${at}" cy="12" r="7"/>
<text x="3%" y="36">cautious</text><text x="50%" y="36" text-anchor="middle">average</text><text x="97%" y="36" text-anchor="end">bold</text>`;
}

/** Draw the curves over all targets. @param {readonly Target[]} targets */
function drawCurves(targets) {
  const range = rangeOf(targets);
  const lines = [...WAYS].reverse().map(([way]) => `<path class="curve ${way}" d="${pathOf(targets.map((target) => [shareOf(target.score, range), target[way]]))}"/>`);
  return `${levels([0, 0.5, 1].map((share) => ({share, label: percentage(share, 0)})))}${stretched(lines.join(""))}`;
}

/** Draw the reader's hand on the curves. @param {readonly Target[]} targets @param {number} index */
function drawOnCurves(targets, index) {
  const x = percentOf(shareOf(targets[index].score, rangeOf(targets)));
  const dots = [...WAYS].reverse().map(([way]) => `<g class="dot ${way}">${glyphAt(way, x, percentOf(1 - targets[index][way]))}</g>`);
  return `<line class="beat-hand" x1="${x}" x2="${x}" y1="-6%" y2="100%"/><circle class="beat-grip" cx="${x}" cy="-6%" r="9"/>${dots.join("")}`;
}

/** Draw the gap over all targets. @param {readonly Target[]} targets */
function drawGap(targets) {
  const range = rangeOf(targets);
  const points = targets.map((target) => /** @type {const} */ ([shareOf(target.score, range), (target.best - target.dial) / GAP_TOP]));
  const ticks = TICKS.map((score) => ({share: shareOf(score, range), label: String(score)}));
  const heights = [0, 0.02, 0.04, 0.06].map((share) => ({share: share / GAP_TOP, label: share === 0 ? "" : percentage(share, 0)}));
  const area = stretched(`<path class="gap-area soft-line" d="${pathOf([...points, [1, 0], [0, 0]])}Z"/>`);
  return `${hatching("beat-hatch-gap")}${levels(heights)}${area}${drawHatched(points)}${underneath(ticks)}`;
}

/** Draw the reader's hand on the gap. @param {readonly Target[]} targets @param {number} index */
function drawOnGap(targets, index) {
  const {score, best, dial} = targets[index];
  const x = percentOf(shareOf(score, rangeOf(targets)));
  return `<line class="beat-hand" x1="${x}" x2="${x}" y2="100%"/><circle class="dot gap" cx="${x}" cy="${percentOf(1 - (best - dial) / GAP_TOP)}" r="5"/>`;
}

/** Hatch the area in the units of the screen, a column for every second target: a stretched pattern would lean. @param {readonly (readonly [number, number])[]} points */
function drawHatched(points) {
  const width = percentOf(2.2 / points.length);
  return points.filter(([, up], place) => place % 2 === 0 && up > 0.004).map(([across, up]) =>
    `<rect x="${percentOf(across)}" y="${percentOf(1 - up)}" width="${width}" height="${percentOf(up)}" fill="url(#beat-hatch-gap)"/>`).join("");
}

/** Say what looking at the score is worth here. @param {readonly Target[]} targets @param {number} index */
export function wordsOf(targets, index) {
  const {score, best, dial, theta} = targets[index];
  const games = Math.round(GAMES * (best - dial));
  const setting = theta === 0 ? "in the middle" : `at theta ${thetaText(theta)}`;
  const most = widestGap(targets).score === score ? " At no other target is it more." : "";
  if (games === 0) return `A target of <b>${score}</b>: with the dial ${setting}, the points so far make no difference worth a game in ${grouped(GAMES)}.`;
  return `A target of <b>${score}</b>: looking at the points so far wins ${counted(games, "more game")} in ${grouped(GAMES)} than the best setting of the dial, ${setting}.${most}`;
}

/** Draw the guesses to choose from. */
function drawGuesses() {
  return GUESSES.map((percent) => `<button type="button" class="button" data-press="guess-${percent}">${percent}%</button>`).join("");
}

/** Ask for a guess. @param {Target} target */
export function questionOf({score}) {
  return `How often can a player who wants <b>${score}</b>, and nothing else, get there? The other two are shown. Guess, or drag the red line.`;
}

/** Answer a guess. @param {readonly Target[]} targets @param {number} index @param {number} guess In percent. */
export function verdictOf(targets, index, guess) {
  const {best} = targets[index];
  const off = Math.abs(guess - 100 * best);
  const verdict = off < 2.5 ? "Close" : guess > 100 * best ? "Less than that" : "More than that";
  return `You said ${guess}%. ${verdict}: it is <b>${chanceOf(best)}</b>. ${wordsOf(targets, index)}`;
}

/** Ask, answer a guess, or tell. @param {readonly Target[]} targets @param {Place} place */
function wordsOfPlace(targets, {index, asks, guess}) {
  if (asks) return questionOf(targets[index]);
  return guess === null ? wordsOf(targets, index) : verdictOf(targets, index, guess);
}

/** Opening target. */
const OPENING = "250";

/** @param {readonly Target[]} targets */
const frameOf = (targets) => `<div class="beat">
<div class="beat-panel stack"><p class="beat-words" data-region="words"></p>
<div class="beat-guesses choices with-script" role="group" aria-label="Your guess">${drawGuesses()}</div>
<ul class="chance-ways grid-layout rows" data-region="chances"></ul>
<div class="beat-dial"><p>Where the dial serves this target best</p><svg aria-hidden="true" data-region="dial"></svg></div></div>
<div class="beat-field" data-dock-from>
<p class="beat-axis">chance of this score or more</p>
<div class="beat-plot beat-curves"><svg aria-hidden="true">${drawCurves(targets)}<g class="here" data-region="on-curves"></g></svg></div>
<p class="beat-axis">lost by the best setting of the dial</p>
<div class="beat-plot beat-gaps"><svg aria-hidden="true">${drawGap(targets)}<g class="here" data-region="on-gap"></g></svg></div>
<p class="beat-axis beat-end">score to beat, in points</p>
</div>
</div>`;

/** A target that tells. @param {number} index @returns {Place} */
const told = (index) => ({index, asks: false, guess: null});

/** @type {import("site_builder/kit").Figure<Place, readonly Target[]>} */
const figure = {
  know: readTargets,
  opening: ({target = OPENING}, targets) => ({...told(indexOfText(target, targets) ?? Math.floor(targets.length / 2)), asks: true}),
  still: ({index}) => told(index),
  read(text, targets) {
    const index = indexOfText(text, targets);
    return index === null ? null : told(index);
  },
  write: ({index}, targets) => String(targets[index].score),
  frame: (_place, targets) => frameOf(targets),
  draw: (place, targets) => ({
    words: wordsOfPlace(targets, place),
    chances: drawChances(targets[place.index]),
    dial: drawDial(targets[place.index]),
    "on-curves": drawOnCurves(targets, place.index),
    "on-gap": drawOnGap(targets, place.index),
  }),
  words: (place, targets) => wordsOfPlace(targets, place),
  readouts({index}, targets) {
    const {score, best, dial, optimal, theta} = targets[index];
    return {
      target: String(score),
      best: chanceOf(best),
      dial: chanceOf(dial),
      average: chanceOf(optimal),
      theta: thetaText(theta),
      short: chanceOf(best - dial),
    };
  },
  /** "guess-55". */
  press: (key, place) => ({...place, asks: false, guess: Number(key.split("-")[1])}),
  pressed(_key, alive) {
    const {index, guess} = alive.place;
    alive.context.record("chance", pointsOfGuess(alive.known[index], Number(guess)));
    alive.announce();
  },
  hands: [dressed(".beat", ({asks}) => (asks ? "beat guessing" : "beat")), alongPicture(".beat-field", {
    label: "Score to beat",
    stride: 10,
    now: ({index}) => index,
    last: (_place, targets) => targets.length - 1,
    moved: (_place, index) => told(index),
  })],
};

export const {view, mount, readouts} = makeFigure(figure);
