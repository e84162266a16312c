/** The end of a game: who has won, and all cards. */

import {escaped} from "../words/text.js";
import {button} from "./button.js";
import {totalOf} from "./lobby-drawing.js";

/** @import {Shown} from "./turn-drawing.js" */

/** List the players by their points, equal ones on one place. @param {Shown} shown */
function placesOfPlayers({ruleset, game: {setup}, played}) {
  const rows = setup.players.map(({name}, player) => ({name, player, points: totalOf(played.cards[player], ruleset)}));
  return rows.map((row) => ({...row, place: 1 + rows.filter(({points}) => points > row.points).length}))
    .sort((a, b) => a.place - b.place || a.player - b.player);
}

/** Say who has won. @param {Shown} shown @param {ReturnType<typeof placesOfPlayers>} places */
function winnerText(shown, places) {
  const first = places.filter(({place}) => place === 1);
  const {points} = first[0];
  if (places.length === 1) return shown.voice.say("final_alone", {points});
  return shown.voice.say(first.length === 1 ? "wins" : "share", {names: first.map(({name}) => name).join(", "), points});
}

/** Draw the end of a game: who has won, and under it what is told. @param {Shown} shown @param {string} told */
export function drawEnd(shown, told) {
  const {voice} = shown;
  const places = placesOfPlayers(shown);
  const list = places.length === 1 ? "" : `<ol class="places">${places.map(({place, name, points}) => `<li value="${place}">${escaped(name)} <b>${points}</b></li>`).join("")}</ol>`;
  return `<h2>${voice.html("over")}</h2><p class="winner">${escaped(winnerText(shown, places))}</p>${list}
<div class="end-actions">${button("rematch", voice.html("rematch"), "", "primary")}${button("leave", voice.html("new_game"))}${button("undo", voice.html("undo"))}</div>
${told}`;
}
