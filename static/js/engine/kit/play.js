/**
 * Play something beat by beat, while it is on the screen and nobody has paused it.
 */

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
