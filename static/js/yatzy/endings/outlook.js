/**
 * What options lead to: the chance of the bonus, and where eight of ten games end. What is not known at once is
 * followed through every game that perfect play can still make of them, and what is found of any card on the way stays
 * known. For games without jokers and saved throws.
 */

import {countBits} from "../game/rules/jokers.js";
import {totalsOfScores} from "../game/tables.js";
import {Course} from "./course.js";
import {readCurves} from "./curves.js";

/** @import {Game} from "../game/tables.js" */
/** @import {ValueOf} from "../game/turn.js" */
/** @import {Position} from "../advisor/position.js" */
/** @import {RankedOption} from "../parts/ranked.js" */
/** @import {Ending, Option, Way} from "./course.js" */

/**
 * @typedef {object} Outlook
 * @property {number} bonus Chance of the bonus.
 * @property {number} low A tenth of the games ends here or below.
 * @property {number} high And nine tenths here or below.
 * @property {boolean} [is_rough] Nearly so: known at once, before the games are followed.
 */

/** The options of which it is told what they lead to. */
const N_TOLD = 2;
/** The page breathes so often. */
const BREATH_MS = 8;
const [LOW, HIGH] = [0.1, 0.9];
/** Less likely points are left out at both ends; sums of chances are off by that. */
const [RARE, ROUNDING] = [1e-9, 1e-6];
/** With so many boxes filled it is nearly known what an option leads to; with fewer to the point, and with more it is followed. */
const [FIRST_ROUGH, LAST_ROUGH] = [3, 7];
/** Cards that a turn leads to as often are played on for another turn even at the first glance. */
const LIKELY = 0.006;
/** Endings that are kept between two questions; those of a player with twelve open boxes are fewer. */
const MOST_KNOWN = 100_000;

/** Mix the endings of ways. @param {readonly Way[]} ways @returns {Ending} */
function mixed(ways) {
  let [least, most, bonus] = [Infinity, 0, 0];
  for (const {chance, points, ending: {from, chances, bonus: of_way}} of ways) {
    least = Math.min(least, points + from);
    most = Math.max(most, points + from + chances.length);
    bonus += of_way * chance;
  }
  const mix = new Float32Array(most - least);
  for (const {chance, points, ending: {from, chances}} of ways) {
    const shift = points + from - least;
    for (let at = 0; at < chances.length; at += 1) mix[at + shift] += chances[at] * chance;
  }
  let [start, stop] = [0, mix.length];
  while (mix[start] < RARE) start += 1;
  while (mix[stop - 1] < RARE) stop -= 1;
  return {bonus, from: least + start, chances: mix.slice(start, stop)};
}

/** @param {Ending} ending @param {number} written Points of the card before. @returns {Outlook} */
function sumUp({bonus, from, chances}, written) {
  let below = 0;
  const shares = Array.from(chances, (chance) => (below += chance));
  const scoreAt = (/** @type {number} */ share) => written + from + shares.findIndex((sum) => sum >= share - ROUNDING);
  return {bonus, low: scoreAt(LOW), high: scoreAt(HIGH)};
}

/** The rest of games, as far as somebody has asked. */
export class Futures {
  /** @type {Map<number, Ending>} */
  #known = new Map();
  #course;

  /** @param {Game} game @param {ValueOf} valueOf @param {import("./curves.js").Curves | null} [curves] What is known at once. */
  constructor(game, valueOf, curves = null) {
    this.#course = new Course(game, valueOf);
    this.curves = curves;
  }

  /** Play one turn from a card. @param {number} state @returns {Way[]} */
  #turn(state) {
    const {n_throws} = this.#course.game.ruleset;
    this.#course.plan(state, n_throws - 1);
    this.#course.play(this.#course.game.lattice.prob_of_roll, n_throws - 1);
    return this.#course.ways(state);
  }

  /**
   * Tell at once what options lead to, or what nearly; null where it is not known, or followed as quickly.
   * @param {Position} position @param {readonly Option[]} options @param {() => Promise<void>} breathe @returns {Promise<Outlook[] | null>}
   */
  async glance(position, options, breathe) {
    const {filled, upper_total, written} = totalsOfScores(this.#course.game.ruleset, position.scores);
    const {curves} = this;
    const n_filled = countBits(filled);
    if (curves === null || n_filled > LAST_ROUGH) return null;
    const is_rough = n_filled >= FIRST_ROUGH;
    const outlooks = [];
    for (const option of options) {
      await breathe();
      this.#course.begin(filled * this.#course.width + upper_total, position, option);
      const ways = this.#course.ways(filled * this.#course.width + upper_total).flatMap((way) => (is_rough && way.chance >= LIKELY
        ? this.#turn(way.state).map((next) => ({...next, chance: way.chance * next.chance, points: way.points + next.points})) : [way]));
      const {bonus, ends: [low, high]} = curves(ways, [LOW - ROUNDING, HIGH - ROUNDING]);
      outlooks.push({bonus, low: written + low, high: written + high, is_rough});
    }
    return outlooks;
  }

  /**
   * Tell what the best options lead to.
   * @param {Position} position @param {readonly RankedOption[]} options @param {() => Promise<void>} breathe Lets the page live.
   * @param {(outlooks: Outlook[]) => void} [tell] What is nearly so, before; who gives none wants nothing more where that is known.
   */
  async lookAhead(position, options, breathe, tell) {
    const {categories} = this.#course.game.ruleset;
    const followed = options.slice(0, N_TOLD).map(({action, dice, key}) => (
      {action, dice, category: categories.findIndex(({name}) => key === `score-${name}`)}));
    const glance = await this.glance(position, followed, breathe);
    if (glance !== null && (tell === undefined || !glance.some(({is_rough}) => is_rough))) return glance;
    if (glance !== null) tell?.(glance);
    return this.ask(position, followed, breathe);
  }

  /**
   * Tell what options lead to.
   * @param {Position} position @param {readonly Option[]} options @param {() => Promise<void>} breathe @returns {Promise<Outlook[]>}
   */
  async ask(position, options, breathe) {
    const {written} = totalsOfScores(this.#course.game.ruleset, position.scores);
    return (await this.endings(position, options, breathe)).map((ending) => sumUp(ending, written));
  }

  /**
   * Tell how games can end after options.
   * @param {Position} position Its dice all entered. @param {readonly Option[]} options
   * @param {() => Promise<void>} breathe Lets the page live.
   * @returns {Promise<Ending[]>}
   */
  async endings(position, options, breathe) {
    if (this.#known.size > MOST_KNOWN) this.#known.clear();
    const {filled, upper_total} = totalsOfScores(this.#course.game.ruleset, position.scores);
    const state = filled * this.#course.width + upper_total;
    const endings = [];
    let breathed = performance.now();
    for (const option of options) {
      this.#course.begin(state, position, option);
      const ways = this.#course.ways(state);
      for (const _ of this.#follow(ways)) {
        if (performance.now() - breathed < BREATH_MS) continue;
        await breathe();
        breathed = performance.now();
      }
      endings.push(mixed(ways));
    }
    return endings;
  }

  /** Follow ways to the ends of all games, resting now and then. @param {readonly Way[]} ways @returns {Generator<void, void>} */
  *#follow(ways) {
    for (const way of ways) {
      const {state} = way;
      let ending = this.#known.get(state) ?? this.#course.atEnd(state);
      if (ending === null) {
        const next = this.#turn(state);
        yield;
        yield* this.#follow(next);
        ending = mixed(next);
      }
      this.#known.set(state, way.ending = ending);
    }
  }
}

/**
 * Open what is known, and be ready to follow what is not.
 * @param {Game} game @param {ValueOf} valueOf
 * @param {import("../advisor/values.js").FetchFile | null} file Null for rules of which there are no files.
 */
export async function openFutures(game, valueOf, file) {
  if (file === null) return new Futures(game, valueOf);
  const [early, rough] = await Promise.all(["early-endings", "rough-endings"].map((name) => file(name)));
  return new Futures(game, valueOf, await readCurves(game, valueOf, early, rough, () => new Promise((resolve) => setTimeout(resolve))));
}
