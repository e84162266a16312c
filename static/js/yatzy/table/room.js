/** The room behind the table, fetched when it is needed: games that have ended, and mistakes to be asked again. */
import {recordText} from "../record/format.js";
import {readRecords} from "../record/parse.js";
import {StoreError} from "./store.js";
import {escaped} from "../words/text.js";
import {button} from "./button.js";
import {drawQuestion, givenIn, isAllKnown, LAST_GAMES, skillOf} from "./report-drawing.js";
import {optionKey} from "../parts/records.js";
import {bringToSight} from "./alone.js";
import {Desk} from "./desk.js";
import {rulesFor, SOLVED} from "./editions.js";
import {placesOf} from "./history.js";
import {KEPT, readText} from "./opening.js";
import {asText} from "./records.js";
import {TIED} from "./judge.js";
import {choicesOf, decisionOf} from "./review.js";

/**
 * @import {Scores} from "../game/tables.js" @import {Decision, Review} from "./review.js" @import {Voice} from "./words.js"
 * @import {Ruleset} from "../game/rules/scandinavian.js" @import {Table} from "./alive.js" @import {Game} from "./history.js"
 * @import {Known} from "./paint.js" @import {Option} from "../game/ranking.js"
 */

// Games that have ended, as the browser keeps them, with what each player gave away; and mistakes that can be asked
// again. A game is kept as its record, so that what goes out as a file is what is kept, and any file of records can come
// in.

/**
 * @typedef {object} Ended
 * @property {number} begun When, in milliseconds; 0 where nobody knows.
 * @property {string} text The record.
 * @property {Record<string, number>} given Points that players gave away, by their names, where all was known of them.
 * @property {boolean} [fresh] It came from a file, and nobody has looked yet at what was given away.
 *
 * @typedef {object} Mistake
 * @property {string} edition
 * @property {number} turn
 * @property {readonly number[]} dice
 * @property {number} rerolls
 * @property {Scores} scores
 * @property {number} n_extra Extra Yahtzees of the card.
 * @property {string} key Of the option that was taken.
 *
 * @typedef {{games: readonly Ended[], mistakes: readonly Mistake[]}} Archive The newest last.
 */

const ARCHIVE_VERSION = 1;
export const MOST_MISTAKES = 20;
/** A loss that is asked again. */
const WORTH_ASKING = 1;
/** Signs of all records together; a browser keeps some five million. */
const MOST_SIGNS = 900_000;

/** @type {Archive} */
export const EMPTY_ARCHIVE = {games: [], mistakes: []};

/** @param {Archive} archive */
export const writeArchive = (archive) => JSON.stringify({version: ARCHIVE_VERSION, ...archive});

/** @param {any} game @returns {game is Ended} */
const isEnded = (game) => Number.isFinite(game?.begun) && typeof game.text === "string" && typeof game.given === "object"
  && game.given !== null && Object.values(game.given).every((points) => typeof points === "number");

/** @param {unknown} numbers @returns {numbers is number[]} */
const areWhole = (numbers) => Array.isArray(numbers) && numbers.every((number) => Number.isInteger(number) && number >= 0);

/** @param {any} mistake @returns {mistake is Mistake} */
const isMistake = (mistake) => typeof mistake?.edition === "string" && typeof mistake.key === "string" && areWhole(mistake.dice)
  && Array.isArray(mistake.scores) && areWhole(mistake.scores.map((/** @type {unknown} */ points) => points ?? 0))
  && areWhole([mistake.turn, mistake.rerolls, mistake.n_extra]);

/** Read what was kept; "" for nothing. @param {string} text @returns {Archive} @throws {StoreError} */
export function readArchive(text) {
  if (text === "") return EMPTY_ARCHIVE;
  let kept;
  try {
    kept = JSON.parse(text);
  } catch (error) {
    throw new StoreError("damaged_games", error);
  }
  if (kept?.version > ARCHIVE_VERSION) throw new StoreError("foreign_version");
  const {version, games, mistakes} = kept ?? {};
  const is_sound = version === ARCHIVE_VERSION && Array.isArray(games) && games.every(isEnded) && Array.isArray(mistakes) && mistakes.every(isMistake);
  if (!is_sound) throw new StoreError("damaged_games");
  return {games, mistakes};
}

/** Leave out the oldest games where there are too many to be kept. @param {readonly Ended[]} games */
function newest(games) {
  let room = MOST_SIGNS;
  return [...games].reverse().filter(({text}) => (room -= text.length) >= 0).reverse();
}

/** Take in a game that has ended, also one that has ended before and was corrected. @param {Archive} archive @param {Ended} ended @returns {Archive} */
export function withGame(archive, ended) {
  const others = archive.games.filter(({begun, text}) => text !== ended.text && (begun === 0 || begun !== ended.begun));
  return {...archive, games: newest([...others, ended])};
}

/** Take in what players of a game gave away that came from a file. @param {Archive} archive @param {Ended} game @param {Ended["given"]} given @returns {Archive} */
function withGiven(archive, game, given) {
  return {...archive, games: archive.games.map((other) => (other === game ? {begun: game.begun, text: game.text, given} : other))};
}

/** Write all games as one file of records. @param {Archive} archive @param {string} [running] The record of a game that has not ended. */
export const textOfGames = ({games}, running = "") => [...games.map(({text}) => text), running].filter(Boolean).join("\n");

/**
 * Take in the games of a file; those that are here stay as they are, and of a file with a mistake nothing is taken.
 * @param {Archive} archive @param {string} text
 * @throws {import("../record/parse.js").RecordError}
 */
export function takeGames(archive, text) {
  const texts = [...new Set(readRecords(text).map(recordText))];
  const known = new Set(archive.games.map((game) => game.text));
  const fresh = texts.filter((one) => !known.has(one));
  const games = newest([...fresh.map((one) => ({begun: 0, text: one, given: {}, fresh: true})), ...archive.games]);
  return {archive: {...archive, games}, n_new: fresh.length, n_known: texts.length - fresh.length};
}

/**
 * Take in the mistakes of a review, the newest of all staying; a decision that stands there already stands once.
 * @param {Archive} archive @param {string} edition @param {Review} review @param {(option: import("../game/ranking.js").Option) => string} keyOf
 * @returns {Archive}
 */
export function withMistakes(archive, edition, {decisions}, keyOf) {
  const found = decisions.filter(({chosen}) => chosen.regret >= WORTH_ASKING)
    .map(({turn, dice, rerolls, scores, n_extra, chosen}) => ({edition, turn, dice: [...dice], rerolls, scores: [...scores], n_extra, key: keyOf(chosen)}));
  const texts = new Set(found.map((mistake) => JSON.stringify(mistake)));
  const others = archive.mistakes.filter((mistake) => !texts.has(JSON.stringify(mistake)));
  return {...archive, mistakes: [...others, ...found].slice(-MOST_MISTAKES)};
}

/** Leave out a mistake that was answered. @param {Archive} archive @param {Mistake} mistake @returns {Archive} */
export const without = (archive, mistake) => ({...archive, mistakes: archive.mistakes.filter((other) => other !== mistake)});

// Games that have ended, and a mistake that is asked again, as markup.

/** Games that are listed; all of them go out. */
const N_LISTED = 8;

/** Say who had how many points, and when, in the words of the record. @param {string} text */
export function titleOfGame(text) {
  const lines = text.split("\n").map((line) => line.split(" "));
  const rest = (/** @type {string} */ key) => lines.filter(([word]) => word === key).map(([, ...words]) => words.join(" "));
  const points = lines.filter(([word]) => word === "end" || word === "broken").map((words) => words[words.length - 1]);
  const scores = rest("player").map((name, player) => `${name} ${points[player]}`).join(", ");
  return [...rest("date"), scores].join(": ");
}

/** Draw the games that have ended, the newest first, and what can be done with them. @param {Voice} voice @param {Archive} archive @param {boolean} is_forgetting */
export function drawGames(voice, {games, mistakes}, is_forgetting) {
  if (games.length + mistakes.length === 0) return "";
  const listed = games.map(({text}, index) => `<li>${button(`ended-${index}`, escaped(titleOfGame(text) + (/^broken/m.test(text) ? `, ${voice.say("broken_off")}` : "")))}</li>`).slice(-N_LISTED).reverse();
  const again = mistakes.length === 0 ? "" : `<p>${button("ask", voice.html("ask_again", {n: mistakes.length}))}</p>`;
  const forget = button("forget", voice.html(is_forgetting ? "forget_really" : "forget"));
  return `<section class="games" aria-label="${voice.html("games")}"><h2>${voice.html("games")} (${games.length})</h2>${again}
<ul>${listed.join("")}</ul><div class="lobby-actions wraps">${button("save", voice.html("save_games"))}${forget}</div><p class="note">${voice.html("games_note")}</p></section>`;
}

/**
 * Draw a mistake that is asked again.
 * @param {Voice} voice @param {Ruleset} ruleset @param {Decision} decision @param {readonly string[]} tried @param {number} n_left
 */
export function drawPractice(voice, ruleset, decision, tried, n_left) {
  return `<section class="review"><h2>${voice.html("costly")}</h2><ol class="questions">${drawQuestion(voice, ruleset, decision, "again", tried)}</ol>
<p class="note">${voice.html("again_note", {n: n_left})}</p>
<div class="end-actions wraps">${button("ask", voice.html("next"), "", "primary")}${button("back", voice.html("back"))}</div></section>`;
}

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

  /** Take in the games of a file, and say how many. @param {string} text @throws {import("../record/parse.js").RecordError} */
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
