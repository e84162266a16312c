/**
 * One layout of a picture in the page: a template is put in once, and from then on only what stands in its places is
 * written. Numbers glide to the next state; words jump.
 */
import {glide} from "../kit/picture.js";

/** @import {Filled, Template} from "./packed.js" */

/** Stand around the number of a place while a template becomes elements. */
const MARK = /\uE000(\d+)\uE001/;

const ENTITIES = /** @type {Record<string, string>} */ ({amp: "&", lt: "<", gt: ">", quot: '"'});

/** What stands in markup, as elements hold it. @param {string} text */
const decoded = (text) => text.replace(/&(?:(amp|lt|gt|quot)|#(\d+));/g, (_, name, code) => (name ? ENTITIES[name] : String.fromCodePoint(Number(code))));

/** @param {string | number} value */
const written = (value) => (typeof value === "number" ? String(value) : decoded(value));

/** A text of the drawing that has places in it: even pieces are fixed, odd ones are the numbers of places. */
class Line {
  /** @param {Node | Attr} node @param {string} text */
  constructor(node, text) {
    this.node = node;
    this.text = "";
    /** @type {(string | number)[]} */
    this.pieces = text.split(MARK).map((piece, index) => (index % 2 ? Number(piece) : piece));
  }

  /** Whether one of these places is in it. @param {ReadonlySet<number>} places */
  has(places) {
    return this.pieces.some((piece) => typeof piece === "number" && places.has(piece));
  }

  /** @param {readonly (string | number)[]} values */
  write(values) {
    let text = "";
    for (const piece of this.pieces) text += typeof piece === "number" ? written(values[piece]) : piece;
    if (text !== this.text) this.node.nodeValue = this.text = text;
  }
}

/** Find the texts that have places below an element. @param {Node} element @returns {Line[]} */
function linesIn(element) {
  /** @type {Line[]} */
  const lines = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const nodes = node instanceof Element ? [...node.attributes] : [node];
    for (const one of nodes) if (MARK.test(one.nodeValue ?? "")) lines.push(new Line(one, one.nodeValue ?? ""));
  }
  return lines;
}

/** Milliseconds of the way from one state to the next. */
const WAY = 150;

export class Drawing {
  /** @type {Template | null} */
  #template = null;
  /** @type {Line[]} */
  #lines = [];
  /** What stands in the places now, perhaps on its way. @type {(string | number)[]} */
  #values = [];
  #halt = () => {};

  /** @param {Element} element */
  constructor(element) {
    this.element = element;
  }

  /** Show a state. @param {Filled} filled @param {boolean} jumps Without gliding. */
  show({template, values}, jumps) {
    this.#halt();
    const isFresh = template !== this.#template;
    if (isFresh) this.#begin(template, values);
    const moving = values.flatMap((value, place) => (template.kinds[place] === "g" && value !== this.#values[place] ? [place] : []));
    if (isFresh || jumps || moving.length === 0) {
      this.#write(values);
      return;
    }
    const from = this.#values.map(Number);
    const between = [...values];
    for (const place of moving) between[place] = from[place];
    this.#write(between); // What jumps is there at once; from now on only what glides is written.
    const places = new Set(moving);
    const lines = this.#lines.filter((line) => line.has(places));
    this.#halt = glide((part) => {
      for (const place of moving) between[place] = part === 1 ? values[place] : Math.round(100 * (from[place] + part * (Number(values[place]) - from[place]))) / 100;
      for (const line of lines) line.write(between);
    }, WAY);
  }

  /** Put a template in; it is filled before it comes into the page, where marks would be no numbers. @param {Template} template @param {Filled["values"]} values */
  #begin(template, values) {
    const fresh = document.createElement("template");
    fresh.innerHTML = template.text.map((piece, place) => (place ? `\uE000${place - 1}\uE001${piece}` : piece)).join("");
    this.#lines = linesIn(fresh.content);
    this.#template = template;
    this.#write(values);
    this.element.replaceChildren(fresh.content);
  }

  /** @param {(string | number)[]} values */
  #write(values) {
    this.#values = values;
    for (const line of this.#lines) line.write(values);
  }

  destroy() {
    this.#halt();
  }
}
