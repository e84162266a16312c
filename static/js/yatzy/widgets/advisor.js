/**
 * Ask the advisor: any scorecard, any dice, every option with the final score it leads to.
 *
 * It opens on a real position whose options ship with the page; the table that answers every other position is fetched
 * as soon as the figure is near.
 */

import {Advisor, listen} from "../advisor/alive.js";
import {drawAdvisor} from "../advisor/drawing.js";
import {EDITIONS, newPosition} from "../advisor/position.js";
import {firstVoice} from "../advisor/words.js";
import {englishVoice} from "../words/voice.js";
import {plainCard, plainDice, plainWords} from "../parts/plain.js";
import {readExamples} from "../parts/records.js";
import {scandinavian} from "../game/rules/scandinavian.js";

/** @typedef {{decision_examples?: import("../../engine/widget").DataSet, minds_par?: import("../../engine/widget").DataSet}} Data */

/**
 * Return what the advisor shows before anyone touched it: the decision example with most options, else a new game.
 * @param {Data} data @returns {import("../advisor/drawing.js").Shown}
 */
function opening({decision_examples}) {
  const [voice, [edition]] = [englishVoice(), EDITIONS];
  const ruleset = scandinavian;
  const examples = decision_examples === undefined ? [] : readExamples(decision_examples, ruleset);
  const example = examples.sort((a, b) => b.options.length - a.options.length)[0];
  if (example === undefined) return {voice, edition, ruleset, position: newPosition(ruleset), selected: -1, answer: {kind: "waiting"}};
  const {scores, dice, rerolls, options} = example;
  return {voice, edition, ruleset, position: {...newPosition(ruleset), scores, dice, rerolls}, selected: -1, answer: {kind: "options", options}};
}

/** Draw the advisor at its opening position. @param {Record<string, unknown>} _state @param {Data} data */
export const view = (_state, data) => drawAdvisor(opening(data));

/** The question of the opening position, for a card. @param {Record<string, unknown>} _state @param {Data} data */
export function card(_state, data) {
  const {position: {dice}} = opening(data);
  return plainCard([plainDice(dice, 40, 62), plainWords("What would perfect play do?", 200, 27)]);
}

/**
 * Let the reader enter positions and play.
 * @param {HTMLElement} element @param {Required<Data>} data @param {import("../../engine/widget").Context} context
 * @returns {Promise<import("../../engine/widget").Controller>}
 */
export async function mount(element, data, context) {
  const advisor = new Advisor(element, context, opening(data), data.minds_par, await firstVoice(context));
  const destroy = listen(element, advisor);
  advisor.start();
  return {press: (key) => advisor.press(key), reset: () => advisor.reset(), destroy};
}
