/**
 * One box left: keep dice and see, point by point, what the throws to come are worth. The first answer is a guess.
 */
import {byDigits, dressed, every, find, makeFigure} from "site_builder/kit";
import {judge} from "../solving/last-box.js";
import {BOX, drawBoxCard, drawMoment, nameOfKeep, verdictOfGuess, wordsOfMoment} from "../solving/last-box-drawing.js";
import {heldOf, layOutTable, momentOfText, OPENING, pressed, textOfMoment} from "../solving/last-box-moment.js";
import {tumble} from "../parts/throwing.js";

/** @import {Moment, Table} from "../solving/last-box-moment.js" */

/** What comes first has the class `asks`; what `tells` is covered until there is an answer. @param {Moment} moment */
const covered = ({asks}) => (asks ? "last-box guessing" : "last-box");

/** @type {import("site_builder/kit").Figure<Moment, Table>} */
const box = {
  know: layOutTable,
  /** `moment`: box, dice, rerolls and kept dice, "chance.24456.2.0". */
  opening: ({moment = ""}) => momentOfText(moment) ?? OPENING,
  read: momentOfText,
  write: textOfMoment,
  frame: (moment) => `<div class="${covered(moment)}">${BOX}</div>`,
  draw: drawMoment,
  card: drawBoxCard,
  words: (moment, table) => (moment.asks ? nameOfKeep(moment) : wordsOfMoment(moment, table)),
  press: pressed,
  pressed(key, {announce, context, element, known, place}, before) {
    const judged = key === "guess" && before.asks;
    announce(judged ? verdictOfGuess(place, known) : undefined);
    if (judged) {
      context.record("keep", judge(known.game.lattice, known.boxOf(place.category), before).points);
      find(element, ".box-throw").focus({preventScroll: true}); // The button that had the focus is gone.
    }
    const held = heldOf(before);
    if (key === "throw" && !context.reducedMotion) tumble(every(element, ".box-dice .die").filter((_, die) => !(held & (1 << die))));
  },
  hands: [
    byDigits(".box-dice", 6, (moment, at, face) => ({
      ...moment, asks: false, dice: moment.dice.map((old, die) => (die === at ? face(old) : old)),
    })),
    dressed(".last-box", covered),
  ],
  wake({known, place}) {
    known.boxOf(place.category); // Solved before the first press asks for it.
  },
};

export const {view, card, mount} = makeFigure(box);
