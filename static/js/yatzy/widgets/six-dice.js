/**
 * Six dice, and other games: one stage on which the reader exchanges the game and the question.
 */
import {find, followHand, onPress, plain, repaint} from "site_builder/kit";
import {ASKS, gameOf, placeOfText, readGames, sizeOf, textOfPlace, withAsk, withGame} from "../more-dice/games.js";
import {drawAsks, drawAxis, drawList, drawNames, drawStage, wordsOf} from "../more-dice/games-drawing.js";
import {ANSWERS, pointsOfGuess, QUESTION, verdictOf} from "../more-dice/games-guess.js";
import {drawGuess, drawVerdict} from "../parts/guess.js";

/**
 * @typedef {import("../more-dice/games.js").Data} Data
 * @typedef {import("../more-dice/games.js").Game} Game
 * @typedef {import("../more-dice/games.js").Place} Place
 */

/** @param {readonly Game[]} games @param {{place?: string}} state @returns {Place} */
function openingOf(games, {place = ""}) {
  const [{name}] = games;
  return placeOfText(place, games) ?? withAsk(games, {game: name, other: name, ask: "ends", column: 0, row: 0}, "ends");
}

/** Games that a place shows. @param {Place} place */
function shownAt({game, other}) {
  return new Set([game, other]);
}

/** @param {readonly Game[]} games @param {Place} place @param {ReadonlySet<string>} seen @returns {Record<string, string>} */
function draw(games, place, seen) {
  return {
    ".games-list": drawList(games, place, seen),
    ".games-asks": drawAsks(place),
    ".games-names": drawNames(games, place),
    ".games-field > svg": `<rect class="games-area" width="100%" height="100%"/>${drawStage(games, place)}`,
    ".games-axis": drawAxis(place),
    ".games-words": wordsOf(games, place),
  };
}

/**
 * Draw the figure at its opening place.
 * @param {{place?: string}} state
 * @param {Data} data
 */
export function view(state, data) {
  const games = readGames(data);
  const place = openingOf(games, state);
  const drawn = draw(games, place, shownAt(place));
  return `<div class="games to-guess">
${drawGuess(QUESTION)}${drawVerdict()}
<div class="games-table"><table class="games-list">${drawn[".games-list"]}</table></div>
<div class="games-asks with-script" role="group" aria-label="Question">${drawn[".games-asks"]}</div>
<div class="games-map ${place.ask}"><div class="games-names" aria-hidden="true">${drawn[".games-names"]}</div>
<div class="games-field"><svg aria-hidden="true">${drawn[".games-field > svg"]}</svg></div>
<p class="games-axis">${drawn[".games-axis"]}</p></div>
<p class="games-words">${drawn[".games-words"]}</p>
</div>`;
}

/**
 * Let the reader guess, exchange game and question, and point at what is shown.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const games = readGames(data);
  const opening = openingOf(games, context.state);
  const linked = placeOfText(context.readState(), games);
  let place = linked ?? opening;
  let seen = shownAt(place);

  /** @param {Place} shown */
  function show(shown) {
    for (const [selector, markup] of Object.entries(draw(games, shown, seen))) repaint(find(element, selector), markup);
    find(element, ".games").classList.toggle("to-guess", !seen.has(ANSWERS));
    find(element, ".games-map").className = `games-map ${shown.ask}`;
  }

  /** @param {Place} next @param {boolean} spoken */
  function go(next, spoken) {
    place = next;
    for (const name of shownAt(place)) seen.add(name);
    show(place);
    context.writeState(textOfPlace(place));
    if (spoken) context.announce(plain(wordsOf(games, place)));
  }

  const size = () => sizeOf(gameOf(games, place.game), place.ask);
  const hand = followHand({
    element: find(element, ".games-field"),
    label: "Answer for the chosen game. Arrow keys move the mark.",
    get areas() { return [find(element, ".games-area")]; },
    get columns() { return size().columns; },
    get rows() { return size().rows; },
    get stride() { return place.ask === "ends" || place.ask === "shape" ? 20 : 5; },
    read: () => place,
    look: (cell) => show({...place, ...cell}),
    leave: () => show(place),
    move: (cell, byKey) => go({...place, ...cell}, byKey),
  });

  /** Take a guess, and put the game on the stage that answers it. @param {string} guess */
  function answer(guess) {
    go(withGame(games, place, ANSWERS), false);
    hand.place();
    repaint(find(element, ".guess-verdict"), verdictOf(games, guess));
    context.record("bonus", pointsOfGuess(games, guess));
    find(element, ".guess-verdict").focus({preventScroll: true}); // The button that had the focus is gone.
    context.announce(plain(verdictOf(games, guess)));
  }

  /** @param {string} key */
  function press(key) {
    const [what, ...rest] = key.split("-");
    const name = rest.join("-");
    if (what === "guess") return answer(name);
    if (what === "skip") {
      press(`game-${ANSWERS}`);
      return find(element, `[data-press="game-${ANSWERS}"]`).focus({preventScroll: true}); // The button that had the focus is gone.
    }
    const asked = ASKS.find(({ask}) => ask === name);
    go(what === "game" ? withGame(games, place, name) : asked ? withAsk(games, place, asked.ask) : place, true);
    hand.place();
  }

  /** Words of the chapter show a place. @param {string} text */
  function showPlace(text) {
    go(placeOfText(text, games) ?? place, true);
    hand.place();
  }

  onPress(element, press, stop.signal);
  if (linked !== null) show(place);
  hand.place();

  function reset() {
    place = opening;
    seen = shownAt(opening);
    repaint(find(element, ".guess-verdict"), "");
    show(place);
    hand.place();
    context.writeState(null);
  }
  return {press, show: showPlace, reset, destroy: () => (stop.abort(), hand.destroy())};
}
