/** Controller of the advisor: fetches values, handles input, and paints the session. */
import {layOutGame, totalsOfScores} from "../game/tables.js";
import {bonusHeld, readPars} from "../parts/par-sheet.js";
import {
  countMissing, EDITIONS, findEdition, isOver, newPosition, nextDie, offersOf, rulesOf, typeDice, writeGame, writePosition,
} from "./position.js";
import {openFutures} from "../endings/outlook.js";
import {escaped} from "../words/text.js";
import {sayLanguage} from "../words/voice.js";
import {onPress} from "site_builder/kit";
import {liftDiceUnderHand} from "../parts/dice.js";
import {focusControl, regionPainter} from "../parts/regions.js";
import {chooseScore, enterFace, eraseDie, findBeginning, latestScore, press, readGame, startSession, turnDie, typeText} from "./session.js";
import {openValues} from "./values.js";
import {adviser, named, sayAnswer} from "./answer.js";
import {drawAnswer, drawCard, drawDice, drawLabels, drawLanguages, drawNotice, drawOutlooks, drawPlace, drawRerolls, drawSheet, drawThrow, thrownText} from "./drawing.js";

/**
 * @import {Answer, Greeting, Shown} from "./drawing.js" @import {Ruleset} from "../game/rules/scandinavian.js"
 * @import {ParSheet} from "../parts/par-sheet.js" @import {Edition, Position} from "./position.js"
 * @import {Futures, Outlook} from "../endings/outlook.js" @import {RankedOption} from "../parts/ranked.js" @import {Session} from "./session.js"
 * @import {Context} from "../../engine/widget" @import {Voice} from "../words/voice.js"
 */

// One game of the advisor: its rules, its session, and its values.

/**
 * @typedef {object} Table
 * @property {import("./position.js").Edition} edition
 * @property {import("../game/rules/scandinavian.js").Ruleset} ruleset
 * @property {import("./session.js").Session} session
 * @property {import("./values.js").Values | null} values Null until they are loaded.
 * @property {(position: import("./position.js").Position) => Answer} answer
 * @property {string} awaited Parts of the values that are being fetched; "" for none.
 */

/** @returns {Answer} */
const waiting = () => ({kind: "waiting"});

/**
 * Create a game without values.
 * @param {import("./position.js").Edition} edition @param {import("../game/rules/scandinavian.js").Ruleset} ruleset
 * @param {import("./session.js").Session} session @returns {Table}
 */
function layTable(edition, ruleset, session) {
  return {edition, ruleset, session, values: null, answer: waiting, awaited: ""};
}

/** Make a game answer with an error until a retry. @param {Table} table @param {unknown} error */
function fail(table, error) {
  table.answer = () => ({kind: "failed", error});
}

// The par sheet beside the card: the par of each open box, and the points of this throw over par.

/** Return the part of the bonus that the par sheet assigns to a card. @param {ParSheet} sheet @param {Ruleset} ruleset @param {Position["scores"]} scores */
export function bonusOfCard(sheet, ruleset, scores) {
  const faces = ruleset.categories.flatMap(({face}, box) => (face > 0 && scores[box] === null ? [face] : []));
  return bonusHeld(sheet, ruleset, totalsOfScores(ruleset, scores).upper_total, faces);
}

/**
 * Return the points over par of the dice on the table in each open box, including the effect on the bonus; null for
 * filled boxes, and for all boxes while dice are missing.
 * @param {ParSheet} sheet @param {Ruleset} ruleset @param {Position} position @returns {(number | null)[]}
 */
export function overPar(sheet, ruleset, position) {
  const {scores} = position;
  const offers = countMissing(position) === 0 && !isOver(position) ? offersOf(ruleset, position) : [];
  const held = bonusOfCard(sheet, ruleset, scores);
  return scores.map((_, category) => {
    const points = offers[category]?.points;
    if (points === undefined) return null;
    const after = scores.map((old, place) => (place === category ? points : old));
    return points - sheet.par_of_box[ruleset.categories[category].name] + bonusOfCard(sheet, ruleset, after) - held;
  });
}

/** @param {Voice} voice @param {number} points */
const signed = (voice, points) => {
  const text = voice.points(Math.abs(points));
  return Math.abs(points) < 0.05 ? text : `${points < 0 ? "−" : "+"}${text}`;
};

/**
 * Return a function that draws the par of a box and this throw's points over par; the highest is marked.
 * @param {Voice} voice @param {ParSheet} sheet @param {Ruleset} ruleset @param {Position} position @returns {(category: number) => string}
 */
export function drawPars(voice, sheet, ruleset, position) {
  const over = overPar(sheet, ruleset, position);
  const most = Math.max(...over.map((points) => points ?? -Infinity));
  return (category) => {
    if (position.scores[category] !== null) return "";
    const points = over[category];
    const brings = points === null ? "" : `<b${points === most ? ' class="most"' : ""}><span class="visually-hidden">, ${voice.t`this throw`} </span>${signed(voice, points)}</b>`;
    return `<span class="par"><span class="visually-hidden">${voice.t`Par`} </span>${sheet.par_of_box[ruleset.categories[category].name]}${brings}</span>`;
  };
}

// Final scores after the best options of a position; for the essay's game only.

/** Let the page paint and respond first. @returns {Promise<void>} */
const breathe = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

class Ahead {
  /** @type {Promise<Futures> | null} */
  #coming = null;
  /** The position that was asked for last. @type {Position | null} */
  #position = null;
  /** @type {readonly Outlook[] | null} */
  #outlooks = [];

  /** Return the outlooks of a position; empty while they are computed, null if that failed. @param {Position} position */
  of(position) {
    return position === this.#position ? this.#outlooks : [];
  }

  /**
   * Compute the outlooks of a position, unless it was requested last.
   * @param {Table} table A game with loaded values. @param {Position} position @param {readonly RankedOption[]} options
   * @param {import("./values.js").FetchFile} file @param {() => void} show Called when the result changes.
   */
  async ask(table, position, options, file, show) {
    if (position === this.#position) return;
    [this.#position, this.#outlooks] = [position, []];
    try {
      this.#coming ??= openFutures(layOutGame(table.ruleset), /** @type {import("./values.js").Values} */ (table.values).valueOf, file);
      await breathe();
      if (this.#position !== position) return;
      const outlooks = await (await this.#coming).lookAhead(position, options, breathe);
      if (this.#position !== position) return; // The position has changed.
      this.#outlooks = outlooks;
      show();
    } catch {
      this.#coming = null; // The options are shown without outlooks; the next position retries.
      if (this.#position !== position) return;
      this.#outlooks = null;
      show();
    }
  }
}

// Scroll a result that the reader waits for into view.

/** Space below it in pixels. */
const MARGIN = 8;

/**
 * Scroll down until an element is visible above the on-screen keyboard; never scroll up, away from what is being read.
 * @param {Element} element
 */
function bringIntoSight(element) {
  const bottom = visualViewport === null ? innerHeight : visualViewport.offsetTop + visualViewport.height;
  const hidden = element.getBoundingClientRect().bottom + MARGIN - bottom;
  if (hidden > 0) scrollBy({top: hidden});
}

// Input by touch, mouse and keyboard.

/**
 * @typedef {object} Hand
 * @property {Session} session
 * @property {import("../game/rules/scandinavian.js").Ruleset} ruleset
 * @property {(next: Session) => void} go
 * @property {() => void} settle Show the pending answer now, if there is one.
 * @property {(key: string) => void} press
 * @property {(name: string) => void} choose Switch to another game.
 */

/** Handle input; return a function that stops this. @param {HTMLElement} element @param {Hand} hand */
export function listen(element, hand) {
  const stop = new AbortController();
  const {signal} = stop;
  onPress(element, (key) => hand.press(key), signal);
  element.addEventListener("change", (event) => {
    const select = closest(event.target, "select[data-entry]");
    if (select instanceof HTMLSelectElement) followSelect(element, select, hand);
  }, {signal});
  element.addEventListener("input", (event) => {
    const field = closest(event.target, "[data-field=dice]");
    if (field instanceof HTMLInputElement) hand.go(typeText(hand.session, field.value));
  }, {signal});
  element.addEventListener("keydown", (event) => followKey(element, event, hand), {signal});
  liftDiceUnderHand(element, signal);
  return () => stop.abort();
}

/**
 * Apply an entry that was made before the figure was mounted.
 * @param {HTMLElement} element @param {Hand} hand
 * @param {string} name The `data-entry` of its field.
 * @param {string} value
 */
function followEntry(element, hand, name, value) {
  const entry = /** @type {HTMLInputElement | HTMLSelectElement | null} */ (element.querySelector(`[data-entry="${name}"]`));
  if (entry === null) return;
  entry.value = value;
  entry.focus({preventScroll: true}); // An earlier press may have moved the focus away.
  if (entry instanceof HTMLSelectElement) followSelect(element, entry, hand);
  else hand.go(typeText(hand.session, value));
}

/** @param {EventTarget | null} target @param {string} selector @returns {HTMLElement | null} */
const closest = (target, selector) => target instanceof Element ? target.closest(selector) : null;

/** @param {HTMLElement} element @param {HTMLSelectElement} select @param {Hand} hand */
function followSelect(element, select, hand) {
  if (select.dataset.game !== undefined) return hand.choose(select.value);
  if (select.dataset.entry === "lang") {
    sayLanguage(select.value);
    return location.reload(); // The position is stored.
  }
  const category = [...element.querySelectorAll("select[data-category]")].indexOf(select);
  hand.go(chooseScore(hand.session, hand.ruleset, category, select.value === "" ? null : Number(select.value)));
}

/** @param {HTMLElement} element @param {KeyboardEvent} event @param {Hand} hand */
function followKey(element, event, hand) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const field = closest(event.target, "[data-field=dice]");
  if (field !== null && event.key === "Enter") {
    event.preventDefault(); // Otherwise the key would also press the option that receives the focus.
    hand.settle();
    return void focusControl(element, ".ranked [data-press]");
  }
  if (closest(event.target, "input[type=text], select") !== null) return;
  const die = dieOf(event.target);
  if (/^\d$/.test(event.key)) return void enterDigit(element, event, hand, die);
  const at_dice = closest(event.target, "[data-region=dice]") !== null;
  if (at_dice && (event.key === "Backspace" || event.key === "Delete")) return void hand.go(eraseDie(hand.session, die));
  if (die < 0) return;
  const step = {ArrowUp: 1, ArrowDown: -1}[event.key];
  const move = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  if (step === undefined && move === undefined) return;
  event.preventDefault();
  if (step !== undefined) hand.go(turnDie(hand.session, die, step > 0 ? 1 : -1));
  if (move !== undefined) focusControl(element, `[data-press="die-${die + move}"]`);
}

/** Return the index of the focused die, -1 for none. @param {EventTarget | null} target */
const dieOf = (target) => Number(/^die-(\d)$/.exec(closest(target, "[data-press]")?.dataset.press ?? "")?.[1] ?? -1);

/**
 * Enter a digit on the focused die, and move the focus to the next.
 * @param {HTMLElement} element @param {KeyboardEvent} event @param {Hand} hand @param {number} die
 */
function enterDigit(element, event, hand, die) {
  event.preventDefault();
  const session = die >= 0 ? {...hand.session, selected: die} : hand.session;
  hand.go(enterFace(session, Number(event.key)));
  const next = nextDie(hand.session.position);
  if (hand.session.problem === null && next >= 0) focusControl(element, `[data-press="die-${next}"]`);
}

/** Names of stored texts besides the games: the game played last, and the address at that time. */
const [LAST, BEHIND] = ["last", "behind"];

export class Advisor {
  /** The notice shown at the beginning of the visit, and its position. @type {{position: Position, greeting: Greeting} | null} */
  #arrival = null;
  /** Opened games by name, so that a game is unchanged when the reader returns to it. @type {Map<string, Table>} */
  #tables = new Map();
  /** The current game. @type {Table} */
  #table;
  /** Whether the page throws the dice, so that the focus stays on that button. */
  #throws = false;
  /** Whether to scroll to the options when they appear, because the reader has entered all dice. */
  #looks = false;
  /** Whether the par sheet is shown. */
  #has_sheet = false;
  #ahead = new Ahead();
  /** Paint the pending parts of the answer, one in a frame. @type {(() => void)[]} */
  #rest = [];
  #paint;

  /**
   * @param {HTMLElement} element Contains the markup of the opening position. @param {Context} context @param {Shown} opening
   * @param {import("../../engine/widget").DataSet} minds_par The par sheet. @param {Voice} voice
   */
  constructor(element, context, opening, minds_par, voice) {
    this.voice = voice;
    this.minds_par = minds_par;
    this.element = element;
    this.context = context;
    this.opening = opening;
    this.#table = this.#lay(opening.edition, opening.ruleset, startSession(opening.position));
    this.#paint = regionPainter(element, ["answer", "card"]);
    if (voice.tag !== opening.voice.tag) this.#paint(drawLabels({...opening, voice}));
  }

  get ruleset() {
    return this.#table.ruleset;
  }

  get session() {
    return this.#table.session;
  }

  /**
   * Return an opened game, or open it.
   * @param {Edition} edition @param {Ruleset} ruleset @param {Session} [session] @returns {Table}
   */
  #lay(edition, ruleset, session = startSession(newPosition(ruleset))) {
    const table = this.#tables.get(edition.name) ?? layTable(edition, ruleset, session);
    this.#tables.set(edition.name, table);
    return table;
  }

  /** Begin at the position in the address, at the unfinished game, or at the opening. */
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
    if (!is_return) this.context.keep(BEHIND, ""); // The address is from this visit, not from the last move.
    if (greeting.kind !== "linked") this.#writeAddress();
  }

  /** Fetch and check the values without blocking input; show an error in place of the answer. */
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
   * Fetch the parts that a position needs, and answer it, unless the reader has moved on to one that needs other parts.
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

  /** Show the fetched answer, and announce it because the reader has waited for it. */
  #showAndSay() {
    this.#show((answer) => {
      if (this.#isOpening() && answer.kind !== "failed") return;
      this.context.announce(answer.kind === "failed" ? this.voice.fault(answer.error) : sayAnswer(answer, this.ruleset.n_dice, this.voice));
    });
  }

  /** Return to the opening position; undo restores the previous game. */
  reset() {
    this.#table = this.#lay(this.opening.edition, this.opening.ruleset);
    const {past, position} = this.session;
    this.#table.session = startSession(this.opening.position, this.#isOpening() ? past : [...past, position]);
    this.#keep();
    this.#show();
    if (this.#table.values === null) this.load();
  }

  /** Switch to another game. @param {string} name */
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
   * Read a game of an earlier visit; undefined if there is none, or if it is open.
   * @param {Edition} edition @param {Ruleset} ruleset
   */
  #left(edition, ruleset) {
    if (this.#tables.has(edition.name) || this.context.kept(edition.name) === null) return undefined;
    return readGame({kept: this.context.kept, opening: this.opening}, edition, ruleset) ?? undefined;
  }

  /** Store the game in the browser immediately, and in the address soon. */
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

  /** Show a session, store it, and announce the change. @param {Session} next @param {string} [key] The press key. */
  go(next, key) {
    const moved = next.position !== this.session.position;
    this.#table.session = next;
    if (moved) this.#keep(); // Before painting, because the page may be closed at any time.
    if (moved) this.#looks = countMissing(next.position) === 0;
    this.#show((answer) => {
      // There is no new answer between two dice of one throw; the focused die is read anyway.
      const halfway = next.entering && answer.kind === "open";
      if (moved && !halfway) this.context.announce(sayAnswer(answer, this.ruleset.n_dice, this.voice));
      if (moved && key === "throw") focusControl(this.element, ".ranked [data-press]", {preventScroll: true});
    });
  }

  /** Handle a press, or an entry made before the figure was mounted ("dice=55566"). @param {string} key */
  press(key) {
    this.settle();
    const [name, value] = key.split("=");
    if (value !== undefined) return followEntry(this.element, this, name, value);
    if (key === "retry") return void this.load();
    if (key === "all") return this.element.classList.add("show-all");
    if (key === "pars") return this.#turnSheet();
    if (key === "throw") this.#throws = true;
    if (key.startsWith("face-")) this.#throws = false;
    const before = this.session.position;
    this.go(press(this.session, key, this.ruleset, Math.random), key);
    if (before !== this.session.position) this.#moveFocus(key);
  }

  /** Show or hide the par sheet. */
  #turnSheet() {
    this.#has_sheet = !this.#has_sheet;
    this.#show();
  }

  /** Move the focus to the next action. @param {string} key The press key. */
  #moveFocus(key) {
    if (!/^(keep|score|new|face)/.test(key)) return;
    const die = nextDie(this.session.position);
    if (die >= 0) focusControl(this.element, this.#throws ? "[data-press=throw]" : `[data-press=die-${die}]`);
  }

  /** Whether the position is the opening example, whose options are in the page. */
  #isOpening() {
    return this.session.position === this.opening.position;
  }

  /**
   * Paint the dice at once, the answer in the next frame, and the card in the one after it, because all of them can take
   * more than 100 ms.
   * @param {(answer: Answer) => void} [then]
   */
  #show(then) {
    const {voice} = this;
    const {position, selected, problem} = this.session;
    const is_example = this.#isOpening() && this.opening.answer.kind === "options";
    const {edition, ruleset} = this.#table;
    const beside = this.#has_sheet && edition === EDITIONS[0] ? drawPars(voice, readPars(this.minds_par), ruleset, position) : undefined;
    const shown = {voice, edition, ruleset, position, selected, answer: waiting(), latest: latestScore(this.session), beside};
    this.#paint({
      notice: drawNotice(voice, is_example ? {kind: "example"} : this.#greeting()),
      place: drawPlace(shown),
      dice: drawDice(shown),
      rerolls: drawRerolls(shown),
      throw: drawThrow(shown),
      sheet: drawSheet(shown),
      languages: drawLanguages(voice),
      problem: problem === null ? "" : escaped(voice.tell(problem)),
    });
    const games = this.element.querySelector("[data-game]");
    if (games instanceof HTMLSelectElement) games.value = this.#table.edition.name;
    this.#showTyped();
    this.#rest = [() => {
      const answer = named(is_example ? this.opening.answer : this.#table.answer(position), ruleset, voice);
      this.#showAnswer({...shown, answer}, edition === EDITIONS[0] && !is_example);
      then?.(answer);
    }, () => this.#paint({card: drawCard(shown)})];
    requestAnimationFrame(() => this.#paintRest());
  }

  /** Paint the pending parts in the next frames. */
  #paintRest() {
    requestAnimationFrame(() => {
      this.#rest.shift()?.();
      if (this.#rest.length > 0) this.#paintRest();
    });
  }

  /** Paint the pending parts now. */
  settle() {
    for (const paint of this.#rest.splice(0)) paint();
  }

  /** @param {Shown} shown @param {boolean} has_outlooks */
  #showAnswer(shown, has_outlooks) {
    const {answer, position} = shown;
    this.#paint({
      answer: drawAnswer(shown),
      outlooks: drawOutlooks(shown, has_outlooks ? this.#ahead.of(position) : null),
    });
    this.element.querySelector(".advisor")?.classList.toggle("over", answer.kind === "over");
    if (answer.kind === "fetching") this.#fetch(answer.names);
    if (answer.kind === "options") this.#look();
    if (answer.kind === "options" && has_outlooks) {
      const show = () => this.#paint({outlooks: drawOutlooks(shown, this.#ahead.of(position))});
      void this.#ahead.ask(this.#table, position, answer.options, this.context.file, show);
    }
  }

  /** @returns {Greeting} */
  #greeting() {
    return this.#arrival?.position === this.session.position ? this.#arrival.greeting : {kind: "none"};
  }

  /** Scroll to the best option, once, when the reader has entered the dice. */
  #look() {
    const best = this.element.querySelector(".ranked .option");
    if (this.#looks && best !== null) bringIntoSight(best);
    this.#looks = false;
  }

  /** Update the text field to the dice on the table, unless the reader is typing in it. */
  #showTyped() {
    const field = this.element.querySelector("[data-field=dice]");
    if (!(field instanceof HTMLInputElement)) return;
    const {position, problem} = this.session;
    const typed = typeDice(position, field.value);
    const fits = "position" in typed && typed.position.dice.join("") === position.dice.join("");
    const is_mistaken = problem !== null && document.activeElement === field;
    if (!fits && !is_mistaken) field.value = thrownText(position);
    field.setAttribute("aria-invalid", String(is_mistaken));
  }
}
