/** The reader's own device solves the game: press Solve, watch the layers fill, change a rule and solve again. */
import {layOutGame} from "../game/tables.js";
import {drawGo, drawLayers, drawPrices, drawRules, FRAME, wordsOf} from "../machine/device/drawing.js";
import {readKnown} from "../machine/device/figure.js";
import {areSame, rulesAfter, rulesetOf, rulesOfText, textOfRules, USUAL} from "../machine/device/rules.js";
import {canRun, startRun} from "../machine/device/run.js";
import {makeFigure} from "site_builder/kit";

/** @import {Known} from "../machine/device/figure.js" @import {Rules} from "../machine/device/ranges.js" @import {Alive, Figure} from "site_builder/kit" */

/** What solves beside the page, for as long as the rules stay. @param {Alive<Rules, Known>} alive */
function deviceOf(alive) {
  const {known, context, signal} = alive;
  let stop = new AbortController();
  const end = () => {
    stop.abort();
    known.run = null;
  };
  signal.addEventListener("abort", end);
  const begin = () => {
    end();
    stop = new AbortController();
    const run = {rules: alive.place, progress: null};
    known.run = run;
    alive.draw();
    alive.announce();
    startRun(context.file, layOutGame(rulesetOf(run.rules)), (progress) => {
      known.run = {...run, progress};
      alive.draw();
      if (progress.solution !== null) alive.announce();
    }, (error) => {
      end();
      alive.draw();
      context.fail(error, begin);
    }, stop.signal);
  };
  return {begin, end};
}

/** @type {Figure<Rules, Known>} */
const figure = {
  know: readKnown,
  opening: () => USUAL,
  read: rulesOfText,
  write: textOfRules,
  frame: FRAME,
  draw: (rules, known) => ({
    rules: drawRules(rules, known),
    go: drawGo(rules, known),
    words: wordsOf(rules, known),
    layers: drawLayers(rules, known),
    prices: drawPrices(rules, known),
  }),
  words: wordsOf,
  press: rulesAfter,
  wake(alive) {
    const {known} = alive;
    const {begin, end} = deviceOf(alive);
    const isSolving = () => known.run !== null && known.run.progress?.solution == null;
    known.can_run = canRun();
    if (!known.can_run) alive.draw();
    return {
      press(key) {
        if (key !== "solve") return false;
        if (!isSolving()) return begin();
        end();
        alive.draw();
      },
      tell() {
        if (known.run !== null && !areSame(known.run.rules, alive.place)) end();
      },
      reset: end,
      destroy: end,
    };
  },
};

export const {view, mount} = makeFigure(figure);
