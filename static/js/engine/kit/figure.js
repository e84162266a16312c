/**
 * The life of a figure: from what it shows at each place come its still, its life in the page, links, reset, and the
 * numbers of the prose. A widget's module exports what `makeFigure` returns:
 *
 *     export const {view, mount, readouts} = makeFigure({…});
 */
import {onEntry} from "./entries.js";
import {pictureOf} from "./picture.js";
import {onPress, plain} from "./repaint.js";

/**
 * @template Place, Known
 * @typedef {import("./kit").Figure<Place, Known>} Figure
 */
/**
 * @template Place, Known
 * @typedef {import("./kit").Alive<Place, Known>} Alive
 */
/** @import {Context} from "../widget" */

/**
 * Make a widget's module of a figure that is a function of its place.
 * @template Place, Known
 * @param {Figure<Place, Known>} figure
 * @returns {import("./kit").Made}
 */
export function makeFigure(figure) {
  return {
    view(state, data) {
      const known = figure.know(data);
      const place = placeOf(figure, state, known);
      return filled(frameOf(figure, place, known, state), figure.draw(place, known));
    },
    readouts(state, data) {
      const known = figure.know(data);
      const opening = figure.opening(state, known);
      const place = state.linked === undefined ? opening : figure.read(String(state.linked), known, opening);
      return place === null ? null : (figure.readouts?.(place, known) ?? {});
    },
    mount: (element, data, context) => live(figure, element, figure.know(data), context),
  };
}

/** Where a still stands. @template Place, Known @param {Figure<Place, Known>} figure @param {any} state @param {Known} known */
function placeOf(figure, state, known) {
  const opening = figure.opening(state, known);
  if (state.linked === undefined) return figure.still?.(opening) ?? opening;
  const place = figure.read(String(state.linked), known, opening);
  if (place === null) throw new Error(`the figure has no state "${state.linked}"`);
  return place;
}

/** @template Place, Known @param {Figure<Place, Known>} figure @param {Place} place @param {Known} known @param {any} state */
function frameOf({frame}, place, known, state) {
  return typeof frame === "string" ? frame : frame(place, known, state);
}

/** Put what is drawn into the regions of a frame. @param {string} frame @param {import("./kit").Drawn} drawn */
function filled(frame, drawn) {
  return frame.replace(/ data-region="([\w-]+)">/g, (opened, name) => {
    if (drawn[name] === undefined) throw new Error(`the figure draws no region "${name}"`);
    return opened + drawn[name];
  });
}

/**
 * Bring a figure to life on its still.
 * @template Place, Known
 * @param {Figure<Place, Known>} figure
 * @param {HTMLElement} element
 * @param {Known} known
 * @param {Context} context
 * @returns {import("../widget").Controller}
 */
function live(figure, element, known, context) {
  const stop = new AbortController();
  let opening = figure.opening(context.state, known);
  const still = figure.still?.(opening) ?? opening;
  const address = context.readState();
  const linked = address === null ? null : figure.read(address, known, opening);
  let place = linked ?? opening;
  const picture = pictureOf(element, figure, known, still);
  const isOpening = (/** @type {Place} */ one) => figure.write(one, known) === figure.write(opening, known);

  function tell() {
    for (const hand of hands) hand.tell();
    own.tell?.();
  }

  /** @param {Place} next @param {boolean} spoken @param {string | null} text */
  function go(next, spoken, text) {
    place = next;
    picture.glideTo(place, context.reducedMotion);
    tell();
    context.writeState(text);
    if (spoken) alive.announce();
  }

  /** @type {Alive<Place, Known>} */
  const alive = {
    element,
    context,
    known,
    signal: stop.signal,
    get place() { return place; },
    go: (next, spoken = false) => go(next, spoken, isOpening(next) ? null : figure.write(next, known)),
    pass(next) {
      place = next;
      alive.draw();
    },
    look: (passing) => picture.show(passing ?? place),
    draw() {
      picture.show(place);
      tell();
    },
    words: () => plain(figure.words(place, known)),
    announce: (words) => context.announce(words === undefined ? alive.words() : plain(words)),
  };
  /** @type {import("./kit").Hand[]} */
  const hands = [];
  /** @type {import("./kit").Own<Place>} */
  let own = {};
  hands.push(...(figure.hands ?? []).map((bring) => bring(alive)));
  own = figure.wake?.(alive) ?? {};
  const press = own.press ?? ((/** @type {string} */ key) => {
    const before = place;
    const next = figure.press?.(key, before, known) ?? null;
    if (next === null) return;
    alive.go(next, figure.pressed === undefined);
    figure.pressed?.(key, alive, before);
  });
  const {step: led} = figure;
  const step = led && ((/** @type {number} */ number) => {
    opening = led(number, opening, known);
    (own.lead ?? alive.go)(led(number, place, known));
  });
  onPress(element, press, stop.signal);
  onEntry(element, (key) => {
    const next = figure.press?.(key, place, known) ?? null;
    if (next !== null) alive.go(next);
  }, alive.announce, stop.signal);
  if (place !== still || linked !== null) alive.draw();
  return {
    step: step ?? own.step,
    press,
    show: own.show ?? ((text) => {
      const asked = figure.read(text, known, place);
      if (asked !== null) go(asked, true, figure.write(asked, known)); // Words find what they asked for in the address.
    }),
    reset() {
      own.reset?.();
      alive.go(opening);
    },
    destroy() {
      stop.abort();
      picture.destroy();
      for (const hand of hands) hand.destroy?.();
      own.destroy?.();
    },
  };
}
