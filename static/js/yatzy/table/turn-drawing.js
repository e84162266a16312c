/** Draw a turn: the player, the dice, the coach's verdict, and the button of the next action. */

import {dieButton, diceImage} from "../parts/dice.js";
import {escaped, lossDigits} from "../words/text.js";
import {button, drawSign} from "./button.js";
import {entryText, offersAt, usualThrow} from "./game.js";
import {scoresText, turnsBehind} from "./form.js";

/** @import {Game, Played} from "./game.js" */
/** @import {Verdict} from "./judge.js" */
/** @import {TextName, Voice} from "./words.js" */
/** @import {Ruleset} from "../game/rules/scandinavian.js" */
/** @import {RankedOption} from "../parts/ranked.js" */

/**
 * @typedef {object} Shown
 * @property {Voice} voice
 * @property {Ruleset} ruleset
 * @property {Game} game
 * @property {Played} played
 * @property {number} selected Box that is chosen to be written, -1 for none.
 * @property {boolean} throws_at_once Whether the page makes the first throw of a turn without a press.
 * @property {boolean} [is_resting] Whether a box was just written or dice thrown, so that the large button is not ready yet.
 */

/** @type {readonly TextName[]} */
const THROWS = ["throw_first", "throw_second", "throw_third"];
const FACES = [1, 2, 3, 4, 5, 6];

/** Return whether the players enter the dice of this turn. @param {Shown} shown */
export const isReal = ({game: {setup}, played}) => setup.dice === "real" && played.players[played.player]?.kind !== "machine";

/** Return the number of the only entered throw of a turn; 0 if no box is chosen or every throw is recorded. @param {Shown} shown */
export function saidThrow({ruleset, game: {draft}, played, selected}) {
  const usual = selected < 0 ? 1 : usualThrow(played, ruleset);
  return usual > 1 ? draft.throw ?? usual : 0;
}

/** Draw buttons for the number of the only entered throw of a turn. @param {Shown} shown */
export function drawWhich(shown) {
  const said = saidThrow(shown);
  if (said === 0) return "";
  const {voice, ruleset: {n_throws: of}} = shown;
  const choices = THROWS.slice(0, of).map((name, index) => button(`which-${index + 1}`, String(index + 1), ` aria-label="${voice.html(name, {of})}" aria-pressed="${index + 1 === said}"`));
  return `<div class="which" role="group" aria-label="${voice.html("which_throw")}">${voice.html("which_throw")} ${choices.join("")}</div>`;
}

/** Return which throw it is as text. @param {Shown} shown */
export function throwText(shown) {
  const {voice, ruleset, game, played} = shown;
  const thrown = saidThrow(shown) || played.throws.length + Number(game.draft.entered.length > 0);
  if (thrown === 0) return voice.say(played.players[played.player].kind === "machine" ? "machine_turn" : "before_throw");
  if (!ruleset.saves_throws) return voice.say(THROWS[thrown - 1], {of: ruleset.n_throws});
  return `${voice.say("throw_nth", {n: thrown})}, ${voice.say("throws_left", {n: played.rerolls - Number(game.draft.entered.length > 0)})}`;
}

/** @param {Shown} shown */
export function drawPlace(shown) {
  const {players, player} = shown.played;
  return `<button type="button" data-press="person-${player}">${escaped(players[player].name)}</button>, <span>${escaped(throwText(shown))}</span>`;
}

/** Return the dice to show: held ones, and the new ones entered so far. @param {Shown} shown @returns {{face: number, held: boolean}[]} */
function diceSeen({ruleset, game: {draft}, played}) {
  const is_entering = draft.entered.length > 0;
  const fresh = [...draft.entered];
  return Array.from({length: ruleset.n_dice}, (_, die) => {
    const held = (played.dice.length > 0 && draft.held[die]) ?? false;
    if (is_entering && !held) return {face: fresh.shift() ?? 0, held: false};
    return {face: played.dice[die] ?? 0, held};
  });
}

/** @param {Shown} shown */
export function drawDice(shown) {
  const {voice} = shown;
  const dice = diceSeen(shown).map(({face, held}, die) => {
    const n = die + 1;
    const label = face === 0 ? voice.html("die_empty", {n}) : voice.html(held ? "die_held" : "die", {n, face});
    return dieButton({face, kept: held, pressed: held, label, press: `die-${die}`, attributes: `data-face="${face}"`});
  });
  // `data-throws` makes a throw repaint even if it has the same dice.
  return `<div class="dice-row" data-throws="${shown.played.throws.length}" role="group" aria-label="${voice.html("dice_on_table")}">${dice.join("")}</div>`;
}

/** Attribute of a button that is not ready. */
const NOT_READY = ` aria-disabled="true"`;

/** Draw the large button, or the face keys for real dice. @param {Shown} shown */
export function drawAction(shown) {
  const {voice, ruleset, game: {draft}, played, selected} = shown;
  const player = played.players[played.player];
  const primary = (/** @type {string} */ press, /** @type {string} */ label, names = "") => button(press, label, shown.is_resting && press !== "write" ? NOT_READY : "", `primary ${names}`);
  if (player.kind === "machine") return primary("machine", voice.html("let_play", {name: player.name}));
  const offer = offersAt(played, ruleset)[selected];
  if (offer) return primary("write", voice.html("write", {points: entryText(offer), box: voice.box(ruleset, selected)}));
  if (isReal(shown)) return drawKeys(shown);
  if (played.dice.length > 0 && played.rerolls === 0) return primary("throw", voice.html("choose_box"), "waits");
  const n_held = played.dice.filter((_, die) => draft.held[die]).length;
  const n_thrown = ruleset.n_dice - n_held;
  const label = played.dice.length === 0 ? voice.say("throw") : voice.say("throw_n", {n: n_held === 0 ? voice.say("all_dice") : n_thrown});
  return primary("throw", escaped(n_thrown === 0 ? voice.say("choose_box") : label), n_thrown === 0 ? "waits" : "");
}

/** @param {Shown} shown */
function drawKeys({voice, played, is_resting}) {
  const names = played.dice.length > 0 && played.rerolls === 0 ? " waits" : "";
  const keys = FACES.map((face) => dieButton({face, label: voice.html("enter_face", {face}), press: `face-${face}`, attributes: is_resting ? NOT_READY : ""}));
  return `<div class="face-keys${names}">${keys.join("")}${button("erase", drawSign("M9 5h11v14H9l-6-7zm3 4 5 6m0-6-5 6"), ` aria-label="${voice.html("erase")}"`)}</div>`;
}

/** Join dice by no-break spaces. @param {readonly number[]} dice */
export const spaced = (dice) => dice.join("\u00a0");

/** Describe an option. @param {Voice} voice @param {RankedOption} option @param {string} box */
export function optionWords(voice, {action, dice, points}, box) {
  if (action === "score") return voice.say("option_score", {points, box});
  return dice.length === 0 ? voice.say("option_none") : voice.say("option_keep", {dice: spaced(dice)});
}

/** @type {Readonly<Record<import("./judge.js").Grade, TextName>>} */
const WORDS_OF_GRADE = {best: "best", tossup: "tossup", close: "close_call", solid: "solid", clear: "clear"};

/**
 * Describe a decision and its verdict; the dice on the table may be others by now.
 * @param {Voice} voice @param {Verdict} verdict @param {(option: RankedOption) => string} boxOf Returns the box of an option.
 */
export function verdictText(voice, verdict, boxOf) {
  const {action, dice} = verdict.chosen;
  const done = action === "score" ? optionWords(voice, verdict.chosen, boxOf(verdict.chosen))
    : dice.length === 0 ? voice.say("threw_all") : voice.say("kept", {dice: spaced(dice)});
  return `${voice.say("decided", {dice: spaced(verdict.dice), done})} ${gradeText(voice, verdict, boxOf)}`;
}

/** @param {Voice} voice @param {Verdict} verdict @param {(option: RankedOption) => string} boxOf */
function gradeText(voice, {chosen, best, lead, grade}, boxOf) {
  if (grade !== "best") {
    return voice.say(WORDS_OF_GRADE[grade], {best: optionWords(voice, best, boxOf(best)), n: voice.loss(chosen.regret)});
  }
  if (lead === Infinity) return voice.say("only");
  if (chosen !== best || lead <= 1 / 256) return voice.say("even");
  return lead < 0.05 ? voice.say("best") : voice.say("best_by", {n: voice.points(lead)});
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Draw the options of the dice on the table; a press prepares one without completing it. @param {Voice} voice @param {readonly RankedOption[]} options @param {(option: RankedOption) => string} boxOf */
export function drawOptions(voice, options, boxOf) {
  const digits = Math.max(...options.map(({regret}) => lossDigits(regret)));
  const rows = options.map((option) => {
    const what = option.action === "keep" && option.dice.length > 0
      ? voice.html("option_keep", {dice: "\u0000"}).replace("\u0000", diceImage(option.dice)) : escaped(optionWords(voice, option, boxOf(option)));
    const loss = lossDigits(option.regret) === 0 ? voice.html("is_best") : `−${voice.points(option.regret, digits)}`;
    return `<li><button type="button" class="row" data-press="take-${option.key}"><span>${what}</span><b>${voice.points(option.value)}</b><i>${loss}</i></button></li>`;
  });
  return `<ol class="table-options rows" aria-label="${voice.html("options")}">${rows.join("")}</ol>`;
}

/** Return the text of the strip without a verdict: instructions in the first turn, else the scores. @param {Shown} shown */
export function standing(shown) {
  const {voice, played, ruleset} = shown;
  if (played.cards[played.player].turns.length === 0) {
    if (played.throws.length === 1 && played.rerolls > 0) return voice.say("hold_dice");
    if (played.throws.length === 0 && isReal(shown)) return voice.say("enter_dice");
  }
  if (played.players.length === 1) return "";
  const n_behind = turnsBehind(played, played.player);
  const {name} = played.players[played.player];
  return n_behind > 1 ? voice.say("catches_up", {name, n: n_behind}) : scoresText(played, ruleset, " · ");
}
