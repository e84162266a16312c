/**
 * The outlook of options: the chance of the bonus, and the interval that contains eight of ten final scores. What stored
 * curves do not answer is computed by following all games under perfect play; results for cards are cached. For games
 * without jokers and saved throws.
 */
import {countBits} from "../game/rules/jokers.js";
import {totalsOfScores, upperTotalsOf} from "../game/tables.js";
import {unfold} from "../game/values/table.js";
import {findKeep, meanSweep} from "../game/turn.js";

/**
 * @import {Game} from "../game/tables.js" @import {ValueOf} from "../game/turn.js" @import {Position} from "../advisor/position.js"
 * @import {RankedOption} from "../parts/ranked.js"
 */

// Stored score distributions: exact for cards with few filled boxes, approximate for all others. All curves are mixtures of
// the same shapes. Cards with few filled boxes have weights of their own; for the others, weights are sums of a few products
// of a factor of the upper half and a factor of the set of lower boxes. The same holds for the chance of the bonus.

/** @typedef {(ways: readonly Pick<Way, "chance" | "points" | "state">[], shares: readonly number[]) => {bonus: number, ends: number[]}} Curves */

const [MEAN_UNITS, SHAPE_UNITS, CHANCE_UNITS, STEP] = [2 ** 15, 2 ** 16, 10_000, 1e-4];
/** Upper bound of the points of a game. */
const MOST_POINTS = 512;

/** Decode numbers of 16 bits. @param {ArrayBuffer} bytes All high bytes, then all low bytes. */
function decoded(bytes) {
  const [upper, lower] = [new Uint8Array(bytes, 0, bytes.byteLength >> 1), new Uint8Array(bytes, bytes.byteLength >> 1)];
  const numbers = new Int16Array(lower.length);
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = unfold(lower[at], upper[at]);
  return numbers;
}

/** List the cards with few filled boxes, in the order of the file. @param {Game} game @param {number} n_filled Maximum number. */
function earlyCards({ruleset: {categories, threshold}, states}, n_filled) {
  const filled = Array.from({length: 2 ** categories.length}, (_, set) => set).filter((set) => countBits(set) > 0 && countBits(set) <= n_filled);
  filled.sort((a, b) => countBits(a) - countBits(b) || a - b);
  return filled.flatMap((set) => upperTotalsOf(states, set).map((total) => set * (threshold + 1) + total));
}

/** Number the upper halves: all totals from which the bonus is out of reach share one. @param {Game} game */
function upperRows({ruleset: {categories, n_dice, threshold}, states: {totals_of_set}}) {
  const row_of_pair = new Int16Array(totals_of_set.length * (threshold + 1));
  let n_rows = 0;
  const first_live = totals_of_set.map((totals, set) => {
    const live = categories.reduce((rest, {face}, box) => (face > 0 && !(set & (1 << box)) ? rest - face * n_dice : rest), threshold);
    totals.forEach((total, rank) => {
      if (rank === 0 || total >= live) n_rows += 1;
      row_of_pair[set * (threshold + 1) + total] = n_rows - 1;
    });
    return live;
  });
  return {n_rows, row_of_pair, first_live};
}

/** @param {boolean} is_other */
function check(is_other) {
  if (is_other) throw new Error("Where games end belongs to another version of this page.");
}

/**
 * Read the stored curves. The result computes, for a mixture of cards, the chance of the bonus and quantiles of the points
 * still to come.
 * @param {Game} game @param {ValueOf} valueOf
 * @param {ArrayBuffer} early The file of cards with few filled boxes, inflated. @param {ArrayBuffer} rough That of all.
 * @param {() => Promise<void>} breathe Pauses, so that the page stays responsive.
 * @returns {Promise<Curves>} Rejects for a file of another game.
 */
export async function readCurves(game, valueOf, early, rough, breathe) {
  const {ruleset: {threshold}, states: {n_upper, n_lower_sets}} = game;
  const known = decoded(early);
  const [n_filled, rank, reach, n_cards] = known;
  const cards = earlyCards(game, n_filled);
  const [width, bonuses] = [2 * reach, 4 + (rank + 1) * 2 * reach];
  check(cards.length !== n_cards || known.length !== bonuses + (rank + 1) * n_cards);
  const place_of_card = new Map(cards.map((card, place) => [card, place]));
  const mean = Float64Array.from(known.subarray(4, 4 + width), (number) => number / MEAN_UNITS);
  const shapes = Float64Array.from(known.subarray(4 + width, bonuses), (number) => number / SHAPE_UNITS);
  await breathe();

  const {n_rows, row_of_pair, first_live} = upperRows(game);
  const numbers = decoded(rough);
  const [n_shapes, n_products, n_rows_there, n_columns, units] = numbers;
  const first = 5 + 2 * n_products;
  check(n_rows !== n_rows_there || n_columns !== n_lower_sets || numbers.length !== first + n_products * (n_rows + n_columns));
  const [rows, columns] = [new Float32Array(n_rows * n_products), new Float32Array(n_columns * n_products)];
  for (let product = 0; product < n_products; product += 1) {
    let sum = 0;
    for (let row = 0; row < n_rows; row += 1) rows[row * n_products + product] = sum += numbers[first + product * n_rows + row];
    const scale = 1 / units / numbers[5 + n_products + product];
    for (let at = 0; at < n_columns; at += 1) columns[at * n_products + product] = scale * numbers[first + n_products * n_rows + product * n_columns + at];
  }

  /**
   * Add the weights of a card; returns its chance of the bonus.
   * @param {number} state @param {number} filled @param {number} total @param {number} chance @param {Float64Array} amounts
   */
  function add(state, filled, total, chance, amounts) {
    const place = place_of_card.get(state);
    if (place !== undefined) {
      for (let shape = 0; shape < rank; shape += 1) amounts[shape] += chance * STEP * known[bonuses + (shape + 1) * n_cards + place];
      return known[bonuses + place] / CHANCE_UNITS;
    }
    const set = filled & (2 ** n_upper - 1);
    const [row, column] = [row_of_pair[set * (threshold + 1) + total] * n_products, (filled >> n_upper) * n_products];
    let likely = 0;
    for (let at = 0; at < n_products; at += 1) {
      const amount = rows[row + at] * columns[column + at];
      if (numbers[5 + at] === n_shapes) likely += amount;
      else amounts[numbers[5 + at]] += chance * amount;
    }
    return total === threshold ? 1 : total < first_live[set] ? 0 : Math.min(1, Math.max(0, likely));
  }

  return (ways, shares) => {
    /** Weights of the shapes and their probability, by the centre of the curves. @type {Map<number, Float64Array>} */
    const mixed = new Map();
    let bonus = 0;
    for (const {chance, points, state} of ways) {
      const [filled, total] = [Math.floor(state / (threshold + 1)), state % (threshold + 1)];
      const middle = points + Math.round(valueOf(filled, total, 0));
      const amounts = mixed.get(middle) ?? new Float64Array(rank + 1);
      mixed.set(middle, amounts);
      bonus += chance * add(state, filled, total, chance, amounts);
      amounts[rank] += chance;
    }
    const sumAt = (/** @type {number} */ points) => {
      let sum = 0;
      for (const [middle, amounts] of mixed) {
        const at = points - middle + reach;
        if (at < 0) continue;
        sum += amounts[rank] * (at < width ? mean[at] : 1);
        for (let shape = 0; at < width && shape < rank; shape += 1) sum += amounts[shape] * shapes[shape * width + at];
      }
      return sum;
    };
    const ends = shares.map((share) => {
      let [below, end] = [-1, MOST_POINTS];
      while (end - below > 1) {
        const middle = (below + end) >> 1;
        if (sumAt(middle) >= share) end = middle;
        else below = middle;
      }
      return end;
    });
    return {bonus, ends};
  };
}

// Turns planned and played by perfect play, with the distribution of their outcomes.

/**
 * @typedef {object} Ending Distribution of the rest of a game.
 * @property {number} bonus Chance of the bonus.
 * @property {number} from Minimum of the points still to come.
 * @property {Float32Array} chances Probabilities of this number, one more, and so on.
 *
 * @typedef {{action: "keep" | "score", dice: readonly number[], category: number}} Option
 * @typedef {{chance: number, points: number, state: number, ending: Ending}} Way An outcome of a turn: points, the state after
 *   it (the set of filled boxes times the number of upper totals, plus the upper total), and the distribution of the rest.
 */

const N_FACES = 6;
/** @type {Ending} */
const UNKNOWN = {bonus: NaN, from: 0, chances: new Float32Array()};

class Course {
  /** @param {Game} game @param {ValueOf} valueOf */
  constructor(game, valueOf) {
    this.game = game;
    this.valueOf = valueOf;
    const {ruleset: {categories, n_throws, threshold}, lattice: {n_keeps, n_rolls}, points_of_roll} = game;
    this.width = threshold + 1;
    /** The possible outcomes of a turn: a box with points. @type {{box: number, points: number}[]} */
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
    // The plan: the outcome of a roll that is scored, and the keep for 1, 2, ... rerolls left.
    this.end = new Int16Array(n_rolls);
    this.choices = Array.from({length: n_throws - 1}, () => new Int16Array(n_rolls));
    this.written = new Float64Array(n_rolls);
    this.values = new Float64Array(n_keeps);
    this.best = new Int16Array(n_keeps);
    this.itself = Int16Array.from({length: n_keeps}, (_, keep) => keep);
    this.now = new Float64Array(n_rolls);
    this.kept = new Float64Array(n_keeps);
  }

  /** Return the upper total after an outcome. @param {number} upper_total @param {number} end */
  upperAfter(upper_total, end) {
    const {categories, threshold} = this.game.ruleset;
    const {box, points} = this.ends[end];
    return categories[box].face > 0 ? Math.min(upper_total + points, threshold) : upper_total;
  }

  /** Return the state after an outcome. @param {number} state @param {number} end */
  stateAfter(state, end) {
    const [filled, upper_total] = [Math.floor(state / this.width), state % this.width];
    return (filled | (1 << this.ends[end].box)) * this.width + this.upperAfter(upper_total, end);
  }

  /** Compute the values of all outcomes in a box. @param {number} filled @param {number} upper_total @param {number} box */
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

  /** Find the best keep of each roll, which is the roll itself if it is scored. @param {Int16Array} choice */
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

  /** Throw the missing dice of each keep: turns probabilities of keeps into those of rolls. */
  #throwRest() {
    const {kept, now, game: {lattice: {first_roll, extensions_of_keep}}} = this;
    for (let keep = 0; keep < first_roll; keep += 1) {
      const chance = kept[keep] / N_FACES;
      if (chance === 0) continue;
      for (let at = keep * N_FACES; at < (keep + 1) * N_FACES; at += 1) kept[extensions_of_keep[at]] += chance;
    }
    now.set(kept.subarray(first_roll));
  }

  /** Play the planned turn: turns probabilities of rolls into those of outcomes. @param {Float64Array} rolls @param {number} rerolls */
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

  /** Start a turn with an option. @param {number} state @param {Position} position @param {Option} option */
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

  /** List the outcomes of the turn that was played. @param {number} state Before it. @returns {Way[]} */
  ways(state) {
    const found = [];
    for (let end = 0; end < this.ends.length; end += 1) {
      const chance = this.chance_of_end[end];
      if (chance > 0) found.push({chance, points: this.ends[end].points, state: this.stateAfter(state, end), ending: UNKNOWN});
    }
    return found;
  }

  /** Return the ending of a full card; null for others. @param {number} state @returns {Ending | null} */
  atEnd(state) {
    const {ruleset: {categories, threshold, bonus}} = this.game;
    if (Math.floor(state / this.width) !== 2 ** categories.length - 1) return null;
    const is_earned = state % this.width === threshold;
    return {bonus: Number(is_earned), from: is_earned ? bonus : 0, chances: Float32Array.of(1)};
  }
}

/**
 * @typedef {object} Outlook
 * @property {number} bonus Chance of the bonus.
 * @property {number} low First decile of the final score.
 * @property {number} high Ninth decile.
 * @property {boolean} [is_rough] An approximation from stored curves, before the games are followed.
 */

/** Number of options with an outlook. */
const N_OUTLOOKS = 2;
/** Milliseconds between pauses. */
const BREATH_MS = 8;
const [LOW, HIGH] = [0.1, 0.9];
/** Probability below which points are cut off at both ends, and the resulting tolerance of sums. */
const [RARE, ROUNDING] = [1e-9, 1e-6];
/** Range of filled boxes in which stored curves are approximate; below it they are exact, above it games are followed. */
const [FIRST_ROUGH, LAST_ROUGH] = [3, 7];
/** Cards with at least this probability are played for another turn before an approximation. */
const LIKELY = 0.006;
/** Maximum number of cached endings; a player with twelve open boxes needs fewer. */
const MOST_CACHED = 100_000;

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

/** Distributions of the rest of games, with a cache. */
export class Futures {
  /** @type {Map<number, Ending>} */
  #known = new Map();
  #course;

  /** @param {Game} game @param {ValueOf} valueOf @param {Curves | null} [curves] Stored curves. */
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
   * Return the outlooks of options from stored curves; null if there are none, or if following the games is as fast.
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
   * Compute the outlooks of the best options.
   * @param {Position} position @param {readonly RankedOption[]} options @param {() => Promise<void>} breathe As above.
   * @param {(outlooks: Outlook[]) => void} [tell] Receives an approximation first; without it, an approximation may be the result.
   */
  async lookAhead(position, options, breathe, tell) {
    const {categories} = this.#course.game.ruleset;
    const followed = options.slice(0, N_OUTLOOKS).map(({action, dice, key}) => (
      {action, dice, category: categories.findIndex(({name}) => key === `score-${name}`)}));
    const glance = await this.glance(position, followed, breathe);
    if (glance !== null && (tell === undefined || !glance.some(({is_rough}) => is_rough))) return glance;
    if (glance !== null) tell?.(glance);
    return this.ask(position, followed, breathe);
  }

  /**
   * Compute the outlooks of options by following all games.
   * @param {Position} position @param {readonly Option[]} options @param {() => Promise<void>} breathe @returns {Promise<Outlook[]>}
   */
  async ask(position, options, breathe) {
    const {written} = totalsOfScores(this.#course.game.ruleset, position.scores);
    return (await this.endings(position, options, breathe)).map((ending) => sumUp(ending, written));
  }

  /**
   * Return the endings after options.
   * @param {Position} position All dice must be entered. @param {readonly Option[]} options
   * @param {() => Promise<void>} breathe Pauses, so that the page stays responsive.
   * @returns {Promise<Ending[]>}
   */
  async endings(position, options, breathe) {
    if (this.#known.size > MOST_CACHED) this.#known.clear();
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

  /**
   * Follow outcomes to the end of all games; yields at points where the page may react.
   * @param {readonly Way[]} ways @returns {Generator<void, void>}
   */
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
 * Load the stored curves and return a `Futures`.
 * @param {Game} game @param {ValueOf} valueOf
 * @param {import("../advisor/values.js").FetchFile | null} file Null for rules without stored curves.
 */
export async function openFutures(game, valueOf, file) {
  if (file === null) return new Futures(game, valueOf);
  const [early, rough] = await Promise.all(["early-endings", "rough-endings"].map((name) => file(name)));
  return new Futures(game, valueOf, await readCurves(game, valueOf, early, rough, () => new Promise((resolve) => setTimeout(resolve))));
}
