/**
 * What an option leads to, followed forward through every game that perfect play can still make of it: the chance of the
 * bonus, and where eight of ten games end. For games without jokers and saved throws.
 */

import {findKeep, meanSweep} from "../game/lattice.js";
import {totalsOfScores} from "../game/tables.js";

/** @import {Game} from "../game/tables.js" */
/** @import {ValueOf} from "../game/turn.js" */
/** @import {Position} from "../advisor/position.js" */

/**
 * @typedef {object} Outlook
 * @property {number} bonus Chance of the bonus.
 * @property {number} low A tenth of the games ends here or lower.
 * @property {number} high Nine tenths end here or lower.
 * @property {number} mean
 *
 * @typedef {{box: Int8Array, choices: Int16Array[]}} Plan What is done with each roll: the box that is written, and with
 *   1, 2, ... rerolls in hand the keep; a whole roll is written.
 * @typedef {Map<number, Float64Array>} Layer Chances of the points gained so far, by state.
 */

const N_FACES = 6;
/** The page breathes so often. */
const BREATH_MS = 8;
const [LOW, HIGH] = [0.1, 0.9];

/** States as numbers: the set of filled boxes, and the upper total. @param {Game} game */
const widthOf = ({ruleset}) => ruleset.threshold + 1;

/** The upper total after points in a box. @param {Game} game @param {number} upper_total @param {number} box @param {number} points */
function upperAfter({ruleset: {categories, threshold}}, upper_total, box, points) {
  return categories[box].face > 0 ? Math.min(upper_total + points, threshold) : upper_total;
}

/** Plan a turn as perfect play does. @param {Game} game @param {ValueOf} valueOf @param {number} filled @param {number} upper_total @param {number} n_rerolls @returns {Plan} */
function planTurn(game, valueOf, filled, upper_total, n_rerolls) {
  const {ruleset, lattice: {n_keeps, n_rolls, first_roll, start_of_subkeeps, subkeeps}, points_of_roll} = game;
  const n_boxes = ruleset.categories.length;
  const box = new Int8Array(n_rolls);
  const written = new Float64Array(n_rolls).fill(-Infinity);
  for (let open = 0; open < n_boxes; open += 1) {
    if (filled & (1 << open)) continue;
    for (let roll = 0; roll < n_rolls; roll += 1) {
      const points = points_of_roll[roll * n_boxes + open];
      const value = points + valueOf(filled | (1 << open), upperAfter(game, upper_total, open, points), 0);
      if (value > written[roll]) [written[roll], box[roll]] = [value, open];
    }
  }
  const values = new Float64Array(n_keeps);
  values.set(written, first_roll);
  const choices = Array.from({length: n_rerolls}, () => {
    meanSweep(game.lattice, values);
    values.set(written, first_roll);
    const best = Int16Array.from({length: n_keeps}, (_, keep) => keep);
    for (let keep = 1; keep < n_keeps; keep += 1) {
      for (let at = start_of_subkeeps[keep]; at < start_of_subkeeps[keep + 1]; at += 1) {
        const fewer = subkeeps[at];
        if (values[fewer] > values[keep]) [values[keep], best[keep]] = [values[fewer], best[fewer]];
      }
    }
    return best.subarray(first_roll);
  });
  return {box, choices};
}

/** Throw the dice that each keep lacks: chances of keeps become those of rolls. @param {Game} game @param {Float64Array} chances @returns {Float64Array} */
function throwRest({lattice: {first_roll, extensions_of_keep}}, chances) {
  for (let keep = 0; keep < first_roll; keep += 1) {
    if (chances[keep] === 0) continue;
    for (let face = 0; face < N_FACES; face += 1) chances[extensions_of_keep[keep * N_FACES + face]] += chances[keep] / N_FACES;
  }
  return chances.subarray(first_roll);
}

/** Play a turn on from rolls to the rolls that are written. @param {Game} game @param {Plan} plan @param {Float64Array} rolls @param {number} rerolls */
function playOn(game, {choices}, rolls, rerolls) {
  const {n_keeps, n_rolls, first_roll} = game.lattice;
  const written = new Float64Array(n_rolls);
  let now = rolls;
  for (let left = rerolls; left > 0; left -= 1) {
    const kept = new Float64Array(n_keeps);
    for (let roll = 0; roll < n_rolls; roll += 1) {
      const keep = choices[left - 1][roll];
      if (keep >= first_roll) written[roll] += now[roll];
      else kept[keep] += now[roll];
    }
    now = throwRest(game, kept);
  }
  return written.map((chance, roll) => chance + now[roll]);
}

/** @param {Layer} layer @param {number} state @param {Float64Array} before @param {number} points @param {number} chance */
function gain(layer, state, before, points, chance) {
  let after = layer.get(state);
  if (after === undefined) layer.set(state, after = new Float64Array(before.length));
  for (let score = 0; score + points < before.length; score += 1) after[score + points] += before[score] * chance;
}

/** Write the rolls of a turn into the next layer. @param {Game} game @param {Plan} plan @param {Float64Array} written @param {number} filled @param {number} upper_total @param {Float64Array} before @param {Layer} next */
function endTurn(game, {box}, written, filled, upper_total, before, next) {
  const n_boxes = game.ruleset.categories.length;
  /** @type {Map<number, number>} */
  const ends = new Map();
  written.forEach((chance, roll) => {
    if (chance === 0) return;
    const end = game.points_of_roll[roll * n_boxes + box[roll]] * n_boxes + box[roll];
    ends.set(end, (ends.get(end) ?? 0) + chance);
  });
  for (const [end, chance] of ends) {
    const [points, open] = [Math.floor(end / n_boxes), end % n_boxes];
    gain(next, (filled | (1 << open)) * widthOf(game) + upperAfter(game, upper_total, open, points), before, points, chance);
  }
}

/** Points that all boxes bring at most. @param {Game} game */
function mostOf({ruleset: {categories}, points_of_roll}) {
  const most = categories.map(() => 0);
  points_of_roll.forEach((points, at) => { most[at % most.length] = Math.max(most[at % most.length], points); });
  return most.reduce((sum, points) => sum + points, 0);
}

/**
 * Begin with an option: one state after a box, several after a keep.
 * @param {Game} game @param {ValueOf} valueOf @param {Position} position @param {{action: "keep" | "score", dice: readonly number[], category: number}} option @returns {Layer}
 */
function begin(game, valueOf, {scores, dice, rerolls}, option) {
  const {lattice, ruleset, points_of_roll} = game;
  const {filled, upper_total} = totalsOfScores(ruleset, scores);
  const nothing = new Float64Array(mostOf(game) + 1);
  nothing[0] = 1;
  /** @type {Layer} */
  const layer = new Map();
  if (option.action === "score") {
    const points = points_of_roll[(findKeep(lattice, dice) - lattice.first_roll) * ruleset.categories.length + option.category];
    const upper = upperAfter(game, upper_total, option.category, points);
    gain(layer, (filled | (1 << option.category)) * widthOf(game) + upper, nothing, points, 1);
    return layer;
  }
  const kept = new Float64Array(lattice.n_keeps);
  kept[findKeep(lattice, option.dice)] = 1;
  const plan = planTurn(game, valueOf, filled, upper_total, rerolls);
  const written = playOn(game, plan, throwRest(game, kept), rerolls - 1);
  endTurn(game, plan, written, filled, upper_total, nothing, layer);
  return layer;
}

/** Sum up the games that have ended. @param {Game} game @param {Layer} layer @param {number} written Points of the card before. @returns {Outlook} */
function sumUp({ruleset: {threshold, bonus}}, layer, written) {
  const chances = new Float64Array(written + bonus + Math.max(...[...layer.values()].map(({length}) => length)));
  let with_bonus = 0;
  for (const [state, gained] of layer) {
    const has_bonus = state % (threshold + 1) === threshold;
    gained.forEach((chance, points) => {
      if (has_bonus) with_bonus += chance;
      chances[written + points + (has_bonus ? bonus : 0)] += chance;
    });
  }
  let below = 0;
  const shares = chances.map((chance) => (below += chance));
  const scoreAt = (/** @type {number} */ share) => shares.findIndex((sum) => sum >= share - 1e-9);
  return {bonus: with_bonus, low: scoreAt(LOW), high: scoreAt(HIGH), mean: chances.reduce((sum, chance, score) => sum + chance * score, 0)};
}

/**
 * Follow an option to the ends of all games that can come of it.
 * @param {Game} game @param {ValueOf} valueOf @param {Position} position Its dice all entered.
 * @param {{action: "keep" | "score", dice: readonly number[], category: number}} option @param {() => Promise<void>} breathe Lets the page live.
 * @returns {Promise<Outlook>}
 */
export async function lookAhead(game, valueOf, position, option, breathe) {
  const {ruleset, lattice} = game;
  const width = widthOf(game);
  const full = (1 << ruleset.categories.length) - 1;
  let layer = begin(game, valueOf, position, option);
  let breathed = performance.now();
  while (![...layer.keys()].every((state) => Math.floor(state / width) === full)) {
    /** @type {Layer} */
    const next = new Map();
    for (const [state, before] of layer) {
      const [filled, upper_total] = [Math.floor(state / width), state % width];
      const plan = planTurn(game, valueOf, filled, upper_total, ruleset.n_throws - 1);
      endTurn(game, plan, playOn(game, plan, lattice.prob_of_roll, ruleset.n_throws - 1), filled, upper_total, before, next);
      if (performance.now() - breathed < BREATH_MS) continue;
      await breathe();
      breathed = performance.now();
    }
    layer = next;
  }
  return sumUp(game, layer, totalsOfScores(ruleset, position.scores).written);
}
