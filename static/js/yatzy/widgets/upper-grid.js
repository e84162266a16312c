/**
 * Which totals can happen? Upper totals across, sets of upper boxes down; every cell tells its dice or why it has none.
 */
import {every, find, followHand, onPress, plain, repaint} from "site_builder/kit";
import {answerOf, askedRow, pointsOfTotal, questionOf, verdictOf} from "../geometry/upper-guess.js";
import {drawBoxes, drawGrid, drawStrip, SET_COLUMNS} from "../geometry/upper-drawing.js";
import {
  addDie, diceToReach, namesOfMask, placeAt, placeOfText, reasonOf, switchBox, textOfPlace, thresholdOf, titleOf,
} from "../geometry/upper-place.js";
import {readUpperSets, UPPER_NAMES} from "../geometry/upper-totals.js";
import {drawGuess, drawVerdict} from "../parts/guess.js";

/**
 * @typedef {import("../geometry/upper-place.js").Place} Place
 * @typedef {{upper_reachability: {upper_set: number[], reachable: string[], cap_only: boolean[]}}} Data
 */

/** Opening cell: Ones and Threes with eleven points, a total that takes both. */
const OPENING = "13.11";
const AXIS = [0, 10, 20, 30, 40, 50];

/**
 * Draw the figure at its opening place; which totals can happen is covered until there is a guess.
 * @param {{place?: string}} state `place`: faces of the filled boxes and the total, "13.11".
 * @param {Data} data
 */
export function view(state, data) {
  const sets = readUpperSets(data.upper_reachability);
  const place = openingPlace(sets, state);
  const cap = thresholdOf(place.set);
  const ticks = [...AXIS, cap].map((total) => `<span>${total}${total === cap ? "+" : ""}</span>`).join("");
  const faces = UPPER_NAMES.map((_, index) => `<span>${index + 1}</span>`).join("");
  return `<div class="upper-grid to-guess">
<div class="upper-grid-map">
<p class="upper-grid-heads" aria-hidden="true"><span>boxes</span><span>upper total</span></p>
<div class="upper-grid-field">${drawGrid(sets, place, askedRow(sets))}</div>
<div class="upper-grid-axis" aria-hidden="true"><p>${faces}</p>${ticks}</div>
<div class="upper-grid-strip tells" aria-hidden="true">${drawStrip(place)}</div>
<p class="upper-grid-count tells">${countOf(place)}</p>
<p class="upper-grid-key"><span><i class="key-lit"></i>can happen</span> <span><i></i>cannot</span>
<span><i class="key-bonus"></i>${cap} or more</span><span><i class="key-passed"></i>passes ${cap}, never meets it</span></p>
</div>
${drawGuess(questionOf(sets))}
<div class="upper-grid-panel unfolds">${drawVerdict()}
<p class="upper-grid-names">${namesOfMask(place.set.mask)}</p>
<p class="upper-grid-total">${titleOf(place)}</p>
<div class="upper-boxes" role="group" aria-label="Upper boxes">${drawBoxes(place)}</div>
<p class="upper-grid-reason">${reasonOf(place)}</p>
</div>
</div>`;
}

/**
 * @param {import("../geometry/upper-totals.js").UpperSet[]} sets
 * @param {{place?: string}} state
 */
function openingPlace(sets, {place = OPENING}) {
  return placeOfText(sets, place) ?? placeAt(sets[0], 0);
}

/** @param {Place} place */
function countOf({set}) {
  const reached = set.reachable.filter(Boolean).length;
  return `${reached} of the ${set.reachable.length} totals can happen with these boxes filled.`;
}

/**
 * Let the reader guess, move over the grid, fill boxes and add dice.
 * @param {HTMLElement} element
 * @param {Data} data
 * @param {import("../../engine/widget").Context} context
 */
export function mount(element, data, context) {
  return new UpperGrid(element, data, context);
}

class UpperGrid {
  #stop = new AbortController();
  #element;
  #context;
  #sets;
  #opening;
  #show;
  #hand;
  /** Where the reticle was left. @type {Place} */
  #kept;
  /** Where it is for the moment. @type {Place} */
  #shown;
  /** Whether the guess is still to come. */
  #asks;

  /** @param {HTMLElement} element @param {Data} data @param {import("../../engine/widget").Context} context */
  constructor(element, data, context) {
    this.#element = element;
    this.#context = context;
    this.#sets = readUpperSets(data.upper_reachability);
    this.#opening = openingPlace(this.#sets, context.state);
    const linked = placeOfText(this.#sets, context.readState());
    this.#kept = this.#shown = linked ?? this.#opening;
    this.#asks = linked === null;
    this.#show = painter(element);
    this.#hand = this.#followHand();
    onPress(element, (key) => this.press(key), this.#stop.signal);
    if (linked !== null) this.#uncover();
    if (this.#kept !== this.#opening) this.#show(this.#kept);
  }

  /** Whoever looks elsewhere has seen the answer. */
  #uncover() {
    this.#asks = false;
    find(this.#element, ".upper-grid").classList.remove("to-guess");
  }

  #followHand() {
    const sets = this.#sets;
    return followHand({
      element: find(this.#element, ".upper-grid-field"),
      label: "Grid of upper totals and filled upper boxes. Arrow keys move the reticle.",
      areas: [find(this.#element, ".upper-grid-area")],
      columns: thresholdOf(sets[0]) + 1,
      rows: sets.length,
      read: () => ({column: this.#kept.total, row: this.#kept.set.row}),
      look: ({column, row}) => this.#look(placeAt(sets[row], column)),
      leave: () => this.#look(this.#kept),
      move: ({column, row}, byKey) => this.#move(placeAt(sets[row], column), {spoken: byKey}),
    });
  }

  /** Show a place for the moment. @param {Place} place */
  #look(place) {
    if (this.#asks || place.set === this.#shown.set && place.total === this.#shown.total) return;
    this.#shown = place;
    this.#show(place);
  }

  /**
   * Move to a place.
   * @param {Place} place
   * @param {{spoken: boolean, face?: number}} how `face`: box that was filled to come here.
   */
  #move(place, {spoken, face}) {
    this.#uncover();
    repaint(find(this.#element, ".guess-verdict"), "");
    const before = this.#kept.set.reachable;
    this.#kept = this.#shown = place;
    this.#show(place, face === undefined ? undefined : diceToReach(before, face));
    this.#context.writeState(textOfPlace(place));
    if (spoken) this.#context.announce(`${namesOfMask(place.set.mask)}, ${titleOf(place)}. ${reasonOf(place)}`);
  }

  /** Take a guess, and go to the cell that answers it. @param {number} total */
  #guess(total) {
    const verdict = verdictOf(this.#sets, total);
    const answer = answerOf(this.#sets);
    this.#move(answer, {spoken: false});
    this.#hand.place();
    repaint(find(this.#element, ".guess-verdict"), verdict);
    this.#context.record("total", pointsOfTotal(this.#sets, total));
    find(this.#element, ".guess-verdict").focus({preventScroll: true}); // The button that had the focus is gone.
    this.#context.announce(`${plain(verdict)} ${reasonOf(answer)}`);
  }

  /** Show all without a guess. */
  #skip() {
    this.#uncover();
    this.#hand.place();
    find(this.#element, ".upper-grid-field").focus({preventScroll: true});
  }

  /** Press "guess-36", "skip", or a control of the panel: "box-3" switches Threes, "dice-3" adds a die there. @param {string} key */
  press(key) {
    if (key === "skip") return this.#skip();
    if (key.startsWith("guess-")) return this.#guess(Number(key.split("-")[1]));
    const [part, face] = [key.split("-")[0], Number(key.split("-")[1])];
    const next = part === "dice" ? addDie(this.#sets, this.#kept, face) : switchBox(this.#sets, this.#kept, face);
    const filled = part === "box" && next.set.mask > this.#kept.set.mask;
    glide(this.#element);
    this.#move(next, {spoken: true, face: filled ? face : undefined});
    this.#hand.place();
  }

  reset() {
    glide(this.#element);
    this.#kept = this.#shown = this.#opening;
    this.#show(this.#opening);
    this.#context.writeState(null);
    this.#hand.place();
    repaint(find(this.#element, ".guess-verdict"), "");
    find(this.#element, ".upper-grid").classList.add("to-guess");
    this.#asks = true;
  }

  destroy() {
    this.#stop.abort();
    this.#hand.destroy();
  }
}

/** Let the reticle slide to its next place instead of jumping. @param {HTMLElement} element */
function glide(element) {
  const field = find(element, ".upper-grid-field");
  field.classList.add("gliding");
  setTimeout(() => field.classList.remove("gliding"), 350);
}

/**
 * Collect what changes with the place, and return what repaints it.
 * @param {HTMLElement} element
 * @returns {(place: Place, spread?: (number | null)[]) => void} `spread`: dice after which each total of the row is met.
 */
function painter(element) {
  const text = (/** @type {string} */ name) => find(element, `.upper-grid-${name}`);
  const [names, total, reason, count] = ["names", "total", "reason", "count"].map(text);
  const reticle = {row: find(element, ".reticle-row"), column: find(element, ".reticle-column"), ring: find(element, ".reticle-ring")};
  const cells = every(element, ".upper-grid-strip rect:not(.strip-mark)");
  const mark = find(element, ".strip-mark");
  const boxes = find(element, ".upper-boxes");

  return (place, spread) => {
    names.textContent = namesOfMask(place.set.mask);
    total.textContent = titleOf(place);
    reason.textContent = reasonOf(place);
    count.textContent = countOf(place);
    reticle.row.setAttribute("transform", `translate(0 ${place.set.row})`);
    reticle.column.setAttribute("transform", `translate(${place.total} 0)`);
    reticle.ring.setAttribute("transform", `translate(${place.total} ${place.set.row})`);
    mark.setAttribute("transform", `translate(${SET_COLUMNS + place.total} 0)`);
    cells.forEach((cell, index) => {
      cell.classList.toggle("met", place.set.reachable[index]);
      cell.style.setProperty("transition-delay", `${60 * (spread?.[index] ?? 0)}ms`);
    });
    repaint(boxes, drawBoxes(place));
  };
}
