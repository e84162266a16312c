/** Same dice, three players: perfect play, greed and hope play one game with the same luck in their dice. */
import {decidesAt, madeAt, readDuel, ridgesOf, stepOfText, textOfStep, whenOf, wordsOfStep} from "../failures/duel.js";
import {drawAccounts, drawCurves, drawMoments, drawPlayer, momentsOf, stepAt} from "../failures/duel-drawing.js";
import {drawRidgeAxis, drawRidges} from "../failures/ridges.js";
import {alongPicture, every, grouped, makeFigure} from "site_builder/kit";
import {tumble} from "../parts/throwing.js";

/** @typedef {import("../failures/duel.js").Duel & {ridges: readonly import("../failures/ridges.js").Ridge[]}} Known */

/** @param {Known} known */
const frameOf = ({players, ridges, seed, rank, seeds}) => `<div class="duel">
<div class="duel-controls with-script"><button type="button" class="button" data-press="back" aria-label="One step back">Back</button><button type="button" class="button" data-press="on">Next decision</button><b class="duel-when" data-region="when"></b></div>
<div class="duel-players">${players.map(({name, title}) => `<div class="duel-player ${name}" role="group" aria-label="${title}" data-region="${name}"></div>`).join("")}</div>
<div class="duel-moments with-script" role="group" aria-label="Moments worth a visit" data-region="moments"></div>
<p class="duel-key">What each can expect if it played perfectly from here on</p>
<div class="duel-curves"><svg aria-hidden="true" data-region="curves"></svg></div>
<div class="duel-table"><table class="duel-accounts" data-region="accounts"></table></div>
<div class="duel-ridges"><p>All games that they can play, exactly, and where this one ended</p>${drawRidges(ridges)}<svg class="ridge-axis" aria-hidden="true">${drawRidgeAxis()}</svg>
<p class="duel-rank">This is game ${grouped(seed)}. Ordered by the lead of perfect play over greed, it is number ${grouped(rank)} of ${grouped(seeds)}: the middle.</p></div>
</div>`;

/** Let the dice fall that were thrown for a step; kept ones lie still. @param {import("site_builder/kit").Alive<number, Known>} alive */
function dropDice({element, known: duel, place: step}) {
  for (const player of duel.players.filter((one) => decidesAt(duel, one, step))) {
    const before = player.decisions[madeAt(duel, player, step) - 2];
    const held = before?.turn === duel.steps[step].turn ? before.stays : [];
    tumble(every(element, `.duel-player.${player.name} .die`).filter((_, die) => !held[die]));
  }
}

/** A place is a step of the game. @type {import("site_builder/kit").Figure<number, Known>} */
const sameDice = {
  know(data) {
    const duel = readDuel(data.duel_games, data.counter.start_value[0]);
    return {...duel, ridges: ridgesOf(duel, data.failure_curves)};
  },
  /** By default where the players part. */
  opening: ({moment = ""}, duel) => stepOfText(duel, moment) ?? momentsOf(duel)[0].step,
  read: (text, duel) => stepOfText(duel, text),
  write: (step, duel) => textOfStep(duel, step),
  frame: (_, known) => frameOf(known),
  draw: (step, duel) => ({
    ...Object.fromEntries(duel.players.map(({name}, player) => [name, drawPlayer(duel, player, step)])),
    when: whenOf(duel, step),
    moments: drawMoments(duel, step),
    curves: drawCurves(duel, step),
    accounts: drawAccounts(duel, step),
  }),
  words: (step, duel) => wordsOfStep(duel, step),
  /** "on", "back" or "step-12". */
  press(key, step, {steps}) {
    const [what, number] = key.split("-");
    const next = what === "on" ? step + 1 : what === "back" ? step - 1 : Number(number);
    return Math.max(0, Math.min(steps.length - 1, next));
  },
  pressed(_, alive) {
    if (!alive.context.reducedMotion) dropDice(alive);
    alive.announce();
  },
  hands: [alongPicture(".duel-curves", {
    label: "Step of the game",
    stride: 3,
    now: (step) => step,
    last: (_, {steps}) => steps.length - 1,
    moved: (_, step) => step,
    stepAt: (share, _, duel) => stepAt(duel, share),
  })],
};

export const {view, mount} = makeFigure(sameDice);
