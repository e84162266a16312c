/**
 * The page's dice. Each die is a hash of seed, turn, throw and place, regardless of which dice are held: undo does not
 * change the dice, and two tables with the same seed get the same dice.
 */
import {countFilled} from "../advisor/position.js";

/** Rule of new games: a turn's dice depend on the player's number and own turn only, so players may join and leave. */
export const DICE_RULE = /** @type {const} */ (2);

const SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"; // no characters that look alike
const SEED_LENGTH = 6;

/** Draw a seed for a new game. @param {() => number} random Uniform in [0, 1). */
export function newSeed(random) {
  return Array.from({length: SEED_LENGTH}, () => SIGNS[Math.floor(SIGNS.length * random())]).join("");
}

/** Mix the bits of a 32-bit number, so that similar inputs give unrelated outputs. @param {number} bits */
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
 * Name a turn for `faceOf`. Rule 1 counts the turns of all players; a player who joined such a game later gets dice by
 * rule 2.
 * @param {number} dice_rule @param {number} n_began Players at the beginning. @param {number} player @param {number} own Turns of the player before this one.
 */
export const nameOfTurn = (dice_rule, n_began, player, own) => (dice_rule === 1 && player < n_began ? String(own * n_began + player) : `${player} ${own}`);

/**
 * Name the current turn for `faceOf`.
 * @param {Pick<import("./game.js").Setup, "players" | "dice_rule">} setup @param {Pick<import("./game.js").Played, "cards" | "player">} played
 */
export const turnOfDice = ({players: {length}, dice_rule = 1}, {cards, player}) => nameOfTurn(dice_rule, length, player, countFilled(cards[player].scores));

/**
 * Return the face of one die.
 * @param {string} seed @param {number | string} turn Name from `turnOfDice`. @param {number} throw_ From 0. @param {number} place
 */
export function faceOf(seed, turn, throw_, place) {
  return 1 + Math.floor((6 * hash(`${seed} ${turn} ${throw_} ${place}`)) / 2 ** 32);
}

/** Return whether the die at a place is held. @param {number} mask Places as bits. @param {number} place */
const isHeld = (mask, place) => (mask >> place) % 2 === 1;

/**
 * Throw the dice that are not held, by the seed.
 * @param {string} seed @param {string} turn As `nameOfTurn` names it. @param {number} throw_ @param {readonly number[]} before @param {number} mask @param {number} n_dice
 */
export const thrownOfSeed = (seed, turn, throw_, before, mask, n_dice) => Array.from({length: n_dice}, (_, place) => (isHeld(mask, place) ? before[place] : faceOf(seed, turn, throw_, place)));

/** Return the dice that are held, ascending. @param {readonly number[]} dice @param {number} mask */
export const heldBy = (dice, mask) => dice.filter((_, place) => isHeld(mask, place)).sort((a, b) => a - b);

/**
 * Find which dice were held for each throw of a turn, as bits by place; null if the dice are not those of the seed.
 * @param {string} seed @param {string} turn As `nameOfTurn` names it. @param {readonly number[][]} throws @param {readonly number[][]} keeps Each ascending.
 */
export function masksOfSeed(seed, turn, throws, keeps) {
  const masks = throws.map((dice, at) => {
    const [before, kept] = at === 0 ? [[], []] : [throws[at - 1], keeps[at - 1]];
    return [...Array(2 ** dice.length).keys()].find((mask) => thrownOfSeed(seed, turn, at, before, mask, dice.length).join() === dice.join() && heldBy(before, mask).join() === kept.join());
  });
  return masks.includes(undefined) ? null : /** @type {number[]} */ (masks);
}
