/**
 * What is a saved throw worth? Turns by throws saved, for two games.
 */
import {find, followHand, onPress, plain, repaint} from "site_builder/kit";
import {COLUMNS, gameOf, placeOfText, readGames, textOfPlace, within} from "../more-dice/worth.js";
import {drawCounts, drawGames, drawKey, drawMap, drawSteps, drawTurns, wordsOf} from "../more-dice/worth-drawing.js";

/**
 * @typedef {import("../more-dice/worth.js").Data} Data
 * @typedef {import("../more-dice/worth.js").Game} Game
 * @typedef {import("../more-dice/worth.js").Place} Place
 */

/** @param {readonly Game[]} games @param {{place?: string}} state @returns {Place} */
function openingOf(games, {place = ""}) {
  return placeOfText(place, games) ?? within(games, {game: games[0].name, row: 6, column: 4});
}

/** @param {readonly Game[]} games @param {Place} place @returns {Record<string, string>} */
function draw(games, place) {
  return {
    ".worth-games": drawGames(games, place),
    ".worth-steps > svg": drawSteps(games, place),
    ".worth-field > svg": drawMap(games, place),
    ".worth-turns": drawTurns(games, place),
    ".worth-counts": drawCounts(place),
    ".worth-key": drawKey(),
    ".worth-words": wordsOf(games, place),
  };
}

/**
 * Draw the figure at its opening place.
 * @param {{place?: string}} state `place`: game, turn and throws saved, "scandinavian-saved.8.4".
 * @param {Data} data
 */
export function view(state, data) {
  const games = readGames(data);
  const drawn = draw(games, openingOf(games, state));
  return `<div class="worth">
<div class="worth-games with-script" role="group" aria-label="Game">${drawn[".worth-games"]}</div>
<p class="worth-head">points that each saved throw adds, one after the other</p>
<div class="worth-map"><div class="worth-steps"><svg aria-hidden="true">${drawn[".worth-steps > svg"]}</svg></div>
<div class="worth-counts" aria-hidden="true">${drawn[".worth-counts"]}</div>
<div class="worth-turns" aria-hidden="true">${drawn[".worth-turns"]}</div>
<div class="worth-field"><svg aria-hidden="true">${drawn[".worth-field > svg"]}</svg></div>
<p class="worth-axis">down: turn · across: throws saved already</p></div>
<p class="worth-key" aria-hidden="true">${drawn[".worth-key"]}</p>
<p class="worth-words">${drawn[".worth-words"]}</p>
</div>`;
}

/**
 * Let the reader point at turns and purses.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const games = readGames(data);
  const opening = openingOf(games, context.state);
  let place = placeOfText(context.readState(), games) ?? opening;

  /** @param {Place} shown */
  function show(shown) {
    for (const [selector, markup] of Object.entries(draw(games, shown))) repaint(find(element, selector), markup);
  }

  /** @param {Place} next @param {boolean} spoken */
  function go(next, spoken) {
    place = within(games, next);
    show(place);
    context.writeState(textOfPlace(place));
    if (spoken) context.announce(plain(wordsOf(games, place)));
  }

  const hand = followHand({
    element: find(element, ".worth-field"),
    label: "Turns by throws saved. Arrow keys move the mark.",
    get areas() { return [find(element, ".worth-area")]; },
    columns: COLUMNS,
    get rows() { return gameOf(games, place.game).rows.length; },
    stride: 5,
    read: () => place,
    look: (cell) => show(within(games, {...place, ...cell})),
    leave: () => show(place),
    move: (cell, byKey) => go({...place, ...cell}, byKey),
  });

  /** @param {string} key */
  function press(key) {
    go({...place, game: key.replace(/^game-/, "")}, true);
    hand.place();
  }

  /** Words of the chapter show a place. @param {string} text */
  function showPlace(text) {
    go(placeOfText(text, games) ?? place, true);
    hand.place();
  }

  onPress(element, press, stop.signal);
  if (place !== opening) show(place);
  hand.place();

  function reset() {
    place = opening;
    show(place);
    hand.place();
    context.writeState(null);
  }
  return {press, show: showPlace, reset, destroy: () => (stop.abort(), hand.destroy())};
}
