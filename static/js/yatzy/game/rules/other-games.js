/** The rules of the other games as data; `vectors.json` of the solver tests them. */

import {scandinavian} from "./scandinavian.js";
import {allEqual, groups, lower, ofAKind, straight, sum, UPPER_CATEGORIES} from "./scoring.js";

/** @import {Dice, Ruleset} from "./scandinavian.js" */
/** @import {Scoring} from "./scoring.js" */

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
  options: {bonus: 100, threshold: 84, full_straight: 21, in_order: false},
  saves_throws: false,
  extra_yahtzees: null,
};

/** @type {Ruleset} */
export const saved = {...scandinavian, name: "scandinavian-saved", saves_throws: true};

/**
 * Score fixed points if the roll contains all faces of one of the straights.
 * @param {number} points @param {...Dice} straights @returns {Scoring}
 */
function run(points, ...straights) {
  return (roll) => (straights.some((faces) => faces.every((face) => roll.includes(face))) ? points : 0);
}

/** Score the sum of all dice if at least `n` of them are equal. @param {number} n @returns {Scoring} */
const sumOfAllWith = (n) => (roll) => (ofAKind(n)(roll) > 0 ? sum(roll) : 0);

/** Score fixed points if another scoring gives any. @param {Scoring} scoring @param {number} points @returns {Scoring} */
const fixed = (scoring, points) => (roll) => (scoring(roll) > 0 ? points : 0);

/** @param {import("./jokers.js").Joker} joker @returns {Ruleset} */
function yahtzeeWith(joker) {
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
    options: {joker, extra_yahtzee_bonus: bonus, bonus: 35, threshold: 63, five_of_a_kind_is_full_house: false, in_order: false},
    saves_throws: false,
    extra_yahtzees: {box: "yahtzee", joker, bonus, points_of_joker: {full_house: 25, small_straight: 30, large_straight: 40}},
  };
}

export const yahtzee = yahtzeeWith("free");
export const forced = yahtzeeWith("forced");
