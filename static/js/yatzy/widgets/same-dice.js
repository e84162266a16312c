/** Same dice, three players: perfect play, greed and hope play one game with the same luck in their dice. */
import {askedAt, atQuestion, drawQuestion, pressOwn, readQueues, tableAt, wordsOfAnswer, youAt} from "../failures/own-game.js";
import {
  decidesAt, drawAccounts, drawCurves, drawDock, drawMoments, drawPlayer, drawRidgeAxis, drawRidges, drawWho, madeAt, momentsOf,
  placeOfText, playerOf, readDuel, ridgesOf, stepAt, stepBeside, textOfPlace, whenOf, wordsOfDice, wordsOfStep, YOU,
} from "../failures/duel.js";
import {alongPicture, every, find, grouped, makeFigure} from "site_builder/kit";
import {layOutGame} from "../game/tables.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {tumble} from "../parts/throwing.js";
import {valuesFor} from "../parts/fetched-values.js";

/** @import {Place} from "../failures/duel.js" */

/** @typedef {import("../failures/own-game.js").Seats & {ridges: readonly import("../failures/duel.js").Ridge[]}} Known */
/** @typedef {import("site_builder/kit").Alive<Place, Known>} Alive */

/** @param {Place} _place @param {Known} known */
const frameOf = (_place, {ridges, seed, rank, seeds}) => `<div class="duel">
<div class="duel-moments with-script" role="group" aria-label="Moments that tell the game" data-region="moments"></div>
<div class="duel-strip" data-dock-from><p class="duel-key quiet">What each can expect if it played perfectly from here on</p>
<div class="duel-curves"><svg aria-hidden="true"><g data-region="curves"></g><g data-region="dock"></g></svg></div>
<div class="duel-controls with-script"><button type="button" class="button" data-press="back" aria-label="One decision back">◀</button><button type="button" class="button" data-press="on" aria-label="Next decision">▶</button><b class="duel-when" data-region="when"></b></div></div>
<div class="duel-card stack"><div class="duel-who with-script" role="group" aria-label="Whose card lies open" data-region="who"></div><p class="visually-hidden" data-region="dice"></p><div class="duel-player stack" data-region="player"></div></div>
<div class="duel-table"><table class="duel-accounts" data-region="accounts"></table></div>
<details class="duel-ridges opens"><summary>All games that they can play, exactly, and where this one ended</summary>${drawRidges(ridges)}<svg class="ridge-axis" aria-hidden="true">${drawRidgeAxis()}</svg>
<p class="duel-rank quiet">This is game ${grouped(seed)}. Ordered by the lead of perfect play over greed, it is number ${grouped(rank)} of ${grouped(seeds)}: the middle.</p></details>
</div>`;

/** Let the dice fall that were thrown for a step; kept ones lie still. @param {Alive} alive */
function dropDice({element, known, place}) {
  const duel = tableAt(known, place);
  const player = playerOf(duel, place);
  if (!decidesAt(duel, player, place.step)) return;
  const before = player.decisions[madeAt(duel, player, place.step) - 2];
  const held = before?.turn === duel.steps[place.step].turn ? before.stays : [];
  tumble(every(element, ".duel-dice .die-shape > *:first-child").filter((_, die) => !held[die]));
}

/** Fetch the values once the reader sits down; her dice fall then. @param {Alive} alive */
function seat(alive) {
  const {context, known} = alive;
  const load = valuesFor(context, known.game, (valueOf) => {
    known.valueOf = valueOf;
    if (alive.place.who === YOU) alive.go(atQuestion(known, alive.place), true);
    else alive.draw();
  }, () => alive.go({...alive.place, who: known.players[0].name, own: []}));
  const tell = () => {
    if (known.valueOf === null && (alive.place.who === YOU || alive.place.own.length > 0)) load();
  };
  tell();
  return {tell};
}

/** What a press brought: after an answer of the reader's own, what it gave away. @param {string} key @param {Alive} alive @param {Place} before */
function tellPress(key, alive, before) {
  const {announce, context, element, known, place} = alive;
  if (place.own !== before.own) {
    announce(wordsOfAnswer(youAt(known, place)));
    find(element, askedAt(known, place) === null ? ".duel-name.you" : ".duel-own-dice .die").focus({preventScroll: true});
    return;
  }
  if (key.startsWith("own")) return;
  if (!context.reducedMotion && !key.startsWith("who")) dropDice(alive);
  announce();
}

/** @type {import("site_builder/kit").Figure<Place, Known>} */
const sameDice = {
  know(data) {
    const duel = readDuel(data.duel_games, data.counter.start_value[0]);
    const table = {game: layOutGame(scandinavian), queues: readQueues(data.duel_queues), valueOf: null};
    return {...duel, ...table, ridges: ridgesOf(duel, data.failure_curves)};
  },
  /** By default where the players part. */
  opening({moment = ""}, duel) {
    const [{step, who}] = momentsOf(duel);
    return placeOfText(duel, moment) ?? {step, who, own: [], picked: []};
  },
  read: (text, duel) => placeOfText(duel, text),
  write: (place, duel) => textOfPlace(duel, place),
  frame: frameOf,
  draw(place, known) {
    const duel = tableAt(known, place);
    const asked = askedAt(known, place);
    return {
      moments: drawMoments(known, place),
      curves: drawCurves(duel, place.step),
      dock: asked === null ? drawDock(duel, place) : "",
      when: whenOf(duel, place.step),
      who: drawWho(duel, place),
      dice: asked === null ? wordsOfDice(duel, place) : "",
      player: asked === null ? drawPlayer(duel, place) : drawQuestion(known, place, asked),
      accounts: drawAccounts(duel, place.step),
    };
  },
  words: (place, known) => wordsOfStep(tableAt(known, place), place.step),
  /** "on", "back", "stop-2", "who-greedy", or what the reader does in her own game. */
  press(key, place, known) {
    const [what, name] = key.split("-");
    if (what === "own") return pressOwn(key, known, place);
    if (what === "who") return name === YOU ? atQuestion(known, {...place, who: name}) : {...place, who: name};
    if (what === "stop") return {...place, step: momentsOf(known)[Number(name)].step, who: momentsOf(known)[Number(name)].who};
    return {...place, step: stepBeside(tableAt(known, place), place.step, what === "on" ? 1 : -1)};
  },
  pressed: tellPress,
  hands: [alongPicture(".duel-curves", {
    label: "Step of the game",
    stride: 3,
    now: ({step}) => step,
    last: (_, {steps}) => steps.length - 1,
    moved: (place, step) => ({...place, step}),
    stepAt: (share, _, duel) => stepAt(duel, share),
  })],
  wake: seat,
};

export const {view, mount} = makeFigure(sameDice);
