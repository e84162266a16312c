/** The table alive: it keeps the game, follows the players' hands, throws the dice, and asks the values. */

import {rulesOf, findEdition, EDITIONS} from "../advisor/editions.js";
import {focusControl, regionPainter} from "../parts/regions.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {setAlone, SMALL_SCREEN, Wakefulness} from "./alone.js";
import {deskFor} from "./desk.js";
import {faceOf, newSeed} from "./dice.js";
import {enterField, EMPTY_FORM, readForm, setupOf} from "./form.js";
import {onlyBox} from "./game.js";
import {beginGame, playedOf, record} from "./history.js";
import {bestEvent, judge, lastDecision, positionOf, turnNumber} from "./judge.js";
import {paintGame, paintLobby, stripText} from "./paint.js";
import {PRESSES} from "./presses.js";
import {readStored, StoreError, writeStored} from "./store.js";
import {throwText} from "./turn-drawing.js";
import {chooseLanguage, ENGLISH, voiceOf} from "./words.js";

/** @import {Event, Setup} from "./game.js" */
/** @import {Game} from "./history.js" */
/** @import {Desk} from "./desk.js" */
/** @import {Known, Ui} from "./paint.js" */
/** @import {Shown} from "./turn-drawing.js" */
/** @import {Context} from "../../engine/widget" */

/** @type {Ui} */
const QUIET = {view: "lobby", panel: null, selected: -1, problem: "", silent: [], tried: []};

/** What is kept in the browser, each under its own name: the game, and who played last. */
const [GAME, FORM, LANGUAGE] = ["game", "form", "lang"];

export class Table {
  voice = ENGLISH;
  /** @type {Setup} */
  form = EMPTY_FORM;
  /** @type {Ui} */
  ui = QUIET;
  /** @type {Game | null} */
  game = null;
  /** @type {Desk | null} */
  desk = null;
  /** What the values say of the game as it stands, and of which game that is. @type {{game: Game | null, known: Known}} */
  #asked = {game: null, known: {options: null, verdict: null, reviews: null}};
  #stop = new AbortController();
  #awake = new Wakefulness(this.#stop.signal);
  #paint;

  /** @param {HTMLElement} element Holds the frame. @param {Context} context */
  constructor(element, context) {
    this.element = element;
    this.context = context;
    this.#paint = regionPainter(element);
    matchMedia(SMALL_SCREEN).addEventListener("change", () => this.show(), {signal: this.#stop.signal});
  }

  /** Go on with the game that is kept, or show the form of a new one. */
  async start() {
    const tag = chooseLanguage(location.search, this.context.kept(LANGUAGE), navigator.languages);
    this.voice = await voiceOf(tag).catch(() => ENGLISH);
    this.form = readForm(this.context.kept(FORM), newSeed(Math.random));
    const text = this.context.kept(GAME);
    if (text !== null) await this.#take(text);
    this.show();
  }

  /** @param {string} text A game as it was kept. */
  async #take(text) {
    try {
      const game = await readStored(text, (name) => rulesOf(findEdition(name) ?? EDITIONS[0]));
      await this.open(game);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.ui = {...QUIET, problem: this.voice.say(error.words)};
    }
  }

  /** Sit down to a game. @param {Game} game */
  async open(game) {
    if (this.desk?.edition.name !== game.setup.edition) this.desk = await deskFor(game.setup.edition, this.context.file);
    this.game = game;
    this.ui = {...QUIET, view: "play"};
    this.#ask();
  }

  /** Begin a game by the form. @param {boolean} [is_on_paper] It was begun on paper. */
  async begin(is_on_paper = false) {
    const setup = setupOf(this.form, (n) => this.voice.say("player", {n}), () => newSeed(Math.random));
    this.context.keep(FORM, JSON.stringify(this.form));
    if (!is_on_paper) return this.sit(setup);
    await this.open(beginGame(setup));
    this.look({panel: {kind: "points", player: 0, box: 0, purpose: "paper"}});
  }

  /** Begin a game; the page's first throw comes with it. @param {Setup} setup */
  async sit(setup) {
    await this.open(beginGame(setup));
    if (setup.dice === "page" && setup.players[0].kind !== "machine") return this.happen(this.throwEvent([]));
    this.keep();
    this.show();
  }

  get ruleset() {
    return this.desk?.ruleset ?? scandinavian;
  }

  /** Who plays, with what, and what the card says. @returns {Shown} */
  get shown() {
    const game = /** @type {Game} */ (this.game);
    const played = playedOf(game, this.ruleset);
    const selected = this.ui.selected < 0 ? onlyBox(played, this.ruleset) : this.ui.selected;
    return {voice: this.voice, ruleset: this.ruleset, game, played, selected};
  }

  /** Keep the game whole, at once; a browser that keeps nothing is told of. */
  keep() {
    if (this.game === null) return;
    const text = writeStored(this.game);
    this.context.keep(GAME, text);
    if (this.context.kept(GAME) !== text) this.ui = {...this.ui, problem: this.voice.say("not_kept")};
  }

  /** Show a game that has changed, and keep it first: the page may be closed at any time. @param {Game} game */
  go(game) {
    const moved = game.at !== this.game?.at || game.events !== this.game?.events;
    this.game = game;
    this.ui = {...this.ui, problem: "", ...(moved ? {selected: -1, panel: null} : {})};
    this.keep();
    if (moved) this.#ask();
    this.show();
  }

  /** Let something happen, and what comes of itself after it. @param {Event} event */
  happen(event) {
    const before = this.shown;
    let game = record(before.game, event);
    const {player} = playedOf(game, this.ruleset);
    const {players, dice} = game.setup;
    const was_machine = players[before.played.player]?.kind === "machine";
    if (event.kind === "write" && player >= 0 && dice === "page" && !was_machine && players[player].kind !== "machine") {
      game = record(game, this.throwEvent([], game));
    }
    this.go(game);
    if (event.kind === "write" && !was_machine && players[player]?.kind === "machine") this.playMachine();
    else this.say();
  }

  /** The page's next throw. @param {readonly boolean[]} held @param {Game} [game] @returns {Event} */
  throwEvent(held, game = this.shown.game) {
    const played = playedOf(game, this.ruleset);
    const turn = turnNumber(game.setup, played);
    const places = Array.from({length: this.ruleset.n_dice}, (_, place) => place);
    const dice = places.map((place) => (held[place] ? played.dice[place] : faceOf(game.setup.seed, turn, played.throws.length, place)));
    return {kind: "throw", dice, held: places.map((place) => held[place] ?? false)};
  }

  /** Play the whole turn of a machine by the values of this page. */
  async playMachine() {
    const {game, played} = this.shown;
    const desk = /** @type {Desk} */ (this.desk);
    const {player} = played;
    const n_turns = played.cards[player].turns.length;
    let next = game;
    try {
      for (let at = played; at.cards[player].turns.length === n_turns; at = playedOf(next, this.ruleset)) {
        const current = next;
        if (at.dice.length > 0) await desk.answerSoon(positionOf(at, this.ruleset));
        const event = at.dice.length === 0 ? this.throwEvent([], current)
          : bestEvent(at, this.ruleset, (position) => desk.answer(position), (held) => /** @type {any} */ (this.throwEvent(held, current)).dice);
        if (event === null) throw new Error(this.voice.say("no_values"));
        next = record(next, event);
      }
    } catch {
      return this.complain(this.voice.say("no_values"));
    }
    if (this.game !== game) return; // Somebody has gone elsewhere meanwhile.
    this.go(next);
    this.say();
  }

  /** Ask the values what they say of the game as it stands, and show it when it comes. */
  async #ask() {
    const {game, played} = this.shown;
    const desk = /** @type {Desk} */ (this.desk);
    const {players} = game.setup;
    const before = this.#asked.known;
    this.#asked = {game, known: {options: null, verdict: null, reviews: null}};
    if (players.every(({kind}) => kind === "pen") && played.player >= 0) return;
    try {
      const known = played.player < 0 ? {...before, verdict: null, reviews: await desk.review(played.cards)} : await this.#judge(desk);
      if (this.game?.events !== game.events || this.game.at !== game.at) return;
      this.#asked = {game, known};
      this.show();
      if (known.verdict !== null) this.say();
    } catch {
      if (this.game === game) this.complain(this.voice.say("no_values"));
    }
  }

  /** @param {Desk} desk @returns {Promise<Known>} */
  async #judge(desk) {
    const {game, played} = this.shown;
    const {players} = game.setup;
    const last = lastDecision(game, this.ruleset);
    const judged = last === null ? null : await desk.answerSoon(positionOf(last.before, this.ruleset));
    const verdict = judged?.kind === "options" && last !== null ? judge(last.before.player, judged.options, last.key) : null;
    const is_helped = played.dice.length > 0 && ["peek", "coach"].includes(players[played.player].kind);
    const answer = is_helped ? await desk.answerSoon(positionOf(played, this.ruleset)) : null;
    return {verdict, reviews: null, options: answer?.kind === "options" ? answer.options : null};
  }

  /** What the values say of the dice on the table. */
  get options() {
    return this.#asked.known.options;
  }

  /** Say where the game is to those who do not see it. */
  say() {
    const {voice, shown} = this;
    const {game, played} = shown;
    if (played.player < 0) return this.context.announce(voice.say("over"));
    const {name} = game.setup.players[played.player];
    const dice = voice.say("announce_dice", {name, throw: throwText(shown), dice: played.dice.join(" ")});
    this.context.announce([stripText(shown, this.ui, this.#asked.known.verdict), dice].filter(Boolean).join(" "));
  }

  /** Tell of what cannot be. @param {string} problem */
  complain(problem) {
    this.ui = {...this.ui, problem};
    this.show();
  }

  /** Change what is shown beside the game. @param {Partial<Ui>} changes */
  look(changes) {
    this.ui = {...this.ui, problem: "", ...changes};
    this.show();
  }

  /** Follow a press, or an entry that was made before the table was alive, "kind-0=coach". @param {string} key */
  press(key) {
    const [name, value] = key.split("=");
    if (value !== undefined) return this.enter(name, value);
    const [action, ...rest] = key.split("-");
    PRESSES[action]?.(this, rest.join("-"));
  }

  /** Follow an entry into a field. @param {string} name @param {string} value */
  async enter(name, value) {
    if (name === "lang") return this.#speak(value);
    const before = this.form;
    this.form = enterField(before, name, value);
    if (before.dice !== this.form.dice) this.show();
  }

  /** @param {string} tag */
  async #speak(tag) {
    try {
      this.voice = await voiceOf(tag);
    } catch (error) {
      return this.context.fail(error, () => this.#speak(tag));
    }
    this.context.keep(LANGUAGE, tag);
    const address = new URL(location.href);
    address.searchParams.set("lang", tag);
    history.replaceState(history.state, "", address);
    this.look({});
  }

  /** A digit enters a real die, or holds the page's die at that place. @param {number} digit */
  digit(digit) {
    if (this.ui.view === "lobby" || this.game === null || this.ui.panel !== null) return;
    this.press(this.game.setup.dice === "real" ? `face-${digit}` : `die-${digit - 1}`);
  }

  /** Leave the table; the game stays where it is. */
  leave() {
    this.form = {...(this.game?.setup ?? this.form), seed: newSeed(Math.random)};
    this.look({...QUIET});
  }

  show() {
    const is_playing = this.ui.view === "play" && this.game !== null;
    const had_focus = this.element.contains(document.activeElement);
    const running = this.game !== null && playedOf(this.game, this.ruleset).player >= 0 ? this.game : null;
    this.#paint(is_playing ? paintGame(this.shown, this.ui, this.#asked.known) : paintLobby(this.voice, this.form, this.ui, running, this.ruleset));
    const root = /** @type {HTMLElement} */ (this.element.querySelector(".score-table"));
    const in_turn = is_playing && running !== null;
    root.className = `score-table ${in_turn ? "playing" : is_playing ? "at-end" : "in-lobby"}${this.ui.panel === null ? "" : " covered"}`;
    root.lang = this.voice.tag;
    const stage = /** @type {HTMLElement} */ (root.closest(".stage"));
    setAlone(stage, in_turn && matchMedia(SMALL_SCREEN).matches);
    this.#awake.want(in_turn);
    if (had_focus && !this.element.contains(document.activeElement)) this.#moveFocus();
  }

  /** Put the focus where the game goes on. */
  #moveFocus() {
    const place = this.ui.panel === null ? ".primary, .face-keys .die" : ".panel button";
    focusControl(this.element, place, {preventScroll: true});
  }

  destroy() {
    this.#stop.abort();
    this.#awake.want(false);
    setAlone(this.element, false);
  }
}
