/**
 * Draw the advisor: the dice and their controls, the answer, the scorecard. Regions are drawn separately, so that only
 * changed ones are replaced. No side effects.
 */
import {possiblePoints, totalsOfScores} from "../game/tables.js";
import {scorecard} from "../parts/scorecard.js";
import {countFilled, countMissing, EDITIONS, isOver, mostExtraYahtzees, mostRerolls, nextDie, offersOf} from "./position.js";
import {dieButton} from "../parts/dice.js";
import {escaped} from "../words/text.js";
import {LANGUAGES} from "../words/voice.js";
import {optionText, outlookList, rankedOptions} from "../parts/ranked.js";

/** @import {Ruleset} from "../game/rules/scandinavian.js" @import {Position} from "./position.js" @import {Voice} from "../words/voice.js" */
/** @import {Sentence} from "../words/text.js" */

// A number with buttons to change it by one; its styles are in `static/css/yatzy/parts/stepper.css`.

/**
 * Draw the stepper; at an end of the range, a button is disabled.
 * @param {Voice} voice
 * @param {"rerolls" | "extra"} key Presses are "KEY-less" and "KEY-more".
 * @param {number} count @param {number} most
 * @param {string} text Shown for the number.
 */
function stepper(voice, key, count, most, text) {
  const [less, more] = key === "extra" ? [voice.t`One extra Yahtzee less`, voice.t`One extra Yahtzee more`] : [voice.t`One throw less`, voice.t`One throw more`];
  const button = (/** @type {"less" | "more"} */ way, /** @type {string} */ label, /** @type {boolean} */ is_end) =>
    `<button type="button" class="button" data-press="${key}-${way}" aria-label="${label}" aria-disabled="${is_end}">${way === "less" ? "−" : "+"}</button>`;
  return `<span class="stepper">${button("less", less, count === 0)}<output>${text}</output>${button("more", more, count === most)}</span>`;
}

// The scorecard: every box is a select field of its possible points, or offers the points of the dice.

/**
 * Draw the scorecard; every box is a select field, and open boxes offer the points of a complete roll.
 * @param {Shown} shown
 */
export function drawCard({voice, ruleset, position, latest = -1, beside}) {
  const {scores, n_extra_yahtzees} = position;
  const offers = countMissing(position) === 0 ? offersOf(ruleset, position) : [];
  return scorecard({
    ruleset,
    scores,
    n_extra_yahtzees,
    hide_caption: true,
    voice,
    row: (category) => (category === latest ? "latest" : ""),
    cell: (category) => `<span class="box"><span class="box-offers">${beside?.(category) ?? ""}${drawOffer(voice, ruleset, category, offers[category])}</span>${drawChoice(voice, ruleset, category, scores[category])}</span>`,
    extra_cell: drawExtra(voice, ruleset, position),
  });
}

/** @param {Voice} voice @param {Ruleset} ruleset @param {number} category @param {import("../game/rules/jokers.js").Entry | null | undefined} entry */
function drawOffer(voice, ruleset, category, entry) {
  if (!entry) return "";
  const {points, on_top} = entry;
  const box = voice.box(ruleset, category);
  const label = on_top > 0 ? voice.t`Score ${points} in ${box} and ${on_top} on top` : voice.t`Score ${points} in ${box}`;
  return `<button type="button" class="offer${points === 0 ? " nothing" : ""}" data-press="score-${ruleset.categories[category].name}" aria-label="${label}">${points}</button>`;
}

/**
 * Draw the stepper of the extra Yahtzees, if their box has points.
 * @param {Voice} voice @param {Ruleset} ruleset @param {Position} position
 */
function drawExtra(voice, ruleset, {scores, n_extra_yahtzees}) {
  const most = mostExtraYahtzees(ruleset, scores);
  const {on_top} = totalsOfScores(ruleset, scores, n_extra_yahtzees);
  return `<span class="box">${most > 0 ? stepper(voice, "extra", n_extra_yahtzees, most, String(on_top)) : on_top}</span>`;
}

/** @param {Voice} voice @param {Ruleset} ruleset @param {number} category @param {number | null} written */
function drawChoice(voice, ruleset, category, written) {
  const {name} = ruleset.categories[category];
  const choices = possiblePoints(ruleset, category).map(
    (points) => `<option value="${points}"${points === written ? " selected" : ""}>${points}</option>`,
  );
  return `<select data-category="${name}" data-entry="points-${name}" aria-label="${voice.t`Points in ${voice.box(ruleset, category)}`}"><option value="">–</option>${choices.join("")}</select>`;
}

/**
 *
 * @typedef {object} Shown State of the advisor for drawing.
 * @property {Voice} voice
 * @property {import("./position.js").Edition} edition
 * @property {Ruleset} ruleset
 * @property {Position} position
 * @property {number} selected Die whose face is being chosen; -1 for none.
 * @property {Answer} answer
 * @property {number} [latest] Category written last, -1 for none.
 * @property {(category: number) => string} [beside] Draws the par sheet beside a box, if it is shown.
 *
 * @typedef {{kind: "waiting"} | {kind: "failed", error: unknown} | {kind: "over", average: number | null}
 *   | {kind: "open", value: number} | {kind: "fetching", names: readonly string[], bytes: number}
 *   | {kind: "options", options: readonly import("../parts/ranked.js").RankedOption[]}} Answer
 *   The answer to a position: "open" while dice are missing, "options" when all are entered; "fetching" while parts of the
 *   table are being fetched.
 *
 * @typedef {{kind: "none"} | {kind: "example"} | {kind: "resumed"} | {kind: "linked", has_own: boolean, problem: Sentence | null}} Greeting
 *   The notice at the beginning of a visit: for the example, the unfinished game, or a link. `has_own`: undo returns to the
 *   own game; `problem`: why the link is invalid.
 */

const N_FACES = 6;

/** Return the label of a die. @param {Voice} voice @param {number} die */
const ordinal = (voice, die) => voice.t`first second third fourth fifth sixth`.split(" ")[die];

/** Return the dice of this throw as typed text. @param {Position} position */
export const thrownText = ({dice, kept}) => dice.slice(kept).filter((face) => face > 0).join("");

/** Draw the turn and throw of the position. @param {Shown} shown */
export function drawPlace({voice, ruleset, position}) {
  if (isOver(position)) return `<b>${voice.t`The game is over`}</b>`;
  const place = `<b>${voice.t`Turn ${countFilled(position.scores) + 1}`}</b> ${voice.t`of ${ruleset.categories.length}`}`;
  if (ruleset.saves_throws) return `<span>${place}</span>`; // The number of throws made is unknown, and does not matter.
  return `<span>${place},</span> <span>${voice.t`throw ${ruleset.n_throws - position.rerolls} of ${ruleset.n_throws}`}</span>`;
}

/** Draw the static texts: labels, and the selection of the game. @param {Shown} shown */
export function drawLabels({voice, edition}) {
  const options = EDITIONS.map(({name, title}) => `<option value="${name}"${name === edition.name ? " selected" : ""}>${voice.tell({form: title, gaps: []})}</option>`);
  return {
    game: `<span>${voice.t`Game`}</span> <select data-game data-entry="game">${options.join("")}</select>`,
    new: voice.t`New game`,
    undo: voice.t`Undo`,
    typed: voice.t`Type the dice`,
  };
}

/** Draw the dice and, while one of them is empty or selected, the face keys. @param {Shown} shown */
export function drawDice({voice, position, selected}) {
  if (isOver(position)) return "";
  const target = selected >= 0 ? selected : nextDie(position);
  const dice = position.dice.map((face, die) => {
    const nth = ordinal(voice, die);
    const shown = die < position.kept ? voice.t`${nth} die showing ${face}, kept` : voice.t`${nth} die showing ${face}`;
    const label = face === 0 ? voice.t`${nth} die, empty` : shown;
    const attributes = `data-face="${face}"${die === target ? ` aria-current="true"` : ""}`;
    return dieButton({face, kept: die < position.kept, label, press: `die-${die}`, attributes});
  });
  return `<div class="dice-row" role="group" aria-label="${voice.t`Dice`}">${dice.join("")}</div>${drawTray(voice, target)}`;
}

/** Draw the button that throws the missing dice, for readers without dice. @param {Shown} shown */
export function drawThrow({voice, position}) {
  const missing = countMissing(position);
  if (missing === 0 || isOver(position)) return "";
  const label = missing === position.dice.length ? voice.t`Throw the dice for me` : voice.t`Throw ${voice.t`no one two three four five six`.split(" ")[missing]} for me`;
  return `<button type="button" class="button" data-press="throw">${label}</button>`;
}

/** @param {Voice} voice @param {number} target Die that the face keys change; -1 for none. */
function drawTray(voice, target) {
  if (target < 0) return `<p class="advisor-hint soft beside">${voice.t`Tap a die to change it.`}</p>`;
  const faces = Array.from({length: N_FACES}, (_, index) =>
    dieButton({face: index + 1, label: String(index + 1), press: `face-${index + 1}`}),
  );
  return `<div class="tray" role="group" aria-label="${voice.t`Face of the ${ordinal(voice, target)} die`}">${faces.join("")}</div>`;
}

/** Draw the number of rerolls as a choice, or as a stepper if there can be many. @param {Shown} shown */
export function drawRerolls({voice, ruleset, position}) {
  if (ruleset.saves_throws) {
    const most = mostRerolls(ruleset, position.scores);
    const count = stepper(voice, "rerolls", position.rerolls, most, String(position.rerolls));
    return `<fieldset class="rerolls"><legend>${voice.t`Throws left`}</legend>${count}</fieldset>`;
  }
  const counts = Array.from({length: ruleset.n_throws}, (_, index) => ruleset.n_throws - 1 - index);
  const radios = counts.map((count) => {
    const chosen = count === position.rerolls ? " checked" : "";
    return `<label><input type="radio" name="advisor-rerolls" value="${count}" data-press="rerolls-${count}"${chosen}><span>${count}</span></label>`;
  });
  return `<fieldset class="rerolls"><legend>${voice.t`Rerolls left`}</legend>${radios.join("")}</fieldset>`;
}

/** Draw the value of the position, and its options if the dice are complete. @param {Shown} shown */
export function drawAnswer({voice, ruleset, position, answer}) {
  if (answer.kind === "waiting") {
    return `<div class="advisor-words grid-layout soft"><p>${voice.t`The values of all positions are on their way. Enter dice and scores meanwhile; the answer appears as soon as they are here.`}</p></div>`;
  }
  if (answer.kind === "fetching") {
    const kilobytes = Math.max(1, Math.round(answer.bytes / 1000));
    return `<div class="advisor-words grid-layout soft"><p>${voice.t`The part of the table for this position is being fetched (${kilobytes} KB).`}</p></div>`;
  }
  if (answer.kind === "failed") {
    return `<div class="advisor-words grid-layout soft failed"><p>${escaped(voice.fault(answer.error))}</p><button type="button" class="button" data-press="retry">${voice.t`Try again`}</button></div>`;
  }
  if (answer.kind === "over") return drawEnd(voice, ruleset, position, answer.average);
  if (answer.kind === "open") {
    return headline(voice, answer.value, openPhrase(voice, ruleset, position)) + `<p class="advisor-words grid-layout soft">${voice.t`Show the dice: tap faces, press the digits, or type them. When all are there, every option stands here, best first.`}</p>`;
  }
  const best = answer.options[0];
  const list = rankedOptions({options: answer.options, n_dice: ruleset.n_dice, label: voice.t`Options, best first`, pressable: true, voice});
  return headline(voice, best.value, voice.t`expected final score`) + list;
}

/**
 * Draw the final scores after the best options.
 * @param {Shown} shown @param {readonly import("../endings/outlook.js").Outlook[] | null} outlooks Empty while they are computed.
 */
export function drawOutlooks({voice, ruleset, answer}, outlooks) {
  if (answer.kind !== "options" || outlooks === null) return "";
  return outlookList(answer.options, outlooks, (option, {bonus, low, high}) => (
    voice.t`${optionText(option, ruleset.n_dice, voice)}: the bonus comes in ${bonus} of 100 games; eight of ten end between ${low} and ${high}.`));
}

/** @param {Voice} voice @param {Ruleset} ruleset @param {Position} position */
function openPhrase(voice, {n_throws}, {dice, kept, scores, rerolls}) {
  if (kept > 0) return voice.t`expected final score, holding ${dice.slice(0, kept).join("\u00a0")}`;
  if (rerolls < n_throws - 1) return voice.t`expected final score before this throw of all dice`;
  return countFilled(scores) === 0 ? voice.t`expected final score of a new game, played perfectly` : voice.t`expected final score before the throw, played perfectly from here`;
}

/** @param {Voice} voice @param {number} value @param {string} phrase */
function headline(voice, value, phrase) {
  return `<p class="advisor-now soft wraps"><b data-value="${value.toFixed(4)}">${voice.points(value)}</b> <span>${phrase}</span></p>`;
}

/** @param {Voice} voice @param {Ruleset} ruleset @param {Position} position @param {number | null} average Expected final score of a new game. */
function drawEnd(voice, ruleset, {scores, n_extra_yahtzees}, average) {
  const {total} = totalsOfScores(ruleset, scores, n_extra_yahtzees);
  const compared = average === null ? "" : ` ${voice.t`Perfect play averages ${voice.points(average)}.`}`;
  return `<p class="advisor-now soft wraps"><b data-value="${total}">${total}</b> <span>${voice.t`final score.`}${compared}</span></p>`;
}

/** Draw the notice at the beginning of a visit. @param {Voice} voice @param {Greeting} greeting */
export function drawNotice(voice, greeting) {
  const link = (/** @type {string} */ press, /** @type {string} */ label) => `<button type="button" class="link" data-press="${press}">${label}</button>`;
  const anew = link("new", voice.t`start a new game`);
  if (greeting.kind === "example") {
    return `<p>${voice.t`An example, from a real game.`} <span class="with-script">${voice.t`Change anything in it, or ${anew}.`}</span></p>`;
  }
  if (greeting.kind === "resumed") return `<p>${voice.t`Your game, as you left it. Go on, or ${anew}.`}</p>`;
  if (greeting.kind === "none") return "";
  const problem = greeting.problem === null ? "" : `<p class="problem" role="alert">${escaped(voice.tell(greeting.problem))}</p>`;
  if (!greeting.has_own) return problem;
  return `${problem}<p>${voice.t`You followed a link. You can also ${link("undo", voice.t`go on with your own game`)}.`}</p>`;
}

/** Draw the toggle of the par sheet, which exists for the essay's game only. @param {Shown} shown */
export function drawSheet({voice, edition, beside}) {
  if (edition !== EDITIONS[0]) return "";
  return `<button type="button" class="button" data-press="pars" aria-pressed="${beside !== undefined}">${voice.t`Par sheet`}</button> ${beside ? voice.t`Beside each open box its par, and what this throw brings over it, with what it does to the bonus. Who writes, writes the most.` : ""}`;
}

/** Draw the language selection. @param {Voice} voice */
export function drawLanguages(voice) {
  const options = Object.entries(LANGUAGES).map(([tag, name]) => `<option value="${tag}" lang="${tag}"${tag === voice.tag ? " selected" : ""}>${name}</option>`);
  return `<label class="advisor-game grid-layout"><span>${voice.t`Language`}</span> <select data-entry="lang">${options.join("")}</select></label>`;
}

/** Draw the whole advisor. @param {Shown} shown */
export function drawAdvisor(shown) {
  const {voice} = shown;
  const labels = drawLabels(shown);
  const notice = drawNotice(voice, {kind: shown.answer.kind === "options" ? "example" : "none"});
  return `<div class="advisor${isOver(shown.position) ? " over" : ""}">
<div class="advisor-games"><label class="advisor-game grid-layout" data-region="game">${labels.game}</label><button type="button" class="button" data-press="new" data-region="new">${labels.new}</button></div>
<div class="advisor-hand grid-layout">
<p class="advisor-place soft" data-region="place">${drawPlace(shown)}</p>
<button type="button" class="button advisor-undo soft" data-press="undo" data-region="undo">${labels.undo}</button>
<div class="advisor-roll grid-layout" data-region="dice">${drawDice(shown)}</div>
<div class="advisor-entry wraps"><label class="typed"><span data-region="typed">${labels.typed}</span><input type="text" inputmode="numeric" autocomplete="off" autocapitalize="off" spellcheck="false" data-field="dice" data-entry="dice" aria-describedby="advisor-problem" value="${thrownText(shown.position)}"></label>
<div data-region="rerolls">${drawRerolls(shown)}</div>
<div class="advisor-throw" data-region="throw">${drawThrow(shown)}</div></div>
<p class="problem" id="advisor-problem" role="alert" data-region="problem"></p>
</div>
<div class="advisor-notice grid-layout soft" data-region="notice">${notice}</div>
<div class="advisor-answer grid-layout"><div data-region="answer">${drawAnswer(shown)}</div><div data-region="outlooks"></div></div>
<div class="advisor-card"><div data-region="card">${drawCard(shown)}</div><div class="advisor-sheet grid-layout soft" data-region="sheet">${drawSheet(shown)}</div><div data-region="languages"></div></div>
</div>`;
}
