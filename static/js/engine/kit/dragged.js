/**
 * A figure that is read at one place: a line that is dragged through it, or moved by keys, and regions drawn anew.
 */
import {find, plain, repaint} from "./repaint.js";
import {scrub} from "./scrub.js";

/**
 * What a figure tells of its moments.
 * @template Moment
 * @typedef {object} Figure
 * @property {string} field Selector of what is dragged along.
 * @property {string} label Name of the slider.
 * @property {number} stride Steps of Page Up and Page Down.
 * @property {(now: Moment) => {now: number, last: number}} read Step of the line, and the last one.
 * @property {(share: number, now: Moment) => number} stepAt Step at a share of the width.
 * @property {(now: Moment, step: number) => Moment} moved
 * @property {(now: Moment) => Record<string, string>} draw Markup of each region, by its selector.
 * @property {(now: Moment) => string} words
 * @property {(now: Moment) => string} text For links.
 */

/** @template Moment */
export class Dragged {
  #stop = new AbortController();
  #element;
  #context;
  #figure;
  #opening;
  #tell;
  /** @type {Moment} */
  now;

  /**
   * Bring the figure to life.
   * @param {HTMLElement} element
   * @param {import("../widget").Context} context
   * @param {Figure<Moment>} figure
   * @param {Moment} opening What the still shows.
   * @param {Moment | null} linked What the page's address asks for.
   */
  constructor(element, context, figure, opening, linked) {
    this.#element = element;
    this.#context = context;
    this.#figure = figure;
    this.#opening = opening;
    this.now = linked ?? opening;
    this.#tell = scrub({
      element: find(element, figure.field),
      label: figure.label,
      stride: figure.stride,
      read: () => ({...figure.read(this.now), words: plain(figure.words(this.now))}),
      stepAt: (share) => figure.stepAt(share, this.now),
      seek: (step) => this.go(figure.moved(this.now, step)),
    }, this.signal);
    if (linked !== null) this.show();
  }

  get signal() {
    return this.#stop.signal;
  }

  show() {
    const drawn = Object.entries(this.#figure.draw(this.now));
    for (const [selector, markup] of drawn) repaint(find(this.#element, selector), markup);
    this.tell();
  }

  /** Tell assistive technology where the slider stands. */
  tell() {
    this.#tell();
  }

  /** @param {Moment} next */
  go(next) {
    this.now = next;
    this.show();
    this.#context.writeState(this.#figure.text(next));
  }

  /** Go where words in the prose ask for, and say it. @param {Moment | null} asked Null for what the figure cannot show. */
  follow(asked) {
    if (asked === null) return;
    this.go(asked);
    this.announce();
  }

  /** Say what holds now. */
  announce() {
    this.#context.announce(plain(this.#figure.words(this.now)));
  }

  reset() {
    this.go(this.#opening);
    this.#context.writeState(null);
  }

  destroy() {
    this.#stop.abort();
  }
}
