/**
 * A game with saved throws: its decisions, the throws in hand at each, and what the reader guessed.
 */

/**
 * @typedef {object} Decision
 * @property {number} turn From 1.
 * @property {number} throw From 1.
 * @property {number[]} dice Each in its place.
 * @property {boolean[]} stays
 * @property {number} in_hand Throws left, the saved ones included.
 * @property {number} total Points on the card after the decision.
 * @property {string} category Box that perfect play fills; empty where it throws.
 * @property {number} points
 * @property {string} write Best box to write into now.
 * @property {number} write_points
 * @property {number} write_value
 * @property {number[]} keep Dice that the best throw keeps.
 * @property {number} throw_value
 *
 * @typedef {"write" | "throw"} Guess
 * @typedef {{step: number, guesses: readonly (Guess | null)[]}} Moment
 */

/** A call is close if the two ways are less than this many points apart. */
const CLOSE = 1.25;

/** Read the data set. @param {import("../../engine/widget").DataSet} rows `saved_game`, in the order of play. @returns {Decision[]} */
export function readGame(rows) {
  return rows.turn.map((turn, row) => ({
    turn,
    throw: rows.throw[row],
    dice: Array.from(rows.dice[row], Number),
    stays: Array.from(rows.stays[row], (one) => one === "1"),
    in_hand: rows.in_hand[row],
    total: rows.total[row],
    category: rows.category[row],
    points: rows.points[row],
    write: rows.write[row],
    write_points: rows.write_points[row],
    write_value: rows.write_value[row],
    keep: Array.from(rows.keep[row], Number),
    throw_value: rows.throw_value[row],
  }));
}

/** What perfect play does. @param {Decision} decision @returns {Guess} */
export function bestOf({category}) {
  return category === "" ? "throw" : "write";
}

/** What the worse of the two ways gives away. @param {Decision} decision */
export function gapOf({write_value, throw_value}) {
  return Math.abs(write_value - throw_value);
}

/** Whether there is something to guess. @param {Decision} decision */
export function isOpen({in_hand}) {
  return in_hand > 0;
}

/** @param {Decision} decision */
export function isClose(decision) {
  return isOpen(decision) && gapOf(decision) < CLOSE;
}

/** The next close call after a step, or the first one after the last. @param {readonly Decision[]} game @param {number} step */
export function nextClose(game, step) {
  const later = game.findIndex((decision, at) => at > step && isClose(decision));
  return later === -1 ? game.findIndex(isClose) : later;
}

/** The first close call after the first turn. @param {readonly Decision[]} game */
export function firstClose(game) {
  return game.findIndex((decision) => decision.turn > 1 && bestOf(decision) === "write" && isClose(decision));
}

/** Dice that lay still when those of a step were thrown. @param {readonly Decision[]} game @param {number} step @returns {readonly boolean[]} */
export function heldBefore(game, step) {
  return step > 0 && game[step].throw > 1 && isOpen(game[step - 1]) ? game[step - 1].stays : [];
}

/** @param {readonly Decision[]} game @param {number} step @returns {Moment} */
export function startAt(game, step) {
  return {step, guesses: game.map(() => null)};
}

/**
 * Follow a press: "guess-write", "guess-throw", "on", "back" or "close".
 * @param {readonly Decision[]} game @param {Moment} moment @param {string} key @returns {Moment}
 */
export function pressed(game, {step, guesses}, key) {
  const last = game.length - 1;
  if (key === "on") return {step: Math.min(last, step + 1), guesses};
  if (key === "back") return {step: Math.max(0, step - 1), guesses};
  if (key === "close") return {step: nextClose(game, step), guesses};
  const guess = /** @type {Guess} */ (key.split("-")[1]);
  if (!isOpen(game[step]) || guesses[step] !== null) return {step, guesses};
  return {step, guesses: guesses.map((old, at) => (at === step ? guess : old))};
}

/** Count the guesses and what they gave away. @param {readonly Decision[]} game @param {Moment} moment */
export function tallyOf(game, {guesses}) {
  const made = guesses.flatMap((guess, step) => (guess === null ? [] : [{guess, decision: game[step]}]));
  const wrong = made.filter(({guess, decision}) => guess !== bestOf(decision));
  return {made: made.length, right: made.length - wrong.length, lost: wrong.reduce((sum, {decision}) => sum + gapOf(decision), 0)};
}

/** Read the card after some decisions: points by box. @param {readonly Decision[]} game @param {number} made */
export function cardAfter(game, made) {
  return new Map(game.slice(0, made).flatMap(({category, points}) => (category === "" ? [] : [[category, points]])));
}

/** Write a step for a link: turn and throw, "3.1". @param {readonly Decision[]} game @param {number} step */
export function textOfStep(game, step) {
  return `${game[step].turn}.${game[step].throw}`;
}

/** Read a step from a link; null when there is none such. @param {readonly Decision[]} game @param {string | null} text */
export function stepOfText(game, text) {
  const step = game.findIndex(({turn, throw: number}) => `${turn}.${number}` === text);
  return step === -1 ? null : step;
}
