/** Controller of the table: stores the game, handles input, throws dice, and requests advice. */
import {find, onPress} from "site_builder/kit";
import {complainOf, openTable, removeLink, ownGame, readFile, speak, openStored} from "./opening.js";
import {focusControl, regionPainter} from "../parts/regions.js";
import {scandinavian} from "../game/rules/scandinavian.js";
import {bringToSight, setAlone, SMALL_SCREEN, Wakefulness} from "./alone.js";
import {damagedName, STORED} from "./database.js";
import {Desk, once} from "./desk.js";
import {newSeed} from "./dice.js";
import {EMPTY_FORM, enterField, setupOf} from "./form.js";
import {beginGame, isMadeAgain, onlyBox, peopleHere, playedOf, record} from "./game.js";
import {machineTurn, pageThrow} from "./machine.js";
import {paintGame, paintLobby, paintPaper, stripText} from "./paint.js";
import {Asked, PRESSES} from "./presses.js";
import {writeStored} from "./store.js";
import {throwText} from "./turn-drawing.js";

/**
 * @import {Context, DataSet} from "../../engine/widget" @import {Event, Game, Setup} from "./game.js"
 * @import {Database} from "./database.js" @import {GameArchive} from "./archive.js" @import {StoreError} from "./store.js" @import {Ui} from "./paint.js" @import {Voice} from "./words.js"
 * @import {Shown} from "./turn-drawing.js"
 */

// Only one tab of the browser writes the game: the one in which somebody plays; the others show its changes. It holds a
// Web Lock; if these are unavailable (no https), the tab that claimed the game last writes. Every write also compares
// the stored text, so no change is lost without the lock.

class Writer {
  /** Requests that hold the lock. */
  #n_held = 0;

  /** @param {Database} database @param {AbortSignal} signal Releases the lock. @param {(is_here: boolean) => void} changed Called when the lock is acquired or lost to another tab. */
  constructor(database, signal, changed) {
    this.database = database;
    this.signal = signal;
    this.changed = changed;
    database.onClaim = () => this.#hold(-this.#n_held);
  }

  /** Whether this tab may write. */
  get is_here() {
    return this.#n_held > 0;
  }

  /** @param {number} step */
  #hold(step) {
    this.#n_held += step;
    this.changed(this.is_here);
  }

  /** Acquire the lock when it is free, or immediately with `steal`. @param {LockOptions} [options] */
  async take(options = {}) {
    if (this.is_here) return;
    if (!navigator.locks) {
      this.database.claim();
      return this.#hold(1);
    }
    await new Promise((/** @type {(value?: unknown) => void} */ taken) => {
      const hold = () => {
        this.#hold(1);
        taken();
        return new Promise((release) => this.signal.addEventListener("abort", release));
      };
      // "AbortError": another tab stole the lock. Other errors: the page cannot have locks, and writes without one.
      navigator.locks.request(location.pathname, options, hold).catch(({name}) => {
        this.#hold(name === "AbortError" ? -1 : 1);
        taken();
      });
    });
  }
}

// Input by touch, mouse and keyboard.

/** Pass input to the table. @param {HTMLElement} element @param {Table} table @param {AbortSignal} signal */
function listen(element, table, signal) {
  onPress(element, (key) => table.press(key), signal);
  for (const kind of ["input", "change"]) {
    element.addEventListener(kind, ({target}) => {
      const is_field = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
      if (!is_field || target.dataset.entry === undefined) return;
      // A changed name is an event of the game, so wait until it is complete.
      const is_late = target instanceof HTMLSelectElement || target.dataset.entry.startsWith("rename");
      if ((kind === "change") === is_late) table.enter(target.dataset.entry, target.value);
    }, {signal});
  }
  element.addEventListener("change", ({target}) => {
    const file = target instanceof HTMLInputElement && target.dataset.file !== undefined ? target.files?.[0] : undefined;
    if (file !== undefined) void readFile(table, file);
  }, {signal});
  element.addEventListener("focusin", ({target}) => {
    // Select the whole text of fields to copy from, and of a player's name.
    if ((target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && (target.readOnly || target.dataset.entry?.startsWith("rename"))) target.select();
  }, {signal});
  element.addEventListener("keydown", (event) => followKey(event, table), {signal});
  addEventListener("hashchange", () => /^#(?:game|seed)=/.test(location.hash) && table.press("link"), {signal});
}

/** @param {KeyboardEvent} event @param {Table} table */
function followKey(event, table) {
  if (event.repeat && ["Enter", " "].includes(event.key)) return event.preventDefault(); // Ignore automatic repeats of a key.
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target instanceof Element && event.target.matches("input, select, textarea")) return;
  if (/^[1-6]$/.test(event.key)) {
    event.preventDefault();
    table.digit(Number(event.key));
  } else if (event.key === "Backspace") {
    event.preventDefault();
    table.press("erase");
  } else if (event.key === "Escape") table.press("close");
}

/** Mark the dice that were just thrown. @param {HTMLElement} element @param {readonly boolean[]} held Dice that were not thrown. */
function markThrown(element, held) {
  for (const [place, die] of element.querySelectorAll(".table-dice .die").entries()) die.classList.toggle("thrown", !held[place]);
}

/** Time after writing a box or throwing during which presses of the large button are ignored, so that a double tap does not throw. */
const REST_MS = 600;
/** Press keys of the large button and of the face keys that replace it. */
const RESTING = /throw|machine|face/;

/** @type {Ui} */
const QUIET = {view: "lobby", panel: null, selected: -1, problem: "", silent: [], judged: [], tried: [], twice: "", means: null};

export class Table {
  /** @type {Setup} */
  form = EMPTY_FORM;
  /** @type {Ui} */
  ui = QUIET;
  /** @type {Game | null} */
  game = null;
  /** @type {Desk | null} */
  desk = null;
  /** Advice and reports computed from the value table. */
  asked = new Asked(this);
  /** Ended games and stored mistakes; null until they are needed. @type {GameArchive | null} */
  archive = null;
  /** Whether another game than the stored one is viewed. */
  is_guest = false;
  /** Time of entering the last die of a real throw in milliseconds; -Infinity after any other action. */
  last_entered = -Infinity;
  /** Whether a box was written or dice were thrown less than `REST_MS` ago, and no die was pressed since. */
  is_resting = false;
  #rest = 0;
  /** Stored text of the own game as this tab last read or wrote it. @type {string | null} */
  text = null;
  /** Number of writes in progress. */
  #n_writing = 0;
  /** Error message of the last write in the players' language; "" if it succeeded. */
  #refusal = "";
  /** Whether changes are to be painted when all writes are finished. */
  #is_due = false;
  /** Draws the list of games that are stored for offline use; null until it is requested. @type {((voice: Voice) => string) | null} */
  drawOffline = null;
  /** The panel that was painted last. @type {Ui["panel"]} */
  #panel = null;
  /** The page's throw that is not painted yet. @type {Extract<Event, {kind: "throw"}> | null} */
  #thrown = null;
  #stop = new AbortController();
  #awake = new Wakefulness(this.#stop.signal);
  #paint;

  /**
   * @param {HTMLElement} element Contains the frame. @param {Record<string, DataSet>} data @param {Context} context @param {Voice} voice @param {Database} database
   * @param {import("./desk.js").Later} later
   */
  constructor(element, data, context, voice, database, later) {
    this.voice = voice;
    this.later = later;
    this.database = database;
    this.element = element;
    this.data = data;
    this.context = context;
    this.#paint = regionPainter(element, ["lobby"]);
    const {signal} = this.#stop;
    this.writer = new Writer(database, signal, (is_here) => {
      const said = this.voice.say("elsewhere");
      if (is_here && this.ui.problem === said) this.look({});
      if (!is_here && this.ui.view === "play" && !this.is_guest) this.complain(said);
    });
    database.onChange = (name) => {
      if (name === null) this.#forget();
      else if (name === STORED.game) void this.follow();
      else this.show();
    };
    database.onClose = (is_newer) => this.complain(voice.say(is_newer ? "foreign_version" : "not_kept"));
    matchMedia(SMALL_SCREEN).addEventListener("change", () => this.show(), {signal});
    addEventListener("beforeprint", () => this.#showPaper(), {signal});
  }

  /** Listen to input and open a game. @param {unknown} refusal Error of opening the database; null if it was opened. */
  start(refusal) {
    listen(this.element, this, this.#stop.signal);
    return openTable(this, refusal);
  }

  /** Show the form of a new game, and keep a copy of the stored one, which cannot be read. @param {StoreError} error */
  showUnreadable(error) {
    void this.write(this.database.replace(damagedName(STORED.game), this.text ?? ""));
    this.ui = {...QUIET, problem: this.voice.say(error.words)};
  }

  /** Load the ended games, once. */
  loadArchive = once(async () => {
    const {GameArchive} = await this.later();
    this.archive = new GameArchive(this);
    this.archive.read();
    return this.archive;
  });

  /** Open a game. @param {Game} game @param {boolean} [is_guest] Whether it is only viewed. */
  async open(game, is_guest = false) {
    if (this.desk?.name !== game.setup.edition) this.desk = new Desk(game.setup.edition, this.context.file, this.data, this.later);
    this.game = game;
    this.is_guest = is_guest;
    if (!is_guest) removeLink();
    this.ui = {...QUIET, view: "play"};
    void this.asked.ask();
  }

  /** Begin a game as set in the form. @param {boolean} [is_on_paper] Whether it was begun on paper. */
  async begin(is_on_paper = false) {
    const setup = setupOf(this.form, (n) => this.voice.say("player", {n}), () => newSeed(Math.random));
    void this.write(this.database.replace(STORED.form, JSON.stringify(this.form)));
    await this.beginWith({...setup, begun: Date.now()}, is_on_paper);
  }

  /** Whether the page makes the first throw of a turn without a press. */
  get throws_at_once() {
    return Boolean(this.database.kept(STORED.at_once));
  }

  /** Begin a game. @param {Setup} setup @param {boolean} [is_on_paper] */
  async beginWith(setup, is_on_paper = false) {
    if (await this.archiveGame() === undefined) return;
    await this.open(beginGame(setup));
    if (is_on_paper) return this.look({panel: {kind: "points", player: 0, box: 0, purpose: "paper"}});
    if (this.throws_at_once && setup.dice === "page" && setup.players[0].kind !== "machine") return this.happen(this.throwEvent([]));
    this.keep();
    this.show();
  }

  get ruleset() {
    return this.desk?.ruleset ?? scandinavian;
  }

  /** The open game, or null if it has ended. */
  get running() {
    return this.game !== null && playedOf(this.game, this.ruleset).player >= 0 ? this.game : null;
  }

  /** The state of the open game for drawing. @returns {Shown} */
  get shown() {
    const game = /** @type {Game} */ (this.game);
    const played = playedOf(game, this.ruleset);
    const selected = this.ui.selected < 0 ? onlyBox(played, this.ruleset) : this.ui.selected;
    return {voice: this.voice, ruleset: this.ruleset, game, played, selected, throws_at_once: this.throws_at_once, is_resting: this.is_resting};
  }

  /** Acquire the lock and archive the own game before another replaces it. @returns {Promise<Game | null | undefined>} Undefined if archiving failed. */
  async archiveGame() {
    await this.writer.take({steal: true});
    const game = this.is_guest ? ownGame(this) : this.game;
    try {
      if (game !== null) (await this.loadArchive()).archiveGame(game);
      return game;
    } catch (error) {
      return void complainOf(this, error);
    }
  }

  /** Make the viewed game the own one because it is played on. @param {Event} event The first new event. */
  async adopt(event) {
    const {game} = this.shown;
    const own = await this.archiveGame();
    if (own === undefined || this.game !== game) return;
    await this.open(game);
    this.text = this.database.kept(STORED.game);
    this.archive?.removeGame(game);
    this.happen(event);
    if (own !== null) this.complain(this.voice.say("put_away"));
  }

  /** Reload the game from the database; return false if no other tab has changed it. */
  async follow() {
    const text = this.database.kept(STORED.game);
    if (text === null || text === this.text || this.is_guest) return false;
    const {view} = this.ui;
    await openStored(this, text);
    if (this.game !== null) this.look({view, problem: view === "play" ? this.voice.say("elsewhere") : ""});
    return true;
  }

  /** Store the game; if another tab has changed it, load that version instead. */
  keep() {
    if (this.game === null || this.is_guest) return;
    this.text = writeStored(this.game);
    void this.write(this.database.replace(STORED.game, this.text), () => this.follow());
  }

  /**
   * Wait for a write before painting, so that nothing that was painted is lost if the browser crashes. A strict write
   * takes 2 to 3 ms in Chromium, or 6 to 9 ms on a processor slowed down four times, of the 100 ms budget of a press.
   * If storage fails, show an error, continue in memory, and stop waiting.
   * @param {Promise<boolean | void>} written @param {() => unknown} [overtaken] Called if another tab has changed the text.
   * @returns {Promise<boolean>} Whether the text is stored.
   */
  async write(written, overtaken) {
    const waiting = Number(this.#refusal === "");
    this.#n_writing += waiting;
    let refusal = "";
    try {
      if (await written === false) await overtaken?.();
    } catch (/** @type {any} */ error) {
      refusal = this.voice.say(error?.name === "VersionError" ? "foreign_version" : "not_kept");
    }
    this.#n_writing -= waiting;
    if (this.#refusal !== refusal) this.look({...this.ui, problem: this.#refusal = refusal});
    this.#showDue();
    return refusal === "";
  }

  /** Delete all stored data, and show the empty form. */
  deleteAll() {
    void this.write(this.database.clear());
    this.#forget();
  }

  /** Show the empty form after all data were deleted. */
  #forget() {
    [this.game, this.text, this.is_guest] = [null, null, false];
    this.form = {...EMPTY_FORM, seed: newSeed(Math.random)};
    this.archive?.read();
    this.look(QUIET);
  }

  /** Store a changed game, then show it. @param {Game} game */
  go(game) {
    const moved = game.at !== this.game?.at || game.events !== this.game?.events;
    this.game = game;
    this.ui = {...this.ui, problem: this.#refusal, ...(moved ? {selected: -1, panel: null} : {})};
    this.keep();
    if (moved) void this.asked.ask();
    this.show();
  }

  /** Record an event, and what follows automatically: throws of the page and turns of machines. @param {Event} event */
  happen(event) {
    const before = this.shown;
    if (this.is_guest && before.played.player >= 0) return void this.adopt(event);
    const decided = isMadeAgain(before.game, event, this.ruleset) ? record(before.game, {kind: "again", player: before.played.player}) : before.game;
    let game = record(decided, event);
    const {player, players} = playedOf(game, this.ruleset);
    const was_machine = players[before.played.player]?.kind === "machine";
    if (this.throws_at_once && event.kind === "write" && player >= 0 && game.setup.dice === "page" && !was_machine && players[player].kind !== "machine") {
      game = record(game, this.throwEvent([], game));
    }
    const last = game.events[game.at - 1];
    if (last.kind === "throw" && game.setup.dice === "page") this.#thrown = last;
    if (this.#thrown || event.kind === "write") {
      clearTimeout(this.#rest);
      this.is_resting = true;
      this.#rest = window.setTimeout(() => {
        this.is_resting = false;
        this.show();
      }, REST_MS);
    }
    this.go(game);
    if (event.kind === "write" && !was_machine && players[player]?.kind === "machine") this.playMachine();
    else this.say();
  }

  /** Return the page's next throw. @param {readonly boolean[]} held @param {Game} [game] */
  throwEvent(held, game = this.shown.game) {
    return pageThrow(game, this.ruleset, held);
  }

  /** Play the whole turn of a machine. */
  async playMachine() {
    const {game} = this.shown;
    try {
      const next = await machineTurn(/** @type {Desk} */ (this.desk), game);
      if (this.game !== game) return; // The game was changed or closed meanwhile.
      this.go(next);
      this.say();
    } catch {
      this.complain(this.voice.say("no_values"));
    }
  }

  /** Announce the state of the game to screen readers. */
  say() {
    const {voice, shown} = this;
    const {played} = shown;
    if (played.player < 0) return this.context.announce(voice.say("over"));
    const place = {name: played.players[played.player].name, throw: throwText(shown)};
    const dice = played.dice.length === 0 ? `${place.name}, ${place.throw}.` : voice.say("announce_dice", {...place, dice: played.dice.join(" ")});
    this.context.announce([stripText(shown, this.ui, this.asked.known.verdict), dice].filter(Boolean).join(" "));
  }

  /** Show an error message. @param {string} problem */
  complain(problem) {
    this.look({problem});
    find(this.element, ".table-problem").scrollIntoView({block: "nearest"});
  }

  /** Change the state of the user interface, not of the game. @param {Partial<Ui>} changes */
  look(changes) {
    this.ui = {...this.ui, problem: "", twice: "", means: null, ...changes};
    this.show();
  }

  /** Handle a press, or an entry made before the script ran ("kind-0=coach"). @param {string} key @returns {void} */
  press(key) {
    const [name, value] = key.split("=");
    if (value !== undefined) return this.enter(name, value);
    const [action, ...rest] = key.split("-");
    if (action === "die") this.is_resting = false;
    if (this.is_resting && RESTING.test(action)) return;
    if (!this.is_guest && !this.writer.is_here) return void this.#claim(key);
    if (action !== "face" && action !== "undo") this.last_entered = -Infinity;
    PRESSES[action]?.(this, rest.join("-"));
  }

  /** Acquire the lock, then handle a press unless another tab has changed the game. @param {string} key */
  async #claim(key) {
    await this.writer.take({steal: true});
    await this.database.refresh(STORED.game).catch(() => {}); // The next write reports the error.
    if (!await this.follow()) this.press(key);
  }

  /** Handle input in a field. @param {string} name @param {string} value */
  enter(name, value) {
    if (name === "lang") return void speak(this, value);
    if (/^(?:rename|helper)-/.test(name)) return this.press(`${name}-${encodeURIComponent(value)}`);
    const {dice, edition} = this.form;
    this.form = enterField(this.form, name, value);
    if (dice !== this.form.dice || edition !== this.form.edition) this.show();
  }

  /** Handle a digit key: enter the face of a real die, or hold the page's die at that place. @param {number} digit */
  digit(digit) {
    if (this.ui.view !== "play" || this.game === null || this.ui.panel !== null) return;
    this.is_resting = false; // Double presses happen with fingers, not with keys.
    this.press(this.game.setup.dice === "real" ? `face-${digit}` : `die-${digit - 1}`);
  }

  /** Leave the open game for the form; after a viewed game, open the own one. */
  async leave() {
    removeLink();
    const setup = this.game === null ? this.form : {...this.game.setup, players: peopleHere(this.shown.played)};
    const text = this.is_guest ? this.database.kept(STORED.game) : null;
    if (this.is_guest) this.game = null;
    this.is_guest = false;
    if (text !== null) await openStored(this, text);
    this.form = enterField(setup, "seed", newSeed(Math.random));
    this.look({...QUIET});
  }

  /** Paint the current state; during a write, paint it afterwards. */
  show() {
    const is_playing = this.ui.view === "play" && this.game !== null;
    if (!is_playing && this.archive === null && !this.database.is_empty) this.loadArchive().then(() => this.show(), () => {});
    this.#is_due = true;
    if (this.#n_writing > 0) this.element.ariaBusy = "true";
    this.#showDue();
  }

  /** Paint what is printed. */
  #showPaper() {
    const {view, means} = this.ui;
    const game = view === "play" || this.running?.events.length ? this.game : null;
    this.#paint({paper: paintPaper(this.voice, this.form, means, game, this.ruleset)});
  }

  #showDue() {
    if (!this.#is_due || this.#n_writing > 0 || this.#stop.signal.aborted) return;
    this.#is_due = false;
    this.element.ariaBusy = null;
    const {running, voice, form, ui} = this;
    const is_playing = ui.view === "play" && this.game !== null;
    const in_turn = is_playing && running !== null;
    const offline = this.drawOffline?.(voice) ?? "";
    const had_focus = this.element.contains(document.activeElement);
    this.#paint(is_playing ? paintGame(this.shown, ui, this.asked.known) : paintLobby(voice, form, ui, running, this.ruleset, this.archive, {throws_at_once: this.throws_at_once, offline, ladder: this.data.ladder}));
    if (is_playing && this.#thrown) markThrown(this.element, this.#thrown.held);
    this.#thrown = null;
    const root = find(this.element, ".score-table");
    const before = root.className.split(" ")[1];
    root.className = `score-table ${in_turn ? "playing" : is_playing ? "at-end" : "in-lobby"}${ui.panel === null ? "" : " covered"}`;
    root.lang = voice.tag;
    setAlone(this.element, in_turn && matchMedia(SMALL_SCREEN).matches);
    this.#awake.want(in_turn);
    if (ui.panel !== this.#panel) find(this.element, ".table-panel").scrollTop = 0;
    this.#panel = ui.panel;
    // After beginning, ending or leaving a game, scroll to the figure; not when the page is opened.
    if (!root.classList.contains(before) && this.element.closest(".alive") !== null) bringToSight(this.element);
    if (had_focus && !this.element.contains(document.activeElement)) {
      // Move the focus to the next action.
      focusControl(this.element, ui.panel === null ? ".primary, .face-keys .die" : ".panel button", {preventScroll: true});
    }
  }

  destroy() {
    this.#stop.abort();
    this.database.close();
    clearTimeout(this.#rest);
    this.#awake.want(false);
    setAlone(this.element, false);
  }
}
