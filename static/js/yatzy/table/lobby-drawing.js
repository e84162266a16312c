/** The table before a game: who plays what, with whose dice. */

import {findEdition} from "../advisor/position.js";
import {totalsOfScores} from "../game/tables.js";
import {escaped} from "../words/text.js";
import {RANGES, USUAL} from "../machine/device/rules.js";
import {button} from "./button.js";
import {baseOf, EDITION_NAMES, hasValues, houseRulesOf, SOLVED} from "./editions.js";
import {choiceOf, choicesOfKind} from "./form.js";
import {MOST_PLAYERS} from "./game.js";
import {LANGUAGES} from "./words.js";

/** @import {Player, Played, Setup} from "./game.js" */
/** @import {TextName, Voice} from "./words.js" */
/** @import {Ruleset} from "../game/rules/scandinavian.js" */


/** Machines that stand on no rung of the ladder. @type {readonly (string | undefined)[]} */
const OWN_WORDS = ["pars", "greedy"];

/** Say what can be chosen for a player. @param {Voice} voice @param {Pick<Player, "kind" | "plays">} player */
function kindText(voice, {kind, plays}) {
  if (plays === undefined || OWN_WORDS.includes(plays)) return voice.say(/** @type {TextName} */ (`kind_${plays ?? kind}`));
  return voice.say("kind_rung", {rung: voice.say(/** @type {TextName} */ (`rung_${plays}`))});
}

/** Say who has how many points. @param {Setup} setup @param {Played} played @param {Ruleset} ruleset */
export function scoresText({players}, {cards}, ruleset) {
  return players.map(({name}, player) => `${name} ${totalOf(cards[player], ruleset)}`).join(", ");
}

/** @param {import("./game.js").Card} card @param {Ruleset} ruleset */
export const totalOf = ({scores, n_extra_yahtzees}, ruleset) => totalsOfScores(ruleset, scores, n_extra_yahtzees).total;

/** @param {readonly (readonly [string, string])[]} choices Values and titles. @param {string} chosen */
const optionsOf = (choices, chosen) => choices.map(([value, title]) => `<option value="${value}"${value === chosen ? " selected" : ""}>${escaped(title)}</option>`).join("");

/**
 * Draw a choice of one of several.
 * @param {string} entry @param {string} label @param {readonly (readonly [string, string])[]} choices @param {string} chosen
 */
function choice(entry, label, choices, chosen) {
  return `<label class="field"><span>${escaped(label)}</span> <select data-entry="${entry}">${optionsOf(choices, chosen)}</select></label>`;
}

/** Draw the switch of languages. @param {Voice} voice */
export const drawLanguages = (voice) => choice("lang", voice.say("language"), Object.entries(LANGUAGES), voice.tag);

/** @param {Voice} voice @param {Player} player @param {number} index @param {Setup} form */
function playerRow(voice, {name, ...player}, index, {players: {length: count}, edition}) {
  const n = index + 1;
  const kinds = optionsOf(choicesOfKind(edition).map((one) => [choiceOf(one), kindText(voice, one)]), choiceOf(player));
  const shown = name === "" ? voice.say("player", {n}) : name;
  const remove = count === 1 ? "" : button(`remove-${index}`, "×", ` aria-label="${voice.html("remove_player", {name: shown})}"`);
  return `<li><input type="text" maxlength="24" autocomplete="off" data-entry="name-${index}" aria-label="${voice.html("name_of", {n})}" placeholder="${voice.html("player", {n})}" value="${escaped(name)}">`
    + `<select data-entry="kind-${index}" aria-label="${voice.html("help_for", {n})}">${kinds}</select>${remove}</li>`;
}

/** Draw what a house may change, where a device can work out what that is worth. @param {Voice} voice @param {string} edition */
function drawRules(voice, edition) {
  if (baseOf(edition) !== SOLVED) return "";
  const house = houseRulesOf(edition);
  const rules = house ?? USUAL;
  const range = (/** @type {"bonus" | "threshold"} */ name, /** @type {string} */ label) => {
    const {least, most, step} = RANGES[name];
    const choices = Array.from({length: (most - least) / step + 1}, (_, index) => String(least + index * step));
    return choice(name, label, choices.map((number) => /** @type {const} */ ([number, number])), String(rules[name]));
  };
  return `<details class="lobby-rules"${house === null ? "" : " open"}><summary>${voice.html("house_rules")}</summary><div class="lobby-fields wraps">${range("bonus", voice.say("bonus"))}${range("threshold", voice.say("house_threshold"))}${button("five", voice.html("house_five"), ` aria-pressed="${rules.five}"`)}</div></details>`;
}

/** Say where the values of a game come from, if not from a table. @param {Voice} voice @param {string} edition */
function drawNote(voice, edition) {
  if (findEdition(edition) !== undefined) return "";
  return `<p class="note">${voice.html(hasValues(edition) ? "house_solved" : "score_only")}</p>`;
}

/**
 * Draw the form of a new game, and what leads back to the one that is running.
 * @param {Voice} voice @param {Setup} form @param {string} running Scores of the running game, "" for none.
 * @param {string} [twice] The press that would end it, and is asked for once more.
 */
export function drawLobby(voice, form, running, twice) {
  const begin = (/** @type {"start" | "paper"} */ press, /** @type {TextName} */ label, names = "") => button(press, voice.html(press === twice ? "start_really" : label), "", names);
  const editions = EDITION_NAMES.map((name) => /** @type {const} */ ([name, voice.words.editions[name]]));
  const rows = form.players.map((player, index) => playerRow(voice, player, index, form));
  const more = form.players.length < MOST_PLAYERS ? button("add", voice.html("add_player")) : "";
  const resume = running === "" ? "" : `<p class="lobby-running centred wraps">${voice.html("resume", {scores: running})} ${button("resume", voice.html("go_on"), "", "primary")} ${button("export", voice.html("take_along"))}</p>`;
  const dice = choice("dice", voice.say("who_throws"), [["page", voice.say("page_throws")], ["real", voice.say("real_dice")]], form.dice);
  const seed = form.dice === "real" ? "" : `<label class="field"><span>${voice.html("seed")}</span> <input type="text" maxlength="24" autocomplete="off" autocapitalize="characters" spellcheck="false" data-entry="seed" value="${escaped(form.seed)}"></label><p class="note">${voice.html("seed_rule")}</p>`;
  return `${resume}<h2>${voice.html("new_game")}</h2>
<div class="lobby-fields wraps">${choice("edition", voice.say("game"), editions, baseOf(form.edition))}${dice}</div>${drawRules(voice, form.edition)}
${drawNote(voice, form.edition)}<ol class="lobby-players grid-layout rows">${rows.join("")}</ol>
<div class="lobby-actions wraps">${more}${begin("start", "start", "primary")}</div>
<div class="lobby-more wraps">${seed}${begin("paper", "from_paper")}${drawLanguages(voice)}</div>
<details class="lobby-read"><summary>${voice.html("read_game")}</summary><label class="field"><span>${voice.html("game_or_link")}</span> <textarea rows="4" spellcheck="false" data-entry="record"></textarea></label><label class="field"><span>${voice.html("games_file")}</span> <input type="file" accept=".txt,text/plain" data-file="games"></label>${button("read", voice.html("read_game"))}</details>
<p class="note">${voice.html("one_phone")}</p>`;
}
