/**
 * The simplest card there is: one box open, the bonus settled. What each keep leads to, point by point.
 */
import {findKeep, keepsOfRoll} from "../game/lattice.js";
import {solveTurn} from "../game/turn.js";

/** @import {Lattice} from "../game/lattice.js" */

/**
 * @typedef {object} Box
 * @property {readonly number[]} points Points that the box can bring, ascending.
 * @property {Float64Array} points_of_roll
 * @property {Float64Array[][]} chances_of_keep Per number of throws to come (1, 2, 3; entry 0 is unused) and keep: the
 *   chance of each number of points, if all later decisions are the best.
 * @property {Float64Array[]} value_of_keep The same as mean points.
 *
 * @typedef {object} Hand What lies on the table.
 * @property {readonly number[]} dice As they lie.
 * @property {number} kept Dice that stay: bit i for the i-th.
 * @property {number} rerolls Throws still in hand.
 */

const N_FACES = 6;
/** Values closer than this are equal; then scoring goes first, and the keep that comes first as a word. */
const TIE = 1e-9;
/** Points of a guess that every point given away costs. */
const PRICE = 4;

/** Solve a box. @param {import("../game/tables.js").Game} game @param {number} category @returns {Box} */
export function solveBox({lattice, ruleset, points_of_roll: points_of_all}, category) {
  const n_categories = ruleset.categories.length;
  const points_of_roll = Float64Array.from({length: lattice.n_rolls}, (_, roll) => points_of_all[roll * n_categories + category]);
  const points = [...new Set([0, ...points_of_roll])].sort((a, b) => a - b);
  /** @type {Float64Array[]} */
  let chances_of_roll = Array.from(points_of_roll, (score) => Float64Array.from(points, (one) => Number(one === score)));
  /** @type {Box} */
  const box = {points, points_of_roll, chances_of_keep: [[]], value_of_keep: [new Float64Array(0)]};
  for (let throws = 1; throws <= ruleset.n_throws; throws += 1) {
    const chances = meanOfChances(lattice, chances_of_roll);
    const values = Float64Array.from(chances, (of_keep) => meanOf(points, of_keep));
    box.chances_of_keep.push(chances);
    box.value_of_keep.push(values);
    chances_of_roll = chances_of_roll.map((_, roll) => {
      const best = bestChoice(lattice, values, points_of_roll, roll);
      return best === null ? chances[lattice.first_roll + roll] : chances[best];
    });
  }
  return box;
}

/**
 * Value every box before its first throw, if it is the only one open.
 * @param {import("../game/tables.js").Game} game
 * @returns {number[][]} Mean points per category, for one throw, two and three.
 */
export function meansOfBoxes(game) {
  const all = 2 ** game.ruleset.categories.length - 1;
  return game.ruleset.categories.map((_, category) => {
    const turn = solveTurn(game, () => 0, {filled: all ^ (1 << category), upper_total: 0});
    return turn.value_of_keep.slice(1).map((values) => values[0]);
  });
}

/** The mean sweep, for a whole list of chances a keep. @param {Lattice} lattice @param {readonly Float64Array[]} chances_of_roll */
function meanOfChances({first_roll, extensions_of_keep}, chances_of_roll) {
  /** @type {Float64Array[]} */
  const chances = [...new Array(first_roll), ...chances_of_roll];
  for (let keep = first_roll - 1; keep >= 0; keep -= 1) {
    const mean = new Float64Array(chances_of_roll[0].length);
    for (let face = 0; face < N_FACES; face += 1) {
      chances[extensions_of_keep[keep * N_FACES + face]].forEach((chance, index) => (mean[index] += chance / N_FACES));
    }
    chances[keep] = mean;
  }
  return chances;
}

/** @param {readonly number[]} points @param {Float64Array} chances */
function meanOf(points, chances) {
  return points.reduce((sum, score, index) => sum + score * chances[index], 0);
}

/**
 * Choose between scoring a roll and its keeps; null for scoring.
 * @param {Lattice} lattice
 * @param {Float64Array} values Per keep.
 * @param {Float64Array} points_of_roll @param {number} roll
 */
function bestChoice(lattice, values, points_of_roll, roll) {
  const wordOf = (/** @type {number} */ keep) => lattice.dice_of_keep[keep].join("");
  /** @type {number | null} */
  let best = null;
  let most = points_of_roll[roll];
  for (const keep of keepsOfRoll(lattice, roll)) {
    const better = values[keep] > most + TIE;
    const before = best !== null && values[keep] > most - TIE && wordOf(keep) < wordOf(best);
    if (!better && !before) continue;
    best = keep;
    most = values[keep];
  }
  return best;
}

/** Dice that stay on the table. @param {Hand} hand */
export function keptDice({dice, kept}) {
  return dice.filter((_, die) => kept & (1 << die));
}

/**
 * Tell what a hand leads to: with all dice kept, or without a reroll, its points; else what the throw brings.
 * @param {Lattice} lattice @param {Box} box @param {Hand} hand @returns {{chances: Float64Array, mean: number, writes: boolean}}
 */
export function outlook(lattice, box, hand) {
  const dice = keptDice(hand);
  const writes = hand.rerolls === 0 || dice.length === lattice.n_dice;
  const roll = findKeep(lattice, hand.dice) - lattice.first_roll;
  if (!writes) {
    const chances = box.chances_of_keep[hand.rerolls][findKeep(lattice, dice)];
    return {chances, mean: meanOf(box.points, chances), writes};
  }
  const mean = box.points_of_roll[roll];
  return {chances: Float64Array.from(box.points, (one) => Number(one === mean)), mean, writes};
}

/** Find the best way to keep some of the dice. @param {Lattice} lattice @param {Box} box @param {Hand} hand @returns {Hand} */
export function bestHand(lattice, box, hand) {
  const roll = findKeep(lattice, hand.dice) - lattice.first_roll;
  const all = 2 ** hand.dice.length - 1;
  if (hand.rerolls === 0) return {...hand, kept: all};
  const best = bestChoice(lattice, box.value_of_keep[hand.rerolls], box.points_of_roll, roll);
  if (best === null) return {...hand, kept: all};
  const rest = [...lattice.dice_of_keep[best]];
  const kept = hand.dice.reduce((mask, face, die) => {
    const found = rest.indexOf(face);
    if (found === -1) return mask;
    rest.splice(found, 1);
    return mask | (1 << die);
  }, 0);
  return {...hand, kept};
}

/**
 * List what every choice of a hand is worth, writing it down among them.
 * @param {Lattice} lattice @param {Box} box @param {Hand} hand
 * @returns {number[]} Mean points, ascending.
 */
export function meansOfChoices(lattice, box, {dice, rerolls}) {
  const roll = findKeep(lattice, dice) - lattice.first_roll;
  const keeps = rerolls === 0 ? [] : keepsOfRoll(lattice, roll).map((keep) => box.value_of_keep[rerolls][keep]);
  return [...keeps, box.points_of_roll[roll]].sort((a, b) => a - b);
}

/**
 * Judge a choice: what it gives away against the best one, how many choices are better, and the points of a guess.
 * @param {Lattice} lattice @param {Box} box @param {Hand} hand @returns {{loss: number, better: number, points: number}}
 */
export function judge(lattice, box, hand) {
  const {mean} = outlook(lattice, box, hand);
  const means = meansOfChoices(lattice, box, hand);
  const loss = Math.max(0, means[means.length - 1] - mean);
  const better = means.filter((other) => other > mean + TIE).length;
  return {loss, better, points: Math.max(0, 10 - Math.round(PRICE * loss))};
}
