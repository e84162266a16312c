/**
 * The wave: sixteen layers of states, solved from the full card back to the empty one.
 */
import {alongPicture, find, makeFigure, playing, repaint} from "site_builder/kit";
import {countSolved, frontOfStep, frontOfText, readLayers, timeWork} from "../solving/wave.js";
import {drawFront, WAVE, wordsOfLayer, wordsOfTime} from "../solving/wave-drawing.js";
import {layOutGame} from "../game/tables.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {solveTurn} from "../game/turn.js";

/** @import {Place} from "../solving/wave.js" */

/**
 * @typedef {readonly import("../solving/wave.js").Layer[]} Layers
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
