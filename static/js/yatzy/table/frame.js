/** Frame of the table: its regions, each painted separately so that only changed ones are replaced. */

import {scandinavian} from "../game/rules/scandinavian.js";
import {scorecard} from "../parts/scorecard.js";
import {escaped} from "../words/text.js";
import {button, drawSign} from "./button.js";
import {drawLobby, EMPTY_FORM} from "./form.js";
import {Voice} from "./words.js";
import english from "../../../words/table-en.json" with {type: "json"};

/** Regions in tab order: from the dice to the actions. */
const REGIONS = /** @type {const} */ (["problem", "paper", "lobby", "place", "dice", "panel", "action", "card", "strip", "tools", "side"]);

/** @typedef {Omit<Record<(typeof REGIONS)[number], string>, "paper">} Painted All regions but the one that only printing fills. */

/** @type {Painted} */
export const NOTHING = {problem: "", lobby: "", place: "", dice: "", panel: "", action: "", card: "", strip: "", tools: "", side: ""};

/** Icons of the tools as paths in a 24 by 24 view box. */
const SIGNS = {
  undo: "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10H9", redo: "m16 5 4 4-4 4M20 9H10a5 5 0 0 0 0 10h5", menu: "M5 7h14M5 12h14M5 17h14",
  peek: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6m6.5 0a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0",
};

/** Draw undo, redo, peek and menu. @param {Voice} voice @param {{peek: number | null}} shown Number of times the options were viewed; null hides the button. */
export function drawTools(voice, {peek}) {
  const tool = (/** @type {keyof typeof SIGNS} */ press, /** @type {string} */ label, beside = "") =>
    button(press, drawSign(SIGNS[press]) + beside, ` aria-label="${escaped(label)}" title="${escaped(label)}"`, "tool");
  const peeking = peek === null ? "" : tool("peek", `${voice.say("peek")}, ${voice.say("peeks", {n: peek})}`, peek > 0 ? `<small>${peek}</small>` : "");
  return `${tool("undo", voice.say("undo"))}${tool("redo", voice.say("redo"))}${peeking}${tool("menu", voice.say("menu"))}`;
}

/** Draw the initial table, and an empty card to print for pages without scripts. */
export function drawFrame() {
  const regions = REGIONS.map((name) => {
    const attributes = name === "problem" ? ` role="alert"` : "";
    return `<div class="table-${name}" data-region="${name}"${attributes}>${name === "lobby" ? drawLobby(new Voice("en", english), EMPTY_FORM, "") : ""}</div>`;
  });
  const scores = scandinavian.categories.map(() => null);
  return `<div class="score-table in-lobby"><div class="table-alive">${regions.join("\n")}</div><div class="without-script">${scorecard({ruleset: scandinavian, scores})}</div></div>`;
}
