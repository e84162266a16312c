/**
 * The wave: sixteen layers of states, solved from the full card back to the empty one.
 */
import {alongPicture, counted, find, grouped, makeFigure, percentOf, playing, repaint} from "site_builder/kit";
import {layOutGame} from "../game/tables.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {solveTurn} from "../game/turn.js";

// The layers of the game: how many states each has, what they are worth, and how far a wave of solving has come.

/**
 * @typedef {object} Layer
 * @property {number} filled
 * @property {number} states
 * @property {number} lowest Smallest value of a state, in points still to come.
 * @property {number} highest
 * @property {number} perfect Mean value where perfect games come by.
 * @property {number} operations Additions and comparisons that solve the layer.
 * @property {{bin: number, states: number}[]} bins States by value, a few points a bin.
 *
 * @typedef {{front: number, looked?: number}} Place Filled boxes of the layer that the wave has reached, and of the layer under a mouse
 *   that passes.
 *
 * @typedef {object} Data
 * @property {{filled: number[], states: number[], lowest: number[], highest: number[], perfect: number[], operations: number[]}} layers
 * @property {{filled: number[], bin: number[], states: number[]}} layer_values
 */

/** Read the data sets. @param {Data} data @returns {Layer[]} By number of filled boxes. */
export function readLayers({layers, layer_values}) {
  /** @type {Layer[]} */
  const found = layers.filled.map((filled, row) => ({
    filled,
    states: layers.states[row],
    lowest: layers.lowest[row],
    highest: layers.highest[row],
    perfect: layers.perfect[row],
    operations: layers.operations[row],
    bins: [],
  }));
  layer_values.filled.forEach((filled, row) => {
    found[filled].bins.push({bin: layer_values.bin[row], states: layer_values.states[row]});
  });
  return found;
}

/** Count the states that are solved when the wave has reached a layer. @param {readonly Layer[]} layers @param {number} front */
export const countSolved = (layers, front) => layers.slice(front).reduce((sum, {states}) => sum + states, 0);

/** Read a place of the wave from a link; null when there is none. @param {string | null} text @param {readonly Layer[]} layers */
export function frontOfText(text, layers) {
  const front = /^\d{1,2}$/.test(text ?? "") ? Number(text) : -1;
  return front >= 0 && front < layers.length ? front : null;
}

/** Where the wave stands at each step of the text, in filled boxes: the full card, one box open, the widest layer, the first turn behind, the empty card. */
const FRONTS_OF_STEPS = [15, 14, 8, 1, 0];

/**
 * Filled boxes of the layer that the wave has reached at a step of the text.
 * @param {number} step Counted from zero; beyond the last it stays there.
 */
export const frontOfStep = (step) => FRONTS_OF_STEPS[Math.max(0, Math.min(FRONTS_OF_STEPS.length - 1, step))];

/**
 * Time something by doing it again and again.
 * @param {() => void} work
 * @param {() => number} clock Milliseconds.
 * @param {number} patience Milliseconds to go on for.
 * @returns {{times: number, each: number}} How often it was done, and the milliseconds each took.
 */
export function timeWork(work, clock, patience) {
  work(); // The first time is slower: the browser compiles.
  const begun = clock();
  let times = 0;
  let passed = 0;
  while (passed < patience) {
    work();
    times += 1;
    passed = clock() - begun;
  }
  return {times, each: passed / times};
}

/** Say a span of time. @param {number} milliseconds */
export function spanOf(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 100) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}

// The wave, drawn: a column for each layer, its states by value, solved ones inked, the others pale, and the front that moves left.

/** Points from the bottom of the picture to its top, and in a bin. */
const TOP = 260;
const BIN = 4;
const TICKS = [50, 100, 150, 200, 250];
/** Part of a column that the widest bar takes. */
const WIDEST = 0.94;

const WAVE = `<div class="wave">
<div class="wave-head centred wraps"><p class="wave-count" data-region="count"></p>
<p class="wave-controls with-script"><button type="button" class="button wave-play strong" data-press="play">Play</button>
<button type="button" class="button" data-press="time">Time this browser</button></p></div>
<p class="wave-axis-name" aria-hidden="true">points still to come</p>
<div class="wave-field"><svg aria-hidden="true" data-region="wave"></svg></div>
<p class="wave-axis-name" aria-hidden="true">boxes filled</p>
<p class="wave-key" aria-hidden="true">${drawKey()}</p>
<p class="wave-words" data-region="words"></p>
<p class="wave-timing"></p>
</div>`;

/** @param {Place} place @param {readonly Layer[]} layers */
const drawFront = ({front, looked = front}, layers) => ({
  count: wordsOfCount(layers, front),
  wave: drawWave(layers, front),
  words: wordsOfLayer(layers, looked, front),
});

/**
 * Width of a bar, in columns: each ten times as many states add the same.
 * @param {number} states
 * @param {number} most States in the widest bar.
 */
export const widthOf = (states, most) => (WIDEST * Math.log10(1 + states)) / Math.log10(1 + most);

/** Draw the wave. @param {readonly Layer[]} layers @param {number} front Layer that it has reached. */
export function drawWave(layers, front) {
  const most = layers.flatMap(({bins}) => bins).reduce((largest, {states}) => Math.max(largest, states), 1);
  const bars = (/** @type {readonly Layer[]} */ some) => some.flatMap(({filled, bins}) => bins.map(({bin, states}) => {
    const width = Math.round(1000 * widthOf(states, most)) / 1000;
    return `M${Math.round(1000 * (filled + 0.5 - width / 2)) / 1000} ${(TOP - bin) / BIN}h${width}v-1h-${width}z`;
  })).join("");
  const solved = layers.slice(front);
  const line = solved.map(({filled, perfect}) => `${filled + 0.5} ${Math.round(100 * (TOP - perfect) / BIN) / 100}`).join("L");
  const x = percentOf(front / layers.length);
  return `<rect class="wave-unsolved" width="${x}" height="100%"/>${drawAxes(layers)}
<svg viewBox="0 0 ${layers.length} ${TOP / BIN}" width="100%" height="100%" preserveAspectRatio="none"><path class="wave-waits" d="${bars(layers.slice(0, front))}"/><path class="wave-bars data-area" d="${bars(solved)}"/><path class="wave-perfect plot-line" d="M${line}"/></svg>
<line class="wave-front hand-line" x1="${x}" x2="${x}" y1="-4%" y2="100%"/><circle class="wave-grip" cx="${x}" cy="-4%" r="9"/>
${front === 0 ? drawStart(layers) : ""}`;
}

/** The one number that remains. @param {readonly Layer[]} layers */
function drawStart(layers) {
  const {perfect} = layers[0];
  return `<text class="wave-start" x="${percentOf(1.4 / layers.length)}" y="${percentOf(1 - perfect / TOP)}" dy="-.35em">${perfect.toFixed(2)}</text>`;
}

/** @param {readonly Layer[]} layers */
function drawAxes(layers) {
  const heights = TICKS.map((points) => {
    const y = percentOf(1 - points / TOP);
    return `<line class="grid" x2="100%" y1="${y}" y2="${y}"/><text class="tick" x="100%" y="${y}" dx=".6em" dy=".35em">${points}</text>`;
  });
  const columns = layers.map(({filled}) => {
    const x = percentOf((filled + 0.5) / layers.length);
    const often = filled % 5 === 0 ? "" : " wave-between";
    return `<text class="tick${often}" x="${x}" y="100%" dy="1.35em" text-anchor="middle">${filled}</text>`;
  });
  return `${heights.join("")}<line class="base" x2="100%" y1="100%" y2="100%"/>${columns.join("")}`;
}

/** Say what the widths count. */
function drawKey() {
  return `<span><i class="wave-swatch narrow"></i><i class="wave-swatch"></i>the wider, the more states; ten times as many add the same width</span><span><i class="wave-dash"></i>where perfect games pass</span>`;
}

/** Say how much is solved. @param {readonly Layer[]} layers @param {number} front */
function wordsOfCount(layers, front) {
  return `<b>${grouped(countSolved(layers, front))}</b> of ${grouped(countSolved(layers, 0))} states solved`;
}

/** Say what a layer holds. @param {readonly Layer[]} layers @param {number} layer @param {number} front */
export function wordsOfLayer(layers, layer, front) {
  const {filled, states, lowest, highest, perfect, operations} = layers[layer];
  const boxes = counted(filled, "box", "boxes");
  if (layer < front) return `${boxes} filled: ${counted(states, "state")}. Not known yet; the wave must pass through the layers to the right first.`;
  if (filled === layers.length - 1) return `<span>All ${boxes} filled: ${counted(states, "state")}.</span> Nothing is to be decided; a full card still brings the bonus, ${highest.toFixed(0)}, or nothing.`;
  const work = `${grouped(operations)} additions and comparisons`;
  if (filled === 0) return `<span>No box filled: one state, the empty card, and ${work}.</span> What remains is one number, <b>${perfect.toFixed(2)}</b>: what a game is worth before it begins.`;
  return `<span>${boxes} filled: ${counted(states, "state")},</span> <span>worth <b>${lowest.toFixed(1)}</b> to <b>${highest.toFixed(1)}</b> points still to come;</span> <span>perfect games pass at ${perfect.toFixed(1)}.</span> <span class="wave-work">The sweeps took ${work}, and nothing but the layer to the right.</span>`;
}

/** Say how long a turn took, and all of them would. @param {number} times @param {number} each Milliseconds. @param {number} turns In all. */
function wordsOfTime(times, each, turns) {
  return `Measured just now, here: ${grouped(times)} turns, <b>${each.toFixed(2)}</b> thousandths of a second each. `
    + `All ${grouped(turns)} turns of the game, one after another, would take this browser about <b>${spanOf(each * turns)}</b>.`;
}

/**
 * @typedef {readonly Layer[]} Layers
 * @typedef {import("site_builder/kit").Alive<Place, Layers>} Alive
 */

/** Milliseconds from layer to layer when the wave is played, and when it runs on to the next step of the text. */
const BEAT = 550;
const RUN = 90;
/** Milliseconds to measure for. */
const PATIENCE = 60;

/** @type {import("site_builder/kit").Figure<Place, Layers>} */
const wave = {
  know: readLayers,
  /** `front`: filled boxes of the layer that the wave has reached; else that of a step. */
  opening: ({front = "", step = 0}, layers) => ({front: frontOfText(String(front), layers) ?? frontOfStep(step)}),
  read(text, layers) {
    const front = frontOfText(text, layers);
    return front === null ? null : {front};
  },
  write: ({front}) => String(front),
  frame: WAVE,
  draw: drawFront,
  words: ({front}, layers) => wordsOfLayer(layers, front, front),
  step: (step) => ({front: frontOfStep(step)}),
  hands: [alongPicture(".wave-field", {
    label: "Layer that the wave has reached, in filled boxes",
    stride: 5,
    now: ({front}) => front,
    last: (_place, layers) => layers.length - 1,
    stepAt: (share, _place, layers) => Math.min(layers.length - 1, Math.round(share * layers.length)),
    moved: (_place, front) => ({front}),
  })],
  wake(alive) {
    lookAround(alive);
    return play(alive);
  },
};

/** A mouse reads a layer without moving the front. @param {Alive} alive */
function lookAround(alive) {
  const {element, known, signal} = alive;
  const field = find(element, ".wave-field");
  field.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || field.hasPointerCapture(event.pointerId)) return;
    const {left, width} = field.getBoundingClientRect();
    const layer = Math.floor(((event.clientX - left) / width) * known.length);
    alive.look({...alive.place, looked: Math.max(0, Math.min(known.length - 1, layer))});
  }, {signal});
  field.addEventListener("pointerleave", () => alive.look(null), {signal});
}

/** Let the wave run, to the empty card or to what a step of the text speaks of. @param {Alive} alive */
function play(alive) {
  const {element, context, known} = alive;
  let goal = {front: 0, beat: BEAT};
  const played = playing(alive, {
    button: ".wave-play",
    still: "Next layer",
    beat() {
      const {front} = alive.place;
      played.pass({front: front + Math.sign(goal.front - front)});
      if (alive.place.front === goal.front) player.playing = false;
      return goal.beat;
    },
  });
  const {player} = played;
  return {
    ...played,
    /** Press "play" or "time". @param {string} key */
    press(key) {
      const {front} = alive.place;
      const last = known.length - 1;
      if (key === "time") return time(alive);
      if (context.reducedMotion) return alive.go({front: front === 0 ? last : front - 1});
      if (!player.playing && front === 0) played.pass({front: last});
      goal = {front: 0, beat: BEAT};
      player.playing = !player.playing;
    },
    /** @param {Place} next */
    lead(next) {
      if (next.front === alive.place.front) return;
      goal = {front: next.front, beat: RUN};
      if (context.reducedMotion) played.pass(next);
      player.playing = !context.reducedMotion;
    },
    reset: () => repaint(find(element, ".wave-timing"), ""),
  };
}

/** Solve one turn again and again, and tell how long all of them would take here. @param {Alive} alive */
function time({announce, element, known}) {
  const game = layOutGame(scandinavian);
  const turn = () => solveTurn(game, (filled, upper_total) => filled + upper_total, {filled: 0, upper_total: 0});
  const {times, each} = timeWork(turn, () => performance.now(), PATIENCE);
  const words = wordsOfTime(times, each, countSolved(known, 0) - known[known.length - 1].states);
  repaint(find(element, ".wave-timing"), words);
  announce(words);
}

export const {view, mount} = makeFigure(wave);
