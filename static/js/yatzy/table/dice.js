/**
 * The page's dice: each die is a hash of seed, turn, throw and place, fixed before the game and the same whatever is
 * held. So undo throws nothing anew, and two tables with one seed see the same dice.
 */
import {countFilled} from "../advisor/position.js";

/** Rule of new games: the dice of a turn depend on the player's number and their own turn, so players may come and go. */
export const DICE_RULE = 2;

const SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"; // none that is taken for another
const SEED_LENGTH = 6;

/** Draw a seed for a new game. @param {() => number} random Uniform in [0, 1). */
export function newSeed(random) {
  return Array.from({length: SEED_LENGTH}, () => SIGNS[Math.floor(SIGNS.length * random())]).join("");
}

/** Mix the bits of a 32-bit number, so that neighbours have nothing in common. @param {number} bits */
function mix(bits) {
  let mixed = bits;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Hash a text to 32 bits. @param {string} text */
function hash(text) {
  let bits = 0x9747b28c;
  for (const sign of text) bits = mix(Math.imul(bits ^ (sign.codePointAt(0) ?? 0), 0x9e3779b1) + 0x7f4a7c15);
  return bits;
}

/**
 * Name the current turn for `faceOf`. Under rule 1 the turns of all players are counted; a player who joined such a game
 * later has dice by rule 2.
 * @param {Pick<import("./game.js").Setup, "players" | "dice_rule">} setup @param {Pick<import("./game.js").Played, "cards" | "player">} played
 * @returns {string}
 */
export function turnOfDice({players: {length}, dice_rule = 1}, {cards, player}) {
  const own = countFilled(cards[player].scores);
  return dice_rule === 1 && player < length ? String(own * length + player) : `${player} ${own}`;
}

/**
 * Return the face of one die.
 * @param {string} seed @param {number | string} turn As `turnOfDice` names it. @param {number} throw_ From 0. @param {number} place
 */
export function faceOf(seed, turn, throw_, place) {
  return 1 + Math.floor((6 * hash(`${seed} ${turn} ${throw_} ${place}`)) / 2 ** 32);
}
