/** Reviews, the archive of ended games, and mistakes to practise; loaded on demand. */
import {optionKey, recordsOf} from "../parts/records.js";
import {rulesFor, SOLVED} from "./editions.js";
import {placesOf, playedOf} from "./game.js";
import {asText, readGame} from "./records.js";
import {pathOf} from "site_builder/kit";
import {diceImage} from "../parts/dice.js";
import {escaped, lossDigits, sentence} from "../words/text.js";
import {totalsOfScores} from "../game/tables.js";
import {button} from "./button.js";
import {choicesOf, costliest, costly, decisionOf} from "./review.js";
import {capital, optionWords, spaced} from "./turn-drawing.js";
import {recordText} from "../record/format.js";
import {readRecords, RecordError} from "../record/parse.js";
import {readStored, StoreError, writeStored} from "./store.js";
import {bringToSight} from "./alone.js";
import {damagedName, STORED} from "./database.js";
import {Desk} from "./desk.js";
import {readForm} from "./form.js";
import {ownGame, readText} from "./opening.js";
import {TIED} from "./judge.js";

/**
 * @import {Decision, Review} from "./review.js" @import {Shown} from "./turn-drawing.js"
 * @import {Voice} from "./words.js" @import {Ruleset} from "../game/rules/scandinavian.js" @import {Option} from "../game/turn.js"
 * @import {Scores} from "../game/tables.js" @import {Table} from "./alive.js" @import {Game} from "./game.js" @import {Known} from "./paint.js"
 */

// The review of an ended game: luck and losses of each player.

// Estimate of a player's skill from a few games, with its margin and the rung of the ladder.

/** Minimum number of games for a rung, and maximum number of the latest games that count. */
export const LEAST_GAMES = 5;
const LAST_GAMES = 20;

/**
 * @typedef {{mean: number, margin: number, n: number}} Estimate A mean of n numbers, and twice its standard error.
 * @typedef {Estimate & {rung: string, left: number, is_below: boolean}} Skill `left` are the points lost; `is_below`: more than the lowest rung.
 */

/** Return whether every throw of a full card is recorded. @param {Review} review */
const isAllKnown = ({is_full, steps}) => is_full && steps.every(({known}) => known);

/**
 * Return the points that each player of a record lost, by name; without players with unrecorded throws, and empty if
 * the game is a different one or was not finished.
 * @param {Desk} desk @param {string} text @returns {Promise<Record<string, number>>}
 */
export async function givenIn(desk, text) {
  const game = readGame(text);
  if (game === null || game.setup.edition !== SOLVED) return {};
  const played = playedOf(game, desk.ruleset);
  const reviews = played.player < 0 ? await desk.review(played.cards) : [];
  return Object.fromEntries(reviews.flatMap((review, player) => (review !== null && isAllKnown(review) ? [[played.players[player].name, review.regret]] : [])));
}

/** Estimate a mean with its margin. @param {readonly number[]} numbers At least two. @returns {Estimate} */
export function estimate(numbers) {
  const n = numbers.length;
  const mean = numbers.reduce((sum, one) => sum + one, 0) / n;
  const variance = numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (n - 1);
  return {mean, margin: 2 * Math.sqrt(variance / n), n};
}

/** Loss of an assumed additional mistake; without it, the margin of a player who rarely errs would be too small. */
const UNSEEN = 3;

/**
 * Estimate the mean score of a player who always loses as much as in this game. The margin follows from the differences
 * between its turns and one assumed additional mistake; the upper bound is the mean of perfect play.
 * @param {Review} review A game with all turns recorded.
 */
export function averageOf({start, regret, steps}) {
  const n = steps.length;
  const {mean, margin} = estimate([...steps.map((step) => step.regret), UNSEEN]);
  return {average: start - regret, low: Math.max(0, start - n * (mean + margin)), high: Math.min(start, start - n * (mean - margin))};
}

/**
 * Return the rung of the ladder that loses about as much as the player in the last games; null for too few games.
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

/** Margin above and below the curve in points. */
const MARGIN = 10;

/**
 * Draw the expected final score turn by turn, with luck and losses in different colours.
 * @param {Voice} voice @param {string} name @param {Review} review
 */
function drawCurve(voice, name, review) {
  const {start, steps} = review;
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
  const label = voice.html("curve", {name, start: voice.points(start), final: finalText(voice, review)});
  const ends = [["top", to], ["bottom", from]].map(([place, value]) => `<small class="${place}">${Math.round(Number(value))}</small>`).join("");
  return `<div class="report-curve">${ends}<svg viewBox="0 0 1000 1000" preserveAspectRatio="none" role="img" aria-label="${label}"><path class="start" d="${pathOf([[0, up(start)], [1, up(start)]])}"/>${parts.join("")}</svg>
<p class="report-key quiet"><span class="luck">${voice.html("luck_key")}</span> <span class="given">${voice.html("given_key")}</span>${steps.every(({known}) => known) ? "" : ` <span class="unknown">${voice.html("unknown_key")}</span>`}</p></div>`;
}

/** @param {Voice} voice @param {Ruleset} ruleset @param {Option} option */
function wordsOf(voice, ruleset, option) {
  const box = option.category < 0 ? "" : voice.box(ruleset, option.category);
  return optionWords(voice, {...option, title: "", key: ""}, box);
}

/**
 * Draw a decision as a question; a pressed answer shows its loss.
 * @param {Voice} voice @param {Ruleset} ruleset @param {Decision} decision @param {string} name Name of the question in press keys.
 * @param {readonly string[]} tried Answers that were pressed.
 */
function drawQuestion(voice, ruleset, decision, name, tried) {
  const {turn, dice, rerolls, scores, n_extra, chosen} = decision;
  const {upper} = totalsOfScores(ruleset, scores, n_extra);
  const open = ruleset.categories.flatMap((_, box) => (scores[box] === null ? [voice.box(ruleset, box)] : []));
  const choices = choicesOf(decision);
  const digits = Math.max(...choices.map(({regret}) => lossDigits(regret)));
  const said = voice.html("question", {turn, dice: "\u0000", left: rerolls, open: open.join(", ")}).replace("\u0000", diceImage(dice));
  const rows = choices.map((option, index) => {
    const key = `try-${name}-${index}`;
    const is_best = lossDigits(option.regret) === 0;
    const cost = is_best ? voice.say("is_best") : voice.say("costs", {n: voice.points(option.regret, digits)});
    const played = option === chosen ? `. ${voice.say("you_played")}` : "";
    const answer = tried.includes(key) ? `<i class="${is_best ? "good" : "bad"}">${escaped(cost + played)}</i>` : "";
    return `<li>${button(key, escaped(capital(wordsOf(voice, ruleset, option))))}${answer}</li>`;
  });
  const so_far = `${voice.html("bonus")}: ${voice.html("bonus_so_far", {upper: Math.min(upper, ruleset.threshold), threshold: ruleset.threshold})}.`;
  return `<li class="question"><p>${said} ${so_far}</p><ul>${rows.join("")}</ul></li>`;
}

/** @param {Voice} voice @param {Ruleset} ruleset @param {Decision} decision */
function decisionRow(voice, ruleset, {turn, nth, dice, options, chosen}) {
  const [best] = options;
  const throw_ = voice.say("throw_nth", {n: nth});
  const gaps = {turn, throw: throw_, dice: spaced(dice), chosen: wordsOf(voice, ruleset, chosen), best: wordsOf(voice, ruleset, best), n: voice.points(chosen.regret)};
  return `<li>${voice.html("decision", gaps)}</li>`;
}

/** @param {Voice} voice @param {Review} review */
const finalText = (voice, {final, is_full}) => (is_full ? final : voice.points(final));

/**
 * Describe the parts of a score. Luck absorbs the rounding error, so that the shown numbers add up.
 * @param {Voice} voice @param {Review} review @param {number} digits
 */
function accountOf(voice, review, digits) {
  const {final, start, luck, regret, unknown, steps, is_full} = review;
  const has_unknown = steps.some(({known}) => !known);
  const round = (/** @type {number} */ points) => Number(points.toFixed(digits));
  const shown_luck = is_full ? final - round(start) + round(regret) - (has_unknown ? round(unknown) : 0) : luck;
  return {
    final: finalText(voice, review), start: voice.points(start, digits), luck: voice.signed(shown_luck, digits), regret: voice.points(regret, digits),
    unknown: has_unknown ? voice.say("unknown_part", {n: voice.signed(unknown, digits)}) : "",
  };
}

/** Describe the estimated mean score of a player who always plays like this. @param {Voice} voice @param {Review} review */
function averageText(voice, review) {
  const {average, low, high} = averageOf(review);
  return voice.html("average", {n: voice.points(average, 0), low: voice.points(low, 0), high: voice.points(high, 0)});
}

/** Describe the player's rung of the ladder. @param {Voice} voice @param {Skill} skill */
function skillText(voice, {n, mean, margin, rung, left, is_below}) {
  const name = voice.say(/** @type {import("./words.js").TextName} */ (`rung_${rung}`));
  return voice.html(is_below ? "skill_more" : "skill", {n, mean: voice.points(mean), margin: voice.points(margin), rung: name, left: voice.points(left)});
}

/** Minimum share of turns with recorded dice for a review. */
const LEAST_KNOWN = 1 / 3;

/**
 * Draw the review of one player: luck and loss in one line, the rest in a details element.
 * @param {Shown} shown @param {number} player @param {Review} review @param {readonly string[]} tried
 * @param {Skill | null} skill @param {import("./desk.js").Desk["exactness"]} exactness Published values give one decimal.
 */
export function drawReview({voice, ruleset, played}, player, review, tried, skill, exactness) {
  const {name, kind} = played.players[player];
  const is_person = kind !== "machine"; // Machines get neither questions nor an estimate.
  const {steps, is_full} = review;
  const n_last = steps.filter(({last_only}) => last_only).length;
  const n_unknown = steps.filter(({known}) => !known).length - n_last;
  const drawn = (/** @type {string} */ inside) => `<section class="review"><h3>${voice.html("review_of", {name})}</h3>${inside}</section>`;
  if (steps.length - n_unknown < LEAST_KNOWN * steps.length) return drawn(`<p class="note">${voice.html("too_few_known")}</p>`);
  const folded = (/** @type {string} */ summary, /** @type {string} */ inside) => `<details><summary>${summary}</summary>${inside}</details>`;
  const asked = (is_person ? costliest(review) : []).map((decision, index) => drawQuestion(voice, ruleset, decision, `${player}-${index}`, tried));
  const all = costly(review);
  const {peeks, made_again} = played.cards[player];
  const {luck, regret} = accountOf(voice, review, 1);
  const account = accountOf(voice, review, exactness === "none" ? 1 : 2);
  const notes = [
    ...(!is_full ? [voice.html("left_early", {name, n: steps.length})] : n_unknown + n_last === 0 && is_person ? [averageText(voice, review)] : []),
    ...(n_unknown > 0 ? [voice.html("unknown_turns", {n: n_unknown})] : []),
    ...(n_last > 0 ? [voice.html("last_only", {n: n_last})] : []),
    ...(skill === null ? [] : [skillText(voice, skill)]),
    ...(peeks > 0 ? [voice.html("peeked", {n: peeks})] : []),
    ...(made_again > 0 ? [voice.html("made_again", {n: made_again})] : []),
  ];
  const more = `<p class="identity"><b>${voice.html("identity", account)}</b></p><p class="note">${voice.html("identity_words")}</p>${drawCurve(voice, name, review)}<p>${notes.join(" ")}</p>`;
  const questions = asked.length === 0 ? "" : folded(`${voice.html("costly")} (${asked.length})`, `<ol class="questions">${asked.join("")}</ol>`);
  const list = all.length === 0 ? `<p>${voice.html("costly_none")}</p>` : folded(voice.html("all_decisions", {n: all.length}), `<ol class="decisions">${all.map((decision) => decisionRow(voice, ruleset, decision)).join("")}</ol>`);
  return drawn(`<p>${voice.html("luck_key")}: <b>${luck}</b>. ${voice.html("given_key")}: <b>${regret}</b>.</p>${questions}${folded(voice.html("more"), more + list)}`);
}

/** Describe the precision of the numbers, and offer to compute them exactly on the device. @param {Voice} voice @param {import("./desk.js").Desk["exactness"]} exactness */
export function drawExactness(voice, exactness) {
  if (exactness === "none") return "";
  if (exactness === "done") return `<p class="note">${voice.html("exact_done")}</p>`;
  return `<p class="note exactness">${voice.html("exact_why")} ${button("exact", voice.html("exact"))}</p>`;
}

// The archive in the browser: ended games with the losses of each player, and mistakes to practise. Games are stored as
// records, so that they can be exported unchanged, and any file of records can be imported.

/**
 * @typedef {object} Ended
 * @property {number} begun Start time in milliseconds; 0 if unknown.
 * @property {string} text The record.
 * @property {Record<string, number>} given Points that players lost, by name; only for players with all throws recorded.
 * @property {boolean} [fresh] Whether the losses are still to be computed, because the game was imported.
 *
 * @typedef {object} Mistake
 * @property {string} [player] Name; older pages did not store it.
 * @property {string} edition
 * @property {number} turn
 * @property {readonly number[]} dice
 * @property {number} rerolls
 * @property {Scores} scores
 * @property {number} n_extra Extra Yahtzees of the card.
 * @property {string} key Key of the option that was taken.
 *
 * @typedef {{games: readonly Ended[], mistakes: readonly Mistake[]}} Archive The newest last.
 */

const ARCHIVE_VERSION = 1;
/** Maximum number of mistakes of one player. */
export const MOST_MISTAKES = 20;
/** Minimum loss of a mistake to practise. */
const WORTH_ASKING = 1;

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
const isMistake = (mistake) => typeof mistake?.edition === "string" && typeof (mistake.player ?? "") === "string" && typeof mistake.key === "string" && areWhole(mistake.dice)
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

/** Take in a game that has ended, also one that has ended before and was corrected. @param {Archive} archive @param {Ended} ended @returns {Archive} */
export function withGame(archive, ended) {
  const others = archive.games.filter(({begun, text}) => text !== ended.text && (begun === 0 || begun !== ended.begun));
  return {...archive, games: [...others, ended]};
}

/** Take in what players of a game gave away that came from a file. @param {Archive} archive @param {Ended} game @param {Ended["given"]} given @returns {Archive} */
function withGiven(archive, game, given) {
  return {...archive, games: archive.games.map((other) => (other.text === game.text ? {begun: other.begun, text: other.text, given} : other))};
}

/** Leave out a game. @param {Archive} archive @param {string} text @returns {Archive} */
const withoutGame = (archive, text) => ({...archive, games: archive.games.filter((other) => other.text !== text)});

/** Write all games as one file of records. @param {Archive} archive @param {string} [running] The record of a game that has not ended. */
export const textOfGames = ({games}, running = "") => [...games.map(({text}) => text), running].filter(Boolean).join("\n");

/** Read the games of a file. @param {string} text @returns {string[]} @throws {RecordError} */
export const recordTexts = (text) => [...new Set(readRecords(text).map(recordText))];

/** Take in the games of a file; those that are here stay as they are. @param {Archive} archive @param {readonly string[]} texts */
export function takeGames(archive, texts) {
  const known = new Set(archive.games.map((game) => game.text));
  const fresh = texts.filter((one) => !known.has(one));
  const games = [...fresh.map((one) => ({begun: 0, text: one, given: {}, fresh: true})), ...archive.games];
  return {archive: {...archive, games}, n_new: fresh.length, n_known: texts.length - fresh.length};
}

/** Take in mistakes, the newest of each player staying; one that is here already is here once. @param {Archive} archive @param {readonly Mistake[]} found @returns {Archive} */
function addMistakes(archive, found) {
  const all = [...archive.mistakes.filter((mistake) => !found.some((other) => isSame(mistake, other))), ...found];
  const mistakes = all.filter(({player}, place) => all.slice(place + 1).filter((later) => later.player === player).length < MOST_MISTAKES);
  return {...archive, mistakes};
}

/**
 * Take in the mistakes of a review.
 * @param {Archive} archive @param {string} player @param {string} edition @param {Review} review
 * @param {(option: import("../game/turn.js").Option) => string} keyOf @returns {Archive}
 */
export function withMistakes(archive, player, edition, {decisions}, keyOf) {
  return addMistakes(archive, decisions.filter(({chosen}) => chosen.regret >= WORTH_ASKING)
    .map(({turn, dice, rerolls, scores, n_extra, chosen}) => ({player, edition, turn, dice: [...dice], rerolls, scores: [...scores], n_extra, key: keyOf(chosen)})));
}

/** @param {unknown} one @param {unknown} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Leave out a mistake that was answered. @param {Archive} archive @param {Mistake} mistake @returns {Archive} */
export const without = (archive, mistake) => ({...archive, mistakes: archive.mistakes.filter((other) => !isSame(other, mistake))});

/** Take in what an old page has stored since. Of a game that is here with fewer turns the longer text stays. @param {Archive} archive @param {Archive} older @returns {Archive} */
export function withOlder(archive, older) {
  const isNews = (/** @type {Ended} */ {begun, text}) => !archive.games.some((game) => game.text === text || (begun !== 0 && game.begun === begun && game.text.length >= text.length));
  return addMistakes(older.games.filter(isNews).reduce(withGame, archive), older.mistakes);
}

/** List the names in a game or a form as they are stored. @param {string} text @returns {(string | undefined)[]} */
function namesIn(text) {
  /** @type {string[]} */
  const names = [];
  JSON.parse(text, (key, value) => {
    if (key === "name") names.push(value);
    return value;
  });
  return names;
}

/** @param {string} text A game or a form as it is stored. @param {string | undefined} player @param {string} name */
const renamed = (text, player, name) => JSON.stringify(JSON.parse(text, (key, value) => (key === "name" && value === player ? name : value)));

const PLAYER_LINE = /^player (.*)$/gm;

/** Name the players of games, of mistakes, and others; undefined for mistakes of an unknown player. @param {Archive} archive @param {readonly (string | undefined)[]} [others] */
export const playersOf = ({games, mistakes}, others = []) => [...new Set([
  ...games.flatMap(({text}) => Array.from(text.matchAll(PLAYER_LINE), ([, name]) => name)), ...mistakes.map(({player}) => player), ...others.filter(Boolean),
])];

/**
 * Leave out a player: the name, the mistakes, and what was given away. The games stay, with another name.
 * @param {Archive} archive @param {string | undefined} player @param {(n: number) => string} nameOf @returns {Archive}
 */
export function withoutPlayer({games, mistakes}, player, nameOf) {
  return {
    mistakes: mistakes.filter((mistake) => mistake.player !== player),
    games: games.map(({text, given, ...game}) => {
      let n = 0;
      const renamed = text.replaceAll(PLAYER_LINE, (line, name) => (++n && name === player ? `player ${nameOf(n)}` : line));
      return {...game, text: renamed, given: Object.fromEntries(Object.entries(given).filter(([name]) => name !== player))};
    }),
  };
}

// Games that have ended, and a mistake that is asked again, as markup.

/** Games that are listed at once; older ones are folded. */
const N_LISTED = 8;

/** Say who had how many points, and when, in the words of the record. @param {string} text */
export function titleOfGame(text) {
  const lines = text.split("\n").map((line) => line.split(" "));
  const rest = (/** @type {string} */ key) => lines.filter(([word]) => word === key).map(([, ...words]) => words.join(" "));
  const points = lines.filter(([word]) => ["end", "broken", "went"].includes(word)).map((words) => words[words.length - 1]);
  const scores = rest("player").map((name, player) => `${name} ${points[player]}`).join(", ");
  return [...rest("date"), scores].join(": ");
}

/** @param {Voice} voice @param {string} [player] */
const nameOrUnknown = (voice, player = voice.say("unknown_player")) => player;

/** List whose mistakes can be asked again. @param {Archive} archive */
const askable = ({mistakes}) => [...new Set(mistakes.map(({player}) => player))];

/**
 * Draw the archive with its actions, the newest game first.
 * @param {Voice} voice @param {Archive} archive @param {string} twice Press of a deletion that waits for confirmation.
 * @param {readonly (string | undefined)[]} players Players who can be deleted; undefined for the unknown player.
 */
export function drawGames(voice, archive, twice, players) {
  const {games, mistakes} = archive;
  const deletion = (/** @type {string} */ press, /** @type {string} */ label, /** @type {string} */ really, more = "") => button(press, escaped(press === twice ? really : label), more);
  const listed = games.map(({text}, index) => {
    const title = titleOfGame(text) + (/^broken/m.test(text) ? `, ${voice.say("broken_off")}` : "");
    const remove = deletion(`drop-${index}`, "×", voice.say("really_delete"), ` aria-label="${voice.html(`drop-${index}` === twice ? "really_delete" : "delete_game", {title})}"`);
    return `<li>${button(`ended-${index}`, escaped(title))}${remove}</li>`;
  }).reverse();
  const rows = (/** @type {readonly string[]} */ items) => `<ul class="rows">${items.join("")}</ul>`;
  const folded = (/** @type {string} */ summary, /** @type {readonly string[]} */ items) => items.length === 0 ? "" : `<details><summary>${summary}</summary>${rows(items)}</details>`;
  const again = askable(archive).map((player, index) => `<p>${button(`ask-${index}`, voice.html("ask_again", {name: nameOrUnknown(voice, player), n: mistakes.filter((one) => one.player === player).length}))}</p>`);
  const people = players.map((player, index) => {
    const name = nameOrUnknown(voice, player);
    return `<li>${deletion(`unname-${index}`, voice.say("delete_person", {name}), voice.say("delete_person_really", {name}))}</li>`;
  });
  return `<section class="games" aria-label="${voice.html("games")}"><h2>${voice.html("games")} (${games.length})</h2>${again.join("")}
${rows(listed.slice(0, N_LISTED))}${folded(voice.html("older_games", {n: games.length - N_LISTED}), listed.slice(N_LISTED))}${folded(voice.html("people"), people)}
<div class="lobby-actions wraps">${button("save", voice.html("save_games"))}${deletion("forget", voice.say("forget"), voice.say("forget_really"))}</div><p class="note">${voice.html("games_note")}</p></section>`;
}

/**
 * Draw a mistake to practise.
 * @param {Voice} voice @param {Ruleset} ruleset @param {Decision} decision @param {string} name Name of the player.
 * @param {readonly string[]} tried @param {number} n_left
 */
export function drawPractice(voice, ruleset, decision, name, tried, n_left) {
  return `<section class="review"><h2>${escaped(name)}: ${voice.html("costly")}</h2><ol class="questions">${drawQuestion(voice, ruleset, decision, "again", tried)}</ol>
<p class="note">${voice.html("again_note", {n: n_left})}</p>
<div class="end-actions wraps">${button("ask", voice.html("next"), "", "primary")}${button("back", voice.html("back"))}</div></section>`;
}

const FILE_NAME = "yatzy-games.txt";

/** @param {Ruleset} ruleset @returns {(option: Option) => string} */
const keyOf = ({categories}) => ({action, dice, category}) => optionKey({action, dice, category: categories[category]?.name ?? ""});

/** Write a game as text; if all of it was undone, without the undo; "" if it has no turns. @param {Game} game */
function textOf({setup, events, at}) {
  const places = placesOf({setup, events}, rulesFor(setup.edition));
  const played = [places[at], places[events.length]].find(({cards}) => cards.some(({turns}) => turns.length > 0));
  return played === undefined ? "" : asText(setup, played);
}

// Data that records cannot contain, as a comment in the exported file.

const EXTRA = /^# table 1 (.*)$/m;

/** @typedef {{game: string | null, form: string | null, mistakes: readonly Mistake[]}} Extra */

/** Read the additional data of an exported file; null if it has none. @param {string} text @returns {Extra | null} @throws {RecordError} */
function readExtra(text) {
  const found = EXTRA.exec(text);
  if (found === null) return null;
  try {
    const {game, form, mistakes} = JSON.parse(found[1]);
    if (game !== null) readStored(game);
    if (mistakes.every(isMistake) && typeof (form ?? "") === "string") return {game, form, mistakes};
  } catch {
    // Report invalid JSON and invalid games like invalid values.
  }
  throw new RecordError(text.slice(0, found.index).split("\n").length, 1, sentence`this line was changed; leave it out to read the games alone`);
}

/** Read an archive; null if it cannot be read. @param {string} text @returns {Archive | null} */
function archiveIn(text) {
  try {
    return readArchive(text);
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}

export class GameArchive {
  #archive = EMPTY_ARCHIVE;
  /** The stored text of the archive. */
  #text = "";
  #is_foreign = false;
  /** The mistake that is being practised. @type {{mistake: Mistake, decision: Decision, ruleset: Ruleset} | null} */
  #asked = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** The archive, updated if another tab has changed it. @type {Archive} */
  get archive() {
    if ((this.table.database.kept(STORED.games) ?? "") !== this.#text) this.read();
    return this.#archive;
  }

  /** Read the archive. Copy a damaged one, which is then replaced; leave that of a newer page unchanged. */
  read() {
    const {database, voice} = this.table;
    const text = this.#text = database.kept(STORED.games) ?? "";
    try {
      this.#archive = readArchive(text);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#is_foreign = error.words === "foreign_version";
      if (!this.#is_foreign) void this.table.write(database.replace(damagedName(STORED.games), text));
      this.table.ui = {...this.table.ui, problem: voice.say(error.words)};
    }
  }

  /** Change the archive in memory, and apply the change to the stored one, which another tab may have changed. @param {(archive: Archive) => Archive} change */
  #change(change) {
    this.#archive = change(this.archive);
    return this.table.write(this.table.database.update(STORED.games, (text = "") => {
      const is_laid_aside = text === this.#text && !this.#is_foreign;
      const archive = archiveIn(text) ?? (is_laid_aside ? EMPTY_ARCHIVE : null);
      return archive === null ? undefined : writeArchive(change(archive));
    }));
  }

  /** Archive the ended game with its mistakes, and estimate the skill of its players. @param {Known} known @returns {Known} */
  end(known) {
    const {table: {desk}} = this;
    const {game, ruleset, played: {players}} = this.table.shown;
    const {edition, begun = 0} = game.setup;
    const reviewed = players.flatMap(({name, kind}, player) => {
      const review = known.reviews?.[player];
      return !review || kind === "machine" ? [] : [{name, review}];
    });
    const given = Object.fromEntries(reviewed.flatMap(({name, review}) => (edition === SOLVED && isAllKnown(review) ? [[name, review.regret]] : [])));
    const asked = desk?.edition === undefined ? [] : reviewed;
    const ended = {begun, text: known.written?.text ?? "", given};
    this.#change((archive) => withGame(asked.reduce((all, {name, review}) => withMistakes(all, name, edition, review, keyOf(ruleset)), archive), ended));
    void navigator.storage?.persist?.(); // Some browsers delete data that were not used for a while.
    const skills = players.map(({name}) => (name in given ? skillOf(this.archive.games, name, this.table.data.ladder) : null));
    return {...known, skills};
  }

  /** Archive a finished or unfinished game; the promise is fulfilled once it is stored. @param {Game} game */
  archiveGame(game) {
    const text = textOf(game);
    if (text === "" || this.archive.games.some((other) => other.text === text)) return;
    if (this.#is_foreign) throw new Error(this.table.voice.say("foreign_version"));
    return this.#change((archive) => withGame(archive, {begun: game.setup.begun ?? 0, text, given: {}, fresh: true}));
  }

  /** Remove a game that is played on from the archive. @param {Game} game */
  removeGame(game) {
    const text = textOf({...game, at: game.events.length});
    this.#change((archive) => withoutGame(archive, text));
  }

  /** Merge the archive of an older page; store an unreadable one as damaged. @param {string} text @returns {Promise<boolean>} Whether it is stored. */
  importOlder(text) {
    const {table} = this;
    const older = archiveIn(text);
    if (table.database.kept(STORED.games) !== null && older !== null) return this.#change((archive) => withOlder(archive, older));
    return table.write(table.database.replace(table.database.kept(STORED.games) === null ? STORED.games : damagedName(STORED.games), text));
  }

  /** Compute the losses in imported games among the latest ones, so that they count like games that were played here. */
  async weigh() {
    const {table: {desk}} = this;
    if (desk?.name !== SOLVED) return;
    for (const game of this.archive.games.slice(-LAST_GAMES).filter(({fresh}) => fresh)) {
      const given = await givenIn(desk, game.text);
      this.#change((archive) => withGiven(archive, game, given));
      await new Promise((resolve) => setTimeout(resolve)); // Let the page respond between games.
    }
  }

  /** Import the games and additional data of a file; return a message with their number. @param {string} text @throws {RecordError} */
  async take(text) {
    const {table} = this;
    const extra = readExtra(text);
    const own = table.running === null && extra?.game ? readStored(extra.game) : null;
    const written = extra !== null && !/^yatzy/m.test(text) ? [] : recordTexts(text);
    const running = table.running ?? own;
    const text_here = running && textOf(running);
    const texts = written.filter((one) => one !== text_here); // The running game is not imported a second time.
    const {n_new, n_known} = takeGames(this.archive, texts);
    this.#change((archive) => addMistakes(takeGames(archive, texts).archive, extra?.mistakes ?? []));
    if (extra?.form && table.database.kept(STORED.form) === null) {
      await table.write(table.database.replace(STORED.form, extra.form));
      table.form = readForm(extra.form, table.form.seed);
    }
    if (own !== null && await table.archiveGame() !== undefined) {
      await table.open(own);
      table.keep();
    }
    return table.voice.say("games_taken", {n: n_new, known: n_known});
  }

  /** Download all games, including the running one, as one file. */
  save() {
    const {table, archive} = this;
    const own = table.is_guest ? ownGame(table) : table.game;
    const running = own !== null && playedOf(own, rulesFor(own.setup.edition)).player >= 0 ? own : null;
    /** @type {Extra} */
    const extra = {game: running && writeStored(running), form: table.database.kept(STORED.form), mistakes: archive.mistakes};
    const line = running === null && archive.mistakes.length === 0 ? "" : `# table 1 ${JSON.stringify(extra)}\n`;
    const text = textOfGames(archive, running === null ? "" : textOf(running)) + line;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], {type: "text/plain"}));
    link.download = FILE_NAME;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  /** Delete a game. @param {number} index */
  deleteGame(index) {
    const {text} = this.archive.games[index];
    this.#change((archive) => withoutGame(archive, text));
    this.table.look({});
  }

  /** Delete a player's name, mistakes and statistics, also in the running game and in the form. @param {number} index */
  deletePlayer(index) {
    const {table} = this;
    const player = this.players[index];
    const nameOf = (/** @type {number} */ n) => table.voice.say("player", {n});
    this.#change((archive) => withoutPlayer(archive, player, nameOf));
    if (table.game !== null) {
      const text = writeStored(table.game);
      table.go(readStored(renamed(text, player, nameOf(1 + namesIn(text).indexOf(player)))));
    }
    const form = JSON.stringify(table.form);
    if (namesIn(form).includes(player)) {
      table.form = readForm(renamed(form, player, ""), table.form.seed);
      void table.write(table.database.replace(STORED.form, JSON.stringify(table.form)));
    }
    table.look({});
  }

  /** Names of all players who can be deleted. */
  get players() {
    const {form, game} = this.table;
    return playersOf(this.archive, [form, ...(game === null ? [] : [game])].flatMap((one) => namesIn(JSON.stringify(one))));
  }

  /** Show the oldest mistake of a player, or the one after the last shown. @param {string} index Index of the player; "" for the same one. */
  async ask(index) {
    const player = index === "" ? this.#asked?.mistake.player : askable(this.archive)[Number(index)];
    const mistakes = this.archive.mistakes.filter((mistake) => mistake.player === player);
    if (mistakes.length === 0) return this.table.look({view: "lobby", tried: []});
    const last = this.#asked === null ? -1 : mistakes.findIndex((mistake) => isSame(mistake, this.#asked?.mistake));
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

  /** Handle an answer; remove the mistake if the first answer is right. @param {string} what "again-2" */
  answer(what) {
    const {tried} = this.table.ui;
    const {mistake, decision} = this.#asked ?? {};
    const choice = decision && choicesOf(decision)[Number(what.split("-")[1])];
    if (mistake && choice && tried.length === 0 && choice.regret <= TIED) this.#change((archive) => without(archive, mistake));
    this.table.look({tried: [...tried, `try-${what}`]});
  }

  /** Draw the archive with its actions. */
  drawGames() {
    const {voice, ui, database} = this.table;
    return database.is_empty ? "" : drawGames(voice, this.archive, ui.twice, this.players);
  }

  /** Draw the mistake that is being practised. */
  drawPractice() {
    const {voice, ui: {tried}} = this.table;
    if (this.#asked === null) return "";
    const {mistake: {player}, decision, ruleset} = this.#asked;
    const n_left = this.archive.mistakes.filter((mistake) => mistake.player === player).length;
    return drawPractice(voice, ruleset, decision, nameOrUnknown(voice, player), tried, n_left);
  }

  /** View a game of the archive. @param {number} index */
  look(index) {
    const game = this.archive.games[index];
    if (game !== undefined) void readText(this.table, game.text);
  }
}
