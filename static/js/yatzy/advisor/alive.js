/** The advisor alive: it loads the value table, follows the reader's hand, and shows what the session holds. */

import {readValueTable} from "../data.js";
import {layOutGame} from "../game.js";
import {focusControl, regionPainter} from "../parts/regions.js";
import {escaped} from "../parts/text.js";
import {LinkError, readPosition, writePosition} from "./address.js";
import {adviser, sayAnswer} from "./answer.js";
import {drawAnswer, drawCard, drawDice, drawNotice, drawPlace, drawRerolls, drawThrow, thrownText} from "./drawing.js";
import {followEntry} from "./hand.js";
import {newPosition, nextDie, typeDice} from "./position.js";
import {press, startSession} from "./session.js";

/**
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./drawing.js").Answer} Answer
 * @typedef {import("../../engine/widget").Context} Context
 */

const TABLE = "values-scandinavian";

/** @returns {Answer} */
const waiting = () => ({kind: "waiting"});

export class Advisor {
  /** Why the address could not be followed; "" when it could, or once the reader went on. */
  #link_problem = "";
  /** @type {(position: Position) => Answer} */
  #answer = waiting;
  /** The reader lets the page throw the dice, so the focus waits on that button. */
  #throws = false;
  #paint;

  /**
   * @param {HTMLElement} element Holds the markup of the opening position.
   * @param {Context} context
   * @param {import("./drawing.js").Shown} opening
   */
  constructor(element, context, opening) {
    this.element = element;
    this.context = context;
    this.opening = opening;
    this.session = startSession(opening.position);
    this.#paint = regionPainter(element);
  }

  /** Begin where the page's address says, or at the opening; a link that cannot be followed is explained. */
  start() {
    const text = this.context.readState();
    try {
      if (text !== null) this.session = startSession(readPosition(text, this.opening.ruleset));
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.#link_problem = error.message;
      this.session = startSession(newPosition(this.opening.ruleset));
    }
    this.#show();
    this.load();
  }

  /** Fetch and check the value table; entering goes on meanwhile, and a failure is said where the answer would be. */
  async load() {
    this.#answer = waiting;
    this.#show();
    try {
      const game = layOutGame(this.opening.ruleset);
      this.#answer = adviser(game, await readValueTable(await this.context.file(TABLE), game));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#answer = () => ({kind: "failed", message});
    }
    const answer = this.#show();
    if (answer.kind === "failed") this.context.announce(answer.message);
  }

  /** Go back to the opening position. */
  reset() {
    this.go(startSession(this.opening.position));
  }

  /**
   * Show a session, put it into the address, and say what changed.
   * @param {Session} next
   */
  go(next) {
    const moved = next.position !== this.session.position;
    this.session = next;
    if (moved) this.#link_problem = "";
    const answer = this.#show();
    if (!moved) return;
    this.context.writeState(this.#isOpening() ? null : writePosition(next.position));
    // Between two dice of one throw nothing new is known; the focus reads the dice.
    const halfway = next.entering && answer.kind === "open";
    if (!halfway) this.context.announce(sayAnswer(answer, this.opening.ruleset.n_dice));
  }

  /**
   * Follow a press on a control, or an entry made before the figure was alive, "dice=55566".
   * @param {string} key
   */
  press(key) {
    const [name, value] = key.split("=");
    if (value !== undefined) return followEntry(this.element, this, name, value);
    if (key === "retry") return void this.load();
    if (key === "all") return this.element.classList.add("show-all");
    if (key === "throw") this.#throws = true;
    if (key.startsWith("face-")) this.#throws = false;
    const before = this.session.position;
    this.go(press(this.session, key, this.opening.ruleset, Math.random));
    if (before !== this.session.position) this.#moveFocus(key);
  }

  /**
   * Put the focus where the game goes on.
   * @param {string} key What was pressed.
   */
  #moveFocus(key) {
    if (key === "throw") return void focusControl(this.element, ".ranked [data-press]", {preventScroll: true});
    if (!/^(keep|score|new|face)/.test(key)) return;
    const die = nextDie(this.session.position);
    if (die >= 0) focusControl(this.element, this.#throws ? "[data-press=throw]" : `[data-press=die-${die}]`);
  }

  /** The position is the example that ships with its options. */
  #isOpening() {
    return this.session.position === this.opening.position;
  }

  #show() {
    const {position, selected, problem} = this.session;
    const is_example = this.#isOpening() && this.opening.answer.kind === "options";
    const answer = is_example ? this.opening.answer : this.#answer(position);
    const shown = {ruleset: this.opening.ruleset, position, selected, answer, latest: latestScore(this.session)};
    this.#paint({
      notice: drawNotice(this.#link_problem, is_example),
      place: drawPlace(shown),
      dice: drawDice(shown),
      rerolls: drawRerolls(shown),
      throw: drawThrow(shown),
      answer: drawAnswer(shown),
      card: drawCard(shown),
      problem: escaped(problem),
    });
    this.element.querySelector(".advisor")?.classList.toggle("over", answer.kind === "over");
    this.#showTyped();
    return answer;
  }

  /** Bring the typed dice in line with the dice on the table; what is being typed is left alone, mistakes above all. */
  #showTyped() {
    const field = this.element.querySelector("[data-field=dice]");
    if (!(field instanceof HTMLInputElement)) return;
    const {position, problem} = this.session;
    const typed = typeDice(position, field.value);
    const fits = "position" in typed && typed.position.dice.join("") === position.dice.join("");
    const is_mistaken = problem !== "" && document.activeElement === field;
    if (!fits && !is_mistaken) field.value = thrownText(position);
    field.setAttribute("aria-invalid", String(is_mistaken));
  }
}

/**
 * Find the category that the last step wrote into; -1 for none.
 * @param {Session} session
 */
function latestScore({position, past}) {
  const before = past.at(-1)?.scores;
  if (before === undefined) return -1;
  return position.scores.findIndex((points, category) => points !== null && points !== before[category]);
}
