/** The advisor alive: it fetches values, follows the reader's hand, and shows what the session holds. */

import {EDITIONS, findEdition, rulesOf} from "./editions.js";
import {layOutGame} from "../game/tables.js";
import {readPars} from "../parts/par-sheet.js";
import {focusControl, regionPainter} from "../parts/regions.js";
import {bringIntoSight} from "../parts/sight.js";
import {codeMissing, escaped} from "../words/text.js";
import {writeGame, writePosition} from "./address.js";
import {Ahead} from "./ahead.js";
import {adviser, sayAnswer} from "./answer.js";
import {findBeginning, readGame} from "./begin.js";
import {drawCard} from "./card.js";
import {drawAnswer, drawDice, drawNotice, drawOutlooks, drawPlace, drawRerolls, drawSheet, drawThrow, thrownText} from "./drawing.js";
import {followEntry} from "./hand.js";
import {drawPars, LEGEND} from "./pars.js";
import {countMissing, newPosition, nextDie, typeDice} from "./position.js";
import {latestScore, press, startSession} from "./session.js";
import {fail, layTable, waiting} from "./table.js";

/** @import {Greeting, Shown} from "./drawing.js" */
/** @import {Edition} from "./editions.js" */
/** @import {Position} from "./position.js" */
/** @import {Session} from "./session.js" */
/** @import {Table} from "./table.js" */
/** @import {Ruleset} from "../game/rules/scandinavian.js" */
/** @import {Context} from "../../engine/widget" */

/** What is kept beside the games, each under its own name: which was played last, and what the address held then. */
const [LAST, BEHIND] = ["last", "behind"];

export class Advisor {
  /** What was said of a position when the reader arrived at it. @type {{position: Position, greeting: Greeting} | null} */
  #arrival = null;
  /** The games that were looked at, by name: a reader who comes back finds a game as it was left. @type {Map<string, Table>} */
  #tables = new Map();
  /** The game that is played now. @type {Table} */
  #table;
  /** The reader lets the page throw the dice, so the focus waits on that button. */
  #throws = false;
  /** The reader has entered all dice, and the options are to be in sight as soon as they are here. */
  #looks = false;
  /** Dress a position with the par sheet, while the reader wants it. @type {((position: Position) => Partial<Shown>) | null} */
  #sheet = null;
  #ahead = new Ahead();
  #paint;

  /**
   * @param {HTMLElement} element Holds the markup of the opening position. @param {Context} context @param {Shown} opening
   * @param {import("../../engine/widget").DataSet} minds_par The par sheet.
   */
  constructor(element, context, opening, minds_par) {
    this.minds_par = minds_par;
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
   * @param {Edition} edition @param {Ruleset} ruleset @param {Session} [session] @returns {Table}
   */
  #lay(edition, ruleset, session = startSession(newPosition(ruleset))) {
    const table = this.#tables.get(edition.name) ?? layTable(edition, ruleset, session);
    this.#tables.set(edition.name, table);
    return table;
  }

  /** Begin where the page's address says, at the game that was broken off, or at the opening. */
  start() {
    const linked = this.context.readState();
    if (linked !== null || this.context.kept(LAST) !== null) this.#arrive(linked);
    this.#show();
    this.load();
  }

  /** @param {string | null} linked */
  #arrive(linked) {
    const {context: {kept}, opening} = this;
    this.#table.session = readGame({kept, opening}, opening.edition, opening.ruleset) ?? this.session;
    const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    const is_return = visit?.type === "reload" || visit?.type === "back_forward";
    const {edition, ruleset, session, greeting} = findBeginning({linked, is_return, kept, opening});
    this.#table = this.#lay(edition, ruleset);
    this.#table.session = session;
    this.#arrival = {position: session.position, greeting};
    if (!is_return) this.context.keep(BEHIND, ""); // The address is as new as this visit.
    if (greeting.kind !== "linked") this.#writeAddress();
  }

  /** Fetch and check the values; entering goes on meanwhile, and a failure is said where the answer would be. */
  async load() {
    const table = this.#table;
    table.answer = waiting;
    this.#show();
    try {
      // What reads the values comes after what is touched: entering need not wait for it.
      const {openValues} = await import("./values.js").catch(codeMissing);
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

  /** Go back to the opening position; undo leads from there to the game that was left. */
  reset() {
    this.#table = this.#lay(this.opening.edition, this.opening.ruleset);
    const {past, position} = this.session;
    this.#table.session = startSession(this.opening.position, this.#isOpening() ? past : [...past, position]);
    this.#keep();
    this.#show();
    if (this.#table.values === null) this.load();
  }

  /** Take up another game, where it was left. @param {string} name */
  choose(name) {
    const edition = findEdition(name) ?? EDITIONS[0];
    const ruleset = rulesOf(edition);
    this.#table = this.#lay(edition, ruleset, this.#left(edition, ruleset));
    this.#arrival = null;
    this.#keep();
    if (this.#table.values === null) this.load();
    else this.#showAndSay();
  }

  /**
   * Find a game as an earlier visit left it; undefined where there is none, or where it is on the table.
   * @param {Edition} edition @param {Ruleset} ruleset
   */
  #left(edition, ruleset) {
    if (this.#tables.has(edition.name) || this.context.kept(edition.name) === null) return undefined;
    return readGame({kept: this.context.kept, opening: this.opening}, edition, ruleset) ?? undefined;
  }

  /** Keep the game in the browser, at once, and in the address, soon. */
  #keep() {
    const {edition, session} = this.#table;
    this.context.keep(LAST, edition.name);
    this.context.keep(edition.name, writeGame(edition, session));
    this.context.keep(BEHIND, new URLSearchParams(location.search).get(this.context.id) ?? "");
    this.#writeAddress();
  }

  #writeAddress() {
    this.context.writeState(this.#isOpening() ? null : writePosition(this.#table.edition, this.session.position));
  }

  /** Show a session, keep it, and say what changed. @param {Session} next */
  go(next) {
    const moved = next.position !== this.session.position;
    this.#table.session = next;
    if (moved) this.#keep(); // Before anything is drawn: the page may be closed at any time.
    if (moved) this.#looks = countMissing(next.position) === 0;
    const answer = this.#show();
    if (!moved) return;
    // Between two dice of one throw nothing new is known; the focus reads the dice.
    const halfway = next.entering && answer.kind === "open";
    if (!halfway) this.context.announce(sayAnswer(answer, this.ruleset.n_dice));
  }

  /** Follow a press on a control, or an entry made before the figure was alive, "dice=55566". @param {string} key */
  press(key) {
    const [name, value] = key.split("=");
    if (value !== undefined) return followEntry(this.element, this, name, value);
    if (key === "retry") return void this.load();
    if (key === "all") return this.element.classList.add("show-all");
    if (key === "pars") return this.#turnSheet();
    if (key === "throw") this.#throws = true;
    if (key.startsWith("face-")) this.#throws = false;
    const before = this.session.position;
    this.go(press(this.session, key, this.ruleset, Math.random));
    if (before !== this.session.position) this.#moveFocus(key);
  }

  /** Lay the par sheet beside the card, or take it away. */
  #turnSheet() {
    const pars = readPars(this.minds_par);
    this.#sheet = this.#sheet ? null : (position) => ({beside: drawPars(pars, this.ruleset, position), legend: LEGEND});
    this.#show();
  }

  /** Put the focus where the game goes on. @param {string} key What was pressed. */
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
    const {edition, ruleset} = this.#table;
    const sheet = edition === EDITIONS[0] ? this.#sheet?.(position) : {};
    const shown = {edition, ruleset, position, selected, answer, latest: latestScore(this.session), ...sheet};
    this.#paint({
      notice: drawNotice(is_example ? {kind: "example"} : this.#greeting()),
      place: drawPlace(shown),
      dice: drawDice(shown),
      rerolls: drawRerolls(shown),
      throw: drawThrow(shown),
      answer: drawAnswer(shown),
      outlooks: drawOutlooks(shown, this.#ahead.of(position)),
      card: drawCard(shown),
      sheet: drawSheet(shown),
      problem: escaped(problem),
    });
    this.element.querySelector(".advisor")?.classList.toggle("over", answer.kind === "over");
    const games = this.element.querySelector("[data-game]");
    if (games instanceof HTMLSelectElement) games.value = this.#table.edition.name;
    this.#showTyped();
    if (answer.kind === "fetching") this.#fetch(answer.names);
    if (answer.kind === "options") this.#look();
    if (answer.kind === "options" && edition === EDITIONS[0] && !is_example) {
      const show = () => this.#paint({outlooks: drawOutlooks(shown, this.#ahead.of(position))});
      void this.#ahead.ask(this.#table, position, answer.options, this.context.file, show);
    }
    return answer;
  }

  /** @returns {Greeting} */
  #greeting() {
    return this.#arrival?.position === this.session.position ? this.#arrival.greeting : {kind: "none"};
  }

  /** Bring the best option into sight, once, when the reader has entered the dice. */
  #look() {
    const best = this.element.querySelector(".ranked .option");
    if (this.#looks && best !== null) bringIntoSight(best);
    this.#looks = false;
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
