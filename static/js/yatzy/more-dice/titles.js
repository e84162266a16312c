/**
 * What games and their boxes are called where several games are told of.
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

/** Write a category as on the card: "small_straight" is Small straight. @param {string} name */
export function titleOfBox(name) {
  if (name === "maxi_yatzy") return "Maxi Yatzy";
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
