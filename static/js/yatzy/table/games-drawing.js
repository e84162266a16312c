/** Games that have ended, and a mistake that is asked again, as markup. */

import {escaped} from "../words/text.js";
import {button} from "./button.js";
import {drawQuestion} from "./report-drawing.js";

/** @import {Archive} from "./archive.js" */
/** @import {Decision} from "./review.js" */
/** @import {Voice} from "./words.js" */
/** @import {Ruleset} from "../game/rules/scandinavian.js" */

/** Games that are listed; all of them go out. */
const N_LISTED = 8;

/** Say who had how many points, and when, in the words of the record. @param {string} text */
export function titleOfGame(text) {
  const lines = text.split("\n").map((line) => line.split(" "));
  const rest = (/** @type {string} */ key) => lines.filter(([word]) => word === key).map(([, ...words]) => words.join(" "));
  const points = lines.filter(([word]) => word === "end" || word === "broken").map((words) => words[words.length - 1]);
  const scores = rest("player").map((name, player) => `${name} ${points[player]}`).join(", ");
  return [...rest("date"), scores].join(": ");
}

/** Draw the games that have ended, the newest first, and what can be done with them. @param {Voice} voice @param {Archive} archive @param {boolean} is_forgetting */
export function drawGames(voice, {games, mistakes}, is_forgetting) {
  if (games.length + mistakes.length === 0) return "";
  const listed = games.map(({text}, index) => `<li>${button(`ended-${index}`, escaped(titleOfGame(text) + (/^broken/m.test(text) ? `, ${voice.say("broken_off")}` : "")))}</li>`).slice(-N_LISTED).reverse();
  const again = mistakes.length === 0 ? "" : `<p>${button("ask", voice.html("ask_again", {n: mistakes.length}))}</p>`;
  const forget = button("forget", voice.html(is_forgetting ? "forget_really" : "forget"));
  return `<section class="games" aria-label="${voice.html("games")}"><h2>${voice.html("games")} (${games.length})</h2>${again}
<ul>${listed.join("")}</ul><div class="lobby-actions">${button("save", voice.html("save_games"))}${forget}</div><p class="note">${voice.html("games_note")}</p></section>`;
}

/**
 * Draw a mistake that is asked again.
 * @param {Voice} voice @param {Ruleset} ruleset @param {Decision} decision @param {readonly string[]} tried @param {number} n_left
 */
export function drawPractice(voice, ruleset, decision, tried, n_left) {
  return `<section class="review"><h2>${voice.html("costly")}</h2><ol class="questions">${drawQuestion(voice, ruleset, decision, "again", tried)}</ol>
<p class="note">${voice.html("again_note", {n: n_left})}</p>
<div class="end-actions">${button("ask", voice.html("next"), "", "primary")}${button("back", voice.html("back"))}</div></section>`;
}
