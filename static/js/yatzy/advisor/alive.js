/** The advisor alive: it fetches values, follows the reader's hand, and shows what the session holds. */

import {EDITIONS, findEdition, rulesOf} from "../editions.js";
import {layOutGame} from "../game.js";
import {focusControl, regionPainter} from "../parts/regions.js";
import {escaped} from "../parts/text.js";
import {writePosition} from "./address.js";
import {adviser, sayAnswer} from "./answer.js";
import {drawCard} from "./card.js";
import {drawAnswer, drawDice, drawGames, drawNotice, drawPlace, drawRerolls, drawThrow, thrownText} from "./drawing.js";
import {followEntry} from "./hand.js";
import {newPosition, nextDie, typeDice} from "./position.js";
import {press, startSession} from "./session.js";
import {openValues} from "./values.js";

/**
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./drawing.js").Answer} Answer
 * @typedef {import("../editions.js").Edition} Edition
 * @typedef {import("../../engine/widget").Context} Context
 *
 * @typedef {object} Table One game at this advisor: what the reader left there, and what it is answered with.
 * @property {Edition} edition
 * @property {import("../rules.js").Ruleset} ruleset
 * @property {Session} session
 * @property {import("./values.js").Values | null} values Null while they are not here.
 * @property {(position: Position) => Answer} answer
 * @property {string} awaited The parts that are waited for; "" for none.
 */

/** @returns {Answer} */
const waiting = () => ({kind: "waiting"});

export class Advisor {
  /** Why the address could not be followed; "" when it could, or once the reader went on. */
  #link_problem = "";
  /** The games that were looked at, by name: a reader who comes back finds a game as it was left. @type {Map<string, Table>} */
  #tables = new Map();
  /** The game that is played now. @type {Table} */
  #table;
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
    this.#table = this.#lay(opening.edition, opening.ruleset, startSession(opening.position));
    this.#paint = regionPainter(element);
  }

  get ruleset() {
    return this.#table.ruleset;
  }

  get session() {
    return this.#table.session;
  }

  /**
   * Find a game as it was left, or begin it.
   * @param {Edition} edition
   * @param {import("../rules.js").Ruleset} ruleset
   * @param {Session} [session]
   * @returns {Table}
   */
  #lay(edition, ruleset, session = startSession(newPosition(ruleset))) {
    const table = this.#tables.get(edition.name) ?? {edition, ruleset, session, values: null, answer: waiting, awaited: ""};
    this.#tables.set(edition.name, table);
    return table;
  }

  /** Begin where the page's address says, or at the opening; a link that cannot be followed is explained. */
  async start() {
    const text = this.context.readState();
    if (text !== null) await this.#follow(text);
    this.#show();
    this.load();
  }

  /** @param {string} text Address of a position. */
  async #follow(text) {
    const {LinkError, readEdition, readPosition} = await import("./links.js"); // Most readers follow no link.
    const {edition, rest} = readEdition(text);
    const ruleset = await rulesOf(edition);
    this.#table = this.#lay(edition, ruleset);
    try {
      this.#table.session = startSession(readPosition(rest, ruleset));
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.#link_problem = error.message;
      this.#table.session = startSession(newPosition(ruleset));
    }
  }

  /** Fetch and check the values; entering goes on meanwhile, and a failure is said where the answer would be. */
  async load() {
    const table = this.#table;
    table.answer = waiting;
    this.#show();
    try {
      const game = layOutGame(table.ruleset);
      table.values ??= await openValues(table.edition, game, this.context.file);
      table.answer = adviser(game, table.values);
    } catch (error) {
      fail(table, error);
    }
    if (table === this.#table) this.#showAndSay();
  }

  /**
   * Fetch the parts that a position needs, and answer it, unless the reader has gone on to one that needs others.
   * @param {readonly string[]} names
   */
  async #fetch(names) {
    const table = this.#table;
    const awaited = names.join(" ");
    if (table.awaited === awaited) return;
    table.awaited = awaited;
    try {
      await table.values?.fetch(names);
    } catch (error) {
      if (table.awaited === awaited) fail(table, error);
    }
    if (table.awaited !== awaited) return;
    table.awaited = "";
    if (table === this.#table) this.#showAndSay();
  }

  /** Show what came, and say it: the reader has waited for it. */
  #showAndSay() {
    const answer = this.#show();
    if (this.#isOpening() && answer.kind !== "failed") return;
    this.context.announce(answer.kind === "failed" ? answer.message : sayAnswer(answer, this.ruleset.n_dice));
  }

  /** Go back to the opening position. */
  reset() {
    this.#table = this.#lay(this.opening.edition, this.opening.ruleset);
    this.go(startSession(this.opening.position));
    if (this.#table.values === null) this.load();
  }

  /**
   * Take up another game, where it was left.
   * @param {string} name
   */
  async choose(name) {
    const edition = findEdition(name) ?? EDITIONS[0];
    try {
      this.#table = this.#lay(edition, await rulesOf(edition));
    } catch {
      return this.context.fail(new Error("The rules of this game could not be fetched."), () => this.choose(name));
    }
    this.#link_problem = "";
    this.context.writeState(this.#address());
    if (this.#table.values === null) this.load();
    else this.#showAndSay();
  }

  /**
   * Show a session, put it into the address, and say what changed.
   * @param {Session} next
   */
  go(next) {
    const moved = next.position !== this.session.position;
    this.#table.session = next;
    if (moved) this.#link_problem = "";
    const answer = this.#show();
    if (!moved) return;
    this.context.writeState(this.#address());
    // Between two dice of one throw nothing new is known; the focus reads the dice.
    const halfway = next.entering && answer.kind === "open";
    if (!halfway) this.context.announce(sayAnswer(answer, this.ruleset.n_dice));
  }

  #address() {
    return this.#isOpening() ? null : writePosition(this.#table.edition, this.session.position);
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
    this.go(press(this.session, key, this.ruleset, Math.random));
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
    const answer = is_example ? this.opening.answer : this.#table.answer(position);
    const shown = {edition: this.#table.edition, ruleset: this.ruleset, position, selected, answer, latest: latestScore(this.session)};
    this.#paint({
      games: drawGames(shown),
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
    if (answer.kind === "fetching") this.#fetch(answer.names);
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
 * Have a game answer with what went wrong, until it is tried again.
 * @param {Table} table
 * @param {unknown} error
 */
function fail(table, error) {
  const message = error instanceof Error ? error.message : String(error);
  table.answer = () => ({kind: "failed", message});
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
