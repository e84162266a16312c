/** Write records of games in their one strict form, as the solver does. */

import {asTheyLie, spoken} from "./parse.js";
import {cardAfter, isFull, totalOf, versionOf} from "./played.js";
import {rulesetOf} from "./rulesets.js";

/** @import {PlayedGame, PlayedTurn} from "./played.js" */

/** Write one game. @param {PlayedGame} played */
export function recordText(played) {
  const {game, rules, date, seed, dice_rule = 1, players} = played;
  const ruleset = rulesetOf(game, rules);
  const lines = [`yatzy ${versionOf(played)}`, `game ${game}`, ...Object.entries(rules).map(([name, value]) => `rule ${name}=${value}`)];
  if (date !== "") lines.push(`date ${date}`);
  if (seed !== "") lines.push(`seed ${seed}`);
  if (dice_rule > 1) lines.push(`dice ${dice_rule}`);
  for (const {name, turns} of players) {
    const card = cardAfter(ruleset, turns);
    lines.push(`player ${name}`, ...turns.map((turn, index) => `${index + 1} ${turnText(turn)}`));
    lines.push(`${isFull(ruleset, card) ? "end" : "broken off"} ${totalOf(ruleset, card)}`);
  }
  return `${lines.join("\n")}\n`;
}

/** Write a turn without its number. @param {PlayedTurn} turn */
function turnText({throws = [], keeps = [], box, points, on_top = 0}) {
  const parts = keeps.map((kept, index) => `${asTheyLie(throws[index])} keep ${asTheyLie(kept) || "nothing"}`);
  const last = throws.length > 0 ? `${asTheyLie(throws[throws.length - 1])} ` : "";
  return [...parts, `${last}${spoken(box)} ${points}${on_top > 0 ? ` +${on_top}` : ""}`].join(", ");
}
