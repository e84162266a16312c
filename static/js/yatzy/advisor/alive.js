/**
 * The advisor alive: it loads the value table, follows mouse, finger and keyboard, and shows what the session holds.
 */

import {readValueTable} from "../data.js";
import {layOutGame} from "../game.js";
import {focusControl, regionPainter} from "../parts/regions.js";
import {escaped} from "../parts/text.js";
import {LinkError, readPosition, writePosition} from "./address.js";
import {adviser, sayAnswer} from "./answer.js";
import {drawAnswer, drawCard, drawDice, drawNotice, drawPlace, drawRerolls, drawThrow, thrownText} from "./drawing.js";
import {listen} from "./hand.js";
import {newPosition, nextDie, typeDice} from "./position.js";
import {press, startSession} from "./session.js";

/**
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./drawing.js").Answer} Answer
 * @typedef {import("../../engine/widget").Context} Context
 */

const TABLE = "values-scandinavian";

/**
 * Bring the advisor to life.
 * @param {HTMLElement} element Holds the markup of the opening position.
 * @param {Context} context
 * @param {import("./drawing.js").Shown} opening
 * @returns {import("../../engine/widget").Controller}
 */
export function enliven(element, context, opening) {
  const {ruleset} = opening;
  const paint = regionPainter(element);
  const start = startingPoint(context, opening);
  let session = start.session;
  let {link_problem} = start;
  /** @type {(position: import("./position.js").Position) => Answer} */
  let answer = () => ({kind: "waiting"});
  /** The reader lets the page throw, so the focus waits on that button. */
  let throws = false;

  /** @returns {Answer} */
  function currentAnswer() {
    return session.position === opening.position && opening.answer.kind === "options" ? opening.answer : answer(session.position);
  }

  function show() {
    const {position, selected} = session;
    const shown = {ruleset, position, selected, answer: currentAnswer(), latest: latestScore(session)};
    paint({
      notice: drawNotice(link_problem, session.position === opening.position && opening.answer.kind === "options"),
      place: drawPlace(shown),
      dice: drawDice(shown),
      rerolls: drawRerolls(shown),
      throw: drawThrow(shown),
      answer: drawAnswer(shown),
      card: drawCard(shown),
      problem: escaped(session.problem),
    });
    element.querySelector(".advisor")?.classList.toggle("over", shown.answer.kind === "over");
    showTyped(element, session);
    return shown.answer;
  }

  /** @param {Session} next */
  function go(next) {
    const moved = next.position !== session.position;
    session = next;
    if (moved) link_problem = "";
    const answered = show();
    if (!moved) return;
    context.writeState(session.position === opening.position ? null : writePosition(session.position));
    // Between two dice of one throw nothing new is known; the focus reads the dice.
    const halfway = session.entering && answered.kind === "open";
    if (!halfway) context.announce(sayAnswer(answered, ruleset.n_dice));
  }

  /** @param {string} key */
  function pressKey(key) {
    if (key === "retry") return load();
    if (key === "all") return element.classList.add("show-all");
    if (key === "throw") throws = true;
    if (key.startsWith("face-")) throws = false;
    const before = session;
    go(press(session, key, ruleset, Math.random));
    if (before.position !== session.position) moveFocus(key);
  }

  /** Put the focus where the game goes on. @param {string} key */
  function moveFocus(key) {
    if (key === "throw") return focusControl(element, ".ranked [data-press]", {preventScroll: true});
    if (!/^(keep|score|new|face)/.test(key)) return;
    const die = nextDie(session.position);
    if (die >= 0) focusControl(element, throws ? `[data-press="throw"]` : `[data-press="die-${die}"]`);
  }

  async function load() {
    answer = () => ({kind: "waiting"});
    show();
    try {
      const game = layOutGame(ruleset);
      answer = adviser(game, await readValueTable(await context.file(TABLE), game));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      answer = () => ({kind: "failed", message});
    }
    const shown = show();
    if (shown.kind === "failed") context.announce(shown.message);
  }

  const stop = listen(element, {read: () => session, go, press: pressKey});
  show();
  load();
  return {
    press: pressKey,
    reset: () => go(startSession(opening.position)),
    destroy: stop,
  };
}

/**
 * Find the category that the last step wrote into; -1 for none.
 * @param {Session} session
 */
function latestScore({position, past}) {
  const before = past.at(-1)?.scores;
  return before === undefined ? -1 : position.scores.findIndex((points, category) => points !== null && points !== before[category]);
}

/**
 * Bring the typed dice in line with the dice on the table, but leave alone what is being typed, mistakes above all.
 * @param {HTMLElement} element
 * @param {Session} session
 */
function showTyped(element, session) {
  const field = element.querySelector("[data-field=dice]");
  if (!(field instanceof HTMLInputElement)) return;
  const entered = typeDice(session.position, field.value);
  const fits = "position" in entered && entered.position.dice.join("") === session.position.dice.join("");
  const typing = session.problem !== "" && document.activeElement === field;
  if (!fits && !typing) field.value = thrownText(session.position);
  field.setAttribute("aria-invalid", String(typing));
}

/**
 * Begin where the page's address says, or at the opening; a link that cannot be followed is explained.
 * @param {Context} context
 * @param {import("./drawing.js").Shown} opening
 */
function startingPoint(context, {ruleset, position}) {
  const text = context.readState();
  if (text === null) return {session: startSession(position), link_problem: ""};
  try {
    return {session: startSession(readPosition(text, ruleset)), link_problem: ""};
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    return {session: startSession(newPosition(ruleset)), link_problem: error.message};
  }
}
