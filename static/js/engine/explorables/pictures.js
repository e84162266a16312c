/**
 * Pictures of a mounted explorable, fetched for the visible layout; if they are split into files, neighbours are
 * prefetched.
 */
import {nearestMark} from "../kit/marks.js";
import {every} from "../kit/repaint.js";
import {glide} from "../kit/figure.js";
import {filledAt, indexOf} from "./states.js";

/** @import {Filled, Packed, Parameter, Template} from "./states.js" */

// Pictures as controls: a mark with values of parameters (`data-at`, "0:3 2:1": parameter and stop) sets them when it
// is pressed or the pointer is dragged over it. The marks of the current state are highlighted.

const HELD = "[data-at]";

/** @param {string} text @returns {[number, number][]} */
const pairsOf = (text) => text.split(" ").map((pair) => /** @type {[number, number]} */ (pair.split(":").map(Number)));

/** Return whether a mark belongs to the state. @param {string} text @param {readonly number[]} place */
const isChosen = (text, place) => pairsOf(text).every(([one, stop]) => place[one] === stop);

/** Highlight the marks of a state. @param {Element} picture @param {readonly number[]} place */
export function choose(picture, place) {
  for (const mark of every(picture, HELD)) mark.toggleAttribute("data-chosen", isChosen(mark.dataset.at ?? "", place));
}

/** Return the drawing of a still with the marks of its state highlighted. @param {string} drawing @param {readonly number[]} place */
export const chosenIn = (drawing, place) => drawing.replace(/ data-at="([^"]*)"/g, (held, text) => (isChosen(text, place) ? `${held} data-chosen=""` : held));

/**
 * Let readers press and drag over the picture.
 * @param {import("../kit/kit").Alive<number[], {allowed: (place: number[]) => boolean}>} alive @returns {import("../kit/kit").Hand}
 */
export function byPicture(alive) {
  const picture = alive.element.querySelector(".explorable-picture");
  const {signal} = alive;
  let isHeld = false;

  /** @param {Element | null} mark @param {boolean} spoken */
  function go(mark, spoken) {
    const next = [...alive.place];
    for (const [one, stop] of mark ? pairsOf(mark.getAttribute("data-at") ?? "") : []) next[one] = stop;
    const isNew = next.some((stop, one) => stop !== alive.place[one]) && alive.known.allowed(next);
    if (isNew || spoken) alive.go(isNew ? next : alive.place, spoken);
  }

  /** @param {Event} event */
  const markAt = (event) => nearestMark(/** @type {Element} */ (picture), HELD, /** @type {PointerEvent} */ (event));

  picture?.addEventListener("pointerdown", (event) => {
    const {button, target} = /** @type {PointerEvent} */ (event);
    isHeld = button === 0 && target instanceof Element && target.closest("svg") !== null && picture.querySelector(HELD) !== null;
  }, {signal});
  picture?.addEventListener("pointermove", (event) => {
    if (isHeld) go(markAt(event), false);
  }, {signal});
  picture?.addEventListener("click", (event) => {
    isHeld = false;
    if (event.target instanceof Element && event.target.closest("svg") && picture.querySelector(HELD)) go(markAt(event), true);
  }, {signal});
  for (const end of ["pointerleave", "pointercancel"]) picture?.addEventListener(end, () => { isHeld = false; }, {signal});
  picture?.addEventListener("choose", ({target}) => go(/** @type {Element} */ (target).closest(HELD), true), {signal});
  return {tell: () => picture && choose(picture, alive.place)};
}

// One layout of a picture: a template is inserted once; afterwards only the values of its places are updated. Numbers
// are animated, words change at once.

/** Delimiters of a place's number while a template is parsed. */
const MARK = /\uE000(\d+)\uE001/;

const ENTITIES = /** @type {Record<string, string>} */ ({amp: "&", lt: "<", gt: ">", quot: '"'});

/** Decode the entities of markup. @param {string} text */
const decoded = (text) => text.replace(/&(?:(amp|lt|gt|quot)|#(\d+));/g, (_, name, code) => (name ? ENTITIES[name] : String.fromCodePoint(Number(code))));

/** @param {string | number} value */
const written = (value) => (typeof value === "number" ? String(value) : decoded(value));

/** A text of the drawing with places: even pieces are constant, odd ones are the numbers of places. */
class Line {
  /** @param {Node | Attr} node @param {string} text */
  constructor(node, text) {
    this.node = node;
    this.text = "";
    /** @type {(string | number)[]} */
    this.pieces = text.split(MARK).map((piece, index) => (index % 2 ? Number(piece) : piece));
  }

  /** Return whether it contains one of these places. @param {ReadonlySet<number>} places */
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

/** List the texts with places below an element. @param {Node} element @returns {Line[]} */
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

/** Duration of the animation between two states in milliseconds. */
const WAY = 150;

class Drawing {
  /** @type {Template | null} */
  #template = null;
  /** @type {Line[]} */
  #lines = [];
  /** Current values of the places, possibly during the animation. @type {(string | number)[]} */
  #values = [];
  #halt = () => {};

  /** @param {Element} element */
  constructor(element) {
    this.element = element;
  }

  /** Show a state. @param {Filled} filled @param {boolean} jumps Whether to skip the animation. */
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
    this.#write(between); // Write all values once; from now on only animated ones change.
    const places = new Set(moving);
    const lines = this.#lines.filter((line) => line.has(places));
    this.#halt = glide((part) => {
      for (const place of moving) between[place] = part === 1 ? values[place] : Math.round(100 * (from[place] + part * (Number(values[place]) - from[place]))) / 100;
      for (const line of lines) line.write(between);
    }, WAY);
  }

  /** Insert a template, filled first because delimiters in numeric attributes would be errors in the page. @param {Template} template @param {Filled["values"]} values */
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

/**
 * @typedef {object} Pictured
 * @property {string[]} layouts "wide" and "narrow", or "all" for drawings that are the same for all widths.
 * @property {number[]} on Parameters that pictures depend on.
 * @property {number} by Parameter that splits them into files; -1 for none.
 */

/**
 * Make the ids of a drawing unique in the page by replacing their placeholder with the figure and layout.
 * @param {string} text @param {string} [id] Id of the figure. @param {string} [layout]
 */
export const placed = (text, id = "", layout = "") => text.replaceAll("\uE002", `${id}-${layout}`);

/**
 * @param {import("../kit/kit").Alive<number[], {parameters: Parameter[], picture: Pictured}>} alive
 * @returns {import("../kit/kit").Hand}
 */
export function withPictures(alive) {
  const {element, context, known: {parameters, picture: {on, by}}} = alive;
  const layouts = every(element, ".explorable-picture > .layout");
  const drawings = new Map(layouts.map((one) => [one, new Drawing(one)]));
  /** @type {Map<string, Promise<Packed>>} */
  const files = new Map();
  /** State shown by each layout, to skip redundant updates. @type {Map<Element, string>} */
  const shown = new Map();
  /** Cached visible layout until the figure is resized, because finding it forces a layout of the page. @type {HTMLElement | undefined} */
  let seen;

  /** @param {string} name */
  function fetched(name) {
    let file = files.get(name);
    if (!file) {
      const [layout] = name.split("-");
      file = context.file(name).then((bytes) => /** @type {Packed} */ (JSON.parse(placed(new TextDecoder().decode(bytes), context.id, layout))));
      files.set(name, file);
      file.catch(() => files.delete(name));
    }
    return file;
  }

  /** @param {Element} layout */
  const nameOf = (layout) => /layout-(\w+)/.exec(layout.className)?.[1] ?? "";

  /** Fetch the files of the neighbouring stops of the parameter that splits the pictures. @param {string} layout */
  function prefetch(layout) {
    if (by < 0) return;
    for (const near of [alive.place[by] - 1, alive.place[by] + 1]) {
      if (near >= 0 && near < parameters[by].stops.length) fetched(`${layout}-${near}`).catch(() => {}); // Reported if the file is needed.
    }
  }

  /** Draw the state in the visible layout. @param {boolean} jumps */
  async function draw(jumps) {
    const layout = (seen ??= layouts.find((one) => one.checkVisibility()) ?? layouts[0]);
    const place = alive.place;
    const shard = by < 0 ? 0 : place[by];
    const key = `${shard}:${indexOf(on, place, parameters, by)}`;
    if (shown.get(layout) === key) return;
    shown.set(layout, key);
    const name = nameOf(layout);
    const waiting = setTimeout(() => layout.classList.add("coming"), 150);
    try {
      const packed = await fetched(`${name}-${shard}`);
      if (shown.get(layout) !== key) return;
      drawings.get(layout)?.show(filledAt(packed, indexOf(on, place, parameters, by)), jumps || context.reducedMotion);
      choose(layout, alive.place);
      layout.classList.remove("coming");
      layout.classList.add("drawn");
      prefetch(name);
    } catch (error) {
      if (shown.get(layout) === key) shown.delete(layout);
      context.fail(error, () => draw(jumps));
    } finally {
      clearTimeout(waiting);
    }
  }

  // The observer also calls this immediately, which replaces the still.
  const resized = new ResizeObserver(() => {
    seen = undefined;
    draw(true);
  });
  if (layouts.length > 0) resized.observe(element);
  return {
    tell() {
      if (layouts.length > 0) draw(false);
    },
    destroy() {
      resized.disconnect();
      for (const drawing of drawings.values()) drawing.destroy();
    },
  };
}
