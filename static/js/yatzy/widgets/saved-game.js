/**
 * A game with saved throws: at every roll, write and keep the throws that are left, or throw on? Guess first.
 */
import {every, find, onPress, plain, repaint, scrub} from "site_builder/kit";
import {tumble} from "../parts/throwing.js";
import {bestOf, isClose, isOpen, pressed, readGame, startAt, stepOfText, tallyOf, textOfStep} from "../more-dice/purse.js";
import {drawCard, drawChoices, drawDice, drawPurse, drawTally, drawTimeline, drawVerdict, drawWhen} from "../more-dice/purse-drawing.js";

/**
 * @typedef {{saved_game: import("../../engine/widget").DataSet}} Data
 * @typedef {import("../more-dice/purse.js").Decision} Decision
 * @typedef {import("../more-dice/purse.js").Moment} Moment
 */

/** @param {readonly Decision[]} game @param {Moment} moment @returns {Record<string, string>} */
function draw(game, moment) {
  const decision = game[moment.step];
  const told = moment.guesses[moment.step] !== null;
  return {
    ".purse-when": drawWhen(decision),
    ".purse-dice": drawDice(decision, told),
    ".purse-left": drawPurse(decision),
    ".purse-choices": drawChoices(decision, moment),
    ".purse-verdict": drawVerdict(decision, moment),
    ".purse-card": drawCard(game, moment.step),
    ".purse-tally": drawTally(game, moment),
    ".purse-field > svg": drawTimeline(game, moment),
  };
}

/** The first close call after the first turn. @param {readonly Decision[]} game */
function openingOf(game) {
  return game.findIndex((decision) => decision.turn > 1 && bestOf(decision) === "write" && isClose(decision));
}

/**
 * Draw the figure at a step.
 * @param {{moment?: string}} state `moment`: turn and throw, "3.1".
 * @param {Data} data
 */
export function view(state, data) {
  const game = readGame(data.saved_game);
  const drawn = draw(game, startAt(game, stepOfText(game, state.moment ?? null) ?? openingOf(game)));
  return `<div class="purse">
<div class="purse-controls with-script"><button type="button" class="button" data-press="back" aria-label="One throw back">Back</button><button type="button" class="button" data-press="on">Play on</button><button type="button" class="button" data-press="close">Next close call</button></div>
<div class="purse-play"><b class="purse-when">${drawn[".purse-when"]}</b>
<div class="purse-dice">${drawn[".purse-dice"]}</div>
<p class="purse-left">${drawn[".purse-left"]}</p>
<div class="purse-choices">${drawn[".purse-choices"]}</div>
<p class="purse-verdict">${drawn[".purse-verdict"]}</p></div>
<div class="purse-side"><div class="purse-card">${drawn[".purse-card"]}</div><p class="purse-tally">${drawn[".purse-tally"]}</p></div>
<div class="purse-time"><p class="purse-head">Throws in hand at every roll of the game: <span class="write"><i></i>writes</span> <span class="throw"><i></i>throws on</span></p>
<div class="purse-field"><svg aria-hidden="true">${drawn[".purse-field > svg"]}</svg></div></div>
</div>`;
}

/**
 * Let the reader guess, and go through the game.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const game = readGame(data.saved_game);
  const opening = startAt(game, stepOfText(game, String(context.state.moment ?? "")) ?? openingOf(game));
  let moment = opening;

  function show() {
    for (const [selector, markup] of Object.entries(draw(game, moment))) repaint(find(element, selector), markup);
    tell();
  }

  const words = () => plain(`${drawWhen(game[moment.step])}: ${game[moment.step].dice.join(" ")}, ${game[moment.step].in_hand} in hand. ${drawVerdict(game[moment.step], moment)}`);

  /** @param {Moment} next */
  function go(next) {
    const moved = next.step !== moment.step;
    moment = next;
    show();
    context.writeState(textOfStep(game, moment.step));
    if (moved && !context.reducedMotion) dropDice(element, game, moment.step);
  }

  const tell = scrub({
    element: find(element, ".purse-field"),
    label: "Roll of the game",
    stride: 5,
    read: () => ({now: moment.step, last: game.length - 1, words: words()}),
    stepAt: (share) => Math.min(game.length - 1, Math.floor(share * game.length)),
    seek: (step) => go({...moment, step}),
  }, stop.signal);

  /** @param {string} key */
  function press(key) {
    go(pressed(game, moment, key));
    context.announce(words());
    const {made, lost} = tallyOf(game, moment);
    if (key.startsWith("guess") && made === 1) context.record("purse", Math.max(0, 10 - Math.round(10 * lost)));
  }

  onPress(element, press, stop.signal);
  const linked = stepOfText(game, context.readState());
  if (linked !== null) {
    moment = startAt(game, linked);
    show();
  }
  /** Words of the chapter show a step. @param {string} text */
  function showStep(text) {
    go({...moment, step: stepOfText(game, text) ?? moment.step});
    context.announce(words());
  }
  const reset = () => {
    moment = opening;
    show();
    context.writeState(null);
  };
  return {press, show: showStep, reset, destroy: () => stop.abort()};
}

/** Let the dice fall that were thrown for a step. @param {HTMLElement} element @param {readonly Decision[]} game @param {number} step */
function dropDice(element, game, step) {
  const before = step > 0 && game[step].throw > 1 && isOpen(game[step - 1]) ? game[step - 1].stays : [];
  tumble(every(element, ".purse-dice .die").filter((_, die) => !before[die]));
}
