/**
 * Mount a figure that is a function of its place: still, drawing, links, Reset and the numbers of the prose follow from
 * its declaration. A widget's module exports what `makeFigure` returns:
 *
 *     export const {view, mount, readouts} = makeFigure({…});
 */
import {every, onPress, plain, repaint} from "./repaint.js";

/** @import {Context, Controller} from "../widget" @import {Alive, Drawn, Figure, Hand, Made, Own} from "./kit" */

// Named fields of a figure: setting `data-entry="minute"` to 33 presses the key "minute=33". A field that was set before
// the figure was mounted gives the same key.

/**
 * Listen to the inputs and selects inside an element.
 * @param {HTMLElement} element
 * @param {(key: string) => void} enter Called with the key for every change during input.
 * @param {() => void} leave Called when the change is committed.
 * @param {AbortSignal} signal
 */
function listenToFields(element, enter, leave, signal) {
  const fieldOf = (/** @type {Event} */ {target}) => {
    const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (target);
    return field.dataset.entry === undefined ? null : field;
  };
  element.addEventListener("input", (event) => {
    const field = fieldOf(event);
    if (field !== null) enter(`${field.dataset.entry}=${field.value}`);
  }, {signal});
  element.addEventListener("change", (event) => {
    if (fieldOf(event) !== null) leave();
  }, {signal});
}

/** Reset inputs to the value in their markup: once touched, an input no longer follows its attribute. @param {HTMLElement} element */
function resetFields(element) {
  for (const field of /** @type {HTMLInputElement[]} */ (every(element, "input[data-entry][value]"))) {
    field.value = String(field.getAttribute("value"));
  }
}

// The picture of a mounted figure: a place is drawn into the regions of its frame.

/** Duration of the transition between two places, in milliseconds. */
const WAY = 220;

/**
 * Return functions that draw places into the regions of a figure.
 * @template Place, Known
 * @param {HTMLElement} element
 * @param {import("./kit").Figure<Place, Known>} figure
 * @param {Known} known
 * @param {Place} still The place that the markup shows already.
 */
export function pictureOf(element, figure, known, still) {
  let shown = still;
  let halt = () => {};
  /** Last markup of each region, so that unchanged regions are skipped. @type {import("./kit").Drawn} */
  let painted = {};

  /** @param {Place} place */
  function paint(place) {
    shown = place;
    const drawn = figure.draw(place, known);
    for (const region of every(element, "[data-region]")) {
      const name = String(region.dataset.region);
      if (drawn[name] !== painted[name]) repaint(region, drawn[name]);
    }
    painted = drawn;
    resetFields(element);
  }

  return {
    /** Show a place immediately. @param {Place} place */
    show(place) {
      halt();
      paint(place);
    },
    /** Show a place with a transition. @param {Place} place @param {boolean} jumps Skip the transition (reduced motion). */
    glideTo(place, jumps) {
      halt();
      const [from, {between}] = [shown, figure];
      if (between === undefined || jumps || from === place) paint(place);
      else halt = glide((part) => paint(part === 1 ? place : between(from, place, part)));
    },
    destroy: () => halt(),
  };
}

/**
 * Run a transition once, decelerating.
 * @param {(part: number) => void} show Called each frame with the progress, 0 to 1; the last call gets 1.
 * @param {number} [way] Duration in milliseconds.
 * @returns {() => void} Stops the transition where it is.
 */
export function glide(show, way = WAY) {
  const begun = performance.now();
  let frame = requestAnimationFrame(function tick(time) {
    const part = Math.min(1, Math.max(0, (time - begun) / way));
    if (part < 1) frame = requestAnimationFrame(tick);
    show(part * (2 - part));
  });
  return () => cancelAnimationFrame(frame);
}

/**
 * Return the module of a widget for a figure that is a function of its place.
 * @template Place, Known @param {Figure<Place, Known>} figure @returns {Made}
 */
export function makeFigure(figure) {
  return {
    view(state, data) {
      const known = figure.know(data);
      const place = placeOf(figure, state, known);
      return fillRegions(frameOf(figure, place, known, state), figure.draw(place, known));
    },
    card(state, data) {
      const known = figure.know(data);
      return figure.card?.(figure.opening(state, known), known) ?? "";
    },
    readouts(state, data) {
      const known = figure.know(data);
      const opening = figure.opening(state, known);
      const place = state.linked === undefined ? opening : figure.read(String(state.linked), known, opening);
      return place === null ? null : (figure.readouts?.(place, known) ?? {});
    },
    mount: (element, data, context) => mountFigure(figure, element, figure.know(data), context),
  };
}

/** Return the place of a still. @template Place, Known @param {Figure<Place, Known>} figure @param {any} state @param {Known} known */
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

/** Insert the drawn markup into the regions of a frame. @param {string} frame @param {Drawn} drawn */
function fillRegions(frame, drawn) {
  return frame.replace(/ data-region="([\w-]+)">/g, (opened, name) => {
    if (drawn[name] === undefined) throw new Error(`draw returns no region "${name}", which the frame contains`);
    return opened + drawn[name];
  });
}

/**
 * The changing state of a mounted figure: the current place, and the opening place to which Reset returns.
 * @template Place
 * @typedef {{place: Place, opening: Place}} Now
 */

/**
 * Mount a figure on its still.
 * @template Place, Known
 * @param {Figure<Place, Known>} figure @param {HTMLElement} element @param {Known} known @param {Context} context @returns {Controller}
 */
function mountFigure(figure, element, known, context) {
  const stop = new AbortController();
  const opening = figure.opening(context.state, known);
  const still = figure.still?.(opening) ?? opening;
  const address = context.readState();
  const linked = address === null ? null : figure.read(address, known, opening);
  const now = {opening, place: linked ?? opening};
  const picture = pictureOf(element, figure, known, still);
  /** @type {Hand[]} */
  const hands = [];
  /** @type {Own<Place>} */
  let own = {};
  const tell = () => [...hands, own].forEach((one) => one.tell?.());
  const {alive, arrive} = aliveAt(now, figure, picture, tell, {element, known, context, signal: stop.signal});
  hands.push(...(figure.hands ?? []).map((bring) => bring(alive)));
  own = figure.wake?.(alive) ?? {};
  const press = pressOf(figure, alive, own);
  onPress(element, press, stop.signal);
  followFields(figure, alive);
  if (now.place !== still || linked !== null) alive.draw();
  return {
    step: stepOf(figure, now, known, own.lead ?? alive.go) ?? own.step,
    press,
    show: own.show ?? ((text) => {
      const asked = figure.read(text, known, now.place);
      if (asked !== null) arrive(asked, true, figure.write(asked, known)); // Links of the prose compare their state with the address.
    }),
    reset() {
      own.reset?.();
      alive.go(now.opening);
    },
    destroy() {
      stop.abort();
      picture.destroy();
      for (const one of [...hands, own]) one.destroy?.();
    },
  };
}

/**
 * Return the figure for hands, and the function that goes to a place whose text in the address is known.
 * @template Place, Known
 * @param {Now<Place>} now @param {Figure<Place, Known>} figure @param {ReturnType<typeof pictureOf<Place, Known>>} picture
 * @param {() => void} tell Notifies hands that the place has changed.
 * @param {Pick<Alive<Place, Known>, "element" | "known" | "context" | "signal">} around
 */
function aliveAt(now, figure, picture, tell, around) {
  const {known, context} = around;
  const isOpening = (/** @type {Place} */ one) => figure.write(one, known) === figure.write(now.opening, known);

  /** @param {Place} next @param {boolean} spoken @param {string | null} text */
  function arrive(next, spoken, text) {
    now.place = next;
    picture.glideTo(next, context.reducedMotion);
    tell();
    context.writeState(text);
    if (spoken) alive.announce();
  }

  /** @type {Alive<Place, Known>} */
  const alive = {
    ...around,
    get place() { return now.place; },
    go: (next, spoken = false) => arrive(next, spoken, isOpening(next) ? null : figure.write(next, known)),
    pass(next) {
      now.place = next;
      alive.draw();
    },
    look: (passing) => picture.show(passing ?? now.place),
    draw() {
      picture.show(now.place);
      tell();
    },
    words: () => plain(figure.words(now.place, known)),
    announce: (words) => context.announce(words === undefined ? alive.words() : plain(words)),
  };
  return {alive, arrive};
}

/**
 * Return the handler of presses that the figure's `wake` code does not handle itself.
 * @template Place, Known @param {Figure<Place, Known>} figure @param {Alive<Place, Known>} alive @param {Own<Place>} own
 */
function pressOf({press, pressed}, alive, own) {
  return (/** @type {string} */ key) => {
    if (own.press !== undefined && own.press(key) !== false) return;
    const before = alive.place;
    const next = press?.(key, before, alive.known) ?? null;
    if (next === null) return;
    alive.go(next, pressed === undefined);
    pressed?.(key, alive, before);
  };
}

/**
 * Follow fields during input, and announce the place when the input is committed.
 * @template Place, Known @param {Figure<Place, Known>} figure @param {Alive<Place, Known>} alive
 */
function followFields({press, pressed}, alive) {
  listenToFields(alive.element, (key) => {
    const next = press?.(key, alive.place, alive.known) ?? null;
    if (next !== null) alive.go(next);
  }, () => pressed === undefined && alive.announce(), alive.signal);
}

/**
 * Return the handler of steps of the text, which also become the place of Reset; empty if the figure has no steps.
 * @template Place, Known
 * @param {Figure<Place, Known>} figure @param {Now<Place>} now @param {Known} known @param {(next: Place) => void} lead
 */
function stepOf({step}, now, known, lead) {
  return step && ((/** @type {number} */ number) => {
    now.opening = step(number, now.opening, known);
    lead(step(number, now.place, known));
  });
}
