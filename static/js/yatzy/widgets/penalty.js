/** Can a penalty save greed? Turn its scale: one roll is counted differently, and whole games end differently. */
import {momentOfText, readScales, textOfMoment} from "../failures/penalty.js";
import {drawCurve, drawDice, drawOffers, stopAt, wordsOfScale} from "../failures/penalty-drawing.js";
import {alongPicture, enterDigits, find, makeFigure} from "site_builder/kit";

/** @import {Moment, Scales} from "../failures/penalty.js" */

/** Opening roll: worth more points in Chance than in Threes. */
const ROLL = [3, 3, 3, 5, 1];

const FRAME = `<div class="penalty">
<div class="penalty-roll"><p>A last throw on an empty card. What is it counted for?</p>
<div class="penalty-dice" role="group" aria-label="Dice; press one to turn it" data-region="dice"></div>
<ul class="penalty-offers" data-region="offers"></ul></div>
<div class="penalty-games"><p class="penalty-words" data-region="words"></p>
<div class="penalty-curve"><svg aria-hidden="true" data-region="curve"></svg></div>
<p class="penalty-axis" aria-hidden="true">scale of the penalty, in points</p>
<p class="penalty-presets with-script"><button type="button" class="button" data-press="published">The published scale</button><button type="button" class="button" data-press="best">The best scale found</button></p></div>
</div>`;

/** Turn one die. @param {Moment} moment @param {number} die @param {(old: number) => number} face @returns {Moment} */
const turned = ({stop, dice}, die, face) => ({stop, dice: dice.map((old, index) => (index === die ? face(old) : old))});

/** @param {Scales} scales @param {"best" | "published"} which */
const stopOf = ({stops}, which) => stops.findIndex((stop) => stop[which]);

/** @type {import("site_builder/kit").Figure<Moment, Scales>} */
const penalty = {
  know: readScales,
  /** By default at the published scale. */
  opening: ({moment = ""}, scales) => momentOfText(scales, moment) ?? {stop: stopOf(scales, "published"), dice: ROLL},
  read: (text, scales) => momentOfText(scales, text),
  write: (moment, scales) => textOfMoment(scales, moment),
  frame: FRAME,
  draw: (moment, scales) => ({
    dice: drawDice(moment.dice),
    offers: drawOffers(scales, moment),
    words: wordsOfScale(scales, moment),
    curve: drawCurve(scales, moment),
  }),
  words: (moment, scales) => wordsOfScale(scales, moment),
  /** "die-3", "published" or "best". */
  press(key, moment, scales) {
    const [what, die] = key.split("-");
    if (what === "die") return turned(moment, Number(die), (face) => (face % 6) + 1);
    return {...moment, stop: stopOf(scales, what === "best" ? "best" : "published")};
  },
  pressed(key, {element, announce}) {
    announce(key.startsWith("die-") ? find(element, ".penalty-offers .taken").textContent ?? "" : undefined);
  },
  hands: [alongPicture(".penalty-curve", {
    label: "Scale of the penalty",
    stride: 5,
    now: ({stop}) => stop,
    last: (_, {stops}) => stops.length - 1,
    moved: (moment, stop) => ({...moment, stop}),
    stepAt: (share, _, scales) => stopAt(scales, share),
  })],
  wake(alive) {
    enterDigits(find(alive.element, ".penalty-dice"), 6, (die, face) => alive.go(turned(alive.place, die, face)), alive.signal);
  },
};

export const {view, mount} = makeFigure(penalty);
