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
 * Name a turn for `faceOf`. Under rule 1 the turns of all players are counted; a player who joined such a game later has
 * dice by rule 2.
 * @param {number} dice_rule @param {number} n_began Players who began. @param {number} player @param {number} own Turns of the player before this one.
 */
export const nameOfTurn = (dice_rule, n_began, player, own) => (dice_rule === 1 && player < n_began ? String(own * n_began + player) : `${player} ${own}`);

/**
 * Name the current turn for `faceOf`.
 * @param {Pick<import("./game.js").Setup, "players" | "dice_rule">} setup @param {Pick<import("./game.js").Played, "cards" | "player">} played
 */
export const turnOfDice = ({players: {length}, dice_rule = 1}, {cards, player}) => nameOfTurn(dice_rule, length, player, countFilled(cards[player].scores));

/**
 * Return the face of one die.
 * @param {string} seed @param {number | string} turn As `turnOfDice` names it. @param {number} throw_ From 0. @param {number} place
 */
export function faceOf(seed, turn, throw_, place) {
  return 1 + Math.floor((6 * hash(`${seed} ${turn} ${throw_} ${place}`)) / 2 ** 32);
}

/** Tell whether dice are the same, wherever they lie. @param {readonly number[]} one @param {readonly number[]} other */
const areSame = (one, other) => [...one].sort().join() === [...other].sort().join();

/**
 * Lay the throws of a turn where the seed has them, which a link does not tell; throws that are not of the seed stay as
 * they are.
 * @param {string} seed @param {string} turn As `nameOfTurn` names it. @param {number[][]} throws @param {readonly number[][]} keeps
 */
export function laidOut(seed, turn, throws, keeps) {
  /** @type {number[][]} */
  const laid = [];
  for (const [at, dice] of throws.entries()) {
    const [before, kept] = at === 0 ? [[], []] : [laid[at - 1], keeps[at - 1]];
    const isHeld = (/** @type {number} */ mask, /** @type {number} */ place) => (mask >> place) % 2 === 1;
    const seen = (/** @type {number} */ mask) => dice.map((_, place) => (isHeld(mask, place) ? before[place] : faceOf(seed, turn, at, place)));
    const masks = [...Array(2 ** before.length || 1).keys()];
    const mask = masks.find((one) => areSame(before.filter((_, place) => isHeld(one, place)), kept) && areSame(seen(one), dice));
    if (mask === undefined) return throws;
    laid.push(seen(mask));
  }
  return laid;
}
