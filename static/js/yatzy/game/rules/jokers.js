/**
 * The result of scoring a roll: points in the box, bonus points, and whether extra Yahtzees count from then on.
 *
 * Once the box for five equal dice is filled, a further Yahtzee can be a joker and earn a bonus, by the rules in
 * `ExtraYahtzees`. In all other cases a roll scores the points of its category.
 */

import {isEqual} from "./scoring.js";

/**
 * @typedef {import("./scandinavian.js").Ruleset} Ruleset
 * @typedef {"free" | "forced" | "none"} Joker
 *
 * @typedef {object} ExtraYahtzees
 * @property {string} box Category whose points make extra Yahtzees count.
 * @property {Joker} joker A forced one must take a lower box while one is open; before that, a Yahtzee must
 *   take the upper box of its face if it is open.
 * @property {number} bonus Points, more than 0, for every extra Yahtzee if the box contains points.
 * @property {Readonly<Record<string, number>>} points_of_joker Points by category, where a joker scores other ones.
 *
 * @typedef {object} Situation The rules of the scorecard for the next Yahtzee.
 * @property {number} open_faces Faces whose upper box is open, as bits.
 * @property {boolean} must_go_below A joker must take a lower box.
 * @property {boolean} pays An extra Yahtzee earns the bonus.
 *
 * @typedef {object} Entry
 * @property {number} points Points in the box.
 * @property {number} on_top Bonus for an extra Yahtzee.
 * @property {number} raises 1 if extra Yahtzees count from now on.
 */

/**
 * Count the values of a state's extra: the possible numbers of saved throws, or whether extra Yahtzees count.
 * @param {Ruleset} ruleset
 * @param {number} filled Set of filled categories, as bits.
 */
export function countExtras(ruleset, filled) {
  if (ruleset.saves_throws) return (ruleset.n_throws - 1) * countBits(filled) + 1;
  return hasBox(ruleset, filled) ? 2 : 1;
}

/** @param {number} set */
export function countBits(set) {
  let n = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) n += 1;
  return n;
}

/** @param {Ruleset} ruleset @param {number} filled */
function hasBox({categories, extra_yahtzees}, filled) {
  return categories.some(({name}, category) => name === extra_yahtzees?.box && (filled & (1 << category)) !== 0);
}

/**
 * Return the rules for the next Yahtzee on a scorecard; null if it is scored like any other roll.
 * @param {Ruleset} ruleset @param {{filled: number, extra?: number}} state @returns {Situation | null}
 */
export function situationOf(ruleset, {filled, extra = 0}) {
  if (!hasBox(ruleset, filled)) return null;
  const open = ruleset.categories.filter((_, category) => (filled & (1 << category)) === 0);
  const open_upper = open.filter(({face}) => face > 0);
  return {
    open_faces: open_upper.reduce((set, {face}) => set | (1 << face), 0),
    must_go_below: ruleset.extra_yahtzees?.joker === "forced" && open_upper.length < open.length,
    pays: extra > 0,
  };
}

/**
 * Return the result of scoring a roll in an open category; null if the rules forbid it.
 * @param {Ruleset} ruleset
 * @param {number} category Index in scorecard order.
 * @param {import("./scandinavian.js").Dice} roll Ascending.
 * @param {Situation | null} situation
 * @param {number} [points] Points of the roll in this category, if already computed.
 * @returns {Entry | null}
 */
export function entryOf({categories, extra_yahtzees}, category, roll, situation, points = categories[category].points(roll)) {
  const {name, face} = categories[category];
  if (extra_yahtzees === null || situation === null || !isEqual(roll)) {
    return {points, on_top: 0, raises: Number(name === extra_yahtzees?.box && points > 0)};
  }
  const {joker, bonus, points_of_joker} = extra_yahtzees;
  const on_top = situation.pays ? bonus : 0;
  const is_own_open = (situation.open_faces & (1 << roll[0])) !== 0;
  if (is_own_open && joker === "forced" && face !== roll[0]) return null;
  if (is_own_open || joker === "none") return {points, on_top, raises: 0};
  if (face > 0 && situation.must_go_below) return null;
  return {points: points_of_joker[name] ?? points, on_top, raises: 0};
}
