/** The other games: their rules as data, and where the values of each are. The vectors of the solver pin all of it. */

import {scandinavian} from "./rules.js";
import {allEqual, fixed, groups, lower, ofAKind, run, straight, sum, sumOfAllWith, UPPER_CATEGORIES} from "./scoring.js";

/** @typedef {import("./rules.js").Ruleset} Ruleset */

/** @type {Ruleset} */
export const maxi = {
  name: "maxi",
  n_dice: 6,
  n_throws: 3,
  threshold: 84,
  bonus: 100,
  categories: [
    ...UPPER_CATEGORIES,
    lower("one_pair", "One pair", ofAKind(2)),
    lower("two_pairs", "Two pairs", groups(2, 2)),
    lower("three_pairs", "Three pairs", groups(2, 2, 2)),
    lower("three_of_a_kind", "Three of a kind", ofAKind(3)),
    lower("four_of_a_kind", "Four of a kind", ofAKind(4)),
    lower("five_of_a_kind", "Five of a kind", ofAKind(5)),
    lower("small_straight", "Small straight", straight(1, 2, 3, 4, 5)),
    lower("large_straight", "Large straight", straight(2, 3, 4, 5, 6)),
    lower("full_straight", "Full straight", straight(1, 2, 3, 4, 5, 6)),
    lower("full_house", "Full house", groups(3, 2)),
    lower("villa", "Villa (3+3)", groups(3, 3)),
    lower("tower", "Tower (4+2)", groups(4, 2)),
    lower("chance", "Chance", sum),
    lower("maxi_yatzy", "Maxi Yatzy", allEqual(100)),
  ],
  options: {bonus: 100, threshold: 84, full_straight: 21},
  saves_throws: false,
  extra_yahtzees: null,
};

/** @type {Ruleset} */
export const saving = {...scandinavian, name: "scandinavian-saved", saves_throws: true};

/**
 * @param {import("./jokers.js").Joker} joker
 * @returns {Ruleset}
 */
function yahtzee(joker) {
  const bonus = 100;
  return {
    name: "yahtzee",
    n_dice: 5,
    n_throws: 3,
    threshold: 63,
    bonus: 35,
    categories: [
      ...UPPER_CATEGORIES,
      lower("three_of_a_kind", "Three of a kind", sumOfAllWith(3)),
      lower("four_of_a_kind", "Four of a kind", sumOfAllWith(4)),
      lower("full_house", "Full house", fixed(groups(3, 2), 25)),
      lower("small_straight", "Small straight", run(30, [1, 2, 3, 4], [2, 3, 4, 5], [3, 4, 5, 6])),
      lower("large_straight", "Large straight", run(40, [1, 2, 3, 4, 5], [2, 3, 4, 5, 6])),
      lower("yahtzee", "Yahtzee", allEqual(50)),
      lower("chance", "Chance", sum),
    ],
    options: {joker, extra_yahtzee_bonus: bonus, bonus: 35, threshold: 63, five_of_a_kind_is_full_house: false},
    saves_throws: false,
    extra_yahtzees: {box: "yahtzee", joker, bonus, points_of_joker: {full_house: 25, small_straight: 30, large_straight: 40}},
  };
}

/**
 * @typedef {object} Edition One game that can be chosen.
 * @property {string} name Names it in addresses.
 * @property {string} title
 * @property {Ruleset} ruleset
 * @property {string} file Data set with its values.
 * @property {boolean} in_parts The values come in parts, fetched when a turn needs them.
 */

/** @type {readonly Edition[]} */
export const EDITIONS = [
  {name: "scandinavian", title: "Scandinavian Yatzy", ruleset: scandinavian, file: "values-scandinavian", in_parts: false},
  {name: "saved", title: "Yatzy with saved throws", ruleset: saving, file: "values-scandinavian-saved", in_parts: true},
  {name: "maxi", title: "Maxi Yatzy, six dice", ruleset: maxi, file: "values-maxi", in_parts: true},
  {name: "yahtzee", title: "American Yahtzee, free jokers", ruleset: yahtzee("free"), file: "values-yahtzee", in_parts: true},
  {name: "forced", title: "American Yahtzee, forced jokers", ruleset: yahtzee("forced"), file: "values-yahtzee-forced", in_parts: true},
];

/**
 * Return the game called `name`; undefined for none.
 * @param {string} name
 */
export function findEdition(name) {
  return EDITIONS.find((edition) => edition.name === name);
}
