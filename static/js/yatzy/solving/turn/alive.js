/**
 * The figure of one turn while it lives: what the reader does, and what is repainted then.
 */
import {findKeep} from "../../game/lattice.js";
import {openTable} from "./table.js";
import {enterDigits, find, onPress, overNodes, plain, Player, scrub} from "site_builder/kit";
import {PRESETS, switchFilled, totalsOf, withTotal} from "./card.js";
import {boundsOf} from "./colours.js";
import {endOf, LAST_STEP, PHASES, solveInSweeps} from "./frames.js";
import {holds, momentOfText, OPENING, textOfMoment} from "./moment.js";
import {turnPainter} from "./painter.js";
import {layOutColumns, placeBeside} from "./places.js";
import {readingOf} from "./reading.js";
import {stepForEar} from "./track.js";

/** @import {Moment} from "./moment.js" @import {Card} from "./card.js" @import {Place} from "./places.js" */

/**
 * @typedef {(filled: number, upper_total: number) => number} ValueOf
 *
 * @typedef {object} Prepared
 * @property {import("../../game/tables.js").Game} game
 * @property {readonly Place[]} places The fan.
 * @property {ValueOf} valueOf Values after the first turn of a game.
 * @property {(dice: readonly number[]) => string} drawDice
 */

/** Milliseconds from one step to the next while playing, and at the end of a sweep. */
const BEAT = 600;
const PAUSE = 1500;

export class TurnSolver {
  #stop = new AbortController();
  #element;
  #context;
  #prepared;
  #game;
  #opening;
  #paint;
  #player;
  #hands;
  #tell;
  #table;
  /** What is shown is worth; null before the first card was solved. @type {{card: Card, sweeps: import("./frames.js").Sweeps, bounds: number[]}} */
  #solved;
  /** @type {Moment} */
  #now;
  /** The roll's dice as they lie. @type {readonly number[]} */
  #dice;

  /** @param {HTMLElement} element @param {import("../../../engine/widget").Context} context @param {Prepared} prepared */
  constructor(element, context, prepared) {
    this.#element = element;
    this.#context = context;
    this.#prepared = prepared;
    this.#game = prepared.game;
    const opening = String(context.state.moment ?? OPENING);
    this.#opening = /** @type {Moment} */ (momentOfText(this.#game, opening));
    this.#solved = this.#solve(this.#opening.card, prepared.valueOf);
    this.#table = openTable(context, this.#game);
    this.#now = this.#opening;
    this.#dice = this.#game.lattice.dice_of_keep[this.#now.roll];
    this.#paint = turnPainter(element, prepared);
    this.#hands = [this.#followFan(), this.#followColumns()];
    this.#tell = this.#scrub();
    this.#player = new Player(element, () => this.#beat(), (playing) => this.#label(playing ? "Pause" : "Play"));
    if (context.reducedMotion) this.#label("Next step");
    this.#listen();
    const linked = momentOfText(this.#game, context.readState());
    if (linked) this.#go(linked, false);
  }

  #listen() {
    const {signal} = this.#stop;
    onPress(this.#element, (key) => this.press(key), signal);
    enterDigits(find(this.#element, ".turn-dice"), 6, (die, face) => this.#turnDie(die, face), signal);
    const range = /** @type {HTMLInputElement} */ (find(this.#element, ".turn-total input"));
    range.addEventListener("input", () => this.press(`total=${range.value}`), {signal});
  }

  /** @param {string} words */
  #label(words) {
    find(this.#element, ".turn-toggle").textContent = words;
  }

  /** @param {Card} card @param {ValueOf} valueOf */
  #solve(card, valueOf) {
    const sweeps = solveInSweeps(this.#game, valueOf, card);
    return {card, sweeps, bounds: boundsOf(sweeps.value_of_phase)};
  }

  #followFan() {
    return this.#follow(".turn-rings", () => this.#prepared.places, {
      ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "outward", ArrowDown: "inward",
    }, false);
  }

  #followColumns() {
    return this.#follow(".turn-columns", () => layOutColumns(this.#game.lattice, this.#now.roll), {
      ArrowUp: "previous", ArrowDown: "next", ArrowRight: "outward", ArrowLeft: "inward",
    }, true);
  }

  /**
   * @param {string} name @param {() => readonly Place[]} places
   * @param {Readonly<Record<string, "previous" | "next" | "inward" | "outward">>} ways Where arrow keys lead.
   * @param {boolean} isLarge
   */
  #follow(name, places, ways, isLarge) {
    const element = find(this.#element, name);
    return overNodes({
      element, places, isLarge,
      svg: /** @type {SVGSVGElement} */ (/** @type {unknown} */ (find(element, "svg"))),
      label: "Keeps of the turn. Arrow keys move the reticle from keep to keep.",
      beside: (from, key, stride) => (key in ways ? placeBeside(places(), from, ways[key], stride) : null),
      read: () => places().find(({keep}) => keep === this.#now.keep) ?? places()[places().length - 1],
      look: ({keep}) => this.#show({...this.#now, keep}),
      leave: () => this.#show(this.#now),
      move: ({keep}, byKey) => this.#look(keep, byKey),
    });
  }

  #scrub() {
    return scrub({
      element: find(this.#element, ".turn-track"),
      label: "Step of the sweeps",
      stride: 5,
      read: () => ({now: this.#now.step, last: LAST_STEP, words: stepForEar(this.#now.step)}),
      stepAt: (share) => Math.round(share * LAST_STEP),
      seek: (step) => this.#seek(step),
    }, this.#stop.signal);
  }

  #beat() {
    const step = Math.min(LAST_STEP, this.#now.step + 1);
    this.#go({...this.#now, step}, false);
    if (step === LAST_STEP) this.#player.playing = false;
    return PHASES.some((_, phase) => endOf(phase) === step) ? PAUSE : BEAT;
  }

  /** Go to a step by hand, and stay there. @param {number} step */
  #seek(step) {
    this.#player.playing = false;
    this.#go({...this.#now, step: Math.max(0, Math.min(LAST_STEP, step))}, true);
  }

  /** Look at a keep; a full roll comes onto the table. @param {number} keep @param {boolean} spoken */
  #look(keep, spoken) {
    const roll = keep >= this.#game.lattice.first_roll ? keep : this.#now.roll;
    this.#go({...this.#now, keep, roll}, true);
    if (!spoken) return;
    const {title, words} = readingOf(this.#shown(this.#now), this.#game);
    const dice = this.#game.lattice.dice_of_keep[keep].join(" ");
    this.#context.announce(plain(`${title.startsWith("Nothing") ? title : `Keep ${dice}`}. ${words}`));
  }

  /** @param {number} die @param {(old: number) => number} face */
  #turnDie(die, face) {
    this.#dice = this.#dice.map((old, index) => (index === die ? face(old) : old));
    const roll = findKeep(this.#game.lattice, this.#dice);
    const keep = holds(this.#game, roll, this.#now.keep) ? this.#now.keep : roll;
    this.#go({...this.#now, roll, keep}, true);
    this.#context.announce(`The roll is ${this.#game.lattice.dice_of_keep[roll].join(" ")}.`);
  }

  /** @param {Card} card */
  #deal(card) {
    this.#player.playing = false;
    this.#go({...this.#now, card}, true);
  }

  /**
   * Go to a moment; where the values of its card are not here yet, they are fetched, and the old picture stays.
   * @param {Moment} next
   * @param {boolean} written Whether the page's address follows.
   */
  #go(next, written) {
    this.#now = next;
    const {lattice} = this.#game;
    if (findKeep(lattice, this.#dice) !== next.roll) this.#dice = lattice.dice_of_keep[next.roll];
    if (written) this.#context.writeState(textOfMoment(this.#game, next));
    const {filled, upper_total} = next.card;
    const {card} = this.#solved;
    if (card.filled !== filled || card.upper_total !== upper_total) this.#solveCard(next.card);
    this.#show(next);
    this.#tell();
    for (const hand of this.#hands) hand.place();
  }

  /** @param {Card} card */
  #solveCard(card) {
    const {filled, upper_total} = this.#opening.card;
    const is_opening = card.filled === filled && card.upper_total === upper_total;
    const valueOf = is_opening ? this.#prepared.valueOf : this.#table.valueOf();
    if (valueOf) this.#solved = this.#solve(card, valueOf);
    else this.#table.load(() => this.#go(this.#now, false), () => this.#deal(this.#opening.card));
  }

  /** @param {Moment} moment */
  #shown(moment) {
    const {sweeps, bounds} = this.#solved;
    return {...moment, lattice: this.#game.lattice, places: this.#prepared.places, sweeps, bounds};
  }

  /** @param {Moment} moment */
  #show(moment) {
    const {filled, upper_total} = this.#solved.card;
    const waiting = moment.card.filled !== filled || moment.card.upper_total !== upper_total;
    this.#paint(this.#shown(moment), {card: moment.card, dice: this.#dice, waiting});
  }

  /** Press "play", "back", "on", "die-0", "box-3", "card-1", or "total=5": the place of an upper total. @param {string} key */
  press(key) {
    const [part, number] = [key.split(/[-=]/)[0], Number(key.split(/[-=]/)[1])];
    const {card, step} = this.#now;
    if (part === "die") return this.#turnDie(number, (old) => (old % 6) + 1);
    if (part === "card") return this.#preset(PRESETS[number]);
    if (part === "box") return this.#deal(switchFilled(this.#game, card, number));
    if (part === "total") return this.#deal(withTotal(this.#game, card, totalsOf(this.#game, card.filled)[number]));
    if (part === "play" && !this.#context.reducedMotion) return this.#play();
    this.#seek(part === "back" ? step - 1 : step === LAST_STEP && part === "play" ? 0 : step + 1);
  }

  /** @param {typeof PRESETS[number]} preset */
  #preset({card, roll, keep}) {
    const [on_table, looked] = [roll, keep].map((dice) => findKeep(this.#game.lattice, Array.from(dice, Number)));
    this.#now = {...this.#now, roll: on_table, keep: looked};
    this.#deal(card);
  }

  #play() {
    if (!this.#player.playing && this.#now.step === LAST_STEP) this.#go({...this.#now, step: 0}, false);
    this.#player.playing = !this.#player.playing;
  }

  reset() {
    this.#player.playing = false;
    this.#go(this.#opening, false);
    this.#context.writeState(null);
  }

  destroy() {
    this.#stop.abort();
    this.#player.stop();
    for (const hand of this.#hands) hand.destroy();
  }
}
