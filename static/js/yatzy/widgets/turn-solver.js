/**
 * One turn, solved before your eyes: the keep lattice as a fan, means running inward, maxima outward, true values.
 *
 * The first turn of a game ships with the page; for any other card the advisor's table of values is fetched.
 */
import {alongPicture, byDigits, counted, dressed, find, makeFigure, overNodes, partsOf, Player} from "site_builder/kit";
import {drawBoxes, drawPresets, PRESETS, wordsOfCard} from "../solving/turn/card.js";
import {drawScale} from "../solving/turn/colours.js";
import {COLUMNS_BOX, drawColumns} from "../solving/turn/columns-drawing.js";
import {drawCone, drawLinks, drawRings, drawWriting} from "../solving/turn/fan-drawing.js";
import {endOf, LAST_STEP, PHASES} from "../solving/turn/frames.js";
import {isWaiting, know, laid, shownAt} from "../solving/turn/known.js";
import {holds, momentOfText, OPENING, textOfMoment} from "../solving/turn/moment.js";
import {FAN, layOutColumns, placeBeside} from "../solving/turn/places.js";
import {drawReading, readingOf} from "../solving/turn/reading.js";
import {tableFor} from "../solving/turn/table.js";
import {drawTrack, stepForEar, wordsOfStep} from "../solving/turn/track.js";
import {findKeep} from "../game/lattice.js";
import {dieButton} from "../parts/dice.js";
import {switchFilled, totalsOf, withTotal} from "../parts/card.js";

/**
 * @import {Alive, Figure} from "site_builder/kit" @import {Known, Table} from "../solving/turn/known.js"
 * @import {Moment} from "../solving/turn/moment.js" @import {Place} from "../solving/turn/places.js"
 */

/** Milliseconds from one step to the next while playing, and at the end of a sweep. */
const BEAT = 600;
const PAUSE = 1500;

const WAITING = "The values of this card are on their way; the picture still shows the card before.";

/**
 * What stays as it is while the reader moves; the fan after each mean sweep is for who cannot play it.
 * @param {Table} now @param {Known} known
 */
const frameOf = (now, known) => `<div class="turn-solver">
<div class="turn-way">
<p class="turn-step" data-region="step"></p>
<div class="turn-play with-script"><button type="button" class="button turn-toggle" data-press="play">Play</button>
<button type="button" class="button" data-press="back" aria-label="One step back">◀</button>
<button type="button" class="button" data-press="on" aria-label="One step on">▶</button></div>
<div class="turn-track" data-region="track"></div>
</div>
<div class="turn-picture" data-dock-from>
<div class="turn-rings"><svg class="fan-drawing" viewBox="0 0 ${FAN.width} ${FAN.height}" aria-hidden="true"><g class="fan-cone" data-region="cone"></g>
<g class="fan-rings" data-region="rings"></g><g class="fan-links" data-region="links"></g></svg>
<svg class="fan-writing" aria-hidden="true" data-region="writing"></svg></div>
<div class="turn-columns"><svg class="columns-drawing" viewBox="${COLUMNS_BOX}" aria-hidden="true" data-region="columns"></svg></div>
<p class="fan-scale" aria-hidden="true" data-region="scale"></p>
</div>
<div class="turn-frames">${drawFrames(shownAt(now, known))}</div>
<div class="turn-hand">
<div class="turn-dice" role="group" aria-label="The roll on the table" data-region="dice"></div>
<div class="turn-reading" data-region="reading"></div>
</div>
<div class="turn-card">
<p class="turn-card-words" data-region="card"></p>
<div class="turn-presets with-script" role="group" aria-label="Cards to look at" data-region="presets"></div>
<details class="turn-fill opens"><summary>Fill any boxes</summary>
<div class="turn-boxes" role="group" aria-label="Filled boxes" data-region="boxes"></div>
<label class="turn-total with-script" data-region="total"></label>
</details>
</div>
</div>`;

/** @param {import("../solving/turn/fan-drawing.js").Shown} shown */
function drawFrames(shown) {
  return PHASES.map(({kind, throws}, phase) => {
    if (kind !== "mean") return "";
    const value = shown.sweeps.value_of_phase[phase][0].toFixed(2);
    return `<div><svg viewBox="0 0 ${FAN.width} ${FAN.height}" aria-hidden="true"><g class="fan-rings">${drawRings({...shown, step: endOf(phase)})}</g></svg>
<p>${counted(throws, "throw")} to come: the middle is worth <b>${value}</b></p></div>`;
  }).join("");
}

/** @param {Table} now @param {Known} known */
function draw(now, known) {
  const {game} = known;
  const shown = shownAt(now, known);
  const totals = totalsOf(game, now.card.filled);
  return {
    step: wordsOfStep(now.step),
    track: drawTrack(shown.sweeps, now.step),
    rings: drawRings(shown),
    cone: drawCone(shown),
    links: drawLinks(shown),
    writing: drawWriting(shown),
    columns: drawColumns(shown, layOutColumns(game.lattice, now.roll)),
    scale: drawScale(shown.bounds),
    dice: now.dice.map((face, die) => dieButton({face, press: `die-${die}`, label: `die showing ${face}; press to turn`})).join(""),
    reading: drawReading(shown, game),
    card: isWaiting(now, known) ? WAITING : wordsOfCard(game, now.card),
    presets: drawPresets(now.card),
    boxes: drawBoxes(game, now.card),
    total: `<span>Points in the upper half</span> <input type="range" min="0" max="${totals.length - 1}" value="${totals.indexOf(now.card.upper_total)}" data-entry="total"> <output>${now.card.upper_total}</output>`,
  };
}

/** What the keep under the hand says to who hears it. @param {Table} now @param {Known} known */
function wordsOf(now, known) {
  const {title, words} = readingOf(shownAt(now, known), known.game);
  return `${title.startsWith("Nothing") ? title : `Keep ${known.game.lattice.dice_of_keep[now.keep].join(" ")}`}. ${words}`;
}

/** @param {Table} now @param {Known} known */
const wordsOfRoll = ({roll}, {game: {lattice}}) => `The roll is ${lattice.dice_of_keep[roll].join(" ")}.`;

/** @param {Table} now @param {number} step */
const atStep = (now, step) => ({...now, step: Math.max(0, Math.min(LAST_STEP, step))});

/** Look at a keep; a full roll comes onto the table. @param {Table} now @param {Place} place @param {Known} known */
function lookedAt(now, {keep}, known) {
  return laid({...now, keep, roll: keep >= known.game.lattice.first_roll ? keep : now.roll}, known, now);
}

/** @param {Table} now @param {number} die @param {(old: number) => number} face @param {Known} known @returns {Table} */
function turned(now, die, face, {game}) {
  const dice = now.dice.map((old, index) => (index === die ? face(old) : old));
  const roll = findKeep(game.lattice, dice);
  return {...now, dice, roll, keep: holds(game, roll, now.keep) ? now.keep : roll};
}

/**
 * Where a press leads: "back", "on", "die-0", "box-3", "card-1", or "total=5", the place of an upper total.
 * @param {string} key @param {Table} now @param {Known} known
 */
function press(key, now, known) {
  const [part, number] = partsOf(key);
  const {game} = known;
  if (part === "die") return turned(now, number, (old) => (old % 6) + 1, known);
  if (part === "box") return {...now, card: switchFilled(game, now.card, number)};
  if (part === "total") return {...now, card: withTotal(game, now.card, totalsOf(game, now.card.filled)[number])};
  if (part !== "card") return atStep(now, part === "back" ? now.step - 1 : now.step + 1);
  const [roll, keep] = [PRESETS[number].roll, PRESETS[number].keep].map((dice) => findKeep(game.lattice, Array.from(dice, Number)));
  return laid({...now, card: PRESETS[number].card, roll, keep}, known, now);
}

/**
 * A reticle on the fan, or on the columns that a narrow screen has instead.
 * @param {string} selector
 * @param {(now: Table, known: Known) => readonly Place[]} nodes
 * @param {Readonly<Record<string, "previous" | "next" | "inward" | "outward">>} ways Where arrow keys lead.
 * @param {boolean} isLarge
 */
function overKeeps(selector, nodes, ways, isLarge) {
  return overNodes(selector, {
    label: "Keeps of the turn. Arrow keys move the reticle from keep to keep.",
    isLarge,
    nodes,
    read(now, /** @type {Known} */ known) {
      const places = nodes(now, known);
      return places.find(({keep}) => keep === now.keep) ?? places[places.length - 1];
    },
    beside: (from, key, stride, places) => (key in ways ? placeBeside(places, from, ways[key], stride) : null),
    looked: (now, {keep}) => ({...now, keep}),
    moved: lookedAt,
  });
}

/**
 * Let the sweeps play: they go on while the reader looks around, and stop where the step or the card is changed.
 * @param {Alive<Table, Known>} alive
 */
function play(alive) {
  const {element, context, known} = alive;
  const toggle = find(element, ".turn-toggle");
  const load = tableFor(alive);
  let reached = alive.place;
  const pass = (/** @type {number} */ step) => alive.pass((reached = atStep(alive.place, step)));
  const player = new Player(element, () => {
    pass(alive.place.step + 1);
    const {step} = alive.place;
    if (step === LAST_STEP) player.playing = false;
    return PHASES.some((_, phase) => endOf(phase) === step) ? PAUSE : BEAT;
  }, (playing) => (toggle.textContent = playing ? "Pause" : "Play"));
  if (context.reducedMotion) toggle.textContent = "Next step";
  return {
    /** "play"; without motion it is one step on. @param {string} key */
    press(key) {
      if (key !== "play") return false;
      const isOver = alive.place.step === LAST_STEP;
      if (context.reducedMotion) return alive.go(atStep(alive.place, isOver ? 0 : alive.place.step + 1));
      if (!player.playing && isOver) pass(0);
      player.playing = !player.playing;
    },
    tell() {
      const {step, card} = alive.place;
      if (step !== reached.step || card !== reached.card) player.playing = false;
      reached = alive.place;
      if (isWaiting(alive.place, known)) load();
    },
    reset: () => (player.playing = false),
    destroy: () => player.stop(),
  };
}

/** @type {Figure<Table, Known>} */
const turn = {
  know,
  /** `moment`: filled boxes, upper total, roll, step, keep. */
  opening: ({moment = OPENING}, known) =>
    laid(/** @type {Moment} */ (momentOfText(known.game, moment) ?? momentOfText(known.game, OPENING)), known),
  read(text, known, from) {
    const moment = momentOfText(known.game, text);
    return moment && laid(moment, known, from);
  },
  write: (now, {game}) => textOfMoment(game, now),
  frame: frameOf,
  draw,
  words: wordsOf,
  press,
  pressed(key, {announce, known, place}) {
    if (key.startsWith("die")) announce(wordsOfRoll(place, known));
  },
  hands: [
    overKeeps(".turn-rings", (_now, {places}) => places,
      {ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "outward", ArrowDown: "inward"}, false),
    overKeeps(".turn-columns", ({roll}, {game}) => layOutColumns(game.lattice, roll),
      {ArrowUp: "previous", ArrowDown: "next", ArrowRight: "outward", ArrowLeft: "inward"}, true),
    alongPicture(".turn-track", {
      label: "Step of the sweeps",
      stride: 5,
      now: ({step}) => step,
      last: () => LAST_STEP,
      moved: atStep,
      words: ({step}) => stepForEar(step),
    }),
    byDigits(".turn-dice", 6, turned, wordsOfRoll),
    dressed(".turn-picture", (now, known) => (isWaiting(now, known) ? "turn-picture waiting" : "turn-picture")),
  ],
  wake: play,
};

export const {view, mount} = makeFigure(turn);
