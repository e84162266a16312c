/** Same dice, three players: perfect play, greed and hope play one game with the same luck in their dice. */
import {decidesAt, madeAt, placeOfText, readDuel, ridgesOf, textOfPlace, whenOf, wordsOfStep} from "../failures/duel.js";
import {drawAccounts, drawCurves, drawDock, drawMoments, drawPlayer, drawWho, momentsOf, playerOf, stepAt, wordsOfDice} from "../failures/duel-drawing.js";
import {drawRidgeAxis, drawRidges} from "../failures/ridges.js";
import {alongPicture, every, grouped, makeFigure} from "site_builder/kit";
import {tumble} from "../parts/throwing.js";

/** @import {Place} from "../failures/duel.js" */

/** @typedef {import("../failures/duel.js").Duel & {ridges: readonly import("../failures/ridges.js").Ridge[]}} Known */

/** @param {Place} _place @param {Known} known */
const frameOf = (_place, {ridges, seed, rank, seeds}) => `<div class="duel">
<div class="duel-moments with-script" role="group" aria-label="Moments that tell the game" data-region="moments"></div>
<div class="duel-strip"><p class="duel-key">What each can expect if it played perfectly from here on</p>
<div class="duel-curves"><svg aria-hidden="true"><g data-region="curves"></g><g data-region="dock"></g></svg></div>
<div class="duel-controls with-script"><button type="button" class="button" data-press="back" aria-label="One decision back">◀</button><button type="button" class="button" data-press="on" aria-label="Next decision">▶</button><b class="duel-when" data-region="when"></b></div></div>
<div class="duel-card"><div class="duel-who with-script" role="group" aria-label="Whose card lies open" data-region="who"></div><p class="visually-hidden" data-region="dice"></p><div class="duel-player" data-region="player"></div></div>
<div class="duel-table"><table class="duel-accounts" data-region="accounts"></table></div>
<details class="duel-ridges"><summary>All games that they can play, exactly, and where this one ended</summary>${drawRidges(ridges)}<svg class="ridge-axis" aria-hidden="true">${drawRidgeAxis()}</svg>
<p class="duel-rank">This is game ${grouped(seed)}. Ordered by the lead of perfect play over greed, it is number ${grouped(rank)} of ${grouped(seeds)}: the middle.</p></details>
</div>`;

/** Let the dice fall that were thrown for a step; kept ones lie still. @param {import("site_builder/kit").Alive<Place, Known>} alive */
function dropDice({element, known: duel, place}) {
  const player = playerOf(duel, place);
  if (!decidesAt(duel, player, place.step)) return;
  const before = player.decisions[madeAt(duel, player, place.step) - 2];
  const held = before?.turn === duel.steps[place.step].turn ? before.stays : [];
  tumble(every(element, ".duel-dice .die-shape > *:first-child").filter((_, die) => !held[die]));
}

/** @type {import("site_builder/kit").Figure<Place, Known>} */
const sameDice = {
  know(data) {
    const duel = readDuel(data.duel_games, data.counter.start_value[0]);
    return {...duel, ridges: ridgesOf(duel, data.failure_curves)};
  },
  /** By default where the players part. */
  opening({moment = ""}, duel) {
    const [{step, who}] = momentsOf(duel);
    return placeOfText(duel, moment) ?? {step, who};
  },
  read: (text, duel) => placeOfText(duel, text),
  write: (place, duel) => textOfPlace(duel, place),
  frame: frameOf,
  draw: (place, duel) => ({
    moments: drawMoments(duel, place),
    curves: drawCurves(duel, place.step),
    dock: drawDock(duel, place),
    when: whenOf(duel, place.step),
    who: drawWho(duel, place),
    dice: wordsOfDice(duel, place),
    player: drawPlayer(duel, place),
    accounts: drawAccounts(duel, place.step),
  }),
  words: ({step}, duel) => wordsOfStep(duel, step),
  /** "on", "back", "stop-2", or "who-greedy". */
  press(key, place, duel) {
    const [what, name] = key.split("-");
    if (what === "who") return {...place, who: name};
    if (what === "stop") return {step: momentsOf(duel)[Number(name)].step, who: momentsOf(duel)[Number(name)].who};
    const step = what === "on" ? place.step + 1 : place.step - 1;
    return {...place, step: Math.max(0, Math.min(duel.steps.length - 1, step))};
  },
  pressed(key, alive) {
    if (!alive.context.reducedMotion && !key.startsWith("who")) dropDice(alive);
    alive.announce();
  },
  hands: [alongPicture(".duel-curves", {
    label: "Step of the game",
    stride: 3,
    now: ({step}) => step,
    last: (_, {steps}) => steps.length - 1,
    moved: (place, step) => ({...place, step}),
    stepAt: (share, _, duel) => stepAt(duel, share),
  })],
};

export const {view, mount} = makeFigure(sameDice);
