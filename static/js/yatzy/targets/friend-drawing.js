/**
 * The last turns against a friend, drawn: cards to choose from, stairs of chances, and what is needed.
 */
import {scandinavian} from "../game/rules/scandinavian.js";
import {counted, levels, listed, percentage, percentOf, stairsOf, stretched, underneath} from "site_builder/kit";
import {drawWays} from "../parts/ways.js";

/** @import {Card, Need} from "./types" */

/** Ways to play, from the one that knows most. @type {readonly (readonly ["best" | "optimal" | "greedy", string])[]} */
const WAYS = [["best", "plays to win"], ["optimal", "plays for the average"], ["greedy", "takes what the turn brings"]];
const GAMES = 100;

/** @param {Card} card */
function titlesOf({open}) {
  return open.map((name) => scandinavian.categories.find((category) => category.name === name)?.title ?? name);
}

/** Draw the cards to choose from. @param {readonly Card[]} cards @param {number} chosen */
export function drawCards(cards, chosen) {
  return cards.map((card, place) => {
    const rows = titlesOf(card).map((title) => `<span>${title}</span>`).join("");
    return `<button type="button" class="friend-card" aria-pressed="${place === chosen}" data-press="card-${place}" aria-label="Open: ${listed(titlesOf(card))}">${rows}</button>`;
  }).join("");
}

/** @param {Need} need */
export function drawChances(need) {
  return drawWays(WAYS.map(([name, title]) => ({name, title, chance: need[name]})), "friend");
}

/** Distance between labels so that about six fit. @param {number} count */
const strideOf = (count) => (count > 45 ? 20 : count > 16 ? 5 : 2);

/** Draw the stairs of a card. @param {Card} card @param {number} index */
export function drawStairs({needs}, index) {
  const cells = needs.length;
  const lines = [...WAYS].reverse().map(([way]) => `<path class="curve ${way}" d="${stairsOf(needs.map((need) => need[way]))}"/>`);
  const x = percentOf((index + 0.5) / cells);
  const dots = [...WAYS].reverse().map(([way]) => `<circle class="dot ${way}" cx="${x}" cy="${percentOf(1 - needs[index][way])}" r="5"/>`);
  const stride = strideOf(cells);
  const ticks = needs.flatMap(({needed}, place) => (needed % stride === 0 ? [{share: (place + 0.5) / cells, label: String(needed)}] : []));
  return `${levels([0, 0.5, 1].map((share) => ({share, label: percentage(share, 0)})))}${stretched(lines.join(""))}
<line class="beat-hand" x1="${x}" x2="${x}" y1="-5%" y2="100%"/><circle class="beat-grip" cx="${x}" cy="-5%" r="9"/>${dots.join("")}${underneath(ticks)}`;
}

/** Say what the need asks for. @param {Card} card @param {number} index */
export function wordsOf(card, index) {
  const {needed, best, optimal, greedy} = card.needs[index];
  const games = Math.round(GAMES * (best - optimal));
  const gain = games === 0 ? "Playing for the average is as good here, or nearly."
    : `Playing to win wins ${counted(games, "more game")} in ${GAMES} than playing for the average.`;
  const worse = greedy > optimal + 5e-4 ? " Even greed beats the average here." : "";
  return `<b>${needed}</b> ${needed === 1 ? "point" : "points"} needed, with ${listed(titlesOf(card))} open and the bonus written. ${gain}${worse}`;
}
