/**
 * The advisor as markup: the hand (dice and how to enter them), the answer, the scorecard.
 *
 * Each region is drawn on its own, so that only what changed is replaced; all of them are pure.
 */
import {possiblePoints, totalsOfScores} from "../game/tables.js";
import {scorecard} from "../parts/scorecard.js";
import {countFilled, countMissing, EDITIONS, isOver, mostExtraYahtzees, mostRerolls, nextDie, offersOf} from "./position.js";
import {numberWord} from "site_builder/kit";
import {dieButton, dieLabel} from "../parts/dice.js";
import {escaped, expected, whole} from "../words/text.js";
import {optionText, rankedOptions} from "../parts/ranked.js";

/** @import {Ruleset} from "../game/rules/scandinavian.js" @import {Position} from "./position.js" */

// A number that is raised and lowered by one, as markup; `static/css/yatzy/parts/stepper.css` dresses it.

/**
 * Draw it; at an end of the range the button stays where it is, and does nothing.
 * @param {string} key Presses are "KEY-less" and "KEY-more".
 * @param {number} count @param {number} most
 * @param {string} what Said for the buttons.
 * @param {string} text Shown for the number.
 */
function stepper(key, count, most, what, text) {
  const button = (/** @type {"less" | "more"} */ way, /** @type {boolean} */ is_end) =>
    `<button type="button" class="button" data-press="${key}-${way}" aria-label="One ${what} ${way}" aria-disabled="${is_end}">${way === "less" ? "−" : "+"}</button>`;
  return `<span class="stepper">${button("less", count === 0)}<output>${text}</output>${button("more", count === most)}</span>`;
}

// The advisor's scorecard as markup: every box a choice of points, and what the dice on the table offer.

/**
 * Draw the scorecard; every box is a choice of the points it can hold, and with a full roll its points are offered.
 * @param {Shown} shown
 */
export function drawCard({ruleset, position, latest = -1, beside}) {
  const {scores, n_extra_yahtzees} = position;
  const offers = countMissing(position) === 0 ? offersOf(ruleset, position) : [];
  return scorecard({
    ruleset,
    scores,
    n_extra_yahtzees,
    hide_caption: true,
    row: (category) => (category === latest ? "latest" : ""),
    cell: (category) => `<span class="box">${beside?.(category) ?? ""}${drawOffer(ruleset, category, offers[category])}${drawChoice(ruleset, category, scores[category])}</span>`,
    extra_cell: drawExtra(ruleset, position),
  });
}

/** @param {Ruleset} ruleset @param {number} category @param {import("../game/rules/jokers.js").Entry | null | undefined} entry */
function drawOffer({categories}, category, entry) {
  if (!entry) return "";
  const {name, title} = categories[category];
  const [nothing, more] = [entry.points === 0 ? " nothing" : "", entry.on_top > 0 ? ` and ${entry.on_top} on top` : ""];
  return `<button type="button" class="offer${nothing}" data-press="score-${name}" aria-label="Score ${entry.points} in ${title}${more}">${entry.points}</button>`;
}

/**
 * Draw the extra Yahtzees as a number to raise and lower, once the box for them holds points.
 * @param {Ruleset} ruleset @param {Position} position
 */
function drawExtra(ruleset, {scores, n_extra_yahtzees}) {
  const most = mostExtraYahtzees(ruleset, scores);
  const {on_top} = totalsOfScores(ruleset, scores, n_extra_yahtzees);
  return `<span class="box">${most > 0 ? stepper("extra", n_extra_yahtzees, most, "extra Yahtzee", String(on_top)) : on_top}</span>`;
}

/** @param {Ruleset} ruleset @param {number} category @param {number | null} written */
function drawChoice(ruleset, category, written) {
  const {name, title} = ruleset.categories[category];
  const choices = possiblePoints(ruleset, category).map(
    (points) => `<option value="${points}"${points === written ? " selected" : ""}>${points}</option>`,
  );
  return `<select data-category="${name}" data-entry="points-${name}" aria-label="Points in ${title}"><option value="">–</option>${choices.join("")}</select>`;
}

/**
 *
 * @typedef {object} Shown What the advisor shows.
 * @property {import("./position.js").Edition} edition The game.
 * @property {Ruleset} ruleset Its rules.
 * @property {Position} position
 * @property {number} selected Die whose face is being chosen; -1 for none.
 * @property {Answer} answer
 * @property {number} [latest] Category written last, -1 for none.
 * @property {(category: number) => string} [beside] What stands beside each box: the par sheet, where it is asked for.
 * @property {string} [legend] What that means.
 *
 * @typedef {{kind: "waiting"} | {kind: "failed", message: string} | {kind: "over", average: number | null}
 *   | {kind: "open", value: number} | {kind: "fetching", names: readonly string[], bytes: number}
 *   | {kind: "options", options: readonly import("../parts/ranked.js").RankedOption[]}} Answer
 *   What is known of the position: "open" while dice are missing, "options" when all are entered; "fetching" while the
 *   parts of the table that it needs are on their way.
 *
 * @typedef {{kind: "none"} | {kind: "example"} | {kind: "resumed"} | {kind: "linked", has_own: boolean, problem: string}} Greeting
 *   What stands there when a reader arrives: the page's example, the game that was broken off, or a link's position; with
 *   a link, whether the reader's own game is one undo behind it, and why the link could not be followed.
 */

const N_FACES = 6;
const WAITING = `<div class="advisor-words grid-layout soft"><p class="with-script">The values of all positions are on their way. Enter dice and scores meanwhile; the answer appears as soon as they are here.</p><p class="without-script">The answer is computed in your browser, and that needs JavaScript.</p></div>`;
const INVITATION = `<p class="advisor-words grid-layout soft">Show the dice: tap faces, press the digits, or type them. When all are there, every option stands here, best first.</p>`;
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** Write the dice of this throw as they would be typed. @param {Position} position */
export const thrownText = ({dice, kept}) => dice.slice(kept).filter((face) => face > 0).join("");

/** Say where in the game the position is. @param {Shown} shown */
export function drawPlace({ruleset, position}) {
  if (isOver(position)) return "<b>The game is over</b>";
  const place = `<b>Turn ${countFilled(position.scores) + 1}</b> of ${ruleset.categories.length}`;
  if (ruleset.saves_throws) return `<span>${place}</span>`; // How many throws were made is not known, nor of account.
  return `<span>${place},</span> <span>throw ${ruleset.n_throws - position.rerolls} of ${ruleset.n_throws}</span>`;
}

/** Draw the choice of the game. @param {Shown} shown */
function drawGames({edition}) {
  const options = EDITIONS.map(({name, title}) => `<option value="${name}"${name === edition.name ? " selected" : ""}>${title}</option>`);
  return `<label class="advisor-game grid-layout"><span>Game</span> <select data-game data-entry="game">${options.join("")}</select></label>`;
}

/** Draw the dice and, while one of them is open or chosen, the tray of faces. @param {Shown} shown */
export function drawDice({position, selected}) {
  if (isOver(position)) return "";
  const target = selected >= 0 ? selected : nextDie(position);
  const dice = position.dice.map((face, die) => {
    const label = face === 0 ? `${ORDINALS[die]} die, empty` : `${ORDINALS[die]} ${dieLabel(face, die < position.kept)}`;
    const attributes = `data-face="${face}"${die === target ? ` aria-current="true"` : ""}`;
    return dieButton({face, kept: die < position.kept, label, press: `die-${die}`, attributes});
  });
  return `<div class="dice-row" role="group" aria-label="Dice">${dice.join("")}</div>${drawTray(target)}`;
}

/** Offer to throw the dice that are missing, for readers who have none at hand. @param {Shown} shown */
export function drawThrow({position}) {
  const missing = countMissing(position);
  if (missing === 0 || isOver(position)) return "";
  const which = missing === position.dice.length ? "the dice" : numberWord(missing);
  return `<button type="button" class="button" data-press="throw">Throw ${which} for me</button>`;
}

/** @param {number} target Die that the tray speaks of; -1 for none. */
function drawTray(target) {
  if (target < 0) return `<p class="advisor-hint soft beside">Tap a die to change it.</p>`;
  const faces = Array.from({length: N_FACES}, (_, index) =>
    dieButton({face: index + 1, label: String(index + 1), press: `face-${index + 1}`}),
  );
  return `<div class="tray" role="group" aria-label="Face of the ${ORDINALS[target]} die">${faces.join("")}</div>`;
}

/** Draw the rerolls in hand as a choice, or where they can be many as a number to raise and lower. @param {Shown} shown */
export function drawRerolls({ruleset, position}) {
  if (ruleset.saves_throws) {
    const most = mostRerolls(ruleset, position.scores);
    const count = stepper("rerolls", position.rerolls, most, "throw", String(position.rerolls));
    return `<fieldset class="rerolls"><legend>Throws left</legend>${count}</fieldset>`;
  }
  const counts = Array.from({length: ruleset.n_throws}, (_, index) => ruleset.n_throws - 1 - index);
  const radios = counts.map((count) => {
    const chosen = count === position.rerolls ? " checked" : "";
    return `<label><input type="radio" name="advisor-rerolls" value="${count}" data-press="rerolls-${count}"${chosen}><span>${count}</span></label>`;
  });
  return `<fieldset class="rerolls"><legend>Rerolls left</legend>${radios.join("")}</fieldset>`;
}

/** Draw what the position is worth, and every option once the dice are known. @param {Shown} shown */
export function drawAnswer({ruleset, position, answer}) {
  if (answer.kind === "waiting") return WAITING;
  if (answer.kind === "fetching") {
    const kilobytes = Math.max(1, Math.round(answer.bytes / 1000));
    return `<div class="advisor-words grid-layout soft"><p>The part of the table for this position is being fetched (${kilobytes} KB).</p></div>`;
  }
  if (answer.kind === "failed") {
    return `<div class="advisor-words grid-layout soft failed"><p>${escaped(answer.message)}</p><button type="button" class="button" data-press="retry">Try again</button></div>`;
  }
  if (answer.kind === "over") return drawEnd(ruleset, position, answer.average);
  if (answer.kind === "open") return headline(answer.value, openPhrase(ruleset, position)) + INVITATION;
  const best = answer.options[0];
  const list = rankedOptions({options: answer.options, n_dice: ruleset.n_dice, label: "Options, best first", pressable: true});
  return headline(best.value, "expected final score") + list;
}

/**
 * Say what the best options lead to; before it is known, keep its room, so that no option moves under the hand.
 * @param {Shown} shown @param {readonly import("../endings/outlook.js").Outlook[] | null} outlooks Empty while they are computed.
 */
export function drawOutlooks({ruleset, answer}, outlooks) {
  if (answer.kind !== "options" || outlooks === null) return "";
  const [list, item] = outlooks.length > 0 ? ["ul", "li"] : ["div", "p"];
  const lines = answer.options.slice(0, 2).map((option, place) => {
    const said = (/** @type {Pick<import("../endings/outlook.js").Outlook, "bonus" | "low" | "high" | "is_rough">} */ {bonus, low, high, is_rough}) =>
      `${optionText(option, ruleset.n_dice)}: the bonus comes in ${whole(100 * bonus, is_rough)} of 100 games; eight of ten end between ${whole(low, is_rough)} and ${high}.`;
    const room = said({bonus: 1, low: 888, high: 888, is_rough: true});
    return `<${item} data-room="${room}"><span>${place in outlooks ? said(outlooks[place]) : ""}</span></${item}>`;
  });
  return `<${list} class="outlooks">${lines.join("")}</${list}>`;
}

/** @param {Ruleset} ruleset @param {Position} position */
function openPhrase({n_throws}, {dice, kept, scores, rerolls}) {
  if (kept > 0) return `expected final score, holding ${dice.slice(0, kept).join(" ")}`;
  if (rerolls < n_throws - 1) return "expected final score before this throw of all dice";
  return countFilled(scores) === 0
    ? "expected final score of a new game, played perfectly"
    : "expected final score before the throw, played perfectly from here";
}

/** @param {number} value @param {string} phrase */
function headline(value, phrase) {
  return `<p class="advisor-now soft wraps"><b data-value="${value.toFixed(4)}">${expected(value)}</b> <span>${phrase}</span></p>`;
}

/** @param {Ruleset} ruleset @param {Position} position @param {number | null} average Expected final score of a new game. */
function drawEnd(ruleset, {scores, n_extra_yahtzees}, average) {
  const {total} = totalsOfScores(ruleset, scores, n_extra_yahtzees);
  const compared = average === null ? "" : ` Perfect play averages ${expected(average)}.`;
  return `<p class="advisor-now soft wraps"><b data-value="${total}">${total}</b> <span>final score.${compared}</span></p>`;
}

/** Say what stands there when a reader arrives. @param {Greeting} greeting */
export function drawNotice(greeting) {
  const anew = `<button type="button" class="link" data-press="new">start a new game</button>`;
  if (greeting.kind === "example") {
    return `<p>An example, from a real game. <span class="with-script">Change anything in it, or ${anew}.</span></p>`;
  }
  if (greeting.kind === "resumed") return `<p>Your game, as you left it. Go on, or ${anew}.</p>`;
  if (greeting.kind === "none") return "";
  const problem = greeting.problem === "" ? "" : `<p class="problem" role="alert">${escaped(greeting.problem)}</p>`;
  if (!greeting.has_own) return problem;
  return `${problem}<p>You followed a link. You can also <button type="button" class="link" data-press="undo">go on with your own game</button>.</p>`;
}

/** Offer the par sheet, which is of the essay's game only. @param {Shown} shown */
export function drawSheet({edition, legend = ""}) {
  if (edition !== EDITIONS[0]) return "";
  return `<button type="button" class="button" data-press="pars" aria-pressed="${legend !== ""}">Par sheet</button> ${legend}`;
}

/** Draw the whole advisor. @param {Shown} shown */
export function drawAdvisor(shown) {
  const notice = drawNotice({kind: shown.answer.kind === "options" ? "example" : "none"});
  return `<div class="advisor${isOver(shown.position) ? " over" : ""}">
<div class="advisor-games">${drawGames(shown)}<button type="button" class="button" data-press="new">New game</button></div>
<div class="advisor-hand grid-layout">
<p class="advisor-place soft" data-region="place">${drawPlace(shown)}</p>
<button type="button" class="button advisor-undo soft" data-press="undo">Undo</button>
<div class="advisor-roll grid-layout" data-region="dice">${drawDice(shown)}</div>
<div class="advisor-entry wraps"><label class="typed"><span>Type the dice</span><input type="text" inputmode="numeric" autocomplete="off" autocapitalize="off" spellcheck="false" data-field="dice" data-entry="dice" aria-describedby="advisor-problem" value="${thrownText(shown.position)}"></label>
<div data-region="rerolls">${drawRerolls(shown)}</div>
<div class="advisor-throw" data-region="throw">${drawThrow(shown)}</div></div>
<p class="problem" id="advisor-problem" role="alert" data-region="problem"></p>
</div>
<div class="advisor-notice grid-layout soft" data-region="notice">${notice}</div>
<div class="advisor-answer grid-layout"><div data-region="answer">${drawAnswer(shown)}</div><div data-region="outlooks"></div></div>
<div class="advisor-card"><div data-region="card">${drawCard(shown)}</div><div class="advisor-sheet grid-layout soft" data-region="sheet">${drawSheet(shown)}</div></div>
</div>`;
}
