/** Cards at the table: the one that is being filled, in two columns, and all of them on one sheet. */

import {countUpper} from "../game/rules/scandinavian.js";
import {totalsOfScores} from "../game/tables.js";
import {escaped} from "../words/text.js";
import {baseOf} from "./editions.js";
import {entryText, offersAt} from "./game.js";

/** @import {Card, Played, Player} from "./game.js" */
/** @import {Voice} from "./words.js" */
/** @import {Ruleset} from "../game/rules/scandinavian.js" */

/**
 * @typedef {object} ShownCard
 * @property {Voice} voice
 * @property {Ruleset} ruleset
 * @property {Played} played
 * @property {number} selected Box that is chosen to be written, -1 for none.
 */

/** @param {ShownCard} shown @param {number} box @param {(import("../game/rules/jokers.js").Entry | null)[]} offers */
function cell({voice, ruleset, played, selected}, box, offers) {
  const card = played.cards[played.player];
  const written = card.scores[box];
  const title = voice.box(ruleset, box);
  const offer = offers[box];
  const is_last = box === played.last && played.last_player === played.player;
  const points = written ?? (offer ? entryText(offer) : undefined);
  const state = written !== null ? (written === 0 ? "struck" : "written") : offer ? (offer.points === 0 ? "nothing" : "offered") : "open";
  const names = ["cell", state, box === selected ? "chosen" : "", is_last ? "latest" : ""].filter(Boolean).join(" ");
  const said = written === 0 ? `${title}: ${voice.say("struck")}` : written !== null ? voice.say("box_has", {box: title, points: written})
    : points === undefined ? voice.say("open_box", {box: title}) : voice.say(box === selected ? "box_chosen" : "box_offers", {box: title, points});
  const pressed = written === null && offer ? ` aria-pressed="${box === selected}"` : "";
  return `<button type="button" class="${names}" data-press="box-${ruleset.categories[box].name}" aria-label="${escaped(said)}"${pressed}><span>${escaped(title)}</span><b>${points ?? ""}</b></button>`;
}

/** Draw the card of the player whose turn it is. @param {ShownCard} shown */
export function drawCard(shown) {
  const {voice, ruleset, played} = shown;
  const card = played.cards[played.player];
  if (card === undefined) return "";
  const offers = offersAt(played, ruleset);
  const {upper, bonus, on_top, total} = totalsOfScores(ruleset, card.scores, card.n_extra_yahtzees);
  const so_far = bonus > 0 ? String(bonus) : voice.say("bonus_so_far", {upper, threshold: ruleset.threshold});
  const n_upper = countUpper(ruleset);
  const [n_left, n_right] = [n_upper + 2, ruleset.categories.length - n_upper + Number(ruleset.extra_yahtzees !== null)];
  // The lower half begins the second column, unless it is too long to stand beside the upper one.
  const is_apart = n_right <= n_left + 1;
  const n_rows = is_apart ? Math.max(n_left, n_right) : Math.ceil((n_left + n_right) / 2);
  const cells = card.scores.map((_, box) => cell(shown, box, offers));
  const blanks = Array.from({length: is_apart ? n_rows - n_left : 0}, () => `<p class="cell sum"></p>`);
  const extra = ruleset.extra_yahtzees === null ? [] : [`<button type="button" class="cell sum" data-press="extra-${played.player}"><span>${voice.html("extra")}</span><b>${on_top}</b></button>`];
  const sums = [
    `<p class="cell sum${bonus > 0 ? " earned" : ""}"><span>${voice.html("bonus")}</span><b>${so_far}</b></p>`,
    `<button type="button" class="cell sum total" data-press="sheet"><span>${voice.html("total")}</span><b>${total}</b></button>`,
  ];
  const all = [...cells.slice(0, n_upper), ...sums, ...blanks, ...cells.slice(n_upper), ...extra];
  return `<div class="card-columns rows-${n_rows}">${all.join("")}</div>`;
}

/** @param {Card} card @param {Player} player @param {number} index @param {Voice} voice @param {Ruleset} ruleset @param {number} box */
function sheetCell(card, player, index, voice, ruleset, box) {
  const points = card.scores[box];
  const title = voice.box(ruleset, box);
  const said = voice.say("points_for", {name: player.name, box: points === null ? voice.say("open_box", {box: title}) : voice.say("box_has", {box: title, points})});
  return `<td><button type="button" class="${points === 0 ? "struck" : ""}" data-press="cell-${index}-${ruleset.categories[box].name}" aria-label="${escaped(said)}">${points ?? ""}</button></td>`;
}

/** Draw all cards on one sheet; a tap on a box corrects it. @param {Voice} voice @param {Ruleset} ruleset @param {readonly Player[]} players @param {Played} played */
export function drawSheet(voice, ruleset, players, played) {
  return `<div class="sheet" tabindex="0" role="group" aria-label="${voice.html("all_cards")}">${drawTable(voice, ruleset, players, played)}</div><p class="note">${voice.html("correct_hint")}</p>`;
}

/** Draw the cards of a game for paper, where nothing can be pressed. @param {Voice} voice @param {Ruleset} ruleset @param {import("./game.js").Setup} setup @param {Played} played */
export function drawPaper(voice, ruleset, {edition, players, begun}, played) {
  const day = begun === undefined ? "" : `, ${new Date(begun).toLocaleDateString(voice.tag)}`;
  const table = drawTable(voice, ruleset, players, {...played, player: -1}).replace(/<button.*?>|<\/button>/g, "");
  return `<h2>${escaped(voice.words.editions[baseOf(edition)] + day)}</h2>${table}`;
}

/** @param {Voice} voice @param {Ruleset} ruleset @param {readonly Player[]} players @param {Played} played */
function drawTable(voice, ruleset, players, {cards, player: turn}) {
  const n_upper = countUpper(ruleset);
  const sums = cards.map(({scores, n_extra_yahtzees}) => totalsOfScores(ruleset, scores, n_extra_yahtzees));
  const heads = players.map(({name}, index) => `<th scope="col"${index === turn ? ` aria-current="true"` : ""}>${escaped(name)}</th>`).join("");
  const row = (/** @type {string} */ title, /** @type {string[]} */ cells, names = "") => `<tr class="${names}"><th scope="row">${escaped(title)}</th>${cells.join("")}</tr>`;
  const boxes = ruleset.categories.map((_, box) => row(voice.box(ruleset, box), cards.map((card, index) => sheetCell(card, players[index], index, voice, ruleset, box))));
  const bonus = row(voice.say("bonus"), sums.map(({bonus: earned, upper}) => `<td>${earned || `<small>${upper}/${ruleset.threshold}</small>`}</td>`), "bonus");
  const extra = ruleset.extra_yahtzees === null ? [] : [row(voice.say("extra"), sums.map(({on_top}, index) => `<td><button type="button" data-press="extra-${index}" aria-label="${escaped(`${voice.say("extra")}, ${players[index].name}: ${on_top}`)}">${on_top}</button></td>`))];
  const total = row(voice.say("total"), sums.map((sum) => `<td>${sum.filled > 0 || turn >= 0 ? sum.total : ""}</td>`), "total");
  return `<table><caption class="visually-hidden">${voice.html("all_cards")}</caption><thead><tr><td></td>${heads}</tr></thead>
<tbody>${[...boxes.slice(0, n_upper), bonus, ...boxes.slice(n_upper), ...extra, total].join("\n")}</tbody></table>`;
}
