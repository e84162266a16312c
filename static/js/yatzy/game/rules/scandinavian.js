/** The rules of Scandinavian Yatzy as data, and the type of a ruleset; `other-games.js` contains the other games. */

import {allEqual, groups, lower, ofAKind, straight, sum, UPPER_CATEGORIES} from "./scoring.js";

/**
 * @typedef {readonly number[]} Dice Faces, ascending.
 *
 * @typedef {object} Category
 * @property {string} name Name in data sets and on the command line.
 * @property {string} title Name on the scorecard.
 * @property {number} face Face that an upper category counts; 0 in the lower section.
 * @property {(roll: Dice) => number} points Points of a roll in this category.
 *
 * @typedef {object} Ruleset
 * @property {string} name
 * @property {number} n_dice
 * @property {number} n_throws Throws in a turn, the first one included.
 * @property {number} threshold Upper total that earns the bonus.
 * @property {number} bonus Points of the bonus.
 * @property {readonly Category[]} categories In scorecard order, the upper section first.
 * @property {Readonly<Record<string, number | boolean | string>>} options The house rules, by the solver's names.
 * @property {boolean} saves_throws Unused throws are carried into later turns.
 * @property {import("./jokers.js").ExtraYahtzees | null} extra_yahtzees Rules for a Yahtzee once its box is filled.
 */

/** @type {Ruleset} */
export const scandinavian = {
  name: "scandinavian",
  n_dice: 5,
  n_throws: 3,
  threshold: 63,
  bonus: 50,
  categories: [
    ...UPPER_CATEGORIES,
    lower("one_pair", "One pair", ofAKind(2)),
    lower("two_pairs", "Two pairs", groups(2, 2)),
    lower("three_of_a_kind", "Three of a kind", ofAKind(3)),
    lower("four_of_a_kind", "Four of a kind", ofAKind(4)),
    lower("small_straight", "Small straight", straight(1, 2, 3, 4, 5)),
    lower("large_straight", "Large straight", straight(2, 3, 4, 5, 6)),
    lower("full_house", "Full house", groups(3, 2)),
    lower("chance", "Chance", sum),
    lower("yatzy", "Yatzy", allEqual(50)),
  ],
  options: {bonus: 50, threshold: 63, five_of_a_kind_is_full_house: false, four_of_a_kind_is_two_pairs: false, in_order: false},
  saves_throws: false,
  extra_yahtzees: null,
};

/** Return the number of upper categories, which come first and count towards the bonus. @param {Ruleset} ruleset */
export const countUpper = (ruleset) => ruleset.categories.filter((category) => category.face > 0).length;
