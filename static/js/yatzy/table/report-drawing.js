/** What of each player's score was luck, and what was given away. */
import {recordsOf} from "../parts/records.js";
import {SOLVED} from "./editions.js";
import {playedOf} from "./history.js";
import {readGame} from "./records.js";
import {pathOf} from "site_builder/kit";
import {diceImage} from "../parts/dice.js";
import {escaped} from "../words/text.js";
import {button} from "./button.js";
import {choicesOf, costliest, costly} from "./review.js";
import {capital, optionWords} from "./turn-drawing.js";

/**
 * @import {Desk} from "./desk.js" @import {Decision, Review} from "./review.js" @import {Ended} from "./room.js"
 * @import {Shown} from "./turn-drawing.js" @import {Voice} from "./words.js" @import {Ruleset} from "../game/rules/scandinavian.js"
 * @import {Option} from "../game/ranking.js"
 */

// How well somebody plays, as far as few games tell: with the range that goes with it, and the rung of the ladder.

/** Games from which a rung is named, and the last ones that count. */
export const LEAST_GAMES = 5;
export const LAST_GAMES = 20;

/**
 * @typedef {{mean: number, margin: number, n: number}} Estimate A mean of n numbers, and twice its standard error.
 * @typedef {Estimate & {rung: string, left: number, is_below: boolean}} Skill Below all rungs somebody gives away more than the lowest one.
 */

/** Tell whether every throw of every turn is known. @param {Review} review */
export const isAllKnown = ({steps}) => steps.every(({known}) => known);

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
export function drawQuestion(voice, ruleset, decision, name, tried) {
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
