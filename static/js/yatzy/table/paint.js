/** Draw the regions of the table from its state; no side effects. */
import {countUpper} from "../game/rules/scandinavian.js";
import {totalsOfScores} from "../game/tables.js";
import {outlookList} from "../parts/ranked.js";
import {escaped} from "../words/text.js";
import {baseOf, rulesFor} from "./editions.js";
import {entryText, isTouched, newTable, offersAt, playedOf, pointsOfBox} from "./game.js";
import {button} from "./button.js";
import {drawAtOnce, drawLanguages, drawLobby, drawPerson, scoresText, setupOf, totalOf} from "./form.js";
import {findEdition, mostExtraYahtzees, writePosition} from "../advisor/position.js";
import {positionOf} from "./judge.js";
import {MOST_OPEN, outlookOf} from "./desk.js";
import {drawTools, NOTHING} from "./frame.js";
import {capital, drawAction, drawDice, drawOptions, drawPlace, drawWhich, optionWords, spaced, standing, verdictText} from "./turn-drawing.js";

/**
 * @import {Card, Game, Played, Player, Setup} from "./game.js" @import {Voice} from "./words.js"
 * @import {Ruleset} from "../game/rules/scandinavian.js" @import {Shown} from "./turn-drawing.js"
 * @import {Painted} from "./frame.js" @import {Review} from "./review.js" @import {Verdict} from "./judge.js"
 * @import {RankedOption} from "../parts/ranked.js"
 */

// Cards: the current one in two columns, and all of them on one sheet.

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

/** Draw the current card; it offers no points while a throw is being entered. @param {Shown} shown */
function drawCard(shown) {
  const {voice, ruleset, game, played} = shown;
  const card = played.cards[played.player];
  if (card === undefined) return "";
  const offers = game.draft.entered.length > 0 ? [] : offersAt(played, ruleset);
  const {upper, bonus, on_top, total} = totalsOfScores(ruleset, card.scores, card.n_extra_yahtzees);
  const so_far = bonus > 0 ? String(bonus) : voice.say("bonus_so_far", {upper, threshold: ruleset.threshold});
  const n_upper = countUpper(ruleset);
  const [n_left, n_right] = [n_upper + 2, ruleset.categories.length - n_upper + Number(ruleset.extra_yahtzees !== null)];
  // The lower section begins the second column, unless it is too long to fit beside the upper one.
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
  return `<div class="card-columns grid-layout rows-${n_rows}">${all.join("")}</div>`;
}

/** @typedef {Readonly<Record<string, number>>} Means Mean points of each box by name; empty if unknown. */

/** @param {Means} means @param {string} box @param {Voice} voice */
const meanOf = (means, box, voice) => (box in means ? `<small>${voice.points(means[box])}</small>` : "");

/** @param {Card} card @param {Player} player @param {number} index @param {Voice} voice @param {Ruleset} ruleset @param {number} box @param {Means} means */
function sheetCell(card, player, index, voice, ruleset, box, means) {
  const points = card.scores[box];
  const title = voice.box(ruleset, box);
  const said = voice.say("points_for", {name: player.name, box: points === null ? voice.say("open_box", {box: title}) : voice.say("box_has", {box: title, points})});
  return `<td><button type="button" class="${points === 0 ? "struck" : ""}" data-press="cell-${index}-${ruleset.categories[box].name}" aria-label="${escaped(said)}">${points ?? meanOf(means, ruleset.categories[box].name, voice)}</button></td>`;
}

/** Draw all cards on one sheet, with buttons that correct boxes. @param {Voice} voice @param {Ruleset} ruleset @param {Played} played */
function drawSheet(voice, ruleset, played) {
  return `<div class="sheet" tabindex="0" role="group" aria-label="${voice.html("all_cards")}">${drawTable(voice, ruleset, played)}</div><p class="note">${voice.html("correct_hint")}</p>`;
}

/**
 * Draw the cards of a game for printing, without buttons.
 * @param {Voice} voice @param {Ruleset} ruleset @param {Pick<Setup, "edition" | "begun">} setup @param {Played} played @param {Means} [means] Makes empty sheets with the means of the boxes.
 */
function drawPaper(voice, ruleset, {edition, begun}, played, means) {
  const day = begun === undefined ? "" : `, ${new Date(begun).toLocaleDateString(voice.tag)}`;
  const table = drawTable(voice, ruleset, {...played, player: -1}, means).replace(/<button.*?>|<\/button>/g, "");
  const note = Object.keys(means ?? {}).length === 0 ? "" : `<p class="note">${voice.html("box_means")}</p>`;
  const drawn = `<h2>${escaped(voice.editions[baseOf(edition)] + day)}</h2>${table}${note}`;
  return means === undefined ? drawn : `<div class="empty-sheets">${drawn}</div>`; // Printed without the rest of the page.
}

/** Return the name of a player, marked if the player has left. @param {Voice} voice @param {Pick<Player, "name" | "is_gone">} player */
const drawName = (voice, {name, is_gone}) => escaped(name) + (is_gone ? ` <small>${voice.html("gone")}</small>` : "");

/** @param {Voice} voice @param {Ruleset} ruleset @param {Played} played @param {Means} [means] */
function drawTable(voice, ruleset, {players, order, cards, player: turn}, means = {}) {
  const n_upper = countUpper(ruleset);
  const sums = order.map((player) => totalsOfScores(ruleset, cards[player].scores, cards[player].n_extra_yahtzees));
  const heads = order.map((player) => `<th scope="col"${player === turn ? ` aria-current="true"` : ""}><button type="button" data-press="person-${player}">${drawName(voice, players[player])}</button></th>`).join("");
  const row = (/** @type {string} */ title, /** @type {string[]} */ cells, names = "") => `<tr class="${names}"><th scope="row">${escaped(title)}</th>${cells.join("")}</tr>`;
  const boxes = ruleset.categories.map((_, box) => row(voice.box(ruleset, box), order.map((player) => sheetCell(cards[player], players[player], player, voice, ruleset, box, means))));
  const bonus = row(voice.say("bonus"), sums.map(({bonus: earned, upper, filled}) => `<td>${earned || `<small>${filled > 0 || turn >= 0 ? upper : ""}/${ruleset.threshold}</small>`}</td>`), "bonus");
  const extra = ruleset.extra_yahtzees === null ? [] : [row(voice.say("extra"), sums.map(({on_top}, index) => `<td><button type="button" data-press="extra-${order[index]}" aria-label="${escaped(`${voice.say("extra")}, ${players[order[index]].name}: ${on_top}`)}">${on_top}</button></td>`))];
  const total = row(voice.say("total"), sums.map((sum) => `<td>${sum.filled > 0 || turn >= 0 ? sum.total : ""}</td>`), "total");
  return `<table><caption class="visually-hidden">${voice.html("all_cards")}</caption><thead><tr><td></td>${heads}</tr></thead>
<tbody>${[...boxes.slice(0, n_upper), bonus, ...boxes.slice(n_upper), ...extra, total].join("\n")}</tbody></table>`;
}

// The end of a game: the winner, and all cards.

/** Rank the players by points, ties sharing a place; players who left come last. @param {Shown} shown */
function placesOfPlayers({ruleset, played}) {
  const rows = played.order.map((player) => ({...played.players[player], points: totalOf(played.cards[player], ruleset)}));
  const isAhead = (/** @type {typeof rows[number]} */ one, /** @type {typeof rows[number]} */ other) => Number(one.is_gone ?? false) - Number(other.is_gone ?? false) || other.points - one.points;
  return rows.map((row) => ({...row, place: 1 + rows.filter((other) => isAhead(other, row) < 0).length}))
    .sort((a, b) => a.place - b.place);
}

/** Return the sentence that names the winner. @param {Shown} shown @param {ReturnType<typeof placesOfPlayers>} places */
function winnerText(shown, places) {
  const first = places.filter(({place}) => place === 1);
  const {points} = first[0];
  if (places.length === 1) return shown.voice.say("final_alone", {points});
  return shown.voice.say(first.length === 1 ? "wins" : "share", {names: first.map(({name}) => name).join(", "), points});
}

/** Draw the result of a game, with its report below. @param {Shown} shown @param {string} told The report. */
function drawEnd(shown, told) {
  const {voice} = shown;
  const places = placesOfPlayers(shown);
  const list = places.length === 1 ? "" : `<ol class="places">${places.map((one) => `<li value="${one.place}">${drawName(voice, one)} <b>${one.points}</b></li>`).join("")}</ol>`;
  return `<h2>${voice.html("over")}</h2><p class="winner">${escaped(winnerText(shown, places))}</p>${list}
<div class="end-actions wraps">${button("rematch", voice.html("rematch"), "", "primary")}${button("leave", voice.html("new_game"))}${button("undo", voice.html("undo"))}</div>
${told}`;
}

// Panels over the card: points to choose from, and the menu.

/** Draw a panel. @param {Voice} voice @param {string} title @param {string} inside */
const drawPanel = (voice, title, inside) => `<section class="panel" aria-label="${escaped(title)}"><div class="panel-head centred apart"><h2>${escaped(title)}</h2>${button("close", voice.html("close"))}</div>${inside}</section>`;

/** @param {string} press @param {string | number} label @param {boolean} is_chosen */
const choice = (press, label, is_chosen) => button(press, String(label), ` aria-pressed="${is_chosen}"`);

/**
 * Draw a button for each number of points that a box can have.
 * @param {Voice} voice @param {string} title Title of the panel.
 * @param {readonly number[]} points
 * @param {number | null | undefined} written Current points, null for an open box; undefined offers no open box.
 * @param {string} hint
 */
function drawPoints(voice, title, points, written, hint) {
  const open = written === undefined ? "" : choice("points-open", voice.html("leave_open"), written === null);
  return drawPanel(voice, title, `<p class="note">${escaped(hint)}</p><div class="points-keys choices">${points.map((one) => choice(`points-${one}`, one, one === written)).join("")}${open}</div>`);
}

/** Draw buttons for the number of extra Yahtzees of a card. @param {Voice} voice @param {string} title @param {number} most @param {number} count */
function drawCounts(voice, title, most, count) {
  const keys = Array.from({length: most + 1}, (_, one) => choice(`count-${one}`, one, one === count));
  return drawPanel(voice, title, `<div class="points-keys choices">${keys.join("")}</div>`);
}

/** Return a link to the advisor with the current position; "" for games that it does not have. @param {Shown} shown */
function advisorLink({ruleset, game, played}) {
  const edition = findEdition(game.setup.edition);
  if (edition === undefined) return "";
  return `advisor.html?advisor=${encodeURIComponent(writePosition(edition, positionOf(played, ruleset))).replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}

/** Draw the menu. @param {Shown} shown @param {readonly number[]} silent Players whose coach is silenced. */
function drawMenu(shown, silent) {
  const {voice, throws_at_once, game: {setup}, played: {players, player: turn}} = shown;
  const coaches = players.flatMap(({kind, name}, player) => kind !== "coach" ? [] : [
    button(`silence-${player}`, voice.html(silent.includes(player) ? "unsilence" : "silence", {name})),
  ]);
  const link = advisorLink(shown);
  const items = [
    button("sheet", voice.html("all_cards")), button(`person-${turn}`, voice.html("players")), ...coaches,
    ...(link === "" ? [] : [`<a class="button" href="${escaped(link)}">${voice.html("ask_advisor")}</a>`]),
    button("export", voice.html("take_along")), button("paper", voice.html("from_paper")), button("leave", voice.html("leave")),
  ];
  const seed = setup.dice === "page" ? `${drawAtOnce(voice, throws_at_once)}<p class="note">${voice.html("seed")}: <b>${escaped(setup.seed)}</b>. ${voice.html("seed_rule")}</p>` : "";
  return drawPanel(voice, voice.say("menu"), `<ul class="menu-items grid-layout rows">${items.map((item) => `<li>${item}</li>`).join("")}</ul>${drawLanguages(voice)}${seed}`);
}

/** @typedef {{text: string, link: string, dice_link: string}} Written An exported game; `dice_link` is "" for real dice. */

/** Draw the exported game as text and as links. @param {Voice} voice @param {Written} written @param {string} [code] */
function drawWritten(voice, {text, link, dice_link}, code = "") {
  const linked = (/** @type {import("./words.js").TextName} */ name, /** @type {string} */ address) => `<label class="field" data-link="${name}"><span>${voice.html(name)}</span> <input type="text" readonly value="${escaped(address)}">${button(`copy-${name}`, voice.html("copy"))}</label>`;
  return `<div class="written">${code}<label class="field"><span>${voice.html("game_text")}</span> <textarea rows="6" readonly spellcheck="false">${escaped(text)}</textarea></label>
${linked("game_link", link)}</div>${dice_link === "" ? "" : linked("dice_link", dice_link)}`;
}

/**
 * @typedef {{kind: "menu"} | {kind: "sheet"} | {kind: "options"} | {kind: "person", player: number} | {kind: "extra", player: number, back: Panel | null} | {kind: "export", written: Written | null, code: string}
 *   | {kind: "points", player: number, box: number, purpose: "write" | "correct" | "paper", back?: Panel | null}} Panel `back` is the panel to return to.
 *
 * @typedef {object} Ui State of the user interface apart from the game.
 * @property {"lobby" | "play" | "practice"} view
 * @property {Panel | null} panel
 * @property {number} selected Box that is chosen to be written, -1 for none.
 * @property {string} problem Error message, "" for none.
 * @property {readonly number[]} silent Players whose coach is silenced.
 * @property {readonly number[]} judged Players without help whose review was requested.
 * @property {readonly string[]} tried Answers to the report's questions that were pressed.
 * @property {string} twice Destructive press that waits for confirmation; "" for none.
 * @property {Means | null} means Means on empty sheets to print; null to print the cards of the game.
 *
 * @typedef {object} Known Advice and reports computed from the value table.
 * @property {readonly RankedOption[] | null} options Options of the dice on the table; null while they are unknown.
 * @property {readonly import("../endings/outlook.js").Outlook[] | "coming"} [outlooks] Final scores after the best options, if requested.
 * @property {Verdict | null} verdict
 * @property {boolean} [is_coming] Whether a verdict follows when the values are loaded.
 * @property {readonly (Review | null)[] | null} reviews Null for a player whose review was not requested.
 * @property {boolean} [has_failed] Whether their values could not be loaded.
 * @property {Pick<typeof import("./later.js"), "drawReview" | "drawExactness">} [report] Functions that draw the reviews; loaded on demand.
 * @property {import("./desk.js").Desk["exactness"]} [exactness]
 * @property {readonly (import("./archive.js").Skill | null)[]} [skills] Estimated skill of each player.
 * @property {Written | null} written The ended game for export.
 */

/** Return a function that names the box of an option. @param {Voice} voice @param {Ruleset} ruleset @returns {(option: RankedOption) => string} */
const boxNamer = (voice, ruleset) => ({key}) => {
  const box = ruleset.categories.findIndex(({name}) => key === `score-${name}`);
  return box < 0 ? "" : voice.box(ruleset, box);
};

/** Return the verdict, until the next dice are thrown, and the machine's last move. @param {Shown} shown @param {Ui} ui @param {Verdict | null} verdict */
export function stripText(shown, ui, verdict) {
  const {voice, ruleset, game, played} = shown;
  const {players} = played;
  const said = [];
  const is_over = verdict !== null && verdict.player !== played.player && played.dice.length > 0; // The next player has thrown.
  if (verdict !== null && !is_over && !ui.silent.includes(verdict.player) && !isTouched(game, played) && ui.selected < 0) {
    const text = verdictText(voice, verdict, boxNamer(voice, ruleset));
    said.push(players.length > 1 ? `${players[verdict.player].name}: ${text}` : text);
  }
  const last_event = game.events[game.at - 1];
  if (last_event?.kind === "write" && players[played.last_player] !== undefined) {
    const {name, kind} = players[played.last_player];
    const wrote = {name, points: last_event.points, box: voice.box(ruleset, played.last)};
    const dice = played.cards[played.last_player].turns.at(-1)?.throws?.at(-1) ?? [];
    if (kind === "machine") said.push(voice.say("machine_did", {...wrote, dice: spaced(dice)}));
    else if (said.length === 0 && players.length > 1) said.push(voice.say("wrote", wrote));
  }
  return said.join(" ");
}

/** Draw the final scores after the best options, or why they are unavailable. @param {Shown} shown @param {readonly RankedOption[]} options @param {Known["outlooks"]} outlooks */
function drawOutlooks({voice, ruleset, game: {setup}, played}, options, outlooks) {
  const told = outlookOf(setup.edition, played.cards[played.player].scores);
  if (told !== "told") return `<p class="note">${voice.html(`outlook_${told}`, {n: MOST_OPEN})}</p>`;
  const namer = boxNamer(voice, ruleset);
  const said = (/** @type {RankedOption} */ one, /** @type {Record<string, string | number>} */ ends) => voice.html("outlook_said", {option: capital(optionWords(voice, one, namer(one))), ...ends});
  return outlookList(options, Array.isArray(outlooks) ? outlooks : [], said, voice.html("outlook_coming"));
}

/** @param {Shown} shown @param {Ui} ui @param {Known} known */
function paintPanel(shown, {panel, silent}, {options, outlooks}) {
  const {voice, ruleset, played} = shown;
  if (panel === null) return "";
  if (panel.kind === "menu") return drawMenu(shown, silent);
  if (panel.kind === "sheet") return drawPanel(voice, voice.say("all_cards"), drawSheet(voice, ruleset, played));
  if (panel.kind === "options") {
    const inside = options === null ? `<p class="note">${voice.html("waiting")}</p>` : drawOptions(voice, options, boxNamer(voice, ruleset)) + drawOutlooks(shown, options, outlooks);
    return drawPanel(voice, voice.say("options"), inside);
  }
  if (panel.kind === "export") return drawPanel(voice, voice.say("take_along"), (panel.written === null ? `<div class="qr-code"></div>` : drawWritten(voice, panel.written, panel.code)) + button("save", voice.html("save_games")) + `<p class="note">${voice.html("code_note", {read: voice.say("read_game")})}</p>`);
  if (panel.kind === "person") return drawPanel(voice, voice.say("players"), drawPerson(shown, panel.player));
  const {name} = played.players[panel.player];
  const card = played.cards[panel.player];
  if (panel.kind === "extra") {
    const title = voice.say("points_for", {name, box: voice.say("extra")});
    return drawCounts(voice, title, mostExtraYahtzees(ruleset, card.scores), card.n_extra_yahtzees);
  }
  const title = voice.say("points_for", {name, box: voice.box(ruleset, panel.box)});
  const hint = panel.purpose === "paper" ? voice.say("paper_box", {name}) : voice.say("which_points");
  const written = panel.purpose === "write" ? undefined : card.scores[panel.box];
  return drawPoints(voice, title, pointsOfBox(ruleset, panel.box), written, hint);
}

/** Draw the end of a game. @param {Shown} shown @param {Ui} ui @param {Known} known @returns {Painted} */
function paintEnd(shown, ui, known) {
  const {voice, ruleset, played} = shown;
  const sheet = drawSheet(voice, ruleset, played);
  return {...NOTHING, problem: escaped(ui.problem), panel: paintPanel(shown, ui, known), lobby: drawEnd(shown, drawReport(shown, ui, known, sheet))};
}

/** Draw the report of an ended game, and all cards below. @param {Shown} shown @param {Ui} ui @param {Known} known @param {string} sheet */
function drawReport(shown, ui, {reviews, report, written, skills, exactness = "none"}, sheet) {
  if (reviews === null || report === undefined) return `<p class="note">${shown.voice.html("waiting")}</p>${sheet}`;
  const {voice, played: {players, cards}} = shown;
  const told = reviews.map((review, player) => (review === null ? "" : report.drawReview(shown, player, review, ui.tried, skills?.[player] ?? null, exactness)));
  const others = reviews.map((review, player) => (review !== null || cards[player].turns.every(({throws}) => throws === undefined) ? "" : button(`judge-${player}`, voice.html("judge", {name: players[player].name}))));
  const exact = reviews.every((review) => review === null) ? "" : report.drawExactness(voice, exactness);
  const asking = others.some(Boolean) ? `<div class="end-actions wraps">${others.join("")}</div>` : "";
  return `${told.join("")}${asking}${exact}${sheet}` + (written === null ? "" : drawWritten(voice, written) + button("export", voice.html("game_code")));
}

/**
 * Draw the lobby.
 * @param {Voice} voice @param {Setup} form @param {Ui} ui @param {Game | null} running @param {Ruleset} ruleset
 * @param {import("./archive.js").GameArchive | null} archive @param {{throws_at_once: boolean, offline: string, ladder: import("./form.js").Ladder}} device Its settings and stored games, and the means of machines.
 * @returns {Painted}
 */
export function paintLobby(voice, form, ui, running, ruleset, archive, {throws_at_once, offline, ladder}) {
  const played = running === null || running.events.length === 0 ? null : playedOf(running, ruleset);
  if (ui.view === "practice" && archive !== null) return {...NOTHING, problem: escaped(ui.problem), lobby: archive.drawPractice()};
  const scores = played === null ? "" : scoresText(played, ruleset);
  return {...NOTHING, problem: escaped(ui.problem), lobby: drawLobby(voice, form, scores, {twice: ui.twice, throws_at_once, ladder}), side: offline + (archive?.drawGames() ?? "")};
}

/**
 * Draw what is printed: the cards of a game, or else empty ones for the players of the form.
 * @param {Voice} voice @param {Setup} form @param {Means | null} means @param {Game | null} game @param {Ruleset} ruleset Of the game.
 */
export function paintPaper(voice, form, means, game, ruleset) {
  if (game !== null && means === null) return drawPaper(voice, ruleset, game.setup, playedOf(game, ruleset));
  const rules = rulesFor(form.edition);
  const chosen = setupOf(form, (n) => voice.say("player", {n}), () => "");
  return drawPaper(voice, rules, {edition: form.edition}, newTable(chosen, rules), means ?? undefined);
}

/** Draw a game. @param {Shown} shown @param {Ui} ui @param {Known} known @returns {Painted} */
export function paintGame(shown, ui, known) {
  const {voice, ruleset, played} = shown;
  if (played.player < 0) return paintEnd(shown, ui, known);
  const player = played.players[played.player];
  const can_peek = player.kind === "peek" || player.kind === "coach";
  return {
    problem: escaped(ui.problem),
    lobby: "",
    place: drawPlace(shown),
    dice: drawDice(shown),
    panel: paintPanel(shown, ui, known),
    action: drawAction(shown),
    card: drawCard(shown),
    strip: drawWhich(shown) || escaped(stripText(shown, ui, known.verdict) || (known.is_coming ? voice.say("waiting") : standing(shown))),
    tools: drawTools(voice, {peek: can_peek ? played.cards[played.player].peeks : null}),
    side: played.players.length > 1 ? drawSheet(voice, ruleset, played) : "",
  };
}
