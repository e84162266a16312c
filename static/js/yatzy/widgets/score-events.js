/** What are the humps? The curve of final scores taken apart by the bonus, Yatzy and the straights. */
import {find, makeFigure} from "site_builder/kit";
import {scoreAt} from "../perfect/score-curve.js";
import {likeliestPart, partsOf, placeOfText} from "../perfect/score-events.js";
import {drawHumps, drawSwitches, drawTable, wordsOfPart} from "../perfect/score-events-drawing.js";

/** @import {Part, Place} from "../perfect/score-events.js" */

/** Split by the bonus and Yatzy; the games with the bonus alone. */
const OPENING = "3.1";

const FRAME = `<div class="humps">
<p class="humps-switches with-script" role="group" aria-label="Take the games apart by" data-region="switches"></p>
<div class="humps-field" data-dock-from><svg aria-hidden="true" data-region="humps"></svg></div>
<p class="humps-words" data-region="words"></p>
<div class="humps-parts" role="group" aria-label="Groups of games: mean score and share" data-region="table"></div>
</div>`;

/** Groups of games, by what splits them. @typedef {(split: number) => readonly Part[]} Known */

/** @type {import("site_builder/kit").Figure<Place, Known>} */
const humps = {
  /** Each split is worked out once. @returns {Known} */
  know(data) {
    /** @type {Map<number, readonly Part[]>} */
    const known = new Map();
    return (split) => {
      const parts = known.get(split) ?? partsOf(data, split);
      known.set(split, parts);
      return parts;
    };
  },
  opening: ({place = OPENING}) => /** @type {Place} */ (placeOfText(place)),
  read: placeOfText,
  write: ({split, chosen}) => `${split}.${chosen}`,
  frame: FRAME,
  draw(place, partsAt) {
    const parts = partsAt(place.split);
    return {
      switches: drawSwitches(place),
      humps: drawHumps(parts, place),
      words: wordsOfPart(parts, place),
      table: drawTable(parts, place),
    };
  },
  words: (place, partsAt) => wordsOfPart(partsAt(place.split), place),
  /** "event-4" splits the games or joins them again, "part-5" chooses a group. */
  press(key, {split, chosen}) {
    const [what, number] = key.split("-");
    const bits = Number(number);
    if (what === "part") return {split, chosen: bits & split};
    const next = split ^ bits;
    return {split: next, chosen: next & bits ? chosen | bits : chosen & next};
  },
  /** A press on the hills chooses the one that is likeliest there. */
  wake(alive) {
    const field = find(alive.element, ".humps-field");
    field.addEventListener("click", ({clientX}) => {
      const {left, width} = field.getBoundingClientRect();
      const {split} = alive.place;
      alive.go({split, chosen: likeliestPart(alive.known(split), scoreAt((clientX - left) / width))}, true);
    }, {signal: alive.signal});
  },
};

export const {view, mount} = makeFigure(humps);
