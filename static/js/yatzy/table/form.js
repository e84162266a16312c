/** The form of a new game: what a field says of it, and what it becomes. */

import {USUAL} from "../machine/device/rules.js";
import {EDITION_NAMES, hasMinds, hasValues, houseRulesOf, isEdition, nameOfRules} from "./editions.js";
import {KINDS, MOST_PLAYERS, PLAYS} from "./game.js";
import {tidyName} from "./store.js";

/** @import {Kind, Plays, Player, Setup} from "./game.js" */

/** @type {Setup} */
export const EMPTY_FORM = {edition: EDITION_NAMES[0], players: [{name: "", kind: "pen"}], dice: "page", seed: ""};

/** @param {string} name @param {Kind} kind @param {Plays} [plays] @returns {Player} */
const playerOf = (name, kind, plays) => ({name, kind, ...(plays && PLAYS.includes(plays) && {plays})});

/** @param {Setup} form @param {number} index @param {(player: Player) => Player} change @returns {Setup} */
const withPlayer = (form, index, change) => ({...form, players: form.players.map((player, other) => (other === index ? change(player) : player))});

/** Name what can be chosen for a player: "coach", "machine:casual". @param {Pick<Player, "kind" | "plays">} player */
export const choiceOf = ({kind, plays}) => (plays === undefined ? kind : `${kind}:${plays}`);

/** List what can be chosen for the players of a game. @param {string} edition @returns {Pick<Player, "kind" | "plays">[]} */
export function choicesOfKind(edition) {
  if (!hasValues(edition)) return [{kind: "pen"}];
  const others = hasMinds(edition) ? PLAYS.slice(1) : [];
  return [...KINDS.map((kind) => ({kind})), ...others.map((plays) => ({kind: /** @type {const} */ ("machine"), plays}))];
}

/** Enter something into a field; what it cannot say changes nothing. @param {Setup} form @param {string} name @param {string} value @returns {Setup} */
export function enterField(form, name, value) {
  const [field, index] = name.split("-");
  if (field === "name") return withPlayer(form, Number(index), (player) => ({...player, name: value}));
  const [kind, plays] = /** @type {[Kind, Plays | undefined]} */ (value.split(":"));
  if (field === "kind" && KINDS.includes(kind)) return withPlayer(form, Number(index), ({name: own}) => playerOf(own, kind, plays));
  if (field === "seed") return {...form, seed: value};
  if (field === "dice" && (value === "page" || value === "real")) return {...form, dice: value};
  if (field === "edition" && isEdition(value)) return {...form, edition: value};
  if (field === "bonus" || field === "threshold") return withRules(form, {[field]: Number(value)});
  return form;
}

/** Change house rules; what cannot be set changes nothing. @param {Setup} form @param {Partial<import("../machine/device/rules.js").Rules>} changes @returns {Setup} */
export function withRules(form, changes) {
  const edition = nameOfRules({...(houseRulesOf(form.edition) ?? USUAL), ...changes});
  return isEdition(edition) ? {...form, edition} : form;
}

/** @param {Setup} form @returns {Setup} */
export const addPlayer = (form) => ({...form, players: [...form.players, {name: "", kind: "pen"}]});

/** @param {Setup} form @param {number} index @returns {Setup} */
export const removePlayer = (form, index) => ({...form, players: form.players.filter((_, other) => other !== index)});

/**
 * Make the form a game: players without a name get one, and of a game without values only the score is kept.
 * @param {Setup} form @param {(n: number) => string} nameOf @param {() => string} seed For a form that has none. @returns {Setup}
 */
export function setupOf(form, nameOf, seed) {
  const known = choicesOfKind(form.edition).map(choiceOf);
  const players = form.players.map(({name, ...player}, index) => {
    const {kind, plays} = known.includes(choiceOf(player)) ? player : {kind: known.includes(player.kind) ? player.kind : /** @type {const} */ ("pen")};
    return playerOf(tidyName(name) || nameOf(index + 1), kind, plays);
  });
  return {...form, players, seed: form.seed.toUpperCase().replace(/[^A-Z0-9]/g, "") || seed()};
}

/**
 * Read the form as it was left; what is no form is an empty one.
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
    return {...EMPTY_FORM, seed}; // Nothing was kept, or not by this page.
  }
}
