/** The room behind the table, fetched when it is needed: games that have ended, and mistakes to be asked again. */
import {optionKey, recordsOf} from "../parts/records.js";
import {rulesFor, SOLVED} from "./editions.js";
import {placesOf, playedOf} from "./game.js";
import {asText, readGame} from "./records.js";
import {pathOf} from "site_builder/kit";
import {diceImage} from "../parts/dice.js";
import {escaped} from "../words/text.js";
import {button} from "./button.js";
import {choicesOf, costliest, costly, decisionOf} from "./review.js";
import {capital, optionWords} from "./turn-drawing.js";
import {recordText} from "../record/format.js";
import {readRecords} from "../record/parse.js";
import {StoreError} from "./store.js";
import {bringToSight} from "./alone.js";
import {Desk} from "./desk.js";
import {KEPT, readText} from "./opening.js";
import {TIED} from "./judge.js";

/**
 * @import {Decision, Review} from "./review.js" @import {Shown} from "./turn-drawing.js"
 * @import {Voice} from "./words.js" @import {Ruleset} from "../game/rules/scandinavian.js" @import {Option} from "../game/turn.js"
 * @import {Scores} from "../game/tables.js" @import {Table} from "./alive.js" @import {Game} from "./game.js" @import {Known} from "./paint.js"
 */

// What of each player's score was luck, and what was given away.

// How well somebody plays, as far as few games tell: with the range that goes with it, and the rung of the ladder.

/** Games from which a rung is named, and the last ones that count. */
export const LEAST_GAMES = 5;
const LAST_GAMES = 20;

/**
 * @typedef {{mean: number, margin: number, n: number}} Estimate A mean of n numbers, and twice its standard error.
 * @typedef {Estimate & {rung: string, left: number, is_below: boolean}} Skill Below all rungs somebody gives away more than the lowest one.
 */

/** Tell whether every throw of every turn is known. @param {Review} review */
const isAllKnown = ({steps}) => steps.every(({known}) => known);

/**
 * Find what each player of a record gave away, by their names; of nobody where the game is another or was not played to
 * its end, and not of those of whom a turn is not known.
 * @param {Desk} desk @param {string} text @returns {Promise<Record<string, number>>}
 */
export async function givenIn(desk, text) {
  const game = readGame(text);
  if (game === null || game.setup.edition !== SOLVED) return {};
  const played = playedOf(game, desk.ruleset);
  const reviews = played.player < 0 ? await desk.review(played.cards, game.setup.dice) : [];
  return Object.fromEntries(reviews.flatMap((review, player) => (isAllKnown(review) ? [[game.setup.players[player].name, review.regret]] : [])));
}

/** Estimate a mean from numbers that vary. @param {readonly number[]} numbers At least two. @returns {Estimate} */
export function estimate(numbers) {
  const n = numbers.length;
  const mean = numbers.reduce((sum, one) => sum + one, 0) / n;
  const variance = numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (n - 1);
  return {mean, margin: 2 * Math.sqrt(variance / n), n};
}

/**
 * Points of a mistake that may not have come in one game: without it a player who errs seldom would seem to be known
 * better than a game can tell.
 */
const UNSEEN = 3;

/**
 * Say what somebody would average who always gave away so much, and the range in which that lies judging by how much
 * the turns of this game differ, and one more with a mistake. Nobody averages more than perfect play.
 * @param {Review} review A game of which every turn is known.
 */
export function averageOf({start, regret, steps}) {
  const n = steps.length;
  const {mean, margin} = estimate([...steps.map((step) => step.regret), UNSEEN]);
  return {average: start - regret, low: Math.max(0, start - n * (mean + margin)), high: Math.min(start, start - n * (mean - margin))};
}

/**
 * Name the rung of the ladder that gives away about as much as somebody's last games; null for too few games.
 * @param {readonly Ended[]} games @param {string} name @param {Record<string, any[]>} ladder @returns {Skill | null}
 */
export function skillOf(games, name, ladder) {
  const given = games.flatMap((game) => (name in game.given ? [game.given[name]] : [])).slice(-LAST_GAMES);
  if (given.length < LEAST_GAMES) return null;
  const estimated = estimate(given);
  const rungs = recordsOf(ladder).map(({rung, left}) => ({rung, left}));
  const nearest = rungs.reduce((best, one) => (Math.abs(one.left - estimated.mean) < Math.abs(best.left - estimated.mean) ? one : best));
  const is_below = estimated.mean - estimated.margin > Math.max(...rungs.map(({left}) => left));
  return {...estimated, ...nearest, is_below};
}

/** Points on either side of what the curve needs. */
const MARGIN = 10;

/**
 * Draw the expected final score turn by turn: luck moves it in one colour, what was given away in another.
 * @param {Voice} voice @param {string} name @param {Review} review
 */
function drawCurve(voice, name, {start, steps, final}) {
  const values = [start, ...steps.map(({value}) => value), ...steps.map(({value, regret}) => value + regret)];
  const [from, to] = [Math.min(...values) - MARGIN, Math.max(...values) + MARGIN];
  const up = (/** @type {number} */ value) => (value - from) / (to - from);
  const across = (/** @type {number} */ turns) => turns / steps.length;
  let before = start;
  const parts = steps.map(({value, regret, known}, turn) => {
    const lucky = value + regret;
    const turned = across(turn + 0.75);
    const luck = `<path class="${known ? "luck" : "unknown"}" d="${pathOf([[across(turn), up(before)], [turned, up(lucky)]])}"/>`;
    const given = `<path class="given" d="${pathOf([[turned, up(lucky)], [across(turn + 1), up(value)]])}"/>`;
    before = value;
    return luck + given;
  });
  const label = voice.html("curve", {name, start: voice.points(start), final});
  return `<div class="report-curve"><svg viewBox="0 0 1000 1000" preserveAspectRatio="none" role="img" aria-label="${label}"><path class="start" d="${pathOf([[0, up(start)], [1, up(start)]])}"/>${parts.join("")}</svg>
<p class="report-key quiet"><span class="luck">${voice.html("luck_key")}</span> <span class="given">${voice.html("given_key")}</span></p></div>`;
}

/** @param {Voice} voice @param {Ruleset} ruleset @param {Option} option */
function wordsOf(voice, ruleset, option) {
  const box = option.category < 0 ? "" : voice.box(ruleset, option.category);
  return optionWords(voice, {...option, title: "", key: ""}, box);
}

/**
 * Ask a decision again: what is tried shows what it costs.
 * @param {Voice} voice @param {Ruleset} ruleset @param {Decision} decision @param {string} name Of the question.
 * @param {readonly string[]} tried Choices that were pressed.
 */
function drawQuestion(voice, ruleset, decision, name, tried) {
  const {turn, dice, rerolls, scores, chosen} = decision;
  const open = ruleset.categories.flatMap((_, box) => (scores[box] === null ? [voice.box(ruleset, box)] : []));
  const said = voice.html("question", {turn, dice: "\u0000", left: rerolls, open: open.join(", ")}).replace("\u0000", diceImage(dice));
  const choices = choicesOf(decision).map((option, index) => {
    const key = `try-${name}-${index}`;
    const cost = option.regret <= 1 / 256 ? voice.say("is_best") : voice.say("costs", {n: voice.loss(option.regret)});
    const played = option === chosen ? ` ${voice.say("you_played")}` : "";
    const answer = tried.includes(key) ? `<i class="${option.regret <= 1 / 256 ? "good" : "bad"}">${escaped(cost + played)}</i>` : "";
    return `<li>${button(key, escaped(capital(wordsOf(voice, ruleset, option))))}${answer}</li>`;
  });
  return `<li class="question"><p>${said}</p><ul>${choices.join("")}</ul></li>`;
}

/** @param {Voice} voice @param {Ruleset} ruleset @param {Decision} decision */
function decisionRow(voice, ruleset, {turn, dice, options, chosen}) {
  const [best] = options;
  const gaps = {turn, dice: dice.join(" "), chosen: wordsOf(voice, ruleset, chosen), best: wordsOf(voice, ruleset, best), n: voice.loss(chosen.regret)};
  return `<li>${voice.html("decision", gaps)}</li>`;
}

/** @param {Voice} voice @param {Review} review */
function identity(voice, {final, start, luck, regret, unknown, steps}) {
  const has_unknown = steps.some(({known}) => !known);
  const gaps = {
    final, start: voice.points(start, 2), luck: voice.signed(luck, 2), regret: voice.points(regret, 2),
    unknown: has_unknown ? voice.say("unknown_part", {n: voice.signed(unknown, 2)}) : "",
  };
  return `<p class="identity"><b>${voice.html("identity", gaps)}</b></p><p class="note">${voice.html("identity_words")}</p>`;
}

/** Say what somebody who always played so would average. @param {Voice} voice @param {Review} review */
function averageText(voice, review) {
  const {average, low, high} = averageOf(review);
  const gaps = {n: voice.points(average), low: voice.points(low, 0), high: voice.points(high, 0), turns: review.steps.length, unseen: UNSEEN};
  return voice.html("average", gaps);
}

/** Name the rung of the ladder that somebody stands on. @param {Voice} voice @param {Skill} skill */
function skillText(voice, {n, mean, margin, rung, left, is_below}) {
  const name = voice.say(/** @type {import("./words.js").TextName} */ (`rung_${rung}`));
  return voice.html(is_below ? "skill_more" : "skill", {n, mean: voice.points(mean), margin: voice.points(margin), rung: name, left: voice.points(left)});
}

/**
 * Draw the review of one player.
 * @param {Shown} shown @param {number} player @param {Review} review @param {readonly string[]} tried
 * @param {Skill | null} skill
 */
export function drawReview({voice, ruleset, game: {setup}, played}, player, review, tried, skill) {
  const {name} = setup.players[player];
  const n_last = review.steps.filter(({last_only}) => last_only).length;
  const n_unknown = review.steps.filter(({known}) => !known).length - n_last;
  if (n_unknown === review.steps.length) return `<section class="review"><h3>${escaped(name)}</h3><p class="note">${voice.html("no_turn_known")}</p></section>`;
  const asked = costliest(review).map((decision, index) => drawQuestion(voice, ruleset, decision, `${player}-${index}`, tried));
  const all = costly(review);
  const {peeks} = played.cards[player];
  const notes = [
    ...(n_unknown + n_last === 0 ? [averageText(voice, review)] : []),
    ...(n_unknown > 0 ? [voice.html("unknown_turns", {n: n_unknown})] : []),
    ...(n_last > 0 ? [voice.html("last_only", {n: n_last})] : []),
    ...(skill === null ? [] : [skillText(voice, skill)]),
    ...(peeks > 0 ? [voice.html("peeked", {n: peeks})] : []),
  ];
  const list = all.length === 0 ? `<p>${voice.html("costly_none")}</p>` : `<h4>${voice.html("costly")}</h4><ol class="questions">${asked.join("")}</ol>
<details><summary>${voice.html("all_decisions", {n: all.length})}</summary><ol class="decisions">${all.map((decision) => decisionRow(voice, ruleset, decision)).join("")}</ol></details>`;
  return `<section class="review"><h3>${voice.html("review_of", {name})}</h3>${identity(voice, review)}${drawCurve(voice, name, review)}<p>${notes.join(" ")}</p>${list}</section>`;
}

/** Say how exact the numbers are, and offer what the device can do about it. @param {Voice} voice @param {import("./desk.js").Desk["exactness"]} exactness */
export function drawExactness(voice, exactness) {
  if (exactness === "none") return "";
  if (exactness === "done") return `<p class="note">${voice.html("exact_done")}</p>`;
  return `<p class="note exactness">${voice.html("exact_why")} ${button("exact", voice.html("exact"))}</p>`;
}

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
 * @param {Archive} archive @param {string} edition @param {Review} review @param {(option: import("../game/turn.js").Option) => string} keyOf
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
<ul class="rows">${listed.join("")}</ul><div class="lobby-actions wraps">${button("save", voice.html("save_games"))}${forget}</div><p class="note">${voice.html("games_note")}</p></section>`;
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
