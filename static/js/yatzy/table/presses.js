/** Actions of the table's controls, by the first word of their press keys: "die-0", "box-fives", "points-15". */
import {find} from "site_builder/kit";
import {knownOf, lookBack, outlookOf, paintFirst, writtenOf} from "./desk.js";
import {heldFor, lastDecision, positionOf} from "./judge.js";
import {complainOf, followLink, readText} from "./opening.js";
import {focusControl} from "../parts/regions.js";
import {STORED} from "./database.js";
import {houseRulesOf, recordRulesOf} from "./editions.js";
import {addPlayer, removePlayer, withRules} from "./form.js";
import {mostExtraYahtzees} from "../advisor/position.js";
import {hold, mayFill, offersAt, peopleHere, record, reopened, step} from "./game.js";
import {DICE_RULE, newSeed} from "./dice.js";
import {tidyName} from "./store.js";
import {isReal, saidThrow} from "./turn-drawing.js";

/** @import {Table} from "./alive.js" @import {Desk} from "./desk.js" @import {Game} from "./game.js" @import {Known, Panel} from "./paint.js" */

// Requests for advice and reports, whose results are painted when they arrive.

/** @type {Known} */
const NOTHING_KNOWN = {options: null, verdict: null, reviews: null, written: null};

/** Thrown if the game has changed since the request. */
class Left extends Error {}

/** Review the game of a player without help. @type {Press} */
function judge(table, what) {
  table.look({judged: [...table.ui.judged, Number(what)]});
  void table.asked.ask();
}

/** Solve the game on the device for a report in full precision. @param {Table} table */
async function solveExactly(table) {
  table.complain(table.voice.say("waiting"));
  try {
    await table.desk?.solveExactly();
    table.look({});
    await table.asked.ask();
  } catch (error) {
    await complainOf(table, error);
  }
}

/**
 * Compute the final scores after the best two options of the dice on the table.
 * @param {Table} table @param {Known} known @param {(outlooks?: Known["outlooks"]) => void} tell Throws if the game has changed.
 */
async function follow(table, {options}, tell) {
  const {desk, ruleset, shown: {played}} = table;
  if (desk === null || options === null) return;
  const breathe = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    tell();
  };
  try {
    tell(await desk.lookAhead(positionOf(played, ruleset), options, breathe, tell));
  } catch (error) {
    if (!(error instanceof Left)) table.complain(table.voice.say("no_values"));
  }
}

export class Asked {
  known = NOTHING_KNOWN;
  /** The game of `known`. @type {Game | null} */
  #game = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Request advice or the report, and paint the result. */
  async ask() {
    const {table} = this;
    const {game, played} = table.shown;
    const desk = /** @type {Desk} */ (table.desk);
    [this.#game, this.known] = [game, NOTHING_KNOWN];
    if (played.players.every(({kind}) => kind === "pen") && played.player >= 0) return;
    if (!desk.is_ready && lastDecision(game, desk.ruleset) !== null) this.known = {...NOTHING_KNOWN, is_coming: true};
    try {
      const known = await (played.player < 0 ? lookBack(desk, game, played, table.ui.judged) : knownOf(desk, game, played));
      const is_own_end = played.player < 0 && !table.is_guest && table.writer.is_here;
      const archive = is_own_end ? await table.loadArchive().catch(() => null) : null; // The report does not depend on it.
      await archive?.weigh().catch(() => {});
      if (!this.#isStill(game)) return;
      [this.#game, this.known] = [game, archive?.end(known) ?? known];
      table.show();
      if (known.has_failed) table.complain(table.voice.say("no_values")); // The game is stored nevertheless.
      void this.follow();
      if (known.verdict !== null) table.say();
    } catch {
      this.known = NOTHING_KNOWN;
      if (table.game === game) table.complain(table.voice.say("no_values"));
    }
  }

  /** Return whether the game has the same events as a previous one. @param {Game | null} game */
  #isStill(game) {
    return this.table.game?.events === game?.events && this.table.game?.at === game?.at;
  }

  /** Compute the final scores after the best options while the options are shown. */
  follow() {
    const {table, known} = this;
    const game = this.#game;
    const {played, game: {setup}} = table.shown;
    const is_due = known.options !== null && known.outlooks === undefined && table.ui.panel?.kind === "options";
    if (!is_due || outlookOf(setup.edition, played.cards[played.player].scores) !== "told") return;
    return follow(table, known, (outlooks = this.known.outlooks ?? "coming") => {
      if (!this.#isStill(game)) throw new Left();
      if (outlooks === this.known.outlooks) return;
      this.known = {...known, outlooks};
      table.show();
    });
  }
}

/** @typedef {(table: Table, what: string) => void} Press @typedef {import("./game.js").Player} Player */

/** Minimum time that people need to throw real dice again. */
const RETHROW_MS = 1500;

/** @param {Table} table @param {string} name */
const boxCalled = ({ruleset}, name) => ruleset.categories.findIndex((category) => category.name === name);

/** Remove an entered die at any place. @param {Table} table @param {number} place */
function takeBackDie(table, place) {
  const {game, played} = table.shown;
  const isNew = (/** @type {number} */ one) => played.dice.length === 0 || !game.draft.held[one];
  const index = Array.from({length: place}, (_, one) => one).filter(isNew).length;
  if (!isNew(place) || index >= game.draft.entered.length) return;
  table.go({...game, draft: {...game.draft, entered: game.draft.entered.filter((_, one) => one !== index)}});
}

/** Hold or release a die. @type {Press} */
function die(table, what) {
  const {game, played} = table.shown;
  if (game.draft.entered.length > 0) return takeBackDie(table, Number(what));
  if (played.dice.length === 0 || Number(what) >= played.dice.length) return;
  if (played.rerolls === 0) return table.complain(table.voice.say("no_throw_left"));
  table.go(hold(game, Number(what), played.dice.length));
}

/** @type {Press} */
function throwDice(table) {
  const {game: {draft}, played} = table.shown;
  if (played.dice.length === 0) return table.happen({...table.throwEvent([]), pressed: true});
  if (played.rerolls === 0) return table.complain(table.voice.say("no_throw_left"));
  const is_all = played.dice.every((_, place) => draft.held[place]);
  if (is_all) return table.complain(table.voice.say("all_held"));
  table.happen(table.throwEvent(draft.held));
}

/** Enter a die of a throw; the last one completes the throw. @type {Press} */
function face(table, what) {
  const {game, played} = table.shown;
  // Ignore a superfluous digit: nobody has thrown real dice again so soon.
  if (!isReal(table.shown) || performance.now() - table.last_entered < RETHROW_MS) return;
  if (played.dice.length > 0 && played.rerolls === 0) return table.complain(table.voice.say("no_throw_left"));
  const held = Array.from({length: table.ruleset.n_dice}, (_, place) => played.dice.length > 0 && (game.draft.held[place] ?? false));
  const n_thrown = held.filter((is_held) => !is_held).length;
  if (n_thrown === 0) return table.complain(table.voice.say("all_held"));
  const entered = [...game.draft.entered, Number(what)];
  if (entered.length < n_thrown) return table.go({...game, draft: {...game.draft, entered}});
  table.last_entered = performance.now();
  table.happen({kind: "throw", held, dice: held.map((is_held, place) => (is_held ? played.dice[place] : Number(entered.shift())))});
}

/** Remove the die that was entered last, even if it completed a throw. @type {Press} */
function erase(table) {
  if (table.game === null) return;
  const game = table.game.draft.entered.length > 0 || !isReal(table.shown) ? table.game : reopened(table.game);
  if (game === null) return table.complain(table.voice.say("nothing_to_undo"));
  const {draft} = game;
  table.go({...game, draft: {...draft, entered: draft.entered.slice(0, -1)}});
}

/** Handle a press on a box of the current card: choose, correct, or write it without dice. @type {Press} */
function box(table, what) {
  const {game, played} = table.shown;
  const chosen = boxCalled(table, what);
  const card = played.cards[played.player];
  if (card === undefined || chosen < 0) return;
  if (card.scores[chosen] !== null) return table.look({panel: {kind: "points", player: played.player, box: chosen, purpose: "correct"}});
  if (game.draft.entered.length > 0) return table.complain(table.voice.say("enter_rest"));
  if (!mayFill(table.ruleset, card.scores, chosen)) return table.complain(table.voice.say("in_order"));
  if (played.dice.length === 0) return table.look({panel: {kind: "points", player: played.player, box: chosen, purpose: "write"}});
  if (!offersAt(played, table.ruleset)[chosen]) return table.complain(table.voice.say("closed_box"));
  const selected = table.ui.selected === chosen ? -1 : chosen;
  const has_keys = document.activeElement?.matches(":focus-visible");
  table.look({selected});
  if (has_keys && selected >= 0) focusControl(table.element, "[data-press=write]"); // Skip the remaining boxes.
}

/** @type {Press} */
function write(table) {
  const {played, selected} = table.shown;
  const entry = offersAt(played, table.ruleset)[selected];
  const said = saidThrow(table.shown);
  if (entry) table.happen({kind: "write", box: selected, points: entry.points, ...(said > 0 && {throw: said})});
}

/** Return the next box of a card from paper; null after the last one. @param {Table} table @param {Extract<Panel, {kind: "points"}>} panel @returns {Panel | null} */
function nextOnPaper({ruleset, shown: {played}}, panel) {
  if (panel.box + 1 < ruleset.categories.length) return {...panel, box: panel.box + 1};
  return panel.player + 1 < played.players.length ? {...panel, player: panel.player + 1, box: 0} : null;
}

/** @type {Press} */
function points(table, what) {
  const {panel} = table.ui;
  if (panel?.kind !== "points") return;
  const brought = what === "open" ? null : Number(what);
  const {player, box: filled, purpose} = panel;
  if (purpose === "write" && brought !== null) return table.happen({kind: "write", box: filled, points: brought});
  const next = purpose === "paper" ? nextOnPaper(table, panel) : panel.back ?? null;
  if (table.shown.played.cards[player].scores[filled] !== brought) table.happen({kind: "correct", player, box: filled, points: brought});
  table.look({panel: next});
}

/** Return the panel of all cards if it is open, as the panel to return to after a correction. @param {Table} table */
const sheetOf = ({ui: {panel}}) => (panel?.kind === "sheet" ? panel : null);

/** @type {Press} */
function cell(table, what) {
  const [player, name] = what.split("-");
  table.look({panel: {kind: "points", player: Number(player), box: boxCalled(table, name), purpose: "correct", back: sheetOf(table)}});
}

/** @type {Press} */
function peek(table) {
  const {played} = table.shown;
  if (table.ui.panel?.kind === "options") return table.look({panel: null});
  if (played.dice.length === 0) return;
  if (!played.peeked) table.happen({kind: "peek", player: played.player});
  table.look({panel: {kind: "options"}});
  void table.asked.follow();
}

/** Prepare an option without completing it: hold its dice, or choose its box. @type {Press} */
function take(table, what) {
  const {game, played} = table.shown;
  const [action, name] = what.split("-");
  if (action === "score") return table.look({panel: null, selected: boxCalled(table, name)});
  const held = heldFor(played.dice, [...name].map(Number), game.draft.held);
  table.look({panel: null, selected: -1});
  table.go({...game, draft: {...game.draft, held}});
}

/** @param {Table} table @param {1 | -1} way */
function moveInHistory(table, way) {
  const {game} = table.shown;
  const is_entering = game.draft.entered.length > 0 || table.last_entered > 0;
  table.last_entered = -Infinity;
  if (way < 0 && is_entering) return erase(table, "");
  const next = step(game, table.ruleset, way);
  if (next === null) return table.complain(table.voice.say(way < 0 ? "nothing_to_undo" : "nothing_to_redo"));
  table.go(next);
  table.say();
}

/** Return whether a destructive press is confirmed by a second press. @param {Table} table @param {string} press */
function isSure(table, press) {
  if (table.ui.twice === press) return true;
  table.look({twice: press});
  return false;
}

/** Begin a game as set in the form, and end a running one. @param {Table} table @param {"start" | "paper"} press */
function begin(table, press) {
  if (!table.running?.events.length || isSure(table, press)) void table.begin(press === "paper");
}

/**
 * Begin another game with the players at the table, starting with the next one. If another game is viewed and the own
 * one is running, show that first.
 * @param {Table} table
 */
async function rematch(table) {
  const {game: {setup}, played} = table.shown;
  const [first, ...others] = peopleHere(played);
  if (table.is_guest) await table.leave();
  if (table.running === null) await table.beginWith({...setup, players: [...others, first], dice_rule: DICE_RULE, seed: newSeed(Math.random), begun: Date.now()});
}

/** Enter the boxes of a card that was begun on paper. @type {Press} */
function paper(table, what) {
  if (table.ui.view === "lobby") return begin(table, "paper");
  table.look({panel: {kind: "points", player: Number(what), box: 0, purpose: "paper"}});
}

/** Change or add a player, and keep the player's panel open. @param {Table} table @param {number} player @param {Partial<Player>} changes */
function changePerson(table, player, changes) {
  const {name, kind, plays, is_gone} = {...table.shown.played.players[player], ...changes};
  table.happen({kind: "person", player, person: {name, kind, ...(plays && {plays}), ...(is_gone && {is_gone})}});
  if (player < table.shown.played.players.length) table.look({panel: {kind: "person", player}}); // Not if a viewed game is still being adopted.
}

/** @type {Press} */
function join(table) {
  const {length} = table.shown.played.players;
  changePerson(table, length, {name: table.voice.say("player", {n: length + 1}), kind: "pen"});
}

/** Return an action that moves a player to an earlier or later turn. @param {1 | -1} way @returns {Press} */
const move = (way) => (table, what) => {
  const player = Number(what);
  const order = table.shown.played.order.filter((other) => other !== player);
  order.splice(table.shown.played.order.indexOf(player) + way, 0, player);
  table.happen({kind: "order", order});
  table.look({panel: {kind: "person", player}});
};

/** Split the entry of a player: "1-Anna". @param {string} what */
function entryOf(what) {
  const [player, ...rest] = what.split("-");
  return {player: Number(player), value: decodeURIComponent(rest.join("-"))};
}

/**
 * Rename a player without painting, because the field often loses the focus to a button that is being pressed.
 * @type {Press}
 */
function rename(table, what) {
  const {player, value} = entryOf(what);
  const {game, played: {players: {[player]: old}}} = table.shown;
  const person = {...old, name: tidyName(value)};
  if (person.name === "" || person.name === old.name) return;
  const event = /** @type {const} */ ({kind: "person", player, person});
  if (table.is_guest) return table.happen(event);
  table.game = record(game, event);
  table.keep();
}

/** Set the help of a player. @type {Press} */
function helper(table, what) {
  const {player, value} = entryOf(what);
  const [kind, plays] = /** @type {[Player["kind"], Player["plays"]]} */ (value.split(":"));
  changePerson(table, player, {kind, plays});
}

/** @type {Press} */
function count(table, what) {
  const {panel} = table.ui;
  if (panel?.kind !== "extra") return;
  if (table.shown.played.cards[panel.player].n_extra_yahtzees !== Number(what)) table.happen({kind: "extra", player: panel.player, count: Number(what)});
  table.look({panel: panel.back});
}

/** @type {Press} */
function extra(table, what) {
  const card = table.shown.played.cards[Number(what)];
  if (mostExtraYahtzees(table.ruleset, card.scores) > 0) table.look({panel: {kind: "extra", player: Number(what), back: sheetOf(table)}});
}

/** @type {Press} */
function silence(table, what) {
  const player = Number(what);
  const {silent} = table.ui;
  table.look({panel: null, silent: silent.includes(player) ? silent.filter((other) => other !== player) : [...silent, player]});
}

/** Read the pasted game. @type {Press} */
function read(table) {
  const field = table.element.querySelector("[data-entry=record]");
  if (field instanceof HTMLTextAreaElement) void readText(table, field.value);
}

/** Show the game as text, as links and as a QR code. @param {Table} table */
async function showExport(table) {
  /** @type {Panel} */
  const panel = {kind: "export", written: null, code: ""};
  table.look({view: "play", panel});
  const {game, played} = table.shown;
  const later = await table.later();
  await paintFirst();
  const written = writtenOf(later, game, played);
  if (table.ui.panel === panel) table.look({panel: {...panel, written, code: later.drawCode(written.link, table.voice.html("game_code"))}});
}

/** Copy a link, and confirm it on the button. @param {Table} table @param {string} name */
async function copy({element, voice, context}, name) {
  const field = /** @type {HTMLInputElement} */ (find(element, `[data-link=${name}] input`));
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // The only way without https.
  }
  find(element, `[data-press=copy-${name}]`).textContent = voice.say("copied");
  context.announce(voice.say("copied"));
}

/** Print empty sheets for the players of the form, with the mean of each box if it is known. @param {Table} table */
async function printSheets(table) {
  const {game, rules} = recordRulesOf(table.form.edition);
  const means = JSON.parse(new TextDecoder().decode(await table.context.file("box-means.json")));
  table.look({means: Object.keys(rules).length === 0 && Object.hasOwn(means, game) ? means[game] : {}});
  print();
}

/** Show which games are stored on this device. @param {Table} table */
async function showOffline(table) {
  const {drawGamesHere, gamesHere} = await table.later();
  const games = await gamesHere(table.context);
  table.drawOffline = (voice) => drawGamesHere(voice, games);
  table.look({});
  find(table.element, ".table-side").scrollIntoView({block: "center"});
}

/** Store a game on this device, and show the progress. @param {Table} table @param {string} what */
async function storeGame(table, what) {
  const {drawGamesHere, gamesHere, storeGame: store} = await table.later();
  const games = await gamesHere(table.context) ?? [];
  const game = games.find(({name}) => name === what);
  if (game === undefined) return;
  try {
    await store(table.context, game, (percent) => {
      game.percent = percent;
      table.drawOffline = (voice) => drawGamesHere(voice, games);
      table.show();
    });
  } finally {
    await showOffline(table);
  }
}

/** @param {Table} table @param {import("./game.js").Setup} form */
function changeForm(table, form) {
  table.form = form;
  table.show();
}

/** Toggle whether the page makes the first throw of a turn without a press. @param {Table} table */
function throwAtOnce(table) {
  void table.write(table.database.replace(STORED.at_once, table.throws_at_once ? "" : "yes"));
  table.show();
}

/** @type {Readonly<Record<string, Press>>} */
export const PRESSES = {
  die, throw: throwDice, face, erase, box, write, points, cell, peek, take, count, extra, silence, paper, read, link: followLink, rename, helper, join,
  which: (table, what) => table.go({...table.shown.game, draft: {...table.shown.game.draft, throw: Number(what)}}),
  person: (table, what) => table.look({panel: {kind: "person", player: Number(what)}}),
  home: (table, what) => changePerson(table, Number(what), {is_gone: true}),
  bring: (table, what) => changePerson(table, Number(what), {is_gone: false}),
  earlier: move(-1),
  later: move(1),
  offline: (table) => void showOffline(table).catch((error) => complainOf(table, error)),
  store: (table, what) => void storeGame(table, what).catch(() => table.complain(table.voice.say("not_stored"))),
  sheets: (table) => void printSheets(table).catch((error) => complainOf(table, error)),
  rematch: (table) => void rematch(table),
  once: throwAtOnce,
  undo: (table) => moveInHistory(table, -1),
  redo: (table) => moveInHistory(table, 1),
  menu: (table) => table.look({panel: table.ui.panel?.kind === "menu" ? null : {kind: "menu"}}),
  sheet: (table) => table.look({panel: {kind: "sheet"}}),
  close: (table) => table.look({panel: table.ui.panel !== null && "back" in table.ui.panel ? table.ui.panel.back : null}),
  copy: (table, what) => void copy(table, what),
  machine: (table) => void table.playMachine(),
  leave: (table) => void table.leave(),
  start: (table) => begin(table, "start"),
  resume: (table) => table.look({view: "play"}),
  add: (table) => changeForm(table, addPlayer(table.form)),
  remove: (table, what) => changeForm(table, removePlayer(table.form, Number(what))),
  try: (table, what) => (table.ui.view === "practice" ? table.archive?.answer(what) : table.look({tried: [...table.ui.tried, `try-${what}`]})),
  five: (table) => changeForm(table, withRules(table.form, {five: !(houseRulesOf(table.form.edition)?.five ?? false)})),
  exact: (table) => void solveExactly(table),
  judge,
  ask: (table, what) => void table.archive?.ask(what),
  ended: (table, what) => table.archive?.look(Number(what)),
  export: (table) => void showExport(table).catch((error) => complainOf(table, error)),
  save: (table) => void table.loadArchive().then((archive) => archive.save(), (error) => complainOf(table, error)),
  forget: (table) => void (isSure(table, "forget") && table.deleteAll()),
  drop: (table, what) => void (isSure(table, `drop-${what}`) && table.archive?.deleteGame(Number(what))),
  unname: (table, what) => void (isSure(table, `unname-${what}`) && table.archive?.deletePlayer(Number(what))),
  back: (table) => table.look({view: "lobby"}),
};
