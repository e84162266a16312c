/**
 * What options lead to, followed forward through every game that perfect play can still make of them: the chance of the
 * bonus, and where eight of ten games end. For games without jokers and saved throws.
 *
 * Tens of thousands of cards can come, so a turn is planned once for all options, with room that is used again.
 */

import {findKeep, meanSweep} from "../game/lattice.js";
import {totalsOfScores} from "../game/tables.js";

/** @import {Game} from "../game/tables.js" */
/** @import {ValueOf} from "../game/turn.js" */
/** @import {Position} from "../advisor/position.js" */
/** @import {Early} from "./early.js" */

/**
 * @typedef {object} Outlook
 * @property {number} bonus Chance of the bonus.
 * @property {{low: number, high: number, mean: number}} [range] A tenth of the games ends at the low score or below,
 *   nine tenths at the high one or below; unknown where games were not followed to their ends.
 *
 * @typedef {{action: "keep" | "score", dice: readonly number[], category: number}} Option
 *
 * @typedef {{chances: Float64Array, from: number, to: number}} Gained Chances of the points gained so far, none of them
 *   zero only between two numbers.
 * @typedef {(Gained | undefined)[]} Strands One for each option.
 * @typedef {Map<number, Strands>} Layer By state: the set of filled boxes, and the upper total.
 */

const N_FACES = 6;
/** The page breathes so often. */
const BREATH_MS = 8;
const [LOW, HIGH] = [0.1, 0.9];

/** Turns of a game, planned as perfect play does, and played. */
class Course {
  /** @param {Game} game @param {ValueOf} valueOf */
  constructor(game, valueOf) {
    this.game = game;
    this.valueOf = valueOf;
    const {ruleset: {categories, n_throws, threshold}, lattice: {n_keeps, n_rolls}, points_of_roll} = game;
    this.width = threshold + 1;
    /** The ways a turn can end: a box with points. @type {{box: number, points: number}[]} */
    this.ends = [];
    this.end_of_roll = new Int16Array(categories.length * n_rolls);
    this.first_end = categories.map((_, box) => {
      const first = this.ends.length;
      const known = new Map();
      for (let roll = 0; roll < n_rolls; roll += 1) {
        const points = points_of_roll[roll * categories.length + box];
        if (!known.has(points)) known.set(points, this.ends.push({box, points}) - 1);
        this.end_of_roll[box * n_rolls + roll] = known.get(points);
      }
      return first;
    });
    this.first_end.push(this.ends.length);
    this.value_of_end = new Float64Array(this.ends.length);
    this.chance_of_end = new Float64Array(this.ends.length);
    // The plan: what a whole roll is written as, and for 1, 2, ... rerolls in hand the keep.
    this.end = new Int16Array(n_rolls);
    this.choices = Array.from({length: n_throws - 1}, () => new Int16Array(n_rolls));
    this.written = new Float64Array(n_rolls);
    this.values = new Float64Array(n_keeps);
    this.best = new Int16Array(n_keeps);
    this.itself = Int16Array.from({length: n_keeps}, (_, keep) => keep);
    this.now = new Float64Array(n_rolls);
    this.kept = new Float64Array(n_keeps);
  }

  /** The upper total after a turn has ended. @param {number} upper_total @param {number} end */
  upperAfter(upper_total, end) {
    const {categories, threshold} = this.game.ruleset;
    const {box, points} = this.ends[end];
    return categories[box].face > 0 ? Math.min(upper_total + points, threshold) : upper_total;
  }

  /** The state after a turn has ended. @param {number} state @param {number} end */
  stateAfter(state, end) {
    const [filled, upper_total] = [Math.floor(state / this.width), state % this.width];
    return (filled | (1 << this.ends[end].box)) * this.width + this.upperAfter(upper_total, end);
  }

  /** Value every way that a turn can end with a box. @param {number} filled @param {number} upper_total @param {number} box */
  #valueEnds(filled, upper_total, box) {
    const is_upper = this.game.ruleset.categories[box].face > 0;
    const below = is_upper ? 0 : this.valueOf(filled | (1 << box), upper_total, 0);
    for (let end = this.first_end[box]; end < this.first_end[box + 1]; end += 1) {
      const later = is_upper ? this.valueOf(filled | (1 << box), this.upperAfter(upper_total, end), 0) : below;
      this.value_of_end[end] = this.ends[end].points + later;
    }
  }

  /** Plan a turn. @param {number} state @param {number} n_rerolls */
  plan(state, n_rerolls) {
    const {written, end, values, end_of_roll, value_of_end, game: {ruleset, lattice}} = this;
    const {n_rolls, first_roll} = lattice;
    const [filled, upper_total] = [Math.floor(state / this.width), state % this.width];
    written.fill(-Infinity);
    for (let box = 0; box < ruleset.categories.length; box += 1) {
      if (filled & (1 << box)) continue;
      this.#valueEnds(filled, upper_total, box);
      for (let roll = 0; roll < n_rolls; roll += 1) {
        const way = end_of_roll[box * n_rolls + roll];
        if (value_of_end[way] > written[roll]) [written[roll], end[roll]] = [value_of_end[way], way];
      }
    }
    values.set(written, first_roll);
    for (let rerolls = 1; rerolls <= n_rerolls; rerolls += 1) {
      meanSweep(lattice, values);
      values.set(written, first_roll);
      this.#chooseKeeps(this.choices[rerolls - 1]);
    }
  }

  /** Find the best keep of each roll, which is the roll itself where it is written. @param {Int16Array} choice */
  #chooseKeeps(choice) {
    const {values, best, game: {lattice: {n_keeps, first_roll, start_of_subkeeps, subkeeps}}} = this;
    best.set(this.itself);
    for (let keep = 1; keep < n_keeps; keep += 1) {
      for (let at = start_of_subkeeps[keep]; at < start_of_subkeeps[keep + 1]; at += 1) {
        const fewer = subkeeps[at];
        if (values[fewer] <= values[keep]) continue;
        values[keep] = values[fewer];
        best[keep] = best[fewer];
      }
    }
    choice.set(best.subarray(first_roll));
  }

  /** Throw the dice that each keep lacks: chances of keeps become those of rolls. */
  #throwRest() {
    const {kept, now, game: {lattice: {first_roll, extensions_of_keep}}} = this;
    for (let keep = 0; keep < first_roll; keep += 1) {
      const chance = kept[keep] / N_FACES;
      if (chance === 0) continue;
      for (let at = keep * N_FACES; at < (keep + 1) * N_FACES; at += 1) kept[extensions_of_keep[at]] += chance;
    }
    now.set(kept.subarray(first_roll));
  }

  /** Play the planned turn on from chances of rolls to those of its ends. @param {Float64Array} rolls @param {number} rerolls */
  play(rolls, rerolls) {
    const {now, kept, end, choices, chance_of_end, game: {lattice: {n_rolls, first_roll}}} = this;
    chance_of_end.fill(0);
    if (rolls !== now) now.set(rolls);
    for (let left = rerolls; left > 0; left -= 1) {
      const choice = choices[left - 1];
      kept.fill(0);
      for (let roll = 0; roll < n_rolls; roll += 1) {
        if (choice[roll] >= first_roll) chance_of_end[end[roll]] += now[roll];
        else kept[choice[roll]] += now[roll];
      }
      this.#throwRest();
    }
    for (let roll = 0; roll < n_rolls; roll += 1) chance_of_end[end[roll]] += now[roll];
  }

  /** Begin a turn with an option. @param {number} state @param {Position} position @param {Option} option */
  begin(state, {rerolls}, {action, dice, category}) {
    const {lattice, lattice: {first_roll, n_rolls}} = this.game;
    const keep = findKeep(lattice, dice);
    if (action === "score") {
      this.chance_of_end.fill(0);
      this.chance_of_end[this.end_of_roll[category * n_rolls + keep - first_roll]] = 1;
      return;
    }
    this.plan(state, rerolls);
    this.kept.fill(0);
    this.kept[keep] = 1;
    this.#throwRest();
    this.play(this.now, rerolls - 1);
  }
}

/** Chances of points, whose room is used again. */
class Room {
  /** @type {Gained[]} */
  #free = [];

  /** @param {number} length */
  constructor(length) {
    this.length = length;
  }

  /** Chances that are all zero. @returns {Gained} */
  empty() {
    return this.#free.pop() ?? {chances: new Float64Array(this.length), from: this.length, to: 0};
  }

  /** Give chances back. @param {Gained} gained */
  free(gained) {
    gained.chances.fill(0, gained.from, gained.to);
    [gained.from, gained.to] = [this.length, 0];
    this.#free.push(gained);
  }

  /**
   * Let the ways that a turn can end move chances on into the next layer.
   * @param {Layer} next @param {Course} course @param {number} state @param {number} strand @param {Gained} before
   */
  move(next, course, state, strand, before) {
    const {chance_of_end, ends} = course;
    for (let end = 0; end < ends.length; end += 1) {
      const chance = chance_of_end[end];
      if (chance === 0) continue;
      const after = course.stateAfter(state, end);
      let strands = next.get(after);
      if (strands === undefined) next.set(after, strands = []);
      add(strands[strand] ??= this.empty(), before, ends[end].points, chance);
    }
  }
}

/** Add chances, so many points on. @param {Gained} after @param {Gained} before @param {number} points @param {number} chance */
function add(after, {chances, from, to}, points, chance) {
  for (let score = from; score < to; score += 1) after.chances[score + points] += chances[score] * chance;
  after.from = Math.min(after.from, from + points);
  after.to = Math.max(after.to, to + points);
}

/** Sum up the games that have ended. @param {Course} course @param {Layer} layer @param {number} strand @param {number} written Points of the card before. @returns {Outlook} */
function sumUp({game: {ruleset: {threshold, bonus}}, width}, layer, strand, written) {
  const gained = [...layer].flatMap(([state, strands]) => (strands[strand] === undefined ? [] : [{earned: state % width === threshold ? bonus : 0, ...strands[strand]}]));
  const chances = new Float64Array(Math.max(...gained.map(({to, earned}) => written + to + earned)));
  let with_bonus = 0;
  for (const {earned, chances: of_points, from, to} of gained) {
    for (let points = from; points < to; points += 1) {
      if (earned > 0) with_bonus += of_points[points];
      chances[written + points + earned] += of_points[points];
    }
  }
  let below = 0;
  const shares = chances.map((chance) => (below += chance));
  const scoreAt = (/** @type {number} */ share) => shares.findIndex((sum) => sum >= share - 1e-9);
  const mean = chances.reduce((sum, chance, score) => sum + chance * score, 0);
  return {bonus: with_bonus, range: {low: scoreAt(LOW), high: scoreAt(HIGH), mean}};
}

/** Sum up games that have come to cards of which the chance of the bonus is known. @param {Early} early @param {Layer} layer @param {number} strand @returns {Outlook} */
function sumUpEarly({chances: chance_of_state}, layer, strand) {
  let bonus = 0;
  for (const [state, strands] of layer) {
    const {chances, from, to} = strands[strand] ?? {chances: [], from: 0, to: 0};
    for (let points = from; points < to; points += 1) bonus += chances[points] * (chance_of_state.get(state) ?? NaN);
  }
  return {bonus};
}

/**
 * Follow options to the ends of all games that can come of them, or to cards of which the chance of the bonus is known.
 * @param {Game} game @param {ValueOf} valueOf @param {Position} position Its dice all entered.
 * @param {readonly Option[]} options @param {() => Promise<void>} breathe Lets the page live. @param {Early | null} [early]
 * @returns {Promise<Outlook[]>}
 */
export async function lookAhead(game, valueOf, position, options, breathe, early = null) {
  const {ruleset: {categories, n_throws}, lattice: {prob_of_roll}} = game;
  const course = new Course(game, valueOf);
  const room = new Room(1 + categories.reduce((most, _, box) => most + Math.max(...course.ends.slice(course.first_end[box], course.first_end[box + 1]).map(({points}) => points)), 0));
  const {filled, upper_total, written} = totalsOfScores(game.ruleset, position.scores);
  /** @type {Layer} */
  let layer = new Map();
  options.forEach((option, strand) => {
    const nothing = room.empty();
    [nothing.chances[0], nothing.from, nothing.to] = [1, 0, 1];
    course.begin(filled * course.width + upper_total, position, option);
    room.move(layer, course, filled * course.width + upper_total, strand, nothing);
  });
  let breathed = performance.now();
  const n_open = position.scores.filter((points) => points === null).length;
  const n_turns = early === null ? n_open : early.n_filled - (categories.length - n_open);
  for (let turn = 1; turn < n_turns; turn += 1) {
    /** @type {Layer} */
    const next = new Map();
    for (const [state, strands] of layer) {
      course.plan(state, n_throws - 1);
      course.play(prob_of_roll, n_throws - 1);
      strands.forEach((before, strand) => {
        if (before === undefined) return;
        room.move(next, course, state, strand, before);
        room.free(before);
      });
      if (performance.now() - breathed < BREATH_MS) continue;
      await breathe();
      breathed = performance.now();
    }
    layer = next;
  }
  return options.map((_, strand) => (early === null ? sumUp(course, layer, strand, written) : sumUpEarly(early, layer, strand)));
}
