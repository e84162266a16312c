/**
 * The first roll: what perfect play does with each of them, and how little some of it matters.
 */
import {every, find, followHand, onPress, plain, repaint} from "site_builder/kit";
import {closestCalls, layOut, lossOf, noteFound, placeOfText, pointsOfLoss, textOfPlace} from "../perfect/first-roll.js";
import {drawCalls, drawDice, drawInks, drawKey, drawMap, drawOptions, questionOf, verdictOf} from "../perfect/first-roll-drawing.js";
import {ROWS} from "../parts/roll-map.js";
import {drawGuess, drawVerdict} from "../parts/guess.js";
import {optionText} from "../parts/ranked.js";

/**
 * @typedef {import("../perfect/first-roll.js").Data} Data
 * @typedef {import("../perfect/first-roll.js").Place} Place
 */

/** Three ones and two sixes: a full house that is broken up. */
const OPENING = "11166";

/**
 * Draw the figure at its opening place; what perfect play does there is covered until there is a guess.
 * @param {{place?: string}} state
 * @param {Data} data
 */
export function view({place = OPENING}, {opening_rolls: rows, first_roll_options: options}) {
  const at = /** @type {Place} */ (placeOfText(place, rows));
  return `<div class="first to-guess">
<p class="first-inks with-script" role="group" aria-label="What the colour says">${drawInks(at)}</p>
<div class="first-field">${drawMap(rows, layOut(rows), at)}</div>
<p class="first-key" aria-hidden="true">${drawKey(at)}</p>
${drawGuess(questionOf(options))}
<div class="first-one unfolds">${drawVerdict()}<p class="first-dice">${drawDice(rows, at)}</p>
<div class="first-options">${drawOptions(rows, at)}</div></div>
<div class="first-calls with-script">${drawCalls(rows, at)}</div>
</div>`;
}

/**
 * Let the reader guess, move over the rolls and find the closest calls.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 * @returns {import("../../engine/widget").Controller}
 */
export function mount(element, {opening_rolls: rows, first_roll_options: options}, context) {
  const stop = new AbortController();
  const map = layOut(rows);
  const opening = /** @type {Place} */ (placeOfText(String(context.state.place ?? OPENING), rows));
  const linked = placeOfText(context.readState(), rows);
  let place = linked ?? opening;
  let asks = linked === null;

  /** @param {Place} shown */
  function show(shown) {
    find(element, ".first").classList.toggle("to-guess", asks);
    paint(element, rows, map, shown);
  }

  /** @param {Partial<Place>} change @param {boolean} spoken @param {string} [verdict] */
  function move(change, spoken, verdict = "") {
    asks = false; // Whoever looks elsewhere has seen the answer.
    repaint(find(element, ".guess-verdict"), verdict);
    place = noteFound(rows, {...place, ...change});
    show(place);
    context.writeState(textOfPlace(rows, place));
    if (spoken) context.announce(`${rows.dice[place.roll].split("").join(" ")}: ${plain(drawOptions(rows, place))}`);
  }

  const hand = followHand({
    ...fieldOf(element, map.columns),
    read: () => map.cellOf(rows.dice[place.roll]),
    look: (cell) => asks || show({...place, roll: map.indexAt(cell)}),
    leave: () => asks || show(place),
    move: (cell, byKey) => move({roll: map.indexAt(cell)}, byKey),
  });

  /** Take an answer, or none. @param {string} key */
  function answer(key) {
    const name = key === "skip" ? null : key.slice("guess-".length).replace("none", "");
    move({}, name === null, name === null ? "" : verdictOf(options, name));
    if (name === null) return find(element, ".first-field").focus({preventScroll: true}); // The button that had the focus is gone.
    context.record("house", pointsOfLoss(lossOf(options, name)));
    find(element, ".guess-verdict").focus({preventScroll: true});
    context.announce(plain(verdictOf(options, name, optionText)));
  }

  /** @param {string} key */
  function press(key) {
    if (key === "skip" || key.startsWith("guess-")) return answer(key);
    if (key.startsWith("ink-")) return move({ink: key === "ink-kept" ? "kept" : "gap"}, false);
    move({roll: closestCalls(rows)[Number(key.split("-")[1])].roll}, true);
    hand.place();
  }

  onPress(element, press, stop.signal);
  if (linked !== null) show(place);
  hand.place();

  function reset() {
    place = opening;
    asks = true;
    repaint(find(element, ".guess-verdict"), "");
    show(place);
    hand.place();
    context.writeState(null);
  }
  return {press, reset, destroy: () => (stop.abort(), hand.destroy())};
}

/** What the reader's hand moves over. @param {HTMLElement} element @param {number} columns */
function fieldOf(element, columns) {
  return {
    element: find(element, ".first-field"),
    label: "All first rolls by pattern. Arrow keys move the reticle.",
    areas: every(element, ".first-area"),
    columns,
    rows: ROWS,
    stride: 5,
  };
}

/**
 * Show a roll.
 * @param {HTMLElement} element
 * @param {import("../perfect/first-roll.js").Rows} rows
 * @param {import("../parts/roll-map.js").RollMap} map
 * @param {Place} place
 */
function paint(element, rows, map, place) {
  const drawn = drawMap(rows, map, place);
  every(element, ".first-field > .rolls-block").forEach((block, at) => repaint(block, inside(drawn, at)));
  repaint(find(element, ".first-inks"), drawInks(place));
  repaint(find(element, ".first-key"), drawKey(place));
  repaint(find(element, ".first-dice"), drawDice(rows, place));
  repaint(find(element, ".first-options"), drawOptions(rows, place));
  repaint(find(element, ".first-calls"), drawCalls(rows, place));
}

/** What stands inside one block of the map. @param {string} markup @param {number} block */
function inside(markup, block) {
  const blocks = markup.split('<div class="rolls-block">').slice(1);
  return blocks[block].slice(0, blocks[block].lastIndexOf("</div>"));
}
