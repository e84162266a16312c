/** Everything that the table shows, region by region, from what is known; pure. */

import {mostExtraYahtzees} from "../advisor/position.js";
import {whole} from "../words/points.js";
import {escaped} from "../words/text.js";
import {drawCard, drawPaper, drawSheet} from "./card-drawing.js";
import {MOST_OPEN, outlookOf} from "./desk.js";
import {button} from "./button.js";
import {drawEnd} from "./end-drawing.js";
import {drawTools, NOTHING} from "./frame.js";
import {rulesFor} from "./editions.js";
import {setupOf} from "./form.js";
import {newTable, pointsOfBox} from "./game.js";
import {isTouched, playedOf} from "./history.js";
import {drawLobby, scoresText} from "./lobby-drawing.js";
import {drawCounts, drawMenu, drawPanel, drawPoints, drawWritten} from "./panel-drawing.js";
import {capital, drawAction, drawDice, drawOptions, drawPlace, optionWords, standing, verdictText} from "./turn-drawing.js";

/** @import {Setup} from "./game.js" */
/** @import {Game} from "./history.js" */
/** @import {Painted} from "./frame.js" */
/** @import {Review} from "./review.js" */
/** @import {Verdict} from "./judge.js" */
/** @import {Voice} from "./words.js" */
/** @import {Shown} from "./turn-drawing.js" */
/** @import {Ruleset} from "../game/rules/scandinavian.js" */
/** @import {RankedOption} from "../parts/ranked.js" */

/**
 * @typedef {{kind: "menu"} | {kind: "sheet"} | {kind: "options"} | {kind: "extra", player: number} | {kind: "export", text: string, link: string}
 *   | {kind: "points", player: number, box: number, purpose: "write" | "correct" | "paper"}} Panel
 *
 * @typedef {object} Ui What is shown beside the game itself.
 * @property {"lobby" | "play" | "practice"} view
 * @property {Panel | null} panel
 * @property {number} selected Box that is chosen to be written, -1 for none.
 * @property {string} problem
 * @property {readonly number[]} silent Players whose coach is silenced.
 * @property {readonly string[]} tried Answers that were tried at the end.
 * @property {string} twice The press that takes something away, and is asked for once more; "" for none.
 *
 * @typedef {object} Known What the values say.
 * @property {readonly RankedOption[] | null} options Of the dice on the table; null while they are not known.
 * @property {readonly import("../endings/outlook.js").Outlook[] | "coming"} [outlooks] What the best options lead to, once it was asked.
 * @property {Verdict | null} verdict
 * @property {boolean} [is_coming] A verdict comes, once the values are here.
 * @property {readonly Review[] | null} reviews
 * @property {boolean} [has_failed] The values for them could not be had.
 * @property {typeof import("./report-drawing.js")} [report] What draws the reviews, which comes with them.
 * @property {import("./desk.js").Desk["exactness"]} [exactness]
 * @property {readonly (import("./skill.js").Skill | null)[]} [skills] How well each player plays, as far as it is known.
 * @property {{text: string, link: string} | null} written The game that is over, to be taken along.
 */

/** Name the box of an option. @param {Voice} voice @param {Ruleset} ruleset @returns {(option: RankedOption) => string} */
const boxNamer = (voice, ruleset) => ({key}) => {
  const box = ruleset.categories.findIndex(({name}) => key === `score-${name}`);
  return box < 0 ? "" : voice.box(ruleset, box);
};

/** Say the verdict, until somebody goes on with the next dice, and what a machine has just done. @param {Shown} shown @param {Ui} ui @param {Verdict | null} verdict */
export function stripText(shown, ui, verdict) {
  const {voice, ruleset, game, played} = shown;
  const {players} = game.setup;
  const said = [];
  if (verdict !== null && !ui.silent.includes(verdict.player) && !isTouched(game) && ui.selected < 0) {
    const text = verdictText(voice, verdict, boxNamer(voice, ruleset));
    said.push(players.length > 1 ? `${players[verdict.player].name}: ${text}` : text);
  }
  const last_event = game.events[game.at - 1];
  if (last_event?.kind === "write" && players[played.last_player]?.kind === "machine") {
    const dice = played.cards[played.last_player].turns.at(-1)?.throws?.at(-1)?.join(" ") ?? "";
    said.push(voice.say("machine_did", {name: players[played.last_player].name, dice, points: last_event.points, box: voice.box(ruleset, played.last)}));
  }
  return said.join(" ");
}

/** Say what the best options lead to, or why not. @param {Shown} shown @param {readonly RankedOption[]} options @param {Known["outlooks"]} outlooks */
function drawOutlooks({voice, ruleset, game: {setup}, played}, options, outlooks) {
  const note = (/** @type {import("./words.js").TextName} */ name) => `<p class="note">${voice.html(name, {n: MOST_OPEN})}</p>`;
  const told = outlookOf(setup.edition, played.cards[played.player].scores);
  if (told !== "told") return note(`outlook_${told}`);
  const namer = boxNamer(voice, ruleset);
  const are_known = Array.isArray(outlooks);
  const [list, item] = are_known ? ["ol", "li"] : ["div", "p"];
  const lines = options.slice(0, 2).map((one, place) => {
    const said = (/** @type {Pick<import("../endings/outlook.js").Outlook, "bonus" | "low" | "high" | "is_rough">} */ {bonus, low, high, is_rough}) => voice.html("outlook_said", {
      option: capital(optionWords(voice, one, namer(one))), bonus: whole(100 * bonus, is_rough), low: whole(low, is_rough), high,
    });
    // The room of the longest words is there from the beginning: nothing moves when they come.
    const room = said({bonus: 1, low: 888, high: 888, is_rough: true});
    return `<${item} data-room="${room}"><span>${are_known ? said(outlooks[place]) : place > 0 ? "" : voice.html("outlook_coming")}</span></${item}>`;
  });
  return `<${list} class="outlooks">${lines.join("")}</${list}>`;
}

/** @param {Shown} shown @param {Ui} ui @param {Known} known */
function paintPanel(shown, {panel, silent}, {options, outlooks}) {
  const {voice, ruleset, game: {setup}, played} = shown;
  if (panel === null) return "";
  if (panel.kind === "menu") return drawMenu(shown, silent);
  if (panel.kind === "sheet") return drawPanel(voice, voice.say("all_cards"), drawSheet(voice, ruleset, setup.players, played));
  if (panel.kind === "options") {
    const inside = options === null ? `<p class="note">${voice.html("waiting")}</p>` : drawOptions(voice, options, boxNamer(voice, ruleset)) + drawOutlooks(shown, options, outlooks);
    return drawPanel(voice, voice.say("options"), inside);
  }
  if (panel.kind === "export") return drawPanel(voice, voice.say("take_along"), drawWritten(voice, panel) + button("save", voice.html("save_games")));
  const {name} = setup.players[panel.player];
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
  const {voice, ruleset, game: {setup}, played} = shown;
  const sheet = drawSheet(voice, ruleset, setup.players, played);
  return {...NOTHING, problem: escaped(ui.problem), panel: paintPanel(shown, ui, known), paper: drawPaper(voice, ruleset, shown.game.setup, played), lobby: drawEnd(shown, drawTold(shown, ui, known, sheet))};
}

/** Draw what is told of a game that is over, and all cards under it. @param {Shown} shown @param {Ui} ui @param {Known} known @param {string} sheet */
function drawTold(shown, ui, {reviews, report, written, skills, exactness = "none"}, sheet) {
  if (reviews === null || report === undefined) return `<p class="note">${shown.voice.html("waiting")}</p>${sheet}`;
  const told = reviews.map((review, player) => report.drawReview(shown, player, review, ui.tried, skills?.[player] ?? null));
  const exact = reviews.length === 0 ? "" : report.drawExactness(shown.voice, exactness);
  return told.join("") + exact + sheet + (written === null ? "" : drawWritten(shown.voice, written));
}

/**
 * Draw the lobby.
 * @param {Voice} voice @param {Setup} form @param {Ui} ui @param {Game | null} running @param {Ruleset} ruleset
 * @param {import("./room.js").Room | null} room @returns {Painted}
 */
export function paintLobby(voice, form, ui, running, ruleset, room) {
  const played = running === null || running.events.length === 0 ? null : playedOf(running, ruleset);
  // Without a game an empty card of the one that is chosen.
  const chosen = setupOf(form, (n) => voice.say("player", {n}), () => "");
  const setup = (played && running?.setup) ?? chosen;
  const rules = played === null ? rulesFor(form.edition) : ruleset;
  const paper = drawPaper(voice, rules, setup, played ?? newTable(setup, rules));
  if (ui.view === "practice" && room !== null) return {...NOTHING, paper, problem: escaped(ui.problem), lobby: room.drawPractice()};
  const scores = played === null ? "" : scoresText(setup, played, ruleset);
  return {...NOTHING, paper, problem: escaped(ui.problem), lobby: drawLobby(voice, form, scores, ui.twice), side: room?.drawGames() ?? ""};
}

/** Draw a game. @param {Shown} shown @param {Ui} ui @param {Known} known @returns {Painted} */
export function paintGame(shown, ui, known) {
  const {voice, ruleset, game: {setup}, played} = shown;
  if (played.player < 0) return paintEnd(shown, ui, known);
  const player = setup.players[played.player];
  const can_peek = player.kind === "peek" || player.kind === "coach";
  return {
    problem: escaped(ui.problem),
    lobby: "",
    place: drawPlace(shown),
    dice: drawDice(shown),
    panel: paintPanel(shown, ui, known),
    action: drawAction(shown),
    card: drawCard(shown),
    strip: escaped(stripText(shown, ui, known.verdict) || (known.is_coming ? voice.say("waiting") : standing(shown))),
    tools: drawTools(voice, {peek: can_peek ? played.cards[played.player].peeks : null}),
    paper: drawPaper(voice, ruleset, setup, played),
    side: setup.players.length > 1 ? drawSheet(voice, ruleset, setup.players, played) : "",
  };
}
