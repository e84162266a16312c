/**
 * What a scored roll writes: points in the box, points on top, and whether it raises the extra of the state.
 *
 * Once the box for five equal dice is filled, a further Yahtzee can be a joker and pay a bonus; `ExtraYahtzees` says
 * how a game reads that. In all other games and situations a roll brings what its category says, and nothing else.
 */

import {isEqual} from "./scoring.js";

/**
 * @typedef {import("./scandinavian.js").Ruleset} Ruleset
 * @typedef {"free" | "forced" | "none"} Joker
 *
 * @typedef {object} ExtraYahtzees
 * @property {string} box Category whose points make extra Yahtzees count.
 * @property {Joker} joker A forced one must take a lower box while one is open; and before it is a joker, a Yahtzee must
 *   take the upper box of its face.
 * @property {number} bonus Points on top, more than 0, wherever an extra Yahtzee is scored, if the box holds points.
 * @property {Readonly<Record<string, number>>} points_of_joker Points by category, where a joker scores other ones.
 *
 * @typedef {object} Situation What a scorecard says about the next Yahtzee.
 * @property {number} open_faces Faces whose upper box is open, as bits.
 * @property {boolean} must_go_below A joker must take a lower box.
 * @property {boolean} pays An extra Yahtzee is paid for.
 *
 * @typedef {object} Entry
 * @property {number} points Points in the box.
 * @property {number} on_top
 * @property {number} raises 1 if extra Yahtzees count from now on.
 */

/**
 * Count the values that the extra of a state can have: the throws that can have been saved, or whether extra Yahtzees
 * count.
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
 * Say what a scorecard makes of the next Yahtzee; null where it is scored like any other roll.
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
 * Return what scoring a roll in an open category writes; null if it may not be scored there.
 * @param {Ruleset} ruleset
 * @param {number} category Index in scorecard order.
 * @param {import("./scandinavian.js").Dice} roll Ascending.
 * @param {Situation | null} situation
 * @param {number} [points] What the roll brings there by itself, where that is known.
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
