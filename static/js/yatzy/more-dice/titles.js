/**
 * Names of games and their boxes, for figures with several games.
 */

/** @type {Readonly<Record<string, string>>} */
const GAMES = {
  scandinavian: "Yatzy",
  yahtzee: "American Yahtzee",
  maxi: "Maxi Yatzy",
  "scandinavian-saved": "Yatzy, throws saved",
  "maxi-saved": "Maxi, throws saved",
};

/** @param {string} name Of a ruleset. */
export const titleOfGame = (name) => GAMES[name] ?? name;

/** Return the name of a category on the card: "small_straight" is Small straight. @param {string} name */
export function titleOfBox(name) {
  if (name === "maxi_yatzy") return "Maxi Yatzy";
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
