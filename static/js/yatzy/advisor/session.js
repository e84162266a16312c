/**
 * A reader at the advisor: the position, the die being changed, what can be undone and what must be explained.
 *
 * A session is a frozen value; what the reader does leads to the next one. No DOM.
 */

import {
  countMissing, keepDice, mostExtraYahtzees, mostRerolls, newPosition, nextDie, scoreRoll, setDie, throwDice, typeDice,
  writeScore,
} from "./position.js";

/**
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("../game/rules/scandinavian.js").Ruleset} Ruleset
 *
 * @typedef {object} Session
 * @property {Position} position
 * @property {number} selected Die whose face is being changed, -1 for none.
 * @property {readonly Position[]} past Positions that undo leads back to, the latest last.
 * @property {boolean} entering The last step entered dice; entering more of them is the same step for undo.
 * @property {string} problem Why the last entry cannot be, for the reader; "" when all is well.
 */

const LONGEST_PAST = 500;

/** Begin with a position. @param {Position} position @param {readonly Position[]} [past] What undo leads back to. @returns {Session} */
export function startSession(position, past = []) {
  return {position, selected: -1, past: past.slice(-LONGEST_PAST), entering: false, problem: ""};
}

/** Go on to a position. @param {Session} session @param {Position} position @param {boolean} [entering] @returns {Session} */
function goOn(session, position, entering = false) {
  const same_step = entering && session.entering;
  const past = same_step ? session.past : [...session.past, session.position].slice(-LONGEST_PAST);
  return {position, selected: -1, past, entering, problem: ""};
}

/**
 * Show a face on the die being changed, or else on the next empty one; a digit that is no face is explained.
 * @param {Session} session @param {number} face @returns {Session}
 */
export function enterFace(session, face) {
  if (!(face >= 1 && face <= 6)) return {...session, problem: `No die shows ${face}. Enter a digit from 1 to 6.`};
  const die = session.selected >= 0 ? session.selected : nextDie(session.position);
  if (die < 0) return {...session, problem: "All dice are entered. Choose a die first to change it, or take an option."};
  return goOn(session, setDie(session.position, die, face), true);
}

/** Turn one die up or down by a face. @param {Session} session @param {number} die @param {1 | -1} step @returns {Session} */
export function turnDie(session, die, step) {
  const face = session.position.dice[die];
  const next = face === 0 ? (step > 0 ? 1 : 6) : ((face - 1 + step + 6) % 6) + 1;
  return goOn(session, setDie(session.position, die, next), true);
}

/**
 * Take the face of a die away, or of the last die that shows one.
 * @param {Session} session
 * @param {number} die -1 for the last.
 * @returns {Session}
 */
export function eraseDie(session, die) {
  const {position} = session;
  const last = position.dice.map((face) => face > 0).lastIndexOf(true);
  const target = die >= 0 && position.dice[die] > 0 ? die : last;
  return target < 0 ? session : goOn(session, setDie(position, target, 0), true);
}

/** Take all dice from typed text. @param {Session} session @param {string} text @returns {Session} */
export function typeText(session, text) {
  const entered = typeDice(session.position, text);
  return "problem" in entered ? {...session, problem: entered.problem} : goOn(session, entered.position, true);
}

/**
 * Write points into a box, or open it.
 * @param {Session} session @param {Ruleset} ruleset @param {number} category @param {number | null} points @returns {Session}
 */
export function chooseScore(session, ruleset, category, points) {
  return goOn(session, writeScore(session.position, ruleset, category, points));
}

/** Go back a step. @param {Session} session @returns {Session} */
export function undo(session) {
  const before = session.past.at(-1);
  if (before === undefined) return {...session, problem: "There is nothing to undo."};
  return startSession(before, session.past.slice(0, -1));
}

/** Find the category that the last step wrote into; -1 for none. @param {Session} session */
export function latestScore({position, past}) {
  const before = past.at(-1)?.scores ?? position.scores;
  const changed = [...position.scores.keys()].filter((category) => position.scores[category] !== before[category]);
  return changed.length === 1 && position.scores[changed[0]] !== null ? changed[0] : -1; // A link or Reset changes many.
}

/** Choose a die to change, or leave it be. @param {Session} session @param {number} die @returns {Session} */
function selectDie(session, die) {
  const selected = session.selected === die ? -1 : die;
  return {...session, selected, problem: ""};
}

/**
 * Hold another number of rerolls, at most as many as can be; with the most of them nothing was kept yet.
 * @param {Position} position @param {number} rerolls @param {Ruleset} ruleset @returns {Position}
 */
function holdRerolls(position, rerolls, ruleset) {
  const most = mostRerolls(ruleset, position.scores);
  const held = within(rerolls, most);
  return {...position, rerolls: held, kept: held === most ? 0 : position.kept};
}

/**
 * Have another number of extra Yahtzees on the card, at most as many as can be.
 * @param {Position} position @param {number} count @param {Ruleset} ruleset @returns {Position}
 */
function countYahtzees(position, count, ruleset) {
  return {...position, n_extra_yahtzees: within(count, mostExtraYahtzees(ruleset, position.scores))};
}

/** @param {number} count @param {number} most */
const within = (count, most) => Math.max(0, Math.min(count, most));

/**
 * Carry out an option: keep dice, or write the roll into a box.
 * @param {Session} session @param {string} action
 * @param {string} what Dice, or the name of a category.
 * @param {Ruleset} ruleset @returns {Session}
 */
function takeOption(session, action, what, ruleset) {
  const {position} = session;
  if (action === "keep") return goOn(session, keepDice(position, [...what].map(Number)));
  return goOn(session, scoreRoll(position, ruleset, ruleset.categories.findIndex(({name}) => name === what)));
}

/**
 * Follow a press on a control, named by its key: "die-0", "face-5", "throw", "rerolls-1", "rerolls-more",
 * "extra-less", "keep-555", "score-chance", "undo", "new".
 * @param {Session} session @param {string} key @param {Ruleset} ruleset
 * @param {() => number} random Uniform in [0, 1), for dice that the page throws.
 * @returns {Session}
 */
export function press(session, key, ruleset, random) {
  const [action, what = ""] = key.split("-");
  const {position} = session;
  if (action === "die") return selectDie(session, Number(what));
  if (action === "face") return enterFace(session, Number(what));
  if (action === "rerolls") return goOn(session, holdRerolls(position, countOf(what, position.rerolls), ruleset));
  if (action === "extra") return goOn(session, countYahtzees(position, countOf(what, position.n_extra_yahtzees), ruleset));
  if (action === "throw") return goOn(session, throwDice(position, random));
  if (action === "new") return goOn(session, newPosition(ruleset));
  if (action === "undo") return undo(session);
  if ((action === "keep" || action === "score") && countMissing(position) === 0) return takeOption(session, action, what, ruleset);
  return session;
}

/** Read a count from a key: "more" or "less" than now, or the number itself. @param {string} what @param {number} now */
function countOf(what, now) {
  return {more: now + 1, less: now - 1}[what] ?? Number(what);
}
