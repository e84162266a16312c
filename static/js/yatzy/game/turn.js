/**
 * Solve one turn by backward induction: the value of every roll and keep for each number of rerolls left.
 *
 * Without rerolls the value of a roll is that of its best category: points plus the value of the resulting scorecard.
 * Each further reroll adds a mean sweep (value of a keep) and a max sweep (value of a roll: its best keep, or the roll
 * itself). If unused throws are saved, scoring with more of them left has a higher value. All values are expected points
 * still to come, including those of this turn, in float64.
 */
import {entryOf, situationOf} from "./rules/jokers.js";

// The keep lattice: every multiset of 0 to n dice, ordered by size, then lexicographically on its ascending dice. The
// last keeps are the full rolls. Five dice have 462 keeps, 252 of them rolls; a roll's index is its keep's index less
// `first_roll`.

/**
 * @typedef {object} Lattice
 * @property {number} n_dice
 * @property {number} n_keeps
 * @property {number} n_rolls
 * @property {number} first_roll Index of the first keep that has all dice; as many keeps are short of dice.
 * @property {readonly (readonly number[])[]} dice_of_keep Ascending faces of each keep.
 * @property {Int16Array} extensions_of_keep Six keeps with one die more, per short keep: [first_roll x 6].
 * @property {Int16Array} start_of_subkeeps Where the list of a keep starts in `subkeeps`: [n_keeps + 1].
 * @property {Int16Array} subkeeps Keeps with one die less, one per distinct face of the keep.
 * @property {Float64Array} prob_of_roll Chance of each roll when all dice are thrown.
 * @property {ReadonlyMap<string, number>} keep_of_text Index of a keep written as its dice, "55566".
 */

const N_FACES = 6;

/**
 * List the ascending multisets of `size` dice in lexicographic order.
 * @param {number} size
 * @param {number} [lowest] Smallest face allowed.
 * @returns {number[][]}
 */
export function multisets(size, lowest = 1) {
  if (size === 0) return [[]];
  const found = [];
  for (let face = lowest; face <= N_FACES; face += 1) {
    for (const rest of multisets(size - 1, face)) found.push([face, ...rest]);
  }
  return found;
}

/** Write dice as text, ascending: the key of a keep. @param {readonly number[]} dice In any order. */
export const textOfDice = (dice) => [...dice].sort((a, b) => a - b).join("");

/** Count the orders of a multiset of dice. @param {readonly number[]} dice Ascending. */
export function countOrders(dice) {
  let orders = 1;
  let run = 0;
  dice.forEach((die, index) => {
    run = die === dice[index - 1] ? run + 1 : 1;
    orders = (orders * (index + 1)) / run;
  });
  return orders;
}

/**
 * List the keep reached from each short keep by adding one die of each face.
 * @param {readonly number[][]} dice_of_keep @param {number} first_roll @param {ReadonlyMap<string, number>} keep_of_text
 */
function findExtensions(dice_of_keep, first_roll, keep_of_text) {
  const extensions = new Int16Array(first_roll * N_FACES);
  for (let keep = 0; keep < first_roll; keep += 1) {
    for (let face = 1; face <= N_FACES; face += 1) {
      const text = textOfDice([...dice_of_keep[keep], face]);
      extensions[keep * N_FACES + face - 1] = /** @type {number} */ (keep_of_text.get(text));
    }
  }
  return extensions;
}

/**
 * List the keeps reached from each keep by taking one die away.
 * @param {readonly number[][]} dice_of_keep @param {ReadonlyMap<string, number>} keep_of_text
 */
function findSubkeeps(dice_of_keep, keep_of_text) {
  const start_of_subkeeps = new Int16Array(dice_of_keep.length + 1);
  /** @type {number[]} */
  const subkeeps = [];
  dice_of_keep.forEach((dice, keep) => {
    dice.forEach((die, index) => {
      if (die === dice[index - 1]) return;
      const text = dice.filter((_, other) => other !== index).join("");
      subkeeps.push(/** @type {number} */ (keep_of_text.get(text)));
    });
    start_of_subkeeps[keep + 1] = subkeeps.length;
  });
  return {start_of_subkeeps, subkeeps: Int16Array.from(subkeeps)};
}

/** Build the lattice of all keeps of `n_dice` dice. @param {number} n_dice @returns {Lattice} */
export function keepLattice(n_dice) {
  const dice_of_keep = Array.from({length: n_dice + 1}, (_, size) => multisets(size)).flat();
  const keep_of_text = new Map(dice_of_keep.map((dice, keep) => [dice.join(""), keep]));
  const first_roll = dice_of_keep.findIndex((dice) => dice.length === n_dice);
  const rolls = dice_of_keep.slice(first_roll);
  const ways = N_FACES ** n_dice;
  return {
    n_dice,
    n_keeps: dice_of_keep.length,
    n_rolls: rolls.length,
    first_roll,
    dice_of_keep,
    extensions_of_keep: findExtensions(dice_of_keep, first_roll, keep_of_text),
    ...findSubkeeps(dice_of_keep, keep_of_text),
    prob_of_roll: Float64Array.from(rolls, (roll) => countOrders(roll) / ways),
    keep_of_text,
  };
}

/**
 * Return the index of the keep that holds these dice.
 * @param {Lattice} lattice
 * @param {readonly number[]} dice In any order, at most `n_dice`, faces 1 to 6.
 */
export function findKeep(lattice, dice) {
  const keep = lattice.keep_of_text.get(textOfDice(dice));
  if (keep === undefined) {
    throw new RangeError(`${dice.join(" ")} are not at most ${lattice.n_dice} dice that show 1 to ${N_FACES}`);
  }
  return keep;
}

/**
 * List the distinct keeps that a roll allows, the roll itself left out: at least one die is thrown.
 * @param {Lattice} lattice
 * @param {number} roll Index of the roll, 0 to n_rolls - 1.
 * @returns {number[]} Indices of keeps, ascending.
 */
export function keepsOfRoll(lattice, roll) {
  const {start_of_subkeeps, subkeeps, first_roll} = lattice;
  const found = new Set([first_roll + roll]);
  for (const keep of found) {
    for (let entry = start_of_subkeeps[keep]; entry < start_of_subkeeps[keep + 1]; entry += 1) found.add(subkeeps[entry]);
  }
  found.delete(first_roll + roll);
  return [...found].sort((a, b) => a - b);
}

/**
 * Average the six one-die extensions of every short keep, large keeps first, in place.
 * @param {Lattice} lattice
 * @param {Float64Array} value_of_keep In: the rolls' values at the end. Out: every keep's value.
 */
export function meanSweep({extensions_of_keep, first_roll}, value_of_keep) {
  for (let keep = first_roll - 1; keep >= 0; keep -= 1) {
    let total = 0;
    for (let entry = keep * N_FACES; entry < (keep + 1) * N_FACES; entry += 1) {
      total += value_of_keep[extensions_of_keep[entry]];
    }
    value_of_keep[keep] = total / N_FACES;
  }
}

/**
 * Raise every keep to the best value among its sub-keeps and itself, small keeps first, in place.
 * @param {Lattice} lattice @param {Float64Array} value_of_keep
 */
export function maxSweep({start_of_subkeeps, subkeeps, n_keeps}, value_of_keep) {
  for (let keep = 0; keep < n_keeps; keep += 1) {
    let best = value_of_keep[keep];
    for (let entry = start_of_subkeeps[keep]; entry < start_of_subkeeps[keep + 1]; entry += 1) {
      best = Math.max(best, value_of_keep[subkeeps[entry]]);
    }
    value_of_keep[keep] = best;
  }
}

/**
 * @typedef {object} State
 * @property {number} filled Set of filled categories, as bits.
 * @property {number} upper_total
 * @property {number} [extra] What the ruleset adds at the start of a turn, except saved throws: 1 if extra Yahtzees count.
 *
 * @typedef {(filled: number, upper_total: number, extra: number) => number} ValueOf Points still to come from a state.
 *
 * @typedef {(Float64Array | null)[]} Scores Per category: value of scoring each roll there, minus infinity if the rules
 *   forbid it; null if the category is filled, or not next.
 *
 * @typedef {object} Turn
 * @property {number} filled Set of filled categories when the turn begins.
 * @property {number} extra
 * @property {Scores} value_of_score Value of scoring without rerolls left; with any number if throws are not saved.
 * @property {Scores[]} value_of_saving If throws are saved: value of scoring with 1, 2, ... rerolls left.
 * @property {Float64Array[]} value_of_keep Per number of rerolls left before the throw (1, 2, ...; entry 0 is the
 *   value of scoring): value of holding each keep and throwing the rest.
 * @property {number} value Value of the turn before its first throw: the value of the position between turns.
 */

/**
 * @typedef {object} Outcomes Results of scoring each roll in one category.
 * @property {number} category
 * @property {Float64Array} gain Points written; minus infinity if the rules forbid it.
 * @property {Int16Array} upper_total Upper total afterwards.
 * @property {Int8Array} extra Extra afterwards, except saved throws.
 */

/** @param {import("./tables.js").Game} game @param {State} state @param {number} category @returns {Outcomes} */
function outcomesOf({ruleset, lattice, points_of_roll}, state, category) {
  const {upper_total: before, extra: extra_before = 0} = state;
  const situation = situationOf(ruleset, state);
  const is_upper = ruleset.categories[category].face > 0;
  const gain = new Float64Array(lattice.n_rolls).fill(-Infinity);
  const upper_total = new Int16Array(lattice.n_rolls).fill(before);
  const extra = new Int8Array(lattice.n_rolls).fill(extra_before);
  for (let roll = 0; roll < lattice.n_rolls; roll += 1) {
    const points = points_of_roll[roll * ruleset.categories.length + category];
    const entry = entryOf(ruleset, category, lattice.dice_of_keep[lattice.first_roll + roll], situation, points);
    if (entry === null) continue;
    gain[roll] = entry.points + entry.on_top;
    if (is_upper) upper_total[roll] = Math.min(before + entry.points, ruleset.threshold);
    extra[roll] += entry.raises;
  }
  return {category, gain, upper_total, extra};
}

/**
 * Return the value of scoring each roll in each category, with a number of rerolls left.
 * @param {import("./tables.js").Game} game @param {ValueOf} valueOf @param {number} filled @param {(Outcomes | null)[]} outcomes
 * @param {number} rerolls @returns {Scores}
 */
function scoreRolls({ruleset}, valueOf, filled, outcomes, rerolls) {
  return outcomes.map((outcome) => {
    if (outcome === null) return null;
    const {category, gain, upper_total, extra} = outcome;
    const after = filled | (1 << category);
    return gain.map((points, roll) =>
      points < 0 ? points : points + valueOf(after, upper_total[roll], ruleset.saves_throws ? rerolls : extra[roll]));
  });
}

/**
 * Raise the values of the full rolls to those of scoring them, in place.
 * @param {Lattice} lattice @param {Float64Array} value_of_keep @param {Scores} scores
 */
function raiseRolls({n_rolls, first_roll}, value_of_keep, scores) {
  for (const values of scores) {
    if (values === null) continue;
    for (let roll = 0; roll < n_rolls; roll += 1) {
      value_of_keep[first_roll + roll] = Math.max(value_of_keep[first_roll + roll], values[roll]);
    }
  }
}

/**
 * Whether a box may be filled: if boxes are filled in order, only the first open one.
 * @param {import("./rules/scandinavian.js").Ruleset} ruleset @param {number} filled @param {number} category
 */
function mayFill({options}, filled, category) {
  const lower = (1 << category) - 1;
  return !(filled & (1 << category)) && (!options.in_order || (filled & lower) === lower);
}

/**
 * Solve one turn from a scorecard that has at least one open category.
 *
 * Cost: about 10,000 additions and comparisons for five dice and two rerolls.
 * @param {import("./tables.js").Game} game
 * @param {ValueOf} valueOf Points still to come from the states after the turn.
 * @param {State} state
 * @param {number} [n_rerolls] Rerolls after the first throw, saved ones included.
 * @returns {Turn}
 */
export function solveTurn(game, valueOf, state, n_rerolls = game.ruleset.n_throws - 1) {
  const {lattice, ruleset} = game;
  const {filled, extra = 0} = state;
  const outcomes = ruleset.categories.map((_, category) =>
    mayFill(ruleset, filled, category) ? outcomesOf(game, state, category) : null);
  if (outcomes.every((outcome) => outcome === null)) throw new RangeError("the game is over: no category is open");

  const value_of_score = scoreRolls(game, valueOf, filled, outcomes, 0);
  const value_of_saving = [];
  let value_of_keep = new Float64Array(lattice.n_keeps).fill(-Infinity);
  raiseRolls(lattice, value_of_keep, value_of_score);
  const value_by_rerolls = [value_of_keep];
  for (let rerolls = 1; rerolls <= n_rerolls + 1; rerolls += 1) {
    value_of_keep = value_of_keep.slice();
    meanSweep(lattice, value_of_keep);
    value_by_rerolls.push(value_of_keep);
    if (rerolls > n_rerolls) break;
    value_of_keep = value_of_keep.slice();
    maxSweep(lattice, value_of_keep);
    if (!ruleset.saves_throws) continue;
    value_of_saving.push(scoreRolls(game, valueOf, filled, outcomes, rerolls));
    raiseRolls(lattice, value_of_keep, value_of_saving[rerolls - 1]);
  }
  // The first throw of a turn throws all dice: its keep is empty.
  const value = value_by_rerolls[n_rerolls + 1][0];
  return {filled, extra, value_of_score, value_of_saving, value_of_keep: value_by_rerolls, value};
}

/** Return the values of scoring with a number of rerolls left. @param {Turn} turn @param {number} rerolls */
const scoresWith = ({value_of_score, value_of_saving}, rerolls) => value_of_saving[rerolls - 1] ?? value_of_score;

// Every option of a position, best first: each distinct set of dice to keep, each open category to score in.

/**
 * @typedef {object} Option
 * @property {"keep" | "score"} action
 * @property {readonly number[]} dice Dice kept, ascending; for a score the whole roll.
 * @property {number} category Index in scorecard order; -1 for a keep.
 * @property {number} points Points written into the box now; 0 for a keep.
 * @property {number} on_top Bonus for an extra Yahtzee.
 * @property {number} value Points still to come, including this turn's; with the points so far, the expected final score.
 * @property {number} regret The best value minus this one.
 */

/** Values closer than this are equal: they differ by rounding only. */
const SAME_VALUE = 2 ** -30;

/** Order options: value, then scoring before keeping, then scorecard order, then lexicographic dice. @param {Option} a @param {Option} b */
function compareOptions(a, b) {
  const difference = Math.round(b.value / SAME_VALUE) - Math.round(a.value / SAME_VALUE);
  if (difference !== 0) return difference;
  if (a.action !== b.action) return a.action === "score" ? -1 : 1;
  if (a.category !== b.category) return a.category - b.category;
  const [left, right] = [a.dice.join(""), b.dice.join("")];
  return left < right ? -1 : Number(left > right);
}

/**
 * Rank every option for a roll.
 * @param {import("./tables.js").Game} game @param {Turn} turn
 * @param {number} roll Index of the roll.
 * @param {number} rerolls Rerolls left.
 * @returns {Option[]} Best first.
 */
export function rankOptions({lattice, ruleset, points_of_roll}, turn, roll, rerolls) {
  const most = turn.value_of_keep.length - 2;
  if (!(roll >= 0 && roll < lattice.n_rolls)) throw new RangeError(`roll ${roll} is outside 0..${lattice.n_rolls - 1}`);
  if (!(rerolls >= 0 && rerolls <= most)) throw new RangeError(`${rerolls} rerolls are outside 0..${most}`);
  const dice = lattice.dice_of_keep[lattice.first_roll + roll];
  const situation = situationOf(ruleset, turn);
  /** @type {Option[]} */
  const options = [];
  scoresWith(turn, rerolls).forEach((values, category) => {
    if (values === null) return;
    const entry = entryOf(ruleset, category, dice, situation, points_of_roll[roll * ruleset.categories.length + category]);
    if (entry === null) return;
    options.push({action: "score", dice, category, points: entry.points, on_top: entry.on_top, value: values[roll], regret: 0});
  });
  const keeps = rerolls > 0 ? keepsOfRoll(lattice, roll) : [];
  for (const keep of keeps) {
    const value = turn.value_of_keep[rerolls][keep];
    options.push({action: "keep", dice: lattice.dice_of_keep[keep], category: -1, points: 0, on_top: 0, value, regret: 0});
  }
  options.sort(compareOptions);
  for (const option of options) option.regret = Math.max(0, options[0].value - option.value);
  return options;
}
