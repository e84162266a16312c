/**
 * Play a figure beat by beat, while it is visible and not paused.
 */
import {WORDS} from "site_builder/words";
import {find} from "./repaint.js";

export class Player {
  #timer = 0;
  #visible = false;
  #playing = false;
  /** @type {() => number} */
  #beat;
  /** @type {(playing: boolean) => void} */
  #onChange;
  /** @type {IntersectionObserver} */
  #observer;

  /**
   * @param {Element} stage Playback runs only while part of it is visible.
   * @param {() => number} beat Advances by one beat; returns the milliseconds until the next.
   * @param {(playing: boolean) => void} onChange Called when playback starts or stops.
   */
  constructor(stage, beat, onChange) {
    this.#beat = beat;
    this.#onChange = onChange;
    this.#observer = new IntersectionObserver(([entry]) => {
      this.#visible = entry.isIntersecting;
      this.#schedule(600);
    });
    this.#observer.observe(stage);
  }

  get playing() {
    return this.#playing;
  }

  /** @param {boolean} playing */
  set playing(playing) {
    if (playing === this.#playing) return;
    this.#playing = playing;
    this.#onChange(playing);
    this.#schedule(300);
  }

  /** @param {number} delay Milliseconds. */
  #schedule(delay) {
    clearTimeout(this.#timer);
    if (!this.#playing || !this.#visible) return;
    this.#timer = window.setTimeout(() => this.#schedule(this.#beat()), delay);
  }

  stop() {
    this.#playing = false;
    clearTimeout(this.#timer);
    this.#observer.disconnect();
  }
}

/**
 * Let a figure play until the reader moves it. Spread the result into the return value of the figure's `wake`, so that it
 * is notified of moves.
 * @template Place, Known
 * @param {import("./kit").Alive<Place, Known>} alive
 * @param {object} play
 * @param {string} play.button Selector of the button; the figure itself handles pressing it.
 * @param {string} play.still Label of the button under reduced motion, when each press advances by one beat.
 * @param {() => number} play.beat Advances by one beat, using `pass`; returns the milliseconds until the next.
 */
export function playing(alive, {button, still, beat}) {
  const toggle = find(alive.element, button);
  let reached = alive.place;
  const player = new Player(alive.element, beat, (on) => (toggle.textContent = on ? WORDS.pause : WORDS.play));
  if (alive.context.reducedMotion) toggle.textContent = still;
  return {
    player,
    /** Show a place without pausing. @param {Place} next */
    pass(next) {
      reached = next;
      alive.pass(next);
    },
    /** Pause if the reader, not the playback, has changed the place. */
    tell() {
      if (alive.place === reached) return;
      reached = alive.place;
      player.playing = false;
    },
    destroy: () => player.stop(),
  };
}
