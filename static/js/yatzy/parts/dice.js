/**
 * Dice as markup: faces, buttons and shapes inside a larger drawing.
 *
 * All functions return text, so that the build draws the same dice as the browser. Dice are white in both themes; their
 * styles are in `static/css/yatzy/parts/dice.css`. A face is 1 to 6, or 0 for a die that was not entered yet.
 */

/** Side of the square of a face, in its own units. */
const DIE_SIZE = 48;

const PIP_RADIUS = 4.1;
/** Positions of each face's pips, on a grid of three by three. */
const PLACES_OF_FACE = ["", "4", "08", "048", "0268", "02468", "023568"];
const STEP = DIE_SIZE / 4;

/**
 * Return the pips of a face as one SVG path in a square of DIE_SIZE: browsers lay out one path faster than six circles.
 * @param {number} face 1 to 6, or 0 for none. @param {number} [left] Left edge of the square.
 */
export function pips(face, left = 0) {
  const places = PLACES_OF_FACE[face];
  if (places === undefined) throw new RangeError(`a die shows 1 to 6 (0 when it is not known), not ${face}`);
  return Array.from(places, (place) => {
    const [row, column] = [Math.floor(Number(place) / 3), Number(place) % 3];
    return `M${left + STEP * (column + 1)} ${STEP * (row + 1) - PIP_RADIUS}a${PIP_RADIUS} ${PIP_RADIUS} 0 1 0 .01 0z`;
  }).join("");
}

/**
 * Draw a face for HTML; it takes its size and colour from its parent and is hidden from screen readers.
 * @param {number} face 1 to 6, or 0 for an empty die.
 */
function dieFace(face) {
  return `<svg class="die-face" viewBox="0 0 ${DIE_SIZE} ${DIE_SIZE}" aria-hidden="true"><path d="${pips(face)}"/></svg>`;
}

/** Name a die for a screen reader. @param {number} face @param {boolean} [kept] */
export function dieLabel(face, kept = false) {
  if (face === 0) return "empty die";
  return kept ? `die showing ${face}, kept` : `die showing ${face}`;
}

/**
 * Draw a die as a button: 44 px at least, lifted with a blue rim when kept.
 * @param {object} die
 * @param {number} die.face 1 to 6, or 0 for an empty die.
 * @param {boolean} [die.kept] Draws it lifted.
 * @param {boolean} [die.pressed] `aria-pressed` of a toggle button; by default the button is not a toggle.
 * @param {string} [die.label] Accessible name; by default the face.
 * @param {string} [die.press] Key for `data-press` (a press before the widget is mounted is replayed with it).
 * @param {string} [die.attributes] Further attributes, ready to insert.
 */
export function dieButton({face, kept = false, pressed, label = dieLabel(face, kept), press, attributes = ""}) {
  const names = ["die", kept ? "kept" : "", face === 0 ? "empty" : ""].filter(Boolean).join(" ");
  const toggle = pressed === undefined ? "" : ` aria-pressed="${pressed}"`;
  const key = press === undefined ? "" : ` data-press="${press}"`;
  const more = attributes === "" ? "" : ` ${attributes}`;
  return `<button type="button" class="${names}"${toggle}${key} aria-label="${label}"${more}>${dieFace(face)}</button>`;
}

/**
 * Draw a die that is not a control, in HTML.
 * @param {number} face 1 to 6, or 0 for an empty die.
 * @param {{kept?: boolean, small?: boolean}} [look] `small` fits a line of text.
 */
export function dieImage(face, {kept = false, small = false} = {}) {
  const names = ["die", small ? "small" : "", kept ? "kept" : "", face === 0 ? "empty" : ""].filter(Boolean).join(" ");
  return `<span class="${names}" role="img" aria-label="${dieLabel(face, kept)}">${dieFace(face)}</span>`;
}

/** Space between the dice of a picture, and from one die to the next, in the units of a face. */
const GAP = 8, PITCH = DIE_SIZE + GAP;

/** Draw the body of a die. @param {number} left */
const dieBody = (left) => `<rect class="die-body" x="${left + 1}" y="1" width="${DIE_SIZE - 2}" height="${DIE_SIZE - 2}" rx="9"/>`;

/**
 * Draw dice as one picture in a line of text with one accessible name ("5 5 5").
 * @param {readonly number[]} dice
 * @param {string} [label] Accessible name; by default the faces.
 */
export function diceImage(dice, label = dice.join(" ")) {
  const bodies = dice.map((_, die) => dieBody(PITCH * die));
  const faces = dice.map((face, die) => pips(face, PITCH * die));
  return `<svg class="dice-image" viewBox="0 0 ${PITCH * dice.length - GAP} ${DIE_SIZE}" role="img" aria-label="${label}">${bodies.join("")}<path class="die-pips" d="${faces.join("")}"/></svg>`;
}

/**
 * Draw a die inside a larger SVG: its body (class `die-body`) and its pips (class `die-pips`).
 * @param {object} die
 * @param {number} die.face 1 to 6, or 0 for an empty die.
 * @param {number} die.x Left edge, in units of the drawing.
 * @param {number} die.y Top edge.
 * @param {number} die.size Side of the square.
 * @param {boolean} [die.kept] Gives it the blue rim.
 */
export function dieShape({face, x, y, size, kept = false}) {
  const scale = Math.round((size / DIE_SIZE) * 1e4) / 1e4;
  const names = kept ? "die-shape kept" : "die-shape";
  return `<g class="${names}" transform="translate(${x} ${y}) scale(${scale})">${dieBody(0)}<path class="die-pips" d="${pips(face)}"/></g>`;
}

// Animated dice; each throw can interrupt the previous animation.

// Lift the dice that an option keeps while the pointer or the focus is on it.

/**
 * Follow mouse and focus over options (`data-option="keep-555"`) and lift their dice (`.dice-row .die[data-face]`).
 * @param {HTMLElement} element @param {AbortSignal} signal
 */
export function liftDiceUnderHand(element, signal) {
  for (const kind of ["pointerover", "focusin"]) {
    element.addEventListener(kind, ({target}) => {
      lift(element, target instanceof Element ? target.closest("[data-option]") : null);
    }, {signal});
  }
  element.addEventListener("pointerleave", () => lift(element, null), {signal});
}

/** @param {HTMLElement} element @param {Element | null} option */
function lift(element, option) {
  const kept = /^keep-(\d*)$/.exec(option?.getAttribute("data-option") ?? "")?.[1] ?? "";
  const wanted = [...kept];
  for (const die of element.querySelectorAll(".dice-row .die")) {
    const found = wanted.indexOf(die.getAttribute("data-face") ?? "");
    if (found >= 0) wanted.splice(found, 1);
    die.classList.toggle("lifted", found >= 0);
  }
}

const FALL = 350;

/** Throw dice at random. @param {number} n_dice @returns {number[]} Faces in their order on the table. */
export const throwDice = (n_dice) => Array.from({length: n_dice}, () => 1 + Math.floor(6 * Math.random()));

/** Running animation of each die. `getAnimations()` would force a layout. @type {WeakMap<HTMLElement, Animation>} */
const motions = new WeakMap();

/** Animate dice falling into place. @param {readonly HTMLElement[]} dice */
export function tumble(dice) {
  dice.forEach((die, index) => {
    motions.get(die)?.cancel();
    const turn = 120 + 360 * Math.random();
    motions.set(die, die.animate([
      {transform: `translate(${10 - 20 * Math.random()}px, -2.5rem) rotate(${index % 2 ? turn : -turn}deg)`, opacity: 0.2},
      {transform: "none", opacity: 1},
    ], {duration: FALL, easing: "cubic-bezier(.2, .8, .3, 1)"}));
  });
}
