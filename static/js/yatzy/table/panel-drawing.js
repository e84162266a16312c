/** What lies over the card for a while: points to choose from, and the menu. */

import {writePosition} from "../advisor/address.js";
import {findEdition} from "../advisor/editions.js";
import {escaped} from "../words/text.js";
import {button} from "./button.js";
import {drawLanguages} from "./lobby-drawing.js";
import {positionOf} from "./judge.js";

/** @import {Shown} from "./turn-drawing.js" */
/** @import {Voice} from "./words.js" */

/** Put something into a panel. @param {Voice} voice @param {string} title @param {string} inside */
export const drawPanel = (voice, title, inside) => `<section class="panel" aria-label="${escaped(title)}"><div class="panel-head"><h2>${escaped(title)}</h2>${button("close", voice.html("close"))}</div>${inside}</section>`;

/** @param {string} press @param {string | number} label @param {boolean} is_chosen */
const choice = (press, label, is_chosen) => button(press, String(label), ` aria-pressed="${is_chosen}"`);

/**
 * Draw the points that a box can have, a tap each.
 * @param {Voice} voice @param {string} title What they are for.
 * @param {readonly number[]} points
 * @param {number | null | undefined} written What stands there, null for nothing; a box that is written now cannot stay open.
 * @param {string} hint
 */
export function drawPoints(voice, title, points, written, hint) {
  const open = written === undefined ? "" : choice("points-open", voice.html("leave_open"), written === null);
  return drawPanel(voice, title, `<p class="note">${escaped(hint)}</p><div class="points-keys">${points.map((one) => choice(`points-${one}`, one, one === written)).join("")}${open}</div>`);
}

/** Draw how many extra Yahtzees a card has. @param {Voice} voice @param {string} title @param {number} most @param {number} count */
export function drawCounts(voice, title, most, count) {
  const keys = Array.from({length: most + 1}, (_, one) => choice(`count-${one}`, one, one === count));
  return drawPanel(voice, title, `<div class="points-keys">${keys.join("")}</div>`);
}

/** The advisor's address for the position that is played; none for a game that it does not know. @param {Shown} shown */
function advisorLink({ruleset, game, played}) {
  const edition = findEdition(game.setup.edition);
  if (edition === undefined) return "";
  return `advisor.html?advisor=${encodeURIComponent(writePosition(edition, positionOf(played, ruleset))).replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}

/** Draw the menu. @param {Shown} shown @param {readonly number[]} silent Players whose coach is silenced. */
export function drawMenu(shown, silent) {
  const {voice, game: {setup}} = shown;
  const coaches = setup.players.flatMap(({kind, name}, player) => kind !== "coach" ? [] : [
    button(`silence-${player}`, voice.html(silent.includes(player) ? "unsilence" : "silence", {name})),
  ]);
  const link = advisorLink(shown);
  const items = [
    button("sheet", voice.html("all_cards")), ...coaches,
    ...(link === "" ? [] : [`<a class="button" href="${escaped(link)}">${voice.html("ask_advisor")}</a>`]),
    button("export", voice.html("take_along")), button("paper", voice.html("from_paper")), button("leave", voice.html("leave")),
  ];
  const seed = setup.dice === "page" ? `<p class="note">${voice.html("seed")}: <b>${escaped(setup.seed)}</b>. ${voice.html("seed_rule")}</p>` : "";
  return drawPanel(voice, voice.say("menu"), `<ul class="menu-items">${items.map((item) => `<li>${item}</li>`).join("")}</ul>${drawLanguages(voice)}${seed}`);
}

/** Draw the game as text and as a link, to be taken along. @param {Voice} voice @param {{text: string, link: string}} written */
export function drawWritten(voice, {text, link}) {
  return `<div class="written"><label class="field"><span>${voice.html("game_text")}</span> <textarea rows="6" readonly spellcheck="false">${escaped(text)}</textarea></label>
<label class="field"><span>${voice.html("game_link")}</span> <input type="text" readonly value="${escaped(link)}"></label></div>`;
}
