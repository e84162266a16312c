/**
 * The wave: sixteen layers of states, solved from the full card back to the empty one.
 */
import {find, grouped, onPress, plain, Player, repaint, scrub} from "site_builder/kit";
import {countSolved, frontOfStep, frontOfText, readLayers, spanOf, timeWork} from "../solving/wave.js";
import {drawKey, drawWave, wordsOfCount, wordsOfLayer} from "../solving/wave-drawing.js";
import {layOutGame} from "../game/tables.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {solveTurn} from "../game/turn.js";

/**
 * @typedef {import("../solving/wave.js").Layer} Layer
 * @typedef {import("../solving/wave.js").Data} Data
 */

/** Milliseconds from layer to layer when the wave is played, and when it runs on to the next step of the text. */
const BEAT = 550;
const RUN = 90;
/** Milliseconds to measure for. */
const PATIENCE = 60;

/**
 * Draw the figure at its opening place.
 * @param {{front?: string, step?: number}} state `front`: filled boxes of the layer that the wave has reached; else that of a step.
 * @param {Data} data
 */
export function view(state, data) {
  const layers = readLayers(data);
  const front = frontOfText(state.front ?? null, layers) ?? frontOfStep(state.step ?? 0);
  return `<div class="wave">
<div class="wave-head"><p class="wave-count">${wordsOfCount(layers, front)}</p>
<p class="wave-controls with-script"><button type="button" class="button wave-play" data-press="play">Play</button>
<button type="button" class="button" data-press="time">Time this browser</button></p></div>
<p class="wave-axis-name" aria-hidden="true">points still to come</p>
<div class="wave-field"><svg aria-hidden="true">${drawWave(layers, front)}</svg></div>
<p class="wave-axis-name" aria-hidden="true">boxes filled</p>
<p class="wave-key" aria-hidden="true">${drawKey()}</p>
<p class="wave-words">${wordsOfLayer(layers, front, front)}</p>
<p class="wave-timing"></p>
</div>`;
}

/**
 * Let the reader drag the front, look at layers, and time a turn.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 */
export function mount(element, data, context) {
  return new Wave(element, data, context);
}

class Wave {
  #stop = new AbortController();
  #element;
  #context;
  #layers;
  /** Filled boxes of the layer that the wave has reached, at first and now. @type {number} */
  #opening;
  /** @type {number} */
  #front;
  /** Layer to which the wave runs, and milliseconds to each. */
  #goal = {front: 0, beat: BEAT};
  #player;
  #tell;

  /** @param {HTMLElement} element @param {Data} data @param {import("../../engine/widget").Context} context */
  constructor(element, data, context) {
    this.#element = element;
    this.#context = context;
    this.#layers = readLayers(data);
    this.#opening = frontOfText(String(context.state.front ?? ""), this.#layers) ?? frontOfStep(0);
    this.#front = frontOfText(context.readState(), this.#layers) ?? this.#opening;
    this.#tell = this.#scrub();
    const button = find(element, ".wave-play");
    this.#player = new Player(element, () => this.#beat(), (playing) => (button.textContent = playing ? "Pause" : "Play"));
    if (context.reducedMotion) button.textContent = "Next layer";
    onPress(element, (key) => this.press(key), this.#stop.signal);
    this.#lookAround();
    if (this.#front !== this.#opening) this.#paint();
  }

  #scrub() {
    const last = this.#layers.length - 1;
    return scrub({
      element: find(this.#element, ".wave-field"),
      label: "Layer that the wave has reached, in filled boxes",
      stride: 5,
      read: () => ({now: this.#front, last, words: plain(wordsOfLayer(this.#layers, this.#front, this.#front))}),
      stepAt: (share) => Math.min(last, Math.round(share * this.#layers.length)),
      seek: (front) => this.#seek(front),
    }, this.#stop.signal);
  }

  /** A mouse reads a layer without moving the front. */
  #lookAround() {
    const field = find(this.#element, ".wave-field");
    const {signal} = this.#stop;
    field.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "mouse" || field.hasPointerCapture(event.pointerId)) return;
      const {left, width} = field.getBoundingClientRect();
      const layer = Math.floor(((event.clientX - left) / width) * this.#layers.length);
      this.#read(Math.max(0, Math.min(this.#layers.length - 1, layer)));
    }, {signal});
    field.addEventListener("pointerleave", () => this.#read(this.#front), {signal});
  }

  /** @param {number} layer */
  #read(layer) {
    repaint(find(this.#element, ".wave-words"), wordsOfLayer(this.#layers, layer, this.#front));
  }

  #paint() {
    repaint(find(this.#element, ".wave-field > svg"), drawWave(this.#layers, this.#front));
    repaint(find(this.#element, ".wave-count"), wordsOfCount(this.#layers, this.#front));
    this.#read(this.#front);
    this.#tell();
  }

  #beat() {
    this.#front += Math.sign(this.#goal.front - this.#front);
    this.#paint();
    if (this.#front === this.#goal.front) this.#player.playing = false;
    return this.#goal.beat;
  }

  /** Let the wave run to what a step of the text speaks of. @param {number} step */
  step(step) {
    this.#opening = frontOfStep(step);
    if (this.#front === this.#opening) return;
    this.#goal = {front: this.#opening, beat: RUN};
    if (this.#context.reducedMotion) {
      this.#player.playing = false;
      this.#front = this.#opening;
      this.#paint();
    } else {
      this.#player.playing = true;
    }
  }

  /** @param {number} front */
  #seek(front) {
    this.#player.playing = false;
    this.#front = front;
    this.#paint();
    this.#context.writeState(String(front));
  }

  /** Press "play" or "time". @param {string} key */
  press(key) {
    if (key === "time") return this.#time();
    const last = this.#layers.length - 1;
    if (this.#context.reducedMotion) return this.#seek(this.#front === 0 ? last : this.#front - 1);
    if (!this.#player.playing && this.#front === 0) {
      this.#front = last;
      this.#paint();
    }
    this.#goal = {front: 0, beat: BEAT};
    this.#player.playing = !this.#player.playing;
  }

  /** Solve one turn again and again, and tell how long all of them would take here. */
  #time() {
    const game = layOutGame(scandinavian);
    const turn = () => solveTurn(game, (filled, upper_total) => filled + upper_total, {filled: 0, upper_total: 0});
    const {times, each} = timeWork(turn, () => performance.now(), PATIENCE);
    const states = countSolved(this.#layers, 0) - this.#layers[this.#layers.length - 1].states;
    const words = `Measured just now, here: ${grouped(times)} turns, <b>${each.toFixed(2)}</b> thousandths of a second each. `
      + `All ${grouped(states)} turns of the game, one after another, would take this browser about <b>${spanOf(each * states)}</b>.`;
    repaint(find(this.#element, ".wave-timing"), words);
    this.#context.announce(plain(words));
  }

  /** Let the wave reach a layer, "8". @param {string} text */
  show(text) {
    const front = frontOfText(text, this.#layers);
    if (front === null) return;
    this.#seek(front);
    this.#context.announce(plain(wordsOfLayer(this.#layers, front, front)));
  }

  reset() {
    this.#player.playing = false;
    this.#front = this.#opening;
    this.#paint();
    repaint(find(this.#element, ".wave-timing"), "");
    this.#context.writeState(null);
  }

  destroy() {
    this.#stop.abort();
    this.#player.stop();
  }
}
