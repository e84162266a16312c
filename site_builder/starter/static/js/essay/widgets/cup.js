/**
 * How warm is it by now? A figure is a function of its place, here a vessel and a minute. From the following functions
 * `makeFigure` creates its still for readers without JavaScript, the mounted figure, links, Reset, and announcements.
 */
import {levels, makeFigure, pathOf, percentOf, stretched, underneath} from "site_builder/kit";

/** One drawing for wide columns, one for narrow ones: the size of text is constant, the plot is scaled. */
export const layouts = ["wide", "narrow"];
const SIZES = {wide: {width: 680, height: 300, text: 14}, narrow: {width: 320, height: 240, text: 13.5}};
const degreesAt = (minute, vessel, {start, room, half_times}) => room + (start - room) * 2 ** (-minute / half_times[vessel]);

function drawPicture({vessel, minute}, cup, {width, height, text}) {
  const up = (degrees) => (degrees - cup.room) / (cup.start - cup.room);
  const curve = (name) => pathOf(Array.from({length: 61}, (_, step) => [step / 60, up(degreesAt((step / 60) * cup.minutes, name, cup))]));
  const curves = Object.keys(cup.half_times).map((name) =>
    `<path class="${name === vessel ? "cup-curve" : "cup-other"}" vector-effect="non-scaling-stroke" d="${curve(name)}"/>`);
  const rows = levels([cup.room, cup.cold, cup.hot, cup.start].map((degrees) => ({share: up(degrees), label: `${degrees}°`})));
  const columns = underneath([0, 0.25, 0.5, 0.75, 1].map((share) => ({share, label: `${share * cup.minutes}`})));
  return `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-size="${text}" aria-hidden="true">
<svg x="42" y="14" width="${width - 56}" height="${height - 54}" overflow="visible"><g class="cup-labels">${rows}${columns}</g>
<rect class="cup-good" width="100%" y="${percentOf(1 - up(cup.hot))}" height="${percentOf(up(cup.hot) - up(cup.cold))}"/>
<line class="cup-axis" x2="100%" y1="100%" y2="100%"/>${stretched(curves.join(""))}<circle class="cup-handle"
cx="${percentOf(minute / cup.minutes)}" cy="${percentOf(1 - up(degreesAt(minute, vessel, cup)))}" r="9"/></svg></svg>`;
}

function describe({vessel, minute}, cup) {
  const degrees = degreesAt(minute, vessel, cup);
  const verdict = degrees > cup.hot ? "still too hot" : degrees < cup.cold ? "too late" : "just right";
  return `After ${minute} minutes in the ${vessel}: <b>${Math.round(degrees)} °C</b>, ${verdict}.`;
}

export const {view, mount} = makeFigure({
  /** What the figure needs of the data sets listed for it in `site.toml`: columns by name. */
  know: ({assumptions: {start: [start], room: [room], hot: [hot], cold: [cold], minutes: [minutes]}, vessels}) =>
    ({start, room, hot, cold, minutes, half_times: Object.fromEntries(vessels.vessel.map((name, row) => [name, vessels.half_time[row]]))}),
  /** The place where it opens, from the `state` in `site.toml`. */
  opening: ({vessel, minute}) => ({vessel, minute}),
  /** The place that a link names, or null if it is invalid; and the text of a link to a place. */
  read(text, {half_times, minutes}) {
    const [vessel, minute] = text.split(".");
    return half_times[vessel] > 0 && /^\d{1,3}$/.test(minute) ? {vessel, minute: Math.min(Number(minute), minutes)} : null;
  },
  write: ({vessel, minute}) => `${vessel}.${minute}`,
  /** The constant markup of each layout; `draw` fills each element whose last attribute is a `data-region`. */
  frame: (_place, _cup, {layout}) => `<div class="cup">
<div class="cup-vessels" role="group" aria-label="What the coffee is in" data-region="vessels"></div>
<div class="cup-picture" data-region="${layout}"></div><label class="cup-time" data-region="time"></label>
<p class="cup-words" data-region="words"></p></div>`,
  draw: (place, cup) => ({
    vessels: Object.keys(cup.half_times).map((name) =>
      `<button type="button" class="cup-vessel" data-press="${name}" aria-pressed="${name === place.vessel}">${name}</button>`).join(""),
    wide: drawPicture(place, cup, SIZES.wide),
    narrow: drawPicture(place, cup, SIZES.narrow),
    time: `Minutes <input type="range" data-entry="minute" min="0" max="${cup.minutes}" value="${place.minute}">`,
    words: describe(place, cup),
  }),
  words: describe, // The sentence that is announced when the reader has moved the figure.
  /** The place for a press: the `data-press` of a button, or "minute=33" of the field with that `data-entry`. */
  press: (key, place) => (key.startsWith("minute=") ? {...place, minute: Number(key.slice(7))} : {...place, vessel: key}),
});
