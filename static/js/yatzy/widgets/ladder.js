/** The ladder: four habits, learned in any order; what each adds to those before it. */
import {HABITS, playerWith, readPlayers, WORDS_OF_HABIT} from "../parts/habits.js";
import {dressed, every, find, makeFigure, percentOf, shareOf} from "site_builder/kit";
import {drawGuess, drawVerdict, SHOWN, showVerdict} from "../parts/guess.js";

/**
 * @import {DataSet} from "../../engine/widget" @import {Habit, Player, Players} from "../parts/habits.js"
 * @import {Alive, Hand} from "site_builder/kit"
 */

// The ladder: four habits that a casual player learns one after the other, in any order.

/**
 * @typedef {object} Place
 * @property {readonly Habit[]} order In which the habits are learned.
 * @property {string | null} guess After what the bonus habit is worth most; null before, empty for a reader who did not want to.
 *
 * @typedef {{habit: Habit, player: Player, gain: number}} Step
 */

/** The order at first: who follows a rule learns the arithmetic last. @type {readonly Habit[]} */
export const OPENING = ["bonus", "top", "chances", "pars"];

/** The habit that is asked about. @type {Habit} */
const ASKED = "bonus";

/** What links named before habits could be ordered: a rung of the ladder of that time. */
const FORMER = ["patterns", "open_boxes", "sacrifice", "bonus_aim", "chance_late", "upper_dice", "counting", "par"];

/** @param {{habit_players: DataSet}} data @returns {Players} */
const readLadder = ({habit_players}) => readPlayers(habit_players);

/** Learn the habits one after the other. @param {Players} players @param {readonly Habit[]} order @returns {Step[]} */
export function stepsOf(players, order) {
  return order.map((habit, row) => {
    const player = playerWith(players, order.slice(0, row + 1));
    return {habit, player, gain: player.mean - playerWith(players, order.slice(0, row)).mean};
  });
}

/** What the asked habit brings after one other, or learned first, "first". @param {Players} players @param {string} after */
export function gainAfter(players, after) {
  const before = HABITS.filter((habit) => habit === after);
  return playerWith(players, [...before, ASKED]).mean - playerWith(players, before).mean;
}

/** Points of a guess: ten for the best, in proportion for others. @param {Players} players @param {string} guess */
export function pointsOfGuess(players, guess) {
  const best = Math.max(...["first", ...HABITS].map((after) => (after === ASKED ? 0 : gainAfter(players, after))));
  return Math.round((10 * gainAfter(players, guess)) / best);
}

/** Move a habit to another row. @param {readonly Habit[]} order @param {Habit} habit @param {number} row @returns {readonly Habit[]} */
export function movedTo(order, habit, row) {
  const others = order.filter((one) => one !== habit);
  const place = Math.max(0, Math.min(order.length - 1, row));
  return [...others.slice(0, place), habit, ...others.slice(place)];
}

/** The order that shows a guess: the other habit first, then the asked one. @param {string} guess @returns {readonly Habit[]} */
export function orderOfGuess(guess) {
  return movedTo(movedTo(OPENING, ASKED, 0), /** @type {Habit} */ (HABITS.includes(/** @type {Habit} */ (guess)) ? guess : ASKED), 0);
}

/** Write a place for a link. @param {Place} place */
export const textOfPlace = ({order, guess}) => (guess === null ? "" : order.join("-"));

/** Read a place from a link, of today or of the former ladder; null for none. @param {string | null} text @returns {Place | null} */
export function placeOfText(text) {
  if (text === null) return null;
  if (FORMER.includes(text)) return {order: OPENING, guess: ""};
  const order = /** @type {Habit[]} */ (text.split("-"));
  const isOrder = order.length === HABITS.length && HABITS.every((habit) => order.includes(habit));
  return isOrder ? {order, guess: ""} : null;
}

// The ladder, drawn: steps from the casual player up, which can be put into another order, and what perfect play has
// above.

/** The steps are drawn between these scores. */
const AXIS = {from: 160, to: 252};
/** A habit that brings less has nothing to add. */
const NOTHING = 0.05;
const WHEN = ["first", "second", "third", "last"];

/** @type {import("../parts/guess.js").Question} */
const QUESTION = {
  question: "A habit is worth what it adds to those before it. When does it bring most to want three of each face, for the bonus?",
  answers: [
    {key: "first", words: "Learned first of all"},
    {key: "top", words: "After throwing for the top"},
    {key: "chances", words: "After counting chances"},
    {key: "pars", words: "After knowing the pars"},
  ],
};

/** @param {number} points */
const placeAt = (points) => percentOf(shareOf(points, AXIS));

/** Draw a step: from where the one before ends to where it ends. @param {number} mean @param {number} gain */
function drawStep(mean, gain) {
  return `<svg class="ladder-step" aria-hidden="true"><line class="rail" x2="${placeAt(mean - gain)}" y1="50%" y2="50%"/><rect x="${placeAt(mean - gain)}" width="${percentOf(gain / (AXIS.to - AXIS.from))}" height="100%"/><line class="post" x1="${placeAt(mean)}" x2="${placeAt(mean)}" y2="100%"/></svg>`;
}

/** @param {string} title @param {number} mean @param {number} gain */
function drawEnd(title, mean, gain) {
  const told = gain > 0 ? `<b>${gain.toFixed(1)}</b> left <span>${mean.toFixed(1)}</span>` : `<span>${mean.toFixed(1)}</span>`;
  return `<li class="ladder-end"><div class="ladder-row centred grid-layout"><span class="ladder-title strong">${title}</span>${drawStep(mean, gain)}<span class="ladder-numbers">${told}</span></div></li>`;
}

/** @param {Step} step @param {number} row @param {number} last */
function drawHabit({habit, player, gain}, row, last) {
  const {title, does} = WORDS_OF_HABIT[habit];
  const button = (/** @type {string} */ way, /** @type {string} */ sign, /** @type {boolean} */ off) =>
    `<button type="button" data-press="${way}-${habit}" aria-label="${title}: learn it ${way === "up" ? "earlier" : "later"}"${off ? " disabled" : ""}>${sign}</button>`;
  return `<li class="habit${gain < NOTHING ? " nothing" : ""}" data-habit="${habit}"><div class="ladder-row centred grid-layout"><span class="ladder-moves with-script">${button("up", "↑", row === 0)}${button("down", "↓", row === last)}</span><span class="ladder-title strong">${title}</span><span class="ladder-habit soft">${does}</span>${drawStep(player.mean, gain)}<span class="ladder-numbers"><b>+${gain.toFixed(1)}</b> <span>${player.mean.toFixed(1)}</span></span></div></li>`;
}

/** Draw all rungs, the first to be learned on top. @param {Players} players @param {Place} place */
export function drawLadder(players, {order}) {
  const steps = stepsOf(players, order);
  const [none, perfect, all] = [players.get("none"), players.get("perfect"), steps[steps.length - 1].player];
  if (none === undefined || perfect === undefined) throw new Error("the ladder has no ends");
  return `${drawEnd("The casual player", none.mean, 0)}${steps.map((step, row) => drawHabit(step, row, steps.length - 1)).join("")}${drawEnd("Perfect play", perfect.mean, perfect.mean - all.mean)}`;
}

/** Say what the habits bring in this order. @param {Players} players @param {Place} place */
function wordsOfLadder(players, {order}) {
  const told = stepsOf(players, order).map(({habit, gain}, row) =>
    `${WORDS_OF_HABIT[habit].title.replace(/^./, (letter) => letter.toLowerCase())}, ${WHEN[row]}: <b>${gain < NOTHING ? "nothing" : `+${gain.toFixed(1)}`}</b>`);
  return `${told.join("; ")}.`.replace(/^./, (letter) => letter.toUpperCase());
}

/** Say what one habit brings where it stands now. @param {Players} players @param {Place} place @param {Habit} habit */
export function wordsOfMove(players, {order}, habit) {
  const row = order.indexOf(habit);
  const {gain} = stepsOf(players, order)[row];
  return `${WORDS_OF_HABIT[habit].title}, learned ${WHEN[row]}: ${gain < NOTHING ? "it adds nothing" : `it adds ${gain.toFixed(1)} points`}.`;
}

/** Say what the guess came to. @param {Players} players @param {string} guess */
export function verdictOf(players, guess) {
  const start = pointsOfGuess(players, guess) === 10 ? "Yes. " : "";
  const told = (/** @type {string} */ after) => `<b>${gainAfter(players, after).toFixed(1)}</b>`;
  const nothing = gainAfter(players, "pars") < NOTHING ? "nothing, for the list holds the bonus already" : told("pars");
  return `${start}First of all, “${WORDS_OF_HABIT[ASKED].title}” brings ${told("first")} points, after counting chances ${told("chances")}, after throwing for the top ${told("top")}. After the pars it brings ${nothing}.`;
}

/** The figure, its question first. */
const FRAME = `<div class="ladder to-guess">${drawGuess(QUESTION)}
${drawVerdict()}
<ol class="ladder-rungs rows tells" data-region="rungs"></ol></div>`;

/** What is asked, as a person hears it. */
const questionWords = () => QUESTION.question;

// A habit is dragged to another row of the ladder: the list holds the pointer, for rows change under it.

/** @param {Alive<Place, Players>} alive @returns {Hand} */
function byDragging(alive) {
  const list = find(alive.element, ".ladder-rungs");
  /** @type {Habit | null} */
  let held = null;

  /** The row for what is held at a height: below all others whose middle lies above. @param {number} y */
  function rowAt(y) {
    const others = every(list, ".habit").filter(({dataset}) => dataset.habit !== held).map((row) => row.getBoundingClientRect());
    return others.filter(({top, height}) => y > top + height / 2).length;
  }

  /** @param {string} kind @param {(event: PointerEvent) => void} then */
  const on = (kind, then) => list.addEventListener(kind, /** @type {EventListener} */ (then), {signal: alive.signal});
  on("pointerdown", (event) => {
    const row = event.target instanceof Element && !event.target.closest("button") ? event.target.closest(".habit") : null;
    if (!(row instanceof HTMLElement) || event.button !== 0 || event.pointerType === "touch") return;
    held = /** @type {Habit} */ (row.dataset.habit);
    list.setPointerCapture(event.pointerId);
    event.preventDefault();
    alive.draw();
  });
  on("pointermove", ({clientY}) => {
    if (held === null) return;
    const order = movedTo(alive.place.order, held, rowAt(clientY));
    if (order.join() !== alive.place.order.join()) alive.pass({...alive.place, order});
  });
  const drop = () => {
    if (held === null) return;
    held = null;
    alive.go(alive.place, true);
  };
  on("pointerup", drop);
  on("pointercancel", drop);
  return {tell: () => list.classList.toggle("dragging", held !== null)};
}

/** @type {import("site_builder/kit").Figure<Place, Players>} */
const ladder = {
  know: readLadder,
  opening: () => ({order: OPENING, guess: null}),
  still: (place) => ({...place, guess: ""}),
  read: (text) => placeOfText(text),
  write: textOfPlace,
  frame: FRAME,
  draw: (place, players) => ({
    verdict: place.guess ? verdictOf(players, place.guess) : "",
    rungs: drawLadder(players, place),
  }),
  words: (place, players) => (place.guess === null ? questionWords() : wordsOfLadder(players, place)),
  /** "guess-top", "skip", "up-bonus" or "down-bonus". */
  press(key, place) {
    const [what, name] = key.split("-");
    if (what === "skip") return {...place, guess: SHOWN};
    if (what === "guess") return {order: orderOfGuess(name), guess: name};
    const habit = /** @type {Habit} */ (name);
    return {order: movedTo(place.order, habit, place.order.indexOf(habit) + (what === "up" ? -1 : 1)), guess: place.guess ?? ""};
  },
  pressed(key, {announce, context, element, known: players, place}) {
    const [what, habit] = key.split("-");
    if (what === "guess") context.record("habit", pointsOfGuess(players, habit));
    if (what === "guess" || what === "skip") {
      showVerdict(element);
      return announce(verdictOf(players, place.guess ?? ""));
    }
    const back = what === "up" ? "down" : "up";
    const button = every(element, `[data-press=${key}]:not([disabled])`)[0] ?? find(element, `[data-press=${back}-${habit}]`);
    button.focus({preventScroll: true}); // The habit is in another row now, and its button with it.
    announce(wordsOfMove(players, place, /** @type {Habit} */ (habit)));
  },
  hands: [dressed(".ladder", ({guess}) => (guess === null ? "ladder to-guess" : "ladder")), byDragging],
};

export const {view, mount} = makeFigure(ladder);
