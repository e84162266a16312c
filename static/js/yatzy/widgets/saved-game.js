/**
 * A game with saved throws: at every roll, write and keep the throws that are left, or throw on? Guess first.
 */
import {alongPicture, every, makeFigure} from "site_builder/kit";
import {tumble} from "../parts/throwing.js";
import {firstClose, heldBefore, pressed, readGame, startAt, stepOfText, tallyOf, textOfStep} from "../more-dice/purse.js";
import {drawGame, PURSE, wordsOfMoment} from "../more-dice/purse-drawing.js";

/** @import {Decision, Moment} from "../more-dice/purse.js" @import {Alive, Figure} from "site_builder/kit" */

/** @typedef {readonly Decision[]} Game */

/** @type {Figure<Moment, Game>} */
const purse = {
  know: ({saved_game}) => readGame(saved_game),
  /** `moment`: turn and throw, "3.1". */
  opening: ({moment = ""}, game) => startAt(game, stepOfText(game, moment) ?? firstClose(game)),
  read(text, game, from) {
    const step = stepOfText(game, text);
    return step === null ? null : {...from, step};
  },
  write: ({step}, game) => textOfStep(game, step),
  frame: PURSE,
  draw: (moment, game) => drawGame(game, moment),
  words: (moment, game) => wordsOfMoment(game, moment),
  press: (key, moment, game) => pressed(game, moment, key),
  pressed(key, {announce, context, known, place}) {
    announce();
    const {made, lost} = tallyOf(known, place);
    if (key.startsWith("guess") && made === 1) context.record("purse", Math.max(0, 10 - Math.round(10 * lost)));
  },
  hands: [alongPicture(".purse-field", {
    label: "Roll of the game",
    stride: 5,
    now: ({step}) => step,
    last: (_moment, game) => game.length - 1,
    stepAt: (share, _moment, game) => Math.min(game.length - 1, Math.floor(share * game.length)),
    moved: (moment, step) => ({...moment, step}),
  })],
  wake: dropDice,
};

/** At another step the dice fall that were thrown for it; back at the opening they lie. @param {Alive<Moment, Game>} alive */
function dropDice(alive) {
  const {element, context, known} = alive;
  /** @type {number | null} */
  let shown = alive.place.step;
  return {
    reset: () => (shown = null),
    tell() {
      const {step} = alive.place;
      const before = shown;
      shown = step;
      if (before === null || before === step || context.reducedMotion) return;
      const held = heldBefore(known, step);
      tumble(every(element, ".purse-dice .die").filter((_, die) => !held[die]));
    },
  };
}

export const {view, mount} = makeFigure(purse);
