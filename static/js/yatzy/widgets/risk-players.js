/**
 * Seven players with the same dice and different tastes: guess what each of them writes, before the dial is turned.
 */
import {dressed, find, makeFigure} from "site_builder/kit";
import {
  drawAnswers, drawControls, drawPlayers, drawPlayersCard, drawQuestion, guessed, hasGuessed, isComplete, momentOfText, pointsOf, readLineUp, startOf,
  textOfGuesses, verdictOf,
} from "../risk/players.js";

/** @import {Guesses, LineUp} from "../risk/types" */

/** For readers without JavaScript the answers stand below. @param {LineUp} line_up */
const frameOf = (line_up) => `<div class="lineup">
<p class="lineup-words">${drawQuestion(line_up)}</p>
<p class="lineup-ends" aria-hidden="true"><span>← dreads a bad game</span><span>longs for a great one →</span></p>
<ol class="lineup-players" data-region="players"></ol>
<p class="lineup-verdict" tabindex="-1" data-region="verdict"></p>
<p class="lineup-controls with-script">${drawControls()}</p>
<details class="without-script"><summary>What each of them writes</summary><table><thead><tr><th scope="col">Player</th><th scope="col">Writes</th><th scope="col">The other would be worse by</th></tr></thead><tbody>${drawAnswers(line_up)}</tbody></table></details></div>`;

/** @type {import("site_builder/kit").Figure<Guesses, LineUp>} */
const figure = {
  know: ({risk_decisions}) => readLineUp(risk_decisions),
  opening: ({guess = ""}, line_up) => momentOfText(line_up, guess) ?? startOf(line_up),
  read: (text, line_up) => momentOfText(line_up, text),
  write: (now) => (now.told && isComplete(now) ? textOfGuesses(now) : ""),
  frame: (_now, line_up) => frameOf(line_up),
  draw: (now, line_up) => ({
    players: drawPlayers(line_up, now),
    verdict: verdictOf(line_up, now),
  }),
  card: (_now, line_up) => drawPlayersCard(line_up),
  words: (now, line_up) => verdictOf(line_up, now),
  /** "say-0-1" or "reveal". */
  press(key, now, line_up) {
    const [, player, option] = key.split("-").map(Number);
    if (now.told) return null;
    return key === "reveal" ? {...now, told: true} : guessed(line_up, now, player, option);
  },
  pressed(_, alive) {
    if (!alive.place.told) return;
    if (hasGuessed(alive.known, alive.place)) alive.context.record("players", pointsOf(alive.known, alive.place));
    find(alive.element, ".lineup-verdict").focus({preventScroll: true}); // The button that had the focus is gone.
    alive.announce();
  },
  hands: [dressed(".lineup", ({told}) => (told ? "lineup told" : "lineup"))],
};

export const {view, card, mount} = makeFigure(figure);
