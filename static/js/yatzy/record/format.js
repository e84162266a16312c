/** Write records of games in canonical form, as the solver does. */

import {asTheyLie, spoken} from "./parse.js";
import {cardAfter, isFull, totalOf, versionOf} from "./played.js";
import {rulesetOf} from "./rulesets.js";

/** @import {PlayedGame, PlayedTurn} from "./played.js" */

/** Write one game. @param {PlayedGame} played */
export function recordText(played) {
  const {game, rules, date, seed, dice_rule = 1, began, order, players} = played;
  const ruleset = rulesetOf(game, rules);
  const version = versionOf(played, ruleset);
  const lines = [`yatzy ${version}`, `game ${game}`, ...Object.entries(rules).map(([name, value]) => `rule ${name}=${value}`)];
  if (date !== "") lines.push(`date ${date}`);
  if (seed !== "") lines.push(`seed ${seed}`);
  if (dice_rule > 1) lines.push(`dice ${dice_rule}`);
  if (began !== undefined) lines.push(`began ${began}`);
  if (order !== undefined) lines.push(`order ${order.map((player) => player + 1).join("-")}`);
  for (const {name, turns, help, is_gone, now} of players) {
    const card = cardAfter(ruleset, turns);
    lines.push(`player ${name}`);
    if (help) lines.push(`help ${help}`);
    lines.push(...turns.map((turn, index) => `${index + 1} ${turnText(turn, version)}`));
    if (now) lines.push(`now ${nowText(now)}`);
    lines.push(`${is_gone ? "went home" : isFull(ruleset, card) ? "end" : "broken off"} ${totalOf(ruleset, card)}`);
  }
  return `${lines.join("\n")}\n`;
}

/** Write the keeps of throws. @param {readonly number[][]} throws @param {readonly number[][]} keeps */
const keepTexts = (throws, keeps) => keeps.map((kept, index) => `${asTheyLie(throws[index])} keep ${asTheyLie(kept) || "nothing"}`);

/** Write a turn without its number. @param {PlayedTurn} turn @param {string} version */
function turnText({throws = [], keeps = [], first_throw, box, points, on_top = 0}, version) {
  const first = first_throw && version !== "1" ? `throw ${first_throw} ` : "";
  const last = throws.length > 0 ? `${first}${asTheyLie(throws[throws.length - 1])} ` : "";
  return [...keepTexts(throws, keeps), `${last}${spoken(box)} ${points}${on_top > 0 ? ` +${on_top}` : ""}`].join(", ");
}

/** Write an unfinished turn: the dice on the table, and the held ones in their positions. @param {import("./played.js").UnfinishedTurn} now */
export function nowText({throws, keeps, held}) {
  const dice = throws[throws.length - 1];
  const holding = held.includes(true) ? ` hold ${dice.map((face, place) => (held[place] ? face : "-")).join("")}` : "";
  return [...keepTexts(throws, keeps), asTheyLie(dice) + holding].join(", ");
}
