/** The form of a new game: its state, its markup, and the setup that it creates. */
import {RANGES, USUAL} from "../machine/device/rules.js";
import {baseOf, EDITION_NAMES, hasMinds, hasValues, houseRulesOf, isEdition, nameOfRules, SOLVED} from "./editions.js";
import {DICE_RULE} from "./dice.js";
import {MOST_CARDS, MOST_PLAYERS, playersHere} from "./game.js";
import {KINDS, PLAYS} from "../record/played.js";
import {isSeed, tidyName} from "./store.js";
import {countFilled, findEdition} from "../advisor/position.js";
import {totalsOfScores} from "../game/tables.js";
import {escaped} from "../words/text.js";
import {button} from "./button.js";
import {LANGUAGES} from "../words/voice.js";

/**
 * @import {Played, Player, Setup} from "./game.js" @import {Kind, Plays} from "../record/played.js" @import {TextName, Voice} from "./words.js"
 * @import {Ruleset} from "../game/rules/scandinavian.js"
 */

/** @type {Setup} */
export const EMPTY_FORM = {edition: EDITION_NAMES[0], players: [{name: "", kind: "pen"}], dice: "page", seed: ""};

/** @param {string} name @param {Kind} kind @param {Plays} [plays] @returns {Player} */
const playerOf = (name, kind, plays) => ({name, kind, ...(plays && PLAYS.includes(plays) && {plays})});

/** @param {Setup} form @param {number} index @param {(player: Player) => Player} change @returns {Setup} */
const withPlayer = (form, index, change) => ({...form, players: form.players.map((player, other) => (other === index ? change(player) : player))});

/** Return the option value of a player's help: "coach", "machine:casual". @param {Pick<Player, "kind" | "plays">} player */
export const choiceOf = ({kind, plays}) => (plays === undefined ? kind : `${kind}:${plays}`);

/** List the kinds of players that a game offers. @param {string} edition @returns {Pick<Player, "kind" | "plays">[]} */
export function choicesOfKind(edition) {
  if (!hasValues(edition)) return [{kind: "pen"}];
  const others = hasMinds(edition) ? PLAYS.slice(1) : [];
  return [...KINDS.map((kind) => ({kind})), ...others.map((plays) => ({kind: /** @type {const} */ ("machine"), plays}))];
}

/** Set a field; ignore invalid values. @param {Setup} form @param {string} name @param {string} value @returns {Setup} */
export function enterField(form, name, value) {
  const [field, index] = name.split("-");
  if (field === "name") return withPlayer(form, Number(index), (player) => ({...player, name: value}));
  const [kind, plays] = /** @type {[Kind, Plays | undefined]} */ (value.split(":"));
  if (field === "kind" && KINDS.includes(kind)) return withPlayer(form, Number(index), ({name: own}) => playerOf(own, kind, plays));
  if (field === "seed") return {...form, seed: value, dice_rule: DICE_RULE};
  if (field === "dice" && (value === "page" || value === "real")) return {...form, dice: value};
  if (field === "edition" && isEdition(value)) return {...form, edition: value};
  if (field === "bonus" || field === "threshold") return withRules(form, {[field]: Number(value)});
  return form;
}

/** Change house rules; ignore invalid values. @param {Setup} form @param {Partial<import("../machine/device/rules.js").Rules>} changes @returns {Setup} */
export function withRules(form, changes) {
  const edition = nameOfRules({...(houseRulesOf(form.edition) ?? USUAL), ...changes});
  return isEdition(edition) ? {...form, edition} : form;
}

/** @param {Setup} form @returns {Setup} */
export const addPlayer = (form) => ({...form, players: [...form.players, {name: "", kind: "pen"}]});

/** @param {Setup} form @param {number} index @returns {Setup} */
export const removePlayer = (form, index) => ({...form, players: form.players.filter((_, other) => other !== index)});

/**
 * Create the setup of a game: players without a name get one, and a game without values offers no help.
 * @param {Setup} form @param {(n: number) => string} nameOf @param {() => string} seed Used if the form has none. @returns {Setup}
 */
export function setupOf(form, nameOf, seed) {
  const known = choicesOfKind(form.edition).map(choiceOf);
  const players = form.players.map(({name, ...player}, index) => {
    const {kind, plays} = known.includes(choiceOf(player)) ? player : {kind: known.includes(player.kind) ? player.kind : /** @type {const} */ ("pen")};
    return playerOf(tidyName(name) || nameOf(index + 1), kind, plays);
  });
  return {...form, players, dice_rule: form.dice_rule ?? DICE_RULE, seed: form.seed.toUpperCase().replace(/[^A-Z0-9]/g, "") || seed()};
}

/** Write the dice of a game as the fragment of a link. @param {Setup} setup */
export const linkToDice = ({seed, edition, dice_rule = 1}) => String(new URLSearchParams({seed, edition, rule: String(dice_rule)}));

/** Fill in the dice of a link; null if this page does not have its game or its dice rule. @param {Setup} form @param {string} hash @returns {Setup | null} */
export function formOfDice(form, hash) {
  const {seed = "", edition = "", rule} = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  const dice_rule = rule === "1" ? 1 : DICE_RULE;
  return isSeed(seed) && isEdition(edition) && Number(rule) === dice_rule ? {...form, dice: "page", seed, edition, dice_rule} : null;
}

/**
 * Read the stored form; return an empty one if the text is not a valid form.
 * @param {string | null} text @param {string} seed @returns {Setup}
 */
export function readForm(text, seed) {
  try {
    const {edition, dice, players} = JSON.parse(text ?? "");
    if (!(players.length >= 1 && players.length <= MOST_PLAYERS)) return {...EMPTY_FORM, seed};
    const empty = {...EMPTY_FORM, seed, players: Array.from({length: players.length}, () => EMPTY_FORM.players[0])};
    const fields = [["edition", edition], ["dice", dice], ...players.flatMap((/** @type {any} */ {name, ...player}, /** @type {number} */ n) => [[`name-${n}`, tidyName(String(name))], [`kind-${n}`, choiceOf(player)]])];
    return fields.reduce((form, [name, value]) => enterField(form, name, value), empty);
  } catch {
    return {...EMPTY_FORM, seed}; // No text, or not one of this page.
  }
}

// Markup of the form.

/** Machines that are not rungs of the ladder. @type {readonly (string | undefined)[]} */
const OWN_WORDS = ["pars", "greedy"];

/** Return the label of a player's kind. @param {Voice} voice @param {Pick<Player, "kind" | "plays">} player */
function kindText(voice, {kind, plays}) {
  if (plays === undefined || OWN_WORDS.includes(plays)) return voice.say(/** @type {TextName} */ (`kind_${plays ?? kind}`));
  return voice.say("kind_rung", {rung: voice.say(/** @type {TextName} */ (`rung_${plays}`))});
}

/** Return the names and totals of the players. @param {Played} played @param {Ruleset} ruleset @param {string} [between] */
export const scoresText = ({players, order, cards}, ruleset, between = ", ") => order.filter((player) => !players[player].is_gone)
  .map((player) => `${players[player].name} ${totalOf(cards[player], ruleset)}`).join(between);

/** Return how many turns a player is behind the others at the table. @param {Played} played @param {number} player */
export const turnsBehind = (played, player) => Math.max(...playersHere(played).map((one) => countFilled(played.cards[one].scores))) - countFilled(played.cards[player].scores);

/** @param {import("./game.js").Card} card @param {Ruleset} ruleset */
export const totalOf = ({scores, n_extra_yahtzees}, ruleset) => totalsOfScores(ruleset, scores, n_extra_yahtzees).total;

/** @param {readonly (readonly [string, string])[]} choices Values and titles. @param {string} chosen */
const optionsOf = (choices, chosen) => choices.map(([value, title]) => `<option value="${value}"${value === chosen ? " selected" : ""}>${escaped(title)}</option>`).join("");

/**
 * Draw a select field.
 * @param {string} entry @param {string} label @param {readonly (readonly [string, string])[]} choices @param {string} chosen
 */
function choice(entry, label, choices, chosen) {
  return `<label class="field"><span>${escaped(label)}</span> <select data-entry="${entry}">${optionsOf(choices, chosen)}</select></label>`;
}

/** Draw the language selection. @param {Voice} voice */
export const drawLanguages = (voice) => choice("lang", voice.say("language"), Object.entries(LANGUAGES), voice.tag);

/** @typedef {Record<string, any[]>} Ladder Names and means of the rule-based players, by column. */

/** Return a machine's mean score as text; "" if it is unknown. @param {Voice} voice @param {string} edition @param {Pick<Player, "kind" | "plays">} player @param {Ladder} [ladder] */
function averageText(voice, edition, {kind, plays = "perfect"}, ladder) {
  const mean = edition === SOLVED && kind === "machine" && ladder?.mean[ladder.rung.indexOf(plays === "perfect" ? "optimal" : plays)];
  return mean ? ` ${voice.say("on_average", {n: voice.points(mean, 0)})}` : "";
}

/** List the kinds of players that a game offers, with their labels. @param {Voice} voice @param {string} edition @param {Ladder} [ladder] */
const kindsOf = (voice, edition, ladder) => choicesOfKind(edition).map((one) => /** @type {const} */ ([choiceOf(one), kindText(voice, one) + averageText(voice, edition, one, ladder)]));

/** Draw the toggle for throwing the first throw of a turn automatically. @param {Voice} voice @param {boolean} throws_at_once */
export const drawAtOnce = (voice, throws_at_once) => button("once", voice.html("at_once"), ` aria-pressed="${throws_at_once}"`);

/** @param {Voice} voice @param {Player} player @param {number} index @param {Setup} form @param {Ladder} [ladder] */
function playerRow(voice, {name, ...player}, index, {players: {length: count}, edition}, ladder) {
  const n = index + 1;
  const kinds = optionsOf(kindsOf(voice, edition, ladder), choiceOf(player));
  const shown = name === "" ? voice.say("player", {n}) : name;
  const remove = count === 1 ? "" : button(`remove-${index}`, "×", ` aria-label="${voice.html("remove_player", {name: shown})}"`);
  return `<li><input type="text" maxlength="24" autocomplete="off" data-entry="name-${index}" aria-label="${voice.html("name_of", {n})}" placeholder="${voice.html("player", {n})}" value="${escaped(name)}">`
    + `<select data-entry="kind-${index}" aria-label="${voice.html("help_for", {n})}">${kinds}</select>${remove}</li>`;
}

/**
 * Draw the settings of a player during a game.
 * @param {import("./turn-drawing.js").Shown} shown @param {number} player
 */
export function drawPerson({voice, ruleset, game: {setup: {edition}}, played}, player) {
  const {players, order, cards} = played;
  const {name, is_gone, ...helped} = players[player];
  const here = playersHere(played);
  const place = order.indexOf(player);
  const has_seat = here.length < MOST_PLAYERS && players.length < MOST_CARDS;
  const n_behind = turnsBehind(played, player);
  const others = order.map((one) => button(`person-${one}`, escaped(players[one].name) + (players[one].is_gone ? ` <small>${voice.html("gone")}</small>` : ""), ` aria-pressed="${one === player}"`));
  const presses = [
    ...(is_gone ? (has_seat ? [["bring", "bring_back"]] : []) : here.length > 1 ? [["home", "send_home"]] : []),
    ...(place > 0 ? [["earlier", "earlier"]] : []), ...(place < order.length - 1 ? [["later", "later"]] : []),
    ...(cards[player].turns.length === 0 ? [["paper", "from_paper"]] : []),
  ].map(([press, text]) => button(`${press}-${player}`, voice.html(/** @type {TextName} */ (text), {name})));
  return `<div class="wraps lobby-actions">${others.length > 1 ? others.join("") : ""}${has_seat ? button("join", voice.html("add_player")) : ""}</div>
<label class="field"><span>${voice.html("name")}</span> <input type="text" maxlength="24" autocomplete="off" data-entry="rename-${player}" value="${escaped(name)}"></label>
${choice(`helper-${player}`, voice.say("help"), kindsOf(voice, edition), choiceOf(helped))}
<div class="wraps lobby-actions">${presses.join("")}</div>${!is_gone && n_behind > 1 ? `<p class="note">${voice.html("catches_up", {name, n: n_behind})}</p>` : ""}`;
}

/** Draw the house rules; "" for games that the device cannot solve. @param {Voice} voice @param {string} edition */
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

/** Draw a note if the values of a game do not come from a published table. @param {Voice} voice @param {string} edition */
function drawNote(voice, edition) {
  if (edition === SOLVED) return "";
  const name = findEdition(edition) === undefined ? hasValues(edition) ? "house_solved" : "score_only" : "needs_network";
  return `<p class="note">${voice.html(name)}</p>`;
}

/**
 * Draw the form of a new game, and buttons to resume or export the running one.
 * @param {Voice} voice @param {Setup} form @param {string} running Scores of the running game, "" for none.
 * @param {{twice?: string, throws_at_once?: boolean, ladder?: Ladder}} [known] The press that waits for confirmation because it ends the running game; a setting; the means of machines.
 */
export function drawLobby(voice, form, running, {twice, throws_at_once = false, ladder} = {}) {
  const begin = (/** @type {"start" | "paper"} */ press, /** @type {TextName} */ label, names = "") => button(press, voice.html(press === twice ? "start_really" : label), "", names);
  const editions = EDITION_NAMES.map((name) => /** @type {const} */ ([name, voice.editions[name]]));
  const rows = form.players.map((player, index) => playerRow(voice, player, index, form, ladder));
  const more = form.players.length < MOST_PLAYERS ? button("add", voice.html("add_player")) : "";
  const resume = running === "" ? "" : `<p class="lobby-running centred wraps">${voice.html("resume", {scores: running})} ${button("resume", voice.html("go_on"), "", "primary")} ${button("export", voice.html("take_along"))}</p>`;
  const dice = choice("dice", voice.say("who_throws"), [["page", voice.say("page_throws")], ["real", voice.say("real_dice")]], form.dice);
  const seed = form.dice === "real" ? "" : `${drawAtOnce(voice, throws_at_once)}<label class="field"><span>${voice.html("seed")}</span> <input type="text" maxlength="24" autocomplete="off" autocapitalize="characters" spellcheck="false" data-entry="seed" value="${escaped(form.seed)}"></label><p class="note">${voice.html("seed_rule")}</p>`;
  const note = running === "" ? "" : `<p class="note">${voice.html("new_game_note")}</p>`;
  return `${resume}<h2>${voice.html("new_game")}</h2>${note}
<div class="lobby-fields wraps">${choice("edition", voice.say("game"), editions, baseOf(form.edition))}${dice}</div>${drawRules(voice, form.edition)}
${drawNote(voice, form.edition)}<ol class="lobby-players grid-layout rows">${rows.join("")}</ol>
<div class="lobby-actions wraps">${more}${begin("start", "start", "primary")}</div>
<div class="lobby-more wraps">${drawLanguages(voice)}${begin("paper", "from_paper")}${button("sheets", voice.html("print_sheets"))}${button("offline", voice.html("offline"))}${seed}</div>
<details class="lobby-read"><summary>${voice.html("read_game")}</summary><label class="field"><span>${voice.html("game_or_link")}</span> <textarea rows="4" spellcheck="false" data-entry="record"></textarea></label><label class="field"><span>${voice.html("games_file")}</span> <input type="file" accept=".txt,text/plain" data-file="games"></label>${button("read", voice.html("read_game"))}</details>
<p class="note">${voice.html("one_phone")}</p>`;
}
