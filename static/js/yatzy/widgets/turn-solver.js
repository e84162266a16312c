/**
 * One turn, solved before your eyes: the keep lattice as a fan, means running inward, maxima outward, true values.
 *
 * The first turn of a game ships with the page; for any other card the advisor's table of values is fetched.
 */
import {counted} from "site_builder/kit";
import {drawBoxes, drawPresets, totalsOf, wordsOfCard} from "../solving/turn/card.js";
import {boundsOf, drawScale} from "../solving/turn/colours.js";
import {COLUMNS_BOX, drawColumns} from "../solving/turn/columns-drawing.js";
import {drawCone, drawLinks, drawRings, drawWriting} from "../solving/turn/fan-drawing.js";
import {endOf, PHASES, solveInSweeps} from "../solving/turn/frames.js";
import {momentOfText, OPENING} from "../solving/turn/moment.js";
import {FAN, layOutColumns, layOutFan} from "../solving/turn/places.js";
import {drawReading} from "../solving/turn/reading.js";
import {TurnSolver} from "../solving/turn/alive.js";
import {drawTrack, wordsOfStep} from "../solving/turn/track.js";
import {layOutGame} from "../game/tables.js";
import {dieButton} from "../parts/dice.js";
import {scandinavian} from "../game/rules/scandinavian.js";

/** @import {Moment} from "../solving/turn/moment.js" */

/** @typedef {{opening_turn: {category: string[], upper_total: number[], value: number[]}}} Data */

/** Prepare what every picture of the figure needs. @param {Data} data */
function prepare({opening_turn}) {
  const game = layOutGame(scandinavian);
  const places = layOutFan(game.lattice);
  /** @type {Map<string, number>} */
  const values = new Map();
  opening_turn.category.forEach((name, row) => {
    const category = scandinavian.categories.findIndex((one) => one.name === name);
    values.set(`${1 << category} ${opening_turn.upper_total[row]}`, opening_turn.value[row]);
  });
  const valueOf = (/** @type {number} */ filled, /** @type {number} */ total) => /** @type {number} */ (values.get(`${filled} ${total}`));
  return {game, places, valueOf};
}

/** Draw the figure at its opening moment. @param {{moment?: string}} state `moment`: see textOfMoment. @param {Data} data */
export function view(state, data) {
  const {game, places, valueOf} = prepare(data);
  const moment = /** @type {Moment} */ (momentOfText(game, state.moment ?? OPENING) ?? momentOfText(game, OPENING));
  const sweeps = solveInSweeps(game, valueOf, moment.card);
  const bounds = boundsOf(sweeps.value_of_phase);
  const shown = {...moment, lattice: game.lattice, sweeps, bounds, places};
  const totals = totalsOf(game, moment.card.filled);
  return `<div class="turn-solver">
<div class="turn-way">
<p class="turn-step">${wordsOfStep(moment.step)}</p>
<div class="turn-play with-script"><button type="button" class="button turn-toggle" data-press="play">Play</button>
<button type="button" class="button" data-press="back" aria-label="One step back">◀</button>
<button type="button" class="button" data-press="on" aria-label="One step on">▶</button></div>
<div class="turn-track">${drawTrack(sweeps, moment.step)}</div>
</div>
<div class="turn-picture">
<div class="turn-rings"><svg class="fan-drawing" viewBox="0 0 ${FAN.width} ${FAN.height}" aria-hidden="true"><g class="fan-cone">${drawCone(shown)}</g>
<g class="fan-rings">${drawRings(shown)}</g><g class="fan-links">${drawLinks(shown)}</g></svg>
<svg class="fan-writing" aria-hidden="true">${drawWriting(shown)}</svg></div>
<div class="turn-columns"><svg class="columns-drawing" viewBox="${COLUMNS_BOX}" aria-hidden="true">${drawColumns(shown, layOutColumns(game.lattice, moment.roll))}</svg></div>
<p class="fan-scale" aria-hidden="true">${drawScale(bounds)}</p>
</div>
<div class="turn-frames">${drawFrames(shown)}</div>
<div class="turn-hand">
<div class="turn-dice" role="group" aria-label="The roll on the table">${drawDice(game.lattice.dice_of_keep[moment.roll])}</div>
<div class="turn-reading">${drawReading(shown, game)}</div>
</div>
<div class="turn-card">
<p class="turn-card-words">${wordsOfCard(game, moment.card)}</p>
<div class="turn-presets with-script" role="group" aria-label="Cards to look at">${drawPresets(moment.card)}</div>
<details class="turn-fill"><summary>Fill any boxes</summary>
<div class="turn-boxes" role="group" aria-label="Filled boxes">${drawBoxes(game, moment.card)}</div>
<label class="turn-total with-script"><span>Points above</span> <input type="range" min="0" max="${totals.length - 1}" value="${totals.indexOf(moment.card.upper_total)}" data-entry="total"> <output>${moment.card.upper_total}</output></label>
</details>
</div>
</div>`;
}

/** Draw the fan after each mean sweep, for readers who cannot play it. @param {import("../solving/turn/fan-drawing.js").Shown} shown */
function drawFrames(shown) {
  return PHASES.map(({kind, throws}, phase) => {
    if (kind !== "mean") return "";
    const value = shown.sweeps.value_of_phase[phase][0].toFixed(2);
    return `<div><svg viewBox="0 0 ${FAN.width} ${FAN.height}" aria-hidden="true"><g class="fan-rings">${drawRings({...shown, step: endOf(phase)})}</g></svg>
<p>${counted(throws, "throw")} to come: the middle is worth <b>${value}</b></p></div>`;
  }).join("");
}

/** @param {readonly number[]} dice */
function drawDice(dice) {
  return dice.map((face, die) => dieButton({face, press: `die-${die}`, label: `die showing ${face}; press to turn`})).join("");
}

/**
 * Let the reader run the sweeps, look at keeps, turn the dice and fill the card.
 * @param {HTMLElement} element @param {Data} data @param {import("../../engine/widget").Context} context
 */
export function mount(element, data, context) {
  return new TurnSolver(element, context, {...prepare(data), drawDice});
}
