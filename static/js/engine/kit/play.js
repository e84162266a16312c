/**
 * Play something beat by beat, while it is on the screen and nobody has paused it.
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
   * @param {Element} stage Plays only while some of it can be seen.
   * @param {() => number} beat Goes on by one beat; returns the milliseconds until the next.
   * @param {(playing: boolean) => void} onChange Told when playing begins and ends.
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

// A figure that plays by itself, until the reader takes hold of it.

/**
 * Let a figure play. What this returns belongs into what the figure's own code returns, so that it is told of moves.
 * @template Place, Known
 * @param {import("./kit").Alive<Place, Known>} alive
 * @param {object} play
 * @param {string} play.button Selector of what plays and pauses; pressing it is left to the figure.
 * @param {string} play.still What it says where motion is unwelcome, and the figure goes on by one beat.
 * @param {() => number} play.beat Goes on by one beat, with `pass`; returns the milliseconds until the next.
 */
export function playing(alive, {button, still, beat}) {
  const toggle = find(alive.element, button);
  let reached = alive.place;
  const player = new Player(alive.element, beat, (on) => (toggle.textContent = on ? WORDS.pause : WORDS.play));
  if (alive.context.reducedMotion) toggle.textContent = still;
  return {
    player,
    /** Come by a place: the play goes on. @param {Place} next */
    pass(next) {
      reached = next;
      alive.pass(next);
    },
    /** Where the play has not brought it, the reader has: it pauses. */
    tell() {
      if (alive.place === reached) return;
      reached = alive.place;
      player.playing = false;
    },
    destroy: () => player.stop(),
  };
}
