/**
 * Same dice, three players: perfect play, greed and hope play one game with the same luck in their dice.
 */
import {readDuel, stepOfText, textOfStep, wordsOfDecision, decidesAt, madeAt} from "../failures/duel.js";
import {drawAccounts, drawCurves, drawMoments, drawPlayer, momentsOf, stepAt} from "../failures/duel-drawing.js";
import {drawRidgeAxis, drawRidges} from "../failures/ridges.js";
import {every, find, grouped, onPress, plain, repaint, scrub} from "site_builder/kit";
import {tumble} from "../parts/throwing.js";

/**
 * @typedef {import("../../engine/widget").DataSet} DataSet
 * @typedef {{duel_games: DataSet, failure_curves: DataSet, counter: DataSet}} Data
 * @typedef {import("../failures/duel.js").Duel} Duel
 */

/** @param {Duel} duel @param {number} step */
function regionsOf(duel, step) {
  const players = Object.fromEntries(duel.players.map(({name}, index) => [`.duel-player.${name}`, drawPlayer(duel, index, step)]));
  return {
    ...players,
    ".duel-when": whenOf(duel, step),
    ".duel-moments": drawMoments(duel, step),
    ".duel-curves > svg": drawCurves(duel, step),
    ".duel-accounts": drawAccounts(duel, step),
  };
}

/** @param {Duel} duel @param {number} step */
function whenOf({steps}, step) {
  return `Turn ${steps[step].turn}, throw ${steps[step].throw}`;
}

/** @param {Duel} duel @param {Data} data */
function ridgesOf({players}, {failure_curves}) {
  const ridges = players.map(({name, title, final_score}) => ({name, title, chances: failure_curves[name], mark: final_score}));
  return [...ridges, {name: "random", title: "Play at random", chances: failure_curves.random, mark: null}];
}

/**
 * Draw the figure at a step, by default where the players part.
 * @param {{moment?: string}} state `moment`: turn and throw, "13.3".
 * @param {Data} data
 */
export function view(state, data) {
  const duel = readDuel(data.duel_games, data.counter.start_value[0]);
  const step = stepOfText(duel, state.moment ?? null) ?? momentsOf(duel)[0].step;
  const regions = /** @type {Record<string, string>} */ (regionsOf(duel, step));
  const tables = duel.players.map(({name, title}) =>
    `<div class="duel-player ${name}" role="group" aria-label="${title}">${regions[`.duel-player.${name}`]}</div>`);
  return `<div class="duel">
<div class="duel-controls with-script"><button type="button" class="button" data-press="back" aria-label="One step back">Back</button><button type="button" class="button" data-press="on">Next decision</button><b class="duel-when">${regions[".duel-when"]}</b></div>
<div class="duel-players">${tables.join("")}</div>
<div class="duel-moments with-script" role="group" aria-label="Moments worth a visit">${regions[".duel-moments"]}</div>
<p class="duel-key">What each can expect if it played perfectly from here on</p>
<div class="duel-curves"><svg aria-hidden="true">${regions[".duel-curves > svg"]}</svg></div>
<div class="duel-table"><table class="duel-accounts">${regions[".duel-accounts"]}</table></div>
<div class="duel-ridges"><p>All games that they can play, exactly, and where this one ended</p>${drawRidges(ridgesOf(duel, data))}<svg class="ridge-axis" aria-hidden="true">${drawRidgeAxis()}</svg>
<p class="duel-rank">This is game ${grouped(duel.seed)}. Ordered by the lead of perfect play over greed, it is number ${grouped(duel.rank)} of ${grouped(duel.seeds)}: the middle.</p></div>
</div>`;
}

/** Let the dice fall that were thrown for a step; kept ones lie still. @param {HTMLElement} element @param {Duel} duel @param {number} step */
function dropDice(element, duel, step) {
  for (const player of duel.players.filter((one) => decidesAt(duel, one, step))) {
    const made = madeAt(duel, player, step);
    const before = player.decisions[made - 2];
    const held = before?.turn === duel.steps[step].turn ? before.stays : [];
    tumble(every(element, `.duel-player.${player.name} .die`).filter((_, die) => !held[die]));
  }
}

/**
 * Let the reader go through the game.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const duel = readDuel(data.duel_games, data.counter.start_value[0]);
  const last = duel.steps.length - 1;
  const opening = stepOfText(duel, String(context.state.moment ?? "")) ?? momentsOf(duel)[0].step;
  let step = opening;

  function words() {
    const told = duel.players.map((player) =>
      (decidesAt(duel, player, step) ? `${player.title}: ${wordsOfDecision(player.decisions[madeAt(duel, player, step) - 1])}` : ""));
    return plain(`${whenOf(duel, step)}. ${told.filter(Boolean).join(" ")}`);
  }

  /** @param {number} next */
  function show(next) {
    step = Math.max(0, Math.min(last, next));
    for (const [selector, markup] of Object.entries(regionsOf(duel, step))) repaint(find(element, selector), markup);
    tell();
  }

  /** @param {number} next */
  function go(next) {
    show(next);
    context.writeState(textOfStep(duel, step));
  }

  const tell = scrub({
    element: find(element, ".duel-curves"),
    label: "Step of the game",
    stride: 3,
    read: () => ({now: step, last, words: words()}),
    stepAt: (share) => stepAt(duel, share),
    seek: go,
  }, stop.signal);

  const press = (/** @type {string} */ key) => {
    const [what, number] = key.split("-");
    go(what === "on" ? step + 1 : what === "back" ? step - 1 : Number(number));
    if (!context.reducedMotion) dropDice(element, duel, step);
    context.announce(words());
  };
  onPress(element, press, stop.signal);
  const linked = stepOfText(duel, context.readState());
  if (linked !== null) show(linked);
  const reset = () => {
    show(opening);
    context.writeState(null);
  };
  return {press, reset, destroy: () => stop.abort()};
}
