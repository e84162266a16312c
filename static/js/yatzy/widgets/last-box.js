/**
 * One box left: keep dice and see, point by point, what the throws to come are worth. The first answer is a guess.
 */
import {enterDigits, every, find, onPress, repaint} from "site_builder/kit";
import {bestHand, judge, meansOfBoxes, meansOfChoices, outlook, solveBox} from "../solving/last-box.js";
import {drawBars, drawChoices, drawDice, drawRerolls, drawStrip, nameOfKeep, verdictOf, wordsOfHand} from "../solving/last-box-drawing.js";
import {throwDice, tumble} from "../parts/throwing.js";
import {layOutGame} from "../game/tables.js";
import {scandinavian} from "../game/rules/scandinavian.js";

/**
 * @typedef {import("../solving/last-box.js").Box} Box
 * @typedef {import("../solving/last-box.js").Hand} Hand
 * @typedef {import("../game/tables.js").Game} Game
 * @typedef {Hand & {category: number, guess: number | null}} Moment `guess`: dice kept in the first answer, if there is one.
 */

/** Opening moment: Chance is open, two rerolls are left, and nothing is kept yet. */
const OPENING = "chance.24456.2.0";
/** Regions that are drawings. */
const DRAWN = ["bars", "strip"];

/** What all boxes are worth; point by point when one is first asked for. @param {Game} game */
function boxes(game) {
  /** @type {Map<number, Box>} */
  const solved = new Map();
  const means = meansOfBoxes(game);
  const boxOf = (/** @type {number} */ category) => {
    const box = solved.get(category) ?? solveBox(game, category);
    solved.set(category, box);
    return box;
  };
  return {boxOf, means};
}

/** @typedef {ReturnType<typeof boxes>} Boxes */

/** Write a moment for a link: "chance.24456.2.0", and after "~" the first answer. @param {Moment} moment */
function textOf({category, dice, rerolls, kept, guess}) {
  const text = [scandinavian.categories[category].name, dice.join(""), rerolls, kept].join(".");
  return guess === null ? text : `${text}~${guess}`;
}

/** @param {string | null} text @returns {Moment | null} */
function momentOf(text) {
  const match = /^([a-z_]+)\.([1-6]{5})\.([0-2])\.(\d{1,2})(?:~(\d{1,2}))?$/.exec(text ?? "");
  const category = match ? scandinavian.categories.findIndex(({name}) => name === match[1]) : -1;
  const guess = match?.[5] === undefined ? null : Number(match[5]);
  if (match === null || category === -1 || Math.max(Number(match[4]), guess ?? 0) > 31) return null;
  return {category, dice: Array.from(match[2], Number), rerolls: Number(match[3]), kept: Number(match[4]), guess};
}

/**
 * What each region of the figure shows.
 * @param {Game} game
 * @param {Boxes} boxes_of_game
 * @param {Moment} moment
 */
function draw(game, {boxOf, means}, moment) {
  const {category, rerolls} = moment;
  const box = boxOf(category);
  const leads = outlook(game.lattice, box, moment);
  const best = outlook(game.lattice, box, bestHand(game.lattice, box, moment)).mean;
  return {
    dice: drawDice(moment),
    rerolls: drawRerolls(rerolls),
    verdict: moment.guess === null ? "" : verdictOfGuess(game, boxOf, moment.guess),
    words: wordsOfHand(moment, leads, best, scandinavian.categories[category].title),
    bars: drawBars(box, leads),
    strip: drawStrip(meansOfChoices(game.lattice, box, moment), leads.mean),
    choices: drawChoices(scandinavian, means.map((of_box) => of_box[rerolls]), category),
  };
}

/** Judge the first answer to the opening question. @param {Game} game @param {Boxes["boxOf"]} boxOf @param {number} kept */
function verdictOfGuess({lattice}, boxOf, kept) {
  const hand = {.../** @type {Moment} */ (momentOf(OPENING)), kept};
  return verdictOf(hand, judge(lattice, boxOf(hand.category), hand));
}

/**
 * Draw the figure at its opening moment. What `asks` comes first; what `tells` is covered until there is an answer.
 * @param {{moment?: string}} state `moment`: box, dice, rerolls and kept dice, "chance.24456.2.0".
 */
export function view({moment}) {
  const game = layOutGame(scandinavian);
  const drawn = draw(game, boxes(game), /** @type {Moment} */ (momentOf(moment ?? OPENING) ?? momentOf(OPENING)));
  return `<div class="last-box${moment === undefined ? " guessing" : ""}">
<p class="box-question asks">Only Chance is open, and you may throw twice more. <b>Which dice stay?</b></p>
<div class="box-table">
<div class="box-dice" role="group" aria-label="Dice on the table; press those to keep">${drawn.dice}</div>
<p class="box-controls asks"><button type="button" class="button box-keep" data-press="guess">Throw all five</button>
<button type="button" class="button" data-press="skip">Just show me</button></p>
<p class="box-controls with-script tells"><button type="button" class="button box-throw" data-press="throw">Throw the rest</button>
<button type="button" class="button" data-press="best">Show the best keep</button></p>
<div class="box-rerolls tells" role="group" aria-label="Rerolls left">${drawn.rerolls}</div>
<div class="box-strip tells"><p>All your choices, by their mean</p><svg aria-hidden="true">${drawn.strip}</svg></div>
</div>
<div class="box-result">
<p class="box-verdict tells">${drawn.verdict}</p>
<p class="box-words tells">${drawn.words}</p>
<div class="box-bars"><svg aria-hidden="true">${drawn.bars}</svg><p class="box-cover asks" aria-hidden="true">?</p></div>
<p class="box-axis" aria-hidden="true">points written in the end</p>
</div>
<div class="box-all tells"><p class="box-head">The box that is left, and its mean before the first throw</p>
<div class="box-choices" role="group" aria-label="The box that is left">${drawn.choices}</div></div>
</div>`;
}

/**
 * Let the reader keep, throw, and choose the box.
 * @param {HTMLElement} element
 * @param {Record<string, never>} _data
 * @param {import("../../engine/widget").Context} context
 */
export function mount(element, _data, context) {
  return new LastBox(element, context);
}

class LastBox {
  #stop = new AbortController();
  #element;
  #context;
  #game = layOutGame(scandinavian);
  #boxes = boxes(this.#game);
  #opening;
  /** @type {Moment} */
  #now;
  /** Whether the first answer is still to come; all that tells is covered. */
  #asks = false;

  /** @param {HTMLElement} element @param {import("../../engine/widget").Context} context */
  constructor(element, context) {
    this.#element = element;
    this.#context = context;
    this.#opening = /** @type {Moment} */ (momentOf(String(context.state.moment ?? OPENING)));
    const linked = momentOf(context.readState());
    this.#now = linked ?? this.#opening;
    this.#asks = linked === null;
    this.#boxes.boxOf(this.#now.category); // Solved before the first press asks for it.
    onPress(element, (key) => this.press(key), this.#stop.signal);
    enterDigits(find(element, ".box-dice"), 6, (die, face) => {
      this.#asks = false;
      const dice = this.#now.dice.map((old, index) => (index === die ? face(old) : old));
      this.#go({...this.#now, dice});
      this.#tell();
    }, this.#stop.signal);
    this.#show();
  }

  #show() {
    const drawn = Object.entries(draw(this.#game, this.#boxes, this.#now));
    for (const [name, markup] of drawn) repaint(find(this.#element, DRAWN.includes(name) ? `.box-${name} svg` : `.box-${name}`), markup);
    const rest = find(this.#element, ".box-throw");
    rest.textContent = this.#isOver() ? "Next roll" : "Throw the rest";
    find(this.#element, ".last-box").classList.toggle("guessing", this.#asks);
    find(this.#element, ".box-keep").textContent = nameOfKeep(this.#now);
  }

  /** Nothing is left to throw. */
  #isOver() {
    return this.#now.rerolls === 0 || this.#now.kept === 2 ** this.#now.dice.length - 1;
  }

  /** @param {Moment} next */
  #go(next) {
    this.#now = next;
    this.#show();
    this.#context.writeState(textOf(next));
  }

  #tell() {
    const heard = this.#asks ? nameOfKeep(this.#now) : find(this.#element, ".box-words").textContent ?? "";
    this.#context.announce(heard);
  }

  /** Take the first answer: it stands, and is judged. */
  #guess() {
    const now = this.#now;
    this.#go({...now, guess: now.kept});
    this.#context.record("keep", judge(this.#game.lattice, this.#boxes.boxOf(now.category), now).points);
    find(this.#element, ".box-throw").focus({preventScroll: true}); // The button that had the focus is gone.
    this.#context.announce(find(this.#element, ".box-verdict").textContent ?? "");
  }

  /** Press "keep-0", "guess", "skip", "throw", "best", "rerolls-1" or "box-13". @param {string} key */
  press(key) {
    const [part, number] = [key.split("-")[0], Number(key.split("-")[1])];
    const now = this.#now;
    const answers = this.#asks && part === "guess";
    this.#asks &&= part === "keep"; // Whoever looks elsewhere has seen the answer.
    if (answers) return this.#guess();
    if (part === "skip") this.#show();
    if (part === "throw") this.#throw();
    if (part === "keep" && now.rerolls > 0) this.#go({...now, kept: now.kept ^ (1 << number)});
    if (part === "best") this.#go({...now, ...bestHand(this.#game.lattice, this.#boxes.boxOf(now.category), now)});
    if (part === "rerolls") this.#go({...now, rerolls: number});
    if (part === "box") this.#go({...now, category: number});
    this.#tell();
  }

  /** Throw the dice that are not kept; after the last throw, all of them for a new turn. */
  #throw() {
    const {dice, kept, rerolls} = this.#now;
    const is_new = this.#isOver();
    const thrown = throwDice(dice.length);
    const held = is_new ? 0 : kept;
    const next = dice.map((face, die) => (held & (1 << die) ? face : thrown[die]));
    this.#go({...this.#now, dice: next, kept: held, rerolls: is_new ? scandinavian.n_throws - 1 : rerolls - 1});
    if (!this.#context.reducedMotion) tumble(every(this.#element, ".box-dice .die").filter((_, die) => !(held & (1 << die))));
  }

  reset() {
    this.#asks = true;
    this.#go(this.#opening);
    this.#context.writeState(null);
  }

  destroy() {
    this.#stop.abort();
  }
}
