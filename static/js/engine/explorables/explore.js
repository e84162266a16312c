/**
 * Explorables: figures that authors write in Python. The build computes their parts for every state; this module shows
 * them. It is the same for all explorables.
 */
import {disableAnchoring, every, find, plain} from "../kit/repaint.js";
import {indexOf, isAllowed, nearestStop, playedAmong, read, textAt, write} from "./states.js";
import {WORDS} from "site_builder/words";
import {fill} from "../browser/page.js";
import {makeFigure} from "../kit/figure.js";
import {playing} from "../kit/play.js";
import {byPicture, chosenIn, placed, withPictures} from "./pictures.js";

/** @import {Packed, Parameter, Part} from "./states.js" */

// Controls: native elements that are never replaced, so that dragging one is not interrupted.

/** Maximum number of options shown as buttons; more become a select field. */
const MOST_RADIOS = 6;

/** Milliseconds without input until the sentence is announced. */
const REST = 400;

/** Return a stop as text. @param {Parameter} parameter @param {number} stop */
const wordsOf = ({labels, unit}, stop) => labels[stop] + unit;

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&${{"&": "amp", "<": "lt", ">": "gt", '"': "quot"}[sign]};`);

/**
 * Draw a control.
 * @param {Parameter} parameter @param {number} stop @param {string} id Id of the figure, which makes group names unique.
 */
function controlOf(parameter, stop, id) {
  const {kind, labels} = parameter;
  if (kind === "slider") return slider(parameter, stop);
  if (kind === "toggle") return toggle(parameter, stop);
  return labels.length > MOST_RADIOS ? list(parameter, stop) : radios(parameter, stop, id);
}

/** @param {Parameter} parameter @param {number} stop */
function slider(parameter, stop) {
  const {name, label, labels} = parameter;
  const widest = labels.map((_, one) => wordsOf(parameter, one)).reduce((one, other) => (other.length > one.length ? other : one));
  const words = escaped(wordsOf(parameter, stop));
  return `<div class="explorable-control explorable-slider"><label><span class="explorable-label">${escaped(label)}</span>
<input type="range" min="0" max="${labels.length - 1}" step="1" value="${stop}" data-entry="${name}" aria-valuetext="${words}"></label>
<span class="reading" aria-hidden="true" data-widest="${escaped(widest)}">${words}</span></div>`;
}

/** @param {Parameter} parameter @param {number} stop @param {string} id */
function radios(parameter, stop, id) {
  const {name, label, labels} = parameter;
  const choices = labels.map((_, one) => `<label><input type="radio" name="${escaped(`${id}-${name}`)}" value="${one}" data-entry="${name}"${one === stop ? " checked" : ""}>${escaped(wordsOf(parameter, one))}</label>`);
  return `<fieldset class="explorable-control"><legend class="explorable-label">${escaped(label)}</legend><div class="explorable-choices">${choices.join("")}</div></fieldset>`;
}

/** @param {Parameter} parameter @param {number} stop */
function list(parameter, stop) {
  const {name, label, labels} = parameter;
  const options = labels.map((_, one) => `<option value="${one}"${one === stop ? " selected" : ""}>${escaped(wordsOf(parameter, one))}</option>`);
  return `<div class="explorable-control"><label><span class="explorable-label">${escaped(label)}</span> <select data-entry="${name}">${options.join("")}</select></label></div>`;
}

/** @param {Parameter} parameter @param {number} stop */
function toggle({name, label}, stop) {
  return `<div class="explorable-control"><label><input type="checkbox" data-press="flip-${name}"${stop === 1 ? " checked" : ""}>${escaped(label)}</label></div>`;
}

/**
 * Connect the controls: they change the state, and are updated when something else does. After a control is used, the
 * sentence is announced once input pauses.
 * @param {import("../kit/kit").Alive<number[], Known>} alive @returns {import("../kit/kit").Hand}
 */
function byControls(alive) {
  const {element, known} = alive;
  const {parameters, only} = known;
  let rest = 0;
  const listen = (/** @type {Event} */ {target}) => {
    const field = /** @type {HTMLInputElement} */ (target);
    if (field.dataset.entry === undefined && field.dataset.press === undefined) return;
    // This listener runs before the figure's, which then reads an allowed stop.
    if (field.type === "range") {
      const one = parameters.findIndex(({name}) => name === field.dataset.entry);
      // A slider dragged too far stays at the last allowed stop.
      field.value = String(nearestStop(only, alive.place, one, Number(field.value), parameters));
      field.setAttribute("value", field.value);
    }
    clearTimeout(rest);
    rest = window.setTimeout(() => alive.announce(), REST);
  };
  element.addEventListener("input", listen, {signal: alive.signal});
  return {
    tell() {
      parameters.forEach((parameter, one) => follow(element, parameter, alive.place[one]));
      if (only) disableStops(element, known, alive.place);
    },
    destroy: () => clearTimeout(rest),
  };
}

/**
 * Disable stops that are not allowed with those of the other parameters, and show the reason.
 * @param {HTMLElement} element @param {Known} known @param {readonly number[]} place
 */
function disableStops(element, {parameters, allowed}, place) {
  let some = false;
  for (const [one, {name, stops}] of parameters.entries()) {
    const open = stops.map((_, stop) => allowed(place.map((at, index) => (index === one ? stop : at))));
    for (const field of every(element, `[data-entry="${name}"]`)) {
      some ||= open.includes(false);
      if (field instanceof HTMLSelectElement) [...field.options].forEach((option, stop) => { option.disabled = !open[stop]; });
      else if (field instanceof HTMLInputElement && field.type === "radio") field.disabled = !open[Number(field.value)];
      else {
        const last = stops.length - 1;
        field.style.setProperty("--open-from", `${(100 * open.indexOf(true)) / last}%`);
        field.style.setProperty("--open-to", `${(100 * open.lastIndexOf(true)) / last}%`);
      }
    }
  }
  const why = element.querySelector(".explorable-why");
  if (why instanceof HTMLElement) why.hidden = !some;
}

/** @param {HTMLElement} element @param {Parameter} parameter @param {number} stop */
function follow(element, parameter, stop) {
  const words = wordsOf(parameter, stop);
  for (const field of every(element, `[data-entry="${parameter.name}"], [data-press="flip-${parameter.name}"]`)) {
    if (field instanceof HTMLSelectElement) field.selectedIndex = stop;
    else if (field instanceof HTMLInputElement) followInput(field, stop, words);
  }
}

/** @param {HTMLInputElement} field @param {number} stop @param {string} words */
function followInput(field, stop, words) {
  if (field.type === "checkbox") field.checked = stop === 1;
  else if (field.type === "radio") field.checked = Number(field.value) === stop;
  else {
    if (Number(field.value) !== stop) field.value = String(stop);
    field.setAttribute("value", String(stop));
    field.setAttribute("aria-valuetext", words);
    const reading = field.closest(".explorable-slider")?.querySelector(".reading");
    if (reading) reading.textContent = words;
  }
}

// Guess: with scripts, an explorable with a question shows only that until the reader has answered.

/** @typedef {{name: string, question: string, answers: {words: string, points: number}[], nearest: number, at: number[]}} Guess */

/** Class of a figure that waits for a guess. */
const ASKING = "asking";

/** Draw the question with its answers and a button to skip it. @param {Guess} guess */
function questionOf({question, answers}) {
  const buttons = answers.map(({words}, answer) => `<button type="button" class="button" data-press="guess-${answer}">${escaped(words)}</button>`);
  return `<div class="explorable-guess"><p>${escaped(question)}</p><div role="group" aria-label="${escaped(question)}">${buttons.join("")}<button type="button" class="button" data-press="skip">${WORDS.just_show}</button></div></div><p class="explorable-verdict" tabindex="-1" hidden></p>`;
}

/**
 * Wait for the guess, score it, then show the answer. Skip the question if a link or the prose sets the state.
 * @param {import("../kit/kit").Alive<number[], {guess: Guess | null}>} alive
 * @returns {{tell(): void, press(key: string): boolean}} `press` returns whether a key answered the question.
 */
function byGuessing(alive) {
  const {element, context, known: {guess}, signal} = alive;
  const root = element.querySelector(`.explorable.${ASKING}`);
  if (guess === null || root === null) return {tell() {}, press: () => false};
  const verdict = find(element, ".explorable-verdict");
  const opening = alive.place.join();

  /** @param {string} [words] */
  function open(words) {
    root?.classList.remove(ASKING);
    verdict.hidden = words === undefined;
    verdict.textContent = words ?? "";
  }

  element.closest("figure")?.addEventListener("figurereset", () => {
    open();
    root.classList.add(ASKING);
  }, {signal});
  if (context.readState() !== null) open();
  return {
    tell() {
      if (alive.place.join() !== opening && root.classList.contains(ASKING)) open();
    },
    press(key) {
      const asked = /^(?:guess-(\d+)|skip)$/.exec(key);
      if (asked === null || !root.classList.contains(ASKING)) return false;
      const answer = guess.answers[Number(asked[1])]; // None for "skip".
      disableAnchoring(); // Before the focus below, which lays the page out.
      alive.go(guess.at, true);
      if (answer !== undefined) context.record(guess.name, answer.points);
      open(answer === undefined ? plain(alive.words()) : fill(WORDS.your_guess, {guess: answer.words, nearest: guess.answers[guess.nearest].words}));
      verdict.focus({preventScroll: true});
      if (answer === undefined) alive.announce();
      return true;
    },
  };
}

/**
 * The data of an explorable. Pictures are separate files; only the build has them in `drawn`.
 * @typedef {object} Known
 * @property {Parameter[]} parameters
 * @property {Record<string, Part>} quantities
 * @property {Part | null} sentence
 * @property {Part | null} table
 * @property {Part | null} alt_text
 * @property {string} alt
 * @property {import("./pictures.js").Pictured | null} picture
 * @property {Record<string, Packed[]>} [drawn]
 * @property {Guess | null} guess
 * @property {import("./states.js").Only | null} only
 * @property {string} why Why some combinations of stops are not allowed.
 * @property {import("./states.js").Former | null} former
 * @property {(place: readonly number[]) => boolean} allowed
 */

/** Milliseconds that each stop is shown while playing. */
const BEAT = 700;

/** Return a place with one parameter at another stop. @param {readonly number[]} place @param {number} one @param {number} stop */
const moved = (place, one, stop) => place.map((at, index) => (index === one ? stop : at));

/** @param {Part | null} part @param {number[]} place @param {Known} known */
const textOf = (part, place, {parameters}) => (part === null ? "" : textAt(part.packed, indexOf(part.on, place, parameters)));

/** Return the alt text of the picture. @param {number[]} place @param {Known} known @param {{alt?: string}} [state] */
function altOf(place, known, state) {
  if (known.alt_text !== null) return textOf(known.alt_text, place, known);
  return [state?.alt ?? known.alt, plain(textOf(known.sentence, place, known))].filter(Boolean).join(" ");
}

/** @param {number[]} place @param {Known} known @param {{alt?: string, id?: string}} state */
function pictureOf(place, known, state) {
  const {picture, drawn, parameters} = known;
  if (picture === null) return "";
  const {on, by} = picture;
  const shard = by < 0 ? 0 : place[by];
  const layouts = picture.layouts.map((layout) => {
    const packed = drawn?.[layout][shard];
    const drawing = packed && placed(textAt(packed, indexOf(on, place, parameters, by)), state.id, layout);
    return `<div class="layout layout-${layout}">${drawing === undefined ? "" : chosenIn(drawing, place)}</div>`;
  }).join("");
  const tips = layouts.includes(" data-tip=") ? ' data-tips="asleep" tabindex="0"' : "";
  return `<div class="explorable-picture" role="img" aria-label="${escaped(altOf(place, known, state))}"${tips}>${layouts}</div>`;
}

/** Return the parameters with controls. @param {Known} known @param {{controls?: string[]}} state */
const offered = ({parameters}, {controls}) => parameters.filter(({name, labels}) => labels.length > 1 && (controls?.includes(name) ?? true));

/** Return the parameter that Play advances, if there is one. @param {Known} known @param {any} state */
const played = (known, state) => playedAmong(offered(known, state));

/** @param {number[]} place @param {Known} known @param {{controls?: string[], id?: string, bare?: boolean}} state */
function controlsOf(place, known, state) {
  const controls = state.bare ? [] : offered(known, state);
  if (controls.length === 0) return "";
  const markup = controls.map((one) => controlOf(one, place[known.parameters.indexOf(one)], state.id ?? ""));
  const play = played(known, state) ? `<button type="button" class="button" data-press="play">${WORDS.play}</button>` : "";
  const why = known.only ? `<p class="explorable-why" hidden>${escaped(known.why)}</p>` : "";
  return `<div class="explorable-controls with-script">${markup.join("")}${play}${why}</div>`;
}

/** @type {import("../kit/kit").Figure<number[], Known>} */
const figure = {
  know(data) {
    const [known] = Object.values(data);
    return {...known, drawn: data.pictures, allowed: (place) => isAllowed(known.only, place, known.parameters)};
  },
  opening: (state, {parameters}) => parameters.map(({start}) => start),
  read: (text, {parameters, former, only}, from) => read(text, parameters, from, former, only),
  write: (place, {parameters}) => write(place, parameters),
  frame(place, known, state) {
    const parts = /** @type {string[] | undefined} */ (state.parts);
    const has = (/** @type {string} */ part) => (parts?.includes(part) ?? true);
    const sentence = known.sentence && has("sentence") ? `<p class="explorable-sentence" data-region="sentence"></p>` : "";
    const table = known.table && has("table") ? `<div class="explorable-table" data-region="table"></div>` : "";
    const asks = known.guess !== null && !state.bare && state.linked === undefined;
    return `<div class="explorable${asks ? ` ${ASKING}` : ""}">${known.guess && asks ? questionOf(known.guess) : ""}${has("picture") ? pictureOf(place, known, state) : ""}${controlsOf(place, known, state)}${sentence}${table}</div>`;
  },
  draw: (place, known) => ({sentence: textOf(known.sentence, place, known), table: textOf(known.table, place, known)}),
  words: (place, known) => (known.sentence ? textOf(known.sentence, place, known) : escaped(altOf(place, known))),
  readouts: (place, known) => ({
    ...Object.fromEntries(known.parameters.map(({name, labels}, one) => [name, labels[place[one]]])),
    ...Object.fromEntries(Object.entries(known.quantities).map(([name, part]) => [name, textOf(part, place, known)])),
  }),
  press(key, place, {parameters, only}) {
    const [, flip, entry, stop] = /^(?:flip-(.+)|(.+)=(\d+))$/.exec(key) ?? [];
    const one = parameters.findIndex(({name}) => name === (flip ?? entry));
    const next = flip === undefined ? Number(stop) : 1 - place[one];
    return one < 0 || !(next < parameters[one].stops.length) ? null : moved(place, one, nearestStop(only, place, one, next, parameters));
  },
  pressed() {}, // The controls announce the sentence when input pauses.
  hands: [byControls, (alive) => (alive.known.picture ? withPictures(/** @type {any} */ (alive)) : {tell() {}}), byPicture, withAltText, bySaving],
  wake(alive) {
    const [asked, player] = [byGuessing(alive), play(alive)];
    return {
      tell() {
        asked.tell();
        player?.tell();
      },
      destroy: () => player?.destroy(),
      press: (key) => (asked.press(key) || (player !== undefined && player.press(key) !== false) ? undefined : false),
    };
  },
};

/** Update the alt text of the picture. @param {import("../kit/kit").Alive<number[], Known>} alive */
function withAltText(alive) {
  const picture = alive.element.querySelector(".explorable-picture");
  return {tell: () => picture?.setAttribute("aria-label", altOf(alive.place, alive.known, alive.context.state))};
}

/** Let readers save the picture. @param {import("../kit/kit").Alive<number[], Known>} alive */
function bySaving({element, context, signal}) {
  const figure = element.closest("figure");
  for (const button of figure?.querySelectorAll("[data-action=svg], [data-action=png]") ?? []) {
    const keep = async () => {
      const drawing = [...element.querySelectorAll("svg")].find((one) => one.checkVisibility());
      const kind = /** @type {HTMLElement} */ (button).dataset.action === "png" ? "png" : "svg";
      try {
        const {save} = await import("../kit/save.js");
        if (drawing) await save(drawing, figure?.dataset.widget ?? "picture", kind);
      } catch (error) {
        context.fail(error, keep);
      }
    };
    button.addEventListener("click", keep, {signal});
  }
  return {tell() {}};
}

/** Play one parameter up to its last stop. @param {import("../kit/kit").Alive<number[], Known>} alive */
function play(alive) {
  const {known, context} = alive;
  const along = played(known, context.state);
  if (along === undefined || alive.element.querySelector("[data-press=play]") === null) return;
  const one = known.parameters.indexOf(along);
  const stops = () => along.stops.map((_, stop) => moved(alive.place, one, stop)).filter((place) => known.allowed(place));
  const next = () => stops().find((place) => place[one] > alive.place[one]) ?? stops()[0] ?? alive.place;
  const isLast = () => next()[one] <= alive.place[one];
  const {player, pass, tell, destroy} = playing(alive, {
    button: "[data-press=play]",
    still: WORDS.next,
    beat() {
      if (isLast()) {
        player.playing = false;
        alive.go(alive.place, true);
      } else pass(next());
      return BEAT;
    },
  });
  return {
    tell,
    destroy,
    press(/** @type {string} */ key) {
      if (key !== "play") return false;
      if (context.reducedMotion) alive.go(next(), true);
      else if (player.playing) {
        player.playing = false;
        alive.go(alive.place);
      } else {
        if (isLast()) pass(next());
        player.playing = true;
      }
    },
  };
}

export const {view, mount, readouts} = makeFigure(figure);
