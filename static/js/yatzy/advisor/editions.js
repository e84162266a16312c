/** The games that can be chosen, and where the values of each are. */

import * as others from "../game/rules/other-games.js";
import {scandinavian} from "../game/rules/scandinavian.js";

/**
 * @typedef {object} Edition One game that can be chosen.
 * @property {"scandinavian" | "saved" | "maxi" | "yahtzee" | "forced"} name Names it in addresses.
 * @property {string} title
 * @property {string} file Data set with its values.
 */

/** The essay's game comes first. @type {readonly Edition[]} */
export const EDITIONS = [
  {name: "scandinavian", title: "Scandinavian Yatzy", file: "values-scandinavian"},
  {name: "saved", title: "Yatzy with saved throws", file: "values-scandinavian-saved"},
  {name: "maxi", title: "Maxi Yatzy, six dice", file: "values-maxi"},
  {name: "yahtzee", title: "Yahtzee, free jokers", file: "values-yahtzee"},
  {name: "forced", title: "Yahtzee, forced jokers", file: "values-yahtzee-forced"},
];

/** Return the game called `name`; undefined for none. @param {string} name */
export const findEdition = (name) => EDITIONS.find((edition) => edition.name === name);

/** Return the rules of a game. @param {Edition} edition @returns {import("../game/rules/scandinavian.js").Ruleset} */
export const rulesOf = ({name}) => (name === "scandinavian" ? scandinavian : others[name]);
