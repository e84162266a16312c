/** Turns of a game, planned as perfect play does, and played: where each can end, and how likely. */

import {findKeep, meanSweep} from "../game/lattice.js";

/** @import {Game} from "../game/tables.js" */
/** @import {ValueOf} from "../game/turn.js" */
/** @import {Position} from "../advisor/position.js" */

/**
 * @typedef {object} Ending How the rest of a game can end.
 * @property {number} bonus Chance of the bonus.
 * @property {number} from The fewest points that can still come.
 * @property {Float32Array} chances How likely these are, one more, and so on.
 *
 * @typedef {{action: "keep" | "score", dice: readonly number[], category: number}} Option
 * @typedef {{chance: number, points: number, state: number, ending: Ending}} Way A way that a turn can end: points, the
 *   state after it (the set of filled boxes times the number of upper totals, and the upper total), and how that ends.
 */

const N_FACES = 6;
/** @type {Ending} */
const UNKNOWN = {bonus: NaN, from: 0, chances: new Float32Array()};

export class Course {
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

  /** List how the turn that was played can end. @param {number} state Before it. @returns {Way[]} */
  ways(state) {
    const found = [];
    for (let end = 0; end < this.ends.length; end += 1) {
      const chance = this.chance_of_end[end];
      if (chance > 0) found.push({chance, points: this.ends[end].points, state: this.stateAfter(state, end), ending: UNKNOWN});
    }
    return found;
  }

  /** How a full card ends; null for others. @param {number} state @returns {Ending | null} */
  atEnd(state) {
    const {ruleset: {categories, threshold, bonus}} = this.game;
    if (Math.floor(state / this.width) !== 2 ** categories.length - 1) return null;
    const is_earned = state % this.width === threshold;
    return {bonus: Number(is_earned), from: is_earned ? bonus : 0, chances: Float32Array.of(1)};
  }
}
