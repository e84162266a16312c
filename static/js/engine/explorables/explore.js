/**
 * A figure that an author has written in Python: its parts are computed for every state when the site is built, and
 * this shows them. One module for all of them; it knows no subject.
 */
import {WORDS} from "site_builder/words";
import {makeFigure} from "../kit/figure.js";
import {playing} from "../kit/playing.js";
import {plain} from "../kit/repaint.js";
import {ASKING, byGuessing, questionOf} from "./asking.js";
import {byControls, controlOf, escaped} from "./controls.js";
import {isAllowed, nearestStop} from "./allowed.js";
import {indexOf, textAt} from "./packed.js";
import {placed, withPictures} from "./pictures.js";
import {byPicture, chosenIn} from "./pointing.js";
import {playedAmong, read, write} from "./states.js";

/** @import {Packed, Part} from "./packed.js" @import {Parameter} from "./states.js" */

/**
 * What is known of an explorable. Pictures themselves come as files; only the build has them at once.
 * @typedef {object} Known
 * @property {Parameter[]} parameters
 * @property {Record<string, Part>} quantities
 * @property {Part | null} sentence
 * @property {Part | null} table
 * @property {Part | null} alt_text
 * @property {string} alt
 * @property {import("./pictures.js").Pictured | null} picture
 * @property {Record<string, Packed[]>} [drawn]
 * @property {import("./asking.js").Guess | null} guess
 * @property {import("./allowed.js").Only | null} only
 * @property {string} why Why not all stops go with all others.
 * @property {import("./states.js").Former | null} former
 * @property {(place: readonly number[]) => boolean} allowed
 */

/** Milliseconds that a stop is seen while the figure plays. */
const BEAT = 700;

/** A place with one parameter at another stop. @param {readonly number[]} place @param {number} one @param {number} stop */
const moved = (place, one, stop) => place.map((at, index) => (index === one ? stop : at));

/** @param {Part | null} part @param {number[]} place @param {Known} known */
const textOf = (part, place, {parameters}) => (part === null ? "" : textAt(part.packed, indexOf(part.on, place, parameters)));

/** What the picture shows, for those who cannot see it. @param {number[]} place @param {Known} known @param {{alt?: string}} [state] */
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

/** Parameters that the figure offers controls for. @param {Known} known @param {{controls?: string[]}} state */
const offered = ({parameters}, {controls}) => parameters.filter(({name, labels}) => labels.length > 1 && (controls?.includes(name) ?? true));

/** The parameter that the figure plays along, if it plays. @param {Known} known @param {any} state */
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
  pressed() {}, // The controls let the sentence be said, once the hand rests.
  hands: [byControls, (alive) => (alive.known.picture ? withPictures(/** @type {any} */ (alive)) : {tell() {}}), byPicture, aloud, bySaving, byGuessing],
  wake: play,
};

/** Keep the words for the picture as they should be. @param {import("../kit/kit").Alive<number[], Known>} alive */
function aloud(alive) {
  const picture = alive.element.querySelector(".explorable-picture");
  return {tell: () => picture?.setAttribute("aria-label", altOf(alive.place, alive.known, alive.context.state))};
}

/** Let readers take the picture with them. @param {import("../kit/kit").Alive<number[], Known>} alive */
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

/** Let the figure play along one parameter, to its last stop. @param {import("../kit/kit").Alive<number[], Known>} alive */
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
