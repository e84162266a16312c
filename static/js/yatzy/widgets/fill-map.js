/**
 * When is each box filled? Boxes by turns, for all perfect games, those with the bonus and those without.
 */
import {find, followHand, onPress, plain, repaint} from "site_builder/kit";
import {
  drawKey, drawKinds, drawMap, drawNames, drawTurns, GAMES, placeOfText, textOfPlace, TURNS, wordsOfCell,
} from "../perfect/fill-map.js";

/**
 * @typedef {import("../perfect/fill-map.js").Data} Data
 * @typedef {import("../perfect/fill-map.js").Place} Place
 */

const OPENING = "probability.yatzy.13";

/**
 * Draw the figure at its opening place.
 * @param {{place?: string}} state
 * @param {Data} data
 */
export function view({place = OPENING}, data) {
  const at = /** @type {Place} */ (placeOfText(place, data));
  return `<div class="fill">
<p class="fill-kinds with-script" role="group" aria-label="Games to show">${drawKinds(at)}</p>
<div class="fill-map"><div class="fill-names" aria-hidden="true">${drawNames(data, at)}</div>
<div class="fill-field">${drawMap(data, at)}</div>
<p class="fill-axis" aria-hidden="true">turn</p><div class="fill-turns" aria-hidden="true">${drawTurns(at)}</div></div>
<p class="fill-key" aria-hidden="true">${drawKey()}</p>
<p class="fill-words">${wordsOfCell(data, at)}</p>
</div>`;
}

/**
 * Let the reader point at cells and choose the games.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, data, context) {
  const stop = new AbortController();
  const opening = /** @type {Place} */ (placeOfText(String(context.state.place ?? OPENING), data));
  let place = placeOfText(context.readState(), data) ?? opening;

  const show = (/** @type {Place} */ shown) => paint(element, data, shown);

  /** @param {Partial<Place>} change @param {boolean} spoken */
  function move(change, spoken) {
    place = {...place, ...change};
    show(place);
    context.writeState(textOfPlace(data, place));
    if (spoken) context.announce(plain(wordsOfCell(data, place)));
  }

  const hand = followHand({
    ...fieldOf(element),
    read: () => ({column: place.turn - 1, row: place.row}),
    look: ({column, row}) => show({...place, row, turn: column + 1}),
    leave: () => show(place),
    move: ({column, row}, byKey) => move({row, turn: column + 1}, byKey),
  });

  /** @param {string} key */
  function press(key) {
    const kind = GAMES.find(({games}) => key === `games-${games}`);
    if (kind) move({games: kind.games}, true);
  }

  onPress(element, press, stop.signal);
  if (place !== opening) show(place);

  function reset() {
    place = opening;
    show(place);
    hand.place();
    context.writeState(null);
  }
  return {press, reset, destroy: () => (stop.abort(), hand.destroy())};
}

/** What the reader's hand moves over. @param {HTMLElement} element */
function fieldOf(element) {
  return {
    element: find(element, ".fill-field"),
    label: "Map of boxes by turns. Arrow keys move the reticle.",
    areas: [find(element, ".fill-area")],
    columns: TURNS,
    rows: TURNS,
    stride: 5,
  };
}

/** Show a cell. @param {HTMLElement} element @param {Data} data @param {Place} place */
function paint(element, data, place) {
  repaint(find(element, ".fill-kinds"), drawKinds(place));
  repaint(find(element, ".fill-names"), drawNames(data, place));
  repaint(find(element, ".fill-turns"), drawTurns(place));
  repaint(find(element, ".fill-words"), wordsOfCell(data, place));
  repaint(find(element, ".fill-field > svg"), inside(drawMap(data, place)));
}

/** What stands inside a drawing's outer tag. @param {string} markup */
function inside(markup) {
  return markup.slice(markup.indexOf(">") + 1, markup.lastIndexOf("</svg>"));
}
