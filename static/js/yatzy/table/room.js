/** The room behind the table, fetched when it is needed: games that have ended, and mistakes to be asked again. */

import {optionKey} from "../parts/examples.js";
import {bringToSight} from "./alone.js";
import {Desk} from "./desk.js";
import {rulesFor, SOLVED} from "./editions.js";
import {EMPTY_ARCHIVE, readArchive, takeGames, textOfGames, withGame, withGiven, withMistakes, without, writeArchive} from "./archive.js";
import {drawGames, drawPractice} from "./games-drawing.js";
import {placesOf} from "./history.js";
import {KEPT, readText} from "./opening.js";
import {asText} from "./records.js";
import {TIED} from "./judge.js";
import {choicesOf, decisionOf} from "./review.js";
import {givenIn, isAllKnown, LAST_GAMES, skillOf} from "./skill.js";
import {StoreError} from "./store.js";

/** @import {Archive, Mistake} from "./archive.js" */
/** @import {Table} from "./alive.js" */
/** @import {Game} from "./history.js" */
/** @import {Known} from "./paint.js" */
/** @import {Decision} from "./review.js" */
/** @import {Option} from "../game/ranking.js" */
/** @import {Ruleset} from "../game/rules/scandinavian.js" */

/** Where games are laid that cannot be read. */
const DAMAGED = "games.damaged";
const FILE_NAME = "yatzy-games.txt";

/** @param {Ruleset} ruleset @returns {(option: Option) => string} */
const keyOf = ({categories}) => ({action, dice, category}) => optionKey({action, dice, category: categories[category]?.name ?? ""});

/** Write a game as it stands, or before all of it was taken back; "" for one without a turn. @param {Game} game */
function textOf({setup, events, at}) {
  const places = placesOf({setup, events}, rulesFor(setup.edition));
  const played = [places[at], places[events.length]].find(({cards}) => cards.some(({turns}) => turns.length > 0));
  return played === undefined ? "" : asText(setup, played);
}

export class Room {
  #archive = EMPTY_ARCHIVE;
  /** As it is kept. */
  #text = "";
  #is_foreign = false;
  /** The mistake that is asked. @type {{mistake: Mistake, decision: Decision, ruleset: Ruleset} | null} */
  #asked = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** What is kept, also what another tab has kept meanwhile. @type {Archive} */
  get archive() {
    const text = this.table.context.kept(KEPT.games);
    if (text !== null && text !== this.#text) this.read();
    return this.#archive;
  }

  /** Read what is kept; what is damaged is laid aside, and what a newer page has written stays as it is. */
  read() {
    const {context, voice} = this.table;
    const text = this.#text = context.kept(KEPT.games) ?? "";
    try {
      this.#archive = readArchive(text);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#is_foreign = error.words === "foreign_version";
      if (!this.#is_foreign) context.keep(DAMAGED, text);
      this.table.ui = {...this.table.ui, problem: voice.say(error.words)};
    }
  }

  /** @param {Archive} archive */
  #keep(archive) {
    this.#archive = archive;
    if (this.#is_foreign) return;
    const {context, voice} = this.table;
    const text = writeArchive(archive);
    context.keep(KEPT.games, text);
    this.#text = context.kept(KEPT.games) ?? "";
    if (this.#text !== text) this.table.ui = {...this.table.ui, problem: voice.say("not_kept")};
  }

  /** Take in the game that has ended, and say how well its players play. @param {Known} known @returns {Known} */
  end(known) {
    const {table: {desk}} = this;
    const {game, ruleset} = this.table.shown;
    const {players, edition, begun = 0} = game.setup;
    /** @type {Record<string, number>} */
    const given = {};
    let {archive} = this;
    players.forEach(({name, kind}, player) => {
      const review = known.reviews?.[player];
      if (review === undefined || kind === "machine") return;
      if (desk?.edition !== undefined) archive = withMistakes(archive, edition, review, keyOf(ruleset));
      if (edition === SOLVED && isAllKnown(review)) given[name] = review.regret;
    });
    this.#keep(withGame(archive, {begun, text: known.written?.text ?? "", given}));
    const skills = players.map(({name}) => (name in given ? skillOf(this.archive.games, name, this.table.data.ladder) : null));
    return {...known, skills};
  }

  /** Put a game among the games that is left, ended or broken off. @param {Game} game */
  putAway(game) {
    const text = textOf(game);
    if (text === "" || this.archive.games.some((other) => other.text === text)) return;
    if (this.#is_foreign) throw new Error(this.table.voice.say("foreign_version"));
    this.#keep(withGame(this.archive, {begun: game.setup.begun ?? 0, text, given: {}, fresh: true}));
  }

  /** Take a game out that is played on. @param {Game} game */
  takeOut(game) {
    const text = textOf({...game, at: game.events.length});
    this.#keep({...this.archive, games: this.archive.games.filter((other) => other.text !== text)});
  }

  /** Find what was given away in those of the last games that came from a file: they count like games that were played here. */
  async weigh() {
    const {table: {desk}} = this;
    if (desk?.name !== SOLVED) return;
    for (const game of this.archive.games.slice(-LAST_GAMES).filter(({fresh}) => fresh)) {
      this.#keep(withGiven(this.archive, game, await givenIn(desk, game.text)));
      await new Promise((resolve) => setTimeout(resolve)); // The page lives meanwhile.
    }
  }

  /** Take in the games of a file, and say how many. @param {string} text @throws {import("../record/words.js").RecordError} */
  take(text) {
    const {archive, n_new, n_known} = takeGames(this.archive, text);
    this.#keep(archive);
    return this.table.voice.say("games_taken", {n: n_new, known: n_known});
  }

  /** Give all games out as one file, the running one with them. */
  save() {
    const {running} = this.table;
    const text = textOfGames(this.archive, running === null ? "" : textOf(running));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], {type: "text/plain"}));
    link.download = FILE_NAME;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  /** Forget all games and mistakes. */
  forget() {
    this.#keep(EMPTY_ARCHIVE);
    this.table.look({});
  }

  /** Ask the oldest mistake, or the one behind the last that was asked. */
  async ask() {
    const {mistakes} = this.archive;
    if (mistakes.length === 0) return this.table.look({view: "lobby", tried: []});
    const last = this.#asked === null ? -1 : mistakes.indexOf(this.#asked.mistake);
    const mistake = mistakes[(last + 1) % mistakes.length];
    try {
      const {context, data, later} = this.table;
      const desk = new Desk(mistake.edition, context.file, data, later);
      const decision = await decisionOf(desk, mistake, keyOf(desk.ruleset));
      this.#asked = {mistake, decision, ruleset: desk.ruleset};
      this.table.look({view: "practice", panel: null, tried: []});
      bringToSight(this.table.element);
    } catch {
      this.table.complain(this.table.voice.say("no_values"));
    }
  }

  /** Follow an answer: only what is answered well at once is not asked again. @param {string} what "again-2" */
  answer(what) {
    const {tried} = this.table.ui;
    const {mistake, decision} = this.#asked ?? {};
    const choice = decision && choicesOf(decision)[Number(what.split("-")[1])];
    if (mistake && choice && tried.length === 0 && choice.regret <= TIED) this.#keep(without(this.archive, mistake));
    this.table.look({tried: [...tried, `try-${what}`]});
  }

  /** Draw the games and what can be done with them. */
  drawGames() {
    return drawGames(this.table.voice, this.archive, this.table.ui.twice === "forget");
  }

  /** Draw the mistake that is asked. */
  drawPractice() {
    const {voice, ui: {tried}} = this.table;
    return this.#asked === null ? "" : drawPractice(voice, this.#asked.ruleset, this.#asked.decision, tried, this.archive.mistakes.length);
  }

  /** Look at a game that has ended. @param {number} index */
  look(index) {
    const game = this.archive.games[index];
    if (game !== undefined) void readText(this.table, game.text);
  }
}
