/**
 * Seven players with the same dice and different tastes: guess what each of them writes, before the dial is turned.
 */
import {find, onPress, plain, repaint} from "site_builder/kit";
import {drawAnswers, drawPlayers, drawQuestion, guessed, isComplete, momentOfText, pointsOf, readLineUp, startOf, textOfGuesses, verdictOf} from "../risk/players.js";

/** @typedef {{risk_decisions: import("../../engine/widget").DataSet}} Data */
/** @typedef {import("../risk/players.js").Moment} Moment */

/**
 * Draw the players before the guess; for readers without JavaScript the answers stand below.
 * @param {{guess?: string}} state
 * @param {Data} data
 */
export function view({guess}, data) {
  const line_up = readLineUp(data.risk_decisions);
  const moment = momentOfText(line_up, guess ?? null) ?? startOf(line_up);
  return `<div class="lineup">
<p class="lineup-words">${drawQuestion(line_up)}</p>
<p class="lineup-ends" aria-hidden="true"><span>← dreads a bad game</span><span>longs for a great one →</span></p>
<ol class="lineup-players">${drawPlayers(line_up, moment)}</ol>
<p class="lineup-verdict" tabindex="-1">${verdictOf(line_up, moment)}</p>
<p class="lineup-controls with-script"><button type="button" class="button lineup-reveal" data-press="reveal" aria-disabled="${!isComplete(moment) || moment.told}">Show the answer</button><button type="button" class="button" data-press="skip">Just show me</button></p>
<details class="without-script"><summary>What each of them writes</summary><table><thead><tr><th scope="col">Player</th><th scope="col">Writes</th><th scope="col">The other would be worse by</th></tr></thead><tbody>${drawAnswers(line_up)}</tbody></table></details></div>`;
}

/**
 * Let the reader guess for every player, then tell.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const line_up = readLineUp(data.risk_decisions);
  /** @type {Moment} */
  let now = startOf(line_up);

  /** @param {Moment} next */
  function show(next) {
    now = next;
    repaint(find(element, ".lineup-players"), drawPlayers(line_up, now));
    repaint(find(element, ".lineup-verdict"), verdictOf(line_up, now));
    find(element, ".lineup-reveal").setAttribute("aria-disabled", String(!isComplete(now)));
    find(element, ".lineup").classList.toggle("told", now.told);
  }

  function tell() {
    if (!isComplete(now)) return context.announce("Guess for every player first.");
    show({...now, told: true});
    context.writeState(textOfGuesses(now));
    context.record("players", pointsOf(line_up, now));
  }

  /** Press "say-0-1", "reveal" or "skip". @param {string} key */
  function press(key) {
    if (now.told) return;
    const [, player, option] = key.split("-").map(Number);
    if (key === "reveal") tell();
    else show(key === "skip" ? {...startOf(line_up), told: true} : guessed(line_up, now, player, option));
    if (!now.told) return;
    find(element, ".lineup-verdict").focus({preventScroll: true}); // The button that had the focus is gone.
    context.announce(plain(verdictOf(line_up, now)));
  }

  onPress(element, press, stop.signal);
  const linked = momentOfText(line_up, context.readState());
  if (linked !== null) show(linked);
  const reset = () => {
    show(startOf(line_up));
    context.writeState(null);
  };
  return {press, reset, destroy: () => stop.abort()};
}
