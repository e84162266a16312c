/**
 * Bend the dial: one number, theta, moves the curve of final scores, mean and spread, every box, and decisions.
 *
 * Its place is a place on the dial: between two stops everything bends on, and no number is told.
 */
import {scandinavian} from "../game/rules/scandinavian.js";
import {between, drawFlips, flipFrame, placeAt, readFlips, readStops, shareOf, stopOfText, thetaText, wordsOfFlip} from "../risk/stops.js";
import {find, makeFigure, percentage, percentOf, plain, scrub} from "site_builder/kit";

/** @import {Data, Flip} from "../risk/stops.js" */
/**
 * @typedef {object} Play What the dial bends, by stop.
 * @property {number[]} stops Theta of each stop.
 * @property {number[]} mean
 * @property {number[]} sd
 * @property {number[]} bonus_rate
 * @property {{mean: number[]; sd: number[]}} way Mean and spread at these and more thetas, close enough for a line.
 * @property {number[]} worst Mean of the worst twentieth of the games.
 * @property {number[]} best Mean of the best twentieth.
 * @property {Float64Array[]} curve Chance of each bin of scores.
 * @property {{title: string; points: number[]; change: number[]}[]} sources Mean points of every box, and of the bonus, and how many more than at theta 0.
 */

// What each theta makes of the game: the curve of final scores, its mean and spread, and the points of every box.

/** Bonus of the upper section, as one more source of points. */
export const BONUS = "Bonus";
/** Scores that the curve shows, and the points of one bin. */
const CURVE = {low: 60, high: 360, bin: 5};

/** Read the data sets. @param {Data} data @returns {Play} */
export function readPlay({theta_play, theta_way, theta_curve, theta_boxes}) {
  const stops = readStops(theta_play.theta);
  const n_bins = (CURVE.high - CURVE.low) / CURVE.bin;
  const curve = stops.map(() => new Float64Array(n_bins));
  theta_curve.theta.forEach((theta, row) => {
    const bin = (theta_curve.low[row] - CURVE.low) / CURVE.bin;
    if (bin >= 0 && bin < n_bins) curve[stops.indexOf(theta)][bin] = theta_curve.probability[row];
  });
  return {
    stops,
    mean: theta_play.mean,
    sd: theta_play.sd,
    way: {mean: theta_way.mean, sd: theta_way.sd},
    bonus_rate: theta_play.bonus_rate,
    worst: theta_play.worst_5_mean,
    best: theta_play.best_5_mean,
    curve,
    sources: readSources(stops, theta_play.bonus_rate, theta_boxes),
  };
}

/** @param {readonly number[]} stops @param {readonly number[]} bonus_rate @param {Data["theta_boxes"]} theta_boxes */
function readSources(stops, bonus_rate, theta_boxes) {
  const plain = stops.indexOf(0);
  const from_zero = (/** @type {number[]} */ points) => points.map((one) => one - points[plain]);
  const boxes = scandinavian.categories.map(({name, title}) => {
    const points = theta_boxes.mean.filter((_, row) => theta_boxes.category[row] === name);
    return {title, points, change: from_zero(points)};
  });
  const points_of_bonus = bonus_rate.map((rate) => scandinavian.bonus * rate);
  const bonus = {title: BONUS, points: points_of_bonus, change: from_zero(points_of_bonus)};
  return [...boxes.slice(0, 6), bonus, ...boxes.slice(6)];
}

/** Name a player by its theta. @param {number} theta */
export function characterOf(theta) {
  const size = Math.abs(theta);
  if (size === 0) return "the plain average";
  const degree = size < 0.01 ? "a shade" : size < 0.03 ? "a little" : size < 0.1 ? "clearly" : size < 0.5 ? "very" : "madly";
  return `${degree} ${theta < 0 ? "cautious" : "bold"}`;
}

// The dial's three pictures: the curve of final scores, the frontier of mean and spread, and the sources of points.

/** Chance of a bin at the top of the curve. */
const TALLEST = 0.075;
const SCORES = [100, 150, 200, 250, 300, 350];
/** The frontier's axes: spread across, mean upward, in points. */
const SPREADS = {low: 34, high: 50, ticks: [35, 40, 45]};
const MEANS = {low: 180, high: 256, ticks: [200, 220, 240]};
/** Change of a source, in points, that fills the way from zero to the edge of its track. */
const LARGEST_CHANGE = 8;
const ROW = 24;
/** The share of a row above its bar, and below. */
const BETWEEN = 0.17;

/** @param {number} number */
const rounded = (number) => Math.round(number * 100) / 100;
/** @param {number} score */
const across = (score) => (score - CURVE.low) / (CURVE.high - CURVE.low);

/** Write a change of points with its sign. @param {number} points */
export function changeText(points) {
  const size = Math.abs(points).toFixed(1);
  if (size === "0.0") return "0.0";
  return `${points < 0 ? "−" : "+"}${size}`;
}

/** Outline of a curve, from bin to bin. @param {Play} play @param {number} place */
function outline({curve}, place) {
  return Array.from(curve[0], (_, bin) => {
    const chance = between([curve[Math.floor(place)][bin], curve[Math.ceil(place)][bin]], place % 1);
    return `${bin + 0.5} ${rounded(100 * (1 - chance / TALLEST))}`;
  }).join("L");
}

/** Draw the curve of a place on the dial over that of theta 0. @param {Play} play @param {number} place */
export function drawCurve(play, place) {
  const n_bins = play.curve[0].length;
  const plain = play.stops.indexOf(0);
  const ticks = SCORES.map((score) => {
    const x = percentOf(across(score));
    return `<line class="grid" x1="${x}" x2="${x}" y2="100%"/><text class="tick" x="${x}" y="100%" dy="1.35em" text-anchor="middle">${score}</text>`;
  });
  const mean = percentOf(across(between(play.mean, place)));
  const settled = Number.isInteger(place);
  const label = settled ? `<text class="risk-mean-label" x="${mean}" y="0" dy="-.4em" text-anchor="middle">average ${play.mean[place].toFixed(1)}</text>` : "";
  const now = outline(play, place);
  return `${ticks.join("")}<svg viewBox="0 0 ${n_bins} 100" width="100%" height="100%" preserveAspectRatio="none"><path class="risk-area" d="M0.5 100L${now}L${n_bins - 0.5} 100z"/><path class="risk-ghost data-line plot-line" d="M${outline(play, plain)}"/><path class="risk-line data-line plot-line" d="M${now}"/></svg>
<line class="base" x2="100%" y1="100%" y2="100%"/><line class="risk-mean" x1="${mean}" x2="${mean}" y2="100%"/>${label}`;
}

/** Place of a spread and of a mean on the frontier's picture. @param {number} sd */
const x = (sd) => (sd - SPREADS.low) / (SPREADS.high - SPREADS.low);
/** @param {number} mean */
const y = (mean) => 1 - (mean - MEANS.low) / (MEANS.high - MEANS.low);

/** Draw where mean and spread lead as the dial turns; this stays as it is. @param {Play} play */
export function drawFrontier(play) {
  const columns = SPREADS.ticks.map((sd) => `<line class="grid" x1="${percentOf(x(sd))}" x2="${percentOf(x(sd))}" y2="100%"/><text class="tick" x="${percentOf(x(sd))}" y="100%" dy="1.35em" text-anchor="middle">${sd}</text>`);
  const rows = MEANS.ticks.map((mean) => `<line class="grid" x2="100%" y1="${percentOf(y(mean))}" y2="${percentOf(y(mean))}"/><text class="tick" x="100%" y="${percentOf(y(mean))}" dy="-.35em" text-anchor="end">${mean}</text>`);
  const way = play.way.sd.map((sd, place) => `${rounded(100 * x(sd))} ${rounded(100 * y(play.way.mean[place]))}`).join("L");
  const dots = play.stops.map((theta, stop) => `<circle class="${theta < 0 ? "careful" : "bold"}" cx="${percentOf(x(play.sd[stop]))}" cy="${percentOf(y(play.mean[stop]))}" r="3.5"/>`);
  return `${columns.join("")}${rows.join("")}<svg viewBox="0 0 100 100" width="100%" height="100%" preserveAspectRatio="none"><path class="risk-way data-line plot-line" d="M${way}"/></svg>${dots.join("")}`;
}

/** Draw where on the frontier the dial stands. @param {Play} play @param {number} place */
function drawHere({sd, mean}, place) {
  return `<circle class="risk-here" cx="${percentOf(x(between(sd, place)))}" cy="${percentOf(y(between(mean, place)))}" r="8"/>`;
}

/** Draw how many points every source brings more or fewer than with theta 0; what is lost is hollow. @param {Play} play @param {number} place */
function drawSources({sources}, place) {
  const settled = Number.isInteger(place);
  const zero = 0.67;
  const reach = 0.185;
  const rows = sources.map(({title, points: means, change}, row) => {
    const points = between(change, place);
    const long = Math.min(1, Math.abs(points) / LARGEST_CHANGE) * reach;
    const x = points < 0 ? zero - long : zero;
    const [y, high, middle] = [row + BETWEEN, 1 - 2 * BETWEEN, row + 0.5].map((rows) => percentOf(rows / sources.length));
    const text = settled ? `<text x="44%" y="${middle}" dy=".35em" text-anchor="end">${means[place].toFixed(1)}</text><text class="number" x="100%" y="${middle}" dy=".35em" text-anchor="end">${changeText(points)}</text>` : "";
    const beyond = Math.abs(points) > LARGEST_CHANGE ? `<text x="${percentOf(x)}" y="${middle}" dx="-3" dy=".35em" text-anchor="end">‹</text>` : "";
    return `<text class="name" x="0" y="${middle}" dy=".35em">${title}</text>${beyond}<rect class="${points < 0 ? "risk-loss" : "risk-gain"}" x="${percentOf(x)}" y="${y}" width="${percentOf(long)}" height="${high}"/>${text}`;
  });
  return `<line class="base" x1="${percentOf(zero)}" x2="${percentOf(zero)}" y2="100%"/>${rows.join("")}`;
}

/** Height of the drawing of sources. @param {Play} play */
const heightOfSources = ({sources}) => sources.length * ROW;

/** Say where the dial stands and what follows from it. @param {Play} play @param {number} place */
export function wordsOfPlay(play, place) {
  if (!Number.isInteger(place)) return `<span class="risk-theta">theta …</span> Between two computed values.`;
  const theta = play.stops[place];
  const {mean, sd, bonus_rate, worst, best} = play;
  return `<span class="risk-theta">theta ${thetaText(theta)}</span> ${characterOf(theta)}. <span class="risk-line data-line plot-line">Average <b>${mean[place].toFixed(1)}</b>, spread <b>${sd[place].toFixed(1)}</b>.</span> `
    + `<span class="risk-more">The worst twentieth of the games averages <b>${worst[place].toFixed(1)}</b>, the best <b>${best[place].toFixed(1)}</b>; bonus in <b>${percentage(bonus_rate[place])}</b> of them.</span>`;
}

// The dial of risk, drawn, and the hand that turns it.

const LABEL = "Dial of risk, theta";
/** Steps of Page Up and Page Down. */
const STRIDE = 5;
/** Absolute thetas that are named, and those of them that are left out where the dial is narrow. */
const [NAMED, RARE] = [[0, 0.01, 0.05, 0.2, 1], [0.01, 0.2, 1]];

/** The dial at the head of a figure. */
const HEAD = `<div class="risk-head"><div class="risk-dial"><svg aria-hidden="true" data-region="dial"></svg></div>
<p class="risk-ends apart quiet" aria-hidden="true"><span>← cautious</span><span>bold →</span></p></div>`;

/** Draw the dial: a tick for each stop, some of them named, and the knob. @param {readonly number[]} stops @param {number} place */
function drawDial(stops, place) {
  const xOf = (/** @type {number} */ at) => percentOf(shareOf(at, stops.length));
  const ticks = stops.map((theta, stop) => {
    const x = xOf(stop);
    const named = NAMED.includes(Math.abs(theta));
    const rare = RARE.includes(Math.abs(theta)) ? " rare" : "";
    const name = named ? `<text class="tick${rare}" x="${x}" y="46" text-anchor="middle">${thetaText(theta)}</text>` : "";
    return `<line class="stop" x1="${x}" x2="${x}" y1="${named ? 16 : 18}" y2="${named ? 30 : 26}"/>${name}`;
  });
  return `<line class="base" x1="${xOf(0)}" x2="${xOf(stops.length - 1)}" y1="22" y2="22"/>${ticks.join("")}`
    + `<circle class="risk-knob" cx="${xOf(place)}" cy="22" r="11"/>`;
}

/**
 * A hand: turn the dial; dragged between two stops it bends everything on the way, and let go it rests on the nearer one.
 * @template Place @template {{stops: readonly number[]}} Known
 * @param {(place: Place) => number} now
 * @param {(place: Place, stop: number) => Place} moved
 * @param {(place: Place, known: Known) => string} words What the slider says of a stop.
 * @returns {(alive: import("site_builder/kit").Alive<Place, Known>) => import("site_builder/kit").Hand}
 */
function bendDial(now, moved, words) {
  return (alive) => {
    const {known, signal} = alive;
    const dial = find(alive.element, ".risk-dial");
    const n_stops = known.stops.length;
    let dragged = now(alive.place);
    const drag = (/** @type {number} */ stop) => {
      dragged = stop;
      const place = moved(alive.place, stop);
      alive.look(place);
      if (Number.isInteger(stop) && stop !== now(alive.place)) alive.go(place);
    };
    for (const end of ["pointerup", "pointercancel"]) dial.addEventListener(end, () => drag(Math.round(dragged)), {signal});
    const tell = scrub({
      element: dial,
      label: LABEL,
      stride: STRIDE,
      read: () => ({now: now(alive.place), last: n_stops - 1, words: words(alive.place, known)}),
      stepAt: (share) => placeAt(share, n_stops),
      seek: (stop, by_key) => (by_key ? alive.go(moved(alive.place, stop)) : drag(stop)),
    }, signal);
    return {tell};
  };
}

/** @typedef {{play: Play, flips: Flip[], stops: readonly number[]}} Known */
/** Place on the dial, whole at a stop, and the picture that is shown. @typedef {{stop: number, panel: Panel}} Place */
/** @typedef {"curve" | "line" | "boxes" | "flips"} Panel */

/** Theta at which the figure opens. */
const OPENING = "0";

/** What the dial bends, one picture at a time. @type {Record<Panel, string>} */
const PANELS = {curve: "Curve", line: "Line", boxes: "Boxes", flips: "Decisions"};
const PANEL_NAMES = /** @type {Panel[]} */ (Object.keys(PANELS));
/** "0.05", or with a picture "0.05.line". */
const LINK = /^(?<theta>-?\d+(?:\.\d+)?)(?:\.(?<panel>[a-z]+))?$/;

/** @param {Panel} panel */
const classesOf = (panel) => `risk-panels shows-${panel}`;

/** @param {Place} place @param {Known} known @param {{linked?: string}} state A still that is linked to shows its own picture only. */
function frameOf({panel}, {play, flips}, {linked}) {
  const pictures = {
    curve: `<div class="curve"><p class="risk-title strong">Where games end <span>dashed: theta 0</span></p><div class="risk-curve"><svg aria-hidden="true" data-region="curve"></svg></div></div>`,
    line: `<div class="line"><p class="risk-title strong">Average, against spread <span>in points</span></p><div class="risk-frontier"><svg aria-hidden="true">${drawFrontier(play)}<g class="here" data-region="here"></g></svg></div></div>`,
    boxes: `<div class="boxes"><p class="risk-title strong">Where points come from <span>a game; bars: against theta 0</span></p><div class="risk-sources"><svg aria-hidden="true" height="${heightOfSources(play)}" data-region="sources"></svg></div></div>`,
    flips: `<div class="flips"><p class="risk-title strong">Three decisions that flip <span>each strip is the dial</span></p><div class="risk-flips grid-layout">${flips.map(flipFrame).join("")}</div></div>`,
  };
  const shown = linked === undefined ? Object.values(pictures).join("\n") : pictures[panel];
  const panels = linked !== undefined ? [] : PANEL_NAMES.map((name) => `<button type="button" class="button" data-press="panel:${name}" aria-pressed="${name === panel}">${PANELS[name]}</button>`);
  return `<div class="risk risk-dial-figure">
<p class="risk-words" data-region="words"></p>
${HEAD}
${panels.length === 0 ? "" : `<p class="risk-choice-of-panel wraps with-script" role="group" aria-label="Picture">${panels.join("")}</p>`}
<div class="${classesOf(panel)}" role="group" aria-label="Picture chosen" tabindex="0">
${shown}
</div>
</div>`;
}

/** What a screen reader hears of a stop. @param {number} stop @param {Known} known */
function spoken(stop, {play, flips}) {
  return plain([wordsOfPlay(play, stop), ...flips.map((flip) => wordsOfFlip(flip, stop))].join(" "));
}

/** A hand: the picture that is chosen is seen, and its button pressed. @param {import("site_builder/kit").Alive<Place, Known>} alive */
function showPanel(alive) {
  const panels = find(alive.element, ".risk-panels");
  const buttons = [...alive.element.querySelectorAll('[data-press^="panel:"]')];
  return {
    tell() {
      const classes = classesOf(alive.place.panel);
      if (panels.className !== classes) panels.scrollTop = 0;
      panels.className = classes;
      buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(PANEL_NAMES[index] === alive.place.panel)));
    },
  };
}

/** @param {string | null | undefined} text @param {Known} known @param {Panel} panel Shown where the text names none. @returns {Place | null} */
function placeOf(text, {stops}, panel) {
  const found = LINK.exec(text ?? "")?.groups;
  const stop = stopOfText(found?.theta, stops);
  const named = /** @type {Panel} */ (found?.panel ?? panel);
  return stop === null || !(named in PANELS) ? null : {stop, panel: named};
}

/** @type {import("site_builder/kit").Figure<Place, Known>} */
const figure = {
  know(data) {
    const play = readPlay(data);
    return {play, flips: readFlips(data.risk_decisions), stops: play.stops};
  },
  opening: ({theta = OPENING}, known) => placeOf(theta, known, "curve") ?? {stop: 0, panel: "curve"},
  read: (text, known, opening) => placeOf(text, known, opening.panel),
  write: ({stop, panel}, {stops}) => `${stops[stop]}.${panel}`,
  frame: frameOf,
  draw: ({stop}, {play, flips}) => ({
    words: wordsOfPlay(play, stop),
    dial: drawDial(play.stops, stop),
    curve: drawCurve(play, stop),
    here: drawHere(play, stop),
    sources: drawSources(play, stop),
    ...drawFlips(flips, stop),
  }),
  words: ({stop}, {play}) => wordsOfPlay(play, stop),
  readouts: ({stop}, {play}) => ({
    theta: thetaText(play.stops[stop]).replace("+", ""),
    average: play.mean[stop].toFixed(1),
    spread: play.sd[stop].toFixed(1),
    worst: play.worst[stop].toFixed(1),
    best: play.best[stop].toFixed(1),
    price: (play.mean[play.stops.indexOf(0)] - play.mean[stop]).toFixed(2),
    bonus: percentage(play.bonus_rate[stop]),
  }),
  between: (from, to, part) => ({stop: from.stop + (to.stop - from.stop) * part, panel: to.panel}),
  /** "panel:line". */
  press: (key, place) => ({...place, panel: /** @type {Panel} */ (key.split(":")[1])}),
  hands: [bendDial(({stop}) => stop, (place, stop) => ({...place, stop}), (place, known) => spoken(place.stop, known)), showPanel],
};

export const {view, mount, readouts} = makeFigure(figure);
