/**
 * The keep lattice: every multiset of 0 to n dice, ordered by size, then lexicographically on its ascending dice.
 *
 * The last keeps are the full rolls. Five dice have 462 keeps, 252 of them rolls; a roll's index is its keep's index
 * less `first_roll`.
 */

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

/** Count the orders in which a multiset of dice can lie on the table. @param {readonly number[]} dice Ascending. */
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
