/**
 * Ask the advisor: any scorecard, any dice, every option with the final score it leads to.
 *
 * It opens on a real position whose options ship with the page; the table that answers every other position is fetched
 * as soon as the figure is near.
 */

import {Advisor, listen} from "../advisor/alive.js";
import {drawAdvisor} from "../advisor/drawing.js";
import {EXAMPLE} from "../advisor/example.js";
import {EDITIONS, offersOf} from "../advisor/position.js";
import {readPosition} from "../advisor/session.js";
import {firstVoice} from "../advisor/words.js";
import {englishVoice} from "../words/voice.js";
import {plainCard, plainDice, plainWords} from "../parts/plain.js";
import {scandinavian} from "../game/rules/scandinavian.js";

/** @import {RankedOption} from "../parts/ranked.js" */

/** Return what the advisor shows before the first touch: the example with all its options. @returns {import("../advisor/drawing.js").Shown} */
function opening() {
  const position = readPosition(EXAMPLE.position, scandinavian);
  const offers = offersOf(scandinavian, position);
  const [best] = Object.values(EXAMPLE.values);
  const options = Object.entries(EXAMPLE.values).map(([key, value]) => {
    const [action, what] = /** @type {[RankedOption["action"], string]} */ (key.split("-"));
    const box = scandinavian.categories.findIndex(({name}) => action === "score" && name === what);
    const dice = action === "keep" ? [...what].map(Number) : position.dice;
    return {action, dice, title: scandinavian.categories[box]?.title ?? "", key, points: offers[box]?.points ?? 0, value, regret: best - value};
  });
  return {voice: englishVoice(), edition: EDITIONS[0], ruleset: scandinavian, position, selected: -1, answer: {kind: "options", options}};
}

/** Draw the advisor at its opening position. */
export const view = () => drawAdvisor(opening());

/** The question of the opening position, for a card. */
export function card() {
  const {position: {dice}} = opening();
  return plainCard([plainDice(dice, 40, 62), plainWords("What would perfect play do?", 200, 27)]);
}

/**
 * Let the reader enter positions and play.
 * @param {HTMLElement} element @param {{minds_par: import("../../engine/widget").DataSet}} data @param {import("../../engine/widget").Context} context
 * @returns {Promise<import("../../engine/widget").Controller>}
 */
export async function mount(element, data, context) {
  const advisor = new Advisor(element, context, opening(), data.minds_par, await firstVoice(context));
  const destroy = listen(element, advisor);
  advisor.start();
  return {press: (key) => advisor.press(key), reset: () => advisor.reset(), destroy};
}
